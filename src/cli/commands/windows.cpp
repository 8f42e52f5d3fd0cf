// wafernet windows: what the windows of HOW networks and generalized hypercubes cost, and which window fits a pin
// budget.
#include "wafernet/windows/windows.hpp"

#include <algorithm>
#include <memory>

#include "../command.hpp"
#include "../values.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

struct WindowsArguments {
    std::vector<std::string> networks;
    std::optional<std::uint64_t> pins;
    std::optional<std::uint64_t> distance;
    std::optional<std::uint64_t> axes;
    std::uint64_t channel_wires = 64;
    std::uint64_t directions = 1;
};

Table budget_table(const WindowsArguments& a) {
    Table table{"window for a pin budget", {"pins", "axes", "channel_wires", "directions", "window", "pins_used"}};
    const PinBudget budget{a.channel_wires, a.directions};
    const std::uint64_t axes = a.axes.value_or(2);
    const std::uint64_t w = window_for_pins(*a.pins, axes, budget);
    table.row(*a.pins, axes, a.channel_wires, a.directions, w, pins_per_node(w, axes, budget));
    return table;
}

std::vector<Value> row_of(const NetworkWord& word, const WindowsArguments& a) {
    const Parameters& p = word.parameters;
    const auto windows = windows_of(*word.family, p);
    if (!windows) throw InputError("no windows, need how:p,w,n or gh:p,n");
    const std::uint64_t nodes = windows->p;
    const std::uint64_t w = windows->w;
    const bool wrap = windows->wrap;
    const std::uint64_t links = word.family->links(p);
    Value width = Missing{"needs a line without wrap-around"};
    Value layers = width;
    Value contacts = width;
    if (!wrap && nodes * w <= (1U << 22U)) {
        const ColinearLayout layout = colinear_layout(static_cast<std::uint32_t>(nodes), static_cast<std::uint32_t>(w));
        width = whole(layout.collective_width());
        layers = whole(layout.layers);
        contacts = whole(layout.contacts());
    } else if (!wrap) {
        width = layers = contacts = Missing{"more than 2^22 wires in a line"};
    }
    // A ring has no more neighbours than other nodes; the inner node of a line neither.
    const std::uint64_t neighbours = std::min(2 * w, nodes - 1);
    const std::uint64_t pins = checked_mul(checked_mul(neighbours, windows->n, "pins"),
                                           checked_mul(a.channel_wires, a.directions, "pins"), "pins");
    std::vector<Value> row = cells_of(word.word, word.family->nodes(p), links,
                                      checked_mul(links, 2 * a.channel_wires, "wires"), pins, width, layers, contacts);
    if (a.distance) {
        const std::uint64_t farthest = wrap ? nodes / 2 : nodes - 1;
        if (*a.distance > farthest)
            throw InputError("distance " + std::to_string(*a.distance) + " along an axis, need at most " +
                             std::to_string(farthest));
        row.push_back(value_or_reason(
            [&] { return whole(wrap ? minimal_paths_round(w, *a.distance, nodes) : minimal_paths(w, *a.distance)); }));
        row.push_back(value_or_reason([&] { return whole(minimal_paths_printed(w, *a.distance)); }));
    }
    return row;
}

}  // namespace

Command windows_command() {
    const auto a = std::make_shared<WindowsArguments>();
    return {
        {{"networks", &a->networks},
         {"--pins", &a->pins},
         {"--axes", &a->axes},
         {"--channel-wires", &a->channel_wires},
         {"--directions", &a->directions},
         {"--distance", &a->distance}},
        [a](Run& run) {
            if (a->networks.empty() && !a->pins)
                throw InputError("no network and no --pins, need how or gh words or a pin budget");
            if (a->distance && a->networks.empty())
                throw InputError("--distance without a network, need how or gh words");
            if (a->axes && !a->pins) throw InputError("--axes without --pins, the axes of a network are in its word");
            check_between(a->pins.value_or(1), "--pins", 0, 1'000'000'000'000);
            check_between(a->axes.value_or(1), "--axes", 0, 1000);
            check_between(a->channel_wires, "--channel-wires", 1, 1'000'000);
            check_between(a->directions, "--directions", 1, 2);
            if (a->pins) run.print(budget_table(*a));
            if (a->networks.empty()) return 0;
            Table table{
                "windows",
                {"network", "nodes", "links", "wires", "pins_per_node", "collective_width", "layers", "contacts"},
                {},
                {"wires: both directions of every link; collective_width, layers, contacts: one line of nodes, "
                 "counted on its colinear layout"}};
            if (a->distance)
                table.columns.insert(table.columns.end(), {Column("minimal_paths"), Column("minimal_paths_printed")});
            for (const std::string& given : a->networks) {
                const NetworkWord word = network_word(given);
                try {
                    table.add(row_of(word, *a));
                } catch (const InputError& error) {
                    throw InputError(word.word + ": " + error.what());
                }
            }
            run.print(table);
            return 0;
        }};
}

}  // namespace wafernet::cli
