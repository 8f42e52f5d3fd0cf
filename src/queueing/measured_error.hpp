// How far the model is off, by class of case: measured, not derived from the model.
#pragma once

#include <span>
#include <string_view>

#include "queueing/queue_network.hpp"
#include "wafernet/queueing/latency_model.hpp"

namespace wafernet::queueing {

/// The errors of a class of cases: nine of ten lie between.
struct ErrorClass {
    std::string_view name;
    int cases = 0;  ///< from which they are derived
    ModelError saturation;
    ModelError latency[3];  ///< at 30, 60 and 80 % of saturation
};

std::span<const ErrorClass> error_classes();
/// Returns the class of a network whose saturation is estimated to be `load`.
const ErrorClass& error_class(const QueueNetwork& net, double load);
/// Returns the band of the latency at a share of the saturation load: on lines between the measured ones, exact at 0,
/// and that of saturation from there on.
ModelError latency_band(const ErrorClass& of, double share);

}  // namespace wafernet::queueing
