// A verdict follows from the printed number and the network: change either and it changes.
#include <doctest/doctest.h>

#include "model/printed_number.hpp"
#include "wafernet/published.hpp"

using namespace wafernet;
using namespace wafernet::published;

namespace {

Verdict verdict_of(const std::string& printed, const char* definition, std::vector<const char*> readings, const char* formula, const std::string& network) {
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

}  // namespace

TEST_CASE("a printed number is read with the size of its last digit") {
    CHECK(printed_number("42.67")->last_digit == doctest::Approx(0.01));
    CHECK(printed_number("12,864")->value == 12864);
    CHECK(printed_number("4.2e6")->last_digit == doctest::Approx(1e5));
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
    CHECK(verdict_of("25", "links", {}, nullptr, "mesh:4x4") == Verdict::misprint);
    CHECK(verdict_of("16", "links", {"nodes"}, nullptr, "mesh:4x4") == Verdict::reproduced_as);
    CHECK(verdict_of("16", "links", {}, "nodes", "mesh:4x4") == Verdict::misprint);
    CHECK(verdict_of("16", nullptr, {}, "nodes", "mesh:4x4") == Verdict::reproduced);
    CHECK(verdict_of("17", nullptr, {}, "nodes", "mesh:4x4") == Verdict::misprint);
    CHECK(verdict_of("17", nullptr, {}, nullptr, "mesh:4x4") == Verdict::open);
}

TEST_CASE("symmetry is decided by automorphisms") {
    Workbench bench;
    const auto value = [&](const char* name, const char* network) { return quantity(name).evaluate(Subject{network, {}}, bench).value; };
    CHECK(value("edge_orbits", "hypercube:4") == Value(std::int64_t{1}));  // edge-transitive
    CHECK(value("edge_symmetric", "hypercube:4") == Value(std::string("yes")));
    CHECK(value("edge_orbits", "mesh:3x3") == Value(std::int64_t{2}));  // links at a corner and links at the centre
    CHECK(value("vertex_symmetric", "mesh:3x3") == Value(std::string("no")));
    CHECK(value("vertex_symmetric", "ccc:3") == Value(std::string("yes")));  // a Cayley graph
    CHECK(value("edge_orbits", "ccc:3") == Value(std::int64_t{2}));          // cycle links lie on triangles, cube links do not
    // Both pruned tori: vertex-transitive with two classes of links, against rahman2006, sec. 6.2.1.
    for (const char* torus : {"prunedtorus1:4", "prunedtorus2:4"}) {
        CHECK(value("vertex_symmetric", torus) == Value(std::string("yes")));
        CHECK(value("edge_orbits", torus) == Value(std::int64_t{2}));
    }
    CHECK(value("hamiltonian", "ring:9") == Value(std::string("yes")));
    CHECK(value("hamiltonian", "mesh:3x3") == Value(std::string("no")));  // odd and bipartite
    CHECK(value("hamiltonian", "array:5") == Value(std::string("no")));
}
