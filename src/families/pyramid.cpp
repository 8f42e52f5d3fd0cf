// Pyramid: rahman2006, sec. 2.4.2. Meshes of k x k, k/2 x k/2, .. 1 nodes; the base comes first. A node is called
// (level,y,x).
#include "shared/claims.hpp"
#include "shared/power_of_two.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "side of the base, a power of two", .least = 2, .most = 1024}};

std::uint64_t nodes(const Parameters& p) { return (4 * p["k"] * p["k"] - 1) / 3; }
std::uint64_t links(const Parameters& p) {
    std::uint64_t sum = nodes(p) - 1;
    for (std::uint64_t side = p["k"]; side > 1; side /= 2) sum += 2 * side * (side - 1);
    return sum;
}

Network build(const Parameters& p) {
    LinkList list(links(p));
    std::vector<std::string> labels;
    labels.reserve(nodes(p));
    std::uint64_t first = 0;
    std::uint8_t level = 0;
    for (std::uint64_t side = p["k"]; side > 0; side /= 2, ++level) {
        const std::uint64_t above = first + side * side;
        const auto tier = static_cast<std::uint8_t>(level + 1);
        for (std::uint64_t y = 0; y < side; ++y) {
            for (std::uint64_t x = 0; x < side; ++x) {
                const auto node = static_cast<Node>(first + y * side + x);
                labels.push_back("(" + std::to_string(level) + "," + std::to_string(y) + "," + std::to_string(x) + ")");
                if (x + 1 < side) list.join(node, node + 1, tier);
                if (y + 1 < side) list.join(node, node + side, tier, 1);
                if (side > 1) list.join(node, above + (y / 2) * (side / 2) + x / 2, tier + 1, 2);
            }
        }
        first = above;
    }
    return flat_network(nodes(p), std::move(list), AddressScheme::of_labels(std::move(labels)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.2"), "(4k^2 - 1)/3", false, "",
     [](const Parameters& p) -> Claim { return (4 * number(p, "k") * number(p, "k") - 1) / 3; }},
    {Metric::links, own("tree and meshes"), "N - 1 + sum 2s(s - 1)", false, "s = k, k/2, .. 2", counted<links>},
    {Metric::degree_max, rahman("sec. 2.4.2"), "9", false,
     "from k = 8 on: below that no node has a parent, four mesh neighbours and four children", fixed<9>,
     [](const Parameters& p) { return p["k"] < 8; }},
    {Metric::degree_max, own("counted"), "4 for k = 2, 7 for k = 4, else 9", true, "",
     [](const Parameters& p) -> Claim { return p["k"] == 2   ? 4
                                               : p["k"] == 4 ? 7
                                                             : 9; }},
    {Metric::degree_min, own("a corner of the base"), "3", false, "", fixed<3>},
    {Metric::diameter_hops, rahman("sec. 2.4.2"), "2 log2 k", false, "",
     [](const Parameters& p) -> Claim { return 2 * std::log2(number(p, "k")); }},
    {Metric::bisection_links, rahman("sec. 2.4.2"), "2k", false, "",
     [](const Parameters& p) -> Claim { return 2 * number(p, "k"); }},
    {Metric::arc_connectivity, own("a corner of the base"), "3", false, "", fixed<3>},
};

}  // namespace

extern constinit const Family pyramid = {
    .name = "pyramid",
    .title = "pyramid",
    .source = rahman("sec. 2.4.2"),
    .parameters = parameters,
    .examples = words<"pyramid:2 pyramid:4 pyramid:8">,
    .check = [](const Parameters& p) { need_power_of_two("k", p["k"]); },
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
