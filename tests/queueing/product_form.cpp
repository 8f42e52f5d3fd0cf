// One class of virtual channels, and the headers by which its plans take messages together.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "about.hpp"
#include "queueing/vc_server.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/routing/routings.hpp"

using namespace wafernet;
using namespace wafernet::queueing;

TEST_CASE("the product form of one virtual channel is the sum over all sets of inputs that have a message there") {
    constexpr double mu = 0.06;
    for (const std::uint32_t count : {1U, 2U, 5U, 15U, 16U}) {
        for (const double busy : {1e-9, 0.3, 3.0, 40.0}) {
            std::vector<Arrivals> inputs;
            for (std::uint32_t t = 0; t < count; ++t)
                inputs.push_back({busy * mu * (t + 1.0) / (count * count), 1, 1.0 / count, 0.3, 0.0});
            Workspace work;
            work.mu[1] = mu;
            REQUIRE(solve_class(1, 1.0 / mu, 1.0, inputs, work));
            // n messages in turn: n! / mu^n times their rates.
            std::vector<double> without(count, 0.0), ahead(count, 0.0);
            double all = 0.0;
            for (std::uint32_t some = 0; some < 1U << count; ++some) {
                double weight = 1.0;
                for (std::uint32_t t = 0, n = 0; t < count; ++t) {
                    if ((some >> t & 1U) != 0) weight *= ++n * inputs[t].rate / mu;
                }
                all += weight;
                for (std::uint32_t t = 0; t < count; ++t) {
                    if ((some >> t & 1U) != 0) continue;
                    without[t] += weight;
                    ahead[t] += weight * std::popcount(some);
                }
            }
            CAPTURE(count);
            CAPTURE(busy);
            CHECK(work.busy[0] == about(1.0 / all).epsilon(1e-9));
            CHECK(work.busy[1] == about(1.0 - 1.0 / all).epsilon(1e-5));
            CHECK(work.stretch < 1e-12);
            for (std::uint32_t t = 0; t < count; ++t) {
                const Waits& r = work.inputs[t];
                CHECK(r.accept == about(std::max(0.02, without[t] / all)).epsilon(1e-9));
                CHECK(r.blocked == about(1.0 - 1.0 / without[t]).epsilon(1e-5));
                CHECK(r.wait == about(ahead[t] / without[t] / mu)
                                    .epsilon(1e-5));  // exponential times: whatever is behind a message
            }
        }
    }
}

TEST_CASE("a message that meets one of its own input waits for whole services, as often as the weights say") {
    Workspace work;
    work.mu[1] = 0.05;
    const Arrivals input{0.02, 1, 0.5, 2.5 * 0.4, 0.7};
    REQUIRE(solve_class(1, 20.0, 0.0, std::vector<Arrivals>{input, input}, work));
    const Waits& r = work.inputs[0];
    const double odds = 1.0 - r.accept;  // 2.5 * 0.4 (1 - a)
    CHECK((r.wait / r.blocked / 20.0 - 0.5) * 2.0 == about(0.7 * (1.0 - r.accept) + odds / (1.0 + odds)).epsilon(1e-6));
}

TEST_CASE("the product form is the sum over all numbers of messages of each input, with few of them and with many") {
    struct Case {
        int vcs;
        std::vector<int> caps;
    };
    // From the sixth on with inputs that have fewer messages than there are VCs; the last two have more than a
    // quadrature is made for.
    const std::vector<Case> cases{{1, {2, 3}},       {2, {2, 2, 2}}, {2, {3, 2, 4}},    {3, {3, 6}},
                                  {4, {4, 4, 4, 4}}, {4, {4}},       {4, {1, 2, 4}},    {5, {3, 3, 3, 2}},
                                  {3, {1, 1, 1, 1}}, {7, {2}},       {3, {11, 11, 11}}, {6, {2, 30}}};
    for (const Case& c : cases) {
        for (const double busy : {1e-4, 0.3, 3.0, 40.0}) {
            const auto v = static_cast<std::size_t>(c.vcs), count = c.caps.size();
            Workspace work;
            for (std::size_t k = 1; k <= v; ++k) work.mu[k] = 0.06 * std::sqrt(static_cast<double>(k));
            std::vector<Arrivals> inputs;
            for (std::size_t t = 0; t < count; ++t)
                inputs.push_back(
                    {busy * work.mu[v] * (static_cast<double>(t) + 1.0) / static_cast<double>(count * count), c.caps[t],
                     1.0 / static_cast<double>(count), 0.0, 0.0});
            REQUIRE(solve_class(c.vcs, 15.0, 1.0, inputs, work));
            // n messages, k of an input: n! over the rates of service of 1 .. n, times rate^k / k! for every input.
            double all = 0.0;
            std::vector<double> held(v + 1, 0.0), found(count, 0.0), blocked(count, 0.0), ahead(count, 0.0);
            std::vector<int> has(count, 0);
            for (bool more = true; more;) {
                std::size_t n = 0;
                double weight = 1.0;
                for (std::size_t t = 0; t < count; ++t) {
                    for (int k = 1; k <= has[t]; ++k)
                        ++n, weight *= inputs[t].rate / k * static_cast<double>(n) / work.mu[std::min(n, v)];
                }
                all += weight;
                held[std::min(n, v)] += weight;
                for (std::size_t t = 0; t < count; ++t) {
                    if (has[t] == c.caps[t]) continue;
                    found[t] += weight;
                    if (n >= v) blocked[t] += weight, ahead[t] += weight * static_cast<double>(n - v + 1);
                }
                more = false;
                for (std::size_t t = 0; t < count && !more; ++t) {
                    more = has[t] < c.caps[t];
                    has[t] = more ? has[t] + 1 : 0;
                }
            }
            CAPTURE(c.vcs);
            CAPTURE(count);
            CAPTURE(c.caps.front());
            CAPTURE(busy);
            for (std::size_t m = 0; m <= v; ++m) CHECK(std::abs(work.busy[m] - held[m] / all) < 1e-12);
            for (std::size_t t = 0; t < count; ++t) {
                const Waits& r = work.inputs[t];
                CHECK(r.accept == about(std::max(0.02, found[t] / all)).epsilon(1e-9));
                CHECK(std::abs(r.blocked - blocked[t] / found[t]) < 1e-6 * blocked[t] / found[t] + 1e-13);
                CHECK(std::abs(r.wait - ahead[t] / found[t] / work.mu[v]) < 1e-6 * r.wait + 1e-11);
            }
        }
    }
}

TEST_CASE("messages that share a channel and then pass a router are a closed network of a queue and a delay") {
    // Exact for processor sharing (Gordon and Newell 1967): k messages, i of them in the queue, weigh stream^i pass^(k
    // - i) / (k - i)!.
    for (const double pass : {0.0, 1.0, 5.0}) {
        constexpr double stream = 16.0;
        Workspace work;
        service_rates({3, 1.0, stream, stream + pass, stream, pass}, {}, work.mu);
        const double one = stream + pass, two = stream * stream + stream * pass + pass * pass / 2.0,
                     three = stream * two + pass * pass * pass / 6.0;
        CHECK(work.mu[1] == about(1.0 / one).epsilon(1e-12));
        CHECK(work.mu[2] == about(one / two).epsilon(1e-12));
        CHECK(work.mu[3] == about(two / three).epsilon(1e-12));
    }
    // Another part of the time in which they wait, each for itself.
    Workspace half, all;
    service_rates({2, 1.0, 16.0, 40.0, 16.0, 4.0}, {}, half.mu);
    service_rates({2, 1.0, 16.0, 20.0, 16.0, 4.0}, {}, all.mu);
    CHECK(half.mu[2] == about(0.5 * all.mu[1] + 0.25 * all.mu[2]).epsilon(1e-12));
}

TEST_CASE("a header that has arrived has forgotten by which lines and rings" * doctest::test_suite("long")) {
    for (const char* word : {"torus:5x4x6", "mesh:4x3x2", "htn:4,4,2,1", "h3dm:4,4,2,0", "tesh:2,3,0"}) {
        CAPTURE(word);
        const Network network = make_network(word);
        const auto routing = make_routing("", network, {Ties::positive});
        std::set<std::uint32_t> states;
        for (Node s = 0; s < network.graph.nodes(); s += 7) {
            for (Node d = 0; d < network.graph.nodes(); ++d) {
                if (d != s) states.insert(route(network.graph, *routing, s, d).back().hop.state);
            }
        }
        const bool modules = network.level_sizes.size() > 1;
        CHECK(states.size() == (modules ? 2 : 1));  // whether it has left its module, for the VC rules
    }
}
