// Network families as plain data: parameters, construction, closed forms, routings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/address.hpp"
#include "wafernet/core/graph.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/core/routing.hpp"
#include "wafernet/core/source.hpp"

namespace wafernet {

/// How a parameter is written in a network word.
enum class ParameterKind : std::uint8_t {
    number,   ///< 4
    extents,  ///< 4, or 2x4, or 8x8x8
    network,  ///< the rest of the word is a network of its own: swapped:complete:4
};

struct ParameterSpec {
    std::string_view name;
    std::string_view meaning;
    std::uint64_t least = 1;
    std::uint64_t most = 0xFFFFFFFFU;
    ParameterKind kind = ParameterKind::number;
    std::optional<std::uint64_t> fallback{};  ///< value where the word does not give one
    bool seed = false;                        ///< of a random network: other values give more of the same kind
};

/// The values of a family's parameters, in the family's order.
class Parameters {
public:
    struct Value {
        std::string_view name;
        std::vector<std::uint64_t> numbers;  ///< one for `number`, one or more for `extents`
        std::string network;                 ///< for ParameterKind::network
    };

    Parameters() = default;
    explicit Parameters(std::vector<Value> values) : values_(std::move(values)) {}

    /// Returns the number called `name`; its first extent where it has several.
    [[nodiscard]] std::uint64_t operator[](std::string_view name) const { return value(name).numbers.at(0); }
    /// Returns all extents of the parameter called `name`.
    [[nodiscard]] const std::vector<std::uint64_t>& extents(std::string_view name) const { return value(name).numbers; }
    [[nodiscard]] const std::string& network(std::string_view name) const { return value(name).network; }
    [[nodiscard]] std::span<const Value> values() const { return values_; }

private:
    [[nodiscard]] const Value& value(std::string_view name) const;
    std::vector<Value> values_;
};

struct Family;
class RouteTable;
struct BeforeFaults;

inline constexpr std::uint32_t most_link_cycles = 10000;  ///< latency of a channel

/// A network: the graph, how its nodes are called, and what it is made of.
struct Network {
    std::string word;                ///< as on the command line, in positional form: "htn:4,4,2,1"
    const Family* family = nullptr;  ///< null for a user's own graph
    Parameters parameters;
    Graph graph;
    AddressScheme addresses;
    /// Nodes in one sub-network of each level, from the basic module up; the nodes of a sub-network have consecutive
    /// numbers. {64, 1024} for HTN(4,4,2,q). Flat networks have one entry, the whole network.
    std::vector<std::uint32_t> level_sizes;
    /// Nodes that send and receive messages; empty where all do.
    std::vector<Node> terminals;
    /// Latency of each channel in cycles, 1 to most_link_cycles, where the network's file gives them; empty: all the
    /// same.
    std::vector<std::uint32_t> channel_latency_cycles;
    /// Width of each channel in bits, where the network's file gives widths; empty: all the same.
    std::vector<std::uint32_t> channel_bits;
    /// Cycles that a flit takes to enter each channel, 1 to most_link_cycles: more than 1 where it is narrower than a
    /// flit. The flit is across that much less one later than its link's latency. Empty: 1 everywhere.
    std::vector<std::uint32_t> channel_flit_cycles;
    /// The nodes 0 .. shared_nodes-1 are shared channels: each takes one flit a cycle, whichever of its drivers it
    /// comes from.
    Node shared_nodes = 0;
    /// The router of every terminal, where a file puts several of them on one router: such a terminal has one link and
    /// may be taken as a port of its router. Empty elsewhere.
    std::vector<Node> router_of_terminal;
    /// How the file was read, for people: "read as METIS, 10 nodes, 15 links". Empty for a family.
    std::string read_as;
    /// The user's own routes (routing/route_table.hpp), which are its routing unless another is asked for; null: none.
    std::shared_ptr<const RouteTable> routes{};
    /// What faults have left this network of (core/faults.hpp), a member of a family; null: nothing is known.
    std::shared_ptr<const BeforeFaults> before_faults{};

    [[nodiscard]] std::uint32_t module_size() const {
        return level_sizes.empty() ? graph.nodes() : level_sizes.front();
    }
};

/// Returns the cycles that a flit takes to enter a channel.
inline std::uint32_t flit_cycles(const Network& network, Channel channel) {
    return network.channel_flit_cycles.empty() ? 1 : network.channel_flit_cycles[channel];
}
/// Returns the nodes that send and receive, ascending: network.terminals, or all.
std::vector<Node> terminals_of(const Network& network);
/// Throws InputError where there is no node `source` or `destination`, or one of them neither sends nor receives
/// messages (a switch).
void check_ends(const Network& network, Node source, Node destination);

/// A claim about the graph: a formula with its source.
struct ClosedForm {
    Metric metric{};
    Source source{};
    std::string_view formula;  ///< as a reader would write it: "m^3 n^(2(L-1))"
    bool corrected = false;    ///< true where the printed formula is wrong and this is the one that holds
    std::string_view note;     ///< range, reading, or what is wrong with the printed one
    /// Returns the value, or nothing outside the stated range.
    std::optional<double> (*value)(const Parameters&) = nullptr;
    /// Where the printed form is known not to hold: a predicate on the parameters that says "expected to differ". Null:
    /// never.
    bool (*known_wrong)(const Parameters&) = nullptr;
};

/// A node that stands for `weight` nodes with the same distances (shortest paths; routes may tell them apart).
struct SourceClass {
    Node representative = 0;
    std::uint64_t weight = 1;
};

struct Family {
    std::string_view name;   ///< "htn"
    std::string_view title;  ///< "Hierarchical Torus Network"
    Source source{};
    std::span<const ParameterSpec> parameters{};
    /// Small members for the identity suite: every claim is held against the graph of each.
    std::span<const std::string_view> examples{};
    /// Throws InputError where the parameters do not fit together. Null: any values in range do.
    void (*check)(const Parameters&) = nullptr;
    /// Number of nodes, overflow-checked, without building anything.
    std::uint64_t (*nodes)(const Parameters&) = nullptr;
    /// Links, at most, overflow-checked: what decides whether the network fits into memory.
    std::uint64_t (*links)(const Parameters&) = nullptr;
    /// Builds graph, addresses, level_sizes and terminals; word, family and parameters are filled in by the caller.
    Network (*build)(const Parameters&) = nullptr;
    std::span<const ClosedForm> closed_forms{};
    /// The first is the family's own; empty: shortest paths only.
    std::span<const RoutingSpec> routings{};
    /// Source classes under the family's symmetries, for large networks. Null: none known.
    std::vector<SourceClass> (*source_classes)(const Network&) = nullptr;
    /// Number of nodes that send messages, overflow-checked; the others are switches. Null: all.
    std::uint64_t (*senders)(const Parameters&) = nullptr;
    /// Routings that depend on the member, after `routings` and those of any family. Null: none.
    std::vector<RoutingSpec> (*more_routings)(const Network&) = nullptr;
};

/// Returns how many nodes of a family's member send messages; the others are switches. Throws InputError as the
/// family's own formulas do.
std::uint64_t senders(const Family& family, const Parameters& parameters);
/// Returns the source classes that a network's family knows; empty: none.
std::vector<SourceClass> source_classes(const Network& network);

/// Returns all families, in alphabetical order of their names.
std::span<const Family* const> families();
/// Returns BookSim2's networks with several terminals a router ("booksim-cmesh"), in alphabetical order: numbered,
/// wired and routed as BookSim2 does, so that its configurations mean the same here. family() knows them, families()
/// does not list them.
std::span<const Family* const> booksim_families();
/// Returns the family called `name`. Throws InputError with the nearest name where there is none.
const Family& family(std::string_view name);

}  // namespace wafernet
