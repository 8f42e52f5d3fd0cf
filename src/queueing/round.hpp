// The state of all stations, and what follows from it: one round of the iteration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "queueing/choices.hpp"
#include "queueing/head_of_line.hpp"
#include "queueing/holding_times.hpp"
#include "queueing/product_form.hpp"
#include "queueing/shared_channels.hpp"
#include "queueing/stations.hpp"
#include "queueing/switch_allocation.hpp"
#include "queueing/tandem_queues.hpp"

namespace wafernet::queueing {

/// A state is a vector: of every station holding, streaming, spread, stretch, wait and delay at the last station that
/// it hears; rescaling of every slot, held VCs, where messages choose the probability that a slot is full; of shared
/// channels the streaming without what is lost further on; of channels whose cycles speculation wastes those that each
/// message costs; the logarithm of the load.
class Round {
public:
    using Values = std::vector<double>;

    explicit Round(const Plan& plan);  ///< the plan must outlive it
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

    [[nodiscard]] std::size_t size() const { return size_; }  ///< of a state
    /// Returns the places of a state that a round reads, that of the load last, and their ranges.
    [[nodiscard]] const std::vector<std::size_t>& live() const { return live_; }
    [[nodiscard]] const Values& low() const { return low_; }
    [[nodiscard]] const Values& high() const { return high_; }
    /// Returns the idle network.
    [[nodiscard]] Values begin(double load) const;
    /// Returns the logarithm of the largest load.
    [[nodiscard]] double most_load() const;

    /// Works out everything as it follows from a state at a load. Returns false where the load is given
    /// and a queue has no stationary state at it, and where the numbers leave the range of a double.
    bool evaluate(double load, bool load_given, const Values& x);

    // Of the last round:
    [[nodiscard]] const Values& implied() const { return implied_; }  ///< the state that follows; not the load
    [[nodiscard]] double latency_within()
        const;  ///< mean latency from the time when the source queue is left, cycles; without the next
    [[nodiscard]] double late() const {
        return tandem_.late(load_, source_wait_) / plan_.total;
    }                                               ///< mean delay that keeps nothing busy, cycles
    [[nodiscard]] double mean_source_wait() const;  ///< cycles
    [[nodiscard]] double before_entry() const;      ///< mean wait at the source and for the first channel, cycles
    [[nodiscard]] bool overfull() const {
        return lanes_.any() && lanes_.fullest() >= 1.0;
    }                                                  ///< a queue in some buffer has no stationary state
    [[nodiscard]] double strain(double within) const;  ///< 0, the idle network, to 1; `within`: latency_within()
    /// Returns by how much the logarithm of the load should change for the strain that is wanted.
    [[nodiscard]] double towards_strain(double wanted, double within) const;
    [[nodiscard]] const std::vector<double>& shares() const { return choices_.shares(); }  ///< of the ways of choices

private:
    void find_live();
    [[nodiscard]] bool is_heard(std::uint32_t i) const;
    [[nodiscard]] double follow_at_once(const Slot& slot) const;
    bool port(const Values& x, std::uint32_t i, Values& image);
    bool station(const Values& x, std::uint32_t i, Values& image);
    void wait_for_last(const Values& x, std::uint32_t i, std::uint32_t k);
    void set_others(const Values& x, const std::vector<std::uint32_t>& group, std::uint32_t self);
    [[nodiscard]] int choosing(const Station& s) const;
    [[nodiscard]] double stalled(std::uint32_t station, double holding) const;
    [[nodiscard]] double held(const Values& x, std::uint32_t station) const;
    [[nodiscard]] double whole_flits(const Station& s, double early) const;
    [[nodiscard]] double entering_pace(const Station& s) const;
    [[nodiscard]] double passing(const Station& s) const;
    [[nodiscard]] double late_by_waiting(const Station& port, double holding, double use) const;
    [[nodiscard]] Known known(const Values& x) const { return {x.data(), x.data() + streaming_, x.data() + full_}; }

    const Plan& plan_;
    double load_ = 0.0;
    bool load_given_ = true;
    double fullest_ = 0.0;  // of the ports
    Values implied_;
    std::vector<std::size_t> live_;
    Values low_, high_;
    std::vector<std::uint32_t> meeting_;                    // stations whose messages meet others
    std::vector<std::uint32_t> shared_ports_, lone_ports_;  // of sources; whose messages share them, and whose do not
    std::vector<std::uint32_t> heard_;                      // stations whose holding anything depends on
    std::size_t streaming_ = 0, spread_ = 0, stretch_ = 0, last_wait_ = 0, last_delay_ = 0, accept_ = 0, full_ = 0,
                unheld_ = 0, vain_ = 0, load_at_ = 0, size_ = 0;  // where they begin; holding at 0
    std::vector<std::size_t> busy_;
    SlotWaits slot_;
    std::vector<double> own_;      // slot: stretch
    std::vector<double> outside_;  // slot: share of a wait in which the buffers behind have no room
    Hops hops_{slot_, own_, outside_};
    Choices choices_;
    AlongPaths paths_;
    SharedChannels shared_;
    Tandem tandem_;
    std::optional<CrossbarInputs> crossbar_;
    LaneQueues lanes_;
    std::vector<double> use_;  // physical channel: of it, at load 1
    std::vector<int> vcs_;     // physical channel
    std::vector<double> beside_;
    std::vector<double> beside_stretch_;  // station: stretch by the other stations of the channel
    std::vector<int> choosing_;           // station: as choosing says
    std::vector<double> stalled_;         // station: delay by credits that are not back
    std::vector<double> source_wait_;     // station
    Workspace work_;
    std::vector<Input> inputs_;
    std::vector<bool> in_turn_;       // slot: its messages come one after the other
    std::vector<bool> before_close_;  // station: to others where messages are close
    std::vector<double> at_once_;     // slot: as follow_at_once
    Others others_;
    Others alone_;  // nobody
};

}  // namespace wafernet::queueing
