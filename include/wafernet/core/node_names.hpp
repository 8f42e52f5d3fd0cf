// What users call the nodes of a network: one lookup for command lines, traffic, traces and maps.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Finds nodes by a number or by name.
///
/// Decimal digits without a leading zero are the number of a node, from 0, where there is such a node; anything else is
/// an address as AddressScheme::parse reads it (digits alone that could be a number: as it is printed). In a network
/// from a file a name comes first. Where that file calls nodes by numbers there are no other numbers; where it calls
/// them node0, node1 and so on, a number is one of these.
class NodeNames {
public:
    /// The network must outlive it.
    explicit NodeNames(const Network& network);

    /// Returns the node that is called `word`. Throws InputError where there is none.
    [[nodiscard]] Node operator()(std::string_view word) const;
    /// Returns the same, but that digits alone are an address where there is such a node, as they are where a command
    /// asks for one: 11 in a mesh is (1,1). Throws InputError where there is none.
    [[nodiscard]] Node by_address(std::string_view word) const;
    /// Returns "9, or P(0,0) by its address": the words that find `node`.
    [[nodiscard]] std::string both(Node node) const;
    [[nodiscard]] const Network& network() const { return network_; }

private:
    const Network& network_;
    std::unordered_map<std::string, Node> names_;  ///< of a file
    bool numbered_ = true;                         ///< words may be node numbers
};

}  // namespace wafernet
