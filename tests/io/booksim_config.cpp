// BookSim2's configurations: what they mean here, and what is refused.
#include "wafernet/io/booksim_config.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "wafernet/base/error.hpp"

using namespace wafernet;

namespace {

struct Config {
    explicit Config(const std::string& text)
        : path((std::filesystem::temp_directory_path() / ("wafernet_booksim_" + std::to_string(getpid()) + ".cfg"))
                   .string()) {
        std::ofstream(path, std::ios::binary) << text;
    }
    Config(const Config&) = delete;
    Config& operator=(const Config&) = delete;
    ~Config() { std::filesystem::remove(path); }
    std::string path;
};

BooksimCase read(const std::string& text, const std::vector<std::string>& overrides = {},
                 const std::vector<std::string>& ignored = {}) {
    const Config config(text);
    return read_booksim_config(config.path, overrides, ignored);
}

std::string value(const BooksimCase& from, const std::string& option) {
    for (const auto& [name, text] : from.options) {
        if (name == option) return text;
    }
    return "none";
}

// What is said after the file's name.
std::string complaint(const std::string& text, const std::vector<std::string>& overrides = {},
                      const std::vector<std::string>& ignored = {}) {
    const Config config(text);
    try {
        static_cast<void>(read_booksim_config(config.path, overrides, ignored));
    } catch (const InputError& error) {
        const std::string what = error.what();
        return what.starts_with(config.path) ? what.substr(config.path.size()) : what;
    }
    return "";
}

constexpr const char* mesh = "topology = mesh;\nk = 4; n = 2; // of 16\nrouting_function = dim_order;\n";

}  // namespace

TEST_CASE("a mesh of BookSim2 is a mesh here and what the file does not say has BookSim2's defaults") {
    const BooksimCase from = read(mesh);
    CHECK(from.network == "mesh:4x4");
    CHECK(value(from, "routing") == "dor");
    CHECK(value(from, "vcs") == "16");
    CHECK(value(from, "buffer") == "8");
    CHECK(value(from, "routing-cycles") == "1");
    CHECK(value(from, "allocation-cycles") == "1");
    CHECK(value(from, "credit-cycles") == "1");
    CHECK(value(from, "flits") == "1");
    CHECK(value(from, "loads") == "0.1");
    CHECK(value(from, "traffic") == "uniform");
    CHECK(value(from, "warmup") == "3000");
    CHECK(value(from, "cycles") == "7000");
    CHECK(value(from, "link-cycles") == "none");
}

TEST_CASE("the links of a torus take two cycles unless all links are alike") {
    const std::string torus = "topology = torus; k = 8; n = 3; routing_function = dim_order;";
    CHECK(read(torus).network == "torus:8x8x8");
    CHECK(value(read(torus), "link-cycles") == "2");
    CHECK(value(read(torus), "vc-rule") == "booksim");
    CHECK(value(read(torus + "use_noc_latency = 0;"), "link-cycles") == "none");
}

TEST_CASE("the injection rate counts packets unless it is said to count flits") {
    CHECK(value(read(std::string(mesh) + "packet_size = 4; injection_rate = 0.025;"), "loads") == "0.1");
    CHECK(value(read(std::string(mesh) + "packet_size = 4; injection_rate = 0.025; injection_rate_uses_flits = 1;"),
                "loads") == "0.025");
    // 3 of 4 packets have one flit, one has five: 2 flits in the mean
    const BooksimCase mixed =
        read(std::string(mesh) + "packet_size = {{1,5}}; packet_size_rate = {{3,1}}; injection_rate = 0.1;");
    CHECK(value(mixed, "flits") == "1:3,5:1");
    CHECK(value(mixed, "loads") == "0.2");
}

TEST_CASE("later statements and then overrides win") {
    CHECK(value(read(std::string(mesh) + "num_vcs = 4; num_vcs = 2;"), "vcs") == "2");
    CHECK(value(read(std::string(mesh) + "num_vcs = 4;", {"num_vcs=8", "traffic=bitcomp"}), "vcs") == "8");
    CHECK(value(read(mesh, {"traffic=bitcomp"}), "traffic") == "complement");
}

TEST_CASE("what BookSim2 does not read is refused with its line") {
    CHECK(complaint(std::string(mesh) + "foo = 3;").starts_with(":4: unknown key 'foo'"));
    CHECK(complaint(std::string(mesh) + "num_vc = 3;").find("did you mean 'num_vcs'?") != std::string::npos);
    CHECK(complaint(std::string(mesh) + "injection_rate = 1;")
              .starts_with(":4: injection_rate = 1, BookSim2 takes a number with a point"));
    CHECK(complaint(std::string(mesh) + "num_vcs = 2.0;")
              .starts_with(":4: num_vcs = 2.0, BookSim2 takes a whole number"));
    CHECK(complaint(std::string(mesh) + "traffic = 3;").starts_with(":4: traffic = 3, BookSim2 takes a word"));
    CHECK(complaint(std::string(mesh) + "num_vcs = 2\nk = 3;").starts_with(":5: found 'k', need ';'"));
    CHECK(complaint(std::string(mesh) + "num_vcs 2;").starts_with(":4: found '2', need '='"));
    CHECK(complaint(std::string(mesh) + "traffic = \"uniform\";").starts_with(":4: found '\"', need a value"));
    CHECK(complaint(std::string(mesh) + "num_vcs = 2").starts_with(":4: found the end of the file, need ';'"));
    CHECK(complaint("topology = mesh;").starts_with(": routing_function is 'none'"));
    CHECK(complaint(mesh, {"num_vcs"}) == "'num_vcs': need key=value");
    CHECK(complaint(mesh, {"num_vcs=two"}).starts_with("'num_vcs=two': num_vcs = two, BookSim2 takes a whole number"));
}

TEST_CASE("what cannot be honoured is refused by name unless it is ignored") {
    CHECK(complaint(std::string(mesh) + "internal_speedup = 2.0;") ==
          ":4: internal_speedup = 2.0 cannot be honoured, wafernet's switch runs at the link rate; --ignore "
          "internal_speedup passes over");
    CHECK(complaint("subnets = 2;\n\n\n\n\n\n\n\nfoo = 3;\nclasses = 2;\n" + std::string(mesh)) ==
          ":1: subnets = 2 cannot be honoured, wafernet has one network, nor can foo, classes; --ignore "
          "subnets,foo,classes passes over");
    CHECK(complaint(std::string(mesh) + "internal_speedup = 1.0;") == "");
    const BooksimCase ignoring = read(std::string(mesh) + "internal_speedup = 2.0;", {}, {"internal_speedup"});
    REQUIRE(ignoring.unheeded.size() == 1);
    CHECK(ignoring.unheeded[0] == "internal_speedup = 2.0: ignored");
    for (const char* line : {"subnets = 2;",
                             "classes = 2;",
                             "use_read_write = 1;",
                             "priority = age;",
                             "router = event;",
                             "buffer_policy = shared;",
                             "buf_size = 64;",
                             "input_speedup = 2;",
                             "output_speedup = 2;",
                             "vc_allocator = separable_input_first;",
                             "sw_allocator = wavefront;",
                             "alloc_iters = 2;",
                             "arb_type = matrix;",
                             "noq = 1;",
                             "vct = 1;",
                             "hold_switch_for_packet = 1;",
                             "wait_for_tail_credit = 1;",
                             "vc_busy_when_full = 1;",
                             "vc_prioritize_empty = 1;",
                             "vc_shuffle_requests = 1;",
                             "channel_file = c;",
                             "link_failures = 1;",
                             "output_buffer_size = 8;",
                             "injection_process = on_off;",
                             "sim_type = batch;",
                             "vc_alloc_delay = 2;",
                             "sw_alloc_delay = 2;",
                             "st_prepare_delay = 1;",
                             "st_final_delay = 2;",
                             "output_delay = 1;",
                             "traffic = randperm;",
                             "traffic = hotspot({0});",
                             "traffic = diagonal;",
                             "topology = gecko;",
                             "routing_function = romm;",
                             "routing_function = valiant;",
                             "routing_function = min;",
                             "routing_delay = 2;",
                             "packet_size = {1,5};",
                             "c = 4;",
                             "num_vcs = 65;",
                             "vc_buf_size = 0;",
                             "injection_rate = -0.5;",
                             "sim_power = 1;",
                             "output_buffer_size = 0;"}) {
        CAPTURE(line);
        const std::string said = complaint(std::string(mesh) + line);
        CHECK(said.starts_with(":4: "));
        CHECK(said.find(" cannot be honoured, ") != std::string::npos);
    }
    CHECK(complaint(mesh, {}, {"speedup"}).starts_with("--ignore 'speedup'"));
}

TEST_CASE("BookSim2's networks with several terminals a router are taken with the routings that it has for them") {
    const auto taken = [](const std::string& text, const std::string& network, const std::string& routing,
                          const std::string& extra = "none") {
        CAPTURE(text);
        const BooksimCase from = read(text);
        CHECK(from.network == network);
        CHECK(value(from, "routing") == routing);
        CHECK(value(from, "extra-vcs") == extra);
    };
    const std::string tiles = "c = 4; xr = 2; yr = 2; k = 4; x = 4; y = 4; n = 2; ";
    taken("topology = cmesh; routing_function = dor; use_noc_latency = 0; " + tiles, "booksim-cmesh:4", "dor");
    taken("topology = cmesh; routing_function = dor_no_express; " + tiles, "booksim-cmesh:4,1", "dor-no-express");
    taken("topology = cmesh; routing_function = xy_yx_no_express; " + tiles, "booksim-cmesh:4,1", "xy-yx");
    taken("topology = flatfly; routing_function = ran_min; " + tiles, "booksim-flatfly:4,2,2,1", "dor");
    taken("topology = flatfly; routing_function = xyyx; x = 3; y = 3; k = 3; n = 3; use_noc_latency = 0;",
          "booksim-flatfly:3,3,1", "xy-yx");
    taken("topology = fattree; routing_function = nca; k = 4; n = 3;", "booksim-fattree:4,3", "up-down");
    taken("topology = qtree; routing_function = nca; k = 4; n = 3;", "booksim-qtree", "up-down");
    taken("topology = tree4; routing_function = nca; k = 4; n = 3;", "booksim-tree4", "up-down");
    taken("topology = dragonflynew; routing_function = min; k = 2; n = 1;", "booksim-dragonfly:2", "minimal", "unused");
    taken("topology = fly; routing_function = dest_tag; k = 4; n = 3;", "butterfly:4,3", "destination-tag");
    taken("topology = mesh; routing_function = min_adapt; k = 4;", "mesh:4x4", "dor");
    CHECK(value(read("topology = mesh; routing_function = min_adapt; k = 4;"), "vc-rule") == "booksim-min-adapt");

    const auto because = [](const std::string& text, const std::string& why) {
        CAPTURE(text);
        const std::string said = complaint(text);
        CAPTURE(said);
        CHECK(said.find(" cannot be honoured, " + why) != std::string::npos);
    };
    because("topology = cmesh; routing_function = dor; k = 4;", "BookSim2's cmesh needs 4");
    because("topology = cmesh; routing_function = dor; c = 4; k = 4;", "BookSim2 needs xr times yr");
    because("topology = cmesh; routing_function = dor; c = 4; xr = 2; yr = 2; k = 5;", "need an even number");
    because("topology = cmesh; routing_function = xy_yx; " + tiles,
            "of the routings of BookSim2's cmesh wafernet has dor, dor_no_express, xy_yx_no_express");
    because("topology = cmesh; routing_function = xy_yx_no_express; num_vcs = 3; " + tiles,
            "each order of the axes has half of them");
    because("topology = flatfly; routing_function = ran_min; k = 4;", "BookSim2's flatfly needs 4");
    because("topology = fattree; routing_function = anca; k = 4; n = 3;",
            "of the routings of BookSim2's fattree wafernet has nca");
    because("topology = qtree; routing_function = nca;", "BookSim2's qtree needs 4");
    because("topology = dragonflynew; routing_function = ugal; k = 2; n = 1;",
            "of the routings of BookSim2's dragonflynew wafernet has min");
    because("topology = dragonflynew; routing_function = min; k = 2; n = 1; num_vcs = 1;",
            "need a number from 2 to 64");
    because("topology = torus; routing_function = min_adapt; k = 4;",
            "BookSim2's takes only the fourth virtual channel");
}

TEST_CASE("anynet reads its file beside the configuration and takes BookSim2's paths") {
    const auto folder = std::filesystem::temp_directory_path();
    const auto graph = folder / ("wafernet_anynet_" + std::to_string(getpid()) + ".any");
    std::ofstream(graph) << "router 0 node 0 router 1\nrouter 1 node 1\n";
    const BooksimCase from =
        read("topology = anynet; network_file = " + graph.filename().string() + "; routing_function = min;");
    CHECK(from.network == "file:" + graph.string());
    CHECK(value(from, "routing") == "minimal");
    CHECK(value(from, "spread") == "none");
    CHECK(value(from, "route-by") == "latency");
    std::filesystem::remove(graph);
    CHECK(complaint("topology = anynet; routing_function = min;")
              .starts_with(":1: topology = anynet without network_file"));
}

TEST_CASE("any key may be ignored, several at once, and unknown ones are named together") {
    // The keys of a simulator that grew out of BookSim2.
    const std::string text = "use_map = 0;\nflit_size = 40;\n" + std::string(mesh);
    CHECK(complaint(text) ==
          ":1: unknown key 'use_map', BookSim2 stops there too, nor can flit_size; --ignore use_map,flit_size passes "
          "over");
    CHECK(complaint(text, {}, {"use_map"}).starts_with(":2: unknown key 'flit_size'"));
    CHECK(complaint(text, {}, {"use_map", "flit_size"}).empty());
    CHECK(complaint(text, {}, {"use_map,flit_size"}).empty());
    const BooksimCase read_it = read(text, {}, {"use_map,flit_size"});
    CHECK(read_it.unheeded.size() >= 2);
    CHECK(read_it.unheeded.front() == "use_map = 0: ignored");
    CHECK(complaint(text, {}, {"use_map,flit_siz,flit_size"}).find("--ignore 'flit_siz', must be a key of") !=
          std::string::npos);
}
