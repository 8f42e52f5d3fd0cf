// From a network word and a design point to every figure: the calls behind `estimate`, `compare` and the single
// commands.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/design/design_point.hpp"
#include "wafernet/design/estimate_latency.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/queueing/latency_model.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/wsi/cost.hpp"
#include "wafernet/wsi/energy.hpp"
#include "wafernet/wsi/placement.hpp"
#include "wafernet/wsi/planar_layout.hpp"
#include "wafernet/wsi/router_cost.hpp"
#include "wafernet/wsi/yield.hpp"

namespace wafernet {

/// Everything that the latency model and a simulation of one design need.
struct LatencyCase {
    std::unique_ptr<Network> network;
    std::string routing_name;
    std::string ties_name;  ///< which way round a ring when both are equally long
    std::unique_ptr<Routing> routing;
    VcRule rule;
    std::unique_ptr<Traffic> traffic;
    LatencyOptions options;
    SimulationOptions simulation;

    [[nodiscard]] LatencyModel model() const { return {*network, *routing, rule, *traffic, options}; }
};

/// Returns the case of a network, whose links take the cycles that the network or the choice gives them. Throws
/// InputError for whatever is not known or does not fit.
LatencyCase make_latency_case(Network network, const DynamicChoice& choice);
/// The same for a network word.
LatencyCase make_latency_case(std::string_view word, const DynamicChoice& choice);

/// What a router's cycle comes from.
struct RouterClock {
    Time cycle{};            ///< as given, else what is needed
    Time needed{};           ///< by the slowest stage, or the technology's floor
    std::string stage;       ///< that needs it: "router and link", "routing", "clock_floor"
    std::size_t stages = 1;  ///< from buffer to buffer, that of the link included
    Time flight{};           ///< over wire in a cycle, beside latch, skew and jitter
    Time first_flight{};     ///< in the first cycle of a link, which it may share with the router: a tile at least
};

/// A router of the design: the widest of the network, with the design's virtual channels.
struct DesignRouter {
    RouterParameters parameters;
    RouterCost cost;                ///< delays of the technology's gates
    std::uint64_t buffer_bits = 0;  ///< of all its input buffers
    RouterClock timing;
    Time clock{};  ///< its cycle
};

/// The network on its planes.
struct DesignStack {
    Placement placement;
    VerticalLinks vertical;
    std::optional<LayoutScheme> layout;  ///< nothing: the nodes have no tiles
    PlaneWiring inside;                  ///< wires within the planes
    /// What every plane holds: the PEs of the plane with most of them, the switches of that with most gates, and tiles
    /// without a node where the user says the tiles.
    std::uint64_t pes = 0, empty_tiles = 0;
    Switches switches;
    std::vector<Technology> silicon;  ///< one a plane; empty: all planes are of the point's technology
    std::optional<LayoutArea> plane;  ///< of one plane without spares
    std::optional<LayoutArea> made;   ///< of one plane with its spares
};

/// Blocks of nodes with spare nodes, and spare blocks: of a plane, which is tested and repaired by itself, or of a
/// system.
struct BlockSpares {
    std::uint64_t block_nodes = 0, block_spares = 0, blocks = 0, spare_blocks = 0;
    std::uint64_t rest = 0, rest_spares = 0;  ///< a last, smaller block

    /// Returns the tiles with spares for one without.
    [[nodiscard]] double area_factor() const;
};

/// Yield of a system by one scheme for every network, that of rahman2006, sec. 5.2: blocks of `block_nodes` nodes in
/// address order, each with spare nodes of its own, and spare blocks, on every plane by itself. A block's channels and
/// the nodes that are switches have no spares. The planes, their bonds and their vertical wires are the factors of the
/// system's yield.
struct DesignYield {
    double defects_per_cm2 = 0.0;
    BlockSpares spares;          ///< of a plane
    double node = 0.0;           ///< of one PE
    double switches = 0.0;       ///< switches and channels of a block, of its spares too
    double rest_switches = 1.0;  ///< of the last, smaller block
    double block = 0.0;
    double fabric = 1.0;            ///< of the nodes of one plane that are switches, which have no spares
    double plane = 0.0;             ///< of one plane as it is made, after replacement
    std::vector<double> of_planes;  ///< `plane` of each where they are of unlike silicon; `plane` is the least then
    bool tested = false;            ///< planes are tested before they are bonded, and what fails is not
    double quality = 1.0;           ///< share of the planes as they are bonded that work; of `tested` ones
    double planes = 0.0;            ///< of all planes of a system as they are bonded; of one plane as it is made
    std::optional<double> bonds, wires;  ///< of all interfaces; nothing where the technology does not give them
    std::optional<double> system;        ///< the product
};

/// What a working system costs.
struct DesignCost {
    BlockSpares spares;  ///< of a plane
    LayoutArea plane;    ///< with its spares, those of vertical wires too
    double dies_per_wafer = 0.0;
    bool whole_wafers = false;         ///< every plane is a wafer of its own
    std::uint64_t vertical_wires = 0;  ///< signals of an interface
    DesignYield yield;
    StackFlow flow;
    std::optional<StackCost> cost;  ///< nothing: no system works
};

/// Tiles within a plane and planes between the ends of every channel.
struct ChannelSpans {
    std::vector<double> tiles;
    std::vector<double> planes;
    std::vector<std::uint32_t> from;  ///< the plane where the channel begins
};

/// Power of a system at a load.
struct DesignEnergy {
    double load = 0.0;  ///< flits a node and cycle
    NetworkPower power;
    double pj_per_bit = 0.0;  ///< from end to end, of the flits that arrive
    double w_per_cm2 = 0.0;   ///< of the footprint of the stack; 0 where the nodes have no tiles
};

/// One network at one design point. Figures are found when they are asked for and kept. Every one is for the same
/// virtual channels, buffers, planes, layout and technology.
class Design {
public:
    /// Throws InputError: a word or a technology that is not known, a number out of its range.
    explicit Design(std::string_view word);
    Design(std::string_view word, DesignPoint point);
    Design(Network network, DesignPoint point);
    ~Design();
    Design(Design&&) noexcept;
    Design& operator=(Design&&) noexcept;

    /// Returns the network; once `dynamic` has been made, another one with the links' cycles. Both last as the design.
    [[nodiscard]] const Network& network() const;
    [[nodiscard]] const DesignPoint& point() const;
    [[nodiscard]] const Technology& technology() const;
    /// Returns the width of a link in bits.
    [[nodiscard]] std::uint64_t flit_bits() const;

    /// Returns routing, rule, traffic and router. Throws InputError where they do not fit the network.
    [[nodiscard]] const LatencyCase& dynamic() const;
    /// Returns the verdict on deadlock of that routing with that rule. Throws as deadlock_verdict does.
    [[nodiscard]] const Verdict& verdict(unsigned threads = 1) const;
    /// Returns the lengths of the paths of the routing, which hang on no rule. Throws as measure_routed does.
    [[nodiscard]] const RoutedLengths& routed(unsigned threads = 1) const;
    /// Says what simulations may take (a second of one thread unless said), before latencies are asked for; route and
    /// precision are the point's.
    void allow(const EstimateOptions& effort) const;
    /// Returns the mean latency of lone messages in cycles.
    [[nodiscard]] double zero_load_latency() const;
    /// Makes the latency model and returns the seconds that its saturation load is predicted to take, as
    /// LatencyEstimate does.
    [[nodiscard]] double solving_seconds() const;
    /// Returns the saturation load in flits per node and cycle, with interval and bottleneck. Throws as LatencyEstimate
    /// does.
    [[nodiscard]] const EstimatedSaturation& saturation() const;
    /// Returns the points at these loads, in rising order.
    [[nodiscard]] std::vector<EstimatedPoint> curve(std::span<const double> loads) const;

    /// Returns virtual channels, buffers and lengths of messages. Throws as router_of does.
    [[nodiscard]] const RouterConfig& configured() const;
    /// Returns the router. Throws InputError where the network has none with a crossbar.
    [[nodiscard]] const DesignRouter& router() const;
    /// Returns the stack. Throws InputError where there are more planes than nodes or the placement does not fit.
    [[nodiscard]] const DesignStack& stack() const;
    /// Returns the yield of the system. Throws InputError as `stack` does.
    [[nodiscard]] const DesignYield& yield() const;
    /// Returns what a working system costs. Throws InputError as `stack` does, and naming the value that the technology
    /// does not give.
    [[nodiscard]] const DesignCost& cost() const;
    /// Returns the power at `load` flits a node and cycle. Throws InputError as `dynamic` and `stack` do, where the
    /// load is not above 0, and naming the value that the technology does not give.
    [[nodiscard]] DesignEnergy energy(double load) const;
    /// Returns what a flit takes in every router and over every channel. Throws InputError as `energy` does.
    [[nodiscard]] FlitEnergies flit_energies() const;
    /// Returns the load at which the busiest channel or port carries a flit a cycle, in flits per node and cycle: no
    /// more gets through, and the saturation load is below it. Throws InputError as `dynamic` does and where no node
    /// sends.
    [[nodiscard]] double full_load() const;
    /// Returns the cycles of every channel where the wires make them unequal, else nothing.
    [[nodiscard]] const std::vector<std::uint32_t>& channel_cycles() const;
    /// Returns the flits per cycle of every channel where every source offers one. Throws as channel_load does.
    [[nodiscard]] const std::vector<double>& channel_loads() const;
    /// Returns the most cycles that a link takes.
    [[nodiscard]] std::uint32_t longest_link_cycles() const;

    /// Returns cycles in ns at the router's clock.
    [[nodiscard]] double ns(double cycles) const;
    /// Returns flits a node and cycle in Gbit/s a node.
    [[nodiscard]] double gbit_per_s(double load) const;

private:
    [[nodiscard]] LatencyEstimate& estimate() const;
    [[nodiscard]] const std::vector<std::uint32_t>& wires() const;
    [[nodiscard]] const std::optional<ChannelSpans>& spans() const;

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Returns the clock that a point fixes, or nothing. Throws InputError where it says it twice or out of range.
std::optional<Time> given_clock(const DesignPoint& point);
/// Returns the cycle of a router: the slowest of the stages that `router` divides it into, the flight over a tile of
/// wire among them, with latch, skew and jitter, no less than the technology's floor; `given` takes its place. Throws
/// InputError where that is no more than the latches take.
RouterClock router_clock(const RouterCost& cost, const RouterConfig& router, const Technology& technology,
                         std::optional<Time> given = {});
/// Returns why a clock cannot be met, or nothing.
std::optional<std::string> too_fast(const RouterClock& clock);

/// Returns the router of a network with the virtual channels and buffers of `router`, in gates of `technology`, at the
/// routing and the clock of the point. Throws as Design::router does.
DesignRouter design_router(const Network& network, const RouterConfig& router, const DesignPoint& point,
                           const Technology& technology);

/// Returns which nodes lie on which planes at a point: by its scheme, or by its file. Throws as place and
/// read_placement do, and where a file has other planes than the point.
Placement placed(const Network& network, const DesignPoint& point);

/// Returns the stack of a network at a point. Throws as Design::stack does.
DesignStack design_stack(const Network& network, const DesignPoint& point, const Technology& technology);

/// Returns the technologies of the planes, or nothing where the point names none of its own: those that it names have
/// the silicon of their technology, and between planes all is that of `technology`. Throws InputError where a plane is
/// not there, a technology is not known or its tiles are of another size.
std::vector<Technology> plane_technologies(const Network& network, const DesignPoint& point,
                                           const Technology& technology);

/// Returns the yield of a system whose planes have these spares. Throws InputError for numbers out of range.
DesignYield design_yield(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                         const BlockSpares& spares);

/// Returns a plane of a stack with these spares, and with the spare vertical wires of the point. Throws InputError
/// where the nodes have no tiles.
LayoutArea made_plane(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                      const BlockSpares& spares);

/// Returns the spares of so many nodes that the point asks for: shares of blocks, rounded up. Throws InputError where
/// there are no nodes.
BlockSpares block_spares(const DesignPoint& point, std::uint64_t nodes);

/// Yields of blocks and of all of them: enough working nodes a block and switches without a fault, enough such blocks.
struct BlockYield {
    double node = 0.0;
    double switches = 0.0;  ///< of a whole block, of its spares too
    double rest_switches = 1.0;
    double block = 0.0;
    double all = 0.0;
};
/// Returns them where every node has switches and channels of critical area `switches`.
BlockYield block_yield(const BlockSpares& spares, Area switches, const Technology& technology, DefectDensity density,
                       const DefectStatistics& statistics);
/// Returns how the point's defects are spread. Throws InputError for a model that is not known, or a parameter that it
/// does not have.
DefectStatistics defect_statistics(const DesignPoint& point);

/// Returns what a working system costs whose planes have these spares. Throws as Design::cost does.
DesignCost design_cost(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                       const BlockSpares& spares);

/// A choice of spares with what it costs.
struct SparesCost {
    BlockSpares spares;
    std::uint64_t wire_spares = 0;
    double plane_yield = 0.0, stack_yield = 0.0;
    std::optional<Money> cost;  ///< nothing: no system works
};
/// Returns all choices of up to `most` spare nodes a block, spare blocks a plane and spare wires a group, cheapest
/// first. Throws as Design::cost does.
std::vector<SparesCost> spares_by_cost(const DesignStack& stack, const DesignPoint& point, const Technology& technology,
                                       std::uint64_t most);

/// Returns the tiles and planes between the ends of every channel, or nothing where there are more planes than nodes
/// or the nodes have no tiles.
std::optional<ChannelSpans> channel_spans(const Network& network, const DesignPoint& point);

/// Returns the technology of a point, whose links are as wide as the point says. Throws as read_technology does.
Technology technology_of(const DesignPoint& point);

/// Returns the cycles that the repeated wire of every channel needs at a clock, over the tiles of the plane's layout
/// and the planes between its ends, 1 at least. Empty where links do not take the cycles of their wires
/// (DesignPoint::wire_cycles, link_cycles given, latencies of the network's own, shared channels), or have no tiles.
/// Throws InputError where it is asked for and the technology does not give its wires.
std::vector<std::uint32_t> wire_cycles(const Network& network, const DesignPoint& point, const Technology& technology,
                                       const RouterClock& clock);

/// Returns the width of a flit in bits: the point's, that of the widest link of a file that gives widths, or the
/// technology's.
double flit_width(const Network& network, const DesignPoint& point, const Technology& technology);

/// Sets the cycles that a flit takes to enter each channel of the network: of vertical links by the point's width, of
/// others by the file's. Throws InputError where no link is vertical and a width of those is given, and as place does.
void set_widths(Network& network, const DesignPoint& point, const Technology& technology);

/// Returns the defect density of a point: its own, the technology's, or the 0.5 per cm2 of rahman2006, sec. 5.2.2.
double defects_per_cm2(const DesignPoint& point, const Technology& technology);

/// Returns the constants of a router's gates in this technology: those of rahman2006, Table 4.6 (0.8 micron), times the
/// ratio of the FO4 delays.
RouterConstants router_constants(const Technology& technology);

}  // namespace wafernet
