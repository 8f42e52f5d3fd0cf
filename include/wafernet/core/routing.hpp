// Routing as a relation, and the virtual-channel rules that go with it.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/graph.hpp"
#include "wafernet/core/source.hpp"

namespace wafernet {

struct Network;

/// A set of virtual channels of one channel: bit v stands for VC v.
using VcSet = std::uint64_t;
inline constexpr int max_vcs = 64;
inline constexpr VcSet all_vcs = ~VcSet{0};
/// Returns the set of the VCs 0 .. count-1.
constexpr VcSet first_vcs(int count) { return count >= max_vcs ? all_vcs : (VcSet{1} << count) - 1; }
/// Returns the set of the VCs first, first + n, first + 2 n, ..: class `first` of n.
constexpr VcSet every_nth_vc(std::size_t n, std::size_t first) {
    VcSet set = 0;
    for (std::size_t vc = first; vc < std::size_t{max_vcs}; vc += n) set |= VcSet{1} << vc;
    return set;
}

/// Part of a hierarchical route that a hop belongs to (rahman2006, sec. 4.3.1). Flat networks only have `local`.
enum class Phase : std::uint8_t {
    local,    ///< source and destination are in the same basic module
    source,   ///< phase 1: inside the source module, before the first inter-module hop
    between,  ///< inside a module, between inter-module hops of two different rings (a turn or a change of level)
    through,  ///< inside a module, between two inter-module hops of the same ring
    inter,    ///< an inter-module hop
    final,    ///< phase 3: inside the destination module, after the last inter-module hop
};

/// Where a hop stands in the traversal of a ring relative to the ring's wrap-around link.
enum class Dateline : std::uint8_t {
    never,   ///< this traversal does not use the wrap-around link
    before,  ///< it will
    on,      ///< this hop is the wrap-around link
    after,   ///< it has
};

/// What a virtual-channel rule can see of one hop.
struct HopLabel {
    Phase phase = Phase::local;
    Dateline own = Dateline::never;    ///< in the ring or line that this hop moves along
    Dateline upper = Dateline::never;  ///< `through` hops: in the higher-level ring whose traversal goes on
    std::uint8_t segment = 0;   ///< which inter-module ring the message is heading for or in: 0 = the first in routing
                                ///< order (top level, first axis), ..; final and local: one past the last ring
    std::uint8_t level = 1;     ///< of the channel
    std::uint8_t axis = 0;      ///< of the channel
    std::int8_t direction = 1;  ///< of the channel along the axis
    bool enters = false;        ///< first hop of a traversal of this ring or line (a new dimension)

    bool operator==(const HopLabel&) const = default;
};

/// Where the header of a message is: the node it is at, the channel it came by (no_channel at its source) and what the
/// routing carries along in the header.
struct Head {
    Node node = 0;
    Channel arrived_by = no_channel;
    std::uint32_t state = 0;

    bool operator==(const Head&) const = default;
};

/// One permitted next hop.
struct Hop {
    Channel channel = no_channel;
    std::uint32_t state = 0;  ///< the header's state once the hop is taken
    HopLabel label{};
    VcSet vcs =
        all_vcs;  ///< VCs that the routing itself permits (turn-model algorithms choose them); the VC rule narrows it
    float share = 1.0F;   ///< weight of this hop in an even split of traffic; only ratios count
    bool detour = false;  ///< on none of the routing's shortest ways: whoever goes by axes or straight on takes it last
};

/// A destination that stands for `weight` destinations: over all sources, the lengths of the paths to it are those of
/// the paths to each of them.
struct DestinationClass {
    Node representative = 0;
    std::uint64_t weight = 1;
};

/// How a message that draws one of several hops comes to the one that it takes.
enum class Draws : std::uint8_t {
    none,      ///< it draws none: it takes those that are free
    always,    ///< by the shares, whatever the load: an oblivious routing such as Valiant's
    by_queue,  ///< by the shares, and in place of a detour one of the others where the flits in front of it times its
               ///< hops to go are no more: UGAL
};

/// Symmetries of a routing: maps of the network onto itself that take every path of the routing to another of its paths
/// and leave no channel and no node that sends in its place, so that these fall into equal copies; a switch may stay
/// where it is.
struct RoutingSymmetry {
    std::uint64_t copies = 1;      ///< 1: none known, and the rest is empty
    std::vector<Node> node;        ///< for every node the one of the first copy that some map takes it to
    std::vector<Channel> channel;  ///< the same for every channel; it leaves a node of the first copy
    bool mirrors = false;  ///< a map may turn an axis round: HopLabel::direction of a hop and its image may differ
                           ///< (datelines may always)
};

/// The relation (arriving channel, header state, destination) -> permitted hops. Implementations are immutable and may
/// be used by several threads at once.
class Routing {
public:
    Routing() = default;
    Routing(const Routing&) = delete;
    Routing& operator=(const Routing&) = delete;
    virtual ~Routing() = default;

    /// Returns the header state with which a message from `source` to `destination` starts.
    [[nodiscard]] virtual std::uint32_t start(Node /*source*/, Node /*destination*/) const { return 0; }
    /// Appends the permitted next hops to `hops`, in order of preference. Appends none only where at.node ==
    /// destination.
    virtual void next(const Head& at, Node destination, std::vector<Hop>& hops) const = 0;
    /// Whether `next` can give more than one hop.
    [[nodiscard]] virtual bool adaptive() const { return false; }
    /// How a message draws one of several hops; its header notes what was drawn.
    [[nodiscard]] virtual Draws draws() const { return Draws::none; }
    /// Whether a message takes a hop by a draw that looks at queues. Shares and loads of channels are not known of it.
    [[nodiscard]] bool weighs() const { return draws() == Draws::by_queue; }
    /// Whether messages choose between hops by what is free.
    [[nodiscard]] bool chooses() const { return adaptive() && draws() == Draws::none; }
    /// Whether `next` looks at Head::arrived_by. False spares whoever follows many paths a distinction.
    [[nodiscard]] virtual bool looks_back() const { return true; }
    /// Returns destinations that stand for all under symmetries of this routing, or none where none are known.
    [[nodiscard]] virtual std::vector<DestinationClass> destination_classes() const { return {}; }
    /// Returns the symmetries that are known of this routing.
    [[nodiscard]] virtual RoutingSymmetry symmetry() const { return {}; }
    /// VCs on which a message can always reach its destination, whatever it has done before: the escape channels of an
    /// adaptive routing that is built on them (Duato). 0: it is not built so.
    [[nodiscard]] virtual VcSet escape_vcs() const { return 0; }
    /// Of the VCs of a hop those that belong to the escape channels, where the hop decides; else those of escape_vcs().
    [[nodiscard]] virtual VcSet escape_of(const Hop& hop) const { return hop.vcs & escape_vcs(); }

    /// Notes the network that it is made for, as make_routing does.
    void made_for(const Graph& graph) { nodes_ = graph.nodes(), channels_ = graph.channels(); }
    /// Returns the nodes and the channels of that network; 0 where none was noted, and nobody can tell whether it fits
    /// another.
    [[nodiscard]] Node nodes() const { return nodes_; }
    [[nodiscard]] Channel channels() const { return channels_; }

private:
    Node nodes_ = 0;
    Channel channels_ = 0;
};

/// The VCs that a message may take on a hop.
struct VcRule {
    std::string name;  ///< "dateline", "seg", "t43", ...
    std::string title;
    int vcs = 1;  ///< VCs that it needs
    Source source{};
    /// Permitted VCs of the hop when the message arrives on VC `arriving` (-1 at its source). Extra VCs beyond `vcs`
    /// are never returned: whoever has more VCs decides how to use them.
    std::function<VcSet(const HopLabel& hop, int arriving)> permitted;
    bool sees_arriving = false;  ///< false: `permitted` does not depend on `arriving`
    /// A header moves on only where its whole message fits, and into a ring only where another fits beside it, so that
    /// no ring is ever full (bubble flow control).
    bool bubble = false;
};

/// Which direction a message takes round a ring when both are equally long.
enum class Ties : std::uint8_t {
    positive,  ///< always the positive (clockwise) direction
    literal,   ///< the direction in which the address difference points, as in the thesis' pseudo-code
    split,     ///< both, half each
    parity,    ///< positive from nodes whose address digits have an even sum, negative from the others
};

/// Which of several gate nodes a message leaves a module by.
enum class Outlet : std::uint8_t {
    nearest,  ///< the nearest of that level, axis and direction (on ties the lowest address; TESH and TTN: a corner)
    destination,  ///< the one on the destination's coordinate
};

/// What makes a path short, for the routings along shortest paths.
enum class RouteBy : std::uint8_t {
    automatic,  ///< latency where the network's file has latencies, else hops
    latency,    ///< the sum of the channels' latencies, then hops
    hops,
};

/// Which of several equally short paths the routings with one path a pair take.
enum class Spread : std::uint8_t {
    automatic,    ///< destination in graphs from files and in families without a routing of their own, else none
    destination,  ///< by the destination, so that the channels are loaded evenly; parallel links also by the source
    none,         ///< in graphs from files the one of BookSim2's anynet, else the lowest channel first
};

/// What a user can choose about a routing.
struct RoutingOptions {
    Ties ties = Ties::positive;
    std::vector<Node> faulty{};      ///< nodes that have failed; only fault-tolerant routings look at it
    std::optional<Outlet> outlet{};  ///< for routings that can use either (ls, cs, ls+cs); unset: the family's default
    RouteBy route_by = RouteBy::automatic;  ///< for the routings along shortest paths
    Spread spread = Spread::automatic;      ///< for the routing with one shortest path a pair
};

/// A routing that a family offers.
struct RoutingSpec {
    std::string_view name;  ///< "dor-nearest", as on the command line
    std::string_view title;
    Source source{};
    std::string_view default_vc_rule = "any";  ///< name of the VC rule that goes with it unless another is asked for
    std::unique_ptr<Routing> (*make)(const Network& network, const RoutingOptions& options) = nullptr;
    int least_vcs = 1;  ///< VCs that the routing's own hops name (Hop::vcs)
    /// Returns what the VC rule and the VCs are taken from, such as the routing inside this one. Null: those given here
    /// are right.
    RoutingSpec (*follows)(const Network& network) = nullptr;
};

}  // namespace wafernet
