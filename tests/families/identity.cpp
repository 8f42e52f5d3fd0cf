// Every family against its own promises, on every example it lists.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "about.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"

using namespace wafernet;

namespace {

// Distances from one node, by the textbook queue: an oracle that shares nothing with src/measure.
std::vector<std::uint32_t> distances(const Graph& graph, Node from) {
    std::vector<std::uint32_t> distance(graph.nodes(), 0xFFFFFFFFU);
    std::deque<Node> queue{from};
    distance[from] = 0;
    while (!queue.empty()) {
        const Node v = queue.front();
        queue.pop_front();
        for (const Channel c : graph.out(v)) {
            const Node w = graph.target(c);
            if (distance[w] != 0xFFFFFFFFU) continue;
            distance[w] = distance[v] + 1;
            queue.push_back(w);
        }
    }
    return distance;
}

struct Measured {
    double diameter = 0;
    double sum = 0;
    double degree_min = 0;
    double degree_max = 0;
};

Measured measure(const Graph& graph) {
    Measured m;
    m.degree_min = graph.degree(0);
    for (Node v = 0; v < graph.nodes(); ++v) {
        m.degree_min = std::min<double>(m.degree_min, graph.degree(v));
        m.degree_max = std::max<double>(m.degree_max, graph.degree(v));
        for (const std::uint32_t d : distances(graph, v)) {
            m.diameter = std::max<double>(m.diameter, d);
            m.sum += d;
        }
    }
    return m;
}

constexpr std::uint64_t small = 4200;

template <typename Visit> void for_every_example(Visit visit) {
    for (const Family* family : families()) {
        for (const std::string_view word : family->examples) {
            CAPTURE(word);
            visit(*family, make_network(word));
        }
    }
}

}  // namespace

TEST_CASE("every family has an example and a name that parses") {
    CHECK(families().size() >= 2);
    for (const Family* f : families()) {
        CAPTURE(f->name);
        CHECK_FALSE(f->examples.empty());
        CHECK(&family(f->name) == f);
        for (const std::string_view word : f->examples) CHECK(word.substr(0, word.find(':')) == f->name);
    }
}

TEST_CASE("every example has the announced nodes, no more links than announced, and is connected") {
    for_every_example([](const Family& family, const Network& n) {
        CHECK(n.graph.nodes() == family.nodes(n.parameters));
        CHECK(n.graph.links() <= family.links(n.parameters));
        const auto distance = distances(n.graph, 0);
        CHECK(std::count(distance.begin(), distance.end(), 0xFFFFFFFFU) == 0);
    });
}

TEST_CASE("every example has as many addresses as nodes and each finds its node again") {
    for_every_example([](const Family&, const Network& n) {
        CHECK(n.addresses.size() == n.graph.nodes());
        std::set<std::string> seen;
        const Node step = std::max<Node>(1, n.graph.nodes() / 500);
        for (Node v = 0; v < n.graph.nodes(); v += step) {
            const std::string address = n.addresses.print(v);
            CHECK(seen.insert(address).second);
            CHECK(n.addresses.parse(address) == v);
        }
    });
}

TEST_CASE("the sub-networks of every example divide it and the last is the whole") {
    for_every_example([](const Family&, const Network& n) {
        REQUIRE_FALSE(n.level_sizes.empty());
        CHECK(n.level_sizes.back() == n.graph.nodes());
        for (std::size_t i = 0; i < n.level_sizes.size(); ++i) {
            CHECK(n.graph.nodes() % n.level_sizes[i] == 0);
            if (i > 0) CHECK(n.level_sizes[i] > n.level_sizes[i - 1]);
        }
        CHECK(std::is_sorted(n.terminals.begin(), n.terminals.end()));
        if (!n.terminals.empty()) CHECK(n.terminals.back() < n.graph.nodes());
    });
}

TEST_CASE("every routing of every example arrives from every terminal at every other") {
    for_every_example([](const Family& family, const Network& n) {
        if (n.graph.nodes() > 300) return;
        std::vector<Node> ends = n.terminals;
        if (ends.empty()) {
            for (Node v = 0; v < n.graph.nodes(); ++v) ends.push_back(v);
        }
        for (const RoutingSpec& spec : family.routings) {
            CAPTURE(spec.name);
            const auto routing = spec.make(n, {});
            for (const Node s : ends) {
                const auto distance = distances(n.graph, s);
                for (const Node d : ends) {
                    const auto path = route(n.graph, *routing, s, d);
                    if (path.back().node != d || path.size() < std::size_t{distance[d]} + 1) {
                        FAIL_CHECK("from " << n.addresses.print(s) << " to " << n.addresses.print(d) << ": "
                                           << path.size() - 1 << " hops");
                    }
                    for (std::size_t i = 1; i < path.size(); ++i) {
                        if (n.graph.source(path[i].hop.channel) != path[i - 1].node)
                            FAIL_CHECK("a hop does not start where the last one ended");
                    }
                }
            }
        }
    });
}

TEST_CASE(
    "closed forms of counts, degrees and distances hold on the graph, and fail where they are known to be wrong") {
    std::map<std::string, int> failures_expected;
    std::map<std::string, int> failures_seen;
    for_every_example([&](const Family& family, const Network& n) {
        if (n.graph.nodes() > small) return;
        const Measured m = measure(n.graph);
        const double nodes = n.graph.nodes();
        for (const ClosedForm& form : family.closed_forms) {
            const auto claimed = form.value(n.parameters);
            if (!claimed) continue;
            double found = 0;
            switch (form.metric) {
                case Metric::nodes: found = nodes; break;
                case Metric::links: found = n.graph.links(); break;
                case Metric::degree_min: found = m.degree_min; break;
                case Metric::degree_max: found = m.degree_max; break;
                case Metric::diameter_hops: found = m.diameter; break;
                case Metric::avg_distance_hops: found = m.sum / (nodes * (nodes - 1)); break;
                case Metric::avg_distance_all_pairs_hops: found = m.sum / (nodes * nodes); break;
                default: continue;  // measured elsewhere
            }
            CAPTURE(form.formula);
            CAPTURE(form.source.document);
            CAPTURE(name(form.metric));
            const bool holds = std::abs(*claimed - found) < 1e-9 * std::max(1.0, found);
            const bool wrong = form.known_wrong != nullptr && form.known_wrong(n.parameters);
            if (wrong) {
                const std::string key = std::string(family.name) + " " + std::string(form.formula);
                ++failures_expected[key];
                failures_seen[key] += holds ? 0 : 1;
            } else {
                CHECK(*claimed == about(found).epsilon(1e-9));
            }
        }
    });
    for (const auto& [key, count] : failures_expected) {
        CAPTURE(key);
        CHECK(failures_seen[key] == count);
    }
}

TEST_CASE("parameters out of range are refused in one line, for every parameter of every family") {
    for (const Family* f : families()) {
        if (f->parameters.empty()) continue;
        for (const std::string_view bad : {"", "0", "-1", "x", "1x", "1.5", "4294967296", "99999999999999999999",
                                           "18446744073709551615", " 4", "4 ", "4,,4", "4;4", "=4", "n="}) {
            const std::string word = std::string(f->name) + ":" + std::string(bad);
            CAPTURE(word);
            std::string message;
            try {
                const Network n = make_network(word);
                CHECK(n.graph.nodes() == 0);  // none of these is a network
            } catch (const InputError& error) {
                message = error.what();
            }
            CHECK_FALSE(message.empty());
            CHECK(message.find('\n') == std::string::npos);
        }
    }
}
