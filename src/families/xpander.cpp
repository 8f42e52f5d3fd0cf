// Xpander [valadarsky2016]: a lift of the complete graph of d + 1 nodes. Each is k switches, and each of its links a
// random pairing of the switches of its ends. Drawn with SplitMix64 from the seed until it is connected.
#include <numeric>

#include "shared/claims.hpp"
#include "shared/random_graph.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source valadarsky(std::string_view place) { return {"valadarsky2016", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "links of a switch: d + 1 groups", .least = 3, .most = 1024},
    {.name = "k", .meaning = "switches of a group", .least = 1},
    {.name = "seed", .meaning = "which of the random graphs", .least = 0, .fallback = 1, .seed = true}};

std::uint64_t nodes(const Parameters& p) { return checked_mul(p["d"] + 1, p["k"], "switches"); }
std::uint64_t links(const Parameters& p) { return checked_mul(nodes(p), p["d"], "links") / 2; }

Network build(const Parameters& p) {
    const std::uint64_t k = p["k"], groups = p["d"] + 1;
    SplitMix random(p["seed"]);
    Neighbours neighbours;
    do {
        neighbours.assign(nodes(p), {});
        std::vector<Node> partner(k);
        for (std::uint64_t i = 0; i < groups; ++i) {
            for (std::uint64_t j = i + 1; j < groups; ++j) {
                std::iota(partner.begin(), partner.end(), Node{0});
                for (std::uint64_t m = k; m > 1; --m) std::swap(partner[m - 1], partner[random.below(m)]);
                for (std::uint64_t m = 0; m < k; ++m) {
                    const auto a = static_cast<Node>(i * k + m), b = static_cast<Node>(j * k + partner[m]);
                    neighbours[a].push_back(b);
                    neighbours[b].push_back(a);
                }
            }
        }
    } while (!connected(neighbours));
    return flat_network(
        nodes(p), links_of(neighbours),
        AddressScheme(AddressScheme::Radices{{static_cast<std::uint32_t>(groups)}, {static_cast<std::uint32_t>(k)}}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, valadarsky("construction"), "(d + 1) k", false, "switches",
     [](const Parameters& p) -> Claim { return (number(p, "d") + 1) * number(p, "k"); }},
    {Metric::links, valadarsky("construction"), "d (d + 1) k/2", false, "", counted<links>},
    {Metric::degree_max, valadarsky("construction"), "d", false, "", parameter<"d">},
    {Metric::degree_min, valadarsky("construction"), "d", false, "", parameter<"d">}};

}  // namespace

extern constinit const Family xpander = {
    .name = "xpander",
    .title = "Xpander (random lift of a complete graph)",
    .source = valadarsky("construction"),
    .parameters = parameters,
    .examples = words<"xpander:3,1 xpander:3,4 xpander:4,6 xpander:5,8,3 xpander:7,16">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop};

}  // namespace wafernet::family_list
