// How far the estimated saturation load is off, by class of case.
#pragma once

#include <span>
#include <string_view>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// What tells the classes apart. All of it is known without a simulation.
struct CaseTraits {
    bool classical = false;     ///< estimated by the classical model
    bool choices = false;       ///< messages choose their way
    bool few_pairs = false;     ///< every source sends to a few destinations, as in a permutation
    double vc_use = 0.0;        ///< the estimate over the load at which virtual channels are held all the time
    int most_vcs = 1;           ///< virtual channels of the largest class of a network channel
    double least_buffer = 2.0;  ///< flits of the smallest buffer behind a network channel
    double flits = 16.0;        ///< mean length of a message
};

/// Where the simulated saturation lies in about nine cases of ten, as shares of the estimate.
struct SaturationBand {
    std::string_view name;  ///< of the class
    double below = 0.0;     ///< by how much it may lie below the estimate
    double above = 0.0;     ///< by how much above
    int cases = 0;          ///< of the class, from which the two are derived
};

/// Returns the bands of all classes.
std::span<const SaturationBand> saturation_bands();
/// Returns the band of a case.
const SaturationBand& saturation_band(const CaseTraits& traits);
/// Returns the traits of a plan whose saturation is estimated to be `load`.
CaseTraits traits_of(const Plan& plan, double load, bool classical);

}  // namespace wafernet::queueing
