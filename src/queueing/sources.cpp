// Queues at the sources: M/G/V with the rates of channel_sharing.cpp, W = Lq / lambda (1 + C^2) / 2. At most one
// arrival a cycle: Geo/G/1 [kobayashi1977], E[S^2 - S] in place of E[S^2]. Sources with one buffer: mu(k) = min(k / H,
// 1 / the time from one message to the next, T + between), and the wait for entry added.
#include <algorithm>
#include <cmath>

#include "queueing/terms.hpp"

namespace wafernet::queueing {

bool Sources::apply(double load, bool load_given, const State& x, Contributions& c) {
    c.fullest_port = 0.0;
    const double flits = net_.message.flits;
    for (std::uint32_t i = 0; i < net_.ports.size(); ++i) {
        const Resource& resource = net_.resources[i];
        const SourcePort& port = net_.ports[i];
        const double holding = x.holding[i], streaming = x.streaming[i], spread = x.spread[i];
        if (port.serial) serial_rates(resource.vcs, resource.capacity, streaming + port.between, holding, work_.mu);
        else
            service_rates({resource.vcs, resource.capacity, flits, holding, streaming, passing(net_, i), 0.0,
                           resource.capacity <= 1.0 ? 1.0 - port.in_row : 0.0},
                          Others{}, work_.mu);
        const double rate = load * resource.rate, most = work_.mu[static_cast<std::size_t>(resource.vcs)];
        const PortResult r = solve_port(resource.vcs, rate, port.serial ? 1.0 / work_.mu[1] : holding, spread, work_);
        c.fullest_port = std::max(c.fullest_port, rate / most);
        if (!r.stable && load_given) return false;
        double& wait = c.source_wait[i] = r.wait;
        if (port.serial) wait += r.stretch * (1.0 + spread) / 2.0;
        if (net_.message.one_arrival && r.stable) wait *= std::max(0.0, 1.0 - most / (1.0 + spread));
        // With VCs to spare one message waits in the first of these where all others are held, in the next one where
        // another waits there. The message before is late by the flits that go between its own, and so is the one that
        // waits, whose turn comes when that has gone.
        if (port.between_others > 0.0 && r.stable) {
            const double use = rate / most, one = work_.busy[static_cast<std::size_t>(resource.vcs)],
                         any = one * (1.0 - std::pow(use, port.spare)) / (1.0 - use);
            wait += 2.0 * port.between_others * any * std::min(1.0, resource.pace / holding);
        }
        c.port_sharing[i] = port.serial ? 0.0
                                        : (1.0 - port.in_row) * r.stretch *
                                              in_whole_flits(flits, rate * flits / resource.capacity, resource.vcs);
    }
    return true;
}

}  // namespace wafernet::queueing
