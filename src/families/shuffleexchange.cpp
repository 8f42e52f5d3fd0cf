// Shuffle-exchange network: an exchange link changes the last bit of an address, a shuffle link turns all bits to the
// left (glass1992, sec. 2.2; Stone, 1971).
#include "shared/claims.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source known(std::string_view place) { return {"glass1992", place}; }

constexpr ParameterSpec parameters[] = {{.name = "n", .meaning = "bits of an address", .least = 2, .most = 31}};

std::uint64_t nodes(const Parameters& p) { return std::uint64_t{1} << p["n"]; }
// Words of one bit repeated turn into themselves; 0101.. and 1010.. into each other, by one link.
std::uint64_t links(const Parameters& p) { return nodes(p) / 2 + nodes(p) - 2 - (p["n"] % 2 == 0 ? 1 : 0); }

Network build(const Parameters& p) {
    const std::uint64_t count = nodes(p);
    LinkList list(links(p));
    const auto turned = [count](std::uint64_t u) { return 2 * u % count + 2 * u / count; };
    for (std::uint64_t u = 0; u < count; ++u) {
        const std::uint64_t to = turned(u);
        if (u % 2 == 0) list.join(u, u + 1, 1, 0);
        if (u != to && (u < to || turned(to) != u)) list.join(u, to, 1, 1);
    }
    return flat_network(count, std::move(list), digits(std::vector<std::uint64_t>(p["n"], 2)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, known("sec. 2.2"), "2^n", false, "",
     [](const Parameters& p) -> Claim { return two_to(number(p, "n")); }},
    {Metric::links, own("exchanges, and shuffles without loops and pairs"), "3 2^(n-1) - 2, 1 less for even n", false,
     "", counted<links>},
    {Metric::degree_max, own("an exchange, a shuffle to and one from"), "3", false, "n >= 3",
     [](const Parameters& p) { return where(p["n"] >= 3, 3); }},
    {Metric::degree_min, own("the word of zeros has its exchange only"), "1", false, "", fixed<1>},
    {Metric::arc_connectivity, own("the least degree"), "1", false, "", fixed<1>},
    {Metric::diameter_hops, own("n exchanges and n - 1 shuffles from zeros to ones"), "2n - 1", false, "",
     [](const Parameters& p) -> Claim { return 2 * number(p, "n") - 1; }},
};

}  // namespace

extern constinit const Family shuffleexchange = {
    .name = "shuffleexchange",
    .title = "shuffle-exchange network",
    .source = known("sec. 2.2"),
    .parameters = parameters,
    .examples = words<"shuffleexchange:2 shuffleexchange:3 shuffleexchange:4 shuffleexchange:5 shuffleexchange:8">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop,
};

}  // namespace wafernet::family_list
