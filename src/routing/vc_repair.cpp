// Search for an assignment of virtual channels. The routes are followed once, with the kind of every hop in place of a
// VC. An assignment of VCs to kinds merges (channel, kind) into (channel, VC); a cycle of the merged graph shows which
// kinds must not share a VC all at once, and that is remembered. The search is a backtracking one over assignments that
// break none of the remembered conflicts, so when it ends without one, none exists.
#include "wafernet/routing/vc_repair.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/fits.hpp"
#include "digraph.hpp"
#include "vc_table.hpp"
#include "walk.hpp"
#include "walk_everywhere.hpp"

namespace wafernet {

namespace {

// The hops' graph with kinds: vertices (channel, kind), channels of all subjects numbered one after the other.
struct KindGraph {
    std::vector<std::string> kinds;
    struct Vertex {
        std::uint32_t channel;
        std::uint32_t kind;
    };
    std::vector<Vertex> vertices;  // sorted by channel
    std::vector<std::uint64_t> first;
    std::vector<std::uint32_t> targets;
    std::uint32_t channels = 0;
};

// The hops of all messages by their labels, as fine as any look at them.
struct Hops {
    std::vector<HopLabel> labels;                                // in the order in which they are met
    std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;  // (channel << 32 | label) of both ends, sorted
    std::vector<std::uint64_t> vertices;                         // that nothing may lead to
    std::uint32_t channels = 0;
};

template <class T> void tidy(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

Hops follow_routes(std::span<const VcRepairSubject> subjects) {
    Hops all;
    std::unordered_map<std::uint64_t, std::uint32_t> seen;
    // Messages to other destinations go the same ways: of most channels few are known, and looked through; what is more
    // is sorted out later.
    constexpr std::size_t looked_through = 32;
    constexpr std::uint64_t no_code = ~std::uint64_t{0};
    std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> onward;
    std::vector<std::vector<std::uint32_t>> kinds_on;
    const auto add = [](auto& list, const auto& one) {
        if (std::find(list.begin(), list.end(), one) != list.end()) return false;
        if (list.size() < looked_through) list.push_back(one);
        return true;
    };
    for (const VcRepairSubject& subject : subjects) {
        VcRule tag;  // Walk carries what the rule returns; here a label instead of a set of VCs
        tag.name = "kinds of hops";
        tag.permitted = [&, last = std::pair(no_code, std::uint32_t{0})](const HopLabel& l, int) mutable -> VcSet {
            const std::uint64_t code = static_cast<std::uint64_t>(l.phase) | static_cast<std::uint64_t>(l.own) << 4U |
                                       static_cast<std::uint64_t>(l.upper) << 8U | std::uint64_t{l.segment} << 16U |
                                       std::uint64_t{l.level} << 24U | std::uint64_t{l.axis} << 32U |
                                       (l.direction > 0 ? std::uint64_t{1} << 40U : 0);
            if (code != last.first) {
                const auto [known, fresh] = seen.try_emplace(code, static_cast<std::uint32_t>(all.labels.size()));
                if (fresh) all.labels.push_back(l);
                last = *known;
            }
            return last.second + std::uint64_t{1};
        };
        onward.assign(subject.network->graph.channels(), {});
        kinds_on.assign(subject.network->graph.channels(), {});
        std::size_t limit = 1U << 20U;
        walk_everywhere(*subject.network, *subject.routing, tag, {}, [&](const Walk& walk) {
            const std::vector<Place>& places = walk.places();
            const auto vertex = [&](const Place& place) {
                return std::uint64_t{all.channels + place.channel} << 32U | (place.vcs - 1);
            };
            for (std::size_t p = 0; p < places.size(); ++p) {
                const Place& from = places[p];
                for (const Move& move : walk.moves(p)) {
                    const Place& to = places[move.to];
                    if (from.channel == no_channel) {
                        if (add(kinds_on[to.channel], static_cast<std::uint32_t>(to.vcs - 1)))
                            all.vertices.push_back(vertex(to));
                    } else if (add(onward[from.channel],
                                   std::pair(static_cast<std::uint32_t>(from.vcs - 1), vertex(to)))) {
                        all.edges.emplace_back(vertex(from), vertex(to));
                    }
                }
            }
            if (all.edges.size() > limit) {
                tidy(all.edges);
                limit = std::max(limit, 2 * all.edges.size());
            }
            if (all.vertices.size() > limit) tidy(all.vertices);
        });
        all.channels += subject.network->graph.channels();
    }
    tidy(all.edges);
    return all;
}

KindGraph graph_of(const Hops& hops, const HopKinds& look) {
    KindGraph graph;
    graph.channels = hops.channels;
    std::map<std::string, std::uint32_t> number;
    std::vector<std::uint32_t> kind_of;  // of a label
    for (const HopLabel& label : hops.labels)
        kind_of.push_back(
            number.emplace(hop_kind(label, look), static_cast<std::uint32_t>(number.size())).first->second);
    graph.kinds.resize(number.size());
    for (const auto& [kind, n] : number) graph.kinds[n] = kind;
    const auto seen_so = [&](std::uint64_t v) { return v >> 32U << 32U | kind_of[static_cast<std::uint32_t>(v)]; };
    std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;
    edges.reserve(hops.edges.size());
    std::vector<std::uint64_t> vertices;
    for (const auto& [from, to] : hops.edges) edges.emplace_back(seen_so(from), seen_so(to));
    tidy(edges);
    for (const std::uint64_t v : hops.vertices) vertices.push_back(seen_so(v));
    for (const auto& [from, to] : edges) {
        vertices.push_back(from);
        vertices.push_back(to);
    }
    tidy(vertices);
    for (const std::uint64_t v : vertices)
        graph.vertices.push_back({static_cast<std::uint32_t>(v >> 32U), static_cast<std::uint32_t>(v)});
    const auto index = [&](std::uint64_t v) {
        return static_cast<std::uint32_t>(std::lower_bound(vertices.begin(), vertices.end(), v) - vertices.begin());
    };
    graph.first.assign(vertices.size() + 1, 0);
    for (const auto& [from, to] : edges) {
        ++graph.first[index(from) + std::size_t{1}];
        graph.targets.push_back(index(to));
    }
    for (std::size_t v = 1; v < graph.first.size(); ++v) graph.first[v] += graph.first[v - 1];
    return graph;
}

// Kinds that must not share VCs pair by pair all at once.
using Conflict = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The channels with an assignment of VCs to kinds: vertices that share a channel and a VC are one.
class MergedGraph {
public:
    MergedGraph(const KindGraph& graph, const std::vector<int>& vc, int vcs)
        : graph_(graph), vc_(vc), vcs_(static_cast<std::uint32_t>(vcs)), slots_(graph.channels * vcs_) {
        begin_.assign(slots_ + std::size_t{1}, 0);
        member_.resize(graph.vertices.size());
        for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) ++begin_[merged(v) + std::size_t{1}];
        for (std::uint32_t s = 0; s < slots_; ++s) begin_[s + std::size_t{1}] += begin_[s];
        std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
        for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) member_[at[merged(v)]++] = v;
        find_waits();
    }

    // Short cycles through some of the vertices that lie on cycles, spread over them.
    std::vector<Conflict> short_cycles() {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t s = 0; s < slots_; ++s) {
            if (waits_[s] != 0) rest.push_back(s);
        }
        std::vector<Conflict> found;
        if (rest.empty()) return found;
        before_.assign(slots_, unseen);
        edge_from_.resize(slots_);
        edge_to_.resize(slots_);
        const std::size_t wanted = 12, step = std::max<std::size_t>(1, rest.size() / 64);
        for (std::size_t r = 0; r < rest.size() && found.size() < wanted; r += found.empty() ? 1 : step) {
            if (auto conflict = cycle_through(rest[r])) found.push_back(std::move(*conflict));
        }
        return found;
    }

private:
    static constexpr std::uint32_t unseen = 0xFFFFFFFFU;

    [[nodiscard]] std::uint32_t merged(std::uint32_t v) const {
        return graph_.vertices[v].channel * vcs_ + static_cast<std::uint32_t>(vc_[graph_.vertices[v].kind]);
    }
    template <class Visit> void successors(std::uint32_t s, const Visit& visit) const {
        for (std::uint32_t m = begin_[s]; m < begin_[s + std::size_t{1}]; ++m) {
            for (std::uint64_t e = graph_.first[member_[m]]; e < graph_.first[member_[m] + std::size_t{1}]; ++e)
                visit(member_[m], graph_.targets[e]);
        }
    }

    // What no cycle passes falls away from the end without predecessors.
    void find_waits() {
        waits_.assign(slots_, 0);
        for (const std::uint32_t target : graph_.targets) ++waits_[merged(target)];
        static_cast<void>(peeled(waits_, [&](std::uint32_t s, const auto& use) {
            successors(s, [&](std::uint32_t, std::uint32_t to) { use(merged(to)); });
        }));
    }

    std::optional<Conflict> cycle_through(std::uint32_t root) {
        std::optional<Conflict> found;
        queue_.assign(1, root);
        before_[root] = root;
        for (std::size_t i = 0; i < queue_.size() && !found; ++i) {
            const std::uint32_t s = queue_[i];
            successors(s, [&](std::uint32_t from, std::uint32_t to) {
                const std::uint32_t t = merged(to);
                if (found || waits_[t] == 0) return;
                if (t == root) {
                    found = conflict_of(root, s, from, to);
                } else if (before_[t] == unseen) {
                    before_[t] = s;
                    edge_from_[t] = from;
                    edge_to_[t] = to;
                    queue_.push_back(t);
                }
            });
        }
        for (const std::uint32_t s : queue_) before_[s] = unseen;
        return found;
    }

    // Back along the cycle: at every merged vertex the kind that arrives and the kind that goes on share a VC.
    [[nodiscard]] Conflict conflict_of(std::uint32_t root, std::uint32_t last, std::uint32_t leaves,
                                       std::uint32_t arrives_last) const {
        Conflict conflict;
        const auto share = [&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t x = graph_.vertices[a].kind, y = graph_.vertices[b].kind;
            if (x != y) conflict.emplace_back(std::min(x, y), std::max(x, y));
        };
        for (std::uint32_t u = last; u != root; u = before_[u]) {
            share(edge_to_[u], leaves);
            leaves = edge_from_[u];
        }
        share(arrives_last, leaves);
        std::sort(conflict.begin(), conflict.end());
        conflict.erase(std::unique(conflict.begin(), conflict.end()), conflict.end());
        return conflict;
    }

    const KindGraph& graph_;
    const std::vector<int>& vc_;
    std::uint32_t vcs_, slots_;
    std::vector<std::uint32_t> begin_, member_;  // members of every merged vertex
    std::vector<std::uint32_t> waits_;           // dependencies of others on it, until they fell away
    std::vector<std::uint32_t> before_, edge_from_, edge_to_, queue_;
};

// Conflicts that an assignment shows: short cycles of the merged graph. None where it has no cycle.
std::vector<Conflict> conflicts(const KindGraph& graph, const std::vector<int>& vc, int vcs) {
    return MergedGraph(graph, vc, vcs).short_cycles();
}

enum class Outcome { found, impossible, gave_up };

// Backtracking with remembered conflicts over the kinds of one graph.
class Search {
public:
    Search(const KindGraph& graph, std::uint64_t budget)
        : graph_(graph), kinds_(graph.kinds.size()), by_last_(kinds_), budget_(budget) {}

    Outcome run(int vcs, std::uint64_t& steps) {
        std::uint64_t left = budget_;
        vc_.assign(kinds_, -1);
        std::size_t k = 0;
        std::vector<int> used(kinds_ + 1,
                              0);  // VCs in use before kind k: a new one is always the next, the others are its images
        while (true) {
            if (left-- == 0) return Outcome::gave_up;
            ++steps;
            if (k == kinds_) {
                // A cycle costs far more than a step.
                const std::uint64_t cost = 1 + graph_.targets.size() / 100;
                left -= std::min(left, cost);
                const std::vector<Conflict> shown = conflicts(graph_, vc_, vcs);
                if (shown.empty()) return Outcome::found;
                std::size_t back = 0;
                for (const Conflict& c : shown) {
                    if (c.empty()) return Outcome::impossible;  // a cycle within single kinds
                    std::uint32_t last = 0;
                    for (const auto& [a, b] : c) last = std::max(last, b);
                    by_last_[last].push_back(c);
                    back = back == 0 ? last : std::min<std::size_t>(back, last);
                }
                // Kinds after the first broken conflict's last are open again.
                for (std::size_t i = back + 1; i < kinds_; ++i) vc_[i] = -1;
                k = back;
                continue;
            }
            // The next VC of kind k.
            const int most = std::min(vcs - 1, used[k]);
            bool placed = false;
            while (!placed && vc_[k] < most) {
                ++vc_[k];
                placed = fits(k);
            }
            if (placed) {
                used[k + 1] = std::max(used[k], vc_[k] + 1);
                ++k;
                if (k < kinds_) vc_[k] = -1;
                continue;
            }
            vc_[k] = -1;
            if (k == 0) return Outcome::impossible;
            --k;
        }
    }

    [[nodiscard]] const std::vector<int>& vc() const { return vc_; }

private:
    [[nodiscard]] bool fits(std::size_t k) const {
        for (const Conflict& c : by_last_[k]) {
            bool broken = true;
            for (const auto& [a, b] : c) broken = broken && vc_[a] == vc_[b];
            if (broken) return false;
        }
        return true;
    }

    const KindGraph& graph_;
    std::size_t kinds_;
    std::vector<std::vector<Conflict>> by_last_;  // by the highest kind of the conflict
    std::vector<int> vc_;
    std::uint64_t budget_;
};

struct Class {
    HopKinds look;
    const char* sees;
};

// From coarse to fine; the last sees everything.
constexpr Class classes[] = {
    {{false, false, false, false}, "phase, datelines"},
    {{true, false, false, false}, "phase, datelines, axis"},
    {{true, false, true, true}, "phase, datelines, segment, level, axis"},
    {{true, true, true, true}, "phase, datelines, segment, level, axis, direction"},
};

}  // namespace

namespace {

void check(const VcRepairSubject& subject) {
    if (subject.network == nullptr || subject.routing == nullptr)
        throw InputError("a repair without a network or a routing, need both");
    check_fits(subject.network->graph, *subject.routing);
    const std::vector<Node> terminals = terminals_of(*subject.network);
    std::vector<Hop> hops;
    for (const Node source : terminals) {
        if (source != terminals.front())
            subject.routing->next({source, no_channel, subject.routing->start(source, terminals.front())},
                                  terminals.front(), hops);
    }
    for (const Hop& hop : hops) {
        if (hop.vcs != all_vcs)
            throw InputError(
                subject.network->word +
                ": the routing chooses its virtual channels itself, a repair needs one that leaves them to a rule");
    }
}

}  // namespace

VcRepair find_vc_repair(std::span<const VcRepairSubject> subjects, const VcRepairOptions& options) {
    for (const VcRepairSubject& subject : subjects) check(subject);
    std::vector<KindGraph> graphs;
    const Hops hops = follow_routes(subjects);
    for (const Class& c : classes) graphs.push_back(graph_of(hops, c.look));
    std::vector<Search> searches;
    searches.reserve(graphs.size());
    for (const KindGraph& graph : graphs) searches.emplace_back(graph, options.budget);
    VcRepair repair;
    bool proven = true;  // fewer VCs do not do
    for (int vcs = 1; vcs <= options.most_vcs; ++vcs) {
        Outcome last = Outcome::gave_up;
        for (std::size_t c = 0; c < graphs.size(); ++c) {
            if (c > 0 && graphs[c].kinds.size() == graphs[c - 1].kinds.size())
                continue;  // the finer look sees nothing new
            last = searches[c].run(vcs, repair.steps);
            if (last != Outcome::found) continue;
            VcTable table;
            table.kinds = classes[c].look;
            for (std::size_t k = 0; k < graphs[c].kinds.size(); ++k)
                table.entries.emplace_back(graphs[c].kinds[k], searches[c].vc()[k]);
            std::sort(table.entries.begin(), table.entries.end());
            const VcRule rule = table.rule();
            for (const VcRepairSubject& subject : subjects) {
                repair.verdicts.push_back(
                    deadlock_verdict(*subject.network, *subject.routing, rule, {options.threads, {}}));
                if (!repair.verdicts.back().acyclic) throw std::logic_error("a repair that the search found is cyclic");
            }
            repair.found = true;
            repair.vcs = vcs;
            repair.rule = rule.name;
            repair.sees = classes[c].sees;
            repair.smallest = proven;
            return repair;
        }
        proven = proven && last == Outcome::impossible;
        if (vcs > 1 && last == Outcome::impossible && graphs.back().kinds.size() < static_cast<std::size_t>(vcs))
            break;  // a VC a kind, and still cyclic
    }
    return repair;
}

}  // namespace wafernet
