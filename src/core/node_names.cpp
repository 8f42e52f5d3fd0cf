#include "wafernet/core/node_names.hpp"

#include <charconv>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::string_view node = "node";

bool is_number(std::string_view word) { return is_whole(word) && (word.size() == 1 || word.front() != '0'); }

}  // namespace

NodeNames::NodeNames(const Network& network) : network_(network) {
    // A family calls no node by the number of another, a file may.
    if (network.family != nullptr || !network.addresses.labelled()) return;
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        const std::string name = network.addresses.print(v);
        if (is_whole(name) || (name.starts_with(node) && is_number(std::string_view(name).substr(node.size()))))
            numbered_ = false;
        names_.emplace(name, v);
    }
}

Node NodeNames::operator()(std::string_view word) const {
    const AddressScheme& addresses = network_.addresses;
    const std::uint64_t nodes = network_.graph.nodes();
    const bool plain = is_number(word);
    for (const std::string_view before : {std::string_view(), node}) {
        if (!before.empty() && !plain) continue;
        if (const auto found = names_.find(std::string(before) + std::string(word)); found != names_.end())
            return found->second;
    }
    const bool number = plain && numbered_;
    std::uint64_t at = nodes;
    if (number) std::from_chars(word.data(), word.data() + word.size(), at);
    if (at < nodes) return static_cast<Node>(at);
    std::string why;
    try {
        // 1011 on a hypercube, 1234 on a star graph: no node has so great a number, and an address is printed so.
        const Node found = addresses.parse(word);
        if (!number || addresses.print(found) == word) return found;
    } catch (const InputError& error) {
        why = error.what();
    }
    if (!numbered_) throw InputError(why);
    if (number)
        throw InputError("node " + std::string(word.substr(0, 40)) + " does not exist, the last node of " +
                         network_.word + " is " + both(static_cast<Node>(nodes - 1)));
    throw InputError(why + ", or a node number from 0 to " + std::to_string(nodes - 1) + " without leading zeros");
}

Node NodeNames::by_address(std::string_view word) const {
    if (names_.empty()) {
        try {
            return network_.addresses.parse(word);
        } catch (const InputError&) {  // a number, perhaps
        }
    }
    return (*this)(word);
}

std::string NodeNames::both(Node at) const {
    const std::string name = network_.addresses.print(at);
    return numbered_ ? std::to_string(at) + ", or " + name + " by its address" : name;
}

}  // namespace wafernet
