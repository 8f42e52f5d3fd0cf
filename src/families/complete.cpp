// Completely connected network: rahman2006, sec. 2.3.1.
#include <algorithm>

#include "shared/claims.hpp"
#include "shared/complete_lines.hpp"
#include "shared/one_class.hpp"

namespace wafernet::family_list {

namespace {

constexpr ParameterSpec parameters[] = {{.name = "N", .meaning = "nodes", .least = 2}};

std::uint64_t nodes(const Parameters& p) { return p["N"]; }
std::uint64_t links(const Parameters& p) { return complete_lines_links({{p["N"]}, 1}); }

class Direct final : public Routing {
public:
    explicit Direct(std::uint64_t nodes) : nodes_(nodes) {}
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const bool ahead = at.node < destination;
        // Before the links from `low` to higher nodes come those from the nodes below it: one less from each.
        const std::uint64_t low = std::min(at.node, destination), high = std::max(at.node, destination);
        const std::uint64_t link = low * (2 * nodes_ - low - 1) / 2 + high - low - 1;
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (ahead ? 0 : 1));
        hop.label.direction = ahead ? 1 : -1;
        hop.label.enters = true;
        hops.push_back(hop);
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, nodes_}}; }
    // All numbers may be counted from another node.
    [[nodiscard]] RoutingSymmetry symmetry() const override {
        RoutingSymmetry found;
        found.copies = nodes_;
        found.mirrors = true;  // a channel to a lower number is taken to one to a higher
        found.node.assign(nodes_, 0);
        found.channel.reserve(nodes_ * (nodes_ - 1));
        for (std::uint64_t low = 0; low < nodes_; ++low) {
            for (std::uint64_t ahead = 1; low + ahead < nodes_; ++ahead) {
                found.channel.push_back(static_cast<Channel>(2 * (ahead - 1)));
                found.channel.push_back(static_cast<Channel>(2 * (nodes_ - ahead - 1)));
            }
        }
        return found;
    }

private:
    std::uint64_t nodes_;
};

constexpr RoutingSpec routings[] = {{"direct", "one hop", rahman("sec. 2.3.1"), "any",
                                     [](const Network& network, const RoutingOptions&) -> std::unique_ptr<Routing> {
                                         return std::make_unique<Direct>(network.parameters["N"]);
                                     }}};

constexpr ClosedForm closed_forms[] = {
    {Metric::links, rahman("sec. 2.3.1"), "N(N - 1)/2", false, "printed as N(N-1) unidirectional links",
     counted<links>},
    {Metric::degree_max, rahman("sec. 2.3.1"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::degree_min, rahman("sec. 2.3.1"), "N - 1", false, "", parameter<"N", -1>},
    {Metric::diameter_hops, rahman("sec. 2.3.1"), "1", false, "", fixed<1>},
    {Metric::avg_distance_hops, rahman("sec. 2.3.1"), "1", false, "", fixed<1>},
    {Metric::bisection_links, rahman("sec. 2.3.1"), "floor(N/2) floor(N/2)", false, "too small for odd N",
     [](const Parameters& p) -> Claim { return std::pow(std::floor(number(p, "N") / 2), 2); },
     [](const Parameters& p) { return p["N"] % 2 == 1; }},
    {Metric::bisection_links, own("all links between the halves"), "floor(N/2) ceil(N/2)", true, "",
     [](const Parameters& p) -> Claim { return std::floor(number(p, "N") / 2) * std::ceil(number(p, "N") / 2); }},
    {Metric::arc_connectivity, own("Menger, N - 1 disjoint paths"), "N - 1", false, "", parameter<"N", -1>},
};

}  // namespace

extern constinit const Family complete = {
    .name = "complete",
    .title = "completely connected network",
    .source = rahman("sec. 2.3.1"),
    .parameters = parameters,
    .examples = words<"complete:2 complete:4 complete:5 complete:8 complete:12">,
    .nodes = nodes,
    .links = links,
    .build =
        [](const Parameters& p) {
            return build_complete_lines({{p["N"]}, 1});
        },
    .closed_forms = closed_forms,
    .routings = routings,
    .source_classes = one_class,
};

}  // namespace wafernet::family_list
