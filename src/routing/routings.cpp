// From a routing's name to the routing.
#include "wafernet/routings.hpp"

#include "shortest.hpp"
#include "wafernet/error.hpp"

namespace wafernet {

namespace {

std::unique_ptr<Routing> minimal(const Network& network, const RoutingOptions&) { return minimal_routing(network, false); }
std::unique_ptr<Routing> minimal_adaptive(const Network& network, const RoutingOptions&) { return minimal_routing(network, true); }
std::unique_ptr<Routing> up_down(const Network& network, const RoutingOptions&) { return up_down_routing(network, false); }
std::unique_ptr<Routing> up_down_adaptive(const Network& network, const RoutingOptions&) { return up_down_routing(network, true); }

// Link selection: the family's own routing, both ways round a ring where they are equally long.
std::unique_ptr<Routing> link_selection(const Network& network, const RoutingOptions& options) {
    RoutingOptions both = options;
    both.ties = Ties::split;
    return network.family->routings.front().make(network, both);
}
std::unique_ptr<Routing> channel_selection(const Network& network, const RoutingOptions& options) {
    return network.family->routings.front().make(network, options);
}

bool has_rings(const Network& network) {
    if (network.family == nullptr || network.family->routings.empty()) return false;
    for (Link l = 0; l < network.graph.links(); ++l) {
        if (network.graph.label(l).wrap) return true;
    }
    return false;
}

const GenericRouting generic[] = {
    {{"ls", "link selection: the default routing, both ways round a ring at equal length", {"rahman2006", "sec. 4.5.1"}, "dateline", link_selection}, has_rings},
    {{"cs", "channel selection: the default routing, both VCs open to traversals that do not wrap", {"rahman2006", "sec. 4.5.2"}, "cs", channel_selection}, has_rings},
    {{"ls+cs", "link selection and channel selection", {"rahman2006", "sec. 4.5.3"}, "cs", link_selection}, has_rings},
    {{"minimal", "a shortest path, the lowest channel first", {"wafernet", "shortest path"}, "any", minimal}, nullptr},
    {{"minimal-adaptive", "all shortest paths", {"wafernet", "shortest path"}, "any", minimal_adaptive}, nullptr},
    {{"up-down", "up*/down*: up a breadth-first tree from node 0, then down", {"rahman2006", "sec. 4.3.3"}, "any", up_down}, nullptr},
    {{"up-down-adaptive", "up*/down*, all shortest legal paths", {"rahman2006", "sec. 4.3.3"}, "any", up_down_adaptive}, nullptr},
};

}  // namespace

std::span<const GenericRouting> generic_routings() { return generic; }

std::vector<RoutingSpec> routings_of(const Network& network) {
    std::vector<RoutingSpec> all;
    if (network.family != nullptr) all.assign(network.family->routings.begin(), network.family->routings.end());
    for (const GenericRouting& g : generic) {
        if (g.applies != nullptr && !g.applies(network)) continue;
        bool own = false;
        for (const RoutingSpec& spec : all) own = own || spec.name == g.spec.name;
        if (!own) all.push_back(g.spec);
    }
    return all;
}

RoutingSpec find_routing(std::string_view name, const Network& network) {
    const std::vector<RoutingSpec> all = routings_of(network);
    if (name.empty()) return all.front();
    std::string names;
    for (const RoutingSpec& spec : all) {
        if (spec.name == name) return spec;
        names += (names.empty() ? "" : ", ") + std::string(spec.name);
    }
    throw InputError(network.word + " has no routing '" + std::string(name.substr(0, 60)) + "', it has " + names);
}

std::unique_ptr<Routing> make_routing(std::string_view name, const Network& network, const RoutingOptions& options) {
    return find_routing(name, network).make(network, options);
}

}  // namespace wafernet
