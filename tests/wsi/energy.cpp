// Energy of flits and power of networks, against published figures and against walking every route.
#include "wafernet/wsi/energy.hpp"

#include <doctest/doctest.h>

#include <array>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/routing/channel_load.hpp"

using namespace wafernet;

namespace {

doctest::Approx near_printed(double value) { return doctest::Approx(value).epsilon(2e-5); }

// What DSENT 0.91 prints for a router of 5 ports with 23 flits of 64 bits a port at 1 GHz, pJ and mW; the link: 64 bits
// over 1 mm.
struct Printed {
    double write, read, crossbar, arbitration, clock, leakage, link, link_uw;
    [[nodiscard]] RouterEnergy router() const {
        return {write * units::pJ,       read * units::pJ,  crossbar * units::pJ,
                arbitration * units::pJ, clock * units::pJ, leakage * units::mW};
    }
};
constexpr Printed nm45{2.98825, 2.86657, 1.07367, 0.26666, 0.548141, 20.5403, 2.58317, 27.7357},
    nm32{1.64902, 1.57266, 0.591408, 0.146754, 0.304355, 17.5171, 2.07333, 21.8209},
    nm22{0.783944, 0.716435, 0.272484, 0.0675592, 0.168142, 15.0145, 1.50928, 15.4331},
    nm11{0.244940, 0.214525, 0.0831069, 0.0203964, 0.0532050, 4.48801, 0.844051, 5.44855};

LatencyCase uniform(const char* word) { return make_latency_case(word, DynamicChoice{}); }

NetworkFlows flows_of(const LatencyCase& c, double load) {
    NetworkFlows flows{channel_load(*c.network, *c.routing, c.rule, *c.traffic).channel,
                       std::vector<double>(c.network->graph.nodes(), load)};
    for (double& flow : flows.channel) flow *= load;
    return flows;
}

NetworkPower mesh_8x8(const Printed& printed) {
    const LatencyCase c = uniform("mesh:8x8");
    const std::vector<RouterEnergy> routers(64, printed.router());
    const std::size_t channels = c.network->graph.channels();
    return network_power(
        c.network->graph, flows_of(c, 0.1),
        {routers, std::vector<Energy>(channels, printed.link * units::pJ), std::vector<Energy>(channels),
         std::vector<Power>(channels, printed.link_uw * 1e-3 * units::mW)},
        units::ns);
}

// Mean energy of a flit over all pairs, by following every route.
double by_routes(const LatencyCase& c, const std::vector<RouterEnergy>& routers, const std::vector<Energy>& wire,
                 const std::vector<Energy>& vertical) {
    const Graph& graph = c.network->graph;
    std::vector<Hop> hops;
    double sum = 0.0, pairs = 0.0;
    for (Node s = 0; s < graph.nodes(); ++s) {
        for (Node d = 0; d < graph.nodes(); ++d) {
            if (s == d) continue;
            double energy = routers[s].flit().in(units::pJ);
            Head head;
            head.node = s;
            head.state = c.routing->start(s, d);
            for (Node v = s; v != d;) {
                hops.clear();
                c.routing->next(head, d, hops);
                REQUIRE(hops.size() == 1);
                const Channel channel = hops.front().channel;
                v = graph.target(channel);
                head.node = v;
                head.arrived_by = channel;
                head.state = hops.front().state;
                energy += (routers[v].flit() + wire[channel] + vertical[channel]).in(units::pJ);
            }
            sum += energy;
            pairs += 1.0;
        }
    }
    return sum / pairs;
}

}  // namespace

TEST_CASE("power of a router as DSENT prints it") {
    for (const auto& [printed, mw] : {std::pair{nm45, 11.3409}, {nm32, 6.24411}, {nm22, 2.92878}, {nm11, 0.897657}}) {
        const RouterEnergy r = printed.router();
        CHECK((0.3 * 5.0 * r.flit() + r.clock).in(units::pJ) ==
              near_printed(mw));  // 0.3 flits a port and cycle of 1 ns
    }
    CHECK((1.5 * (nm45.router().write + nm45.router().read)).in(units::pJ) == near_printed(8.78223));
    CHECK((1.5 * nm45.router().crossbar).in(units::pJ) == near_printed(1.61050));
    CHECK((1.5 * nm45.router().arbitration).in(units::pJ) == near_printed(0.399990));
}

TEST_CASE("energy of wires as published") {
    const auto fj = [](double ff_per_mm, double volts, double share, double mm = 1.0) {
        return wire_energy(ff_per_mm * units::fF_per_mm, mm * units::mm, volts, share).in(units::fJ);
    };
    CHECK(fj(300, 0.6, 1.0) == near_printed(108.0));                   // Kogge 2008 prints 110
    CHECK(fj(600, 0.9, 1.0) == near_printed(486.0));                   // "about 0.5 pJ"
    CHECK(32.0 * fj(300, 0.9, 0.25) / 1000.0 == near_printed(1.944));  // Gebhart 2011 prints 1.9 pJ a mm
    CHECK(256.0 * 10.0 * 240.0 * 0.5 / 1000.0 ==
          near_printed(307.2));                                     // Keckler 2011, 240 fJ a transition, prints 310 pJ
    CHECK(fj(800, 0.86, 0.25) / 1000.0 == near_printed(0.147920));  // a via of 0.8 pF; 0.148 is printed
    CHECK(fj(50, 0.7, 0.25) / 1000.0 == near_printed(0.00612500));
}

TEST_CASE("power of an 8x8 mesh with wires of 1 mm at 1 GHz and 0.1 flits a node and cycle") {
    const NetworkPower p = mesh_8x8(nm45);
    CHECK((p.routers + p.wires).in(units::W) == near_printed(0.379816));
    CHECK(p.clock.in(units::W) == near_printed(0.0350810));
    CHECK(p.leakage.in(units::W) == near_printed(1.32079));
    CHECK(p.total().in(units::W) == near_printed(1.73569));
    CHECK(p.total().in(units::W) / (0.1 * 64.0 * 64.0) * 1000.0 == near_printed(4.23752));
    CHECK((p.routers + p.wires).in(units::W) / (0.1 * 64.0 * 64.0) * 1000.0 == near_printed(0.927284));  // pJ a bit
    const NetworkPower later = mesh_8x8(nm11);
    CHECK((later.routers + later.wires).in(units::W) == near_printed(0.0516293));
    CHECK(later.clock.in(units::W) == near_printed(0.00340512));
    CHECK(later.leakage.in(units::W) == near_printed(0.288453));
    CHECK(later.total().in(units::W) == near_printed(0.343487));
    CHECK(later.total().in(units::W) / (0.1 * 64.0 * 64.0) * 1000.0 == near_printed(0.838593));
}

TEST_CASE("planar and vertical hops of a 4x4x4 mesh") {
    const LatencyCase c = uniform("mesh:4x4x4");
    const Graph& graph = c.network->graph;
    for (const auto& [vertical_pj, flit_pj] : {std::pair{0.05, 12.1905}, {0.15, 20.3175}, {0.5, 48.7619}}) {
        std::vector<Energy> wire(graph.channels()), vertical(graph.channels());
        for (Channel i = 0; i < graph.channels(); ++i) {
            const bool up = axis_of(graph, i).starts_with("z");
            (up ? vertical : wire)[i] = 64.0 * (up ? vertical_pj : 0.05) * units::pJ;
        }
        const NetworkPower p =
            network_power(graph, flows_of(c, 1.0),
                          {std::vector<RouterEnergy>(64), wire, vertical, std::vector<Power>(wire.size())}, units::ns);
        CHECK((p.total() * units::ns).in(units::pJ) / 64.0 == near_printed(flit_pj));
    }
}

TEST_CASE("power by channel loads is that of all routes") {
    for (const char* word : {"mesh:5x4", "torus:5x5", "hypercube:4", "htn:4,4,1,0", "ring:7"}) {
        CAPTURE(word);
        const LatencyCase c = uniform(word);
        const Graph& graph = c.network->graph;
        std::vector<RouterEnergy> routers;
        for (Node v = 0; v < graph.nodes(); ++v)
            routers.push_back({(1.0 + v) * units::pJ, units::pJ, units::pJ, units::pJ, units::pJ, units::mW});
        std::vector<Energy> wire, vertical;
        for (Channel i = 0; i < graph.channels(); ++i) {
            wire.push_back((0.5 + i % 7) * units::pJ);
            vertical.push_back((i % 3) * units::pJ);
        }
        const double load = 0.25;
        const NetworkPower p = network_power(
            graph, flows_of(c, load), {routers, wire, vertical, std::vector<Power>(wire.size(), units::mW)}, units::ns);
        const double dynamic = ((p.routers + p.wires + p.vertical) * units::ns).in(units::pJ);
        CHECK(dynamic / (load * graph.nodes()) == doctest::Approx(by_routes(c, routers, wire, vertical)).epsilon(1e-9));
        CHECK(p.total().in(units::mW) ==
              doctest::Approx((p.routers + p.clock + p.leakage + p.wires + p.vertical).in(units::mW)));
    }
}

TEST_CASE("the load at which the busiest channel or port is full is the latency model's bound") {
    for (const char* word : {"mesh:8x8", "torus:4x4x4", "htn:2,2,2,0", "hypercube:6", "fattree:4", "ring:9"}) {
        for (const char* traffic : {"uniform", "hotspot"}) {
            CAPTURE(word);
            CAPTURE(traffic);
            DesignPoint point;
            point.dynamic.traffic = traffic;
            const Design design(word, point);
            CHECK(design.full_load() == doctest::Approx(design.dynamic().model().channel_bound()).epsilon(1e-9));
        }
    }
}

TEST_CASE("a design's power grows with its load and its wires, and names what is missing") {
    DesignPoint point;
    point.technology = "tsv";
    point.planes = 4;
    const Design design("mesh:8x8", point);
    CHECK(design.energy(0.2).power.total() > design.energy(0.1).power.total());
    CHECK(design.energy(0.2).pj_per_bit < design.energy(0.1).pj_per_bit);
    double before = 0.0;
    for (const char* fj : {"10", "20", "40"}) {
        DesignPoint longer = point;
        longer.technology_values = {std::string("wire_energy=") + fj};
        const double watts = Design("mesh:8x8", longer).energy(0.1).power.total().in(units::W);
        CHECK(watts > before);
        before = watts;
    }
    CHECK_THROWS_WITH_AS(static_cast<void>(design.energy(0.0)), doctest::Contains("need more than 0"), InputError);
    DesignPoint thesis;
    thesis.technology = "thesis";
    CHECK_THROWS_WITH_AS(static_cast<void>(Design("mesh:8x8", thesis).energy(0.1)),
                         doctest::Contains("gives no wire_energy"), InputError);
}
