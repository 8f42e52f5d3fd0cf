// Star graph: rahman2006, sec. 2.3.2. Nodes are the permutations of n symbols in alphabetical order; a link exchanges
// the first symbol with another.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "n", .meaning = "symbols: n! nodes", .least = 2, .most = 10}};

std::uint64_t nodes(const Parameters& p) {
    std::uint64_t factorial = 1;
    for (std::uint64_t i = 2; i <= p["n"]; ++i) factorial *= i;  // n <= 10
    return factorial;
}
std::uint64_t links(const Parameters& p) { return nodes(p) * (p["n"] - 1) / 2; }

// Place of a permutation in alphabetical order.
std::uint64_t rank(const std::string& permutation) {
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < permutation.size(); ++i) {
        const auto smaller = std::count_if(permutation.begin() + static_cast<std::ptrdiff_t>(i), permutation.end(),
                                           [&](char c) { return c < permutation[i]; });
        place = place * (permutation.size() - i) + static_cast<std::uint64_t>(smaller);
    }
    return place;
}

Network build(const Parameters& p) {
    std::string permutation = std::string("123456789a").substr(0, p["n"]);
    std::vector<std::string> labels;
    LinkList list(links(p));
    do {
        const auto here = static_cast<Node>(labels.size());
        for (std::size_t i = 1; i < permutation.size(); ++i) {
            if (permutation[0] > permutation[i]) continue;  // the other end lists this link
            std::string other = permutation;
            std::swap(other[0], other[i]);
            list.join(here, rank(other), 1, i - 1);
        }
        labels.push_back(permutation);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    const std::uint64_t count = labels.size();
    return flat_network(count, std::move(list), AddressScheme::of_labels(std::move(labels)));
}

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, rahman("sec. 2.3.2"), "n!", false, "",
     [](const Parameters& p) -> Claim { return std::tgamma(number(p, "n") + 1); }},
    {Metric::links, own("regular"), "n!(n - 1)/2", false, "", counted<links>},
    {Metric::degree_max, rahman("sec. 2.3.2"), "n - 1", false, "", parameter<"n", -1>},
    {Metric::degree_min, rahman("sec. 2.3.2"), "n - 1", false, "", parameter<"n", -1>},
    {Metric::diameter_hops, rahman("sec. 2.3.2"), "floor((3n - 1)/2)", false,
     "one too many: the bracket must read 3(n - 1)",
     [](const Parameters& p) -> Claim { return std::floor((3 * number(p, "n") - 1) / 2); }, always},
    {Metric::diameter_hops, own("a permutation of cycles of length 2"), "floor(3(n - 1)/2)", true, "",
     [](const Parameters& p) -> Claim { return std::floor(3 * (number(p, "n") - 1) / 2); }},
    {Metric::arc_connectivity, rahman("sec. 2.3.2"), "n - 1", false, "maximally fault tolerant", parameter<"n", -1>},
    {Metric::avg_distance_all_pairs_hops, own("mean over cycle types"), "n - 4 + 2/n + H(n)", false,
     "H(n) = 1 + 1/2 + .. + 1/n",
     [](const Parameters& p) -> Claim {
         double sum = number(p, "n") - 4 + 2 / number(p, "n");
         for (std::uint64_t i = 1; i <= p["n"]; ++i) sum += 1 / static_cast<double>(i);
         return sum;
     }},
};

}  // namespace

extern constinit const Family stargraph = {
    .name = "stargraph",
    .title = "star graph",
    .source = rahman("sec. 2.3.2"),
    .parameters = parameters,
    .examples = words<"stargraph:2 stargraph:3 stargraph:4 stargraph:5 stargraph:6">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
