// Node addresses as the documents write them: (3,2)(2,3,0).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/graph.hpp"

namespace wafernet {

/// Digits of a node address in groups, most significant first. A node number is the mixed-radix number of all digits.
/// (3,2)(2,3,0) on HTN(4,4,2,q): groups {{4,4},{4,4,4}}. Networks whose nodes are not all combinations of digits
/// (Fibonacci cube, star graph, user graphs) give one label a node instead.
class AddressScheme {
public:
    using Radices = std::vector<std::vector<std::uint32_t>>;  ///< one inner vector a group

    AddressScheme() = default;
    /// Throws InputError where a radix is 0.
    explicit AddressScheme(Radices radices);
    /// Returns a scheme with one label a node.
    [[nodiscard]] static AddressScheme of_labels(std::vector<std::string> labels);

    /// Returns the address of `node`: "(3,2)(2,3,0)", or its label. Throws InputError where there is no such node.
    [[nodiscard]] std::string print(Node node) const;
    /// Returns the node of an address. Accepts what `print` writes (blanks are skipped), a plain digit string such as
    /// 1131230 where every radix is at most 10, and a plain node number where there is one group of one digit.
    /// Throws InputError where the text is malformed or outside the network.
    [[nodiscard]] Node parse(std::string_view text) const;
    /// Returns all digits of `node`, most significant first; empty where nodes are labelled. Throws InputError where
    /// there is no such node.
    [[nodiscard]] std::vector<std::uint32_t> digits(Node node) const;
    /// Returns the node of the digits given most significant first. Throws InputError unless there is one digit a
    /// radix, below it.
    [[nodiscard]] Node node(std::span<const std::uint32_t> digits) const;

    [[nodiscard]] const Radices& radices() const { return radices_; }
    [[nodiscard]] bool labelled() const { return !labels_.empty(); }
    /// Number of addresses.
    [[nodiscard]] std::uint64_t size() const;

private:
    Radices radices_;
    std::vector<std::string> labels_;
};

}  // namespace wafernet
