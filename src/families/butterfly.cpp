// Butterfly, k-ary n-fly: k^n processors, n stages of k^(n-1) switches, one-way links. A message passes every stage;
// output line L of stage s is input line L with its digits 0 and n - 1 - s exchanged, as in BookSim2's fly.
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source booksim(std::string_view place) { return {"booksim2", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "k", .meaning = "inputs and outputs of a switch", .least = 2, .most = 65535},
    {.name = "n", .meaning = "stages: k^n processors", .least = 1, .most = 31}};

std::uint64_t terminals(const Parameters& p) { return checked_pow(p["k"], p["n"], "processors"); }
std::uint64_t nodes(const Parameters& p) {
    return checked_add(terminals(p), checked_mul(p["n"], terminals(p) / p["k"], "switches"), "nodes");
}
std::uint64_t links(const Parameters& p) { return checked_mul(p["n"] + 1, terminals(p), "links"); }

// The line with digits 0 and j exchanged.
std::uint64_t exchanged(std::uint64_t line, std::uint64_t k, std::uint64_t j) {
    std::uint64_t place = 1;
    for (std::uint64_t i = 0; i < j; ++i) place *= k;
    const std::uint64_t low = line % k, high = line / place % k;
    return j == 0 ? line : line - low - high * place + high + low * place;
}

// Processors come first, then the switches by stage. Links: those from the processors, then those that leave each stage
// by output line.
Network build(const Parameters& p) {
    const std::uint64_t k = p["k"], n = p["n"], ends = terminals(p), width = ends / k;
    LinkList list(links(p));
    for (std::uint64_t i = 0; i < ends; ++i) list.lead(i, ends + i / k);
    for (std::uint64_t s = 0; s < n; ++s) {
        for (std::uint64_t line = 0; line < ends; ++line) {
            const std::uint64_t to = s + 1 < n ? ends + (s + 1) * width + exchanged(line, k, n - 1 - s) / k : line;
            list.lead(ends + s * width + line / k, to, s + 2);
        }
    }
    Network network = flat_network(nodes(p), std::move(list), plain_numbers(nodes(p)));
    for (Node t = 0; t < ends; ++t) {
        network.terminals.push_back(t);
        network.router_of_terminal.push_back(static_cast<Node>(ends + t / k));
    }
    return network;
}

// Stage s takes the output of digit n - 1 - s of the destination.
class DestinationTag final : public Routing {
public:
    explicit DestinationTag(const Parameters& p) : k_(p["k"]), n_(p["n"]), ends_(terminals(p)), width_(ends_ / k_) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        Hop hop;
        hop.channel = 2 * at.node;
        if (at.node >= ends_) {
            const std::uint64_t stage = (at.node - ends_) / width_, w = (at.node - ends_) % width_;
            std::uint64_t digit = destination;
            for (std::uint64_t j = n_ - 1; j > stage; --j) digit /= k_;
            hop.channel = static_cast<Channel>(2 * (ends_ + stage * ends_ + w * k_ + digit % k_));
            hop.label.level = static_cast<std::uint8_t>(stage + 2);
            hop.label.phase = Phase::inter;
        }
        hops.push_back(hop);
    }

    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, ends_}}; }

private:
    std::uint64_t k_, n_, ends_, width_;
};

constexpr RoutingSpec routings[] = {{"destination-tag", "every stage takes one digit of the destination",
                                     booksim("dest_tag_fly"), "any",
                                     [](const Network& network, const RoutingOptions&) -> std::unique_ptr<Routing> {
                                         return std::make_unique<DestinationTag>(network.parameters);
                                     }}};

double ends(const Parameters& p) { return std::pow(number(p, "k"), number(p, "n")); }

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, own("processors and switches"), "k^n + n k^(n-1)", false, "",
     [](const Parameters& p) -> Claim { return ends(p) * (1 + number(p, "n") / number(p, "k")); }},
    {Metric::links, own("k^n into and out of every stage"), "(n + 1) k^n", false, "one-way", counted<links>},
    {Metric::degree_max, own("out of a switch"), "k", false, "", parameter<"k">},
    {Metric::degree_min, own("out of a processor"), "1", false, "", fixed<1>},
    {Metric::routed_diameter_hops, own("through every stage"), "n + 1", false, "between processors", parameter<"n", 1>},
    {Metric::routed_avg_distance_hops, own("through every stage"), "n + 1", false, "between processors",
     parameter<"n", 1>}};

}  // namespace

extern constinit const Family butterfly = {
    .name = "butterfly",
    .title = "butterfly (k-ary n-fly)",
    .source = booksim("fly"),
    .parameters = parameters,
    .examples = words<"butterfly:2,2 butterfly:4,1 butterfly:2,4 butterfly:4,3 butterfly:3,3">,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings,
    .senders = terminals};

}  // namespace wafernet::family_list
