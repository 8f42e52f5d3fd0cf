// A verdict follows from the printed number and the network: change either and it changes.
#include <doctest/doctest.h>

#include <cstdio>

#include "about.hpp"
#include "published/printed_number.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/modelled_router.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;
using namespace wafernet::published;

namespace {

Verdict verdict_of(const std::string& printed, const char* definition, std::vector<const char*> readings,
                   const char* formula, const std::string& network) {
    PrintedTable table;
    PrintedColumn column;
    column.name = "q";
    if (definition != nullptr) column.definition = Road{&quantity(definition), {}, {}};
    for (const char* r : readings) column.readings.push_back(Road{&quantity(r), {}, {}});
    if (formula != nullptr) column.formula = Road{&quantity(formula), {}, {}};
    table.columns.push_back(column);
    PrintedRow row;
    row.network = network;
    row.printed = {{"q", printed}};
    table.rows.push_back(row);
    Workbench bench;
    return judge(table, bench).at(0).verdict;
}

// A dynamic number of a column; arguments as in a table file.
Finding dynamic(const char* what, const std::string& printed, const std::string& network, Arguments arguments,
                bool simulate = false) {
    PrintedTable table;
    PrintedColumn column;
    column.name = "q";
    column.definition = Road{&quantity(what), {}, {}};
    column.arguments = {{"preset", "ideal"}, {"cycles", 4000.0}};
    column.tolerance_percent = 5.0;
    table.columns.push_back(column);
    PrintedRow row;
    row.network = network;
    row.arguments = std::move(arguments);
    row.printed = {{"q", printed}};
    table.rows.push_back(row);
    Workbench bench;
    bench.simulate = simulate;
    return judge(table, bench).at(0);
}

const Value yes = std::string("yes"), no = std::string("no");

}  // namespace

TEST_CASE("the model's value stands beside a dynamic number, of the case that is simulated, and decides no verdict") {
    // Below saturation everything offered is accepted, which the simulator confirms.
    const Finding light =
        dynamic("simulated_max_throughput", "0.05", "mesh:4x4", {{"loads", "0.05"}, {"flits", 4.0}}, true);
    CHECK(std::get<double>(light.model) == about(0.05));
    CHECK(light.model_agrees == yes);
    CHECK(light.verdict == Verdict::reproduced);
    CHECK(light.note.find("5 seeds, 4000 cycles after ") != std::string::npos);
    CHECK(dynamic("simulated_max_throughput", "0.08", "mesh:4x4", {{"loads", "0.05"}}).model_agrees == no);
    // Above, the model's saturation load, of the virtual channels, length and traffic asked for. 12 of the 16 nodes
    // send.
    const Network network = make_network("mesh:4x4");
    SimulationChoice choice;
    choice.traffic = "transpose";
    choice.settings = {{"vcs", "3"}, {"flits", "24"}};
    const LatencyModel model = model_of(make_simulation_case(network, choice));
    const Arguments same = {{"loads", "0.02,1"}, {"vcs", 3.0}, {"flits", 24.0}, {"traffic", "transpose"}};
    const Finding heavy = dynamic("simulated_max_throughput", "0.9", "mesh:4x4", same);
    CHECK(std::get<double>(heavy.model) == about(model.saturation().load * 12 / 16));
    CHECK(heavy.model_agrees == no);
    CHECK(heavy.verdict == Verdict::open);
    CHECK(dynamic("simulated_latency_at_max", "9", "mesh:4x4", same).model ==
          Value(Missing{"no stationary state at that load"}));
    CHECK(std::get<double>(dynamic("simulated_busiest_channel", "50", "mesh:4x4", {{"loads", "0.1"}}).model) ==
          about(10.0 / LatencyModel(model_of(make_simulation_case(network, {}))).channel_bound()));
}

TEST_CASE("the model orders two networks, and says so where it cannot") {
    const auto claim = [](Arguments arguments) {
        arguments.try_emplace("loads", "0.01,1");
        return dynamic("simulated_claim", "yes", "mesh:4x4", std::move(arguments));
    };
    CHECK(claim({{"than", "array:16"}}).model == yes);
    CHECK(claim({{"than", "array:16"}, {"relation", "<"}}).model == no);
    CHECK(claim({{"than", "array:16"}, {"relation", "<"}}).note.find(" is not < ") != std::string::npos);
    CHECK(claim({{"than", "array:16"}, {"metric", "low-load-latency"}}).model == no);
    CHECK(claim({{"than-input-policy", "random"}}).model ==
          Value(Missing{"the model does not tell the two sides apart"}));
    CHECK(std::holds_alternative<Missing>(claim({{"metric", "deviation-rise"}, {"than-value", 10.0}}).model));
    CHECK(
        std::holds_alternative<Missing>(claim({{"than", "torus:20x20"}}).model));  // takes long, and was not asked for
}

TEST_CASE("latencies at high throughputs are compared at the greatest load below both knees" *
          doctest::test_suite("long")) {
    const auto ratio = [](const char* metric, const char* loads, Arguments arguments = {}) {
        arguments.insert({{"metric", metric}, {"loads", loads}, {"flits", 4.0}, {"than", "array:16"}});
        return dynamic("simulated_ratio", "1", "mesh:4x4", std::move(arguments), true).value;
    };
    // At 0.2 the line's latency is 64 times that of an idle one.
    CHECK(ratio("high-load-latency", "0.05,0.1,0.15,0.2,0.25") == ratio("low-load-latency", "0.15"));
    CHECK(ratio("high-load-latency", "0.05,0.1,0.15,0.2,0.25") != ratio("low-load-latency", "0.1"));
    CHECK(std::holds_alternative<Missing>(ratio("high-load-latency", "0.05,0.1", {{"than-loads", "0.12"}})));
}

TEST_CASE("stationary leaves out what is measured beyond saturation") {
    // Some streams of a permutation go on rising when others have long stopped.
    const auto greatest = [](Arguments arguments) {
        arguments.insert({{"traffic", "transpose"}, {"loads", "0.1,0.3,1"}, {"flits", 4.0}, {"vcs", 1.0}});
        return std::get<double>(
            dynamic("simulated_max_throughput", "0.1", "mesh:4x4", std::move(arguments), true).value);
    };
    CHECK(greatest({{"stationary", "yes"}}) < 0.25);
    CHECK(greatest({}) > greatest({{"stationary", "yes"}}));
    CHECK_THROWS_AS(greatest({{"stationary", "no"}}), InputError);
}

TEST_CASE("the greatest throughput is that up to saturation, whatever larger loads are simulated") {
    const auto greatest = [](const char* loads, bool simulate) {
        const Finding f = dynamic("simulated_max_throughput", "0.1", "mesh:4x4",
                                  {{"traffic", "transpose"}, {"flits", 4.0}, {"vcs", 1.0}, {"loads", loads}}, simulate);
        return simulate ? f.value : f.model;
    };
    for (const bool simulate : {true, false}) {
        CHECK(greatest("0.1,0.3", simulate) == greatest("0.1,0.3,0.6,1", simulate));
        // Printed loads that do not saturate the network are continued, in steps of a tenth.
        const double reached = std::get<double>(greatest("0.1,0.3", simulate));
        CHECK(std::get<double>(greatest("0.02,0.05", simulate)) == about(reached).epsilon(0.1));
    }
}

TEST_CASE("a claim of equal sides is a tie, and one of sides that differ is not") {
    const auto claim = [](Arguments arguments) {
        arguments.insert({{"loads", "0.1"}, {"flits", 4.0}, {"metric", "latency-there"}});
        return dynamic("simulated_claim", "yes", "mesh:4x4", std::move(arguments), true);
    };
    const Finding same = claim({{"than-input-policy", "random"}, {"input-policy", "random"}});
    CHECK(same.verdict == Verdict::open);
    CHECK(same.tie);
    CHECK(same.kind == "simulated");
    CHECK(same.note.find("tie: ") != std::string::npos);
    CHECK(same.note.find("+-") != std::string::npos);
    CHECK(claim({{"than-loads", "0.02"}}).verdict == Verdict::reproduced);
    CHECK(claim({{"than-loads", "0.02"}, {"relation", "<"}}).verdict == Verdict::not_reproducible);
}

TEST_CASE("what deadlocks is not reproducible, with the cycle") {
    const Arguments one_channel = {{"loads", "1"}, {"vcs", 1.0}, {"vc-rule", "any"}, {"flits", 16.0}};
    for (const char* what : {"simulated_max_throughput", "simulated_claim"}) {
        Arguments arguments = one_channel;
        if (what == std::string("simulated_claim")) arguments["than"] = "mesh:4x4";
        const Finding f = dynamic(what, "yes", "torus:8x8", std::move(arguments), true);
        CHECK(f.verdict == Verdict::not_reproducible);
        CHECK(std::get<Missing>(f.value).reason.find("a cycle of ") != std::string::npos);
    }
}

TEST_CASE("a printed factor is compared with the factor, not with which side is above") {
    // Below saturation twice the load carries twice the traffic.
    const Arguments twice = {{"loads", "0.04"}, {"than-loads", "0.02"}, {"flits", 4.0}};
    CHECK(std::get<double>(dynamic("simulated_ratio", "2", "mesh:4x4", twice).model) == about(2.0));
    CHECK(std::get<double>(dynamic("simulated_increase", "100", "mesh:4x4", twice).model) == about(100.0));
    CHECK(dynamic("simulated_ratio", "2", "mesh:4x4", twice, true).verdict == Verdict::reproduced);
    CHECK(dynamic("simulated_ratio", "4", "mesh:4x4", twice, true).verdict == Verdict::not_reproducible);
}

TEST_CASE("a printed number is read with the size of its last digit") {
    CHECK(printed_number("42.67")->last_digit == about(0.01));
    CHECK(printed_number("12,864")->value == 12864);
    CHECK(printed_number("4.2e6")->last_digit == about(1e5));
    CHECK_FALSE(printed_number("12,86"));
    CHECK_FALSE(printed_number("2n"));
    CHECK_FALSE(printed_number(""));
    CHECK_FALSE(printed_number("nan"));
}

TEST_CASE("a computed value agrees when it rounds or truncates to the printed digits") {
    const auto printed = *printed_number("10.59");
    CHECK(agreement(printed, 10.594, 0) == Agreement::rounded);
    CHECK(agreement(printed, 10.5963, 0) == Agreement::truncated);
    CHECK(agreement(printed, 10.5849, 0) == Agreement::none);
    CHECK(agreement(printed, 10.6001, 0) == Agreement::none);
    CHECK(agreement(printed, 10.60, 0.02) == Agreement::within_tolerance);
    CHECK(agreement(printed, Missing{"x"}, 1.0) == Agreement::none);
    CHECK(agreement(*printed_number("64"), std::int64_t{64}, 0) == Agreement::rounded);
    CHECK(agreement(*printed_number("64"), std::int64_t{65}, 0) == Agreement::none);
    CHECK(agreement(*printed_number("32"), 32.9, 0) == Agreement::none);
}

TEST_CASE("a verdict is computed from the printed number") {
    // 4x4 mesh: 24 links, 16 nodes.
    CHECK(verdict_of("24", "links", {}, nullptr, "mesh:4x4") == Verdict::reproduced);
    CHECK(verdict_of("25", "links", {}, nullptr, "mesh:4x4") == Verdict::refuted);
    CHECK(verdict_of("16", "links", {"nodes"}, nullptr, "mesh:4x4") == Verdict::reproduced_as);
    CHECK(verdict_of("16", "links", {}, "nodes", "mesh:4x4") == Verdict::refuted);
    CHECK(verdict_of("16", nullptr, {}, "nodes", "mesh:4x4") == Verdict::reproduced);
    CHECK(verdict_of("17", nullptr, {}, "nodes", "mesh:4x4") == Verdict::misprint);
    CHECK(verdict_of("17", nullptr, {}, nullptr, "mesh:4x4") == Verdict::open);
}

TEST_CASE("an ordering is judged by the reading that other tables of its document settle") {
    const auto order = [](const std::string& settled) {
        PrintedTable table;
        PrintedColumn column;
        column.name = "q";
        column.definition = Road{&quantity("diameter_hops"), "shortest", {}};
        column.readings.push_back(Road{&quantity("routed_diameter_hops"), "routed", {}});
        column.judged_by = settled;
        table.columns.push_back(column);
        PrintedRow row;
        row.order = {"htn:4,2,2,0", "<", "h3dm:4,2,2,0"};  // shortest 12 < 14, routed 15 = 15
        row.printed = {{"q", "smaller"}};
        table.rows.push_back(row);
        Workbench bench;
        return judge(table, bench).at(0);
    };
    CHECK(order("").verdict == Verdict::reproduced);
    CHECK(order("shortest").verdict == Verdict::reproduced);
    const Finding routed = order("routed");
    CHECK(routed.verdict == Verdict::not_reproducible);  // it holds by shortest paths: nothing is refuted
    CHECK(routed.value == Value(std::string("15 < 15")));
    CHECK(routed.note.find("shortest: 12 < 14 is true") != std::string::npos);
}

namespace {

// Of networks called "a 3 0.5": the value and its error.
template <int column> Evaluation made_up(const Subject& s, Workbench&) {
    double values[3] = {};
    std::sscanf(s.network.c_str(), "%*s %lf %lf %lf", &values[0], &values[1], &values[2]);
    return {values[column], {}, {}, column == 0 && values[2] > 0 ? std::optional(values[2]) : std::nullopt};
}

template <int column> Evaluation made_up_word(const Subject& s, Workbench& bench) {
    return {std::string(made_up<column>(s, bench).value == Value(1.0) ? "yes" : "no")};
}

constexpr Quantity first_word{"first_word", "the first word", Kind::exact, true, made_up_word<0>};
constexpr Quantity second_word{"second_word", "the second word", Kind::exact, true, made_up_word<1>};
constexpr Quantity first_reading{"first", "the first reading", Kind::exact, false, made_up<0>};
constexpr Quantity second_reading{"second", "the second reading", Kind::exact, false, made_up<1>};
constexpr Quantity measured{"measured", "a simulation", Kind::simulated, false, made_up<0>, true};
constexpr Quantity measured_otherwise{"otherwise", "another simulation", Kind::simulated, false, made_up<1>, true};

// The numbers of one column, each of a network made up.
std::vector<Finding> numbers(const Quantity& definition, const Quantity& reading,
                             const std::vector<std::pair<std::string, std::string>>& networks_and_printed) {
    PrintedTable table;
    PrintedColumn column;
    column.name = "q";
    column.definition = Road{&definition, {}, {}};
    column.readings.push_back(Road{&reading, {}, {}});
    table.columns.push_back(column);
    for (const auto& [network, printed] : networks_and_printed) {
        PrintedRow row;
        row.network = network;
        row.printed = {{"q", printed}};
        table.rows.push_back(row);
    }
    Workbench bench;
    return judge(table, bench);
}

std::vector<Finding> claims(const std::vector<std::vector<std::string>>& orders, bool noisy = false,
                            const char* split = "") {
    PrintedTable table;
    PrintedColumn column;
    column.name = "q";
    column.definition = Road{noisy ? &measured : &first_reading, {}, {}};
    if (!noisy) column.readings.push_back(Road{&second_reading, {}, {}});
    table.columns.push_back(column);
    for (const auto& order : orders) {
        PrintedRow row;
        row.order = order;
        row.claim = table.rows.empty() ? "" : split;
        row.printed = {{"q", "smaller"}};
        table.rows.push_back(row);
    }
    Workbench bench;
    return judge(table, bench);
}

}  // namespace

TEST_CASE("a claim of several pairs is judged by one reading, that under which most of them hold") {
    // Of either pair one reading holds: together they hold under none.
    const std::vector<std::string> by_first{"a 1 9", "<", "b 2 8"}, by_second{"c 7 1", "<", "d 6 2"},
        by_both{"e 1 1", "<", "f 2 2"};
    CHECK(claims({by_first})[0].verdict == Verdict::reproduced);
    CHECK(claims({by_second})[0].verdict == Verdict::reproduced_as);
    const auto together = claims({by_first, by_second});
    CHECK(together[0].verdict == Verdict::reproduced);
    CHECK(together[1].verdict == Verdict::refuted);
    const auto more = claims({by_first, by_second, by_both, by_second});
    CHECK(more[0].verdict == Verdict::refuted);
    CHECK(more[1].verdict == Verdict::reproduced_as);
    CHECK(more[2].verdict == Verdict::reproduced_as);
    CHECK(more[0].note.find("3 of 4 pairs hold") != std::string::npos);
    const auto apart = claims({by_first, by_second}, false, "another claim");
    CHECK(apart[0].verdict == Verdict::reproduced);
    CHECK(apart[1].verdict == Verdict::reproduced_as);
}

TEST_CASE("what one simulator printed in a column, or the column says in words, is judged by one reading") {
    const std::vector<std::pair<std::string, std::string>> printed{{"a 1 5", "1"}, {"b 5 2", "2"}, {"c 5 3", "3"}};
    const auto simulated = numbers(measured, measured_otherwise, printed);
    CHECK(simulated[0].verdict == Verdict::not_reproducible);
    CHECK(simulated[0].value == Value(5.0));
    CHECK(simulated[0].note.find("a simulation: 1") != std::string::npos);
    CHECK(simulated[1].verdict == Verdict::reproduced_as);
    CHECK(simulated[2].verdict == Verdict::reproduced_as);
    CHECK(simulated[2].note.find("2 of 3 agree") != std::string::npos);
    // So is what is said in words; where no reading gives it, the definition proves it wrong.
    const auto said =
        numbers(first_word, second_word,
                {{"a 1 0", "yes"}, {"b 0 1", "yes"}, {"c 1 1", "yes"}, {"d 0 0", "yes"}, {"e 0 1", "yes"}});
    CHECK(said[0].verdict == Verdict::not_reproducible);
    CHECK(said[1].verdict == Verdict::reproduced_as);
    CHECK(said[2].verdict == Verdict::reproduced_as);
    CHECK(said[2].note.find("3 of 5 agree") != std::string::npos);
    CHECK(said[3].verdict == Verdict::refuted);
    // Numbers of different graphs may have come from different places.
    const auto counted = numbers(first_reading, second_reading, printed);
    CHECK(counted[0].verdict == Verdict::reproduced);
    CHECK(counted[1].verdict == Verdict::reproduced_as);
}

TEST_CASE("an ordering of simulated values within their intervals of each other is open, a tie") {
    const auto apart =
        claims({{"a 128.0 0 0.2", "<", "b 128.4 0 0.2"}}, true)[0];  // 0.4 against sqrt(0.2^2 + 0.2^2) = 0.28
    CHECK(apart.verdict == Verdict::reproduced);
    CHECK_FALSE(apart.tie);
    CHECK(claims({{"a 128.4 0 0.2", "<", "b 128.0 0 0.2"}}, true)[0].verdict == Verdict::not_reproducible);
    for (const auto& order :
         {std::vector<std::string>{"a 127.9 0 0.2", "<", "b 128.05 0 0.2"}, {"b 128.05 0 0.2", "<", "a 127.9 0 0.2"}}) {
        const Finding tie = claims({order}, true)[0];
        CHECK(tie.verdict == Verdict::open);
        CHECK(tie.tie);
        CHECK(tie.note.starts_with("tie: "));
    }
}

TEST_CASE("symmetry is decided by automorphisms") {
    Workbench bench;
    const auto value = [&](const char* name, const char* network) {
        return quantity(name).evaluate(Subject{network, {}}, bench).value;
    };
    CHECK(value("edge_orbits", "hypercube:4") == Value(std::int64_t{1}));  // edge-transitive
    CHECK(value("edge_symmetric", "hypercube:4") == Value(std::string("yes")));
    CHECK(value("edge_orbits", "mesh:3x3") == Value(std::int64_t{2}));  // links at a corner and links at the centre
    CHECK(value("edge_orbits", "ccc:3") == Value(std::int64_t{2}));  // cycle links lie on triangles, cube links do not
    // Both pruned tori have two classes of links, against rahman2006, sec. 6.2.1.
    for (const char* torus : {"prunedtorus1:4", "prunedtorus2:4"}) {
        CHECK(value("edge_orbits", torus) == Value(std::int64_t{2}));
    }
    CHECK(value("hamiltonian", "ring:9") == Value(std::string("yes")));
    CHECK(value("hamiltonian", "mesh:3x3") == Value(std::string("no")));  // odd and bipartite
    CHECK(value("hamiltonian", "array:5") == Value(std::string("no")));
}

TEST_CASE("a key of a workbench stands for one type") {
    published::Workbench bench;
    CHECK(bench.remember("a", [] { return 1; }) == 1);
    CHECK(bench.remember("a", [] { return 2; }) == 1);
    CHECK_THROWS_AS(bench.remember("a", [] { return 2.0; }), InputError);
}
