// Energy of several networks at one load, hosts and switches in one comparison, and the worst permutation as a file.
#include <doctest/doctest.h>

#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("compare gives the power that energy gives at the same load") {
    const std::vector<std::string> words{"mesh:4x4", "torus:4x4", "karytree:2,4", "hypercube:4"};
    for (const auto& [option, load] : {std::pair{"--load", "0.07"}, {"--gbit", "9"}}) {
        std::vector<std::string> compare{"compare"}, energy{"energy"};
        for (auto* arguments : {&compare, &energy}) {
            arguments->insert(arguments->end(), words.begin(), words.end());
            arguments->insert(arguments->end(),
                              {"--technology", "hybrid-bond", "--planes", "2", "--vcs", "4", option, load});
        }
        const Records compared = csv(compare), alone = csv(energy);
        for (std::size_t i = 1; i <= words.size(); ++i) {
            CAPTURE(words[i - 1]);
            for (const char* column : {"power_w", "energy_pj_per_bit", "load_flits_per_node_cycle"})
                CHECK(std::stod(cell(compared, i, column)) ==
                      doctest::Approx(std::stod(cell(alone, i, column))).epsilon(1e-12));
        }
    }
}

TEST_CASE("without a load all networks have their energy at half of the smallest saturation") {
    const Records rows = csv({"compare", "mesh:4x4", "torus:4x4", "ring:16", "--technology", "hybrid-bond", "--planes",
                              "2", "--flit-bits", "32", "--equal", "pins"});
    double least = 1e9;
    for (std::size_t i = 1; i <= 3; ++i)
        least = std::min(least, std::stod(cell(rows, i, "saturation_gbit_per_s_per_node")));
    for (std::size_t i = 1; i <= 3; ++i)
        CHECK(std::stod(cell(rows, i, "load_gbit_per_s_per_node")) == doctest::Approx(least / 2).epsilon(1e-9));
    const Outcome text = program(
        {"compare", "mesh:4x4", "ring:16", "--technology", "hybrid-bond", "--planes", "2", "--metric", "power_w"});
    CHECK(text.out.find("power, W at ") != std::string::npos);
    CHECK(text.out.find("half of the smallest saturation (ring:16)") != std::string::npos);
    refused({"compare", "mesh:4x4", "--load", "0.1", "--gbit", "3"}, "--load with --gbit");
    refused({"energy", "mesh:4x4", "--loads", "0.1", "--gbit", "3"}, "--loads with --load or --gbit");
    refused({"compare", "mesh:4x4", "--load", "0"}, "--load is 0");
}

TEST_CASE("a comparison says which hops have links to hosts in them") {
    const Outcome text =
        program({"compare", "torus:4x4", "concentrated:1:torus:4x4", "--metric", "diameter_h,diameter_r"});
    CHECK(text.out.find("with the links to hosts in concentrated:1:torus:4x4") != std::string::npos);
    const Records rows = csv({"compare", "torus:4x4", "concentrated:1:torus:4x4", "--metric",
                              "diameter_hops,diameter_router_hops,router_links,avg_router_hops"});
    CHECK(cell(rows, 1, "diameter_hops") == "4");
    CHECK(cell(rows, 2, "diameter_hops") == "6");
    for (const char* column : {"diameter_router_hops", "router_links", "avg_router_hops"})
        CHECK(cell(rows, 1, column) == cell(rows, 2, column));
    const Records topology = csv({"topology", "concentrated:1:torus:4x4"});
    CHECK(cell(topology, 1, "diameter_router_hops") == "4");
    CHECK(cell(topology, 1, "router_connectivity") == "4");
    CHECK(cell(topology, 1, "terminals") == "16");
}

TEST_CASE("the worst permutation is shown and written, and is worst when it is read back") {
    const Folder folder;
    const std::string file = folder / "worst.csv";
    CHECK(program({"load", "karytree:4,2", "--traffic", "worst", "--pairs", "-o", file}).code == 0);
    const Records worst = csv({"load", "karytree:4,2", "--traffic", "worst"}),
                  read = csv({"load", "karytree:4,2", "--traffic", "file:" + file});
    // Of the 4 hosts with one last digit, which share a way up, one is in the leaf of those that send: 3 flits a cycle.
    CHECK(cell(worst, 1, "max_load") == "3");
    CHECK(cell(read, 1, "max_load") == "3");
    CHECK(std::stod(cell(worst, 1, "ideal_throughput_flits_per_node_cycle")) == doctest::Approx(1.0 / 3.0));
    CHECK(program({"load", "karytree:4,2", "--traffic", "worst"}).out.find("none loads a channel more") !=
          std::string::npos);
    // The longest matching is no worst case of it: every host may go up a port of its own.
    CHECK(cell(csv({"load", "karytree:10,3", "--traffic", "worst"}), 1, "ideal_throughput_flits_per_node_cycle") ==
          "0.1");
    CHECK(cell(csv({"load", "concentrated:4:dragonfly:8,4", "--traffic", "worst"}), 1,
               "ideal_throughput_flits_per_node_cycle") == "0.03125");
    refused({"load", "torus:4x4", "--traffic", "worst", "--routing", "minimal-adaptive"}, "oblivious");
    refused({"load", "torus:4x4", "--traffic", "worst", "--ties", "split"}, "longest-matching");
}

TEST_CASE("one default of ties gives the textbook's capacity of a torus in every command") {
    // A node of an 8-ary ring sends 1 / 8 of its flits to each node of it: over 1 + 2 + 3 channels in one direction,
    // and over 4 for half of what goes to the opposite node, 8 / 8 = 1 flit a channel. Without messages to itself a
    // node sends 64 / 63 of that.
    for (const char* ties : {"", "split"}) {
        std::vector<std::string> words{"load", "torus:8x8"};
        if (*ties != 0) words.insert(words.end(), {"--ties", ties});
        CHECK(std::stod(cell(csv(words), 1, "ideal_throughput_flits_per_node_cycle")) ==
              doctest::Approx(63.0 / 64.0).epsilon(1e-9));
    }
    CHECK(std::stod(cell(csv({"load", "torus:8x8", "--routing", "valiant", "--traffic", "tornado"}), 1,
                         "ideal_throughput_flits_per_node_cycle")) == doctest::Approx(0.5).epsilon(1e-9));
    CHECK(output({"latency", "torus:8x8", "--loads", "0.1", "--method", "model"}).find(",parity") != std::string::npos);
}

TEST_CASE("shared channels saturate below what all of them carry, however little time there is") {
    // kmway-torus:4,2: 16 channels and 16 processors; a flit to one of the 15 others passes 47 / 15 channels, which
    // carry one a cycle each.
    for (const char* word : {"kmway-torus:4,2", "kmway-torus:8,3", "kmway-mesh:4,2"}) {
        CAPTURE(word);
        const Records r = csv({"latency", word, "--loads", "0.01", "--budget", "1"});
        const double bound = std::stod(cell(r, 1, "bound_flits_per_node_cycle"));
        CHECK(bound <= std::stod(cell(csv({"load", word}), 1, "ideal_throughput_flits_per_node_cycle")) * (1 + 1e-9));
        CHECK(std::stod(cell(r, 1, "saturation_upper_flits_per_node_cycle")) <= bound * (1 + 1e-9));
        if (std::string(word) == "kmway-torus:4,2") CHECK(bound == doctest::Approx(15.0 / 47));
    }
}
