// wafernet collectives: times of collective communication, printed ones beside what is possible.
#include "wafernet/windows/collectives.hpp"

#include <memory>

#include "../command.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

struct CollectivesArguments {
    std::vector<std::string> networks;
    std::vector<std::string> operations;
    double words = 1;
    double startup = 0;
    double word_time = 1;
    double combining = 0;
    std::string switching = "store-and-forward";
};

struct Steps {
    Value least, scheduled;
    std::string_view ports;
    Value transmissions = Missing{"counted of shared channels"};
};

Steps steps_of(Collective operation, const CollectiveNetwork& network) {
    if (network.kind == CollectiveNetwork::Kind::shared) {
        try {
            const SharedCollective steps = shared_steps(operation, network);
            return {whole(steps.least), whole(steps.scheduled.steps), "shared", whole(steps.scheduled.drives)};
        } catch (const InputError& error) {
            const Missing why{error.what()};
            return {why, why, "shared", why};
        }
    }
    const bool one_port = network.kind == CollectiveNetwork::Kind::hypercube;
    return {value_or_reason([&] {
                return whole(one_port ? least_one_port_hypercube_steps(operation, network.d)
                                      : least_steps(operation, network));
            }),
            value_or_reason([&] { return whole(scheduled_steps(operation, network)); }), one_port ? "one" : "all"};
}

}  // namespace

Command collectives_command() {
    const auto a = std::make_shared<CollectivesArguments>();
    std::vector<std::string> names;
    for (const Collective c : all_collectives()) names.emplace_back(name(c));
    return {
        "collectives",
        "times of broadcasts and exchanges: printed formulas, lower bounds, schedules that were run",
        "examples:\n  wafernet collectives how:32,8,2 gh:32,2 hypercube:10\n  wafernet collectives how:16,4,2 "
        "--operation one-to-all --words 64 --startup 100 --switching wormhole",
        {{"networks",
          "how:p,w,2, gh:p,2, hypercube, kmway-mesh, kmway-torus words; how:p,w,1 and gh:p,1 for a total exchange",
          &a->networks,
          {},
          true},
         {"--operation", "one operation; may be given several times (default: all)", &a->operations, names},
         {"--words", "words of a message", &a->words},
         {"--startup", "start-up time of a message, in any unit of time", &a->startup},
         {"--word-time", "time of a word on a channel, in that unit", &a->word_time},
         {"--combining", "time at an intermediate node, in that unit", &a->combining},
         {"--switching", "store-and-forward, or wormhole where its time is printed", &a->switching,
          one_of("store-and-forward", "wormhole")}},
        [a, names](Run& run) {
            const MessageCost cost{a->words, a->startup, a->word_time, a->combining};
            check_cost(cost);
            const Switching switching = a->switching == "wormhole" ? Switching::wormhole : Switching::store_and_forward;
            Table table{"collective communication",
                        {"network", "operation", "printed_time", "least_time", "printed_steps", "least_steps",
                         "scheduled_steps", "ports", "scheduled_transmissions"},
                        {},
                        {"times in the unit of --word-time; a step is one message on a channel, store-and-forward",
                         // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): long notes
                         "least_steps: no algorithm is faster with as many ports in use; scheduled_steps: the "
                         "document's algorithm, run",
                         "least_time: least_steps without start-up and combining times",
                         "ports: what the printed time assumes, and the bound with it; that of the hypercube uses one "
                         "port at a time",
                         "shared channels: a step is one message on a channel, which all routers and processors on it "
                         "read; scheduled_transmissions are those of all channels"}};
            for (const std::string& word : a->networks) {
                const CollectiveNetwork network = collective_network(network_word(word));
                for (const std::string& operation : a->operations.empty() ? names : a->operations) {
                    const Collective c = collective(operation);
                    const Steps steps = steps_of(c, network);
                    Value least_time = steps.least;
                    if (const auto* least = std::get_if<std::int64_t>(&steps.least)) {
                        least_time = switching == Switching::wormhole
                                         ? Value(Missing{"a bound of store-and-forward"})
                                         : Value(static_cast<double>(*least) * cost.words * cost.word_time);
                    }
                    table.add({network.word, operation,
                               value_or_reason([&]() -> Value { return printed_time(c, network, cost, switching); }),
                               least_time, value_or_reason([&]() -> Value {
                                   return printed_time(c, network, {}, Switching::store_and_forward);
                               }),
                               steps.least, steps.scheduled, std::string(steps.ports), steps.transmissions});
                }
            }
            run.print(table);
            return 0;
        }};
}

}  // namespace wafernet::cli
