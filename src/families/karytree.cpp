// k-ary n-tree [petrini1997]: n levels of k^(n-1) switches above k^n processors. A switch and one of the level below
// are joined where their words of n - 1 digits agree in all but one digit, the one of the upper level's number.

#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source petrini(std::string_view place) { return {"petrini1997", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "links down and up of a switch: half its radix", .least = 2, .most = 65535},
    {.name = "n", .meaning = "levels of switches: k^n processors", .least = 1, .most = 31},
};

std::uint64_t terminals(const Parameters& p) { return checked_pow(p["k"], p["n"], "processors"); }
std::uint64_t nodes(const Parameters& p) {
    return checked_add(terminals(p), checked_mul(p["n"], terminals(p) / p["k"], "switches"), "nodes");
}
std::uint64_t links(const Parameters& p) { return checked_mul(p["n"], terminals(p), "links"); }

// Processors come first, then the switches by level from the lowest. Links: those up from the processors, then those up
// from each level of switches, by the lower end and the digit that the upper end has.
Network build(const Parameters& p) {
    const std::uint64_t k = p["k"], n = p["n"], ends = terminals(p), width = ends / k;
    std::vector<LinkSpec> list;
    list.reserve(links(p));
    for (std::uint64_t i = 0; i < ends; ++i)
        list.push_back({static_cast<Node>(i), static_cast<Node>(ends + i / k), {1, 0, false, 1}});
    std::uint64_t place = 1;  // of the digit that changes: the last on the way up from the lowest level
    for (std::uint64_t l = 0; l + 1 < n; ++l, place *= k) {
        for (std::uint64_t w = 0; w < width; ++w) {
            for (std::uint64_t digit = 0; digit < k; ++digit) {
                const std::uint64_t up = w - w / place % k * place + digit * place;
                list.push_back({static_cast<Node>(ends + l * width + w),
                                static_cast<Node>(ends + (l + 1) * width + up),
                                {static_cast<std::uint8_t>(l + 2), 0, false, 1}});
            }
        }
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node t = 0; t < ends; ++t) network.terminals.push_back(t);
    return network;
}

// Up to a common ancestor, down to the destination. On the way up a switch of level l takes the link of the
// destination's digit l (d mod k), so that all messages to a processor come down from one switch of the top, or any.
class UpDown final : public Routing {
public:
    UpDown(const Parameters& p, bool adaptive)
        : k_(p["k"]), n_(p["n"]), ends_(terminals(p)), width_(ends_ / p["k"]), adaptive_(adaptive) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        if (at.node < ends_) return append(at.node, 1, true, hops);
        const std::uint64_t level = (at.node - ends_) / width_, w = (at.node - ends_) % width_;
        std::uint64_t place = 1;
        for (std::uint64_t l = 0; l < level; ++l) place *= k_;
        const std::uint64_t leaf = destination / k_;  // the word of its switch
        if (w / place == leaf / place) {              // an ancestor
            if (level == 0) return append(destination, 1, false, hops);
            const std::uint64_t below = place / k_;
            const std::uint64_t down = w - w / below % k_ * below + leaf / below % k_ * below;
            return append(link(level - 1, down, w / below % k_), level + 1, false, hops);
        }
        if (!adaptive_) return append(link(level, w, destination / place % k_), level + 2, true, hops);
        for (std::uint64_t i = 0; i < k_; ++i)
            append(link(level, w, (destination / place + i) % k_), level + 2, true, hops);
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, ends_}}; }

private:
    // From switch `lower` of a level to the one above it that has `digit`.
    [[nodiscard]] std::uint64_t link(std::uint64_t level, std::uint64_t lower, std::uint64_t digit) const {
        return ends_ + level * width_ * k_ + lower * k_ + digit;
    }
    static void append(std::uint64_t link, std::uint64_t level, bool up, std::vector<Hop>& hops) {
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (up ? 0 : 1));
        hop.label.level = static_cast<std::uint8_t>(level);
        hop.label.phase = level > 1 ? Phase::inter : Phase::local;
        hop.label.direction = up ? 1 : -1;
        hops.push_back(hop);
    }

    std::uint64_t k_, n_, ends_, width_;
    bool adaptive_;
};

std::unique_ptr<Routing> d_mod_k(const Network& network, const RoutingOptions&) {
    return std::make_unique<UpDown>(network.parameters, false);
}
std::unique_ptr<Routing> up_adaptive(const Network& network, const RoutingOptions&) {
    return std::make_unique<UpDown>(network.parameters, true);
}

constexpr RoutingSpec routings[] = {
    {"d-mod-k", "up by the destination's digits to the nearest common ancestor, then down", own("destination's digits"),
     "any", d_mod_k},
    {"up-adaptive", "up by any link to the nearest common ancestors, then down", petrini("routing"), "any",
     up_adaptive},
};

double ends(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, petrini("topology"), "k^n + n k^(n-1)", false, "processors and switches",
     [](const Parameters& p) -> Claim { return ends(p) * (1 + number(p, "n") / number(p, "k")); }},
    {Metric::links, petrini("topology"), "n k^n", false, "those of the processors included",
     [](const Parameters& p) -> Claim { return number(p, "n") * ends(p); }},
    {Metric::degree_max, petrini("topology"), "2k", false, "k where n = 1: the top has no links up",
     [](const Parameters& p) -> Claim { return p["n"] == 1 ? number(p, "k") : 2 * number(p, "k"); }},
    {Metric::degree_min, own("a processor"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, petrini("topology"), "2n", false, "between processors",
     [](const Parameters& p) -> Claim { return 2 * number(p, "n"); }},
    {Metric::routed_diameter_hops, petrini("topology"), "2n", false, "between processors",
     [](const Parameters& p) -> Claim { return 2 * number(p, "n"); }},
    {Metric::routed_avg_distance_hops, own("2j hops to those below the j-th ancestor and not the one before"),
     "sum of 2j (k^j - k^(j-1)), j = 1..n, over k^n - 1", false, "between processors",
     [](const Parameters& p) -> Claim {
         double sum = 0;
         for (double j = 1; j <= number(p, "n"); ++j)
             sum += 2 * j * (std::pow(number(p, "k"), j) - std::pow(number(p, "k"), j - 1));
         return sum / (ends(p) - 1);
     }},
    {Metric::arc_connectivity, own("a processor has one link"), "1", false, "", fixed<1>},
};

}  // namespace

extern constinit const Family karytree = {
    .name = "karytree",
    .title = "k-ary n-tree (fat tree of switches of one size)",
    .source = petrini("topology"),
    .parameters = parameters,
    .examples = words<"karytree:2,2 karytree:4,1 karytree:2,4 karytree:4,3 karytree:3,3">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = terminals,
};

}  // namespace wafernet::family_list
