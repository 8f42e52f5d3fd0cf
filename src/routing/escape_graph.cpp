// Duato's condition: an adaptive routing is deadlock free where a subfunction of it leads from everywhere to every
// destination and the extended dependency graph of the subfunction has no cycle. A channel of the subfunction depends
// on another where a message can hold the first (taken as escape: direct and indirect; taken as adaptive: cross) and,
// over any number of hops outside the subfunction, come to need the second as escape.
//
// Messages to each destination are followed from standpoint to standpoint: a node and what else the next hops depend
// on. Standpoints that are the same for many destinations are kept once, each of their hops with the set of
// destinations that it is taken for. From every standpoint the sets are then followed over the hops outside the
// subfunction, all destinations at once, a word of 64 at a time. Memory: a bit for every pair of escape channels, and
// one for every hop and destination.
#include "escape_graph.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "digraph.hpp"
#include "standpoints.hpp"
#include "talkers.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;

// Every standpoint must lead to the destination over escape steps alone.
class EscapeCheck {
public:
    explicit EscapeCheck(const Network& network) : network_(network) {}

    void operator()(const Standpoints& at, Node destination) {
        before_.assign(at.size() + std::size_t{1}, 0);
        for (const Step& step : at.steps()) before_[step.to] += step.escape != 0 ? 1 : 0;
        std::uint32_t sum = 0;
        for (std::uint32_t& b : before_) sum += b, b = sum;
        from_.resize(sum);
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            for (const Step& step : at.steps(i)) {
                if (step.escape != 0) from_[--before_[step.to]] = i;
            }
        }
        leads_.assign(at.size(), 0);
        queue_.clear();
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (at[i].node != destination) continue;
            leads_[i] = 1;
            queue_.push_back(i);
        }
        for (std::size_t k = 0; k < queue_.size(); ++k) {
            for (std::uint32_t e = before_[queue_[k]]; e < before_[queue_[k] + 1]; ++e) {
                if (leads_[from_[e]] != 0) continue;
                leads_[from_[e]] = 1;
                queue_.push_back(from_[e]);
            }
        }
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (leads_[i] != 0) continue;
            throw ComputationError(network_.word + ": the escape channels do not lead from node " +
                                   network_.addresses.print(at[i].node) + " to node " +
                                   network_.addresses.print(destination));
        }
    }

private:
    const Network& network_;
    std::vector<std::uint32_t> before_, from_, queue_;
    std::vector<std::uint8_t> leads_;
};

// The virtual channels of a step.
template <class Use>
void for_each_vc(Channel channel, VcSet set, std::uint32_t vcs, const Use& use) {
    for (; set != 0; set &= set - 1) use(channel * vcs + static_cast<std::uint32_t>(std::countr_zero(set)));
}

// A set of neighbouring destinations: as many as fit into one line of the cache.
class Set {
public:
    static constexpr std::uint32_t size = 512;

    void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
    [[nodiscard]] Set operator&(const Set& other) const {
        Set both;
        for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] = words_[w] & other.words_[w];
        return both;
    }
    [[nodiscard]] bool empty() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words_) all |= word;
        return all == 0;
    }
    // Adds the others; whether some of them were not there.
    bool unite(const Set& other) {
        std::uint64_t fresh = 0;
        for (std::size_t w = 0; w < words_.size(); ++w) fresh |= other.words_[w] & ~words_[w];
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
        return fresh != 0;
    }

private:
    alignas(64) std::array<std::uint64_t, size / 64> words_{};
};

// A hop between two standpoints.
struct Move {
    std::uint32_t to = 0;
    Channel channel = no_channel;
    VcSet vcs = 0, escape = 0;

    bool operator==(const Move&) const = default;
};

// The standpoints of messages to all destinations, here places, and the moves between them.
class Moves {
public:
    Moves(const Network& network, std::size_t destinations)
        : word_(network.word), first_at_(network.graph.nodes(), none), sets_(destinations / Set::size + 1) {}

    // Adds what leads to the destination of such a number. Standpoints of one node with the same steps count as one of
    // them: the same one for as many destinations as may be.
    void add(const Standpoints& at, std::uint32_t destination) {
        like_.resize(at.size());
        place_of_.resize(at.size());
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            like_[i] = at.alike(i);
            place_of_[i] = i;  // of those that are alike, the one to take
            std::uint32_t& taken = place_of_[like_[i]];
            if (key(at[i]) < key(at[taken])) taken = i;
        }
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (like_[i] == i) place_of_[i] = place(at[place_of_[i]]);
        }
        std::vector<Set>& sets = sets_[destination / Set::size];
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (like_[i] != i) continue;
            for (const Step& step : at.steps(i)) {
                const std::uint32_t to = place_of_[like_[step.to]];
                const std::uint32_t m = move(place_of_[i], {to, step.channel, step.vcs, step.escape});
                if (sets.size() <= m) sets.resize(m + std::size_t{1});
                sets[m].insert(destination % Set::size);
            }
        }
    }

    [[nodiscard]] std::uint32_t places() const { return static_cast<std::uint32_t>(places_.size()); }
    [[nodiscard]] Node node(std::uint32_t place) const { return places_[place].node; }
    /// The moves from a place that may be taken outside the subfunction, each with where it leads to; and in it.
    [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& outside(std::uint32_t place) const {
        return outside_[place];
    }
    [[nodiscard]] const std::vector<std::uint32_t>& escapes(std::uint32_t place) const { return escapes_[place]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(moves_.size()); }
    [[nodiscard]] const Move& operator[](std::uint32_t move) const { return moves_[move]; }
    /// For which destinations of each Set::size every move is taken.
    [[nodiscard]] std::vector<std::vector<Set>>& sets() { return sets_; }

private:
    static std::array<std::uint64_t, 3> key(const Standpoint& at) {
        return {at.header, at.channel, static_cast<std::uint64_t>(at.vc + 1)};
    }

    std::uint32_t place(const Standpoint& at) {
        for (std::uint32_t p = first_at_[at.node]; p != none; p = next_at_[p]) {
            if (key(places_[p]) == key(at)) return p;
        }
        places_.push_back(at);
        out_.emplace_back();
        outside_.emplace_back();
        escapes_.emplace_back();
        next_at_.push_back(first_at_[at.node]);
        first_at_[at.node] = places() - 1;
        return places() - 1;
    }

    std::uint32_t move(std::uint32_t from, const Move& wanted) {
        for (const std::uint32_t m : out_[from]) {
            if (moves_[m] == wanted) return m;
        }
        if (sets_.size() * (moves_.size() + 1) * sizeof(Set) > most_bytes) {
            throw InputError(word_ +
                             ": the hops of messages to all destinations take more than 4 GiB, need a smaller "
                             "network or a routing with fewer states of the header");
        }
        out_[from].push_back(size());
        if (wanted.vcs != wanted.escape) outside_[from].emplace_back(size(), wanted.to);
        if (wanted.escape != 0) escapes_[from].push_back(size());
        moves_.push_back(wanted);
        return size() - 1;
    }

    std::string word_;
    std::vector<Standpoint> places_;
    std::vector<std::uint32_t> first_at_, next_at_;          // chain of the places at a node
    std::vector<std::vector<std::uint32_t>> out_, escapes_;  // moves from every place
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> outside_;
    std::vector<Move> moves_;
    std::vector<std::vector<Set>> sets_;
    std::vector<std::uint32_t> like_, place_of_;
};

// Where messages that have come to a place may get over moves outside the subfunction, for which destinations.
class Reach {
public:
    Reach(const Moves& moves, const std::vector<Set>& taken_for)
        : moves_(moves), taken_for_(taken_for), sets_(moves.places()), queued_(moves.places(), 0) {}

    // Follows the messages that came by one of the moves `in`.
    void follow(const std::vector<std::uint32_t>& in) {
        for (const std::uint32_t p : places_) sets_[p] = {};
        places_.clear();
        queue_.clear();
        for (const std::uint32_t m : in) add(moves_[m].to, taken_for_[m]);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::uint32_t p = queue_[i];
            queued_[p] = 0;
            for (const auto& [m, to] : moves_.outside(p)) add(to, sets_[p] & taken_for_[m]);
        }
    }

    // The places that were reached, the first one included.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }
    [[nodiscard]] const Set& destinations(std::uint32_t place) const { return sets_[place]; }

private:
    // What is new is to be followed.
    void add(std::uint32_t place, const Set& more) {
        if (more.empty()) return;
        Set& mine = sets_[place];
        if (mine.empty()) places_.push_back(place);
        if (!mine.unite(more)) return;
        if (queued_[place] == 0) queue_.push_back(place);
        queued_[place] = 1;
    }

    const Moves& moves_;
    const std::vector<Set>& taken_for_;
    std::vector<Set> sets_;  // of every place
    std::vector<std::uint8_t> queued_;
    std::vector<std::uint32_t> queue_, places_;
};

// Whether a message at a standpoint may come to need the virtual channel as escape, over steps outside the subfunction.
bool may_need(const Standpoints& at, std::uint32_t standpoint, Channel channel, int vc) {
    std::vector<std::uint32_t> queue{standpoint};
    std::vector<bool> seen(at.size(), false);
    seen[standpoint] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Step& step : at.steps(queue[i])) {
            if (step.channel == channel && (step.escape >> static_cast<unsigned>(vc) & 1U) != 0) return true;
            if (step.vcs == step.escape || seen[step.to]) continue;
            seen[step.to] = true;
            queue.push_back(step.to);
        }
    }
    return false;
}

// Whether a virtual channel belongs to the subfunction, for any destination.
std::vector<bool> escape_channels(const Moves& moves, std::uint32_t channels, std::uint32_t vcs) {
    std::vector<bool> used(channels, false);
    for (std::uint32_t m = 0; m < moves.size(); ++m)
        for_each_vc(moves[m].channel, moves[m].escape, vcs, [&](std::uint32_t c) { used[c] = true; });
    return used;
}

void check_table(const Network& network, const std::string& of, std::uint64_t bytes) {
    check_memory(bytes, network.word + ": a table of " + of,
                 "a smaller network, fewer virtual channels or more memory");
}

}  // namespace

CertifiedVerdict extended_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                                  const VerdictOptions& options) {
    const std::vector<Node> terminals = terminals_of(network);
    const Talkers talkers(network, options.traffic);
    const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
    const auto vcs = static_cast<std::uint32_t>(rule.vcs);
    const std::uint32_t channels = network.graph.channels() * vcs;
    const auto explore = [&](Standpoints& at, Node destination) {
        at.explore(destination, talkers.all() ? terminals : talkers.sources(destination));
    };

    // Bytes as measured: messages to some destinations show about two thirds of all hops and escape channels.
    if (const std::size_t some = std::min<std::size_t>(64, terminals.size() / 16); some > 16) {
        Standpoints at(network, routing, rule, options.escape);
        Moves seen(network, some);
        VcSet escape = 0;
        for (std::uint32_t k = 0; k < some; ++k) {
            explore(at, terminals[k * std::size_t{0x9E3779B1U} % terminals.size()]);
            for (const Step& step : at.steps()) escape |= step.escape;
            seen.add(at, k);
        }
        const std::vector<bool> used = escape_channels(seen, channels, vcs);
        const std::uint64_t hops = std::uint64_t{seen.size()} * 3 / 2,
                            most = std::uint64_t{network.graph.channels()} * std::popcount(escape),
                            pairs = std::min<std::uint64_t>(most, std::count(used.begin(), used.end(), true) * 3 / 2);
        check_table(network, "some " + std::to_string(hops) + " hops by destination",
                    hops * (sizeof(Set) * (terminals.size() / Set::size + 1) + 40) + pairs * pairs / 8);
    }
    Moves moves(network, terminals.size());
    VcSet taken = 0;
    std::mutex guard;
    {
        Progress progress("finding ways to escape", options.progress, terminals.size());
        for_each_block_by(blocks, options.threads, [&](unsigned) {
            return [&, at = Standpoints(network, routing, rule, options.escape),
                    check = EscapeCheck(network)](std::size_t block) mutable {
                for (std::size_t i = block; i < terminals.size(); i += blocks) {
                    explore(at, terminals[i]);
                    progress.one_more();
                    check(at, terminals[i]);
                    const std::lock_guard lock(guard);
                    taken |= at.taken();
                    moves.add(at, static_cast<std::uint32_t>(i));
                }
            };
        });
    }

    const std::vector<bool> used = escape_channels(moves, channels, vcs);
    std::vector<std::uint32_t> number_of(channels, none), channel_of;
    for (std::uint32_t c = 0; c < channels; ++c) {
        if (!used[c]) continue;
        number_of[c] = static_cast<std::uint32_t>(channel_of.size());
        channel_of.push_back(c);
    }
    const std::uint64_t n = channel_of.size();
    if (n * n / 8 > most_bytes) {
        throw InputError(network.word + ": the pairs of " + std::to_string(n) +
                         " escape channels take more than 4 GiB, need a smaller network or fewer virtual channels");
    }
    check_table(network, "the pairs of " + std::to_string(n) + " escape channels", n * n / 8);

    BitDigraph graph(static_cast<std::uint32_t>(channel_of.size()));
    const auto for_each_held = [&](std::uint32_t m, const auto& use) {
        for_each_vc(moves[m].channel, moves[m].vcs, vcs, [&](std::uint32_t c) {
            if (number_of[c] != none) use(number_of[c]);
        });
    };
    std::vector<std::vector<std::uint32_t>> places_at(network.graph.nodes()), in(moves.places());
    for (std::uint32_t p = 0; p < moves.places(); ++p) places_at[moves.node(p)].push_back(p);
    for (std::uint32_t m = 0; m < moves.size(); ++m) {
        bool held = false;
        for_each_held(m, [&](std::uint32_t) { held = true; });
        if (held) in[moves[m].to].push_back(m);
    }
    Activity activity("finding dependencies of escape channels", moves.sets().size() * places_at.size());
    for (std::vector<Set>& taken_for : moves.sets()) {
        taken_for.resize(moves.size());
        // A thread has all places of a node, and so all rows of the channels that lead there.
        for_each_block_by(places_at.size(), options.threads, [&](unsigned) {
            return [&, reach = Reach(moves, taken_for)](std::size_t node) mutable {
                activity.one_more();
                for (const std::uint32_t place : places_at[node]) {
                    reach.follow(in[place]);
                    for (const std::uint32_t p : reach.places()) {
                        for (const std::uint32_t m : moves.escapes(p)) {
                            const Set need = reach.destinations(p) & taken_for[m];
                            if (need.empty()) continue;
                            for (const std::uint32_t held : in[place]) {
                                if ((need & taken_for[held]).empty()) continue;
                                for_each_held(held, [&](std::uint32_t c) {
                                    for_each_vc(moves[m].channel, moves[m].escape, vcs,
                                                [&](std::uint32_t e) { graph.insert(c, number_of[e]); });
                                });
                            }
                        }
                    }
                }
            };
        });
        taken_for = {};
    }

    CertifiedVerdict certified;
    Verdict& verdict = certified.verdict;
    verdict.used = taken & first_vcs(rule.vcs);
    verdict.channels = channel_of.size();
    verdict.dependencies = graph.edges();
    for (const std::uint32_t v : topological_order(graph))
        certified.order.push_back({channel_of[v] / vcs, static_cast<int>(channel_of[v] % vcs)});
    verdict.acyclic = certified.order.size() == channel_of.size();
    if (verdict.acyclic) return certified;

    const std::vector<std::uint32_t> cycle = shortest_cycle(graph);
    std::map<std::uint32_t, std::size_t> wanted;  // by the virtual channel that is held
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        const std::uint32_t c = channel_of[cycle[i]];
        verdict.cycle.push_back({c / vcs, static_cast<int>(c % vcs), 0, 0});
        wanted[c] = i;
    }
    Standpoints at(network, routing, rule, options.escape);
    for (std::size_t d = 0; d < terminals.size() && !wanted.empty(); ++d) {
        explore(at, terminals[d]);
        for (std::uint32_t s = 0; s < at.size(); ++s) {
            for (const Step& step : at.steps(s)) {
                for_each_vc(step.channel, step.vcs, vcs, [&](std::uint32_t c) {
                    const auto found = wanted.find(c);
                    if (found == wanted.end()) return;
                    const CycleStep& next = verdict.cycle[(found->second + 1) % cycle.size()];
                    if (!may_need(at, step.to, next.channel, next.vc)) return;
                    verdict.cycle[found->second].source = at[s].origin;
                    verdict.cycle[found->second].destination = terminals[d];
                    wanted.erase(found);
                });
            }
        }
    }
    if (!wanted.empty()) throw std::logic_error("a dependency of the cycle has no message");
    return certified;
}

}  // namespace wafernet
