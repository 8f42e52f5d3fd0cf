// Against figures measured with BookSim2 (commit 28f43299): see its cases in the names. Means of packet latency.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <tuple>
#include <unistd.h>

#include "about.hpp"
#include "helpers.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/sim/simulation_case.hpp"

using namespace wafernet;

namespace {

SimulationResult booksim(const std::string& word, const std::string& vcs, const std::string& buffer,
                         const std::string& flits, const std::string& traffic, double load,
                         const std::string& cycles = "20000", const std::string& routing = "",
                         const std::string& extra = "spread", const std::string& vc_rule = "",
                         const std::string& preset = "booksim-min") {
    const Network network = make_network(word);
    SimulationChoice choice;
    choice.preset = preset;
    choice.routing = routing;
    choice.vc_rule = vc_rule;
    choice.traffic = traffic;
    choice.settings = {{"vcs", vcs},       {"buffer", buffer}, {"flits", flits},
                       {"cycles", cycles}, {"warmup", "3000"}, {"extra-vcs", extra}};
    SimulationCase c = make_simulation_case(network, choice);
    c.options.load = load;
    return simulate(network, *c.routing, c.rule, *c.traffic, c.options);
}

// Of BookSim2's min_adapt at 0.2, which keeps one way of each priority: dimension order, VC 0 for good once it is
// taken.
double min_adapt(const std::string& flits, const std::string& preset) {
    return booksim("mesh:8x8", "4", "8", flits, "uniform", 0.2, "20000", "dor", "spread", "booksim-min-adapt", preset)
        .latency.value()
        .mean;
}

// A graph in BookSim2's anynet syntax.
Network anynet(const std::string& text) {
    const auto path = std::filesystem::temp_directory_path() / ("wafernet_anynet_" + std::to_string(getpid()));
    std::ofstream(path) << text;
    Network network = read_graph_file(path.string());
    std::filesystem::remove(path);
    return network;
}

// A mesh whose links take so many cycles along x and y.
std::string mesh_4x4(int x_cycles, int y_cycles) {
    std::string text;
    for (int v = 0; v < 16; ++v) {
        text += "router " + std::to_string(v) + " node " + std::to_string(v);
        for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
            const int x = v % 4 + dx, y = v / 4 + dy;
            if (x < 0 || x > 3 || y < 0 || y > 3) continue;
            text += " router " + std::to_string(4 * y + x) + " " + std::to_string(dx != 0 ? x_cycles : y_cycles);
        }
        text += "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("mean latencies at moderate load are BookSim2's within 3 % and the noise of both" *
          doctest::test_suite("long")) {
    // The whole table is `tests/bench` territory (wafernet_bench --benchmark_filter=booksim); here one load of each
    // shape.
    const auto close = [](const SimulationResult& r, double printed, double least) {
        REQUIRE(r.latency);
        CHECK(r.latency->minimum == least);
        CHECK(r.latency->mean == about(printed).epsilon(0.03));
    };
    close(booksim("mesh:8x8", "2", "4", "16", "uniform", 0.1), 46.83, 23);
    close(booksim("torus:8x8", "2", "4", "16", "uniform", 0.1), 42.18, 23);
    close(booksim("torus:8x8", "2", "8", "16", "uniform", 0.2), 44.95, 20);
    close(booksim("mesh:8x8", "2", "8", "1", "uniform", 0.3), 23.99, 5);
    close(booksim("mesh:8x8", "2", "4", "16", "transpose", 0.1), 48.81, 23);
}

TEST_CASE("BookSim2's networks with several terminals a router have its latencies") {
    // uniform traffic of 4 flits, 3 to 7 periods of 3,000 cycles of BookSim2, links of one cycle but in the dragonfly
    const auto close = [](const SimulationResult& r, double printed) {
        REQUIRE(r.latency);
        CHECK(r.latency->minimum == 8);
        CHECK(r.latency->mean == about(printed).epsilon(0.03));
    };
    const auto at = [](const std::string& word, const std::string& vcs, double load, const std::string& routing = "") {
        return booksim(word, vcs, "8", "4", "uniform", load, "6000", routing);
    };
    close(at("booksim-cmesh:4", "2", 0.15), 19.998);
    close(at("booksim-cmesh:4,1", "2", 0.15), 22.855);
    close(at("booksim-cmesh:4", "2", 0.12, "dor-no-express"), 20.454);
    close(at("booksim-cmesh:4", "4", 0.12, "xy-yx"), 21.480);
    close(at("booksim-flatfly:4,2,2", "2", 0.3), 16.860);
    close(at("booksim-flatfly:4,2,2,1", "4", 0.2), 18.631);
    close(at("booksim-flatfly:4,2,2", "4", 0.3, "xy-yx"), 17.694);
    close(at("booksim-flatfly:2,3,1", "2", 0.35), 15.310);
    close(at("booksim-fattree:2,3", "2", 0.3), 18.456);
    close(at("booksim-fattree:4,3", "4", 0.3), 24.207);
    close(at("booksim-qtree", "2", 0.04), 22.910);
    close(booksim("booksim-dragonfly:2", "2", "256", "4", "uniform", 0.3, "6000"), 120.504);
    // Valiant's routing on BookSim2's flatfly with one terminal a router, 4 VCs; a message that meets its destination
    // on the way to the node drawn stays there in both.
    close(at("hyperx:4x4", "4", 0.1, "valiant"), 17.154);
    close(at("hyperx:4x4", "4", 0.3, "valiant"), 19.626);
    close(at("hyperx:4x4", "4", 0.5, "valiant"), 23.896);
    // Its UGAL with every router drawn alike and no threshold: it draws within the destination's rows and columns, and
    // takes the minimal way for two flits more.
    close(at("hyperx:4x4", "4", 0.1, "ugal"), 13.368);
    close(at("hyperx:4x4", "4", 0.3, "ugal"), 15.466);
    // One terminal a router: messages differ so much in length of path that short runs tell nothing. Mean of four seeds
    // of BookSim2 with sample_period = 50000: 89.95 to 91.10.
    const SimulationResult lone = booksim("booksim-dragonfly:1", "2", "256", "8", "uniform", 0.05, "400000");
    CHECK(lone.latency.value().mean == about(90.647).epsilon(0.02));
    // BookSim2's min_adapt with its defaults (routing_delay = 1, speculative = 0), public report booksim2#13.
    CHECK(min_adapt("8", "booksim-4stage") == about(51.7).epsilon(0.03));
}

// Wrong: 29.32, 4 % less than BookSim2; why is not known. With its default stages, above, both agree.
TEST_CASE("BookSim2's min_adapt has its latency with speculation" * doctest::should_fail()) {
    CHECK(min_adapt("4", "booksim-min") == about(30.572).epsilon(0.03));
}

TEST_CASE(
    "flattened butterflies, concentrated meshes, fat trees, butterflies and dragonflies have BookSim2's latencies "
    "within 3 % up to 80 % of its knee" *
    doctest::test_suite("long")) {
    // BookSim2: uniform traffic, links of one cycle but in the dragonfly, speculative = 1, routing_delay = 0, islip;
    // means of seeds 7 and 8 with sample_period = 4000 and max_samples = 10, at 30, 60 and 80 % of the load at which
    // its mean latency passes eight times that at 0.01 (found to 0.015, sample_period = 2000).
    struct Point {
        double load, latency;
    };
    struct Case {
        const char *word, *routing, *extra, *vcs, *buffer, *flits;
        double knee;
        std::array<Point, 3> points;
    };
    const Case measured[] = {
        {"booksim-flatfly:4,2,2",
         "",
         "spread",
         "2",
         "8",
         "4",
         0.571,
         {{{0.1714, 14.483}, {0.3427, 17.965}, {0.457, 22.669}}}},
        {"booksim-flatfly:4,2,2",
         "",
         "spread",
         "4",
         "4",
         "1",
         0.602,
         {{{0.1806, 9.819}, {0.3611, 10.674}, {0.4815, 12.409}}}},
        {"booksim-flatfly:4,2,2",
         "xy-yx",
         "spread",
         "4",
         "8",
         "2",
         0.602,
         {{{0.1806, 11.592}, {0.3611, 13.864}, {0.4815, 17.557}}}},
        {"booksim-flatfly:3,2,2",
         "",
         "spread",
         "2",
         "8",
         "4",
         0.495,
         {{{0.1484, 13.779}, {0.2968, 17.029}, {0.3958, 21.674}}}},
        {"booksim-cmesh:4",
         "",
         "spread",
         "2",
         "8",
         "4",
         0.188,
         {{{0.0565, 15.55}, {0.1131, 17.414}, {0.1508, 19.652}}}},
        {"booksim-cmesh:4",
         "",
         "spread",
         "4",
         "4",
         "1",
         0.188,
         {{{0.0565, 11.595}, {0.1131, 12.024}, {0.1508, 12.774}}}},
        {"booksim-cmesh:4",
         "dor-no-express",
         "spread",
         "2",
         "8",
         "8",
         0.188,
         {{{0.0565, 22.776}, {0.1131, 27.758}, {0.1508, 35.201}}}},
        {"booksim-cmesh:8",
         "",
         "spread",
         "2",
         "8",
         "2",
         0.097,
         {{{0.029, 21.222}, {0.0579, 22.779}, {0.0772, 25.137}}}},
        {"booksim-fattree:2,3",
         "",
         "spread",
         "2",
         "8",
         "4",
         0.740,
         {{{0.2219, 17.584}, {0.4438, 21.261}, {0.5918, 26.914}}}},
        {"booksim-fattree:4,2",
         "",
         "spread",
         "2",
         "8",
         "1",
         0.617,
         {{{0.1852, 9.75}, {0.3703, 10.383}, {0.4938, 11.613}}}},
        {"booksim-fattree:2,4",
         "",
         "spread",
         "4",
         "8",
         "8",
         0.755,
         {{{0.2265, 31.053}, {0.453, 43.189}, {0.604, 63.35}}}},
        {"booksim-fattree:4,3",
         "",
         "spread",
         "2",
         "8",
         "2",
         0.602,
         {{{0.1806, 17.413}, {0.3611, 19.816}, {0.4815, 23.395}}}},
        {"butterfly:2,3", "", "spread", "2", "8", "4", 0.694, {{{0.2081, 16.085}, {0.4163, 19.873}, {0.555, 25.798}}}},
        {"butterfly:2,4", "", "spread", "1", "8", "1", 0.633, {{{0.1898, 14.283}, {0.3795, 14.986}, {0.506, 16.271}}}},
        {"butterfly:4,2", "", "spread", "4", "8", "8", 0.617, {{{0.1852, 19.093}, {0.3703, 27.402}, {0.4938, 38.97}}}},
        {"butterfly:4,3", "", "spread", "2", "8", "2", 0.587, {{{0.176, 13.049}, {0.3519, 15.151}, {0.4693, 18.45}}}},
        {"butterfly:8,2", "", "spread", "2", "4", "4", 0.541, {{{0.1622, 12.824}, {0.3244, 15.844}, {0.4325, 19.994}}}},
        {"booksim-dragonfly:2",
         "",
         "unused",
         "2",
         "256",
         "4",
         0.633,
         {{{0.1898, 118.117}, {0.3795, 124.175}, {0.506, 137.735}}}},
        {"booksim-dragonfly:2",
         "",
         "unused",
         "2",
         "128",
         "1",
         0.648,
         {{{0.1943, 113.096}, {0.3887, 114.215}, {0.5183, 116.83}}}},
        {"booksim-dragonfly:2",
         "",
         "unused",
         "4",
         "128",
         "2",
         0.602,
         {{{0.1806, 114.638}, {0.3611, 117.203}, {0.4815, 122.141}}}},
    };
    for (const Case& m : measured) {
        CAPTURE(std::string(m.word));
        CAPTURE(std::string(m.flits));
        for (const Point& p : m.points) {
            CAPTURE(p.load / m.knee);
            const SimulationResult r =
                booksim(m.word, m.vcs, m.buffer, m.flits, "uniform", p.load, "12000", m.routing, m.extra);
            REQUIRE(r.latency);
            CHECK(r.latency->mean == about(p.latency).epsilon(0.03));
        }
    }
}

TEST_CASE("a virtual channel passes short messages one after another through all stages, as BookSim2's does") {
    // A row of four nodes, each sends to the next all that it can; accepted with 1 and 2 virtual channels. Two VCs with
    // two flits lock in at 4 flits in 5 cycles or at all, by chance, in both: BookSim2 0.80 to 0.89.
    const auto accepted = [](const char* vcs, const char* flits) {
        const Network network = make_network("mesh:4");
        SimulationChoice choice;
        choice.preset = "booksim-4stage";
        choice.traffic = "neighbor";
        choice.settings = {{"vcs", vcs}, {"buffer", "16"}, {"flits", flits}, {"cycles", "4000"}};
        SimulationCase c = make_simulation_case(network, choice);
        c.options.load = 1.0;
        return simulate(network, *c.routing, c.rule, *c.traffic, c.options).accepted;
    };
    CHECK(accepted("1", "1") == about(1.0 / 3).epsilon(0.002));
    CHECK(accepted("1", "2") == about(0.5).epsilon(0.002));
    CHECK(accepted("1", "4") == about(2.0 / 3).epsilon(0.002));
    CHECK(accepted("2", "1") == about(2.0 / 3).epsilon(0.002));
    CHECK(accepted("2", "2") < 0.9);
    CHECK(accepted("3", "1") == about(1.0).epsilon(0.002));
}

TEST_CASE("accepted traffic in deep overload is BookSim2's within 5 %") {
    // Rows `saturation` of the measured figures: offered 1.0. One-flit messages are all headers, every one of which
    // bids for the switch by speculation: an allocator that served those that were sure of a virtual channel first
    // accepts 7 % more.
    const auto close = [](const SimulationResult& r, double printed) {
        CHECK(r.accepted == about(printed).epsilon(0.05));
    };
    close(booksim("mesh:8x8", "2", "8", "1", "uniform", 1.0, "3000"), 0.38488);
    close(booksim("mesh:8x8", "2", "4", "16", "uniform", 1.0, "4000"), 0.305849);
    close(booksim("torus:8x8", "2", "8", "16", "uniform", 1.0, "4000"), 0.345917);
    close(booksim("mesh:8x8", "2", "4", "16", "transpose", 1.0, "4000"), 0.318385);
}

TEST_CASE("the latency without load is BookSim2's in 26 configurations, by the routers that its messages visited") {
    // BookSim2 with traffic = uniform, 0.01 packets a cycle in the whole network, warmup_periods = 1, sample_period =
    // 100000, max_samples = 10, seed = 7 and the router of `preset`. Its messages are few, so that their distances
    // differ from the mean over all pairs by chance; a router more or less is as many cycles here, which leaves what
    // they waited for each other: less than 0.2 %, and 0.5 % where they have 16 flits.
    struct Idle {
        const char* word;
        const char* preset;
        const char* vcs;
        const char* buffer;
        const char* flits;
        std::vector<std::pair<std::string, std::string>> more;
        std::string routing;
        double latency;  // measured: its mean and its least, and the mean number of routers
        double least, routers;
    };
    const std::vector<std::pair<std::string, std::string>> own{}, serial{{"allocation-cycles", "1"}},
        slow_links{{"link-cycles", "2"}};
    const Idle measured[] = {
        {"mesh:8x8", "booksim-min", "2", "8", "4", own, "", 23.6498, 8, 6.21344},
        {"mesh:8x8", "booksim-4stage", "2", "8", "4", own, "", 36.0726, 10, 6.21344},
        {"mesh:8x8", "booksim-min", "2", "8", "1", own, "", 20.6199, 5, 6.20655},
        {"mesh:8x8", "booksim-min", "2", "4", "16", own, "", 38.7797, 23, 6.20566},
        {"mesh:8x8", "booksim-min", "2", "8", "4", serial, "", 29.8603, 9, 6.21344},
        {"mesh:4x4x4", "booksim-min", "2", "8", "4", own, "", 19.2228, 8, 4.73826},
        {"mesh:9", "booksim-min", "2", "8", "4", own, "", 16.886, 8,
         3.9607},  // 0.001 packets a cycle, sample_period = 1000000
        {"mesh:2x2x2x2", "booksim-min", "2", "8", "4", own, "", 14.0215, 8, 3.00243},
        {"torus:8x8", "booksim-min", "2", "8", "4", own, "", 20.0438, 8, 5.01233},
        {"torus:8x8", "booksim-min", "2", "8", "4", slow_links, "", 24.0503, 8, 5.01066},
        {"torus:5x5", "booksim-min", "3", "8", "4", own, "", 15.2016, 8, 3.39648},
        {"torus:4x4x4", "booksim-min", "4", "8", "4", own, "", 17.0302, 8, 4.00833},
        {"torus:16", "booksim-4stage", "2", "8", "4", own, "", 30.0622, 10, 5.00607},
        {"booksim-cmesh:4", "booksim-min", "2", "8", "4", own, "", 14.3612, 8, 3.11638},
        {"booksim-cmesh:8", "booksim-min", "2", "8", "4", own, "dor-no-express", 23.6449, 8, 6.21193},
        {"booksim-fattree:4,3", "booksim-min", "2", "8", "4", own, "", 18.1616, 8, 4.38434},
        {"booksim-fattree:2,4", "booksim-min", "2", "8", "4", own, "", 20.8061, 8, 5.26209},
        {"booksim-flatfly:4,2,2", "booksim-min", "2", "8", "4", own, "", 12.5028, 8, 2.49939},
        {"booksim-qtree", "booksim-min", "2", "8", "4", own, "", 18.1701, 8, 4.37835},
        {"booksim-tree4", "booksim-min", "2", "8", "4", own, "", 18.1248, 8, 4.37168},
    };
    for (const Idle& m : measured) {
        CAPTURE(std::string(m.word));
        CAPTURE(std::string(m.preset));
        const Network network = make_network(m.word);
        SimulationChoice choice;
        choice.preset = m.preset;
        choice.routing = m.routing;
        choice.settings = {{"vcs", m.vcs}, {"buffer", m.buffer}, {"flits", m.flits}};
        choice.settings.insert(choice.settings.end(), m.more.begin(), m.more.end());
        const SimulationCase c = make_simulation_case(network, choice);
        const auto idle = [&](const SimulationOptions& options) {
            return mean_zero_load_latency(network, *c.routing, *c.traffic, options);
        };
        const std::uint32_t flits = c.options.router.lengths.front().flits;
        const double latency = idle(c.options);
        CHECK(static_cast<double>(zero_load_latency(c.options.router, {}, flits)) == m.least);
        SimulationOptions wide = c.options, slower = c.options;
        wide.router.buffer_flits = slower.router.buffer_flits = 1000;
        slower.router.router_cycles += 1;
        const double routers = 1.0 + idle(slower) - idle(wide);  // the ports of a lone router take no part
        CHECK(m.routers == about(routers).epsilon(0.015));
        const std::vector<std::uint32_t> one(1, c.options.router.link_cycles), two(2, c.options.router.link_cycles);
        const double hop = static_cast<double>(zero_load_latency(c.options.router, two, flits)) -
                           static_cast<double>(zero_load_latency(c.options.router, one, flits));
        CHECK(m.latency == about(latency + hop * (m.routers - routers)).epsilon(flits == 16 ? 0.005 : 0.002));
    }
    // Links of several lengths: the means alone, within the chance of 1,000 messages.
    const auto mean = [](const Network& network, const char* buffer, const std::string& routing = "") {
        SimulationChoice choice;
        choice.preset = "booksim-min";
        choice.routing = routing;
        choice.settings = {{"vcs", "2"}, {"buffer", buffer}, {"flits", "4"}};
        const SimulationCase c = make_simulation_case(network, choice);
        return mean_zero_load_latency(network, *c.routing, *c.traffic, c.options);
    };
    CHECK(mean(make_network("booksim-cmesh:4,1"), "8", "dor-no-express") == about(17.942).epsilon(0.01));
    CHECK(mean(make_network("booksim-flatfly:4,2,2,1"), "8") == about(15.9684).epsilon(0.01));
    CHECK(mean(make_network("booksim-dragonfly:2"), "256") == about(115.344).epsilon(0.01));
    // at 0.01 flits a node, where messages wait a little; all go through three and two switches
    CHECK(mean(make_network("butterfly:2,3"), "8") == about(14.078).epsilon(0.01));
    CHECK(mean(make_network("butterfly:8,2"), "4") == about(11.07).epsilon(0.01));
    CHECK(mean(anynet("router 0 node 0 router 1 20 router 2 1\nrouter 1 node 1 router 0 20 router 2 1\nrouter 2 node 2 "
                      "router 0 1 router 1 1\n"),
               "32") == about(10.6447).epsilon(0.01));
    // the example in the README of BookSim2's anynet
    CHECK(mean(anynet("router 0 node 0 router 1 10 router 2 5\nrouter 1 node 1 router 2\nrouter 2 node 2\n"), "32") ==
          about(11.1871).epsilon(0.01));
    CHECK(mean(anynet(mesh_4x4(3, 5)), "32") == about(23.1142).epsilon(0.01));
}

TEST_CASE("anynet files with latencies have BookSim2's latency at low and at moderate load within 2 %" *
          doctest::test_suite("long")) {
    // one flit, 2 VCs of 32, sample_period = 20000
    const std::string triangle =
        "router 0 node 0 router 1 20 router 2 1\nrouter 1 node 1 router 0 20 router 2 1\nrouter 2 node 2 router 0 1 "
        "router 1 1\n";
    const std::string readme = "router 0 node 0 router 1 10 router 2 5\nrouter 1 node 1 router 2\nrouter 2 node 2\n";
    const std::tuple<std::string, double, double, double> measured[] = {
        {triangle, 0.01, 7.62645, 0.02},      {triangle, 0.02, 7.69139, 0.02},
        {triangle, 0.2, 7.79566, 0.02},       {readme, 0.02, 8.24496, 0.02},
        {readme, 0.2, 8.35746, 0.02},         {mesh_4x4(3, 5), 0.02, 20.016, 0.02},
        {mesh_4x4(3, 5), 0.2, 20.3006, 0.02}, {mesh_4x4(5, 3), 0.02, 20.0178, 0.02},
        {mesh_4x4(5, 3), 0.2, 20.3015, 0.02}, {mesh_4x4(4, 4), 0.02, 20.0211, 0.02},
        {mesh_4x4(4, 4), 0.2, 20.4029, 0.02}};
    for (const auto& [text, load, latency, within] : measured) {
        CAPTURE(text);
        CAPTURE(load);
        const Network network = anynet(text);
        SimulationChoice choice;
        choice.preset = "booksim-min";
        choice.settings = {{"vcs", "2"},
                           {"buffer", "32"},
                           {"flits", "1"},
                           {"cycles", load < 0.05 ? "200000" : "40000"},
                           {"warmup", "1000"}};
        SimulationCase c = make_simulation_case(network, choice);
        c.options.load = load;
        CHECK(simulate(network, *c.routing, c.rule, *c.traffic, c.options).latency.value().mean ==
              about(latency).epsilon(within));
    }
}
