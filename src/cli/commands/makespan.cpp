// wafernet makespan: how long a batch of messages takes, store-and-forward.
#include "wafernet/sim/makespan.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "../command.hpp"
#include "../routing_options.hpp"
#include "../values.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/distances.hpp"

namespace wafernet::cli {

namespace {

struct MakespanArguments {
    std::vector<std::string> networks;
    std::vector<std::string> messages;
    std::uint64_t buffer = 5;
    std::uint64_t runs = 40;
    std::string ports = "all";
    RoutingWords routing;
};

std::uint32_t small(std::uint64_t n, const char* option) {
    check_between(n, option, 1, 1'000'000);
    return static_cast<std::uint32_t>(n);
}

void add_rows(Table& rows, const Run& run, const MakespanArguments& a, const std::string& word) {
    const Network network = make_network(word);
    const ChosenRouting routing = choose_routing(network, a.routing.choice());
    const Distances distances = measure_distances(network, {run.common().threads, false});
    Value diameter = Missing{distances.reason};
    if (const auto d = distances.diameter()) diameter = static_cast<std::int64_t>(*d);
    for (const std::string& count : a.messages) {
        const MakespanOptions options{whole_number(count, "--messages"),
                                      small(a.buffer, "--buffer"),
                                      small(a.runs, "--runs"),
                                      node_ports(a.ports),
                                      run.common().seed,
                                      [&run] { return run.interrupted(); }};
        const Makespan m = measure_makespan(network, routing, options);
        const double senders =
            static_cast<double>(network.terminals.empty() ? network.graph.nodes() : network.terminals.size());
        const auto [least, most] = std::minmax_element(m.cycles.begin(), m.cycles.end());
        Value error = Missing{"one run"};
        if (m.cycles.size() > 1) error = m.deviation / std::sqrt(static_cast<double>(m.cycles.size()));
        rows.row(network.word, routing.name, a.ports, options.messages,
                 100.0 * static_cast<double>(options.messages) / senders, m.cycles.size(), m.mean, error, *least, *most,
                 m.longest_path_hops, diameter);
    }
}

}  // namespace

Command makespan_command() {
    const auto a = std::make_shared<MakespanArguments>();
    std::vector<Option> options{
        {"networks", &a->networks, {}, true},
        {"--messages", &a->messages, {}, true},
        {"--buffer", &a->buffer},
        {"--runs", &a->runs},
        {"--ports", &a->ports, one_of("all", "half-duplex", "one-send", "one-send-one-receive")}};
    add_options(options, a->routing.options());
    return {std::move(options), [a](Run& run) {
                check_words(a->networks);
                Table rows{
                    "makespan of a batch of messages",
                    {"network", "routing", "ports", "messages", "senders_percent", "runs", "makespan_cycles",
                     "standard_error", "least", "most", "longest_path_hops", std::string(name(Metric::diameter_hops))},
                    {},
                    {"a message crosses one channel a cycle; longest_path_hops: the mean time of a batch in "
                     "which nobody waits"}};
                for (std::size_t i = 0; i < a->networks.size() && !run.interrupted(); ++i) {
                    run.progress("makespan, now " + a->networks[i], i, a->networks.size(), "networks");
                    add_rows(rows, run, *a, a->networks[i]);
                }
                run.progress("makespan", a->networks.size(), a->networks.size());
                if (run.interrupted()) run.keep_finished("a batch", !rows.rows.empty());
                run.print(rows);
                return run.interrupted() ? 1 : 0;
            }};
}

}  // namespace wafernet::cli
