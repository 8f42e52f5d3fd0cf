// What is left of a network with faults: whether all good nodes reach each other, how far apart they are, how it
// routes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wafernet/core/faults.hpp"
#include "wafernet/routing/routings.hpp"

namespace wafernet {

/// What one set of faults leaves. All but `connected` is of the largest part, the one with most senders; nothing where
/// it has no two of them.
struct FaultFigures {
    bool connected = false;     ///< all senders that have not failed reach each other, and there is one
    std::uint32_t senders = 0;  ///< of the largest part
    std::optional<double> diameter_hops, mean_distance_hops;
    std::optional<double> saturation;  ///< flits per node and cycle that the channels leave uniform traffic on the
                                       ///< paths of routing `minimal`; where it is asked for
};

/// What may fail, and how it is measured. Results do not depend on the number of threads.
struct FaultStudy {
    const Network& whole;
    std::vector<PossibleFault> possible;
    std::uint64_t draws = 200;
    std::uint64_t seed = 1;
    unsigned threads = 1;
    bool saturation = false;
    std::function<bool(std::uint64_t, std::uint64_t)> progress{};  ///< false ends the work: ComputationError
};

/// Returns the figures of every case below `cases`, whose faults are faults_of(case).
std::vector<FaultFigures> fault_figures(const FaultStudy& study, std::size_t cases,
                                        const std::function<FaultSet(std::size_t)>& faults_of);

/// A mean with its 95 % interval, which is the value alone where it is exact.
struct FaultEstimate {
    double value = 0.0, lower = 0.0, upper = 0.0;
};

/// Returns a share of so many draws with Wilson's interval of 95 %.
FaultEstimate share_of(double share, double draws);

/// Means over sets of faults; of those that have the figure, nothing where none has.
struct FaultPoint {
    std::uint64_t cases = 0;                 ///< sets that were measured
    bool exact = false;                      ///< every set, else drawn ones
    std::optional<FaultEstimate> connected;  ///< probability, Wilson's interval; the others have normal ones
    std::optional<FaultEstimate> share;      ///< of all senders, that the largest part has
    std::optional<FaultEstimate> diameter_hops, mean_distance_hops, saturation;
};

/// Returns the means over sets of `count` faults: over all of them where sets times channels are few, else over those
/// that are drawn. Throws InputError where there cannot be so many.
FaultPoint with_faults(const FaultStudy& study, std::uint64_t count);
/// Returns the means where every fault happens with such a probability by itself, one a rate: over all sets where up to
/// 20 can happen and sets times channels are few, else over those that are drawn.
std::vector<FaultPoint> with_fault_rates(const FaultStudy& study, std::span<const double> rates);

/// What a routing does with one fault.
struct FaultVerdict {
    bool connected = false;             ///< all good senders still reach each other
    std::uint64_t pairs = 0;            ///< ordered pairs of good senders
    std::uint64_t delivered = 0;        ///< of these, by the routing
    std::optional<bool> deadlock_free;  ///< nothing: not judged
    std::string reason;                 ///< why the routing or its virtual channels do not do there; empty: they do
};

/// Returns the verdicts on every single fault of the study. A routing of the whole network (`own`) keeps its routes:
/// pairs whose route meets the fault are not delivered, and it is deadlock free with the fault where it is so without,
/// else not judged. Any other is made anew for the largest part that a fault leaves, and judged there; up-down by its
/// rule alone, which holds on any connected graph whose links go both ways. Throws InputError where the routing does
/// for no fault, and for routes of the whole network of which there are several a pair.
std::vector<FaultVerdict> judge_single_faults(const FaultStudy& study, const RoutingChoice& choice, bool own);

}  // namespace wafernet
