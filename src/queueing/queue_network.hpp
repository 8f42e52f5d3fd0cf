// The network of queues: what messages hold, who sends how much to whom. README.md has the symbols.
//
// A *resource* is what a message holds: the injection port of a source, or a class of virtual channels of one channel.
// An *input* of a class is the messages that come to it over one other channel; *arcs* lead from resource to resource.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queueing/router_timing.hpp"
#include "routing/class_flows.hpp"
#include "wafernet/core/graph.hpp"

namespace wafernet::queueing {

inline constexpr std::uint32_t none = 0xFFFFFFFFU;

/// What ports and classes have in common; times in cycles, rates in messages per cycle at load 1.
struct Resource {
    double pace = 1.0;        ///< P: a lone message crosses the channel in so many cycles
    double hold = 1.0;        ///< h: after the tail's passage
    double hop = 1.0;         ///< from crossing the channel to being ready for the next one, without load
    double depth = 2.0;       ///< B: flits of the buffer behind
    bool past = false;        ///< the next message may come in while the tail is in that buffer
    int vcs = 1;              ///< V
    double capacity = 1.0;    ///< flits per cycle
    double rate = 0.0;        ///< lambda, of one member
    double members = 1.0;     ///< resources that it stands for
    std::uint32_t group = 0;  ///< resources of one group share a physical channel
};

/// A source, resource number `i` of the network for ports[i].
struct SourcePort {
    Node node = 0;
    bool serial = false;   ///< its messages enter the buffers behind it one after the other
    double between = 0.0;  ///< mean cycles from when a message of a serial one has entered until the next one may
    double in_row = 0.0;   ///< share of its messages that do not share the port with the one before
    int spare = 0;         ///< VCs beyond those that it feeds
    double between_others = 0.0;  ///< flits of a message in a spare VC that go between those of the message before
};

/// A class of virtual channels, resource number ports.size() + i of the network for classes[i].
struct VcClass {
    bool ejects = false;
    std::uint32_t channel = 0;  ///< network channel, or the node of an ejection port
    std::uint32_t tag = 0;      ///< level and axis
    double least_held = 0.0;    ///< cycles from one message of a VC to the next, were it never idle
    std::uint32_t first_input = 0, end_input = 0;
};

struct Input {
    std::uint32_t to = none;    ///< class
    std::uint32_t from = none;  ///< resource that its messages come from, one of those of the channel
    double rate = 0.0;          ///< lambda_i
    double of_class = 0.0;      ///< f_i
    double of_others = 0.0;     ///< g_i
    double elsewhere = 0.0;     ///< messages of the channel before that go on to other channels
    double of_previous = 0.0;   ///< q_i
    int cap = 1;                ///< u_i
    std::int8_t side = 0;       ///< tells mirror images among the channels that lead here apart
    std::uint32_t first_arc = 0, end_arc = 0;
};

struct Arc {
    std::uint32_t from = none, to = none;  ///< resources
    std::uint32_t input = none;
    double rate = 0.0;  ///< of all members together
    double of_from = 0.0, of_to = 0.0;
};

struct Message {
    double flits = 16.0;       ///< M
    double square = 0.0;       ///< C_M^2
    double entering = 16.0;    ///< cycles until the next message at a source with one buffer, where it goes another way
    double lag = 15.0;         ///< cycles by which a tail follows that crosses all kinds of channels
    double decision = 0.0;     ///< s
    double allocation = 0.0;   ///< of these the last, for which a header has a VC already
    double round_trip = 1.0;   ///< R of the slowest channel
    bool crossbar = false;     ///< an input of a router sends a flit a cycle, to whichever output
    bool direct = false;       ///< a source sends nothing else while a message waits for its first channel
    bool one_arrival = false;  ///< at most, at a source in a cycle
};

/// Loads that nothing gets past.
struct Bounds {
    double load = 0.0;       ///< the lower of the next two
    double channel = 0.0;    ///< at which the busiest channel or port is full
    double vc = 0.0;         ///< at which the VCs of some class are held all the time
    std::uint32_t full = 0;  ///< a resource of the busiest channel or port
};

struct Totals {
    double sent = 0.0;       ///< messages per cycle of all sources at load 1
    double zero_load = 0.0;  ///< L_0
    double mean_hops = 0.0;
    std::uint32_t longest = 0;    ///< resources of the longest way
    bool few_pairs = false;       ///< every source sends to few destinations
    std::vector<double> channel;  ///< flits per cycle of every network channel at load 1
};

struct QueueNetwork {
    Message message;
    std::vector<Resource> resources;  ///< ports first, then classes
    std::vector<SourcePort> ports;
    std::vector<VcClass> classes;
    std::vector<Input> inputs;                       ///< grouped by class
    std::vector<Arc> arcs;                           ///< grouped by input
    std::vector<std::uint32_t> onward;               ///< arcs by the resources that they leave, the source's side first
    std::vector<std::vector<std::uint32_t>> groups;  ///< resources of every physical channel
    Bounds bounds;
    Totals totals;

    [[nodiscard]] bool is_port(std::uint32_t resource) const { return resource < ports.size(); }
    [[nodiscard]] std::uint32_t resource_of(std::uint32_t its_class) const {
        return static_cast<std::uint32_t>(ports.size()) + its_class;
    }
    [[nodiscard]] const VcClass& class_of(std::uint32_t resource) const { return classes[resource - ports.size()]; }
    [[nodiscard]] VcClass& class_of(std::uint32_t resource) { return classes[resource - ports.size()]; }
    [[nodiscard]] bool is_channel(std::uint32_t resource) const {
        return !is_port(resource) && !class_of(resource).ejects;
    }
};

struct Case : FlowCase {
    /// Throws InputError where the parts do not fit, or the model has no answer (beyond_model).
    Case(const Network& its_network, const Routing& its_routing, const VcRule& its_rule, const Traffic& its_traffic,
         const LatencyOptions& its_options);

    const LatencyOptions& options;
    double flits = 16.0;     ///< mean length of a message
    double square = 0.0;     ///< squared coefficient of variation of the lengths
    bool few_pairs = false;  ///< every source sends to few destinations

    /// Returns the cycles of the links between terminals and their routers.
    [[nodiscard]] PortLinks links(Node source, Node destination) const;

private:
    void check();
};

struct LoneMessages {
    double mean = 0.0;        ///< latency, cycles
    std::vector<double> lag;  ///< of every place of the flows, cycles by which the tail follows, -1 where none crosses
                              ///< it; empty: alike for all
};
LoneMessages lone_messages(const Case& c, const ClassFlows& flows);

/// Returns the network of queues. Throws as LatencyModel does. Of the case, drops symmetries that the VC rule does not
/// share.
QueueNetwork make_network(Case& c);

/// Sets rates of resources, the order of arcs, their shares and the groups, from rates of arcs.
void index(QueueNetwork& net);
/// Sets the arcs, those of one input together, equal ones as one; each with resources, input and rate.
void set_arcs(QueueNetwork& net, std::vector<Arc> arcs);
void set_bounds(QueueNetwork& net);
/// Sets how many messages of an input can be at a class, their share of the channel before, and what the messages of a
/// source wait between each other. Once, before lumping.
void derive(QueueNetwork& net);
/// Takes resources together that are alike, with those around them within so many `hops` on their messages' ways. Rates
/// count as equal that differ by less than a relative `tolerance`. Returns false, and does nothing, where that leaves
/// more than `most` arcs.
bool lump(QueueNetwork& net, double tolerance, int hops, std::size_t most = none);

}  // namespace wafernet::queueing
