// Extended generalised fat tree [ohring1995]: processors on level 0 below h levels of switches. A node of level l has a
// word of h digits, digit i out of w_i up to l and out of m_i above it; it is joined to those of level l + 1 whose
// words agree in all digits but l + 1. So it has w_(l+1) links up, and m_l down.
#include <algorithm>

#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source ohring(std::string_view place) { return {"ohring1995", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "m", .meaning = "links down of the switches of each level", .least = 2, .kind = ParameterKind::extents},
    {.name = "w", .meaning = "links up of processors and switches", .least = 1, .kind = ParameterKind::extents},
};

void check(const Parameters& p) {
    const std::size_t h = p.extents("m").size();
    if (p.extents("w").size() != h)
        throw InputError("w has " + std::to_string(p.extents("w").size()) +
                         " numbers, need as many as m has: " + std::to_string(h));
    if (h > 31) throw InputError(std::to_string(h) + " levels of switches, need at most 31");
}

// Nodes of every level: the product of w up to it and of m above it.
std::vector<std::uint64_t> levels(const Parameters& p) {
    const auto &m = p.extents("m"), &w = p.extents("w");
    std::vector<std::uint64_t> sizes;
    for (std::size_t l = 0; l <= m.size(); ++l) {
        std::uint64_t size = 1;
        for (std::size_t i = 0; i < m.size(); ++i) size = checked_mul(size, i < l ? w[i] : m[i], "nodes");
        sizes.push_back(size);
    }
    return sizes;
}
std::uint64_t leaves(const Parameters& p) {
    std::uint64_t product = 1;
    for (const std::uint64_t links : p.extents("m")) product = checked_mul(product, links, "processors");
    return product;
}
std::uint64_t nodes(const Parameters& p) {
    std::uint64_t sum = 0;
    for (const std::uint64_t size : levels(p)) sum = checked_add(sum, size, "nodes");
    return sum;
}
std::uint64_t links(const Parameters& p) {
    const std::vector<std::uint64_t> sizes = levels(p);
    const auto& w = p.extents("w");
    std::uint64_t sum = 0;
    for (std::size_t l = 0; l < w.size(); ++l) sum = checked_add(sum, checked_mul(sizes[l], w[l], "links"), "links");
    return sum;
}

// What leads from a level up: nodes by their words, digit 1 the lowest; links by their lower end and its new digit.
struct Level {
    std::uint64_t m = 1, w = 1;               // of the digit that changes on the way up
    std::uint64_t below = 1;                  // words of the digits before it, which are out of w
    std::uint64_t spread = 1;                 // processors by the digits before it
    std::uint64_t first = 0, first_link = 0;  // of the level

    // The node one level up that has `digit`, and the one down from there.
    [[nodiscard]] std::uint64_t up(std::uint64_t node, std::uint64_t digit) const {
        return node % below + digit * below + node / (below * m) * below * w;
    }
    [[nodiscard]] std::uint64_t down(std::uint64_t node, std::uint64_t digit) const {
        return node % below + digit * below + node / (below * w) * below * m;
    }
};

// One for every level of nodes; the top has none up.
std::vector<Level> shape(const Parameters& p) {
    const std::vector<std::uint64_t> sizes = levels(p);
    const auto &m = p.extents("m"), &w = p.extents("w");
    std::vector<Level> all{{}};
    for (std::size_t l = 0; l < m.size(); ++l) {
        Level& here = all.back();
        here.m = m[l];
        here.w = w[l];
        Level next;
        next.below = here.below * here.w;
        next.spread = here.spread * here.m;
        next.first = here.first + sizes[l];
        next.first_link = here.first_link + sizes[l] * here.w;
        all.push_back(next);
    }
    return all;
}

Network build(const Parameters& p) {
    const std::vector<std::uint64_t> sizes = levels(p);
    const std::vector<Level> all = shape(p);
    std::vector<LinkSpec> list;
    list.reserve(links(p));
    for (std::size_t l = 0; l + 1 < all.size(); ++l) {
        for (std::uint64_t node = 0; node < sizes[l]; ++node) {
            for (std::uint64_t digit = 0; digit < all[l].w; ++digit) {
                list.push_back({static_cast<Node>(all[l].first + node),
                                static_cast<Node>(all[l + 1].first + all[l].up(node, digit)),
                                {static_cast<std::uint8_t>(l + 1), 0, false, 1}});
            }
        }
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node t = 0; t < sizes[0]; ++t) network.terminals.push_back(t);
    return network;
}

// Up to a common ancestor, down to the destination. On the way up by the destination's number, or any link.
class UpDown final : public Routing {
public:
    UpDown(const Parameters& p, bool adaptive) : all_(shape(p)), ends_(levels(p)[0]), adaptive_(adaptive) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        std::size_t l = 0;
        while (l + 1 < all_.size() && at.node >= all_[l + 1].first) ++l;
        const Level& here = all_[l];
        const std::uint64_t node = at.node - here.first;
        if (l > 0 && node / here.below == destination / here.spread) {  // an ancestor
            const Level& below = all_[l - 1];
            const std::uint64_t down = below.down(node, destination / below.spread % below.m);
            return append(below.first_link + down * below.w + node / below.below % below.w, l, false, hops);
        }
        const std::uint64_t digit = destination / here.below;
        for (std::uint64_t i = 0; i < (adaptive_ ? here.w : 1); ++i)
            append(here.first_link + node * here.w + (digit + i) % here.w, l + 1, true, hops);
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, ends_}}; }

private:
    static void append(std::uint64_t link, std::size_t level, bool up, std::vector<Hop>& hops) {
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (up ? 0 : 1));
        hop.label.level = static_cast<std::uint8_t>(level);
        hop.label.phase = level > 1 ? Phase::inter : Phase::local;
        hop.label.direction = up ? 1 : -1;
        hops.push_back(hop);
    }

    std::vector<Level> all_;
    std::uint64_t ends_;
    bool adaptive_;
};

std::unique_ptr<Routing> d_mod_k(const Network& network, const RoutingOptions&) {
    return std::make_unique<UpDown>(network.parameters, false);
}
std::unique_ptr<Routing> up_adaptive(const Network& network, const RoutingOptions&) {
    return std::make_unique<UpDown>(network.parameters, true);
}

constexpr RoutingSpec routings[] = {
    {"d-mod-k", "up by the destination's number to the nearest common ancestor, then down", own("destination's number"),
     "any", d_mod_k},
    {"up-adaptive", "up by any link to the nearest common ancestors, then down", ohring("routing"), "any", up_adaptive},
};

// Links of a node of a level.
double degree(const Parameters& p, std::size_t level) {
    const auto &m = p.extents("m"), &w = p.extents("w");
    return static_cast<double>((level > 0 ? m[level - 1] : 0) + (level < w.size() ? w[level] : 0));
}
template <class Better>
double best_degree(const Parameters& p, const Better& better) {
    double best = degree(p, 0);
    for (std::size_t l = 1; l <= p.extents("m").size(); ++l) best = better(best, degree(p, l));
    return best;
}
double height(const Parameters& p) { return static_cast<double>(p.extents("m").size()); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, ohring("topology"), "sum of w_1..w_l m_(l+1)..m_h, l = 0..h", false, "processors and switches",
     counted<nodes>},
    {Metric::links, ohring("topology"), "sum of w_1..w_(l+1) m_(l+1)..m_h, l = 0..h-1", false,
     "those of the processors included", counted<links>},
    {Metric::degree_max, ohring("topology"), "largest m_l + w_(l+1)", false, "",
     [](const Parameters& p) -> Claim { return best_degree(p, [](double a, double b) { return std::max(a, b); }); }},
    {Metric::degree_min, ohring("topology"), "least m_l + w_(l+1)", false, "",
     [](const Parameters& p) -> Claim { return best_degree(p, [](double a, double b) { return std::min(a, b); }); }},
    {Metric::diameter_hops, ohring("topology"), "2h", false, "between processors",
     [](const Parameters& p) -> Claim { return 2 * height(p); }},
    {Metric::routed_diameter_hops, ohring("topology"), "2h", false, "between processors",
     [](const Parameters& p) -> Claim { return 2 * height(p); }},
    {Metric::routed_avg_distance_hops, own("2j hops to those below the j-th ancestor and not the one before"),
     "sum of 2j (M_j - M_(j-1)), j = 1..h, over M_h - 1, with M_j = m_1..m_j", false, "between processors",
     [](const Parameters& p) -> Claim {
         double sum = 0, below = 1, j = 0;
         for (const std::uint64_t m : p.extents("m")) {
             const double all = below * static_cast<double>(m);
             sum += 2 * ++j * (all - below);
             below = all;
         }
         return sum / (below - 1);
     }},
    {Metric::arc_connectivity, own("a processor has one link"), "1", false, "w_1 = 1",
     [](const Parameters& p) { return where(p.extents("w")[0] == 1, 1.0); }},
};

}  // namespace

extern constinit const Family xgft = {
    .name = "xgft",
    .title = "extended generalised fat tree",
    .source = ohring("topology"),
    .parameters = parameters,
    .examples = words<"xgft:5,1 xgft:2x4,1x2 xgft:3x2x2,2x1x3 xgft:4x4x4,1x4x4 xgft:4x8,1x4">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = leaves,
};

}  // namespace wafernet::family_list
