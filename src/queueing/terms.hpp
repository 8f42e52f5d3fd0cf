// The terms of one evaluation, in their order: what each reads of the state and adds (README, section 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "queueing/queue_network.hpp"
#include "queueing/vc_server.hpp"

namespace wafernet::queueing {

/// Names of what is iterated, in the state's one vector.
template <class T> struct BasicState {
    std::span<T> holding, streaming, spread;  ///< H, T, C^2 of every resource
    std::span<T> ahead_wait, ahead_delay;     ///< w, D of every class
    std::span<T> accept;                      ///< a_i of every input
    std::span<T> held;                        ///< pi(m), m = 0 .. V of every class, as StateLayout::first_held says
};
using State = BasicState<const double>;
using NextState = BasicState<double>;

/// Where the parts of a state lie in its vector. The logarithm of the load is last.
class StateLayout {
public:
    explicit StateLayout(const QueueNetwork& net);
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] State read(std::span<const double> x) const { return view<const double>(x); }
    [[nodiscard]] NextState write(std::span<double> x) const { return view<double>(x); }
    [[nodiscard]] std::size_t first_held(std::uint32_t its_class) const { return first_held_[its_class]; }
    [[nodiscard]] std::vector<double> idle(const QueueNetwork& net, double load) const;
    /// Fills in the least and the largest values that mean something.
    void limits(const QueueNetwork& net, std::vector<double>& low, std::vector<double>& high) const;

private:
    template <class T> [[nodiscard]] BasicState<T> view(std::span<T> x) const {
        std::size_t at = 0;
        const auto next = [&](std::size_t count) { return x.subspan((at += count) - count, count); };
        return {next(resources_), next(resources_), next(resources_), next(classes_),
                next(classes_),   next(inputs_),    next(held_)};
    }

    std::size_t resources_, classes_, inputs_, held_ = 0, size_ = 0;
    std::vector<std::size_t> first_held_;
};

struct Contributions {
    explicit Contributions(const QueueNetwork& net);

    std::vector<double> wait, blocked;  ///< input: W_i, b_i
    std::vector<double> serialization;  ///< input: X_i
    std::vector<double> source_wait;    ///< port: W_source
    std::vector<double> port_sharing;   ///< port: X
    double fullest_port = 0.0;          ///< use of the fullest source
    double late = 0.0;                  ///< cycles times messages per cycle that keep nothing busy further back
};

/// Cycles of a holding in which a message moves though it does not stream (h').
[[nodiscard]] double passing(const QueueNetwork& net, std::uint32_t resource);

/// 1: queues at the sources. Returns false where the load is given and one has no stationary state.
class Sources {
public:
    explicit Sources(const QueueNetwork& net) : net_(net) {}
    bool apply(double load, bool load_given, const State& x, Contributions& c);

private:
    const QueueNetwork& net_;
    Workspace work_;
};

/// 2 and 3: classes as servers. Returns false where the numbers leave the range of a double.
class Blocking {
public:
    explicit Blocking(const QueueNetwork& net);
    bool apply(double load, const State& x, const StateLayout& layout, NextState& next, Contributions& c);

private:
    [[nodiscard]] double given_to_others(double load, const VcClass& its, const Resource& resource) const;
    [[nodiscard]] Others others_of(const State& x, const StateLayout& layout, std::uint32_t its_class) const;

    const QueueNetwork& net_;
    std::vector<double> use_;  // group: flits per cycle at load 1 over the capacity
    std::vector<int> vcs_;     // group
    std::vector<Arrivals> inputs_;
    Workspace work_;
};

/// Whether the next message of a VC gets on only when the one before it has left the buffer behind: where the VC is
/// held for so long, and where the only one has no room for a second message.
[[nodiscard]] bool one_by_one(const QueueNetwork& net, std::uint32_t resource);
/// Returns r, how many resources further on there are whose waits delay the tail of a message of that resource.
[[nodiscard]] int reach(const QueueNetwork& net, std::uint32_t resource);

/// Returns of every class whether its messages may find the one before them waiting ahead: where the next one gets on
/// only when that has left. Of long messages few go on far enough, of several VCs in a row hardly any: they are left
/// out.
[[nodiscard]] std::vector<bool> waits_ahead(const QueueNetwork& net);

/// 4: the message before, that waits ahead.
class Ahead {
public:
    explicit Ahead(const QueueNetwork& net);
    void apply(double load, const State& x, Contributions& c);

private:
    const QueueNetwork& net_;
    std::vector<bool> ahead_;      // class
    std::vector<double> at_once_;  // input: of its messages those that had waited for the one before, over H at load 1
};

/// 5: channels in a row as queues in tandem.
class Tandem {
public:
    explicit Tandem(const QueueNetwork& net);
    void apply(double load, Contributions& c);

private:
    // A channel that messages come to over several others.
    struct Merge {
        std::vector<std::uint32_t> inputs;
        std::vector<double> rate;           // by channel that they come by, messages per cycle at load 1
        std::vector<std::uint32_t> source;  // port that alone sends all of these; none
        double all = 0.0, cycles = 0.0, members = 1.0;
    };
    const QueueNetwork& net_;
    std::vector<Merge> merges_;
};

/// 6: waits further on and stretches before prolong the holding: the next state.
class Backpressure {
public:
    explicit Backpressure(const QueueNetwork& net);
    void apply(const Contributions& c, NextState& next);

private:
    // Sums over the next resources of a message's way.
    struct Far {
        double wait = 0.0, square = 0.0;  // as far as they delay the tail; the second moment of their sum
        double stretch = 0.0;             // as far as the tail suffers from them
        void add(double part, const Far& other) {
            wait += part * other.wait, square += part * other.square, stretch += part * other.stretch;
        }
    };
    void sum_downstream(const Contributions& c);
    void sum_upstream(const Contributions& c);
    void last_ahead(const Contributions& c, NextState& next);
    [[nodiscard]] double kept(std::uint32_t resource, int i) const;

    const QueueNetwork& net_;
    int farthest_ = 1, farthest_ahead_ = 0;
    std::vector<int> reach_;              // resource
    std::vector<bool> ahead_;             // class: whether the message before may still wait ahead
    std::vector<Far> far_, next_, here_;  // resource: here_ of the next one alone
    std::vector<double> before_, left_;   // resource: stretches
};

}  // namespace wafernet::queueing
