// What may include what: units, error, source <- graph, address <- family, routing, traffic, technology <- measure, wsi, queueing,
// sim <- model, report <- design <- cli. And every public header can be included alone.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "program.hpp"

using namespace wafernet::test;
namespace fs = std::filesystem;

namespace {

// The words between quotes or angle brackets of the include lines.
std::vector<std::string> includes_of(const fs::path& file) {
    std::vector<std::string> found;
    std::istringstream lines(contents(file));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("#include ") || line.size() < 12) continue;
        found.push_back(line.substr(10, line.find_first_of(">\"", 10) - 10));
    }
    return found;
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") files.push_back(entry.path());
    }
    return files;
}

const fs::path root = WAFERNET_SOURCE_DIR;

// Every public header's layer: the folder whose .cpp files define what it declares, or "core" where it is the common words of several folders.
const std::map<std::string, std::string> home = {
    {"address.hpp", "core"},      {"checked.hpp", "core"},      {"error.hpp", "core"},            {"family.hpp", "core"},          {"graph.hpp", "core"},
    {"metric.hpp", "core"},       {"network.hpp", "core"}, {"members.hpp", "core"},      {"node_names.hpp", "core"},   {"source.hpp", "core"},           {"units.hpp", "core"},
    {"routing.hpp", "core"},    // what a routing is, for families too
    {"traffic.hpp", "core"},    // what a traffic is, for checks of what fits
    {"embedding.hpp", "core"},  // measure judges maps, windows names some
    {"channel_load.hpp", "routing"}, {"combinators.hpp", "routing"}, {"deadlock.hpp", "routing"}, {"routings.hpp", "routing"},     {"turn_model.hpp", "routing"},
    {"vc_repair.hpp", "routing"}, {"vc_rules.hpp", "routing"},
    {"distances.hpp", "measure"}, {"routed.hpp", "measure"},    {"bisection.hpp", "measure"},     {"connectivity.hpp", "measure"}, {"verify.hpp", "measure"},
    {"placement.hpp", "wsi"},     {"yield.hpp", "wsi"},         {"repair.hpp", "wsi"},            {"router_cost.hpp", "wsi"},      {"mapping.hpp", "wsi"},
    {"planar_layout.hpp", "wsi"}, {"cost.hpp", "wsi"}, {"energy.hpp", "wsi"}, {"simulator.hpp", "sim"},     {"makespan.hpp", "sim"},          {"simulation_case.hpp", "sim"},  {"load_curve.hpp", "sim"},
    {"published.hpp", "model"},   {"data_folder.hpp", "model"}, {"graph_file.hpp", "model"},      {"modelled_router.hpp", "model"}, {"technology.hpp", "model"},
    {"render.hpp", "report"},     {"table.hpp", "report"},      {"latency_model.hpp", "queueing"}, {"windows.hpp", "windows"},      {"collectives.hpp", "windows"},
    {"shared_channels.hpp", "shared_channels"}, {"design_point.hpp", "design"}, {"design.hpp", "design"}, {"effort.hpp", "design"}, {"equal.hpp", "design"},
    {"synonyms.hpp", "core"}, {"booksim_config.hpp", "model"},
};

// Folder -> folders that it must not include.
const std::map<std::string, std::set<std::string>> forbidden = {
    {"core", {"families", "routing", "traffic", "measure", "wsi", "queueing", "sim", "model", "design", "cli"}},
    {"families", {"measure", "wsi", "queueing", "sim", "model", "report", "design", "cli"}},
    {"routing", {"measure", "wsi", "queueing", "sim", "model", "report", "design", "cli"}},
    {"traffic", {"measure", "wsi", "queueing", "sim", "report", "design", "cli"}},
    {"shared_channels", {"measure", "wsi", "queueing", "sim", "model", "report", "design", "cli"}},
    {"windows", {"measure", "wsi", "queueing", "sim", "model", "report", "design", "cli"}},
    {"measure", {"windows", "wsi", "queueing", "sim", "model", "report", "design", "cli"}},
    {"wsi", {"queueing", "sim", "report", "design", "cli"}},
    {"queueing", {"sim", "model", "report", "design", "cli"}},
    {"sim", {"queueing", "model", "report", "design", "cli"}},
    {"model", {"design", "cli"}},
    {"design", {"cli"}},
    {"report", {"measure", "wsi", "queueing", "sim", "model", "design", "cli"}},
};

// The homes of a public header and of all that it includes.
std::set<std::string> homes_of(const std::string& header) {
    const auto own = home.find(header);
    if (own == home.end()) throw std::runtime_error(header + " has no home in this test's table");
    std::set<std::string> found{own->second};
    for (const std::string& include : includes_of(root / "include/wafernet" / header)) {
        if (include.starts_with("wafernet/")) found.merge(homes_of(include.substr(9)));
    }
    return found;
}

}  // namespace

TEST_CASE("folders include each other in one direction only") {
    for (const auto& [folder, never] : forbidden) {
        if (!fs::exists(root / "src" / folder)) continue;
        for (const fs::path& file : files_below(root / "src" / folder)) {
            for (const std::string& include : includes_of(file)) {
                CAPTURE(file.string());
                CAPTURE(include);
                const std::size_t slash = include.find('/');
                const std::string first = slash == std::string::npos ? "" : include.substr(0, slash);
                if (first != "wafernet") CHECK_FALSE(never.contains(first));
                else for (const std::string& layer : homes_of(include.substr(slash + 1))) CHECK_FALSE(never.contains(layer));
            }
        }
    }
}

TEST_CASE("every public header has a layer and every layer's header is there") {
    std::set<std::string> headers, known;
    for (const fs::path& file : files_below(root / "include/wafernet")) headers.insert(file.filename().string());
    for (const auto& [header, layer] : home) known.insert(header);
    CHECK(headers == known);
}

TEST_CASE("heavy headers stay where they are needed") {
    for (const fs::path& file : files_below(root / "src")) {
        for (const std::string& include : includes_of(file)) {
            CAPTURE(file.string());
            if (include.starts_with("CLI/")) CHECK(file.filename() == "parse.cpp");
            if (include.starts_with("toml++/")) CHECK(file.parent_path().filename() == "model");
            if (include.starts_with("Eigen/") || include.starts_with("boost/") || include.starts_with("toml++/")) CHECK(file.extension() == ".cpp");
        }
    }
    for (const fs::path& file : files_below(root / "include")) {
        for (const std::string& include : includes_of(file)) {
            CAPTURE(file.string());
            CHECK((include.starts_with("wafernet/") || include.find('/') == std::string::npos));
        }
    }
}

TEST_CASE("only the command line prints or exits") {
    for (const fs::path& file : files_below(root / "src")) {
        if (file.string().find("/src/cli/") != std::string::npos) continue;
        const std::string text = contents(file);
        CAPTURE(file.string());
        for (const char* word : {"std::cout", "std::cerr", "std::exit(", "std::abort(", " printf(", "std::printf(", "fprintf("}) CHECK(text.find(word) == std::string::npos);
    }
}
