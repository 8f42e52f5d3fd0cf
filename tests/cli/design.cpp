// One design point for all figures of a row, comparisons at equal cost, and the budget of predicted seconds.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::vector<std::string>& arguments) {
    const Records records = csv(arguments);
    std::vector<Row> out;
    for (std::size_t r = 1; r < records.size(); ++r) {
        Row row;
        for (std::size_t i = 0; i < records[0].size(); ++i) row[records[0][i]] = records[r][i];
        out.push_back(std::move(row));
    }
    return out;
}

std::vector<std::string> joined(std::vector<std::string> front, const std::vector<std::string>& back) {
    front.insert(front.end(), back.begin(), back.end());
    return front;
}

// Equal but for the last digits, in which sums may differ.
void check_equal(const std::string& a, const std::string& b) {
    CHECK(a.empty() == b.empty());
    if (!a.empty() && !b.empty()) CHECK(std::stod(a) == doctest::Approx(std::stod(b)).epsilon(1e-12));
}

}  // namespace

TEST_CASE("every figure of compare is the one that the single command gives at the same design point" *
          doctest::test_suite("long")) {
    const std::vector<std::vector<std::string>> points = {
        {},
        {"--technology", "hybrid-bond", "--planes", "4", "--vcs", "8", "--flits", "5"},
        {"--technology", "tsv", "--planes", "2", "--preset", "booksim-min", "--buffer", "6", "--flit-bits", "32",
         "--layout", "raster"}};
    for (const char* word : {"htn:2,2,2,0", "torus:8x8", "mesh:4x4x4", "hypercube:6", "ring:16", "tesh:2,2,0", "gh:4,3",
                             "complete:16", "ccc:4", "mesh:6x8"}) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            CAPTURE(word);
            CAPTURE(i);
            const std::vector<std::string>& point = points[i];
            const auto only = [&](const std::vector<std::string>& options) {  // those of the point that a command has
                std::vector<std::string> out;
                for (std::size_t k = 0; k + 1 < point.size(); k += 2) {
                    if (std::find(options.begin(), options.end(), point[k]) != options.end())
                        out.insert(out.end(), {point[k], point[k + 1]});
                }
                return out;
            };
            Row row = rows_of(joined({"compare", word, "--method", "model"}, point))[0];
            // Where compare mends the family's rule, which can deadlock, the others are asked for the mended one.
            const bool mended = row["design_point"].find("vc-rule datelines") != std::string::npos;
            const std::vector<std::string> rule =
                mended ? std::vector<std::string>{"--vc-rule", "datelines"} : std::vector<std::string>{};
            Row latency =
                rows_of(joined(joined({"latency", word, "--loads", "0.001", "--method", "model"}, point), rule))[0];
            check_equal(row["zero_load_latency_cycles"], latency["zero_load_latency_cycles"]);
            check_equal(row["saturation_load_flits_per_node_cycle"], latency["saturation_load_flits_per_node_cycle"]);
            check_equal(row["saturation_lower_flits_per_node_cycle"], latency["saturation_lower_flits_per_node_cycle"]);
            check_equal(row["saturation_upper_flits_per_node_cycle"], latency["saturation_upper_flits_per_node_cycle"]);
            CHECK(row["bottleneck"] == latency["bottleneck"]);
            check_equal(row["clock_ns"], latency["clock_ns"]);
            const std::vector<std::string> of_router{"--vcs", "--preset", "--technology"};
            std::map<std::string, Row> router;
            for (Row& module : rows_of(joined({"router", "--network", word}, only(of_router))))
                router[module["module"]] = module;
            if (!mended) {  // the router has the VCs of a rule, and no option for it
                check_equal(row["router_gates"], router["total"]["gates"]);
                check_equal(row["router_setup_ns"], router["setup"]["delay_ns"]);
                check_equal(row["clock_ns"], router["clock"]["delay_ns"]);
            }
            const auto stacked = joined({"stack", word}, only({"--technology", "--planes", "--flit-bits", "--layout"}));
            if (program(stacked).code == 0) {
                Row stack = rows_of(stacked)[0];
                for (const char* column : {"peak_vertical_links", "layout_area_mm2", "stack_area_mm2", "max_wire_tiles",
                                           "mean_wire_tiles"}) {
                    check_equal(row[column], stack[column]);
                }
            } else {
                CHECK(row["peak_vertical_links"].empty());
            }
            const auto yielding =  // at the defects that both technologies give
                joined({"yield", word, "--defects", "0.1"},
                       only({"--technology", "--planes", "--flit-bits", "--layout"}));
            const Outcome made = program(yielding);
            if (i != 2 && made.code == 0) {
                Row yield = rows_of(yielding)[0];
                check_equal(row["yield_bm"], yield["yield_bm"]);
                check_equal(row["yield_system"], yield["yield_system"]);
            }
            const auto loading = joined({"load", word, "--ties", "parity"}, only({"--vcs"}));
            if (i == 0 && row["port_bound_flits_per_node_cycle"].empty() && program(loading).code == 0 &&
                std::string(word) != "ring:16") {
                check_equal(row["channel_bound_flits_per_node_cycle"].substr(0, 8),
                            rows_of(loading)[0]["ideal_throughput_flits_per_node_cycle"].substr(0, 8));
            }
            const auto verdict = program(joined(joined({"deadlock", word}, only({"--vcs"})), rule));
            if (i == 1) CHECK((row["deadlock_free"] == "yes") == (verdict.code == 0));
        }
    }
}

TEST_CASE(
    "under equal bisection a torus of few dimensions has the lowest latency for long messages, under equal VCs one of "
    "many" *
    doctest::test_suite("long")) {
    const auto latencies = [](std::vector<std::string> arguments) {
        std::vector<double> out;
        for (Row& row : rows_of(joined({"compare"}, arguments)))
            out.push_back(std::stod(row["zero_load_latency_cycles"]));
        return out;
    };
    // Dally 1990, Fig. 9: messages of 150 bits, links of one bit in the binary cube; 256 and 16,384 nodes, least at low
    // dimension.
    const std::vector<std::string> bits{
        "--flit-bits",   "1", "--flits", "150", "--metric", "zero_load_latency_cycles", "--set", "sideband_lines=0",
        "--wire-cycles", "no"};
    const auto small =
        latencies(joined({"hypercube:8", "torus:4x4x4x4", "torus:16x16", "ring:256", "--equal", "bisection"}, bits));
    CHECK(small[2] < small[0]);
    CHECK(small[2] < small[1]);
    CHECK(small[2] < small[3]);
    const auto large =
        latencies(joined({"hypercube:14", "torus:16x32x32", "torus:128x128", "--equal", "bisection"}, bits));
    CHECK(large[1] < large[0]);
    CHECK(large[2] < large[0]);
    const auto unlimited =
        latencies(joined({"hypercube:8", "torus:4x4x4x4", "torus:16x16", "ring:256", "--equal", "vcs"}, bits));
    for (std::size_t i = 0; i + 1 < unlimited.size(); ++i) CHECK(unlimited[i] <= unlimited[i + 1] * (1.0 + 1e-9));
}

TEST_CASE("equal resources give widths, flits and buffers by hand") {
    const auto point = [](const std::string& equal, const std::string& metric) {
        std::vector<std::string> out;
        for (Row& row : rows_of({"compare", "torus:8x8", "mesh:8x8", "--equal", equal, "--metric", "flit_bits",
                                 "--metric", metric, "--flit-bits", "64", "--planes", "16"})) {
            out.push_back(row[metric]);
        }
        return out;
    };
    // A torus has 16 links across its middle and a mesh 8; both have routers of 4 links; the torus needs 2 VCs. Each
    // way of a link has 64 lines and a side-band of 4, so that the mesh gets 2 x 68 - 4.
    CHECK(point("bisection", "flit_bits") == std::vector<std::string>{"64", "132"});
    CHECK(point("bisection", "flits") == std::vector<std::string>{"16", "8"});
    CHECK(point("pins", "flit_bits") == std::vector<std::string>{"64", "64"});
    CHECK(point("vcs", "vcs") == std::vector<std::string>{"2", "2"});
    CHECK(point("buffer-bits", "buffer_flits") == std::vector<std::string>{"2", "2"});
    // 16 and 8 links over the busiest of 15 gaps: half as many need no more than the flit, twice as many get 68 / 2 - 4
    // bits between the planes; flits stay.
    CHECK(point("vertical-links", "flit_bits") == std::vector<std::string>{"64", "64"});
    CHECK(point("vertical-links", "vertical_bits") == std::vector<std::string>{"64", "64"});
    const auto rows = rows_of({"compare", "mesh:8x8", "torus:8x8", "--equal", "vertical-links", "--metric", "flit_bits",
                               "--metric", "vertical_bits", "--flit-bits", "64", "--planes", "16"});
    CHECK(rows.at(0).at("vertical_bits") == "64");
    CHECK(rows.at(1).at("vertical_bits") == "30");
    for (const Row& row : rows) CHECK(row.at("flit_bits") == "64");
}

TEST_CASE("a torus whose VCs are split is named beside a mesh whose are not") {
    const std::string out =
        program({"compare", "torus:8x8", "mesh:8x8", "--metric", "saturation_load_flits_per_node_cycle"}).out;
    CHECK(out.find("held back by fewer VCs a class than others: torus:8x8 (2 VCs in 2 classes)") != std::string::npos);
    CHECK(out.find("VC rule") != std::string::npos);
    CHECK(program({"compare", "torus:8x8", "mesh:8x8", "--metric", "links"}).out.find("held back") ==
          std::string::npos);
}

TEST_CASE("what does not fit the budget says how long it is predicted to take") {
    const std::string out = program({"estimate", "complete:1024"}).out;
    CHECK(out.find("predicted to take") != std::string::npos);
    CHECK(out.find("shown with --budget") != std::string::npos);
    CHECK(program({"estimate", "htn:4,4,2,0"}).out.find("predicted to take") == std::string::npos);
    CHECK(program({"estimate", "htn:4,4,2,0", "--budget", "0.001"}).out.find("predicted to take") != std::string::npos);
}

TEST_CASE("wrong design points, constraints and budgets are refused with one line") {
    refused({"compare", "mesh:4x4", "--budget", "0"}, "--budget is 0");
    refused({"estimate", "mesh:4x4", "--budget", "-1"}, "--budget is -1");
    refused({"compare", "mesh:4x4", "--equal", "money"}, "money");
    refused({"compare", "ring:64", "complete:64", "--equal", "bisection", "--flit-bits", "16"},
            "need --flit-bits of at least");
    refused({"compare", "torus:8x8", "hypercube:6", "--equal", "pins", "--flit-bits", "1"},
            "--equal pins: hypercube:6 would have 0 bits a link, need --flit-bits of at least 4");
    refused({"estimate", "mesh:4x4", "--flit-bits", "0"}, "--flit-bits is 0");
    refused({"estimate", "mesh:4x4", "--spares", "1.5"}, "--spares is 1.5");
    refused({"estimate", "mesh:4x4", "--spare-unit", "0"}, "--spare-unit is 0");
    refused({"estimate", "mesh:4x4", "--defects", "-1"}, "--defects is -1");
    refused({"estimate", "mesh:4x4", "--layout", "spiral"}, "spiral");
    refused({"latency", "mesh:4x4", "--wire-cycles", "yes", "--technology", "thesis"}, "gives no wire_resistance");
    refused({"latency", "mesh:4x4", "--technology", "tsv", "--wire-cycles", "yes", "--link-cycles", "2"},
            "need one of them");
}

TEST_CASE("links take the cycles that their wires need at the router's clock") {
    // The ring lies in a raster of 8 x 4 tiles of 1 mm: its last wire goes from (7, 3) to (0, 0), 10 mm.
    Row row = rows_of({"compare", "ring:32", "--technology", "tsv", "--planes", "1", "--layout", "raster", "--metric",
                       "link_cycles", "--metric", "clock_ns"})[0];
    // 2 sqrt(R C r c) (0.69 + sqrt(0.69 x 0.38)) a mm: 10 kohm x 0.1 fF, 200 ohm and 200 fF a mm
    const double ns_per_mm = 2.0 * std::sqrt(1e-3 * 4e-2) * (0.69 + std::sqrt(0.69 * 0.38));
    // The router's cycle takes the first tile along, every other one what latches, skew and jitter (1.8 FO4 of 8 ps)
    // leave.
    const double flight = std::stod(row["clock_ns"]) - 1.8 * 0.008;
    CHECK(std::stod(row["link_cycles"]) == 1.0 + std::ceil((10.0 - 1.0) * ns_per_mm / flight));
    CHECK(std::stod(row["link_cycles"]) > 1.0);
    Row unit = rows_of({"compare", "ring:32", "--technology", "tsv", "--planes", "1", "--layout", "raster",
                        "--wire-cycles", "no", "--metric", "link_cycles"})[0];
    CHECK(unit["link_cycles"] == "1");
}

TEST_CASE("simulate takes the cycles of the wires that latency takes") {
    const std::vector<std::string> point{"ring:32",  "--technology", "tsv",     "--planes", "1",
                                         "--layout", "raster",       "--loads", "0.001"};
    Row latency = rows_of(joined({"latency"}, point))[0];
    Row simulated = rows_of(joined({"simulate", "--cycles", "400000"}, point))[0];
    CHECK(std::stod(simulated["latency_cycles"]) ==
          doctest::Approx(std::stod(latency["latency_cycles"])).epsilon(0.05));  // of a few hundred messages
    Row unit = rows_of(joined({"latency", "--wire-cycles", "no"}, point))[0];
    CHECK(std::stod(latency["latency_cycles"]) > std::stod(unit["latency_cycles"]) + 0.2);  // one link of two cycles
}
