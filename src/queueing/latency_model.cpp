// The model as its users see it: single points, curves, saturation.
#include "wafernet/queueing/latency_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/activity.hpp"
#include "queueing/load_curve.hpp"
#include "queueing/measured_error.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"

namespace wafernet {

using namespace queueing;

namespace {

constexpr double trusted = 0.75;                     // of the saturation load: above, the estimate is known to be low
constexpr double same_rate = 1e-6;                   // relative difference of rates that count as one
constexpr std::array roughly{same_rate, 0.02, 0.1};  // where that leaves too many
// A message that comes to a busy channel is likely to come to busy ones next: were channels elsewhere taken for these,
// the load of the fullest would seem spread over all. Most where every source sends to few destinations and few
// channels lead to it; else a look one hop around changes saturation by no more than 4 % (9 % in a TESH).
constexpr int far = 8;                     // hops
constexpr std::size_t many_arcs = 20'000;  // that make an evaluation slow
constexpr std::size_t some_arcs = 1'000;   // the same where little is gained

void lump_alike(QueueNetwork& net) {
    const bool few = net.totals.few_pairs;
    if (net.arcs.size() <= many_arcs && lump(net, same_rate, few ? far : 1, few ? many_arcs : some_arcs)) return;
    for (const double tolerance : roughly) {
        if (lump(net, tolerance, 0, tolerance == roughly.back() ? none : many_arcs)) return;
    }
}

}  // namespace

std::string_view name(PointStatus status) {
    constexpr std::array<std::string_view, 4> names{"ok", "low_confidence", "saturated", "not_converged"};
    return names.at(static_cast<std::size_t>(status));
}

struct LatencyModel::Impl {
    const Network* network = nullptr;
    bool from_entry = false;  // the latency that is asked for is without the wait at the source
    QueueNetwork net;
    mutable std::optional<LoadCurve> found;
    mutable std::optional<SaturationEstimate> limit;

    [[nodiscard]] const LoadCurve& curve() const { return found ? *found : found.emplace(net); }

    [[nodiscard]] const SaturationEstimate& saturation() const {
        if (limit) return *limit;
        const double knee = curve().knee();
        if (!(knee > 0.0))
            throw ComputationError("the model has no solution at any load of " + network->word + " that was tried");
        SaturationEstimate e;
        e.load = std::min(net.bounds.load, knee);
        e.channel_bound = net.bounds.channel, e.vc_bound = net.bounds.vc;
        e.port_bound = !net.is_channel(net.bounds.full);
        const ErrorClass& errors = error_class(net, e.load);
        e.lower = e.load * (1.0 - errors.saturation.below);
        e.upper = std::min({e.channel_bound, e.vc_bound, e.load * (1.0 + errors.saturation.above)});
        e.interval_class = errors.name;
        place(e);
        return limit.emplace(std::move(e));
    }

    // The class that is fullest: its VCs are held for the largest share of the time; or a port that is much fuller.
    void place(SaturationEstimate& e) const {
        const std::span<const double> holding = curve().state_at_knee();
        std::uint32_t worst = none;
        double most = -1.0;
        for (std::uint32_t i = net.resource_of(0); i < net.resources.size(); ++i) {
            const Resource& p = net.resources[i];
            const double use = p.rate * holding[i] / p.vcs;
            if (net.is_channel(i) && use > most * (1.0 + 1e-9)) most = use, worst = i;
        }
        const std::uint32_t full = net.bounds.full;
        const double busiest = *std::ranges::max_element(net.totals.channel);
        const double use = net.resources[full].rate * net.message.flits / net.resources[full].capacity;
        if (!net.is_channel(full) && (worst == none || use > 1.5 * busiest)) {
            const bool injection = net.is_port(full);
            const Node node = injection ? net.ports[full].node : net.class_of(full).channel;
            e.bottleneck_place =
                std::string(injection ? "injection" : "ejection") + " port of node " + network->addresses.print(node);
            return;
        }
        if (worst == none) return;
        e.bottleneck = net.class_of(worst).channel;
        e.bottleneck_place = channel_place(*network, e.bottleneck);
    }

    [[nodiscard]] LatencyPoint point(double load, Solver& solver) const {
        if (!std::isfinite(load) || load < 0.0)
            throw InputError("the load is " + std::to_string(load) + ", must be a number of 0 or more");
        LatencyPoint p;
        p.load = load;
        if (load == 0.0) {
            p.latency = net.totals.zero_load, p.source_wait = 0.0;
            return p;
        }
        const double most = saturation().load;
        p.status = load >= most                           ? PointStatus::saturated
                   : load > (1.0 + 1e-9) * trusted * most ? PointStatus::low_confidence
                                                          : PointStatus::ok;
        if (p.status == PointStatus::saturated) return p;
        const CurvePoint there = curve().at(load, solver);
        p.latency = std::max(net.totals.zero_load, from_entry ? there.within : there.total);
        p.source_wait = there.source_wait;
        return p;
    }
};

LatencyModel::LatencyModel(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic,
                           const LatencyOptions& options)
    : impl_(std::make_unique<Impl>()) {
    impl_->network = &network;
    LatencyOptions o = options;
    if (o.channel_latency.empty())
        o.channel_latency.assign(network.channel_latency_cycles.begin(), network.channel_latency_cycles.end());
    if (o.channel_flit_cycles.empty())
        o.channel_flit_cycles.assign(network.channel_flit_cycles.begin(), network.channel_flit_cycles.end());
    impl_->from_entry = o.router.latency_from == LatencyStart::entry;
    Case c(network, routing, rule, traffic, o);
    impl_->net = make_network(c);
    lump_alike(impl_->net);
}
LatencyModel::~LatencyModel() = default;
LatencyModel::LatencyModel(LatencyModel&&) noexcept = default;
LatencyModel& LatencyModel::operator=(LatencyModel&&) noexcept = default;

double LatencyModel::zero_load_latency() const { return impl_->net.totals.zero_load; }
double LatencyModel::mean_hops() const { return impl_->net.totals.mean_hops; }
double LatencyModel::channel_bound() const { return impl_->net.bounds.channel; }
SaturationEstimate LatencyModel::saturation() const { return impl_->saturation(); }

// Each evaluation goes over all arcs; there are 30 to 470 of them as measured, fewest where many channels are alike.
double LatencyModel::solving_seconds(double arcs, double classes, double longest) {
    const double evaluations = std::min(arcs > 5'000.0 ? 12.0 * longest : 20.0 + 3.5 * longest, 350.0);
    return evaluations * arcs * (2.4e-7 + 8e-9 * classes);
}

double LatencyModel::solving_seconds() const {
    const QueueNetwork& net = impl_->net;
    double channels = 0.0, shared = 0.0;  // by classes of virtual channels
    for (const std::vector<std::uint32_t>& group : net.groups) {
        const auto size = static_cast<double>(group.size());
        channels += size, shared += size * size;
    }
    return solving_seconds(static_cast<double>(net.arcs.size()), shared / channels, net.totals.longest);
}

std::vector<double> LatencyModel::channel_rates() const { return impl_->net.totals.channel; }

LatencyPoint LatencyModel::at(double load) const { return curve({&load, 1}).front(); }

std::vector<LatencyPoint> LatencyModel::curve(std::span<const double> loads) const {
    std::vector<LatencyPoint> points;
    Solver solver(impl_->net);
    Activity activity("solving loads", loads.size());
    for (const double load : loads) points.push_back(impl_->point(load, solver)), activity.one_more();
    return points;
}

ModelError LatencyModel::error_at(double load) const {
    const SaturationEstimate& s = impl_->saturation();
    return latency_band(error_class(impl_->net, s.load), load / s.load);
}

}  // namespace wafernet
