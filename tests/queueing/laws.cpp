// Laws that every network obeys: more virtual channels or buffers carry no less, longer messages and wires take no less
// time, nothing passes a bound. Saturation is found to 1.5 %.
#include "against_simulator.hpp"

using namespace wafernet;

namespace {

struct Drawn {
    const char *word, *preset, *traffic, *vcs, *buffer, *flits, *link;
};

SaturationEstimate saturation(const Drawn& d, const char* key, const std::string& value) {
    const Network network = make_network(d.word);
    SimulationChoice choice;
    choice.preset = d.preset;
    choice.traffic = d.traffic;
    choice.settings = {{"vcs", d.vcs},
                       {"buffer", d.buffer},
                       {"flits", d.flits},
                       {"link-cycles", d.link},
                       {"buffer-per-link-cycle", "no"}};
    for (auto& [name, its] : choice.settings) {
        if (name == key) its = value;
    }
    return model_of(make_simulation_case(network, choice)).saturation();
}

const std::vector<Drawn> cases = {{"mesh:8x8", "ideal", "uniform", "2", "4", "16", "1"},
                                  {"mesh:4x4x4", "booksim-min", "transpose", "2", "4", "4", "2"},
                                  {"torus:8x4", "ideal", "uniform", "4", "2", "8", "1"},
                                  {"ring:16", "thesis", "uniform", "2", "2", "4", "1"},
                                  {"array:8", "booksim-min", "uniform", "2", "8", "2", "1"},
                                  {"hypercube:4", "booksim-4stage", "uniform", "2", "8", "4", "1"},
                                  {"gh:4,3", "ideal", "uniform", "2", "2", "8", "4"},
                                  {"xtree:4", "thesis", "uniform", "2", "4", "2", "1"},
                                  {"htn:4,4,2,0", "thesis", "uniform", "6", "2", "16", "1"},
                                  {"how:8,3,2", "ideal", "uniform", "2", "4", "4", "1"},
                                  {"stargraph:4", "ideal", "uniform", "4", "4", "8", "1"}};

}  // namespace

TEST_CASE("saturation passes no bound and does not fall with virtual channels, buffers or shorter wires") {
    for (const Drawn& d : cases) {
        CAPTURE(std::string(d.word));
        CAPTURE(std::string(d.preset));
        for (const auto& [key, values] :
             {std::pair{"vcs", d.vcs == std::string("2") ? std::vector<const char*>{"2", "4", "6"}
                                                         : std::vector<const char*>{d.vcs, "8"}},
              {"buffer", std::vector<const char*>{"2", "4", "8", "16"}},
              {"link-cycles", std::vector<const char*>{"4", "2", "1"}}}) {
            CAPTURE(std::string(key));
            double most = 0.0;
            for (const char* value : values) {
                const SaturationEstimate s = saturation(d, key, value);
                CAPTURE(std::string(value));
                CHECK(s.load <= std::min(s.channel_bound, s.vc_bound) * (1.0 + 1e-9));
                CHECK(s.load > 0.97 * most);  // twice the width of the search
                most = std::max(most, s.load);
            }
        }
    }
}

TEST_CASE("latency does not fall with load, message length or wires") {
    for (const Drawn& d : cases) {
        CAPTURE(std::string(d.word));
        const Network network = make_network(d.word);
        double last_flits = 0.0;
        for (const char* flits : {"1", "4", "16"}) {
            SimulationChoice choice;
            choice.preset = d.preset;
            choice.traffic = d.traffic;
            choice.settings = {{"vcs", d.vcs}, {"buffer", d.buffer}, {"flits", flits}, {"link-cycles", d.link}};
            const LatencyModel model = model_of(make_simulation_case(network, choice));
            CHECK(model.zero_load_latency() > last_flits);
            last_flits = model.zero_load_latency();
            const double limit = model.saturation().load;
            double last = model.zero_load_latency() * (1.0 - 1e-9);
            for (const double part : {0.0, 0.2, 0.4, 0.6, 0.8, 0.9}) {
                const LatencyPoint p = model.at(part * limit);
                REQUIRE(p.latency.has_value());
                CHECK(*p.latency >= last);
                last = *p.latency;
            }
        }
    }
}
