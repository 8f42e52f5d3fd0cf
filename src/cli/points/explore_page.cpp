#include "explore_page.hpp"

#include <algorithm>

#include "base/embedded.hpp"
#include "report/layout.hpp"

namespace wafernet::cli {

namespace {

// JSON within a script: no text ends it.
std::string quoted(std::string_view text) {
    std::string out = json_string(text);
    for (std::size_t at = 0; (at = out.find('<', at)) != std::string::npos; at += 6) out.replace(at, 1, "\\u003c");
    return out;
}

template <class Items, class Text> std::string list_of(const Items& items, Text text) {
    std::string out;
    for (const auto& item : items) out += (out.empty() ? "" : ",") + text(item);
    return out;
}

std::string json(const PageDesign& design) {
    std::string figures;
    for (const auto& [metric, value] : design.figures) {
        if (std::holds_alternative<Missing>(value)) continue;
        const auto* real = std::get_if<double>(&value);
        const auto* whole = std::get_if<std::int64_t>(&value);
        figures += (figures.empty() ? "" : ",") + quoted(metric) + ':' +
                   (real != nullptr    ? exact(*real)
                    : whole != nullptr ? std::to_string(*whole)
                                       : quoted(std::get<std::string>(value)));
    }
    return "{\"network\":" + quoted(design.network) + ",\"command\":" + quoted(design.command) +
           ",\"place\":" + quoted(design.place) + ",\"figures\":{" + figures + "}}\n";
}

void put(std::string& page, std::string_view mark, const std::string& text) {
    page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

PageDesign page_design(const Candidate& candidate, const Explored& explored, std::string place) {
    PageDesign design{candidate.word, "", std::move(place), {}};
    DesignPoint point = candidate.point;
    design.figures.emplace_back("nodes", whole(candidate.nodes));
    design.figures.emplace_back("planes", whole(point.planes.value_or(1)));
    for (const auto& [metric, value] : explored.figures) {
        design.figures.emplace_back(metric, value);
        if (const auto* vcs = std::get_if<std::int64_t>(&value); metric == "vcs" && vcs != nullptr)
            point.dynamic.vcs = static_cast<std::uint64_t>(*vcs);
        if (const auto* rule = std::get_if<std::string>(&value); metric == "vc_rule" && rule != nullptr)
            point.dynamic.vc_rule = *rule;
    }
    design.command = "wafernet estimate " + shell_word(candidate.word) + command_options(point);
    return design;
}

std::string explore_page(const ExplorePage& page, const Provenance* made_by) {
    std::vector<std::string> metrics;
    for (const PageDesign& design : page.designs) {
        for (const auto& [metric, value] : design.figures) {
            if (std::ranges::find(metrics, metric) == metrics.end()) metrics.push_back(metric);
        }
    }
    std::string larger;
    for (const auto& [metric, more] : page.objectives) {
        if (more) larger += (larger.empty() ? "" : ",") + quoted(metric);
    }
    std::string out(embedded::explore_page);
    put(out, "/*data*/null",
        "{\"about\":" + quoted(page.about) + ",\"metrics\":[" + list_of(metrics, quoted) + "],\"words\":{" +
            list_of(metrics, [](const std::string& m) { return quoted(m) + ':' + quoted(words_of_column(m)); }) +
            "},\"objectives\":[" + list_of(page.objectives, [](const auto& o) { return quoted(o.first); }) +
            "],\"larger\":[" + larger + "],\"designs\":[" + list_of(page.designs, json) + "]}");
    put(out, "<!--made-by-->",
        made_by == nullptr ? ""
                           : "<meta name=\"" + std::string(provenance_mark) + "\" content='" + provenance_mark + ' ' +
                                 provenance_json(*made_by) + "'>");
    return out;
}

}  // namespace wafernet::cli
