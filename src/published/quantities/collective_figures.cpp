// Collective communication (ziavras, sec. 5 and 6): lines and squares with windows, generalized hypercubes, hypercubes.
#include <limits>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/windows/collectives.hpp"

namespace wafernet::published {

namespace {

CollectiveNetwork line_of(const Subject& s) {
    CollectiveNetwork network = collective_network(network_word(s.network));
    if (network.kind == CollectiveNetwork::Kind::hypercube)
        throw InputError(network.word + " is not a line with windows, need how or gh");
    return network;
}

Evaluation steps(std::uint64_t count) { return {static_cast<std::int64_t>(count)}; }
// A number of steps that was reached: fewer than the bound are impossible, more are not.
Evaluation reached(std::uint64_t count, std::uint64_t least) {
    return {static_cast<std::int64_t>(count),
            std::pair(static_cast<double>(least), std::numeric_limits<double>::infinity())};
}
Collective operation(const Subject& s) { return collective(s.word("operation")); }

Evaluation line_least(const Subject& s, Workbench&) {
    return steps(least_line_exchange_steps(line_of(s).q, line_of(s).w));
}
Evaluation line_greedy(const Subject& s, Workbench&) {
    return steps(greedy_line_exchange_steps(line_of(s).q, line_of(s).w));
}
Evaluation line_printed(const Subject& s, Workbench&) {
    return {printed_line_exchange_time(line_of(s).q, line_of(s).w)};
}
Evaluation printed(const Subject& s, Workbench&) {
    return {printed_time(operation(s), collective_network(network_word(s.network)))};
}
Evaluation scheduled(const Subject& s, Workbench&) {
    const CollectiveNetwork network = collective_network(network_word(s.network));
    return reached(scheduled_steps(operation(s), network), least_steps(operation(s), network));
}
// An exchange by the text of sec. 5.3, where a node sends one value at a time: along the rows once, along the columns
// sqrt p times.
Evaluation prescribed(const Subject& s, Workbench& bench) {
    const CollectiveNetwork network = collective_network(network_word(s.network));
    if (network.kind != CollectiveNetwork::Kind::square) return scheduled(s, bench);
    return reached((1 + network.q) * line_broadcast_prescribed_steps(network.q, network.w),
                   least_steps(Collective::all_to_all, network));
}
// The printed time where the algorithm takes no longer; what it takes otherwise.
Evaluation within(const Subject& s, Workbench& bench) {
    const Evaluation bound = printed(s, bench), run = scheduled(s, bench);
    return static_cast<double>(std::get<std::int64_t>(run.value)) <= std::get<double>(bound.value) ? bound : run;
}
// Over all windows of the square of as many nodes as the hypercube has, "often" where more than half are faster.
// Argument ports: "one", the times of Table 3; "all", what was reached on the windows against the least possible on the
// hypercube.
Evaluation faster(const Subject& s, Workbench&) {
    const CollectiveNetwork cube = collective_network(network_word(s.network));
    if (cube.kind != CollectiveNetwork::Kind::hypercube || cube.d % 2 == 1 || cube.d > 10)
        throw InputError(cube.word + " has no square of as many nodes, need a hypercube of 2, 4, .. or 10 dimensions");
    const std::string ports = s.word("ports");
    if (ports != "one" && ports != "all") throw InputError("ports = '" + ports + "', need one or all");
    const std::uint64_t q = std::uint64_t{1} << cube.d / 2;
    std::uint64_t wins = 0;
    for (std::uint64_t w = 1; w < q; ++w) {
        const CollectiveNetwork square{"", CollectiveNetwork::Kind::square, q, w, 1};
        const bool all = ports == "all";
        const double ours =
            all ? static_cast<double>(scheduled_steps(operation(s), square)) : printed_time(operation(s), square);
        const double theirs =
            all ? static_cast<double>(least_steps(operation(s), cube)) : printed_time(operation(s), cube);
        wins += ours < theirs ? 1 : 0;
    }
    return {std::string(2 * wins > q - 1 ? "often" : "seldom")};
}
Evaluation growth(const Subject& s, Workbench&) {
    const std::string cost = s.maybe_word("cost").value_or("time");
    if (cost != "time" && cost != "pins" && cost != "bisection")
        throw InputError("cost = '" + cost + "', need time, pins or bisection");
    return {printed_growth(operation(s), s.word("family"),
                           cost == "time"   ? CollectiveCost::time
                           : cost == "pins" ? CollectiveCost::pins
                                            : CollectiveCost::bisection)};
}

// "yes" where a broadcast takes fewer steps, and fewer steps of all channels, than the message to each processor apart.
Evaluation facilitated(const Subject& s, Workbench&) {
    const CollectiveNetwork network = collective_network(network_word(s.network));
    const ChannelSteps once = shared_steps(Collective::one_to_all, network).scheduled;
    const ChannelSteps apart = shared_steps(Collective::one_to_all_personalized, network).scheduled;
    return answer(once.steps < apart.steps && once.drives < apart.drives,
                  fmt::format("{} steps, {} times a channel is driven; apart {} and {}", once.steps, once.drives,
                              apart.steps, apart.drives));
}

constexpr Quantity list[] = {
    {"line_exchange_least", "least steps of a total exchange on a line: messages across a cut by its links",
     Kind::exact, true, line_least},
    {"line_exchange_greedy", "steps of a greedy total exchange on a line", Kind::exact, false, line_greedy},
    {"line_exchange_printed", "2 ceil((p - 1)/w) - 1", Kind::formula, false, line_printed},
    {"collective_scheduled", "the document's algorithm, run with all ports", Kind::exact, true, scheduled},
    {"all_to_all_prescribed", "the steps of sec. 5.3, split where both directions overlap", Kind::exact, true,
     prescribed},
    {"collective_within_printed", "the printed time where the document's algorithm, run, takes no longer", Kind::exact,
     false, within},
    {"windows_beat_hypercube", "whether more than half of all windows are faster than the hypercube", Kind::exact, true,
     faster},
    {"shared_broadcast_facilitated",
     "whether a broadcast on shared channels takes fewer steps, and channels fewer times, than a message to each",
     Kind::exact, true, facilitated},
    {"collective_printed", "Table 3 (HOW) in message times", Kind::formula, false, printed},
    {"collective_growth", "growth of the printed time, times pins or bisection, measured on the formulas",
     Kind::formula, true, growth},
};

}  // namespace

std::span<const Quantity> collective_figures_quantities() { return list; }

}  // namespace wafernet::published
