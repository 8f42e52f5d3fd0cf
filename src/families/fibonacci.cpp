// Fibonacci cube: rahman2006, sec. 2.4.3. The bit strings of n-2 bits without two neighbouring ones, in numerical
// order.
#include <algorithm>
#include <bit>
#include <utility>

#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

// Up to 2 million nodes: every node has a label of its own.
constexpr ParameterSpec parameters[] = {
    {.name = "n", .meaning = "the n-th Fibonacci number of nodes, called by n-2 bits", .least = 3, .most = 32}};

std::uint64_t fibonacci_number(std::uint64_t n) {
    std::uint64_t last = 0;
    std::uint64_t now = 1;
    for (std::uint64_t i = 1; i < n; ++i) last = std::exchange(now, now + last);
    return n == 0 ? 0 : now;
}
std::uint64_t nodes(const Parameters& p) { return fibonacci_number(p["n"]); }
// Two smaller cubes, and one link from each node of the second.
std::uint64_t links(const Parameters& p) {
    std::uint64_t last = 0;  // n = 2: a single node
    std::uint64_t now = 1;   // n = 3
    for (std::uint64_t n = 4; n <= p["n"]; ++n) last = std::exchange(now, now + last + fibonacci_number(n - 2));
    return now;
}

Network build(const Parameters& p) {
    const std::uint64_t bits = p["n"] - 2;
    std::vector<std::uint64_t> codes;
    codes.reserve(nodes(p));
    for (std::uint64_t code = 0; code < (std::uint64_t{1} << bits);) {
        const std::uint64_t pairs = code & (code >> 1U);
        if (pairs == 0) {
            codes.push_back(code++);
        } else {
            // Skip every string with this pair of ones at its front.
            const std::uint64_t low = std::bit_floor(pairs);
            code = (code | (low - 1)) + 1;
        }
    }
    std::vector<std::string> labels;
    labels.reserve(codes.size());
    LinkList list(links(p));
    for (std::size_t i = 0; i < codes.size(); ++i) {
        std::string label(bits, '0');
        for (std::uint64_t b = 0; b < bits; ++b) {
            if ((codes[i] >> b & 1U) == 0) continue;
            label[bits - 1 - b] = '1';
            // A string with one 1 fewer is a node as well.
            const auto other =
                std::lower_bound(codes.begin(), codes.end(), codes[i] ^ (std::uint64_t{1} << b)) - codes.begin();
            list.join(other, i, 1, b);
        }
        labels.push_back(std::move(label));
    }
    return flat_network(codes.size(), std::move(list), AddressScheme::of_labels(std::move(labels)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.4.3"), "f(n)", false, "the n-th Fibonacci number", counted<nodes>},
    {Metric::links, rahman("sec. 2.4.3"), "e(n) = e(n-1) + e(n-2) + f(n-2)", false, "from the recursive construction",
     counted<links>},
    {Metric::degree_max, own("node 00..0"), "n - 2", false, "", parameter<"n", -2>},
    {Metric::degree_min, own("node 01001..0"), "floor(n/3)", false, "",
     [](const Parameters& p) -> Claim { return std::floor(number(p, "n") / 3); }},
    {Metric::diameter_hops, own("1010.. to 0101.."), "n - 2", false, "", parameter<"n", -2>}};

}  // namespace

extern constinit const Family fibonacci = {
    .name = "fibonacci",
    .title = "Fibonacci cube",
    .source = rahman("sec. 2.4.3"),
    .parameters = parameters,
    .examples = words<"fibonacci:3 fibonacci:4 fibonacci:6 fibonacci:10 fibonacci:14">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms};

}  // namespace wafernet::family_list
