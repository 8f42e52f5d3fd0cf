// A number has one value, whichever command prints it: the quantities of published tables beside the figures of
// `compare`.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "checks.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;
using namespace wafernet::test;

TEST_CASE("a quantity of the tables and a figure of compare with one name have one value") {
    const std::set<std::string> known = [] {
        std::set<std::string> names;
        for (const published::Quantity* q : published::quantities()) names.insert(std::string(q->name));
        return names;
    }();
    std::map<std::string, int> compared;
    published::Workbench bench;
    for (const char* word : {"htn:4,4,2,0", "h3dm:2,2,2,0", "tesh:2,2,1", "torus:8x8", "mesh:4x4x4", "ccc:4",
                             "hypercube:6", "prunedtorus2:4", "fattree:4"}) {
        const Records table = csv({"compare", word, "--planes", "4", "--layout", "quadrant", "--ties", "positive",
                                   "--technology", "thesis", "--placement", "address"});
        for (std::size_t i = 0; i < table[0].size(); ++i) {
            const std::string& metric = table[0][i];
            if (!known.contains(metric) || table[1][i].empty()) continue;
            if (metric.starts_with("router_"))
                continue;  // of the tables: the thesis' router, whatever the network's ports are
            if ((metric == "avg_distance_hops" || metric == "layout_area_mm2") && std::string(word) == "fattree:4")
                continue;  // of the tables: between all nodes, switches too, each of which takes the tile of a PE
            if (metric == "deadlock_free" && std::ranges::any_of(table[1], [](const std::string& cell) {
                    return cell.find("vc-rule datelines") != std::string::npos;
                }))
                continue;  // of the tables: the document's rule, which compare mends where it can deadlock
            CAPTURE(word);
            CAPTURE(metric);
            const published::Subject subject{word, {{"planes", 4.0}}};
            published::Evaluation evaluation;
            try {
                evaluation = published::quantity(metric).evaluate(subject, bench);
            } catch (const InputError&) {
                continue;  // the quantity needs an argument that compare has no option for
            }
            if (const auto* text = std::get_if<std::string>(&evaluation.value)) {
                CHECK(table[1][i] == *text);
            } else if (const auto* whole = std::get_if<std::int64_t>(&evaluation.value)) {
                CHECK(table[1][i] == std::to_string(*whole));
            } else if (const auto* real = std::get_if<double>(&evaluation.value)) {
                CHECK(std::stod(table[1][i]) == doctest::Approx(*real).epsilon(1e-12));
            } else {
                continue;
            }
            ++compared[metric];
        }
    }
    for (const char* metric :
         {"nodes", "links", "degree_max", "arc_connectivity", "bisection_links", "diameter_hops", "avg_distance_hops",
          "cost", "routed_diameter_hops", "routed_avg_distance_hops", "peak_vertical_links"}) {
        CAPTURE(metric);
        CHECK(compared[metric] >= 5);
    }
}
