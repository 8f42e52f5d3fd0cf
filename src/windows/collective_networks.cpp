// The networks that ziavras, sec. 5 and 6, compares: lines and squares with windows, generalized hypercubes,
// hypercubes.
#include <algorithm>
#include <string>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/windows/collectives.hpp"
#include "wafernet/windows/windows.hpp"

namespace wafernet {

namespace {

using Kind = CollectiveNetwork::Kind;

[[noreturn]] void nothing(Collective operation, const CollectiveNetwork& network, const char* what) {
    throw InputError("no " + std::string(what) + " of " + std::string(name(operation)) + " on " + network.word);
}

void check_dimensions(std::uint64_t d, std::uint64_t most) {
    if (d < 1 || d > most)
        throw InputError("a hypercube of " + std::to_string(d) + " dimensions, need from 1 to " + std::to_string(most));
}

}  // namespace

CollectiveNetwork collective_network(const NetworkWord& word) {
    const Parameters& p = word.parameters;
    if (word.family->name == "hypercube") return {word.word, Kind::hypercube, 2, 1, p["n"]};
    if (word.family->name.starts_with("kmway-")) {
        CollectiveNetwork shared{word.word, Kind::shared};
        shared.channels = shared_channels_of(*word.family, p);
        return shared;
    }
    const auto windows = windows_of(*word.family, p);
    if (!windows)
        throw InputError(
            word.word +
            " has no times of collective communication, need how, gh, hypercube, kmway-mesh or kmway-torus");
    if (windows->n > 2) throw InputError(word.word + " has " + std::to_string(windows->n) + " axes, need 1 or 2");
    if (windows->wrap) throw InputError(word.word + " wraps around, need a how without");
    return {word.word, windows->n == 1 ? Kind::line : Kind::square, windows->p, windows->w, 1};
}

double printed_time(Collective operation, const CollectiveNetwork& network, const MessageCost& cost,
                    Switching switching) {
    check_cost(cost);
    if (network.kind == Kind::shared) nothing(operation, network, "time is printed");
    if (network.kind == Kind::square) return printed_time(operation, network.q, network.w, cost, switching);
    if (switching == Switching::wormhole) nothing(operation, network, "wormhole time is printed");
    if (network.kind == Kind::hypercube) {
        if (cost.startup_time != 0 || cost.combining_time != 0)
            nothing(operation, network, "time with start-up or combining is printed");
        return printed_hypercube_time(operation, network.d, cost.words) * cost.word_time;
    }
    if (operation != Collective::all_to_all_personalized) nothing(operation, network, "time is printed");
    return printed_line_exchange_time(network.q, network.w, cost);
}

std::uint64_t least_hypercube_steps(Collective operation, std::uint64_t d) {
    check_dimensions(d, 62);
    const std::uint64_t nodes = std::uint64_t{1} << d;
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all: return d;
        // A node receives, or sends, a message of every other node.
        case Collective::all_to_all:
        case Collective::one_to_all_personalized: return std::max(d, (nodes - 1 + d - 1) / d);
        // Across one dimension: N/2 times N/2 messages by N/2 links.
        case Collective::all_to_all_personalized: return std::max(d, nodes / 2);
    }
    return 0;
}

std::uint64_t least_one_port_hypercube_steps(Collective operation, std::uint64_t d) {
    check_dimensions(d, 57);
    const std::uint64_t nodes = std::uint64_t{1} << d;
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all:  // a step doubles those that know it
            return d;
        case Collective::all_to_all:
        case Collective::one_to_all_personalized: return nodes - 1;
        case Collective::all_to_all_personalized:
            return d * nodes / 2;  // N (N - 1) messages with d N / (2 (N - 1)) hops on average, N hops a step
    }
    return 0;
}

std::uint64_t one_port_hypercube_steps(Collective operation, std::uint64_t d) {
    check_dimensions(d, 12);
    const std::size_t nodes = std::size_t{1} << d;
    // messages[v][t]: those at v for t; of a broadcast messages[v][s]: that of s is at v. One to one: from 0 to the
    // opposite corner.
    std::vector<std::vector<std::uint32_t>> messages(nodes, std::vector<std::uint32_t>(nodes, 0));
    const bool broadcast = operation == Collective::one_to_all || operation == Collective::all_to_all;
    const bool from_all = operation == Collective::all_to_all || operation == Collective::all_to_all_personalized;
    for (std::size_t v = 0; v < (from_all ? nodes : 1); ++v) {
        if (broadcast) messages[v][v] = 1;
        else if (operation == Collective::one_to_one) messages[v][nodes - 1] = 1;
        else messages[v].assign(nodes, 1);
    }
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i < d; ++i) {
        const std::size_t bit = std::size_t{1} << i;
        auto next = messages;
        std::uint64_t most = 0;
        for (std::size_t v = 0; v < nodes; ++v) {
            std::uint64_t sent = 0;
            for (std::size_t t = 0; t < nodes; ++t) {
                if (messages[v][t] == 0 || (!broadcast && (v & bit) == (t & bit))) continue;
                sent += messages[v][t];
                next[v ^ bit][t] += messages[v][t];
                if (!broadcast) next[v][t] -= messages[v][t];
            }
            most = std::max(most, sent);
        }
        steps += most;
        messages = std::move(next);
    }
    return steps;
}

SharedCollective shared_steps(Collective operation, const CollectiveNetwork& network) {
    if (network.kind != Kind::shared) throw InputError(network.word + " has no shared channels");
    const SharedChannelStructure structure = build_structure(network.channels);
    switch (operation) {
        case Collective::one_to_one: return shared_one_to_one(structure);
        case Collective::one_to_all: return shared_one_to_all(structure);
        case Collective::all_to_all: return shared_all_to_all(structure);
        case Collective::one_to_all_personalized: return shared_scatter(structure);
        case Collective::all_to_all_personalized: return shared_exchange(structure);
    }
    return {};
}

std::uint64_t least_steps(Collective operation, const CollectiveNetwork& network) {
    if (network.kind == Kind::shared) return shared_steps(operation, network).least;
    if (network.kind == Kind::square) return least_steps(operation, network.q, network.w);
    if (network.kind == Kind::hypercube) return least_hypercube_steps(operation, network.d);
    if (operation != Collective::all_to_all_personalized) nothing(operation, network, "bound");
    return least_line_exchange_steps(network.q, network.w);
}

std::uint64_t scheduled_steps(Collective operation, const CollectiveNetwork& network) {
    if (network.kind == Kind::shared) return shared_steps(operation, network).scheduled.steps;
    if (network.kind == Kind::hypercube) return one_port_hypercube_steps(operation, network.d);
    const std::uint64_t q = network.q;
    const std::uint64_t w = network.w;
    if (network.kind == Kind::line) {
        if (operation != Collective::all_to_all_personalized) nothing(operation, network, "schedule");
        return greedy_line_exchange_steps(q, w);
    }
    std::uint64_t line = 0;  // along a row, whole windows as long as there is one
    for (std::uint64_t at = 0; at + 1 < q; at = std::min(at + w, q - 1)) ++line;
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all: return 2 * line;
        case Collective::all_to_all: return (1 + q) * line_broadcast_steps(q, w);
        case Collective::one_to_all_personalized: return scatter_steps(q, w);
        case Collective::all_to_all_personalized: return 2 * q * greedy_line_exchange_steps(q, w);
    }
    return 0;
}

}  // namespace wafernet
