// wafernet load: how much of the traffic every channel carries, and the throughput that leaves.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../routing_options.hpp"
#include "../spread_note.hpp"
#include "../values.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/report/plot_table.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/worst_permutation.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"
#include "wafernet/wsi/planar_layout.hpp"

namespace wafernet::cli {

namespace {

struct LoadInput {
    std::vector<std::string> networks;
    RoutingWords words;
    SimulationChoice choice;  // its traffic
    bool include_self = false;
    bool channels = false;
    bool histogram = false;
    bool places = false;
    bool ideal = false;
    bool pairs = false;
};

// The busiest port where every node has one to send and one to receive, of several the lowest node's.
struct Port {
    double load = 0.0;  // flits per cycle, as those of the channels
    std::string name;
};

Port busiest_port(const Network& network, const Traffic& traffic) {
    std::vector<double> received(network.graph.nodes(), 0.0);
    std::vector<Demand> row;
    Node sender = 0;
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        if (traffic.rate(v) > traffic.rate(sender)) sender = v;
        if (traffic.uniform() || traffic.rate(v) <= 0.0) continue;
        traffic.row(v, row);
        for (const Demand& d : row) received[d.destination] += d.share;
    }
    const auto receiver = static_cast<Node>(std::ranges::max_element(received) - received.begin());
    if (received[receiver] > traffic.rate(sender) * (1.0 + 1e-9))
        return {received[receiver], "ejection port of node " + network.addresses.print(receiver)};
    return {traffic.rate(sender), "injection port of node " + network.addresses.print(sender)};
}

// Of shared channels nodes of the graph stand for them, and not its channels.
constexpr const char* shared_place = "shared channel";

std::string name_of(const Network& network, std::size_t channel) {
    if (network.shared_nodes > 0) return network.addresses.print(static_cast<Node>(channel));
    const auto c = static_cast<Channel>(channel);
    return network.addresses.print(network.graph.source(c)) + " -> " + network.addresses.print(network.graph.target(c));
}

std::string place_of(const Network& network, std::size_t channel) {
    return network.shared_nodes > 0 ? shared_place : channel_place(network, static_cast<Channel>(channel));
}

// Calls `use` with every channel that exists, for one-way links have one, and its load.
template <class Use> void each_existing(const Network& network, const std::vector<double>& loads, const Use& use) {
    for (std::size_t c = 0; c < loads.size(); ++c) {
        if (network.shared_nodes > 0 || network.graph.exists(static_cast<Channel>(c))) use(c, loads[c]);
    }
}

// Channels counted by load in ten equal steps from 0 to the largest.
void add_histogram(Table& table, const Network& network, const std::vector<double>& loads) {
    constexpr std::size_t steps = 10;
    std::array<std::uint64_t, steps> count{};
    const double most = loads.empty() ? 0.0 : *std::ranges::max_element(loads);
    each_existing(network, loads, [&](std::size_t, double l) {
        const auto step =
            most > 0 ? static_cast<std::size_t>(l / most * static_cast<double>(steps) * (1.0 - 1e-12)) : 0;
        ++count[std::min(step, steps - 1)];
    });
    for (std::size_t i = 0; i < steps; ++i) {
        const double width = most / static_cast<double>(steps);
        table.row(network.word, known_digits(width * static_cast<double>(i), most),
                  known_digits(width * static_cast<double>(i + 1), most), count[i]);
    }
}

void add_places(Table& table, const Network& network, const std::vector<double>& loads) {
    struct Sum {
        std::uint64_t channels = 0;
        double sum = 0.0, most = 0.0;
    };
    std::map<std::string, Sum> sums;
    each_existing(network, loads, [&](std::size_t c, double l) {
        Sum& s = sums[place_of(network, c)];
        ++s.channels;
        s.sum += l;
        s.most = std::max(s.most, l);
    });
    const double most = loads.empty() ? 0.0 : *std::ranges::max_element(loads);
    for (const auto& [place, s] : sums)
        table.row(network.word, place, s.channels, known_digits(s.sum / static_cast<double>(s.channels), most),
                  known_digits(s.most, most));
}

// The tiles of a network on one plane, each with the load of its busiest channel; nothing where it has no layout.
std::optional<Plot> load_map(const Network& network, const std::vector<double>& loads) {
    if (network.shared_nodes > 0) return std::nullopt;
    const auto layout = planar_layout(network, LayoutScheme::raster);
    if (!layout) return std::nullopt;
    Plot plot{.title = network.word + ": busiest channel out of each node, raster layout",
              .kind = PlotKind::map,
              .x = {"x (tiles)"},
              .y = {"y (tiles)"},
              .value_label = "load (flits/cycle)"};
    for (Node v = 0; v < network.graph.nodes(); ++v)
        plot.tiles.push_back({static_cast<double>(layout->at[v].x), static_cast<double>(layout->at[v].y), 0.0});
    each_existing(network, loads, [&](std::size_t c, double l) {
        double& most = plot.tiles[network.graph.source(static_cast<Channel>(c))].value;
        most = std::max(most, l);
    });
    return plot;
}

void draw_load(Run& run, const Network& network, const std::vector<double>& loads, const std::string& title) {
    Table counts{title, {"load_flits_per_cycle", "channels"}};
    Table steps{"", {"network", "load_from", "load_to", "channels"}};
    add_histogram(steps, network, loads);
    for (const auto& row : steps.rows) counts.row((std::get<double>(row[1]) + std::get<double>(row[2])) / 2.0, row[3]);
    Plot plot = bars(counts, "load_flits_per_cycle", {{"channels"}}, {});
    for (PlotSeries& series : plot.series) series.name.clear();
    run.draw(std::move(plot));
    if (auto map = load_map(network, loads)) run.draw(std::move(*map));
}

struct Loaded {
    Network network;
    ChosenRouting chosen;
    std::string note;  // on the traffic
    std::unique_ptr<Traffic> traffic;
    ChannelLoad load;
    std::optional<IdealLoad> ideal;

    Loaded(const std::string& word, const LoadInput& o, unsigned threads,
           std::function<bool(std::uint64_t, std::uint64_t)> progress)
        : network(make_network(word)), chosen(choose_routing(network, o.words.choice())), traffic(made(o, threads)) {
        if (o.ideal && network.shared_nodes > 0)
            throw InputError(network.word + " has shared channels, whose load --ideal does not know");
        load = channel_load(network, *chosen.routing, chosen.rule, *traffic, threads);
        for (Channel c = 0; c < load.channel.size(); ++c) load.channel[c] *= flit_cycles(network, c);
        if (o.ideal && !network.channel_flit_cycles.empty())
            throw InputError(network.word + " has links of several widths, which --ideal does not know");
        if (o.ideal)
            ideal = ideal_load(network, *chosen.routing, chosen.rule, *traffic, {.progress = std::move(progress)});
    }

private:
    std::unique_ptr<Traffic> made(const LoadInput& o, unsigned threads) {
        if (o.choice.traffic != "worst") return make_traffic(network, o.choice);
        const WorstPermutation w = worst_permutation(network, *chosen.routing, threads);
        note = "worst: the permutation that loads " +
               (w.channel == no_channel ? std::string("no channel") : name_of(network, w.channel)) +
               fmt::format(" with {:.6g} flits a cycle, ", w.load) +
               (w.exact() ? "and none loads a channel more"
                          : fmt::format("found on the channels with the highest bounds; none loads one with more than "
                                        "{:.6g}",
                                        w.bound)) +
               " (--pairs lists it); up to version 0.1.0 this word meant longest-matching";
        return make_permutation(network, w.images);
    }
};

// Who sends to whom, as --traffic file:FILE reads it: nodes by their numbers, those of a file by their names.
void add_pairs(Table& table, const Network& network, const Traffic& traffic) {
    const auto called = [&](Node v) {
        return network.family != nullptr ? whole(v) : Value(network.addresses.print(v));
    };
    std::vector<Demand> row;
    for (const Node v : terminals_of(network)) {
        traffic.row(v, row);
        for (const Demand& d : row) table.row(called(v), called(d.destination), d.share);
    }
}

// Of shared channels one is full first, whichever of its buffers the flits go to.
std::vector<Value> summary_row(const Loaded& all, const std::string& pattern,
                               const std::optional<SharedChannelLoad>& shared) {
    const auto& [network, chosen, note, traffic, l, best] = all;
    std::vector<Value> row = cells_of(network.word, chosen.name, pattern, chosen.rule.vcs);
    const double most = shared ? shared->largest : l.largest();
    const auto is_full = [&](double x) { return x >= most * (1.0 - 1e-9); };
    std::vector<Value> more(8, Missing{"no traffic"});
    if (shared) {
        const auto full =
            static_cast<std::size_t>(std::ranges::find_if(shared->channel, is_full) - shared->channel.begin());
        const Missing in_shared{"the shared channels are the ports"};
        more =
            cells_of(known_digits(l.mean_hops, l.mean_hops), known_digits(shared->mean, most), known_digits(most, most),
                     shared->ejection_bound(), name_of(network, full) + ", " + shared_place,
                     std::ranges::count_if(shared->channel, is_full), in_shared, in_shared);
    } else if (most > 0.0) {
        const Port port = busiest_port(network, *traffic);
        const std::string channel = name_of(network, l.bottleneck()), place = place_of(network, l.bottleneck());
        double existing = 0.0;
        each_existing(network, l.channel, [&](std::size_t, double) { existing += 1.0; });
        more = cells_of(known_digits(l.mean_hops, l.mean_hops),
                        known_digits(l.mean() * static_cast<double>(l.channel.size()) / existing, most),
                        known_digits(most, most), 1.0 / most, channel == place ? channel : channel + ", " + place,
                        std::ranges::count_if(l.channel, is_full), 1.0 / port.load, port.name);
    }
    row.insert(row.end(), more.begin(), more.end());
    return row;
}

int load(Run& run, const LoadInput& options) {
    Table summary{"channel load, in flits per cycle where every source offers one flit per cycle",
                  {"network", "routing", "traffic", "vcs", "mean_hops", "mean_load", "max_load",
                   "ideal_throughput_flits_per_node_cycle", "bottleneck", "bottleneck_channels",
                   "port_bound_flits_per_node_cycle", "busiest_port"}};
    Table channels{"load of every channel", {"network", "channel", "place", "load"}};
    Table histogram{"channels by load", {"network", "load_from", "load_to", "channels"}};
    Table places{"load by place", {"network", "place", "channels", "mean_load", "max_load"}};
    Table ideal{"best split over all permitted paths: proven bounds of the largest channel load",
                {"network", "routing", "traffic", "even_split_max_load", "best_max_load_lower", "best_max_load_upper",
                 "throughput_lower", "throughput_upper"}};
    Table pairs{"", {"source", "destination", "rate"}};
    if (options.channels + options.histogram + options.places + options.ideal + options.pairs > 1)
        throw InputError("more than one of --channels, --histogram, --places, --ideal and --pairs, must be one");
    if (options.pairs && options.networks.size() > 1) throw InputError("--pairs with several networks, must be one");
    const std::string ties = "ties round rings of even length: " + options.words.ties + " (--ties)";
    for (Table* table : {&summary, &channels, &histogram, &places, &ideal, &pairs}) table->notes.push_back(ties);
    summary.notes.push_back(
        "ideal throughput is what the channels leave, port bound what one port to send and one to receive leave at "
        "every node");
    for (const std::string& word : options.networks) {
        const auto done =
            Run::unless_interrupted([word, options, threads = run.common().threads,
                                     progress = run.watch("load " + word + ", rounds of the best split at most", 1)] {
                return std::make_shared<const Loaded>(word, options, threads, progress);
            });
        if (!done) {
            run.keep_finished(word, !summary.rows.empty());
            break;
        }
        const auto& [network, chosen, note, traffic, l, best] = **done;
        const bool sent = l.largest() > 0.0;
        const auto shared =
            sent && network.shared_nodes > 0 ? std::optional(shared_channel_load(network, l)) : std::nullopt;
        const std::vector<double> loads = shared                     ? shared->channel
                                          : network.shared_nodes > 0 ? std::vector<double>(network.shared_nodes, 0.0)
                                                                     : l.channel;
        if (best) {
            const auto over = [](double x) { return x > 0.0 ? Value(1.0 / x) : Value(Missing{"no traffic"}); };
            ideal.row(network.word, chosen.name, options.choice.traffic, l.largest(), best->lower, best->upper,
                      over(best->upper), over(best->upper > 0.0 ? best->lower : 0.0));
        }
        summary.add(summary_row(**done, options.choice.traffic, shared));
        if (const auto spread = spread_note(network, *chosen.routing, chosen.rule, chosen.spec.name,
                                            route_by_named(options.words.route_by), *traffic))
            summary.notes.push_back(*spread);
        if (!note.empty()) {
            for (Table* table : {&summary, &channels, &histogram, &places, &ideal, &pairs})
                table->notes.push_back(network.word + ": " + note);
        }
        if (options.pairs) add_pairs(pairs, network, *traffic);
        const double scale = loads.empty() ? 0.0 : *std::ranges::max_element(loads);
        if (options.channels) {
            each_existing(network, loads, [&, &network = network](std::size_t c, double x) {
                channels.row(network.word, name_of(network, c), place_of(network, c), known_digits(x, scale));
            });
        }
        if (options.histogram) add_histogram(histogram, network, loads);
        if (run.common().picture)
            draw_load(run, network, loads,
                      network.word + ", " + chosen.name + ", " + options.choice.traffic + ": channels by load");
        if (options.places) add_places(places, network, loads);
    }
    run.print(options.channels    ? channels
              : options.histogram ? histogram
              : options.places    ? places
              : options.ideal     ? ideal
              : options.pairs     ? pairs
                                  : summary);
    return run.interrupted() ? 1 : 0;
}

}  // namespace

Command load_command() {
    const auto options = std::make_shared<LoadInput>();
    std::vector<Option> all{{"networks", &options->networks, {}, true}};
    add_options(all, options->words.options());
    add_options(all, std::vector<Option>{{"--traffic", &options->choice.traffic},
                                         {"--hotspot-fraction", &options->choice.hotspot_fraction},
                                         {"--hotspot-nodes", &options->choice.hotspot_nodes},
                                         {"--include-self", &options->include_self},
                                         {"--channels", &options->channels},
                                         {"--histogram", &options->histogram},
                                         {"--ideal", &options->ideal},
                                         {"--places", &options->places},
                                         {"--pairs", &options->pairs}});
    return {std::move(all),
            [options](Run& run) {
                options->choice.include_self = options->include_self;
                return load(run, *options);
            },
            // Its figures are of loads that its tables do not all have.
            [](const Table&, const std::string&) { return std::vector<Plot>(); }};
}

}  // namespace wafernet::cli
