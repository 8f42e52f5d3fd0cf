// The state of the iteration, and one evaluation: sources, classes, the message ahead, tandem queues, backpressure.
#include <algorithm>
#include <cmath>
#include <limits>

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

namespace {

constexpr double below_bound = 1e-6;  // by which the largest load is below the bound, relative
constexpr double least_load = 1e-9;   // over the largest

}  // namespace

StateLayout::StateLayout(const QueueNetwork& net)
    : resources_(net.resources.size()), classes_(net.classes.size()), inputs_(net.inputs.size()) {
    for (std::uint32_t i = 0; i < classes_; ++i) {
        first_held_.push_back(held_);
        const Resource& resource = net.resources[net.resource_of(i)];
        if (net.groups[resource.group].size() > 1) held_ += static_cast<std::size_t>(resource.vcs) + 1;
    }
    size_ = 3 * resources_ + 2 * classes_ + inputs_ + held_ + 1;
}

std::vector<double> StateLayout::idle(const QueueNetwork& net, double load) const {
    std::vector<double> all(size_, 0.0);
    const NextState x = write(all);
    for (std::size_t i = 0; i < resources_; ++i) {
        const double pace = net.resources[i].pace;
        x.holding[i] = pace + net.resources[i].hold;
        x.streaming[i] = pace;
        x.spread[i] = net.message.square * pace * pace / (x.holding[i] * x.holding[i]);
    }
    std::fill(x.accept.begin(), x.accept.end(), 1.0);
    for (std::uint32_t i = 0; i < classes_; ++i) {
        if (net.groups[net.resources[net.resource_of(i)].group].size() > 1) x.held[first_held_[i]] = 1.0;
    }
    all.back() = std::log(load);
    return all;
}

void StateLayout::limits(const QueueNetwork& net, std::vector<double>& low, std::vector<double>& high) const {
    low.assign(size_, 0.0);
    high.assign(size_, std::numeric_limits<double>::infinity());
    const NextState least = write(low), most = write(high);
    for (std::size_t i = 0; i < resources_; ++i) least.holding[i] = least.streaming[i] = net.resources[i].pace;
    std::fill(least.accept.begin(), least.accept.end(), least_accept);
    std::fill(most.accept.begin(), most.accept.end(), 1.0);
    std::fill(most.held.begin(), most.held.end(), 1.0);
    high.back() = std::log(net.bounds.load * (1.0 - below_bound));
    low.back() = high.back() + std::log(least_load);
}

Contributions::Contributions(const QueueNetwork& net)
    : wait(net.inputs.size(), 0.0),
      blocked(wait),
      serialization(wait),
      source_wait(net.ports.size(), 0.0),
      port_sharing(source_wait) {}

// Where the VC is held until the buffer is left the tail passes the router behind the channel; where it is given on
// before, the header waits until it may cross. Credits that a message longer than the buffer waits for come late where
// its flits do.
double passing(const QueueNetwork& net, std::uint32_t resource) {
    const Resource& p = net.resources[resource];
    if (!p.past) return p.hold;
    if (!net.is_channel(resource)) return 0.0;
    return net.message.flits <= p.depth ? p.hold : net.message.allocation;
}

bool one_by_one(const QueueNetwork& net, std::uint32_t resource) {
    const Resource& p = net.resources[resource];
    if (!p.past) return true;
    return p.vcs == 1 && net.message.flits >= p.depth && net.message.flits > net.message.round_trip;
}

int reach(const QueueNetwork& net, std::uint32_t resource) {
    const double flits = net.message.flits, depth = net.resources[resource].depth;
    return (one_by_one(net, resource) ? 1 : 2) + static_cast<int>(std::floor((flits - 1.0) / depth));
}

FixedPointMap::FixedPointMap(const QueueNetwork& net)
    : net_(net),
      layout_(net),
      c_(net),
      sources_(net),
      blocking_(net),
      ahead_(net),
      tandem_(net),
      backpressure_(net),
      next_(layout_.size(), 0.0) {}

bool FixedPointMap::evaluate(double load, bool load_given, std::span<const double> x) {
    const State state = layout_.read(x);
    NextState next = layout_.write(next_);
    if (!sources_.apply(load, load_given, state, c_) || !blocking_.apply(load, state, layout_, next, c_)) return false;
    ahead_.apply(load, state, c_);
    tandem_.apply(load, c_);
    backpressure_.apply(c_, next);
    return true;
}

double FixedPointMap::latency_within() const {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < net_.inputs.size(); ++k) {
        const Input& in = net_.inputs[k];
        sum += in.rate * net_.resources[net_.resource_of(in.to)].members * (c_.wait[k] + c_.serialization[k]);
    }
    for (std::uint32_t i = 0; i < net_.ports.size(); ++i)
        sum += net_.resources[i].rate * net_.resources[i].members * c_.port_sharing[i];
    return net_.totals.zero_load + sum / net_.totals.sent;
}

double FixedPointMap::source_wait() const {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < net_.ports.size(); ++i)
        sum += net_.resources[i].rate * net_.resources[i].members * c_.source_wait[i];
    return sum / net_.totals.sent;
}

double FixedPointMap::before_entry() const {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < net_.inputs.size(); ++k) {
        const Input& in = net_.inputs[k];
        if (net_.is_port(in.from)) sum += in.rate * net_.resources[net_.resource_of(in.to)].members * c_.wait[k];
    }
    return source_wait() + sum / net_.totals.sent;
}

// Did all delays and uses grow like the load.
double FixedPointMap::towards_strain(double wanted, double within) const {
    const double delay = within / net_.totals.zero_load - 1.0;
    return std::clamp(std::log(wanted / (c_.fullest_port + (1.0 - wanted) * delay)), -1.0, 1.0);
}

}  // namespace wafernet::queueing
