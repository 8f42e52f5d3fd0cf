#include "datasheet.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "report/layout.hpp"

namespace wafernet::cli {

namespace {

// A figure that stands in brackets beside another one.
constexpr std::string_view in_ns = "zero_load_latency_ns", in_cycles = "zero_load_latency_cycles";

struct Shown {
    std::string label, value, known;
};

const Figure* named(const std::vector<Figure>& figures, std::string_view metric) {
    const auto found = std::ranges::find_if(figures, [&](const Figure& f) { return f.compared && f.metric == metric; });
    return found == figures.end() ? nullptr : &*found;
}

bool missing(const Figure* figure) { return figure == nullptr || std::holds_alternative<Missing>(figure->value); }

std::string with_unit(const Figure& figure) {
    const std::string unit = label_and_unit(words_of_column(figure.metric)).second;
    return shown(figure.value, {}) + (unit.empty() ? "" : ' ' + unit);
}

// What a published formula says beside the counted figure: one that does not hold is named before one that does.
std::string formula_beside(const Figure& figure, const std::vector<Figure>& figures) {
    std::string agrees;
    for (const Figure& f : figures) {
        if (f.compared || f.metric != figure.metric || f.kind != kinds::formula || missing(&f)) continue;
        if ((!f.counted.empty() && f.counted != figure.source) || f.source.starts_with("wafernet")) continue;
        const double a = number_of(f.value).value_or(std::nan("")), b = number_of(figure.value).value_or(std::nan(""));
        const std::size_t document = f.source.find(' ') + 1;  // the page's heading names it
        const std::string place = f.source.substr(document, f.source.find(", Table") - document);
        if (std::abs(a - b) > 1e-9 * std::max(std::abs(a), std::abs(b)))
            return "; " + place + " says " + shown(f.value, {});
        if (agrees.empty()) agrees = "; " + place + " agrees";
    }
    return agrees;
}

// How a figure is known: counted, routed, a model with its interval.
std::string known_by(const Figure& figure, const std::vector<Figure>& figures) {
    if (figure.metric == "deadlock_free") {  // for "VC rule dateline, 2 VCs"
        const std::size_t rule = figure.source.find("VC rule"), end = figure.source.find(", ties");
        return (figure.value == Value(std::string("no")) ? "a cycle: " : "proven: ") +
               figure.source.substr(rule, end - rule);
    }
    if (figure.kind == kinds::exact) return "counted" + formula_beside(figure, figures);
    if (figure.kind == kinds::routed) return "routed" + formula_beside(figure, figures);
    if (figure.metric == "load_gbit_per_s_per_node") return figure.note;
    if (figure.kind == kinds::bound) return "at most; least cut found";
    std::string out = figure.kind;
    const Figure *lower = named(figures, "saturation_lower_flits_per_node_cycle"),
                 *upper = named(figures, "saturation_upper_flits_per_node_cycle");
    if (figure.metric == "saturation_load_flits_per_node_cycle" && !missing(lower) && !missing(upper))
        out += ", " + shown(lower->value, {}) + " to " + shown(upper->value, {});
    if (figure.note.find("larger than a reticle") != std::string::npos) out += ", larger than a reticle";
    return out;
}

std::vector<Shown> design_lines(const FigureRequest& request, const std::vector<Figure>& figures) {
    const auto word = [&](std::string_view metric) {
        const Figure* figure = named(figures, metric);
        return missing(figure) ? std::string("-") : shown(figure->value, {});
    };
    const DesignPoint& point = request.point();
    return {
        {"routing",
         word("routing") + ", VC rule " + word("vc_rule") +
             (request.replaced.empty() ? "" : "; its own, " + request.replaced + ", is cyclic"),
         ""},
        {"router",
         "preset " + word("preset") + ", " + with_noun(word("vcs"), "VC") + " of " +
             with_noun(word("buffer_flits"), "flit"),
         ""},
        {"messages",
         with_noun(word("flits"), "flit") + " of " + word("flit_bits") + " bits, " + point.dynamic.traffic + " traffic",
         ""},
        {"placement", word("placement") + ", layout " + word("layout"), ""}};
}

// "left out: yield of the stack (one plane); ..."
std::string left_out_line(const std::vector<Figure>& figures) {
    std::map<std::string, std::string> why;  // reason -> labels
    for (const auto& block : embedded::rows_of(embedded::datasheet, 2)) {
        for (const std::string_view metric : split(block[1], ' ')) {
            const Figure* figure = named(figures, metric);
            const auto* none = figure == nullptr || figure->aside ? nullptr : std::get_if<Missing>(&figure->value);
            if (none == nullptr) continue;
            std::string& labels = why[none->reason];
            labels += (labels.empty() ? "" : ", ") + label_and_unit(words_of_column(metric)).first;
        }
    }
    std::string out;
    for (const auto& [reason, labels] : why) out += (out.empty() ? "" : "; ") + labels + " (" + reason + ")";
    return out;
}

}  // namespace

std::string datasheet(const FigureRequest& request, const std::vector<Figure>& figures) {
    std::vector<std::pair<std::string_view, std::vector<Shown>>> blocks{{"Design", design_lines(request, figures)}};
    for (const auto& block : embedded::rows_of(embedded::datasheet, 2)) {
        std::vector<Shown> shown;
        for (const std::string_view metric : split(block[1], ' ')) {
            const Figure* figure = named(figures, metric);
            if (missing(figure) || figure->aside) continue;
            std::string value = with_unit(*figure);
            const Figure* beside = metric == in_ns ? named(figures, in_cycles) : nullptr;
            if (!missing(beside)) value += " (" + with_unit(*beside) + ')';
            shown.push_back({label_and_unit(words_of_column(metric)).first, value, known_by(*figure, figures)});
        }
        if (!shown.empty()) blocks.emplace_back(block[0], std::move(shown));
    }
    std::size_t labels = 0, values = 0;
    for (const auto& [title, all] : blocks) {
        for (const Shown& s : all) {
            labels = std::max(labels, characters(s.label));
            if (!s.known.empty()) values = std::max(values, characters(s.value));
        }
    }
    std::string out;
    for (const auto& [title, all] : blocks) {
        out += std::string(title) + '\n';
        for (const Shown& s : all) {
            std::string line = fmt::format("  {:<{}}  {}", s.label, labels, s.value);
            if (!s.known.empty())
                line += std::string(values - std::min(values, characters(s.value)) + 2, ' ') + s.known;
            out += escaped(line) + '\n';
        }
    }
    const std::string left = left_out_line(figures);
    return out + (left.empty() ? "" : "left out: " + left + "; ") + "--all shows every figure\n";
}

}  // namespace wafernet::cli
