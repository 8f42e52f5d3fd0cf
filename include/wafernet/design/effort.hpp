// How long figures take, predicted from the graph: what a page shows by itself does not hang on the machine's mood.
#pragma once

#include "wafernet/design/design_point.hpp"

namespace wafernet {

/// Predicted seconds of one thread for each costly figure of a network, within a factor of about four on a machine of
/// 2020.
struct PredictedSeconds {
    double cuts = 0.0;       ///< arc connectivity and bisection
    double distances = 0.0;  ///< diameter and average distance
    double routed = 0.0;     ///< lengths of the paths of the routing
    double verdict = 0.0;    ///< on deadlock, with the routes and their virtual channels, which latency has as well
    double plan = 0.0;       ///< the latency model, which then says what its solution takes
    double latency = 0.0;    ///< that with its saturation load
};

/// Returns the prediction for the routing of the choice; 0 where that routing does not fit the network, which takes no
/// time. `unequal_links`: channels take different cycles, so that no two of them are alike.
PredictedSeconds predicted_seconds(const Network& network, const DynamicChoice& choice, bool unequal_links = false);

/// Which of the figures are shown.
struct Admitted {
    bool cuts = false, distances = false, routed = false, verdict = false, latency = false;
};

/// Returns the figures that fit into `budget` seconds, the cheapest first, so that as many as possible are shown.
Admitted admitted(const PredictedSeconds& seconds, double budget);

}  // namespace wafernet
