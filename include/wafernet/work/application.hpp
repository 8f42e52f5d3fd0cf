// How long a program takes on a network: with links that carry one message after another, or flit by flit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wafernet/design/design.hpp"
#include "wafernet/work/link_times.hpp"
#include "wafernet/work/program.hpp"

namespace wafernet {

/// Returns the node of every rank: "rows": rank i on the i-th node that sends; "blocks": ranks in blocks of 2 x 2 x ..
/// nodes, blocks of these, and so on (Z-order of the digits of addresses, group by group); "search": from rows on two
/// ranks change places as long as that lowers hops x bytes; else by the CSV file of that name under the header
/// rank,node. Throws InputError where there are more ranks than nodes that send, for "blocks" on
/// a network without digits, and with file and line for what is no rank or node, given twice or missing.
std::vector<Node> map_ranks(const Network& network, const Program& program, const std::string& word);

/// A program that is placed.
struct PlacedProgram {
    const Program* program = nullptr;
    std::vector<Node> node_of_rank;
    double calc_ns = 1.0;     ///< of a unit of calc
    bool overlap = false;     ///< calcs of one processor of a rank run at the same time, else in turn
    bool ports_limit = true;  ///< a node sends as many bytes at a time as its widest link takes, and receives as many
};

/// A calculation, or a message that the program waited for from its send on.
struct PathStep {
    std::uint32_t operation = 0;  ///< of a message its send
    double from_ns = 0.0, to_ns = 0.0;
};

struct ApplicationTime {
    double ns = 0.0;  ///< when all has ended
    std::optional<std::uint64_t> cycles;
    std::vector<PathStep> path;  ///< what was waited for, without gaps: from 0 to the end
    double network_ns = 0.0;     ///< of messages on the path
    std::vector<double> bytes;   ///< over every channel
    std::uint64_t messages = 0;
};

/// Returns the time in a network of links that carry one message after another: a message takes every link of its route
/// (of several permitted hops the first) in the order in which headers arrive there, for its bytes times the link's ns
/// a byte, and goes on while it arrives (cut through); what waits is stored where it waits and blocks nothing behind
/// it. Messages that never meet take the sum of their hops and their bytes over the slowest link. Throws as route does.
ApplicationTime time_by_links(const PlacedProgram& placed, const Network& network, const Routing& routing,
                              const LinkTimes& times);

/// Returns the time by the simulator: a message is created in the first cycle in which all that it requires has ended.
/// Throws as simulate does, and ComputationError where messages wait for each other for good.
ApplicationTime time_by_flits(const PlacedProgram& placed, const Design& design);

/// Returns the ns that the program takes where messages take no time.
double time_without_network(const PlacedProgram& placed);

/// Returns the joules of routers, links, clock and leakage over the time. Throws as Design::flit_energies does.
double application_joules(const PlacedProgram& placed, const Design& design, const ApplicationTime& time);

}  // namespace wafernet
