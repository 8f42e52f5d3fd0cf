// Gates and delays of a wormhole router.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/base/units.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/io/technology.hpp"

namespace wafernet {

enum class RouterKind : std::uint8_t {
    dimension_order,
    selecting,  ///< with header selection on the critical path (rahman2006, sec. 4.6.2)
    shared,     ///< between two shared channels: no crossbar (mudawwar, sec. 3.2)
};

/// Returns the kind of "dor", "ls", "cs" or "ls+cs". Throws InputError for any other word.
RouterKind router_kind(std::string_view algorithm);

struct RouterParameters {
    std::uint64_t ports =
        9;  ///< P: inputs of the crossbar, the processor's included; of a shared router its interfaces
    std::uint64_t freedom =
        9;                  ///< F: output choices of an input; typically P, of a shared router the ways of a channel
    std::uint64_t vcs = 3;  ///< V: virtual channels of a physical channel
    RouterKind kind = RouterKind::dimension_order;
};

/// Chien's constants: gates of each module and nanoseconds of each step.
struct RouterConstants {
    double crossbar_gates = 29.0;  ///< x P^2
    double flow_control_gates = 320.0;
    double decoder_gates = 100.0;
    double decision_gates = 17.0;                                        ///< x F^2
    double vc_gates = 126.0;                                             ///< x V
    double c[10] = {0.4, 0.6, 2.2, 2.7, 0.6, 0.6, 1.4, 0.6, 1.24, 0.6};  ///< ns: Table 4.6, 0.8 micron CMOS
};

struct RouterModule {
    std::string_view name;  ///< "crossbar", "flow-control", "address-decoder", "routing-decision", "vc-controller",
                            ///< "header-selection"
    std::uint64_t count = 0;
    double gates_each = 0.0;  ///< 0 for the header selection, for which the documents give none
    Time delay{};
    Time delay_printed{};  ///< rounded to 0.01 ns as in Table 4.7
};

struct RouterCost {
    std::vector<RouterModule> modules;
    double gates = 0.0;
    Time setup{};          ///< Eq. 4.9, or 4.11 with header selection
    Time flow_control{};   ///< Eqs. 4.10 and 4.12
    Time setup_printed{};  ///< sums of the rounded terms, which is how the printed 9.69, 6.69 and 12.99 ns come about
    Time flow_control_printed{};
};

/// Returns the widest router of a network, with one virtual channel: its ports are its links and, where a processor is
/// there, one for that. On shared channels it has two of them, and one more for a processor inside.
RouterParameters widest_router(const Network& network);

/// Returns gates and delays of a router (rahman2006, sec. 4.6, after A. A. Chien). All ports but the processor's have a
/// VC controller. One on shared channels has the same parts but the crossbar, and a routing decision for each of its
/// two directions; its arbiters decide a cycle ahead, and the documents give them no gates. Throws InputError where
/// ports are fewer than 2, freedom is not in 1..ports (of a shared router 1 or more), or there is no virtual channel.
RouterCost router_cost(const RouterParameters& parameters, const RouterConstants& constants = {});

/// Some switches together: nodes that are neither PEs nor shared channels.
struct Switches {
    std::uint64_t count = 0;
    double gates = 0.0;         ///< of their control
    double buffer_flits = 0.0;  ///< that their buffers hold
    double crosspoints = 0.0;   ///< sum of ports x ports of their crossbars
};

/// Returns the switches among `nodes`, whose virtual channels hold `buffer_flits` flits each. Throws InputError as
/// router_cost does.
Switches switches_among(std::span<const Node> nodes, const Network& network, std::uint64_t vcs,
                        std::uint64_t buffer_flits);

/// Returns their silicon: a base each, gates, bits of buffers, and crossbars in which the lines of every input cross
/// those of every output, (ports x lines of one way x line_width)^2 (balfour2006). Throws InputError naming the area
/// that the technology does not give.
Area silicon(const Switches& switches, const Technology& technology);

}  // namespace wafernet
