// Messages that wait at their destination until an answer can leave it.
#pragma once

#include <vector>

#include "digraph.hpp"
#include "wafernet/routing/deadlock.hpp"

namespace wafernet {

/// A dependency through an endpoint, between channel * vcs + vc: the message from source to destination holds the one
/// and needs the other.
struct EndpointDependency {
    std::uint32_t from = 0, to = 0;
    Node source = 0, destination = 0;
};

/// Makes of the graph of one virtual network that of all of the options', and adds what waits at endpoints, which it
/// returns, ascending.
std::vector<EndpointDependency> add_endpoints(const Network& network, const Routing& routing, const VcRule& rule,
                                              const VerdictOptions& options, Digraph& graph);

/// Returns the steps of a cycle with the VCs of one virtual network, and the messages of those through endpoints.
std::vector<CycleStep> steps_of(const std::vector<std::uint32_t>& cycle, const std::vector<EndpointDependency>& through,
                                int vcs, int networks);

/// Returns whether virtual networks wait for each other at endpoints, or one for itself. Where they do not, the last of
/// them drains by itself, then those that wait for it: the choices of messages within one network decide.
bool wait_in_a_circle(const VerdictOptions& options);

}  // namespace wafernet
