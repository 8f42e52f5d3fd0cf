// The turn model: which turns a routing may take in a mesh, and which sets of turns cannot deadlock (glass1992).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// A direction of travel with a virtual channel of its own.
struct VirtualDirection {
    std::uint8_t axis = 0;  ///< 0 = x
    std::int8_t sign = 1;
    std::uint8_t vc = 0;

    bool operator==(const VirtualDirection&) const = default;
};

/// Degrees of a turn: going straight on in the same physical direction, to another axis, or back.
enum class Turn : std::uint8_t { none, zero, ninety, back };
/// Returns the degrees of the turn from one direction into another; none between a virtual direction and itself
/// (glass1992, sec. 3.1).
Turn turn_between(const VirtualDirection& from, const VirtualDirection& to);

/// Virtual directions and the turns between them that are allowed.
struct TurnSet {
    std::vector<VirtualDirection> directions;
    std::vector<std::vector<bool>> allowed;  ///< [from][to]; going straight on always is

    explicit TurnSet(std::vector<VirtualDirection> all);
    [[nodiscard]] std::size_t size() const { return directions.size(); }
    [[nodiscard]] int axes() const;
    [[nodiscard]] int vcs() const;
    /// Allowed turns of a kind; going straight on is not one.
    [[nodiscard]] std::uint64_t count(Turn kind) const;
};

/// Returns the turns of a routing that takes the directions of `first` before all others (2 axis + (negative ? 1 : 0)),
/// with as many turns back as cannot deadlock: from `first` to the others, and inside each from negative to positive or
/// the reverse.
TurnSet two_phase_turns(int axes, std::span<const int> first);

/// Directions that the named algorithm takes first in `axes` dimensions: west-first, north-last, negative-first, abonf,
/// abopl.
std::vector<int> first_phase(std::string_view algorithm, int axes);

/// Whether no cycle of channels forms in a mesh of `side` nodes along every axis if all allowed turns may be taken
/// everywhere. Side 4 in two dimensions and 3 in more give the counts of glass1992, sec. 5.1 and 5.2. Throws InputError
/// where the side is below 2 or the mesh has more than 2^28 virtual channels.
bool deadlock_free(const TurnSet& turns, int side);

/// Whether every shortest path between any two nodes can be taken.
bool fully_adaptive(const TurnSet& turns);

/// Which turn of every cycle of four may be left out.
struct TurnCount {
    std::uint64_t turns = 0;          ///< turns of 90 degrees
    std::uint64_t cycles = 0;         ///< simple cycles that they form
    std::uint64_t ways = 0;           ///< one turn left out of every cycle (of every cycle of a partition of the turns)
    std::uint64_t deadlock_free = 0;  ///< turn sets without a cycle of channels
    std::optional<std::uint64_t> fully_adaptive = 0;      ///< of the deadlock-free ones; empty: not counted
    std::optional<std::uint64_t> unique{};                ///< of them, under the symmetries of the mesh
    std::optional<std::uint64_t> unique_with_reversal{};  ///< and if reversing all paths counts as a symmetry too
};

/// Returns the counts for an n-dimensional mesh, n = 2 or 3.
TurnCount count_turn_sets(int axes);
/// Returns the counts for a mesh with two virtual channels in the y direction (glass1992, sec. 3.3 and 6.1). The 16
/// turns can be parted into four cycles in four ways, `partition` 0 .. 3.
TurnCount count_double_y(int partition = 0);

/// How many channels a router of a two-dimensional mesh has in each direction.
struct ChannelsOut {
    std::size_t east = 1, west = 1, north = 1, south = 1;
};
/// Returns the counts for such a mesh: the ways are all the least sets of turns of which every cycle has one
/// (glass1992, sec. 6.1). `unique` is not counted. Throws InputError where a direction has no channel or more than two.
TurnCount count_doubled(const ChannelsOut& channels);

/// Returns the counts of "2d", "3d", "double-y", "double-e", "double-n", "double-en" (two channels east, north, both),
/// "ccc" or "double-down" (cube-connected cycles of four dimensions, two channels down a cycle). Throws InputError for
/// any other word.
TurnCount count_turns(std::string_view what);

/// Returns the turns of the double-y algorithm, fully adaptive with two virtual channels along y (glass1992, sec. 3.3).
TurnSet double_y_turns();
/// Returns those of mad-y, the most that can be added to double-y without a deadlock (glass1992, sec. 6.1).
TurnSet mad_y_turns();

/// Returns the turns of double-down on cube-connected cycles, two virtual channels down the cycles (axis 0), across the
/// cube (axis 1) at will, a bit set or cleared: from the second channel none, onto the first none where a bit was
/// cleared. Links that close the cycles count as they lead without them. No cycle forms: at the highest dimension of
/// one a bit would be cleared as often as set.
TurnSet double_down_turns();

/// Returns the turns of the virtual network model in n = 2 .. 6 dimensions: every class of messages (one direction an
/// axis) has channels of its own and turns at will in them; in two dimensions double-xy (glass1992, sec. 2.3).
TurnSet virtual_network_turns(int axes);

/// Fully adaptive routing in n dimensions from pairs of classes of messages (glass1992, sec. 6.3).
struct AdaptiveConstruction {
    TurnSet simple;              ///< each class on its own channels
    TurnSet maximal;             ///< with all turns from earlier pairs to later ones
    int vcs = 1;                 ///< largest number of virtual channels of a direction
    int pairs = 0;               ///< largest number of pairs that have both directions of a dimension
    std::uint64_t possible = 0;  ///< turns of 90 degrees between all virtual directions
};
/// Returns the construction for n = 2 .. 8.
AdaptiveConstruction maximally_adaptive(int axes);

inline constexpr std::uint32_t any_detours = 0xFFFFFFFFU;

/// Returns the routing by a turn set on a mesh, torus, hypercube or double-y network, a plane of tiles (hexagonal and
/// octagonal meshes, brickwalls), an express cube or cube-connected cycles: the hops on shortest paths that the turns
/// allow, and up to `detours` times in a message's life any other from which they still lead to the destination,
/// shortest first. Wrap-around links count as the direction in which they lead on the mesh (glass1992, sec. 5.4);
/// several links between two nodes are the virtual channels of the turns. Throws InputError where the network is none
/// of these or the tables exceed 1 GiB.
std::unique_ptr<Routing> turn_routing(const Network& network, TurnSet turns, std::uint32_t detours = 0);

/// Returns the static routing by dimension reversals: a message that has gone from a higher axis to a lower one p times
/// takes virtual channel p, in dimension order once p = `reversals` (glass1992, sec. 2.4). Throws InputError where the
/// network is no mesh or hypercube of up to 6 axes.
std::unique_ptr<Routing> static_reversal_routing(const Network& network, std::uint32_t reversals);

/// Returns the fully adaptive routing of the wraparound model: 2^(n-1) virtual networks, on a torus with n + 1 levels
/// each (glass1992, sec. 2.5). Throws InputError where the network is no grid or has rings of two nodes.
std::unique_ptr<Routing> wraparound_model_routing(const Network& network);

/// Returns negative-first on a torus with a wrap-around link as the first hop where that is shorter (glass1992, sec.
/// 5.4). Throws as the wraparound model does.
std::unique_ptr<Routing> first_hop_wrap_routing(const Network& network);

/// Returns negative-first on a torus unfolded into a mesh of 2k - 1 nodes an axis, minimal, with 2^n virtual channels
/// (glass1992, sec. 5.4). Throws as the wraparound model does.
std::unique_ptr<Routing> unfolded_routing(const Network& network);

/// Returns west-first in the east half and east-first in the west half of a two-dimensional mesh, minimal (glass1992,
/// sec. 5.6.4). Of an odd number of columns the middle one belongs to the east half.
std::unique_ptr<Routing> east_west_routing(const Network& network);

/// Returns p-cube on a hypercube with two virtual channels where a bit is set: half of the messages set bits first, the
/// others clear bits first (glass1992, sec. 5.6.4, after Konstantinidou). Which is drawn there; here the parity of
/// the source's bits says it.
std::unique_ptr<Routing> p_cube_halves_routing(const Network& network);

/// Returns p-cube on a hypercube in three phases: bits are set, then cleared, then set on a second virtual channel
/// (glass1992, sec. 5.6.4, after Konstantinidou).
std::unique_ptr<Routing> p_cube_three_phases_routing(const Network& network);

/// Reading of the one-fault-tolerant algorithm of glass1992, sec. 7.2.
enum class OneFaultReading : std::uint8_t {
    literal,    ///< as printed, a message does not turn straight back
    clarified,  ///< phase 1 keeps both west and south open as long as possible, as phase 4 keeps east and north; and
                ///< after the one hop of phases 2 and 3 comes phase 4, the phase is not repeated
};

/// Returns the one-fault-tolerant routing on a two-dimensional mesh with one faulty node, or none (`fault` >= nodes).
/// The faulty node must not be a terminal. Throws InputError where the network is no two-dimensional mesh of at least 3
/// x 3.
std::unique_ptr<Routing> one_fault_routing(const Network& network, Node fault, OneFaultReading reading);

/// Shortest paths that a routing permits, and how many there are.
struct PairPaths {
    double permitted = 0.0;  ///< S_p; infinite where a double holds it not
    double all = 0.0;        ///< S_f, the same
};
/// Returns the numbers of shortest paths from `source` to `destination`, as sequences of nodes and links, by
/// enumeration. Throws InputError where there is no such node, one of them sends no messages, or the routing was made
/// for another network.
PairPaths count_paths(const Network& network, const Routing& routing, const VcRule& rule, Node source,
                      Node destination);

/// Degrees of adaptiveness over all ordered pairs of distinct nodes.
struct Adaptiveness {
    std::uint64_t pairs = 0;
    double mean_ratio = 0.0;     ///< mean S_p / S_f
    double single_share = 0.0;   ///< share of pairs with S_p = 1
    double mean_hops = 0.0;      ///< of the shortest permitted paths
    double minimal_share = 0.0;  ///< share of pairs with at least one permitted shortest path
};
/// Returns them by enumeration. `progress` is called from one thread at a time after every destination, with how many
/// of how many have been followed; false ends the work with ComputationError "interrupted".
Adaptiveness adaptiveness(const Network& network, const Routing& routing, const VcRule& rule, unsigned threads = 1,
                          const std::function<bool(std::uint64_t done, std::uint64_t of)>& progress = {});

}  // namespace wafernet
