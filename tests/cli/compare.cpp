// compare and estimate at a design point of one's own, and the reasons of cells that are empty.
#include <doctest/doctest.h>

#include <map>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

// What compare says of a network as JSON, by column: the text of a value, or of the reason under "<column>_missing".
std::map<std::string, std::string> compared(std::vector<std::string> arguments, std::size_t network = 1) {
    arguments.insert(arguments.begin(), "compare");
    const Records values = csv(arguments);
    std::map<std::string, std::string> out;
    for (std::size_t i = 0; i < values[0].size(); ++i) out[values[0][i]] = values[network][i];
    arguments.insert(arguments.end(), {"--format", "json"});
    const std::string json = program(arguments).out;
    std::size_t row = 0;
    for (std::size_t i = 0; i < network; ++i) row = json.find("\n  {", row + 1);
    const std::string text = json.substr(row, json.find("\n", row + 1) - row);
    for (const std::string& column : values[0]) {
        const std::string key = "\"" + column + "_missing\": \"";
        const std::size_t at = text.find(key);
        if (at != std::string::npos)
            out[column + "_missing"] = text.substr(at + key.size(), text.find('"', at + key.size()) - at - key.size());
    }
    return out;
}

// The rows of estimate by metric, formulas left out.
std::map<std::string, std::vector<std::string>> page(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "estimate");
    std::map<std::string, std::vector<std::string>> out;
    for (const auto& row : csv(arguments)) {
        if (row[3] != "formula") out.emplace(row[0], row);
    }
    return out;
}

}  // namespace

TEST_CASE("compare gives the stack that stack gives, on any number of planes and in any technology" *
          doctest::test_suite("long")) {
    for (const auto& [word, planes] : {std::pair{"mesh:3x3", "3"},
                                       {"torus:6x6", "9"},
                                       {"mesh:10x10", "4"},
                                       {"torus:6x6x6", "6"},
                                       {"htn:4,4,2,0", "1"}}) {
        CAPTURE(word);
        auto row = compared({word, "--planes", planes, "--technology", "tsv"});
        const Records stack = csv({"stack", word, "--planes", planes, "--technology", "tsv"});
        for (const char* column : {"peak_vertical_links", "layout_area_mm2", "max_wire_tiles", "mean_wire_tiles"})
            CHECK(row[column] == cell(stack, column));
        auto figures = page({word, "--planes", planes, "--technology", "tsv"});
        CHECK(figures["peak_vertical_links"][1] == row["peak_vertical_links"]);
        CHECK(figures["peak_vertical_links"][4] ==
              planes + std::string(planes == std::string("1") ? " plane" : " planes") +
                  (row["placement"] == "last" || figures["placement"][1] == "last" ? ", placement last"
                                                                                   : ", address order"));
        CHECK(figures["layout_area_mm2"][4] == "rahman2006 Table 3.3 with vias in the tiles, technology tsv");
        if (word != std::string_view("htn:4,4,2,0")) continue;  // the others have one level
        CHECK(figures["yield_bm"][4] == "rahman2006 Eqs. 5.1-5.4, 0.1 defects per cm2, technology tsv");
        CHECK(std::stod(row["yield_bm"]) ==
              doctest::Approx(std::stod(cell(csv({"yield", word, "--technology", "tsv"}), "yield_bm"))));
    }
}

TEST_CASE("compare gives the latency and the bound that latency and load give for the same options") {
    const std::vector<std::string> options{"--traffic", "transpose", "--routing", "west-first", "--vcs",
                                           "3",         "--flits",   "5",         "--preset",   "booksim-min"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), options.begin(), options.end());
        return arguments;
    };
    auto row = compared(with({"mesh:6x6"}));
    const Records curve = csv(with({"latency", "mesh:6x6", "--loads", "0.01"}));
    CHECK(row["zero_load_latency_cycles"] == cell(curve, "zero_load_latency_cycles"));
    CHECK(row["saturation_load_flits_per_node_cycle"] == cell(curve, "saturation_load_flits_per_node_cycle"));
    CHECK(row["bottleneck"] == cell(curve, "bottleneck"));
    CHECK(row["design_point"] ==
          "1 plane, technology hybrid-bond; preset booksim-min, transpose traffic, 5 flits, routing west-first, vcs 3");
    auto figures = page(with({"mesh:6x6"}));
    CHECK(figures["saturation_load_flits_per_node_cycle"][4] ==
          "queueing model, preset booksim-min, transpose traffic, 5 flits, routing west-first, vcs 3");
    CHECK(figures["routed_diameter_hops"][4] == "routing west-first");
    CHECK(figures["deadlock_free"][4] == "routing west-first, VC rule any, 3 VCs, ties split");
    CHECK(figures["router_gates"][4] == "rahman2006 sec. 4.6, 3 VCs");
    CHECK(figures["router_gates"][1] == "4762");  // `router --network mesh:6x6 --vcs 3`, total
    // A shortest path in a ring of even length goes one way; without a dateline the ring is a cycle.
    CHECK(compared({"ring:8", "--vc-rule", "any"})["deadlock_free"] == "no");
    CHECK(compared({"ring:8", "--traffic", "tornado"})["channel_bound_flits_per_node_cycle"] ==
          cell(csv({"load", "ring:8", "--traffic", "tornado", "--ties", "parity"}),
               "ideal_throughput_flits_per_node_cycle"));
}

TEST_CASE("options that say what holds without them change no byte") {
    for (const char* command : {"compare", "estimate"}) {
        for (const char* format : {"text", "csv", "json", "md"}) {
            CHECK(program({command, "mesh:4x4", "--format", format}).out ==
                  program({command, "mesh:4x4", "--format", format, "--planes", "1", "--technology", "hybrid-bond",
                           "--traffic", "uniform"})
                      .out);
        }
    }
    auto row = page({"mesh:4x4"});
    CHECK(row["peak_vertical_links"][4] == "1 plane, address order");
    CHECK(row["zero_load_latency_cycles"][4] == "queueing model, preset ideal, uniform traffic, 16 flits");
    CHECK(row["router_gates"][4] == "rahman2006 sec. 4.6, 2 VCs");
}

TEST_CASE("what cannot apply to one of several networks leaves its cell empty with the reason") {
    const std::vector<std::string> words{"mesh:4x4",  "ring:9",    "--routing", "west-first",
                                         "--traffic", "transpose", "--planes",  "10"};
    auto mesh = compared(words, 1), ring = compared(words, 2);
    CHECK(mesh["deadlock_free"] == "yes");
    CHECK_FALSE(mesh["saturation_load_flits_per_node_cycle"].empty());
    CHECK(ring["deadlock_free_missing"].find("ring:9 has no routing 'west-first'") == 0);
    CHECK(ring["routed_diameter_hops_missing"].find("ring:9 has no routing 'west-first'") == 0);
    CHECK(ring["zero_load_latency_cycles_missing"].find("ring:9 has no routing 'west-first'") == 0);
    CHECK(ring["peak_vertical_links_missing"].find("10 planes for the 9 nodes of ring:9") == 0);
    CHECK(compared({"ring:9", "--traffic", "transpose"})["saturation_load_flits_per_node_cycle_missing"].find(
              "transpose traffic on ring:9") == 0);
    CHECK(compared({"ring:9", "--vcs", "1"})["saturation_load_flits_per_node_cycle_missing"].find(
              "needs 2 virtual channels") != std::string::npos);
}

TEST_CASE("a word that no network knows ends compare and estimate") {
    for (const char* command : {"compare", "estimate"}) {
        refused({command, "mesh:4x4", "--planes", "0"}, "--planes 0");
        refused({command, "mesh:4x4", "--technology", "tvs"}, "did you mean 'tsv'?");
        refused({command, "mesh:4x4", "--traffic", "transpoze"}, "did you mean 'transpose'?");
        refused({command, "mesh:4x4", "--traffic", "file:none.csv"}, "none.csv");
        refused({command, "mesh:4x4", "--preset", "fast"}, "--preset 'fast'");
        refused({command, "mesh:4x4", "--routing", "west-frist"},
                "unknown routing 'west-frist' (did you mean 'west-first'?)");
        refused({command, "mesh:4x4", "--vc-rule", "datelyne"}, "did you mean 'dateline'?");
        refused({command, "mesh:4x4", "--vc-rule", "table:x"}, "x");
        refused({command, "mesh:4x4", "--vcs", "65"}, "--vcs is 65");
        refused({command, "mesh:4x4", "--flits", "0"}, "--flits is 0");
        refused({command, "mesh:4x4", "--hotspot-nodes", "4"}, "need traffic hotspot");
        refused({command, "mesh:4x4", "--traffic", "hotspot", "--hotspot-nodes", "3"}, "need 1 or 4");
    }
}

TEST_CASE("a file of traffic that means nothing on any network ends compare and estimate") {
    const Folder folder;
    const std::string broken = "file:" + folder.write("broken.csv", "source,destination,rate\n0,1,nan\n"),
                      empty = "file:" + folder.write("empty.csv", "");
    refused({"estimate", "mesh:2x2", "--traffic", broken}, "'nan' is no rate");
    refused({"compare", "mesh:2x2", "mesh:3x3", "--traffic", empty}, "there is nothing in it");
    const std::string some = "file:" + folder.write("some.csv", "source,destination,rate\n0,8,1\n");  // nine nodes
    CHECK(program({"compare", "mesh:2x2", "mesh:3x3", "--traffic", some}).code == 0);
    refused({"estimate", "mesh:2x2", "--traffic", some}, "8");
}

TEST_CASE("every name of a routing, a VC rule and a pattern that list shows is a word for compare" *
          doctest::test_suite("long")) {
    const auto known = [](const char* list, const char* option) {
        const Records names = csv({"list", list});
        for (std::size_t i = 1; i < names.size(); ++i) {
            CAPTURE(names[i][0]);
            if (names[i][0].starts_with("file:")) continue;
            CHECK(program({"compare", "ring:4", "--metric", "links", option, names[i][0]}).code == 0);
        }
    };
    known("routings", "--routing");
    known("traffic", "--traffic");
    known("technologies", "--technology");
}

TEST_CASE("the simulator is run at the same point as the model") {
    const std::vector<std::string> words{"mesh:3x3", "--simulate", "--traffic", "shuffle",  "--flits",
                                         "2",        "--preset",   "thesis",    "--method", "model"};
    CHECK(page({"mesh:4x4", "--simulate", "--traffic", "shuffle", "--flits", "2", "--preset", "thesis", "--method",
                "model"})["simulated_low_load_latency_cycles"][4] ==
          "simulator, preset thesis, shuffle traffic, 2 flits, a tenth of saturation");
    // shuffle needs a power of two
    CHECK(compared(words)["simulated_low_load_latency_cycles_missing"].find("shuffle traffic on mesh:3x3") == 0);
}

TEST_CASE("the bound of the channels is that of load, and where the ports are full first theirs stands beside it" *
          doctest::test_suite("long")) {
    for (const char* word :
         {"mesh:3x3", "torus:5x3", "gh:4,2", "mesh:8x8", "htn:2,2,2,0", "ccc:4", "tesh:2,2,0", "kmway-mesh:3,2"}) {
        CAPTURE(word);
        auto row =
            compared({word, "--metric", "channel_bound_flits_per_node_cycle", "--metric",
                      "port_bound_flits_per_node_cycle", "--metric", "busiest_channel", "--metric", "bottleneck"});
        const Records load = csv({"load", word, "--ties", "parity"});
        const double channels = std::stod(cell(load, "ideal_throughput_flits_per_node_cycle"));
        CHECK(std::stod(row["channel_bound_flits_per_node_cycle"]) == doctest::Approx(channels));
        const std::string port = cell(load, "port_bound_flits_per_node_cycle");
        const bool ports_first = !port.empty() && std::stod(port) < channels;
        CHECK(row["port_bound_flits_per_node_cycle"].empty() != ports_first);
        if (ports_first) CHECK(std::stod(row["port_bound_flits_per_node_cycle"]) == doctest::Approx(std::stod(port)));
        // The channel that is named carries the bound.
        bool carries = row["busiest_channel"].empty();  // shared channels
        for (const auto& place : csv({"load", word, "--ties", "parity", "--places"})) {
            if (place[1] == row["busiest_channel"]) carries = std::abs(std::stod(place[4]) * channels - 1.0) < 1e-9;
        }
        CHECK(carries);
        const std::string bound_of = cell(csv({"latency", word, "--loads", "0.01"}), "bound_of");
        CHECK((bound_of == "ports") == ports_first);
    }
    // Another place than the busiest may be the fullest; then compare shows both.
    CHECK(compared({"ccc:4"}).contains("busiest_channel"));
    CHECK_FALSE(compared({"mesh:8x8"}).contains("busiest_channel"));
    CHECK_FALSE(compared({"mesh:8x8"}).contains("port_bound_flits_per_node_cycle"));
    CHECK(compared({"mesh:4x4x4", "--routing", "minimal-adaptive", "--metric",
                    "busiest_channel"})["busiest_channel_missing"] == "the messages have a choice of channels");
}

TEST_CASE("a figure that a network has is given, and one that it has not says why" * doctest::test_suite("long")) {
    const Folder folder;
    const std::string graph = "file:" + folder.write("mine.net", "a b\nb c\nc d\nd a\na c\n");
    const std::string pieces = "file+edges:" + folder.write("pieces.net", "a b\nc d\n");
    const std::vector<std::string> metrics{"--metric", "components",           "--metric", "terminals",
                                           "--metric", "layout_area_mm2",      "--metric", "area_vs_torus2d",
                                           "--metric", "routed_diameter_hops", "--metric", "routed_avg_distance_hops",
                                           "--metric", "mean_wire_tiles",      "--metric", "yield_bm",
                                           "--metric", "yield_level2",         "--metric", "router_gates",
                                           "--metric", "maximum_steps",        "--planes", "16"};
    std::map<std::string, std::map<std::string, std::string>> known;
    const auto asked = [&](const std::string& word) {
        if (!known.contains(word)) {
            std::vector<std::string> arguments{word};
            arguments.insert(arguments.end(), metrics.begin(), metrics.end());
            known[word] = compared(arguments);
        }
        return known[word];
    };
    auto mesh = asked("mesh:3x3");
    CHECK(mesh["components"] == "1");
    CHECK(mesh["terminals"] == "9");
    CHECK(mesh["layout_area_mm2_missing"].find("16 planes for the 9 nodes of mesh:3x3") == 0);
    CHECK(mesh["area_vs_torus2d_missing"].find("16 planes for the 9 nodes of mesh:3x3") == 0);
    CHECK(mesh["yield_level2_missing"].find("one level") == 0);
    CHECK(mesh["maximum_steps_missing"].find("the documents give no formula") == 0);
    auto mine = asked(graph);
    CHECK(mine["routed_diameter_hops"] == "2");
    CHECK(std::stod(mine["routed_avg_distance_hops"]) == doctest::Approx(14.0 / 12.0));  // 5 of the 6 pairs are linked
    CHECK(mine["mean_wire_tiles_missing"].find("16 planes for the 4 nodes") == 0);
    CHECK(mine["yield_bm_missing"].find("one level") == 0);
    CHECK(asked("htn3")["routed_diameter_hops"] == "16");  // along shortest paths, as its latencies are
    CHECK(asked(pieces)["components"] == "2");
    CHECK(asked(pieces)["routed_diameter_hops_missing"].find("not connected") == 0);
    CHECK(asked("kmway-mesh:3,2")["router_gates"] == "2698");
    CHECK(asked("fattree:4")["terminals"] == "16");
    for (const char* word :
         {"mesh:3x3", "htn3", "ccc:3", "fattree:3", "kmway-mesh:3,2", "stargraph:4", "how:7,3,2,1", "fibonacci:6"}) {
        CAPTURE(word);
        for (const auto& [column, text] : asked(word)) CHECK(text.find("means nothing") == std::string::npos);
    }
    CHECK(csv({"explain", "mesh:4x4", "components"})[1][1] == "1");
    CHECK(csv({"explain", "mesh:4x4", "terminals"})[1][1] == "16");
    CHECK(program({"explain", "mesh:3x3", "peak_vertical_links"}).out.find("1 plane, address order") !=
          std::string::npos);
}

TEST_CASE(
    "a comparison in which no figure asked for has a value ends with the reason, but not where it is for time alone" *
    doctest::test_suite("long")) {
    refused({"compare", "mesh:8x8", "ring:8", "--technology", "thesis", "--metric", "power_w"},
            "--metric power_w: none of the networks has this figure, mesh:8x8: technology thesis gives no wire_energy");
    refused({"compare", "mesh:4x4x4", "mesh:4x4", "--routing", "minimal-adaptive", "--metric", "busiest_channel"},
            "the messages have a choice of channels");
    CHECK(compared({"mesh:4x4x4", "--routing", "minimal-adaptive", "--metric",
                    "busiest_channel"})["busiest_channel_missing"] == "the messages have a choice of channels");
    CHECK(compared({"mesh:8x8", "--metric", "power_w,links"})["links"] == "112");
    CHECK(compared({"mesh:64x64", "--budget", "0.001", "--metric",
                    "saturation_load_flits_per_node_cycle"})["saturation_load_flits_per_node_cycle_missing"]
              .find("predicted to take") == 0);
    CHECK(compared({"mesh:400x400", "--budget", "0.001", "--metric", "diameter_hops"})["diameter_hops_missing"].find(
              "takes long") != std::string::npos);
}

TEST_CASE("a figure that takes too long for all networks is a note with the budget that shows it") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"compare", "torus:8x8"}, {"compare", "torus:8x8", "mesh:8x8"}}) {
        std::vector<std::string> hurried = words;
        hurried.insert(hurried.end(), {"--budget", "1e-9", "--notes"});
        const std::string text = program(hurried).out;
        CAPTURE(text);
        CHECK(text.find("no latency without load") != std::string::npos);
        CHECK(text.find("shown with --budget ") != std::string::npos);
        CHECK(program(words).out.find("--budget") == std::string::npos);
    }
}

TEST_CASE("what every network has is no column of its own") {
    auto alone = compared({"mesh:4x4"});
    CHECK_FALSE(alone.contains("components"));
    CHECK_FALSE(alone.contains("terminals"));
    auto beside = compared({"mesh:4x4", "fattree:4"});
    CHECK(beside["terminals"] == "16");
    CHECK_FALSE(page({"mesh:4x4"}).contains("components"));
}

TEST_CASE("topology, compare and estimate give the same routed paths where a network has no routing of its own" *
          doctest::test_suite("long")) {
    for (const char* word : {"htn3:4,2", "ccc:3", "stargraph:4"}) {
        CAPTURE(word);
        const Records rows = csv({"topology", word});
        auto row = compared({word});
        CHECK(cell(rows, "routing") == "minimal");
        for (const char* metric : {"routed_diameter_hops", "routed_avg_distance_hops"}) {
            CHECK(row[metric] == cell(rows, metric));
            CHECK(row[metric] ==
                  cell(csv({"topology", word, "--routing", "minimal"}), metric));  // followed path by path
            CHECK(page({word})[metric][4] == "routing minimal");
        }
    }
}

TEST_CASE("a saturation load of a routing that can deadlock is printed with a warning") {
    const auto warned = [](const std::vector<std::string>& words) {
        const Outcome o = program(words);
        CHECK(o.code == 0);
        return o.err;
    };
    const std::string star = "warning: stargraph:4: routing minimal, VC rule any, 2 VCs, ties parity can deadlock, ";
    CHECK(warned({"estimate", "stargraph:4", "--vc-rule", "any"}).starts_with(star));
    CHECK(warned({"estimate", "stargraph:4", "--vc-rule", "any", "--quiet"}).empty());
    CHECK(warned({"estimate", "stargraph:4", "--routing", "up-down"}).empty());
    const std::string both =
        warned({"compare", "mesh:4x4", "stargraph:4", "--metric", "saturation_load", "--vc-rule", "any"});
    CHECK(both.starts_with(star));
    CHECK(std::count(both.begin(), both.end(), '\n') == 1);
    // By default another rule is taken.
    CHECK(warned({"compare", "mesh:4x4", "stargraph:4", "--metric", "saturation_load"}) ==
          "warning: stargraph:4: routing minimal, VC rule datelines, 3 VCs, ties parity, in place of any, 2 VCs, which "
          "can "
          "deadlock\n");
    CHECK(warned({"compare", "mesh:4x4", "stargraph:4", "--metric", "links"}).empty());
}

TEST_CASE("compare and explore say how many nodes send where some are switches") {
    const std::string note = "not all nodes send, and loads are per node that does: ";
    const std::vector<std::string> figures = {"--metric", "saturation_load_flits_per_node_cycle,links"};
    const auto said = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), figures.begin(), figures.end());
        arguments.push_back("--notes");
        return program(arguments).out;
    };
    CHECK(said({"compare", "concentrated:4:hyperx:4x4", "hyperx:8x10"})
              .find(note + "concentrated:4:hyperx:4x4 64 of 80; --metric terminals") != std::string::npos);
    // As many nodes send, and still `nodes` counts switches.
    CHECK(said({"compare", "concentrated:4:hyperx:4x4", "hyperx:8x8"}).find(note) != std::string::npos);
    // The column is there, or all nodes send.
    CHECK(said({"compare", "concentrated:4:hyperx:4x4", "hyperx:8x10", "--metric", "terminals"}).find(note) ==
          std::string::npos);
    CHECK(said({"compare", "hyperx:4x4", "hyperx:8x8"}).find(note) == std::string::npos);
    const Outcome front = program({"explore", "--nodes", "20", "--families", "concentrated,torus", "--planes", "1",
                                   "--minimize", "links,-saturation_load_flits_per_node_cycle", "--notes"});
    CHECK(front.out.find(note) != std::string::npos);
    CHECK(front.out.find(" 20 of 2") != std::string::npos);
}

TEST_CASE("links between modules are compared") {
    // 16 planes of 2 x 2 modules side by side: 10 links cross the busiest gap, as Eq. 3.11 of rahman2006 says.
    const Records rows = csv({"compare", "htn:2,4,2,0", "--metric", "peak_module_links"});
    const auto at = std::ranges::find(rows[0], "peak_module_links") - rows[0].begin();
    CHECK(rows[1].at(static_cast<std::size_t>(at)) == "10");
}
