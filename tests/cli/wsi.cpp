// stack, yield, router and mapping from the command line: columns of the contract, and what is refused.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "checks.hpp"
#include "figures.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/design/design.hpp"

using namespace wafernet::test;

TEST_CASE("the columns of stack, yield, router and mapping are those of the contract") {
    CHECK(output({"stack", "htn:4,4,2,0", "--planes", "16"})
              .starts_with("network,nodes,planes,nodes_per_plane,peak_vertical_links,layout_area_mm2,area_vs_torus2d,"
                           "max_wire_tiles,total_wire_tiles,mean_wire_tiles,"));
    CHECK(output({"yield", "htn:4,4,2,0", "--defects", "0.1"})
              .starts_with("defects_per_cm2,yield_node,yield_bm,yield_level2,"));
    CHECK(output({"router", "--ports", "9", "--vcs", "3"}).starts_with("module,count,gates,delay_ns,"));
    CHECK(output({"mapping", "htn:4,4,2,0"}).starts_with("network,application,steps,"));
}

TEST_CASE("stack gives 40 physical and 10 module links for HTN(4,4,2,0) on 16 planes") {
    const std::string out = output({"stack", "htn:4,4,2,0", "--planes", "16", "--technology", "thesis"});
    CHECK(out.find("\"htn:4,4,2,0\",1024,16,64,40,") != std::string::npos);
    CHECK(out.find(",4,7168,2.3333333333333335,10,40,12,5,5,") != std::string::npos);  // wires within the planes
    CHECK(out.find(",27,8512,") != std::string::npos);                                 // on one plane
    CHECK(out.find("line_width = 2 um") != std::string::npos);                         // marked as an assumption
    const std::string blocks =
        output({"stack", "torus:64x64", "--planes", "16", "--placement", "blocks", "--technology", "thesis"});
    CHECK(blocks.find("torus:64x64,4096,16,256,160,") != std::string::npos);
    CHECK(blocks.find(",1,1,7680,1,") != std::string::npos);  // its own area over its own area
    CHECK(blocks.find(",63,16128,") != std::string::npos);
}

TEST_CASE("router prints 10530 gates and 9.69, 6.69 and 12.99 ns") {
    const std::string out = output({"router", "--ports", "9", "--vcs", "3", "--technology", "thesis"});
    CHECK(out.find("total,,10530,") != std::string::npos);
    CHECK(out.find("\r\nsetup,,,9.69") != std::string::npos);
    CHECK(out.find("6.69\r\n") != std::string::npos);
    CHECK(output({"router", "--network", "htn:4,4,2,0", "--vcs", "3", "--algorithm", "ls", "--technology", "thesis"})
              .find(",12.99\r\n") != std::string::npos);
}

TEST_CASE("yield counts the repairable patterns of a plane") {
    CHECK(output({"yield", "htn:4,4,2,0", "--patterns", "4", "--replacement", "row"}).find("\r\n4,4845,625,") !=
          std::string::npos);
    CHECK(
        output({"yield", "htn:4,4,2,0", "--patterns", "4", "--replacement", "any-row"}).find("\r\n4,4845,4845,1\r\n") !=
        std::string::npos);
}

TEST_CASE("compare joins wafer figures with the others in one row") {
    const std::string out = output({"compare", "htn:4,4,2,0", "ring:9", "--metric", "peak_vertical_links", "--metric",
                                    "router_gates", "--metric", "bitonic_steps", "--planes", "16"});
    // router of 9 ports and the 6 virtual channels of its rule: 29 x 81 + 9 x 420 + 17 x 81 + 8 x 756, by hand
    CHECK(out.find("\"htn:4,4,2,0\",1024,40,13554,210,6,") != std::string::npos);
    CHECK(out.find("ring:9,9,,") != std::string::npos);  // 16 planes for 9 nodes: missing, not 0
    CHECK(output({"estimate", "htn:4,4,2,0", "--technology", "thesis"}).find("\r\nyield_level2,0.3779") !=
          std::string::npos);
    CHECK(csv({"yield", "htn:4,4,3,0", "--defects", "0.5", "--technology", "thesis"})[1][4].starts_with("0.00014585"));
    CHECK(output({"estimate", "htn:4,4,3,0", "--budget", "0.1", "--technology", "thesis"})
              .find("\r\nyield_level3,0.00014585") != std::string::npos);
}

TEST_CASE("a network has the steps of a formula only within that formula's range") {
    CHECK(csv({"compare", "torus:4x4x4", "torus:3x3x3", "--metric", "bitonic_steps", "--metric", "maximum_steps"}) ==
          std::vector<std::vector<std::string>>{{"network", "nodes", "bitonic_steps", "maximum_steps"},
                                                {"torus:4x4x4", "64", "18", "9"},
                                                {"torus:3x3x3", "27", "", ""}});
    CHECK(output({"estimate", "torus:3x3x3"}).find("25.1769") == std::string::npos);
    CHECK(output({"mapping", "mesh:4x4"}).find("mesh:4x4,bitonic,,") != std::string::npos);
}

TEST_CASE("switches are routers without a processor, and no spare PE replaces one") {
    const Folder folder;
    const std::string file = "file:" + folder.write("any.net",
                                                    "router 0 node 0 node 1 router 1 router 2\nrouter 1 node 2 router "
                                                    "0 router 3\nrouter 2 node 3 router 3\nrouter 3 node 4 node 5\n");
    const auto router = [](const std::string& ports) { return output({"router", "--ports", ports, "--vcs", "2"}); };
    CHECK(output({"router", "--network", "fattree:3", "--vcs", "2"}) == router("8"));  // the root
    CHECK(output({"router", "--network", file, "--vcs", "2"}) == router("4"));
    CHECK(output({"router", "--network", "htn:4,4,2,0", "--vcs", "2"}) == router("9"));
    CHECK(csv({"compare", "fattree:3", "--metric", "yield_bm"})[1] == std::vector<std::string>{"fattree:3", "15", ""});
    refused({"yield", "fattree:4", "--defects", "0.5", "--spare-columns", "1"}, "15 of its nodes are no PEs");
}

TEST_CASE("no figure of the wafer stack of any family is missing without a reason that holds" *
          doctest::test_suite("long")) {
    wafernet::DesignPoint point;
    point.planes = 16;
    int uneven = 0;
    std::set<std::string> words;
    for (const wafernet::Family* family : wafernet::families())
        words.insert({std::string(family->examples.front()), std::string(family->examples.back())});
    for (const std::string& word : words) {
        CAPTURE(word);
        const wafernet::Design design(word, point);
        const wafernet::Network& network = design.network();
        const bool too_many = *point.planes > network.graph.nodes();
        const std::uint64_t pes = network.shared_nodes > 0 ? network.terminals.size() : network.graph.nodes();
        const bool torus = wafernet::torus_layout_area(design.technology(), pes, *point.planes).has_value();
        uneven += !too_many && network.graph.nodes() % *point.planes != 0 ? 1 : 0;
        std::map<std::string, bool> there;
        for (const auto& f :
             wafernet::cli::figures(wafernet::cli::request_for(design, {}, {}, wafernet::cli::page_seconds / 100.0))) {
            if (f.section != "wafer stack") continue;
            const auto* missing = std::get_if<wafernet::Missing>(&f.value);
            if (missing != nullptr) CHECK_FALSE(missing->reason.empty());
            if (f.kind != "formula") there[f.metric] = there[f.metric] || missing == nullptr;
        }
        CHECK(there.at("peak_vertical_links") == !too_many);
        for (const char* metric : {"layout_area_mm2", "stack_area_mm2", "max_wire_tiles", "mean_wire_tiles"}) {
            CAPTURE(metric);
            CHECK(there.at(metric) == !too_many);
        }
        for (const char* metric : {"yield_system", "yield_planes", "yield_bonds", "yield_vertical_wires"})
            CHECK(there.at(metric) == !too_many);
        for (const char* metric : {"router_ports", "router_gates", "router_setup_ns", "clock_ns"})
            CHECK(there.at(metric));
        if (there.at("area_vs_torus2d")) CHECK(torus);
    }
    CHECK(uneven > 20);
}

TEST_CASE("area, price and yield of uneven planes are those of the fullest one, and the output says so") {
    // 33 nodes on 16 planes: one of 3 nodes; 48 on 16 planes: all of 3, and a ring has two links over every gap in both
    for (const char* metric : {"layout_area_mm2", "stack_area_mm2"}) {
        CAPTURE(metric);
        const auto row = csv({"compare", "ring:33", "ring:48", "--planes", "16", "--metric", metric});
        CHECK(row[1].back() == row[2].back());
    }
    const auto priced = csv({"cost", "ring:33", "ring:48", "--planes", "16"});
    CHECK(priced[1][3] == priced[2][3]);
    CHECK(priced[1][7] == priced[2][7]);
    CHECK(std::stod(priced[1].back()) > std::stod(priced[2].back()));  // the same stack for fewer nodes
    const std::string note = "uneven planes: ring:33 has planes of 2 and 3 nodes; area, spares and price are those of";
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"stack", "ring:33", "ring:48", "--planes", "16"},
          {"compare", "ring:33", "ring:48", "--planes", "16", "--metric", "layout_area_mm2"},
          {"cost", "ring:33", "ring:48", "--planes", "16"},
          {"yield", "ring:33", "--planes", "16", "--defects", "0.5"}}) {
        std::vector<std::string> text = command;
        text.insert(text.end(), {"--format", "text", "--notes"});
        CAPTURE(command.front());
        CHECK(program(text).out.find(note) != std::string::npos);
    }
    const std::string page = program({"estimate", "ring:33", "--planes", "16", "--format", "text", "--all"}).out;
    CHECK(page.find("16 planes, address order, planes of 2 and 3 nodes") != std::string::npos);
    CHECK(page.find("mm2 of the fullest plane with spares") != std::string::npos);
    CHECK(program({"draw", "ring:33", "--planes", "16", "--stack"}).out.find("16 planes of 2 and 3 nodes") !=
          std::string::npos);
}

TEST_CASE("wrong input of stack is refused with one line") {
    refused({"stack", "htn:4,4,2,0", "--planes", "1025"},
            "1025 planes for the 1024 nodes of htn:4,4,2,0, need 1 to 1024");
    refused({"stack", "htn:4,4,2,0", "--planes", "7", "--placement", "module"},
            "7 planes for the 1024 nodes of htn:4,4,2,0, placement module needs a number that divides them");
    refused({"stack", "htn:4,4,2,0", "--planes", "0"}, "--planes 0");
    refused({"stack", "htn:4,4,2,0", "--planes", "-4"}, "--planes");
    refused({"stack", "--planes", "4"}, "network");
    refused({"stack", "torus:16x16", "--planes", "8", "--placement", "blocks"}, "need a square number");
    refused({"stack", "torus:8x8", "--planes", "4", "--technology", "tvs"}, "did you mean 'tsv'?");
    refused({"stack", "torus:8x8", "--planes", "4", "--tracks", "printed"}, "need --tracks counted");
    const Folder folder;
    const std::string text = "name = \"t\"\ntitle = \"t\"\npe_side = {value = -2.0, unit = \"mm\", source = \"x\"}\n";
    refused({"stack", "torus:8x8", "--planes", "4", "--technology", folder.write("negative.toml", text)},
            "pe_side is -2, need more than 0");
    refused({"stack", "torus:8x8", "--planes", "4", "--technology",
             folder.write("unitless.toml", "name = \"t\"\ntitle = \"t\"\npe_side = {value = 2.0}\n")},
            "pe_side has no unit");
    refused({"stack", "torus:8x8", "--planes", "4", "--technology",
             folder.write("missing.toml", "name = \"t\"\ntitle = \"t\"\n")},
            "no pe_side");
}

TEST_CASE("one plane is not called planes") {
    CHECK(program({"stack", "torus:8x8", "--planes", "1"}).out.starts_with("networks on 1 plane, "));
    CHECK(program({"stack", "torus:8x8", "--planes", "2"}).out.starts_with("networks on 2 planes, "));
}

TEST_CASE("wrong input of yield is refused with one line") {
    refused({"yield", "htn:4,4,2,0", "--defects", "-0.1"}, "--defects");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1:0.5:0"}, "--defects");
    refused({"yield", "htn:4,4,2,0", "--defects", "nan"}, "--defects");
    refused({"yield", "htn:4,4,2,0", "--technology", "thesis"},
            "technology thesis gives no defect density, need --defects");
    CHECK(csv({"yield", "htn:4,4,2,0", "--technology", "tsv"})[1][0] == "0.1");
    CHECK(program({"yield", "--help-all"}).out.find("thesis gives") != std::string::npos);
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--spare-modules", "17"},
            "17 spares for 16 modules, need no more spares than modules");
    refused({"yield", "ring:8", "--defects", "0.5", "--spare-modules", "2"}, "no modules to spare");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--scope", "system"}, "negative-binomial");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--alpha", "1"}, "negative-binomial");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--model", "murphy", "--layers", "3"}, "bose-einstein");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--no-spares", "--replacement", "row"},
            "--replacement row without spare columns");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--spare-columns", "0", "--replacement", "any"},
            "--replacement any without spare columns");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--spare-columns", "5"},
            "5 spare columns for 4 columns of PEs, need no more spares than columns");
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--model", "negative-binomial", "--alpha", "1e-9"},
            "clustering alpha 1e-09, need 0.01 to 1000000");
    CHECK(csv({"yield", "htn:4,4,2,0", "--defects", "0.1", "--planes", "16", "--technology", "thesis"})[1][6].empty());
    refused({"yield", "htn:4,4,2,0", "--defects", "0.1", "--planes", "16", "--set", "bond_yield=2"},
            "--set bond_yield is 2, need 0..1");
    refused({"yield", "torus:64x64", "--defects", "0.1", "--replacement", "any-row"}, "patterns");
}

TEST_CASE("wrong input of router and mapping is refused with one line") {
    refused({"router", "--ports", "1"}, "1 router ports");
    refused({"router", "--ports", "9", "--freedom", "10"}, "routing freedom 10");
    refused({"router", "--vcs", "0"}, "0 virtual channels");
    refused({"router", "--ports", "9", "--network", "torus:4x4"}, "need one of them");
    refused({"router", "--network", "kmway-mesh:3,2", "--algorithm", "ls"}, "select no headers");
    refused({"mapping", "torus:3x5", "--schedule"}, "needs a power of two");
    refused({"mapping"}, "network");
}

TEST_CASE("a schedule is advised only where it can be had") {
    CHECK(program({"mapping", "mesh:3x5"}).err.find("--schedule needs a power of two") != std::string::npos);
    CHECK(program({"mapping", "ring:16"}).err.find("--schedule works the steps out") != std::string::npos);
    CHECK(program({"mapping", "ring:16", "--schedule"}).code == 0);
    CHECK(program({"mapping", "ring:8192"}).err.find("at most 4096 nodes") != std::string::npos);
}
