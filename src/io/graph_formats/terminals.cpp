// Which nodes send and receive, where the format cannot say it; and which numbers are latencies.
#include <algorithm>

#include <fmt/format.h>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

std::vector<bool> chosen_terminals(const RawGraph& graph) {
    const std::string& terminals = graph.options.terminals;
    if (terminals.empty() || terminals == "all") return {};
    std::vector<bool> chosen(graph.names.size(), false);
    if (terminals == "leaves") {
        std::vector<std::size_t> links(graph.names.size(), 0);
        for (const RawLink& l : graph.links) ++links[l.a], ++links[l.b];
        for (std::size_t v = 0; v < links.size(); ++v) chosen[v] = links[v] == 1;
    } else {
        for (const std::string_view name : split(terminals, ',')) {
            if (!graph.has(name))
                fail(fmt::format("no node is called '{}', --terminals needs all, leaves or names such as '{}'",
                                 shown(name), shown(*std::ranges::min_element(graph.names, natural_less))));
            chosen[graph.position(name)] = true;
        }
    }
    if (const auto count = std::ranges::count(chosen, true); count < 2)
        fail(fmt::format("{} nodes {} by --terminals {}, need at least 2 that send and receive", count,
                         terminals == "leaves" ? "have a single link" : "are named", shown(terminals)));
    return chosen;
}

Kind kind_of(std::string_view name) {
    const std::string word = lower(name);
    if (one_of(word, {"latency", "latency_cycles", "cycles"})) return Kind::latency;
    if (one_of(word, {"weight", "value", "delay", "cost", "distance"})) return Kind::weight;
    return one_of(word, {"width_bits", "bits"}) ? Kind::width : Kind::other;
}

bool like_latency(std::string_view name) {
    const std::string word = lower(name);
    return kind_of(word) == Kind::latency || word.find("delay") != word.npos || word.find("latency") != word.npos;
}

bool AttributeReader::takes(std::string_view name) const {
    const Kind kind = kind_of(name);
    return kind == Kind::width || (kind == Kind::latency && weights_ != FileWeights::ignored) ||
           (kind == Kind::weight && weights_ == FileWeights::latency);
}

void AttributeReader::weigh(const Word& word, RawLink& link) {
    if (word.text != "1") note("weight");
    if (takes("weight")) set({Attribute{"weight", word}}, link);
}

void AttributeReader::read(Attributes& link, std::string_view name, const Word& value) {
    if (!takes(name)) return note(name);
    const Kind kind = kind_of(name);
    Attribute& said = link[static_cast<std::size_t>(kind)];
    if (!said.name.empty() && said.name != name && said.value.text != value.text)
        need(
            value.at, name,
            fmt::format("one {} a link, '{}' is another", kind == Kind::width ? "width" : "latency", shown(said.name)));
    said = {std::string(name), value};
}

void AttributeReader::set(const Attributes& said, RawLink& link) {
    constexpr std::uint32_t widest = 1'000'000;
    const auto& [latency, weight, width] = said;
    behind_ = behind_ || !(latency.name.empty() || weight.name.empty());
    Word cycles = latency.name.empty() ? weight.value : latency.value;
    cycles.text = without_zeros(cycles.text);
    if (!latency.name.empty() || !weight.name.empty())
        link.latency = whole_number(cycles, 1, most_link_cycles, "a latency in cycles");
    if (!width.name.empty()) link.bits = link.back_bits = whole_number(width.value, 1, widest, "a width in bits");
}

void fill_in(Attributes& said, const Attributes& defaults) {
    for (std::size_t k = 0; k < said.size(); ++k) {
        if (said[k].name.empty()) said[k] = defaults[k];
    }
}

void AttributeReader::note(std::string_view name) {
    if (takes(name)) return;
    if (kind_of(name) != Kind::other) left_aside_ = true;
    else if (other_.empty() && (like_latency(name) || lower(name) == "width")) other_ = name;
}

std::vector<std::string> AttributeReader::remarks() const {
    std::vector<std::string> out;
    if (!other_.empty())
        out.push_back(
            "'" + shown(other_) + "' not read, a " +
            (lower(other_) == "width" ? "width in bits is called width_bits" : "latency in cycles is called latency"));
    if (behind_) out.emplace_back("weights left aside where there is a latency");
    if (left_aside_)
        out.emplace_back(weights_ ? "weights ignored" : "weights ignored, --weights latency takes them for cycles");
    return out;
}

}  // namespace wafernet::graph_formats
