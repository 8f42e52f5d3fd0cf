// The router's pipeline as the model sees it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wafernet/queueing/latency_model.hpp"

namespace wafernet::queueing {

/// A buffer of `depth` flits whose slots come back after `round_trip` cycles.
struct CreditLoop {
    std::uint64_t depth = 1;
    std::uint64_t round_trip = 1;
    bool operator==(const CreditLoop&) const = default;
};

/// Returns by how many cycles the last of `flits` flits follows the first over these loops.
std::uint64_t tail_lag(std::span<const CreditLoop> loops, std::uint32_t flits);

/// Returns the mean of `cycles(flits)` over the lengths of messages.
template <class Cycles> double mean_of_lengths(const RouterConfig& o, Cycles cycles) {
    double sum = 0.0, share = 0.0;
    for (const LengthShare& l : o.lengths) sum += l.share * static_cast<double>(cycles(l.flits)), share += l.share;
    return sum / share;
}

struct Router {
    explicit Router(const LatencyOptions& options);
    const RouterConfig& o;
    const std::vector<std::uint32_t>& channel_latency;      ///< LatencyOptions::channel_latency
    const std::vector<std::uint32_t>& channel_flit_cycles;  ///< LatencyOptions::channel_flit_cycles

    /// Returns s: cycles that a header takes longer than the flits behind it.
    [[nodiscard]] std::uint64_t decision() const { return std::uint64_t{o.routing_cycles} + o.allocation_cycles; }
    [[nodiscard]] std::uint32_t wire(Channel c) const;  ///< cycles of the wire
    /// Returns the cycles from a flit to the next, on a narrow channel above 1.
    [[nodiscard]] std::uint32_t serial(Channel c) const;
    /// Returns the cycles of the header, as the next two.
    [[nodiscard]] std::uint32_t injection_time(bool has_links, std::uint32_t link = 1) const;
    [[nodiscard]] std::uint32_t hop_time(Channel c, bool last) const;
    [[nodiscard]] std::uint32_t ejection_time(std::uint32_t link = 1) const;
    [[nodiscard]] std::uint32_t depth(Channel c) const;  ///< flits of the buffer behind the channel
    [[nodiscard]] CreditLoop loop(Channel c) const;
    [[nodiscard]] CreditLoop injection_loop(std::uint32_t link = 1) const;
    [[nodiscard]] CreditLoop ejection_loop(std::uint32_t link = 1) const;  ///< of a sink that returns credits
    void add_port_loops(std::vector<CreditLoop>& loops, PortLinks links = {}) const;
};

}  // namespace wafernet::queueing
