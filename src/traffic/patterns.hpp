// The kinds of traffic behind make_traffic.
#pragma once

#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/traffic.hpp"

namespace wafernet::traffic {

/// Returns traffic in which every terminal sends to every other (or also to itself) with the same share.
std::unique_ptr<Traffic> uniform(const Network& network, bool include_self);

/// Returns uniform traffic in which `fraction` of all messages goes to one of `hot` instead, from a hot node to one of
/// the others.
std::unique_ptr<Traffic> hotspot(const Network& network, std::vector<Node> hot, double fraction, bool include_self);

/// Throws InputError unless a hot spot has 1 or 4 nodes and a share above 0 and below 1.
void check_hot_spot(std::uint64_t count, double fraction);

/// Returns traffic in which terminal v sends to images[v]; a fixed point is silent unless it may talk to itself.
std::unique_ptr<Traffic> permutation(const Network& network, const std::vector<Node>& images, bool include_self);

/// Returns traffic of explicit rows, whose shares are relative; they are scaled so that the busiest source has rate 1.
std::unique_ptr<Traffic> matrix(std::vector<std::vector<Demand>> rows);

/// Returns the file of a traffic matrix, opened. Throws InputError where it cannot be read.
std::ifstream open_csv(const std::string& path);

/// Returns traffic from a CSV file: a square matrix, or lines "source,destination,rate" under that header.
std::unique_ptr<Traffic> from_csv(const std::string& path, const Network& network);

/// A pattern that a word names and that is a function of the address.
struct AddressPattern {
    std::string_view name;
    std::string_view title;  ///< where a source sends to
    /// Returns the destination of every node. Throws InputError where the network does not admit the pattern.
    std::vector<Node> (*images)(const Network& network);
};

/// Returns all patterns that send every node's messages to one node.
std::span<const AddressPattern> address_patterns();

/// Returns the permutation of the terminals whose shortest paths have most hops in sum. Throws InputError above 2,048
/// terminals, and where some cannot reach others.
std::vector<Node> longest_matching(const Network& network);

/// Returns the one or four nodes in the middle of the network, by address.
std::vector<Node> centre_nodes(const Network& network, std::uint64_t count);

}  // namespace wafernet::traffic
