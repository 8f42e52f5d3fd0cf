#include "queueing/ways.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "wafernet/base/error.hpp"

namespace wafernet::queueing {

namespace {

constexpr Node averaged_nodes = 1000;

}  // namespace

void Ways::lost(Node source, Node destination) const {
    throw ComputationError("a message from node " + std::to_string(source) + " to node " + std::to_string(destination) +
                           " goes round in circles or has no way on under this routing and VC rule '" +
                           case_.rule.name + "'");
}

VcSet Ways::expanded(VcSet set) const {
    VcSet all = 0;
    for (VcSet left = set; left != 0; left &= left - 1)
        all |= case_.expanded[static_cast<std::size_t>(std::countr_zero(left))];
    return all;
}

const Ways::Permit& Ways::permit(const HopLabel& label, int vc) {
    const std::uint64_t bits =
        std::bit_cast<std::uint64_t>(label) + static_cast<std::uint64_t>(vc + 1) * 0xD6E8FEB86659FD93ULL;
    Permit& p = permits_[(bits * 0x9E3779B97F4A7C15ULL) >> 56U];
    if (p.vc == vc && p.label == label) return p;
    const VcSet all = case_.rule.permitted(label, vc);
    p = {label, vc, all & first_vcs(static_cast<int>(case_.expanded.size())), 0};
    p.expanded = expanded(p.vcs);
    if (case_.symmetry.mirrors) {
        HopLabel turned = label;
        turned.direction = static_cast<std::int8_t>(-turned.direction);
        if (case_.rule.permitted(turned, vc) != all) asymmetric_ = true;
    }
    // Classes that depend on the place of a ring's wrap-around link, which mirrors keep, are averaged over the ring in
    // large networks only.
    if (case_.symmetric() && !case_.symmetry.mirrors && !asymmetric_ && case_.graph.nodes() < averaged_nodes) {
        HopLabel elsewhere = label;
        for (const Dateline d : {Dateline::never, Dateline::before, Dateline::on, Dateline::after}) {
            elsewhere.own = d;
            if (case_.rule.permitted(elsewhere, vc) != all) asymmetric_ = true;
        }
    }
    return p;
}

void Ways::from(Node node, Channel by, std::uint32_t state, int vc, Node destination, std::vector<Way>& out) {
    out.clear();
    hops_.clear();
    case_.routing.next({node, by, state}, destination, hops_);
    for (const Hop& hop : hops_) {
        const Permit& rule = permit(hop.label, vc);
        const VcSet permitted = hop.vcs & rule.vcs;
        if (permitted == 0) continue;
        const VcSet set = permitted == rule.vcs ? rule.expanded : expanded(permitted);
        const std::uint32_t station = stations_.of_channel(hop.channel, set);
        // Between images of one channel, which are one station, no choice would be seen.
        if (case_.chooses && case_.symmetric())
            asymmetric_ |= std::ranges::any_of(out, [&](const Way& other) { return other.station == station; });
        const auto on = static_cast<std::int16_t>(case_.rule.sees_arriving ? std::countr_zero(permitted) : -1);
        out.push_back({station, hop.state, on, hop.share, hop.channel, hop.detour});
    }
    if (out.empty()) lost(node, destination);
    if (!held_.empty() && out.size() > 1) prefer_free(out);
    double sum = 0.0;
    for (const Way& w : out) sum += w.share;
    for (Way& w : out) w.share /= sum;
}

// Of several ways the one with most free buffers, the first of those where equal: the held ones are Poisson numbers,
// cut off.
void Ways::prefer_free(std::vector<Way>& ways) {
    const auto most = static_cast<std::size_t>(o_.vcs);
    free_.resize(stations_.size());
    for (const Way& w : ways) {
        Free& f = free_[w.station];
        if (!f.exactly.empty()) continue;
        const int buffers = std::popcount(stations_.vcs(w.station));
        const double mean = held_[w.channel] * buffers / o_.vcs;
        f.exactly.assign(most + 1, 0.0);
        f.below.assign(most + 2, 0.0);
        double sum = 0.0, term = 1.0;
        for (int n = 0; n <= buffers; term *= mean / ++n)
            sum += f.exactly[static_cast<std::size_t>(buffers - n)] = term;
        for (std::size_t n = 0; n <= most; ++n) f.below[n + 1] = f.below[n] + (f.exactly[n] /= sum);
    }
    for (std::size_t w = 0; w < ways.size(); ++w) {
        ways[w].share = 0.0;
        for (std::size_t n = 0; n <= most; ++n) {
            double p = free_[ways[w].station].exactly[n];
            for (std::size_t other = 0; p > 0.0 && other < ways.size(); ++other) {
                if (other != w) p *= free_[ways[other].station].below[n + (other > w ? 1 : 0)];
            }
            ways[w].share += p;
        }
    }
}

}  // namespace wafernet::queueing
