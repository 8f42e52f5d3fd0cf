// What a routing may offer beside `next`: its relation to many destinations at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// The relation to up to 64 destinations. A position is a node with a header state there.
struct HopsToMany {
    struct Hop {
        std::uint32_t to = 0;  ///< position
        Channel channel = no_channel;
        HopLabel label{};
        VcSet vcs = all_vcs;
        std::uint64_t destinations = 0;  ///< bit i: messages to the i-th destination may take it
    };
    std::vector<std::uint32_t> start;      ///< for every node the position at which its own messages start
    std::vector<std::uint32_t> first_hop;  ///< for every position, and one past the last
    std::vector<Hop> hops;                 ///< by the position that they leave
};

/// A routing that does not look back and has a faster way than to be asked for one place and destination after another.
class ManyDestinations {
public:
    ManyDestinations() = default;
    ManyDestinations(const ManyDestinations&) = delete;
    ManyDestinations& operator=(const ManyDestinations&) = delete;
    virtual ~ManyDestinations() = default;

    /// Sets `all` to what Routing::next gives at every position for each of at most 64 destinations. `all` is empty, or
    /// as the call before left it. Returns false where this routing has no such way.
    virtual bool hops_to_many(std::span<const Node> destinations, HopsToMany& all) const = 0;
};

}  // namespace wafernet
