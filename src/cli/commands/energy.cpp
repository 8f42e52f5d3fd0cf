// wafernet energy: watts and pJ a bit of a network at its loads, and where they go.
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../energy_load.hpp"
#include "../figures.hpp"
#include "../tornado.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"

namespace wafernet::cli {

namespace {

struct EnergyArguments {
    std::vector<std::string> networks;
    DesignPoint point;
    EnergyLoad energy;
    std::optional<std::string> loads;
    bool sensitivity = false;
};

void add_notes(Table& table, const Technology& t, bool planes) {
    if (!t.note.empty()) table.notes.push_back("technology " + t.name + ": " + t.note);
    for (const auto& [name, value] :
         {std::pair{"router", t.router.ports ? std::optional(t.router.ports->source) : std::nullopt},
          {"wires", t.wire_energy ? std::optional(t.wire_energy->source) : std::nullopt},
          {"vertical links", t.vertical_energy && planes ? std::optional(t.vertical_energy->source) : std::nullopt}}) {
        if (value) table.notes.push_back(std::string(name) + ": " + (value->empty() ? "assumed" : *value));
    }
    if (!t.wire_leakage) table.notes.emplace_back("the technology gives no wire_leakage: links do not leak");
    add_assumption_note(table, t, {&t.assumptions, &t.energy_assumptions});
}

void warn_above(const Run& run, const Design& design, const std::vector<double>& loads) {
    const auto above = std::ranges::find_if(loads, [&](double load) { return !carries(design, load); });
    if (above == loads.end()) return;
    run.warn(
        fmt::format("{}: load {:.6g} is above {:.4g}, which fills the busiest channel or port: no stationary state, "
                    "so no power; 'wafernet latency {}' gives the saturation load",
                    design.network().word, *above, design.full_load(), design.network().word));
}

Table power(const EnergyArguments& a, const std::vector<double>& given, const Run& run) {
    Table table{"power of routers and links, " + stack_of(a.point),
                {"network", "load_flits_per_node_cycle", "clock_ns", "energy_pj_per_bit", "power_w", "routers_w",
                 "clock_w", "leakage_w", "wires_w", "vertical_w", "power_density_w_per_cm2", "status"}};
    if (given.empty() && !a.energy.given())
        table.notes.emplace_back(
            "at a tenth of the load at which the busiest channel or port is full, and there; the saturation load is "
            "below it ('wafernet latency')");
    table.notes.emplace_back("energy a bit: power over the bits that arrive; clock and leakage do not follow the load");
    const Missing saturated{"saturated: a channel or a port would carry more than a flit a cycle"};
    std::size_t networks_done = 0;
    for (const std::string& word : a.networks) {
        run.progress("energy, now " + word, networks_done++, a.networks.size(), "networks");
        const Design design(word, a.point);
        std::vector<double> loads = given;
        if (const auto load = load_of(a.energy, design)) loads = {*load};
        else if (loads.empty()) loads = {0.1 * design.full_load(), design.full_load()};
        warn_above(run, design, loads);
        if (const auto warning = clock_warning(design)) run.warn(*warning);
        const bool quick = predicted_seconds(design.network(), design.point().dynamic).latency <= network_seconds;
        for (const double load : loads) {
            if (!carries(design, load)) {
                std::vector<Value> row(table.columns.size(), saturated);
                row[0] = design.network().word, row[1] = load, row[2] = design.router().clock.in(units::ns);
                row.back() = std::string("saturated");
                table.add(std::move(row));
                continue;
            }
            const DesignEnergy e = design.energy(load);
            const auto watts = [](Power p) { return p.in(units::W); };
            table.row(design.network().word, load, design.router().clock.in(units::ns), e.pj_per_bit,
                      watts(e.power.total()), watts(e.power.routers), watts(e.power.clock), watts(e.power.leakage),
                      watts(e.power.wires), watts(e.power.vertical), e.w_per_cm2,
                      !quick || accepts(design, load) ? "ok" : "not accepted");
        }
        if (&word == &a.networks.front()) add_notes(table, design.technology(), *a.point.planes > 1);
    }
    return table;
}

Table tornado(const EnergyArguments& a, const std::vector<double>& given) {
    if (given.size() > 1) throw InputError("--sensitivity at several loads, need one");
    Table table = tornado_table("what moves the energy of a bit most, " + stack_of(a.point), "pj_per_bit");
    const Technology technology = technology_of(a.point);
    for (const std::string& word : a.networks) {
        const Design typical(word, a.point);
        const std::optional<double> chosen = given.empty() ? load_of(a.energy, typical) : given.front();
        const double load = chosen.value_or(typical.full_load());
        if (!carries(typical, load))
            throw InputError(fmt::format("a load of {:.6g} fills a channel or port of {}, must be at most {:.4g}", load,
                                         typical.network().word, typical.full_load()));
        if (!chosen)
            table.notes.push_back(typical.network().word + ": at " + fmt::format("{:.6g}", load) +
                                  " flits a node and cycle, where the busiest channel or port is full");
        add_tornado(table, typical.network().word, technology, [&](const std::string& value) -> std::optional<double> {
            DesignPoint point = a.point;
            point.technology_values.push_back(value);
            return Design(word, point).energy(load).pj_per_bit;
        });
    }
    if (table.rows.empty()) table.notes.emplace_back("no value of the technology with low and high changes the energy");
    return table;
}

int energy(Run& run, EnergyArguments a) {
    check_words(a.networks);
    check_design_point(a.point);
    a.point = common_point(std::move(a.point), a.networks);
    const std::vector<double> given = a.loads ? number_range(*a.loads, "--loads", 1e-12, 1e6) : std::vector<double>{};
    check_load(a.energy);
    const bool one_load = a.energy.given();
    if (one_load && a.loads) throw InputError("--loads with --load or --gbit, must be one of them");
    run.print(a.sensitivity ? tornado(a, given) : power(a, given, run));
    return 0;
}

}  // namespace

Command energy_command() {
    const auto a = std::make_shared<EnergyArguments>();
    std::vector<Option> all{
        {"networks", &a->networks, {}, true}, {"--loads", &a->loads}, {"--sensitivity", &a->sensitivity}};
    add_options(all, load_options(a->energy), design_options(a->point));
    return {std::move(all), [a](Run& run) { return energy(run, *a); }};
}

}  // namespace wafernet::cli
