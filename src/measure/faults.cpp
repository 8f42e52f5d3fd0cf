#include "wafernet/measure/faults.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "base/parallel.hpp"
#include "one_way.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet {

namespace {

std::uint64_t good_senders(const Network& whole, const FaultSet& faults) {
    std::vector<bool> good(whole.graph.nodes(), whole.terminals.empty());
    for (const Node v : whole.terminals) good[v] = true;
    for (const auto* failed : {&faults.nodes, &faults.processors}) {
        for (const Node v : *failed) good[v] = false;
    }
    return static_cast<std::uint64_t>(std::ranges::count(good, true));
}

// Adds the nodes outside the part with most senders to the faults, and returns what is left then and how many senders
// that part has.
std::pair<GraphLeft, std::uint32_t> largest_part(const Network& whole, FaultSet& faults) {
    GraphLeft left = graph_left(whole, faults);
    const std::vector<std::uint32_t> part = strong_parts(left.graph);
    std::vector<std::uint32_t> senders(part.size() + 1, 0);
    for (const Node v : left.senders) ++senders[part[v]];
    const auto largest = std::ranges::max_element(senders);
    bool pieces = false;
    for (Node v = 0; v < part.size(); ++v) {
        if (part[v] == largest - senders.begin()) continue;
        faults.nodes.push_back(left.node[v]);
        pieces = true;
    }
    const std::uint32_t count = *largest;
    return {pieces ? graph_left(whole, faults) : std::move(left), count};
}

std::optional<double> saturation_of(const Network& network) {
    RoutingChoice shortest;
    shortest.routing = "minimal";
    const ChosenRouting chosen = choose_routing(network, shortest);
    const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network));
    return 1.0 / busiest(network, load);
}

FaultFigures figures_with(const FaultStudy& study, FaultSet faults) {
    const std::uint64_t good = good_senders(study.whole, faults);
    auto [left, senders] = largest_part(study.whole, faults);
    if (senders == 0 && good > 0) senders = 1;  // alone, without a link
    FaultFigures figures{good > 0 && senders == good, senders, {}, {}, {}};
    if (senders < 2) return figures;
    if (study.saturation) figures.saturation = saturation_of(network_left(study.whole, faults, left));
    Network part;
    part.graph = std::move(left.graph);
    part.terminals = std::move(left.senders);
    const Distances d = measure_terminal_distances(part, {.exhaustive = true});
    figures.diameter_hops = d.diameter();
    figures.mean_distance_hops = d.average(Pairs::distinct);
    return figures;
}

// Ways to choose k of n; the largest number where there are more.
std::uint64_t ways(std::uint64_t n, std::uint64_t k) {
    double product = 1.0;
    for (std::uint64_t i = 0; i < k; ++i)
        product = std::round(product * static_cast<double>(n - i) / static_cast<double>(i + 1));
    return product < 1e15 ? static_cast<std::uint64_t>(product) : ~std::uint64_t{0};
}

// What a search from one node in each of so many cases takes.
double visits(const FaultStudy& study, std::uint64_t cases) {
    return static_cast<double>(cases) * study.whole.graph.channels();
}

// The faults of the case with this number among all sets of `count`, in lexicographic order.
FaultSet numbered_set(const FaultStudy& study, std::uint64_t count, std::uint64_t number) {
    FaultSet faults;
    for (std::size_t i = 0; count > 0; ++i) {
        const std::uint64_t with = ways(study.possible.size() - i - 1, count - 1);
        if (number >= with) {
            number -= with;
            continue;
        }
        add_fault(faults, study.whole.graph, study.possible[i]);
        --count;
    }
    return faults;
}

FaultPoint point_of(
    const FaultStudy& study, const std::vector<FaultFigures>& all, bool exact,
    const std::function<double(std::size_t)>& weight_of = [](std::size_t) { return 1.0; }) {
    const std::size_t cases = all.size();
    const auto mean = [&](const auto& figure) -> std::optional<FaultEstimate> {
        double weight = 0.0, sum = 0.0, squares = 0.0, have = 0.0;
        for (std::size_t i = 0; i < cases; ++i) {
            const std::optional<double> x = figure(all[i]);
            if (!x) continue;
            const double w = weight_of(i);
            weight += w, sum += w * *x, squares += w * *x * *x, have += 1.0;
        }
        if (weight <= 0.0) return std::nullopt;
        const double value = sum / weight, variance = std::max(0.0, squares / weight - value * value);
        const double half = exact || have < 2.0 ? 0.0 : 1.96 * std::sqrt(variance / (have - 1.0));
        return FaultEstimate{value, value - half, value + half};
    };
    const auto sending = static_cast<double>(terminals_of(study.whole).size());
    FaultPoint point{cases,
                     exact,
                     mean([](const FaultFigures& f) { return std::optional(f.connected ? 1.0 : 0.0); }),
                     mean([&](const FaultFigures& f) { return std::optional(f.senders / sending); }),
                     mean([](const FaultFigures& f) { return f.diameter_hops; }),
                     mean([](const FaultFigures& f) { return f.mean_distance_hops; }),
                     mean([](const FaultFigures& f) { return f.saturation; })};
    if (!exact && point.connected) point.connected = share_of(point.connected->value, static_cast<double>(cases));
    return point;
}

// The seed of a draw, far from that of any other.
std::uint64_t seed_of(const FaultStudy& study, std::uint64_t series, std::uint64_t draw) {
    return study.seed + (series * 0x100000001B3U + draw) * 0x9E3779B97F4A7C15U;
}

// Where a fault stands among all nodes, links and channels.
std::size_t place_of(const Graph& graph, FaultKind kind, std::size_t number) {
    if (kind == FaultKind::node) return number;
    return graph.nodes() + number + (kind == FaultKind::oneway ? graph.links() : 0U);
}

// How many pairs' routes meet a node between their ends, a link or a channel, each at its place.
std::vector<std::uint64_t> follow_all(const Network& network, const Routing& routing, unsigned threads) {
    const Graph& graph = network.graph;
    const std::vector<Node> ends = terminals_of(network);
    const std::vector<std::uint64_t> none(place_of(graph, FaultKind::oneway, graph.channels()), 0);
    std::vector<std::vector<std::uint64_t>> of_thread(std::max(threads, 1U), none);
    for_each_block_by(ends.size(), threads, [&](unsigned thread) {
        return [&, thread, last = none, pair = std::uint64_t{0}](std::size_t from) mutable {
            const auto meet = [&](FaultKind kind, std::size_t number) {  // once, however often a route comes by
                const std::size_t at = place_of(graph, kind, number);
                if (std::exchange(last[at], pair) != pair) ++of_thread[thread][at];
            };
            for (const Node to : ends) {
                if (to == ends[from]) continue;
                ++pair;
                const std::vector<RouteStep> path = route(graph, routing, ends[from], to);
                for (std::size_t i = 1; i < path.size(); ++i) {
                    meet(FaultKind::oneway, path[i].hop.channel);
                    meet(FaultKind::link, Graph::link(path[i].hop.channel));
                    if (i + 1 < path.size()) meet(FaultKind::node, path[i].node);
                }
            }
        };
    });
    std::vector<std::uint64_t> met = none;
    for (const auto& part : of_thread) std::ranges::transform(met, part, met.begin(), std::plus<>());
    return met;
}

// Of a routing that is made for what the faults leave.
void judge_anew(FaultVerdict& verdict, const Network& whole, const FaultSet& faults, GraphLeft part,
                const RoutingChoice& choice) {
    try {
        const Network left = network_left(whole, faults, std::move(part));
        verdict.deadlock_free = true;
        if (choice.routing != "up-down" || !choice.vc_rule.empty() || left.graph.directed()) {
            const ChosenRouting chosen = choose_routing(left, choice);
            const VerdictOptions how{1, escape_by_both(*chosen.routing, chosen.rule)};
            verdict.deadlock_free = deadlock_verdict(left, *chosen.routing, chosen.rule, how).deadlock_free();
        }
        const std::uint64_t senders = terminals_of(left).size();
        verdict.delivered = senders * (senders - 1);
    } catch (const InputError& error) {
        verdict.deadlock_free.reset();
        verdict.reason = error.what();
    }
}

}  // namespace

// Wilson (1927): the interval of a share of n draws.
FaultEstimate share_of(double p, double n) {
    constexpr double z = 1.959963984540054, zz = z * z;
    const double middle = (p + zz / (2 * n)) / (1 + zz / n);
    const double half = z / (1 + zz / n) * std::sqrt(p * (1 - p) / n + zz / (4 * n * n));
    return {p, std::min(p, middle - half), std::max(p, middle + half)};
}

std::vector<FaultVerdict> judge_single_faults(const FaultStudy& study, const RoutingChoice& choice, bool own) {
    const Network& whole = study.whole;
    std::vector<std::uint64_t> met;
    bool free = false;
    if (own) {
        const ChosenRouting chosen = choose_routing(whole, choice);
        if (chosen.routing->adaptive())
            throw InputError("routing '" + chosen.name + "' has several routes a pair, need one that has one such as " +
                             "dor (--ties parity), or up-down or minimal, which are made anew");
        met = follow_all(whole, *chosen.routing, study.threads);
        free = deadlock_verdict(whole, *chosen.routing, chosen.rule, {.threads = study.threads}).deadlock_free();
    }
    std::vector<FaultVerdict> all(study.possible.size());
    Progress progress("judging faults", study.progress, all.size());
    for_each_block(all.size(), study.threads, [&](std::size_t i) {
        FaultVerdict& verdict = all[i];
        FaultSet faults;
        add_fault(faults, whole.graph, study.possible[i]);
        const std::uint64_t good = good_senders(whole, faults);
        auto [part, senders] = largest_part(whole, faults);
        verdict.connected = good > 0 && std::max(senders, 1U) == good;
        verdict.pairs = good * std::max<std::uint64_t>(good, 1) - good;
        if (!own) judge_anew(verdict, whole, faults, std::move(part), choice);
        else
            verdict.delivered =
                verdict.pairs - met[place_of(whole.graph, study.possible[i].kind, study.possible[i].number)];
        if (own && free) verdict.deadlock_free = true;
        progress.one_more();
    });
    if (!all.empty() && std::ranges::none_of(all, [](const FaultVerdict& v) { return v.reason.empty(); }))
        throw InputError(all.front().reason);
    return all;
}

std::vector<FaultFigures> fault_figures(const FaultStudy& study, std::size_t cases,
                                        const std::function<FaultSet(std::size_t)>& faults_of) {
    std::vector<FaultFigures> all(cases);
    Progress progress("measuring faults", study.progress, cases);
    for_each_block(cases, study.threads, [&](std::size_t i) {
        all[i] = figures_with(study, faults_of(i));
        progress.one_more();
    });
    return all;
}

FaultPoint with_faults(const FaultStudy& study, std::uint64_t count) {
    if (count > study.possible.size())
        throw InputError(study.whole.word + ": " + std::to_string(count) + " faults, there are " +
                         std::to_string(study.possible.size()) + " that can fail");
    constexpr std::uint64_t few_cases = 200'000;
    constexpr double few_visits = 5e6;
    const std::uint64_t sets = ways(study.possible.size(), std::min(count, study.possible.size() - count));
    const bool exact = sets <= few_cases && visits(study, sets) <= few_visits;
    return point_of(study,
                    fault_figures(study, exact ? sets : study.draws,
                                  [&](std::size_t i) {
                                      return exact ? numbered_set(study, count, i)
                                                   : draw_faults(study.whole.graph, study.possible, count,
                                                                 seed_of(study, count, i));
                                  }),
                    exact);
}

std::vector<FaultPoint> with_fault_rates(const FaultStudy& study, std::span<const double> rates) {
    constexpr std::size_t few_elements = 20;
    constexpr double few_visits = 1e8;
    const std::size_t n = study.possible.size(), sets = std::size_t{1} << std::min(n, few_elements);
    std::vector<FaultPoint> points;
    if (n <= few_elements && visits(study, sets) <= few_visits) {
        const std::vector<FaultFigures> all = fault_figures(study, sets, [&](std::size_t set) {
            FaultSet faults;
            for (std::size_t i = 0; i < n; ++i) {
                if ((set >> i & 1U) != 0) add_fault(faults, study.whole.graph, study.possible[i]);
            }
            return faults;
        });
        for (const double rate : rates) {  // which changes only how likely each set is
            std::vector<double> likely;    // by how many have failed
            for (int failed = 0; failed <= static_cast<int>(n); ++failed)
                likely.push_back(std::pow(rate, failed) * std::pow(1.0 - rate, static_cast<int>(n) - failed));
            points.push_back(point_of(study, all, true, [&](std::size_t set) {
                return likely[static_cast<std::size_t>(std::popcount(set))];
            }));
        }
        return points;
    }
    for (const double rate : rates) {
        points.push_back(point_of(study,
                                  fault_figures(study, study.draws,
                                                [&](std::size_t i) {
                                                    return draw_faults_at_rate(
                                                        study.whole.graph, study.possible, rate,
                                                        seed_of(study, std::bit_cast<std::uint64_t>(rate), i));
                                                }),
                                  false));
    }
    return points;
}

}  // namespace wafernet
