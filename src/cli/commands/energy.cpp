// wafernet energy: watts and pJ a bit of a network at its loads, and where they go.
#include <memory>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../values.hpp"
#include "wafernet/core/error.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet::cli {

namespace {

struct Arguments {
    std::vector<std::string> networks;
    DesignPoint point;
    std::optional<std::string> loads;
};

int energy(Run& run, const Arguments& a) {
    check_words(a.networks);
    check_design_point(a.point);
    const std::vector<double> given = a.loads ? number_range(*a.loads, "--loads", 1e-12, 1e6) : std::vector<double>{};
    Table table{"power of routers and links",
                {{"network", ""},
                 {"load_flits_per_node_cycle", ""},
                 {"clock_ns", ""},
                 {"energy_pj_per_bit", ""},
                 {"power_w", ""},
                 {"routers_w", ""},
                 {"clock_w", ""},
                 {"leakage_w", ""},
                 {"wires_w", ""},
                 {"vertical_w", ""},
                 {"power_density_w_per_cm2", ""}},
                {},
                {}};
    if (!a.loads) table.notes.emplace_back("at a tenth of the saturation load and at saturation, by the latency model");
    table.notes.emplace_back("energy a bit: power over the bits that arrive; clock and leakage do not follow the load");
    for (const std::string& word : a.networks) {
        run.progress("energy, now " + word, table.rows.size(), a.networks.size(), "networks");
        const Design design(word, a.point);
        std::vector<double> loads = given;
        if (loads.empty()) loads = {0.1 * design.saturation().load, design.saturation().load};
        for (const double load : loads) {
            const DesignEnergy e = design.energy(load);
            const auto watts = [](Power p) { return p.in(units::W); };
            table.add({design.network().word, load, design.router().clock.in(units::ns), e.pj_per_bit,
                       watts(e.power.total()), watts(e.power.routers), watts(e.power.clock), watts(e.power.leakage),
                       watts(e.power.wires), watts(e.power.vertical), e.w_per_cm2});
        }
        if (&word != &a.networks.front()) continue;
        const Technology& t = design.technology();
        if (!t.note.empty()) table.notes.push_back("technology " + t.name + ": " + t.note);
        for (const auto& [name, value] :
             {std::pair{"router", t.router_ports ? std::optional(t.router_ports->source) : std::nullopt},
              {"wires", t.wire_energy ? std::optional(t.wire_energy->source) : std::nullopt},
              {"vertical links",
               t.vertical_energy && a.point.planes > 1 ? std::optional(t.vertical_energy->source) : std::nullopt}}) {
            if (value) table.notes.push_back(std::string(name) + ": " + (value->empty() ? "assumed" : *value));
        }
        add_assumption_note(table, t, {&t.assumptions, &t.energy_assumptions});
    }
    run.print(table);
    return 0;
}

}  // namespace

Command energy_command() {
    const auto a = std::make_shared<Arguments>();
    a->point.technology = "hybrid-bond";  // the thesis' technology has no energies
    std::vector<Option> all{
        {"networks", "network words, such as htn:4,4,2,1", &a->networks, true},
        {"--loads", "A:B:STEP or x,y,z in flits a node and cycle (a tenth of saturation, and saturation)", &a->loads}};
    for (Option& option : design_options(a->point)) all.push_back(std::move(option));
    return {"energy", "watts of a network at its loads, pJ a bit, and where they go",
            "Router energies are outputs of a published model, scaled with bits, ports and buffers.\n\nExamples:\n  "
            "wafernet energy mesh:32x32 torus:32x32\n"
            "  wafernet energy mesh:8x8 --planes 1 --loads 0.05,0.1 --technology tsv",
            std::move(all), [a](Run& run) { return energy(run, *a); }};
}

}  // namespace wafernet::cli
