// Stations of channels that several nodes drive: their cycles go round the drivers.
#pragma once

#include <cstdint>
#include <vector>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

/// Returns the probability that a driver with `streams` messages on average has one: a Poisson number cut off at `cap`,
/// its buffers.
double driver_active(double streams, int cap);

/// Who else streams over a shared channel while a message does. A driver is a direction of a router, or a processor.
struct Sharers {
    double row = 0.0;    ///< messages of the same driver, on average: they have come one after the other
    int cap = 1;         ///< buffers of that driver
    double apart = 0.0;  ///< probability that the message and one of these are not both on the channel before any more
    double met = 0.0;    ///< messages of other drivers that shared the channel before as well: they alternate already
    std::vector<double> active{1.0};  ///< [k]: probability that k other drivers have anything else
    double wants = 1.0;               ///< flits per cycle of such a driver
    double messages = 1.0;            ///< that it has
};

/// Returns the cycles by which a shared channel prolongs a message of `flits` flits that streams for `streaming`
/// cycles. Processor sharing: as many leave as come while a message is there, so that it takes as long as with those
/// that it finds, all the way, and the mean is one of times and not of rates. Half of the cycles go round the drivers,
/// half round the messages; where there are enough for all, a flit still waits for those that come at the same time.
double shared_stretch(double flits, double streaming, const Sharers& sharers);

/// All shared channels of a plan.
class SharedChannels {
public:
    explicit SharedChannels(const Plan& plan) : plan_(plan) {}  ///< the plan must outlive it

    /// Replaces the stretches `own` of the slots and their means `mean_stretch` over the messages of a station, from
    /// the cycles for which these stream were they alone, all of them and those without what is lost further on, and
    /// the stretches of the round before.
    void share(double load, const double* streaming, const double* unheld, const double* stretch, double* mean_stretch,
               std::vector<double>& own);

private:
    struct Driver {
        double streams = 0.0;  // messages of it that stream at a time
        double behind = 0.0;   // of these, those that have left the channel before
        int cap = 1;           // its buffers
        double active = 0.0;   // probability that it has one
    };

    const Plan& plan_;
    std::vector<Driver> drivers_;  // of the channel at hand
    Sharers sharers_;
};

}  // namespace wafernet::queueing
