// Reticles of two wafers that are bonded face to face [iff2026]: a link wherever a reticle of one overlaps one of the
// other, none within a wafer. The second wafer is shifted by half a reticle along both axes, whence each reticle
// overlaps four of the other wafer, fewer at the rim.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "shared/axis_channels.hpp"
#include "shared/claims.hpp"

namespace wafernet::family_list {

namespace {

constexpr Source iff(std::string_view place) { return {"iff2026", place}; }

constexpr ParameterSpec parameters[] = {
    {.name = "r", .meaning = "rows of reticles on the first wafer", .least = 1},
    {.name = "c", .meaning = "columns of reticles on it", .least = 1},
    {.name = "second",
     .meaning = "along both axes the second wafer has 0 = as many, 1 = one fewer, 2 = one more",
     .least = 0,
     .most = 2,
     .fallback = 0}};

// Along an axis reticles of both wafers take turns: in halves of a reticle place k is one of the first wafer or of the
// second one.
struct Axis {
    std::uint64_t first, second;
    [[nodiscard]] std::uint64_t places() const { return first + second; }
    [[nodiscard]] std::uint64_t starts(bool on_second) const { return on_second == (second > first) ? 0 : 1; }
    [[nodiscard]] std::uint64_t overlaps() const { return places() - 1; }
};

Axis axis_of(const Parameters& p, std::uint64_t first) {
    return {first, p["second"] == 0 ? first : p["second"] == 1 ? first - 1 : first + 1};
}
Axis y_axis(const Parameters& p) { return axis_of(p, p["r"]); }
Axis x_axis(const Parameters& p) { return axis_of(p, p["c"]); }

void check(const Parameters& p) {
    if (p["second"] == 1 && std::min(p["r"], p["c"]) < 2)
        throw InputError("second = 1 leaves the second wafer no reticle, need 2 rows and 2 columns at least");
}

std::uint64_t on_first(const Parameters& p) { return checked_mul(p["r"], p["c"], "reticles of a wafer"); }
std::uint64_t nodes(const Parameters& p) {
    return checked_add(on_first(p), checked_mul(y_axis(p).second, x_axis(p).second, "reticles of a wafer"), "nodes");
}
std::uint64_t links(const Parameters& p) { return checked_mul(y_axis(p).overlaps(), x_axis(p).overlaps(), "links"); }

// Nodes: the first wafer by rows, then the second.
class Wafers {
public:
    using Place = std::pair<std::int64_t, std::int64_t>;  // y and x in halves of a reticle

    explicit Wafers(const Parameters& p) : y_(y_axis(p)), x_(x_axis(p)), first_(static_cast<Node>(on_first(p))) {}

    [[nodiscard]] bool second(Node v) const { return v >= first_; }
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> on_wafer(Node v) const {
        const std::uint64_t k = second(v) ? v - first_ : v, columns = second(v) ? x_.second : x_.first;
        return {k / columns, k % columns};
    }
    [[nodiscard]] Place place(Node v) const {
        const auto [y, x] = on_wafer(v);
        return {static_cast<std::int64_t>(2 * y + y_.starts(second(v))),
                static_cast<std::int64_t>(2 * x + x_.starts(second(v)))};
    }
    [[nodiscard]] bool has(Place at) const {
        return at.first >= 0 && at.second >= 0 && at.first < static_cast<std::int64_t>(y_.places()) &&
               at.second < static_cast<std::int64_t>(x_.places());
    }
    // The reticle of the other wafer than that of `from`.
    [[nodiscard]] Node other(Node from, Place at) const {
        const bool to_second = !second(from);
        const auto y = static_cast<std::uint64_t>(at.first) / 2, x = static_cast<std::uint64_t>(at.second) / 2;
        return static_cast<Node>(to_second ? first_ + y * x_.second + x : y * x_.first + x);
    }
    [[nodiscard]] std::string label(Node v) const {
        const auto [y, x] = on_wafer(v);
        return "(" + std::to_string(second(v) ? 1 : 0) + "," + std::to_string(y) + "," + std::to_string(x) + ")";
    }

private:
    Axis y_, x_;
    Node first_;
};

// Axis 0 goes half a reticle along x and y, axis 1 along -x and y.
Network build(const Parameters& p) {
    const Wafers wafers(p);
    LinkList list;
    std::vector<std::string> labels;
    for (Node v = 0; v < nodes(p); ++v) {
        labels.push_back(wafers.label(v));
        const auto [y, x] = wafers.place(v);
        for (const std::uint8_t axis : {std::uint8_t{0}, std::uint8_t{1}}) {
            const Wafers::Place to{y + 1, axis == 0 ? x + 1 : x - 1};
            if (wafers.has(to)) list.join(v, wafers.other(v, to), 1, axis);
        }
    }
    return flat_network(nodes(p), std::move(list), AddressScheme::of_labels(std::move(labels)));
}

// Every hop goes half a reticle along both axes. A message goes straight along the axis that it has farther to go on,
// and along the other to and fro once it is there. Messages along y take VC 0 and those along x VC 1: on either each
// goes one way along its axis, so that no dependency leads back. Header: 0 at the source, then 1 + VC.
class Diagonal final : public Routing {
public:
    explicit Diagonal(const Network& network) : wafers_(network.parameters), channels_(network.graph, 2) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        const auto [y, x] = wafers_.place(at.node);
        const auto [to_y, to_x] = wafers_.place(destination);
        const bool along_x = at.state == 0 ? std::abs(to_x - x) > std::abs(to_y - y) : at.state == 2;
        for (const bool other_way : {false, true}) {
            const auto step = [&](std::int64_t from, std::int64_t to, bool free) {
                return from != to ? from < to : free != other_way;
            };
            // There already, to the side by the destination, so that both are used.
            const bool up = step(y, to_y, destination % 2 == 0), right = step(x, to_x, destination % 2 == 0);
            Hop hop = channels_.hop(at.node, up == right ? 0 : 1, up);
            if (hop.channel == no_channel) continue;
            hop.state = along_x ? 2 : 1;
            hop.vcs = every_nth_vc(2, along_x ? 1 : 0);
            hops.push_back(hop);
            return;
        }
    }

    [[nodiscard]] bool looks_back() const override { return false; }

private:
    Wafers wafers_;
    AxisChannels channels_;
};

std::unique_ptr<Routing> diagonal(const Network& network, const RoutingOptions&) {
    return std::make_unique<Diagonal>(network);
}

constexpr RoutingSpec routings[] = {
    {"diagonal", "straight along the axis that is farther to go, to and fro along the other; a VC for each",
     own("axes in order"), "any", diagonal, 2}};

constexpr ClosedForm closed_forms[] = {
    {Metric::nodes, iff("reticles"), "reticles of both wafers", false, "",
     [](const Parameters& p) -> Claim {
         return number(p, "r") * number(p, "c") +
                static_cast<double>(y_axis(p).second) * static_cast<double>(x_axis(p).second);
     }},
    {Metric::links, own("overlaps along both axes"), "(r + r' - 1)(c + c' - 1), r' x c' on the second wafer", false, "",
     counted<links>},
    {Metric::degree_max, iff("reticles"), "4", false, "3 reticles along both axes or more",
     [](const Parameters& p) { return where(std::min(y_axis(p).places(), x_axis(p).places()) >= 3, 4); }},
    {Metric::diameter_hops, own("half a reticle a hop along both axes"), "max(r + r', c + c') - 1", false, "",
     [](const Parameters& p) -> Claim {
         return static_cast<double>(std::max(y_axis(p).places(), x_axis(p).places())) - 1;
     }}};

}  // namespace

extern constinit const Family reticles = {
    .name = "reticles",
    .title = "overlapping reticles of two bonded wafers",
    .source = iff("reticles"),
    .parameters = parameters,
    .examples = words<"reticles:4,4 reticles:4,4,1 reticles:4,4,2 reticles:2,3,2 reticles:8,8">,
    .check = check,
    .nodes = nodes,
    .links = links,
    .build = build,
    .closed_forms = closed_forms,
    .routings = routings};

}  // namespace wafernet::family_list
