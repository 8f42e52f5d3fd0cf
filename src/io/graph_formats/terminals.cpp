// Which nodes send and receive, where the format cannot say it; and which numbers are latencies.
#include <algorithm>

#include "base/text.hpp"
#include "raw_graph.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::graph_formats {

std::vector<bool> chosen_terminals(const Source& source, const RawGraph& graph, const std::string& terminals) {
    if (terminals.empty() || terminals == "all") return {};
    std::vector<bool> chosen(graph.names.size(), false);
    if (terminals == "leaves") {
        std::vector<std::size_t> links(graph.names.size(), 0);
        for (const RawLink& l : graph.links) ++links[l.a], ++links[l.b];
        for (std::size_t v = 0; v < links.size(); ++v) chosen[v] = links[v] == 1;
    } else {
        for (const std::string_view name : split(terminals, ',')) {
            if (!graph.has(name)) {
                const std::string first = *std::min_element(graph.names.begin(), graph.names.end(), natural_less);
                throw InputError(shown(source.path) + ": no node is called '" + shown(name) +
                                 "', --terminals needs all, leaves or names such as '" + shown(first) + "'");
            }
            chosen[graph.position(name)] = true;
        }
    }
    const auto count = std::count(chosen.begin(), chosen.end(), true);
    if (count < 2) {
        throw InputError(shown(source.path) + ": " + std::to_string(count) +
                         (terminals == "leaves" ? " nodes have a single link" : " nodes are named") +
                         " by --terminals " + shown(terminals) + ", need at least 2 that send and receive");
    }
    return chosen;
}

namespace {

bool latency_name(std::string_view word) { return one_of(word, {"latency", "latency_cycles", "cycles"}); }
bool width_name(std::string_view word) { return one_of(word, {"width_bits", "bits"}); }

}  // namespace

bool LatencyReader::weight(std::string_view name) {
    return one_of(lower(name), {"weight", "value", "delay", "cost", "distance"});
}

bool LatencyReader::width(std::string_view name) { return width_name(lower(name)); }

bool LatencyReader::like_one(std::string_view name) {
    const std::string word = lower(name);
    return latency_name(word) || word.find("delay") != word.npos || word.find("latency") != word.npos;
}

bool LatencyReader::takes(std::string_view name) const {
    if (width_name(lower(name))) return true;
    if (weights_ == FileWeights::ignored) return false;
    return latency_name(lower(name)) || (weights_ == FileWeights::latency && weight(name));
}

void LatencyReader::weigh(const Word& word, RawLink& link) {
    if (word.text != "1") note("weight");
    if (takes("weight")) link.latency = (*this)(word.text, word.at);
}

std::uint32_t LatencyReader::operator()(std::string_view value, Place at) const {
    return whole_number(source_, {std::string(without_zeros(value)), at}, 1, most_link_cycles, "a latency in cycles");
}

void LatencyReader::read(LatencyText& link, std::string_view name, std::string_view value, Place at) {
    note(name);
    if (!takes(name)) return;
    if (width_name(lower(name))) {
        if (!link.bits.empty() && link.bits != value)
            fail_at(source_, at, value, "one width a link, " + shown(link.bits) + " is another");
        link.bits = value, link.bits_at = at;
        return;
    }
    const bool first = link.name.empty(), by_weight = !latency_name(lower(name)),
               was_weight = !first && !latency_name(lower(link.name));
    if (!first && by_weight != was_weight) {
        behind_ = true;
        if (by_weight) return;
    } else if (!first && link.name != name && link.value != value) {
        fail_at(source_, at, name, "one latency a link, '" + shown(link.name) + "' is another");
    }
    link.name = name, link.value = value, link.at = at;
}

void LatencyReader::set(const LatencyText& text, RawLink& link) const {
    constexpr std::uint32_t widest = 1'000'000;
    if (!text.name.empty()) link.latency = (*this)(text.value, text.at);
    if (!text.bits.empty())
        link.bits = link.back_bits = whole_number(source_, {text.bits, text.bits_at}, 1, widest, "a width in bits");
}

void LatencyReader::fill_in(LatencyText& text, const LatencyText& defaults) {
    if (!defaults.name.empty() && text.name != defaults.name) read(text, defaults.name, defaults.value, defaults.at);
    if (text.bits.empty()) text.bits = defaults.bits, text.bits_at = defaults.bits_at;
}

void LatencyReader::note(std::string_view name) {
    if (takes(name)) return;
    if (latency_name(lower(name)) || weight(name)) left_aside_ = true;
    else if (other_.empty() && (like_one(name) || lower(name) == "width")) other_ = name;
}

void LatencyReader::finish(RawGraph& graph) const {
    if (!other_.empty())
        graph.remarks.push_back("'" + shown(other_) +
                                (lower(other_) == "width" ? "' not read, a width in bits is called width_bits"
                                                          : "' not read, a latency in cycles is called latency"));
    if (behind_) graph.remarks.emplace_back("weights left aside where there is a latency");
    if (!left_aside_) return;
    graph.remarks.emplace_back(weights_ ? "weights ignored"
                                        : "weights ignored, --weights latency takes them for cycles");
}

}  // namespace wafernet::graph_formats
