// Messages of a routing with one path a pair over parallel links.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "wafernet/core/network.hpp"

namespace wafernet {

/// Deals messages out to parallel links by source and destination: sources in turn, and of every destination the turn
/// that leaves the links most even, whatever the names of the nodes.
class Lanes {
public:
    /// Called for a place of a path at which parallel links lead on.
    using Visit = std::function<void(std::uint32_t place, std::span<const Channel> links)>;
    /// Goes along the path from a source to a destination.
    using Walk = std::function<void(Node source, Node destination, const Visit& visit)>;

    /// No parallel links.
    Lanes() = default;
    /// `states`: a multiple of the numbers of parallel links; `places`: one more than the largest place; `ranks`: of
    /// the nodes by name.
    Lanes(const Network& network, std::uint32_t states, std::size_t places, const std::vector<Node>& ranks,
          const Walk& walk);

    [[nodiscard]] std::uint32_t state(Node source) const { return states_ > 1 ? turns_[source] : 0; }
    [[nodiscard]] std::size_t lane(std::uint32_t state, Node destination, std::uint32_t place,
                                   std::size_t links) const {
        return states_ > 1 ? (state + shifts_[destination * places_ + place]) % links : 0;
    }

private:
    std::uint32_t states_ = 1;
    std::size_t places_ = 0;
    std::vector<std::uint32_t> turns_;  // of the sources
    std::vector<std::uint8_t> shifts_;  // [destination][place]
};

}  // namespace wafernet
