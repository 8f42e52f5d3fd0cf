// Numerical settings: they say how exactly and how long a solution is sought, not what it is.
#pragma once

#include <cstddef>

namespace wafernet::queueing {

struct SolverOptions {
    /// When the fixed point counts as found, and how it is sought.
    struct Iteration {
        double enough = 1e-4;          ///< largest residual, relative
        double mostly_enough = 3e-5;   ///< root mean square: 5 times `enough` do then, of choices 2
        double latency_enough = 5e-5;  ///< relative change of the latency
        double delay_enough = 2e-3;    ///< the same of that part of it which the load brings
        double least_change = 1e-9;    ///< of the latency; less is not asked for
        double damping = 0.6;          ///< of plain steps
        double roughly = 8.0;          ///< times these tolerances do for a search
        double mostly_roughly = 2.0;   ///< times mostly_enough does for it
        double nearly = 0.02;          ///< residual where the rest has settled
        double far = 0.5;              ///< first residual that shows a bad start, where the load follows
        int patience = 10;             ///< steps without progress, where little is wanted
    };

    /// How the load rises towards saturation.
    struct Search {
        double near_stop = 0.87;      ///< of the last y: a stop that is nearer is left out
        std::size_t most_stops = 24;  ///< points of a climb by strains
        int most_nearer = 3;          ///< halvings of the way to a stop that is too far off
        int most_failures = 2;        ///< stops that are not reached
        double knee_width = 0.015;    ///< of the load, where the search ends by halves
        double first_step = 0.03;     ///< there, doubled with every load that has a solution
        double most_of_bound = 0.999;
        int most_bound_tries = 2;  ///< solutions at the channels' bound that are looked for
        int places = 1000;         ///< of the curve near saturation
        double same_latency = 1e-3;
        double flat = 0.01;  ///< of the load, by which it still rises, that ends the search; twice as much where a stop
                             ///< is not reached
        double under_way = 0.5;   ///< y above which it goes on all the same
        double least_left = 0.2;  ///< of 1 - strain, at the next stop
    };
};

}  // namespace wafernet::queueing
