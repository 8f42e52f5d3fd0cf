// Highly-overlapping windows HOW(p,w,n): ziavras, sec. 2 and 3. A generalized hypercube without the links longer than
// w.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/grid.hpp"
#include "wafernet/base/checked.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {
    {.name = "p", .meaning = "nodes along each axis", .least = 2},
    {.name = "w", .meaning = "window: neighbours to either side along each axis", .least = 1},
    {.name = "n", .meaning = "axes", .least = 1, .most = 32},
    choice("wrap", "1: windows reach across the ends of an axis")};

GridShape shape(const Parameters& p) {
    return {std::vector<std::uint32_t>(p["n"], static_cast<std::uint32_t>(p["p"])), p["wrap"] == 1,
            static_cast<std::uint32_t>(p["w"])};
}

void check(const Parameters& p) {
    if (p["w"] >= p["p"])
        throw InputError("w = " + std::to_string(p["w"]) + ", need a window below p = " + std::to_string(p["p"]));
}
std::uint64_t links(const Parameters& p) {
    return grid_links(std::vector<std::uint64_t>(p["n"], p["p"]), p["wrap"] == 1, p["w"]);
}

std::unique_ptr<Routing> dor(const Network& network, const RoutingOptions& options) {
    return grid_dor(network, shape(network.parameters), options.ties);
}

constexpr RoutingSpec routings[] = {
    {"dor", "dimension order, x first, whole windows and then the remainder", ziavras("sec. 2.1"), "dateline", dor},
    {"dor-window", "dimension order, any step from the remainder to the window", ziavras("sec. 2.1"), "dateline",
     [](const Network& network, const RoutingOptions& options) {
         return grid_dor(network, shape(network.parameters), options.ties, GridSteps::any);
     }}};

bool wraps(const Parameters& p) { return p["wrap"] == 1; }
double lines(const Parameters& p) { return std::pow(number(p, "p"), number(p, "n") - 1); }
// Nodes within the window to both sides; no more than there are others.
double window_degree(const Parameters& p) { return std::min(2 * number(p, "w"), number(p, "p") - 1); }
bool window_too_wide(const Parameters& p) { return 2 * p["w"] > p["p"] - 1; }

// Sum of the distances along one axis over all ordered pairs of its nodes.
double line_distances(const Parameters& p) {
    const double extent = number(p, "p");
    const double w = number(p, "w");
    double sum = 0;
    for (double d = 1; d < extent; ++d)
        sum += wraps(p) ? extent * std::ceil(std::min(d, extent - d) / w) : 2 * (extent - d) * std::ceil(d / w);
    return sum;
}

// Links across the middle of one line: of every length d as many as there are places, d or p - d.
double middle_of_line(const Parameters& p) {
    double sum = 0;
    for (double d = 1; d <= number(p, "w"); ++d) sum += std::min(d, number(p, "p") - d);
    return sum;
}
bool cut_of_two_lines(const Parameters& p) { return wraps(p) && p["p"] % 2 == 0 && 2 * p["w"] < p["p"]; }

Claim least_degree(const Parameters& p) { return number(p, "n") * (wraps(p) ? window_degree(p) : number(p, "w")); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, ziavras("sec. 2"), "p^n", false, "",
     [](const Parameters& p) -> Claim { return std::pow(number(p, "p"), number(p, "n")); }},
    {Metric::links, ziavras("Theorem 1"), "n p^(n-1) (w/2)(2p - w - 1)", false, "without wrap-around",
     [](const Parameters& p) {
         return where(!wraps(p),
                      number(p, "n") * lines(p) * number(p, "w") / 2 * (2 * number(p, "p") - number(p, "w") - 1));
     }},
    {Metric::links, own("half the sum of the degrees"), "n p^n min(2w, p - 1)/2", false, "with wrap-around",
     [](const Parameters& p) {
         return where(wraps(p), number(p, "n") * lines(p) * number(p, "p") * window_degree(p) / 2);
     }},
    {Metric::degree_max, ziavras("sec. 2"), "2wn", false, "printed as 'up to': not for windows wider than half a line",
     [](const Parameters& p) -> Claim { return 2 * number(p, "w") * number(p, "n"); }, window_too_wide},
    {Metric::degree_max, own("no more neighbours than nodes"), "n min(2w, p - 1)", true, "",
     [](const Parameters& p) -> Claim { return number(p, "n") * window_degree(p); }},
    {Metric::degree_min, own("a corner sees one window along each axis"), "nw; n min(2w, p - 1) with wrap-around",
     false, "", least_degree},
    {Metric::diameter_hops, ziavras("Proposition 1"), "n ceil((p - 1)/w)", false, "without wrap-around",
     [](const Parameters& p) {
         return where(!wraps(p), number(p, "n") * std::ceil((number(p, "p") - 1) / number(p, "w")));
     }},
    {Metric::diameter_hops, ziavras("sec. 3"), "n ceil((p - 1)/(2w))", false, "with wrap-around",
     [](const Parameters& p) {
         return where(wraps(p), number(p, "n") * std::ceil((number(p, "p") - 1) / (2 * number(p, "w"))));
     }},
    {Metric::avg_distance_hops, own("sum over all pairs of a line"),
     "n sum 2(p - d) ceil(d/w) / p^2, over distinct pairs", false, "with wrap-around sum p ceil(min(d, p - d)/w)",
     [](const Parameters& p) -> Claim {
         return distinct(number(p, "n") * line_distances(p) / (number(p, "p") * number(p, "p")),
                         lines(p) * number(p, "p"));
     }},
    {Metric::bisection_links, ziavras("sec. 3"), "w(w + 1) p^(n-1)", false,
     "with wrap-around, printed for n = 1 and 2, p even and w < p/2",
     [](const Parameters& p) {
         return where(cut_of_two_lines(p) && p["n"] <= 2, number(p, "w") * (number(p, "w") + 1) * lines(p));
     }},
    {Metric::bisection_links, own("across the middle of one axis"), "p^(n-1) sum min(d, p - d), d = 1..w", false,
     "w(w + 1)/2 lines for w <= p/2; without wrap-around, p even",
     [](const Parameters& p) { return where(!wraps(p) && p["p"] % 2 == 0, lines(p) * middle_of_line(p)); }},
    {Metric::arc_connectivity, own("Menger, as many disjoint paths as the least degree"),
     "nw; n min(2w, p - 1) with wrap-around", false, "", least_degree}};

std::vector<SourceClass> source_classes(const Network& network) {
    return grid_source_classes(shape(network.parameters));
}

}  // namespace

extern constinit const Family how = {
    .name = "how",
    .title = "highly-overlapping windows HOW(p,w,n)",
    .source = ziavras("sec. 2"),
    .parameters = parameters,
    .examples = words<"how:2,1,3 how:12,4,1 how:64,7,1 how:4,2,2 how:8,3,2 how:5,4,2 how:6,5,1 how:4,1,3 how:8,5,1 "
                      "how:9,2,2 how:12,2,1,1 how:8,3,1,1 how:8,2,2,1 how:9,3,2,1 how:7,3,1,1 how:8,4,1,1 how:6,5,2,1 "
                      "how:4,1,2,1 how:2,1,2,1 how:7,3,2">,
    .check = check,
    .nodes = [](const Parameters& p) { return checked_pow(p["p"], p["n"], "nodes"); },
    .links = links,
    .build = [](const Parameters& p) { return build_grid(shape(p)); },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = source_classes};

}  // namespace wafernet::family_list
