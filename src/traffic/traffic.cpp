// From a word to a traffic pattern.
#include "wafernet/core/traffic.hpp"

#include <algorithm>
#include <span>

#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/synonyms.hpp"
#include "wafernet/routing/route_table.hpp"
#include "wafernet/routing/worst_permutation.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet {

namespace {

// A[x][y] at (x,y) is needed by the row y of B, held by the nodes (y,j): every node sends to one of those at random. A
// reading of the name in glass1992, sec. 6.2, whose definition is missing; as its text says, dimension order spreads it
// very unevenly.
std::unique_ptr<Traffic> matrix_multiply(const Network& network) {
    const auto& radices = network.addresses.radices();
    if (network.addresses.labelled() || radices.size() != 1 || radices[0].size() != 2 ||
        radices[0][0] != radices[0][1] || radices[0][0] < 2) {
        throw InputError("matrix-multiply traffic on " + network.word + ": need a square network of two dimensions");
    }
    const std::uint32_t k = radices[0][0];
    std::vector<std::vector<Demand>> rows(network.graph.nodes());
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        const std::uint32_t y = v / k;
        const bool own = v % k == y;  // its own column: one of the k destinations is itself
        for (std::uint32_t j = 0; j < k; ++j) {
            if (const Node d = j * k + y; d != v) rows[v].push_back({d, 1.0 / (own ? k - 1 : k)});
        }
    }
    return traffic::matrix(std::move(rows));
}

}  // namespace

std::vector<TrafficPattern> traffic_patterns() {
    std::vector<TrafficPattern> all{{"uniform", "to every other node with the same probability"},
                                    {"hotspot",
                                     "as uniform, but a share of all messages (--hotspot-fraction) goes to 1 or 4 "
                                     "nodes in the middle (--hotspot-nodes)"}};
    for (const traffic::AddressPattern& pattern : traffic::address_patterns())
        all.push_back({pattern.name, pattern.title});
    all.push_back({"worst",
                   "to another each, so that one channel carries as much as any can under the routing, which must be "
                   "oblivious; up to 2,048 terminals, a bound beside the largest load found up to 8,192"});
    all.push_back(
        {"matrix-multiply", "on k x k nodes (y,x) to every other node (j,y), j = 0 .. k-1, with the same probability"});
    return all;
}

std::vector<std::string_view> traffic_names() {
    std::vector<std::string_view> names;
    for (const TrafficPattern& pattern : traffic_patterns()) names.push_back(pattern.name);
    return names;
}

namespace {

std::string hint_of(std::string_view word, std::span<const std::string_view> names) {
    const std::string hint = traffic_elsewhere(word);
    return hint.empty() ? did_you_mean(word, names) : hint;
}

[[noreturn]] void unknown(std::string_view word) {
    const std::vector<std::string_view> names = traffic_names();
    throw InputError("unknown traffic '" + std::string(word.substr(0, 40)) + "'" + hint_of(word, names) +
                     ", need one of uniform, hotspot, transpose, ... (wafernet list traffic) or file:matrix.csv");
}

std::unique_ptr<Traffic> worst(const Network& network, const TrafficOptions& options) {
    if (options.routing == nullptr)
        throw InputError(
            "traffic worst is the worst permutation of a routing, and there is none here; must be another, "
            "such as longest-matching");
    const WorstPermutation w = worst_permutation(network, *options.routing, options.threads);
    return traffic::permutation(network, w.images, options.include_self);
}

std::unique_ptr<Traffic> made(std::string_view word, const Network& network, const TrafficOptions& options) {
    if (word.starts_with("file:")) return traffic::from_csv(std::string(word.substr(5)), network);
    word = traffic_of_booksim(word);
    if (word == "uniform") return traffic::uniform(network, options.include_self);
    if (word == "hotspot") {
        traffic::check_hot_spot(options.hotspot_nodes, options.hotspot_fraction);
        return traffic::hotspot(network, traffic::centre_nodes(network, options.hotspot_nodes),
                                options.hotspot_fraction, options.include_self);
    }
    if (word == "matrix-multiply") return matrix_multiply(network);
    if (word == "worst") return worst(network, options);
    for (const traffic::AddressPattern& pattern : traffic::address_patterns()) {
        if (pattern.name == word) return traffic::permutation(network, pattern.images(network), options.include_self);
    }
    unknown(word);
}

// What is left where the routes of some pairs are broken.
std::unique_ptr<Traffic> of_the_rest(const Network& network, const Traffic& all) {
    std::vector<std::vector<Demand>> rows(network.graph.nodes());
    bool any = false;
    for (const Node v : terminals_of(network)) {
        all.row(v, rows[v]);
        std::erase_if(rows[v], [&](const Demand& d) { return leaves_out(network, v, d.destination); });
        any = any || !rows[v].empty();
    }
    if (!any) throw InputError(network.word + ": none of the pairs of this traffic has a route");
    return traffic::matrix(std::move(rows));
}

}  // namespace

void check_traffic(std::string_view word, const TrafficOptions& options) {
    if (word.starts_with("file:")) return static_cast<void>(traffic::open_csv(std::string(word.substr(5))));
    const std::vector<std::string_view> names = traffic_names();
    word = traffic_of_booksim(word);
    if (std::find(names.begin(), names.end(), word) == names.end()) unknown(word);
    if (word == "hotspot") traffic::check_hot_spot(options.hotspot_nodes, options.hotspot_fraction);
}

std::unique_ptr<Traffic> make_permutation(const Network& network, const std::vector<Node>& images) {
    std::unique_ptr<Traffic> traffic = traffic::permutation(network, images, false);
    traffic->made_for(network.graph);
    return traffic;
}

std::unique_ptr<Traffic> make_traffic(std::string_view word, const Network& network, const TrafficOptions& options) {
    if (network.graph.nodes() == 0) throw InputError("traffic on a network without nodes, need one that is built");
    std::unique_ptr<Traffic> traffic = made(word, network, options);
    if (network.routes != nullptr && network.routes->left_out() > 0) traffic = of_the_rest(network, *traffic);
    traffic->made_for(network.graph);
    return traffic;
}

}  // namespace wafernet
