// Kautz graph K(d,D): words of D letters out of d + 1, none twice in a row; a link appends a letter and drops the
// first. Degree d and diameter D; others write the same graph with the number of letters and of links of a word.
#include "shared/claims.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source known(std::string_view place) { return {"kautz1968", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "d", .meaning = "links out of a node: d + 1 letters", .least = 2, .most = 65535},
    {.name = "D", .meaning = "letters of a word: d^D + d^(D-1) nodes", .least = 1, .most = 31},
    choice("directed", "0 = links go both ways, those of a pair merged; 1 = one-way")};

std::uint64_t nodes(const Parameters& p) {
    return checked_mul(checked_pow(p["d"], p["D"] - 1, "nodes"), p["d"] + 1, "nodes");
}
std::uint64_t links(const Parameters& p) {
    const std::uint64_t all = checked_mul(nodes(p), p["d"], "links");
    return p["directed"] == 1 ? all : all - p["d"] * (p["d"] + 1) / 2;
}

// A word as a number: its first letter, then for every further one which of the d that may follow.
std::vector<std::uint32_t> letters_of(std::uint64_t node, std::uint64_t d, std::uint64_t length) {
    std::vector<std::uint32_t> word(length);
    for (std::uint64_t i = length; i-- > 1; node /= d) word[i] = static_cast<std::uint32_t>(node % d);
    word[0] = static_cast<std::uint32_t>(node);
    for (std::uint64_t i = 1; i < length; ++i) word[i] += word[i] >= word[i - 1] ? 1 : 0;
    return word;
}

std::uint64_t node_of(const std::vector<std::uint32_t>& word, std::uint64_t d) {
    std::uint64_t node = word[0];
    for (std::size_t i = 1; i < word.size(); ++i) node = node * d + word[i] - (word[i] > word[i - 1] ? 1 : 0);
    return node;
}

Network build(const Parameters& p) {
    const std::uint64_t d = p["d"], count = nodes(p);
    const bool directed = p["directed"] == 1;
    LinkList list(links(p));
    std::vector<std::string> labels;
    for (std::uint64_t u = 0; u < count; ++u) {
        const std::vector<std::uint32_t> word = letters_of(u, d, p["D"]);
        std::string label;
        for (const std::uint32_t letter : word) label += (label.empty() ? "(" : ",") + std::to_string(letter);
        labels.push_back(label + ")");
        std::vector<std::uint32_t> next(word.begin() + 1, word.end());
        next.push_back(0);
        for (std::uint32_t letter = 0; letter <= d; ++letter) {
            if (letter == word.back()) continue;
            next.back() = letter;
            // Both words abab.. and baba.. lead to each other.
            const bool alternate = std::equal(next.begin() + 1, next.end(), word.begin());
            const std::uint64_t v = node_of(next, d);
            if (!directed && alternate && v < u) continue;
            directed ? list.lead(u, v) : list.join(u, v);
        }
    }
    return flat_network(count, std::move(list), AddressScheme::of_labels(std::move(labels)));
}

Claim least_degree(const Parameters& p) {
    if (p["directed"] == 1 || p["D"] == 1) return number(p, "d");
    return 2 * number(p, "d") - 1;
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, known("definition"), "d^D + d^(D-1)", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "d"), number(p, "D") - 1) * (number(p, "d") + 1); }},
    {Metric::links, own("merged pairs"), "d N, both ways d(d + 1)/2 less", false, "", counted<links>},
    {Metric::diameter_hops, known("definition"), "D", false, "", parameter<"D">},
    {Metric::degree_min, known("definition"), "d, both ways 2d - 1", false, "both ways: D >= 2", least_degree},
    {Metric::degree_max, known("definition"), "d, both ways 2d", false, "both ways: D >= 3",
     [](const Parameters& p) -> Claim {
         if (p["directed"] == 1 || p["D"] == 1) return number(p, "d");
         if (p["D"] == 2) return {};
         return 2 * number(p, "d");
     }},
    {Metric::arc_connectivity, own("the least degree"), "d, both ways 2d - 1", false, "both ways: D >= 2",
     least_degree}};

}  // namespace

extern constinit const Family kautz = {
    .name = "kautz",
    .title = "Kautz graph",
    .source = known("definition"),
    .parameters = parameters,
    .examples = words<"kautz:2,3 kautz:2,4 kautz:3,2 kautz:3,3 kautz:4,1 kautz:2,3,1 kautz:3,3,1 kautz:2,6">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = shortest_by_hop};

}  // namespace wafernet::family_list
