// Batches of random messages, store-and-forward (ziavras, sec. 6, Fig. 17). Arguments: messages, ports (all), routing
// (the network's own).
#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/sim/load_curve.hpp"
#include "wafernet/sim/makespan.hpp"

namespace wafernet::published {

namespace {

std::uint64_t messages_of(const Subject& s) {
    const double messages = s.number("messages");
    if (!(messages >= 1 && messages <= 1e9 && messages == static_cast<double>(static_cast<std::uint64_t>(messages))))
        throw InputError("messages is not a whole number from 1 to 1e9");
    return static_cast<std::uint64_t>(messages);
}

Evaluation time(const Subject& s, Workbench& bench) {
    const std::string ports = s.maybe_word("ports").value_or("all");
    const std::string routing = s.maybe_word("routing").value_or("");
    const MakespanOptions options{.messages = messages_of(s), .ports = node_ports(ports), .seed = bench.seed};
    const std::string key =
        "makespan " + s.network + " " + std::to_string(options.messages) + " " + ports + " " + routing;
    const Makespan& batches = bench.remember(key, [&] {
        const Network& network = bench.network(s.network);
        return measure_makespan(network, choose_routing(network, {.routing = routing, .vc_rule = {}}), options);
    });
    const std::vector<double> cycles(batches.cycles.begin(), batches.cycles.end());
    Evaluation out{batches.mean};
    out.error = interval95(cycles);
    out.note = fmt::format("{} batches of {} messages, each until its last arrives, seed {}", cycles.size(),
                           options.messages, bench.seed);
    return out;
}

Evaluation senders(const Subject& s, Workbench& bench) {
    return {100.0 * static_cast<double>(messages_of(s)) / static_cast<double>(bench.network(s.network).graph.nodes())};
}

constexpr Quantity list[] = {
    {"makespan", "every channel of a node at once, whole windows first", Kind::simulated, false, time, true},
    {"senders_percent", "messages by nodes, %", Kind::exact, true, senders},
};

}  // namespace

std::span<const Quantity> batch_times_quantities() { return list; }

}  // namespace wafernet::published
