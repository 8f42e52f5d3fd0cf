#include "wafernet/routing/route_table.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

#include "shortest.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

auto key(const RouteEntry& e) { return std::tuple(e.router, e.source, e.input); }

[[noreturn]] void clash(const RouteEntry& a, const RouteEntry& b, const char* what) {
    throw InputError("line " + std::to_string(std::max(a.line, b.line)) + ": " + what + " line " +
                     std::to_string(std::min(a.line, b.line)) + ", must be left out or say something else");
}

class TableRouting final : public Routing {
public:
    explicit TableRouting(std::shared_ptr<const RouteTable> rows) : table(std::move(rows)) {}

    // The header carries the source where rows go by it, else the VC of the pair.
    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return table->by_source() ? source : table->vc_of(source, destination);
    }
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const std::uint32_t vc = table->by_source() ? table->vc_of(at.state, destination) : at.state;
        for (Hop hop : table->hops(at.node, at.state, at.arrived_by, destination)) {
            if (hop.channel == no_such_link) continue;
            hop.state = at.state;
            if (vc != any_vc) hop.vcs &= VcSet{1} << vc;
            hops.push_back(hop);
        }
    }
    [[nodiscard]] bool adaptive() const override { return table->choices(); }
    [[nodiscard]] bool looks_back() const override { return table->by_input(); }

    const std::shared_ptr<const RouteTable> table;
};

std::vector<Hop> hops_of(std::span<const RouteEntry> entries, const Graph& graph) {
    std::vector<Hop> hops;
    for (const RouteEntry& e : entries) {
        Hop hop;
        hop.channel = e.next;
        hop.vcs = e.vcs;
        if (e.next == no_such_link) hop.state = e.named;
        else hop.label = label_of(graph, e.next);
        const auto known = std::ranges::find_if(
            hops, [&](const Hop& other) { return other.channel == hop.channel && other.state == hop.state; });
        if (known == hops.end()) hops.push_back(hop);
        else if ((known->vcs & hop.vcs) != 0)
            clash(e,
                  *std::ranges::find_if(entries,
                                        [&](const RouteEntry& other) {
                                            return other.next == e.next && other.named == e.named &&
                                                   (other.vcs & e.vcs) != 0;
                                        }),
                  "it repeats what is said from");
        else known->vcs |= hop.vcs;
    }
    return hops;
}

}  // namespace

RouteTable::RouteTable(const Graph& graph, std::vector<RouteEntry> entries, PairVcs pair_vcs)
    : nodes_(graph.nodes()), first_row_(nodes_ + std::size_t{1}), pair_vcs_(std::move(pair_vcs)) {
    const auto before = [](const RouteEntry& a, const RouteEntry& b) {
        return std::tuple_cat(key(a), std::tuple(a.first)) < std::tuple_cat(key(b), std::tuple(b.first));
    };
    std::vector<std::size_t> begin(nodes_ + std::size_t{1});  // by router at once, then mostly in order
    for (const RouteEntry& e : entries) ++begin[e.router + std::size_t{1}];
    for (Node v = 0; v < nodes_; ++v) begin[v + std::size_t{1}] += begin[v];
    std::vector<RouteEntry> sorted(entries.size());
    for (const RouteEntry& e : entries) sorted[begin[e.router]++] = e;
    entries = std::move(sorted);
    if (!std::ranges::is_sorted(entries, before)) std::ranges::stable_sort(entries, before);
    std::unordered_map<std::uint64_t, std::uint32_t> known;  // sets by a hash of theirs
    const auto set_of = [&](const std::vector<Hop>& hops) {
        std::uint64_t hash = 0;
        for (const Hop& hop : hops)
            hash = (hash ^ std::uint64_t{hop.channel} << 32U ^ hop.state ^ hop.vcs * 0x2545F4914F6CDD1DU) *
                   0x9E3779B97F4A7C15U;
        const auto [same, fresh] = known.try_emplace(hash, static_cast<std::uint32_t>(sets_.size() - 1));
        if (!fresh && std::ranges::equal(hops, set(same->second), [](const Hop& a, const Hop& b) {
                return a.channel == b.channel && a.state == b.state && a.vcs == b.vcs;
            }))
            return same->second;
        hops_.insert(hops_.end(), hops.begin(), hops.end());
        sets_.push_back(static_cast<std::uint32_t>(hops_.size()));
        return static_cast<std::uint32_t>(sets_.size() - 2);
    };
    for (std::size_t i = 0, row = 0; i < entries.size(); row = i) {
        while (i < entries.size() && key(entries[i]) == key(entries[row])) ++i;
        rows_.push_back({entries[row].source, entries[row].input, static_cast<std::uint32_t>(spans_.size())});
        ++first_row_[entries[row].router + std::size_t{1}];
        add_row(std::span(entries).subspan(row, i - row), set_of, graph);
    }
    for (const Row& row : rows_) {
        by_source_ = by_source_ || row.source != any_node;
        by_input_ = by_input_ || row.input != any_input;
    }
    rows_.push_back({any_node, any_input, static_cast<std::uint32_t>(spans_.size())});
    for (Node v = 0; v < nodes_; ++v) first_row_[v + std::size_t{1}] += first_row_[v];
    for (std::uint32_t s = 1; s + 1 < sets_.size(); ++s) choices_ = choices_ || set(s).size() > 1;
    for (const Hop& hop : hops_)
        if (hop.vcs != all_vcs) vcs_ = std::max(vcs_, static_cast<int>(std::bit_width(hop.vcs)));
    for (const std::uint8_t vc : pair_vcs_)
        if (vc != any_vc) vcs_ = std::max(vcs_, vc + 1);
}

void RouteTable::add_row(std::span<const RouteEntry> entries,
                         const std::function<std::uint32_t(const std::vector<Hop>&)>& set_of, const Graph& graph) {
    Node after = 0;  // the next destination
    const std::size_t begin = spans_.size();
    const auto span = [&](Node first, std::uint32_t set) {
        if (spans_.size() == begin || spans_.back().set != set) spans_.push_back({first, set});
    };
    for (std::size_t i = 0, run = 0; i < entries.size(); run = i) {
        while (i < entries.size() && entries[i].first == entries[run].first) ++i;
        for (std::size_t other = run; other < i; ++other)
            if (entries[other].last != entries[run].last || entries[run].first < after)
                clash(entries[other], entries[entries[run].first < after ? run - 1 : run],
                      "its destinations overlap those of");
        if (entries[run].first > after) span(after, 0);
        span(entries[run].first, set_of(hops_of(entries.subspan(run, i - run), graph)));
        after = entries[run].last + 1;
    }
    span(after, 0);
}

std::span<const RouteTable::Span> RouteTable::row_of(Node router, Node source, Channel input) const {
    const auto begin = rows_.begin() + first_row_[router], end = rows_.begin() + first_row_[router + std::size_t{1}];
    const auto row = std::lower_bound(begin, end, std::pair(source, input),
                                      [](const Row& r, const auto& k) { return std::pair(r.source, r.input) < k; });
    if (row == end || row->source != source || row->input != input) return {};
    return std::span(spans_).subspan(row->first, (row + 1)->first - row->first);
}

std::uint32_t RouteTable::set_in(Node router, Node source, Channel input, Node destination) const {
    const std::span<const Span> row = row_of(router, source, input);
    const auto after = std::ranges::upper_bound(row, destination, {}, &Span::first);
    return after == row.begin() ? 0 : (after - 1)->set;
}

std::span<const Hop> RouteTable::hops(Node router, Node source, Channel arrived_by, Node destination) const {
    const Channel input = arrived_by == no_channel ? own_input : arrived_by;
    std::uint32_t found = 0;
    if (by_source_ && by_input_) found = set_in(router, source, input, destination);
    if (found == 0 && by_source_) found = set_in(router, source, any_input, destination);
    if (found == 0 && by_input_) found = set_in(router, any_node, input, destination);
    return set(found != 0 ? found : set_in(router, any_node, any_input, destination));
}

void RouteTable::leave_out(std::vector<std::uint64_t> pairs) {
    left_out_ = std::move(pairs);
    std::ranges::sort(left_out_);
}

bool RouteTable::leaves_out(Node source, Node destination) const {
    return std::ranges::binary_search(left_out_, std::uint64_t{source} << 32U | destination);
}

// A message for a destination holds whatever channel its row gives, since that router sends some itself: nothing needs
// to be followed.
std::optional<VcSet> RouteTable::dependencies(const Network& network, const VcRule& rule,
                                              const std::function<void(Channel, VcSet, Channel, VcSet)>& use) const {
    if (by_source_ || by_input_ || !pair_vcs_.empty() || !left_out_.empty() || !network.terminals.empty() ||
        rule.sees_arriving)
        return std::nullopt;
    const auto vcs_of = [&](const Hop& hop) { return rule.permitted(hop.label, -1) & hop.vcs; };
    const auto end = [&](std::span<const Span> row, std::size_t i) { return i < row.size() ? row[i].first : nodes_; };
    VcSet taken = 0;
    for (Node u = 0; u < nodes_; ++u) {
        const std::span<const Span> row = row_of(u, any_node, any_input);
        for (std::size_t i = 0; i <= row.size(); ++i) {  // before the first, and each
            const Node first = i == 0 ? 0 : row[i - 1].first, after = end(row, i);
            if (after - first == (first <= u && u < after ? 1U : 0U)) continue;  // no messages
            const std::span<const Hop> hops = set(i == 0 ? 0 : row[i - 1].set);
            if (hops.empty()) return std::nullopt;
            for (const Hop& hop : hops) {
                if (hop.channel == no_such_link || vcs_of(hop) == 0) return std::nullopt;
                taken |= vcs_of(hop);
            }
        }
    }
    for (Node u = 0; u < nodes_; ++u) {
        const std::span<const Span> mine = row_of(u, any_node, any_input);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            for (const Hop& hop : set(mine[i].set)) {
                const Node v = network.graph.target(hop.channel);
                const std::span<const Span> its = row_of(v, any_node, any_input);
                Node at = mine[i].first;
                auto j = static_cast<std::size_t>(std::ranges::upper_bound(its, at, {}, &Span::first) - its.begin());
                for (; at < end(mine, i + 1); ++j) {
                    const Node stop = std::min(end(its, j), end(mine, i + 1));
                    Node some = stop - at;  // destinations that are neither here nor there
                    for (const Node w : {u, v}) some -= at <= w && w < stop ? 1 : 0;
                    at = stop;
                    if (some == 0) continue;
                    for (const Hop& h : set(its[j - 1].set)) use(hop.channel, vcs_of(hop), h.channel, vcs_of(h));
                }
            }
        }
    }
    return taken;
}

RoutingSpec routes_spec(const Network& network) {
    RoutingSpec spec{routes_name, "the user's own routes", {"wafernet", "--routes"}};
    spec.make = [](const Network& n, const RoutingOptions&) -> std::unique_ptr<Routing> {
        return std::make_unique<TableRouting>(n.routes);
    };
    spec.least_vcs = std::max(1, network.routes->vcs());
    return spec;
}

const RouteTable* table_of(const Routing& routing) {
    const auto* const made = dynamic_cast<const TableRouting*>(&routing);
    return made == nullptr ? nullptr : made->table.get();
}

}  // namespace wafernet
