// The channel dependency graph from the places that messages to every destination can be in, and its shortest cycle.
#include "wafernet/routing/deadlock.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "bubbles.hpp"
#include "choice_verdicts.hpp"
#include "core/fits.hpp"
#include "digraph.hpp"
#include "endpoint_waits.hpp"
#include "standpoints.hpp"
#include "successors.hpp"
#include "talkers.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/certificate.hpp"
#include "wafernet/routing/route_table.hpp"
#include "walk.hpp"
#include "walk_everywhere.hpp"

namespace wafernet {

namespace {

// One bit for every pair of neighbouring virtual channels, set by several threads. Where few are set, as where all
// paths are one hop, the rest takes no memory and no time: pages without a bit are never touched.
class PairSet {
public:
    explicit PairSet(std::uint64_t size)
        : size_(size),
          words_(static_cast<std::uint64_t*>(std::calloc(size / 64 + 1, sizeof(std::uint64_t)))),
          blocks_(size / pairs_per_block + 1) {}
    [[nodiscard]] bool made() const { return words_ != nullptr; }  // else there is no memory for it
    void insert(std::uint64_t pair) { add(pair / 64, std::uint64_t{1} << (pair % 64)); }
    // The pairs from `first` on of which `bits` has the bit.
    void insert(std::uint64_t first, std::uint64_t bits) {
        add(first / 64, bits << (first % 64));
        if (first % 64 != 0) add(first / 64 + 1, bits >> (64 - first % 64));
    }
    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (std::uint64_t pair = 0; (pair = next(pair, size_)) < size_; pair = (pair / 64 + 1) * 64)
            sum += static_cast<std::uint64_t>(std::popcount(words_.get()[pair / 64]));
        return sum;
    }
    // Returns the first pair of the set from `pair` on, `end` where there is none before it.
    [[nodiscard]] std::uint64_t next(std::uint64_t pair, std::uint64_t end) const {
        while (pair < end) {
            if (!blocks_[pair / pairs_per_block].load(std::memory_order_relaxed)) {
                pair = (pair / pairs_per_block + 1) * pairs_per_block;
                continue;
            }
            const std::uint64_t rest = words_.get()[pair / 64] >> (pair % 64);
            if (rest != 0) return std::min(end, pair + static_cast<std::uint64_t>(std::countr_zero(rest)));
            pair = (pair / 64 + 1) * 64;
        }
        return end;
    }

private:
    static constexpr std::uint64_t pairs_per_block = std::uint64_t{1} << 15U;  // a page of words

    void add(std::uint64_t at, std::uint64_t bits) {
        if (bits == 0) return;
        const std::atomic_ref<std::uint64_t> word(words_.get()[at]);
        if ((word.load(std::memory_order_relaxed) & bits) == bits) return;
        word.fetch_or(bits, std::memory_order_relaxed);
        blocks_[at * 64 / pairs_per_block].store(true, std::memory_order_relaxed);
    }

    struct Free {
        void operator()(std::uint64_t* words) const { std::free(words); }
    };
    std::uint64_t size_;
    std::unique_ptr<std::uint64_t, Free> words_;
    std::vector<std::atomic<bool>> blocks_;
};

// Asks for the memory, as measured, of the dependencies of so many virtual channels and the search for a cycle, and for
// more `bytes`.
void check_dependencies(const Network& network, std::uint64_t vertices, std::uint64_t bytes) {
    check_memory(28 * vertices + bytes,
                 network.word + ": the dependency graph of " + std::to_string(vertices) + " virtual channels",
                 "a smaller network, fewer virtual channels or more memory");
}

Digraph digraph_of(const Network& network, int vcs, const Successors& successors, const PairSet& pairs) {
    const Graph& graph = network.graph;
    Digraph result;
    const std::uint64_t count = pairs.count();
    if (count == 0) return result;
    const std::uint64_t vertices = std::uint64_t{graph.channels()} * static_cast<std::uint64_t>(vcs);
    check_dependencies(network, vertices, 4 * count + 24 * std::min(count, vertices));
    result.targets.reserve(count);
    result.first.reserve(vertices + 1);
    for (Channel c = 0; c < graph.channels(); ++c) {
        for (int v = 0; v < vcs; ++v) {
            const std::uint64_t end = successors.end(c, v);
            for (std::uint64_t pair = pairs.next(successors.begin(c, v), end); pair < end;
                 pair = pairs.next(pair + 1, end))
                result.targets.push_back(static_cast<std::uint32_t>(successors.second(c, v, pair)));
            result.first.push_back(result.targets.size());
        }
    }
    return result;
}

class FoundDependencies {
public:
    FoundDependencies(const Network& network, int vcs)
        : network_(network), vcs_(vcs), successors_(network.graph, vcs), pairs_(made(network, vcs, successors_)) {}

    void insert(Channel from, VcSet held, Channel to, VcSet next) {
        for (; held != 0; held &= held - 1) {
            for (VcSet b = next; b != 0; b &= b - 1)
                pairs_.insert(successors_.pair(from, std::countr_zero(held), to, std::countr_zero(b)));
        }
    }
    // Those of a virtual channel on all that follow, bit by bit.
    void insert(Channel from, int vc, std::uint64_t next) { pairs_.insert(successors_.begin(from, vc), next); }
    void use(VcSet vcs) { used_.fetch_or(vcs, std::memory_order_relaxed); }

    [[nodiscard]] const Successors& successors() const { return successors_; }
    [[nodiscard]] Digraph graph() const { return digraph_of(network_, vcs_, successors_, pairs_); }
    [[nodiscard]] VcSet used() const { return used_.load(); }

private:
    static PairSet made(const Network& network, int vcs, const Successors& successors) {
        if (successors.size() > (std::uint64_t{1} << 33U))
            throw InputError(
                network.word + ": " + std::to_string(successors.size()) +
                " possible dependencies take more than 1 GiB, need a smaller network or fewer virtual channels");
        PairSet pairs(successors.size());
        if (pairs.made()) return pairs;
        check_dependencies(network, std::uint64_t{network.graph.channels()} * static_cast<std::uint64_t>(vcs),
                           successors.size() / 8);
        throw std::bad_alloc();
    }

    const Network& network_;
    int vcs_;
    Successors successors_;
    PairSet pairs_;
    std::atomic<VcSet> used_{0};
};

// Dependencies that messages to one destination after the other show, where what follows a channel depends on the node
// it leads to and the header alone.
class ByStandpoints {
public:
    ByStandpoints(const Network& network, const Routing& routing, const VcRule& rule, FoundDependencies& found)
        : graph_(network.graph), vcs_(rule.vcs), found_(found), at_(network, routing, rule, no_escape_) {
        for (Node v = 0; v < graph_.nodes(); ++v)
            fits_word_.push_back(graph_.degree(v) * static_cast<std::uint64_t>(vcs_) <= 64);
        if (std::ranges::find(fits_word_, true) != fits_word_.end()) after_.resize(slot(graph_.channels(), 0));
    }

    void begin() { std::ranges::fill(after_, 0); }

    void follow(Node destination, std::span<const Node> sources) {
        at_.explore(destination, sources);
        found_.use(at_.taken());
        // What may follow at each standpoint, as bits where all channels of a node have one.
        following_.assign(at_.size(), 0);
        for (std::uint32_t s = 0; s < at_.size(); ++s) {
            for (const Step& next : at_.steps(s)) {
                const std::uint64_t place = found_.successors().place(next.channel, 0);
                if (place < 64) following_[s] |= next.vcs << place;
            }
        }
        for (const Step& step : at_.steps()) {
            if (fits_word_[graph_.target(step.channel)]) {
                for (VcSet held = step.vcs; held != 0; held &= held - 1)
                    after_[slot(step.channel, std::countr_zero(held))] |= following_[step.to];
                continue;
            }
            for (const Step& next : at_.steps(step.to)) found_.insert(step.channel, step.vcs, next.channel, next.vcs);
        }
    }

    void end() {
        for (Channel c = 0; !after_.empty() && c < graph_.channels(); ++c) {
            for (int v = 0; v < vcs_; ++v) found_.insert(c, v, after_[slot(c, v)]);
        }
    }

private:
    [[nodiscard]] std::size_t slot(Channel c, int v) const {
        return std::size_t{c} * static_cast<std::size_t>(vcs_) + static_cast<std::size_t>(v);
    }

    const Graph& graph_;
    int vcs_;
    FoundDependencies& found_;
    EscapeSubfunction no_escape_;
    Standpoints at_;
    std::vector<bool> fits_word_;                   // of every node: its virtual channels have a bit each
    std::vector<std::uint64_t> following_, after_;  // what may follow a standpoint; every virtual channel of such nodes
};

void follow_standpoints(const Network& network, const Routing& routing, const VcRule& rule,
                        const VerdictOptions& options, FoundDependencies& found) {
    const std::vector<Node> terminals = terminals_of(network);
    const Talkers talkers(network, options.traffic);
    Progress progress("following messages", options.progress, terminals.size());
    const std::size_t most = std::min<std::size_t>(terminals.size() / 64 + 1, 64);  // destinations of a block
    for_each_block_by((terminals.size() + most - 1) / most, options.threads, [&](unsigned) {
        return [&, one = std::make_unique<ByStandpoints>(network, routing, rule, found)](std::size_t block) mutable {
            const std::span<const Node> destinations =
                std::span(terminals).subspan(block * most, std::min(most, terminals.size() - block * most));
            one->begin();
            for (const Node destination : destinations) {
                one->follow(destination, talkers.all() ? terminals : talkers.sources(destination));
                progress.one_more();
            }
            one->end();
        };
    });
}

std::pair<Digraph, VcSet> dependency_graph(const Network& network, const Routing& routing, const VcRule& rule,
                                           const VerdictOptions& options) {
    const std::uint64_t nodes = network.graph.nodes(), channels = network.graph.channels();
    if (channels < nodes * (nodes - 1))  // else paths are one hop
        check_dependencies(network, channels * static_cast<std::uint64_t>(rule.vcs), 12 * channels + 100 * nodes);
    FoundDependencies found(network, rule.vcs);
    std::optional<VcSet> taken;
    if (const RouteTable* const table = table_of(routing); table != nullptr && options.traffic == nullptr)
        taken = table->dependencies(network, rule, [&](auto... ends) { found.insert(ends...); });
    if (taken) {
        found.use(*taken);
    } else if (!routing.looks_back() && !judged_together(network, routing)) {
        follow_standpoints(network, routing, rule, options, found);
    } else {
        walk_everywhere(network, routing, rule, options, [&](const Walk& walk) {
            const std::vector<Place>& places = walk.places();
            VcSet here = 0;
            for (std::size_t p = 0; p < places.size(); ++p) {
                here |= places[p].vcs;
                if (places[p].channel == no_channel) continue;
                for (const Move& move : walk.moves(p))
                    found.insert(places[p].channel, places[p].vcs, places[move.to].channel, places[move.to].vcs);
            }
            found.use(here);
        });
    }
    return {found.graph(), found.used()};
}

// For every step of the cycle a message that holds its channel and needs the next: the lowest destination that has one.
void find_witnesses(const Network& network, const Routing& routing, const VcRule& rule, const Traffic* traffic,
                    std::vector<CycleStep>& cycle) {
    const Talkers talkers(network, traffic);
    Walk walk(network, routing, rule);
    std::vector<bool> found(cycle.size(), false);
    for (std::size_t i = 0; i < cycle.size(); ++i) found[i] = cycle[i].source != cycle[i].destination;
    auto missing = static_cast<std::size_t>(std::ranges::count(found, false));
    if (missing == 0) return;
    for (const Node destination : terminals_of(network)) {
        talkers.explore(walk, destination);
        const std::vector<Place>& places = walk.places();
        for (std::size_t p = walk.sources(); p < places.size() && missing > 0; ++p) {
            for (std::size_t i = 0; i < cycle.size(); ++i) {
                const CycleStep& next = cycle[(i + 1) % cycle.size()];
                if (found[i] || places[p].channel != cycle[i].channel ||
                    (places[p].vcs >> static_cast<unsigned>(cycle[i].vc) & 1U) == 0)
                    continue;
                for (const Move& move : walk.moves(p)) {
                    const Place& to = places[move.to];
                    if (found[i] || to.channel != next.channel || (to.vcs >> static_cast<unsigned>(next.vc) & 1U) == 0)
                        continue;
                    cycle[i].source = places[p].origin;
                    cycle[i].destination = destination;
                    found[i] = true;
                    --missing;
                }
            }
        }
        if (missing == 0) return;
    }
    throw std::logic_error("a dependency of the cycle has no message");
}

// The vertices with dependencies, every one before those it depends on.
std::vector<ChannelVc> order_of(const Digraph& graph, int vcs) {
    std::vector<bool> any(graph.vertices(), false);
    for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
        if (graph.first[v] != graph.first[v + 1]) any[v] = true;
    }
    for (const std::uint32_t v : graph.targets) any[v] = true;
    std::vector<ChannelVc> order;
    for (const std::uint32_t v : topological_order(graph)) {
        if (any[v])
            order.push_back({v / static_cast<std::uint32_t>(vcs), static_cast<int>(v % static_cast<unsigned>(vcs))});
    }
    return order;
}

// The verdict on the whole graph, without the number of channels.
CertifiedVerdict plain_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                               const VerdictOptions& options) {
    const int vcs = rule.vcs * options.networks;
    CertifiedVerdict certified;
    Verdict& verdict = certified.verdict;
    auto [graph, used] = dependency_graph(network, routing, rule, options);
    std::vector<EndpointDependency> through;
    if (!options.endpoint_waits.empty()) through = add_endpoints(network, routing, rule, options, graph);
    verdict.used = used & first_vcs(rule.vcs);
    verdict.dependencies = graph.targets.size();
    const std::vector<std::uint32_t> cycle = graph.targets.empty() ? graph.targets
                                             : rule.bubble         ? cycle_beyond_rings(network.graph, vcs, graph)
                                                                   : shortest_cycle(graph);
    verdict.acyclic = cycle.empty();
    if (verdict.acyclic && !graph.targets.empty() && !rule.bubble) certified.order = order_of(graph, vcs);
    if (verdict.acyclic) return certified;
    verdict.cycle = steps_of(cycle, through, rule.vcs, options.networks);
    find_witnesses(network, routing, rule, options.traffic, verdict.cycle);
    for (std::size_t i = 0; i < cycle.size(); ++i)
        verdict.cycle[i].vc = static_cast<int>(cycle[i] % static_cast<std::uint32_t>(vcs));
    return certified;
}

}  // namespace

Verdict deadlock_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                         const VerdictOptions& options) {
    return certified_verdict(network, routing, rule, options).verdict;
}

CertifiedVerdict certified_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                   const VerdictOptions& options) {
    check_rule(rule);
    std::uint64_t channels = network.graph.channels();
    for (Link l = 0; network.graph.directed() && l < network.graph.links(); ++l)
        channels -= network.graph.one_way(l) ? 1 : 0;
    const auto vcs = static_cast<std::uint64_t>(rule.vcs * options.networks);
    if (std::uint64_t{network.graph.channels()} * vcs > 0xFFFFFFFEU)
        throw InputError(network.word + ": " + std::to_string(channels * vcs) +
                         " virtual channels, need fewer than 2^32");
    if (options.escape && !options.endpoint_waits.empty())
        throw InputError("messages that wait at endpoints with an escape subfunction, need one of them");
    if (rule.bubble && (options.escape || !options.endpoint_waits.empty()))
        throw InputError(
            "VC rule 'bubble' " +
            std::string(options.escape ? "beside an escape subfunction" : "and messages that wait at endpoints") +
            ", must be without");
    CertifiedVerdict certified = options.escape ? extended_verdict(network, routing, rule, options)
                                                : plain_verdict(network, routing, rule, options);
    Verdict& verdict = certified.verdict;
    if (!options.escape) verdict.channels = channels * vcs;
    if (!verdict.acyclic && !rule.bubble && routing.chooses() && !wait_in_a_circle(options))
        verdict.waiting = greatest_waiting_set(network, routing, rule, options);
    return certified;
}

}  // namespace wafernet
