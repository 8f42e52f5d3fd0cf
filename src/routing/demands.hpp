// Traffic seen from its destinations.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "core/fits.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet {

// Demands by destination: uniform traffic needs none, any other is transposed once.
class Demands {
public:
    Demands(const Network& network, const Traffic& traffic)
        : terminals_(terminals_of(network)), uniform_(traffic.uniform()) {
        check_fits(network.graph, traffic);
        rate_.resize(network.graph.nodes(), 0.0);
        for (const Node s : terminals_) rate_[s] = traffic.rate(s);
        if (uniform_) {
            // The share of every other destination, and of the source itself where the pattern includes it.
            if (terminals_.size() > 1) {
                std::vector<Demand> row;
                traffic.row(terminals_[0], row);
                for (const Demand& d : row) {
                    if (d.destination == terminals_[1]) share_ = d.share / rate_[terminals_[0]];
                }
            }
            return;
        }
        std::vector<Demand> row;
        std::vector<std::uint64_t> count(network.graph.nodes() + std::size_t{1}, 0);
        for (const Node s : terminals_) {
            traffic.row(s, row);
            for (const Demand& d : row) count[d.destination + 1] += d.destination != s && d.share > 0 ? 1 : 0;
        }
        for (std::size_t d = 1; d < count.size(); ++d) count[d] += count[d - 1];
        check_memory(count.back() * sizeof(Demand),
                     network.word + ": the traffic of " + std::to_string(count.back()) + " pairs of nodes",
                     "a smaller network or traffic of fewer pairs");
        first_ = count;
        flows_.resize(count.back());
        for (const Node s : terminals_) {
            traffic.row(s, row);
            for (const Demand& d : row) {
                if (d.destination != s && d.share > 0) flows_[count[d.destination]++] = {s, d.share};
            }
        }
    }

    [[nodiscard]] const std::vector<Node>& terminals() const { return terminals_; }
    [[nodiscard]] double offered() const {
        double sum = 0.0;
        for (const double r : rate_) sum += r;
        return sum;
    }
    /// Adds the demands for `destination` to `flow`, which has one entry a node.
    void add(Node destination, std::vector<double>& flow) const {
        if (uniform_) {
            for (const Node s : terminals_) flow[s] += s == destination ? 0.0 : rate_[s] * share_;
            return;
        }
        for (std::uint64_t i = first_[destination]; i < first_[destination + 1]; ++i)
            flow[flows_[i].destination] += flows_[i].share;
    }
    /// Returns the sources of messages to `destination`, as Demand::destination, where the traffic is not uniform.
    [[nodiscard]] std::span<const Demand> to(Node destination) const {
        return std::span(flows_).subspan(first_[destination], first_[destination + 1] - first_[destination]);
    }
    /// Returns what every node sends to each other one, where the traffic is uniform.
    [[nodiscard]] std::vector<double> to_each() const {
        std::vector<double> rates = rate_;
        for (double& r : rates) r *= share_;
        return rates;
    }
    [[nodiscard]] bool empty(Node destination) const {
        return !uniform_ && first_[destination] == first_[destination + 1];
    }

private:
    std::vector<Node> terminals_;
    std::vector<double> rate_;
    bool uniform_;
    double share_ = 0.0;
    std::vector<std::uint64_t> first_;
    std::vector<Demand> flows_;  // here `destination` is the source
};

}  // namespace wafernet
