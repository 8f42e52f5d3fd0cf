// The pairs whose messages count in a verdict: all terminals, or those of a traffic, without those that the network's
// routes leave out.
#pragma once

#include <vector>

#include "core/fits.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/routing/route_table.hpp"
#include "walk.hpp"

namespace wafernet {

class Talkers {
public:
    /// `traffic`: null, or one that must outlive nothing but this call. Throws InputError where it was made for another
    /// network.
    Talkers(const Network& network, const Traffic* traffic)
        : all_((traffic == nullptr || traffic->uniform()) &&
               (network.routes == nullptr || network.routes->left_out() == 0)) {
        if (traffic != nullptr) check_fits(network.graph, *traffic);
        if (all_) return;
        sources_.resize(network.graph.nodes());
        std::vector<Demand> row;
        for (const Node s : terminals_of(network)) {
            row.clear();
            if (traffic != nullptr) traffic->row(s, row);
            else
                for (const Node d : terminals_of(network)) row.push_back({d, 1.0});
            for (const Demand& d : row) {
                if (d.share > 0.0 && d.destination != s && !leaves_out(network, s, d.destination))
                    sources_[d.destination].push_back(s);
            }
        }
    }

    [[nodiscard]] bool all() const { return all_; }
    /// Finds the places of all messages that count.
    void explore(Walk& walk, Node destination) const {
        if (all_) walk.explore(destination);
        else walk.explore(destination, sources_[destination]);
    }

    /// The sources that send to `destination`, where not all() do.
    [[nodiscard]] const std::vector<Node>& sources(Node destination) const { return sources_[destination]; }

private:
    bool all_;
    std::vector<std::vector<Node>> sources_;
};

}  // namespace wafernet
