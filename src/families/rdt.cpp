// Recursive diagonal torus: rahman2006, sec. 2.4.4, which gives no formula; built as Yang, Funahashi, Jouraku, Nishi,
// Amano and Sueyoshi's RDT(2,R,1): a k x k torus (rank 0) in which every node is also in one torus of a higher rank.
// The axes of rank r are twice the sum and twice the difference of the axes of rank r-1: (2,2) (2,-2), then (8,0)
// (0,-8), ... Which rank a node has is a choice, the document does not print it: here by (x + y) mod 2 and y mod 2, so
// that ranks alternate between neighbours. The counts (degree 8, 4N links) do not depend on it.
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "side of the base torus", .least = 6, .most = 32768, .fallback = 32},
    {.name = "R", .meaning = "highest rank", .least = 1, .most = 4, .fallback = 2},
};

struct Step {
    std::int64_t x;
    std::int64_t y;
};
// First axis of rank r, the second is (y, -x) where they are not diagonal and (x, -y) where they are.
std::uint64_t stride(std::uint64_t rank) {
    std::uint64_t s = 1;
    for (std::uint64_t r = 1; r <= rank; ++r) s *= r % 2 == 1 ? 2 : 4;
    return s;
}

void check(const Parameters& p) {
    const std::uint64_t k = p["k"];
    const std::uint64_t s = stride(p["R"]);
    if (k % s != 0 || k / s < 3) {
        throw InputError("k = " + std::to_string(k) + ", need a multiple of " + std::to_string(s) + " and at least " +
                         std::to_string(3 * s) + " for R = " + std::to_string(p["R"]));
    }
}
std::uint64_t nodes(const Parameters& p) { return p["k"] * p["k"]; }
std::uint64_t links(const Parameters& p) { return 4 * nodes(p); }

Network build(const Parameters& p) {
    const auto k = static_cast<std::int64_t>(p["k"]);
    LinkList list(links(p));
    const auto link = [&](std::int64_t x, std::int64_t y, Step step, std::uint8_t level, std::uint8_t axis) {
        const std::int64_t to_x = (x + step.x + k) % k;
        const std::int64_t to_y = (y + step.y + k) % k;
        const bool wrap = to_x != x + step.x || to_y != y + step.y;
        list.join(static_cast<Node>(y * k + x), static_cast<Node>(to_y * k + to_x), level, axis, wrap);
    };
    for (std::int64_t y = 0; y < k; ++y) {
        for (std::int64_t x = 0; x < k; ++x) {
            link(x, y, {1, 0}, 1, 0);
            link(x, y, {0, 1}, 1, 1);
            const auto rank = static_cast<std::uint64_t>((x + y) % 2 + 2 * (y % 2)) % p["R"] + 1;
            const auto s = static_cast<std::int64_t>(stride(rank));
            const bool diagonal = rank % 2 == 1;
            const auto level = static_cast<std::uint8_t>(rank + 1);
            link(x, y, diagonal ? Step{s, s} : Step{s, 0}, level, 0);
            link(x, y, diagonal ? Step{s, -s} : Step{0, s}, level, 1);
        }
    }
    return flat_network(nodes(p), std::move(list), digits({p["k"], p["k"]}));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.4"), "k^2", false, "", counted<nodes>},
    {Metric::links, rahman("Table 4.1"), "4N", false, "printed for N = 1024: 4096", counted<links>},
    {Metric::degree_max, own("4 in the base torus, 4 in one other"), "8", false, "", fixed<8>},
    {Metric::degree_min, own("4 in the base torus, 4 in one other"), "8", false, "", fixed<8>},
};

}  // namespace

extern constinit const Family rdt = {
    .name = "rdt",
    .title = "recursive diagonal torus",
    .source = rahman("sec. 2.4.4"),
    .parameters = parameters,
    .examples = words<"rdt:8,1 rdt:24,2 rdt:32,2">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
};

}  // namespace wafernet::family_list
