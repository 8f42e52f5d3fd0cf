#include "wafernet/core/family.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <stdexcept>

#include "base/text.hpp"
#include "core/fits.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/synonyms.hpp"

namespace wafernet {

const Parameters::Value& Parameters::value(std::string_view name) const {
    const auto found = std::ranges::find_if(values_, [&](const Value& v) { return v.name == name; });
    if (found == values_.end())
        throw std::logic_error("a family asks for its parameter '" + std::string(name) +
                               "', which it does not declare");
    return *found;
}

std::vector<Node> terminals_of(const Network& network) {
    std::vector<Node> terminals = network.terminals;
    std::ranges::sort(terminals);
    if (terminals.empty()) {
        terminals.resize(network.graph.nodes());
        std::iota(terminals.begin(), terminals.end(), Node{0});
    }
    return terminals;
}

std::uint64_t senders(const Family& family, const Parameters& parameters) {
    return family.senders == nullptr ? family.nodes(parameters) : family.senders(parameters);
}

std::vector<SourceClass> source_classes(const Network& network) {
    if (network.family == nullptr || network.family->source_classes == nullptr) return {};
    return network.family->source_classes(network);
}

void check_ends(const Network& network, Node source, Node destination) {
    for (const Node v : {source, destination}) {
        check_node(network.graph, v);
        if (network.terminals.empty() || std::ranges::find(network.terminals, v) != network.terminals.end()) continue;
        throw InputError(network.word + ": node " + network.addresses.print(v) +
                         " sends no messages and receives none");
    }
}

const Family& family(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Family* f : families()) {
        if (f->name == name) return *f;
        names.push_back(f->name);
    }
    for (const Family* f : booksim_families()) {
        if (f->name == name) return *f;
    }
    if (name == "file" || name.starts_with("file+"))
        throw InputError("a graph file is no network family, need one here ('wafernet list families')");
    if (name.starts_with("faults+"))
        throw InputError("a network with faults is no network family, need one here ('wafernet list families')");
    std::error_code error;
    if (std::filesystem::is_regular_file(std::string(name), error)) {
        const std::string shown = printable(name);
        throw InputError("'" + shown + "' is a file and no network family, need " +
                         (name.ends_with(".toml") ? '@' + shown + " for a model" : "file:" + shown + " for a graph"));
    }
    const std::string elsewhere = family_elsewhere(name);
    throw InputError("unknown network family '" + printable(name, 40) + "'" +
                     (elsewhere.empty() ? did_you_mean(name, names) : elsewhere) +
                     ", 'wafernet list families' shows them all");
}

}  // namespace wafernet
