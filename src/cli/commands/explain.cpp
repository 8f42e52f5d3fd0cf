// wafernet explain: where a number comes from, and what it is claimed to be.
#include <algorithm>
#include <cmath>
#include <memory>

#include "../command.hpp"
#include "../figures.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/measure/verify.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::cli {

namespace {

struct Meaning {
    std::string_view metric;
    std::string_view text;
};

constexpr Meaning meanings[] = {
    {"nodes", "routers with their processors"},
    {"links", "bidirectional connections; parallel ones count each"},
    {"degree_min", "least number of links at a node"},
    {"degree_max", "greatest number of links at a node"},
    {"diameter_hops", "greatest distance between two nodes, along shortest paths"},
    {"avg_distance_hops", "mean distance over ordered pairs of distinct nodes, along shortest paths"},
    {"avg_distance_all_pairs_hops",
     "mean distance over all ordered pairs, a node to itself included, along shortest paths"},
    {"routed_diameter_hops", "longest path that the network's own routing takes; never below diameter_hops"},
    {"routed_avg_distance_hops",
     "mean length of the paths that the network's own routing takes, over ordered pairs of distinct nodes that send"},
    {"arc_connectivity",
     "least number of channels whose loss leaves some node without a way to another, by maximum flow"},
    {"bisection_links",
     "least number of links between two halves of the nodes that send, the others on either side; exact only where a "
     "lower and an upper bound meet"},
    {"cost", "degree_max x diameter_hops"},
    {"terminals", "nodes that send and receive messages; the others are switches or shared channels"},
    {"components", "parts that no link joins"},
    {"channel_bound_flits_per_node_cycle", "load at which the busiest channel carries one flit a cycle"},
    {"port_bound_flits_per_node_cycle", "load at which the busiest port of a node carries one flit a cycle"},
    {"busiest_channel", "where the channel is that carries most"},
    {"bottleneck",
     "where the channel or port is that is fullest at saturation; its messages may wait more than those of the "
     "busiest"},
    {"free_ports", "ports of a basic module that no link inside it uses"},
    {"highest_level", "levels that the ports of a basic module can serve"},
};

struct Judged {
    Value verdict;
    Value evidence;
};

bool is_claim_of(const CheckedClaim& c, const Figure& figure) {
    return figure.metric == name(c.form->metric) && number_of(figure.value) == c.claimed &&
           figure.note.starts_with(c.form->formula) &&
           figure.source.starts_with(std::string(c.form->source.document) + ' ' + std::string(c.form->source.place));
}

// As `verify` judges the family's closed forms; other formulas are held against the counted figure of the same name.
Judged judge(const Figure& figure, const std::vector<const Figure*>& all, const std::vector<CheckedClaim>& claims) {
    if (std::holds_alternative<Missing>(figure.value)) return {figure.value, figure.value};
    if (figure.kind == kinds::model || figure.kind == kinds::simulated)
        return {"estimated", Missing{"neither counted nor claimed"}};
    if (figure.kind == kinds::bound) return {"estimated", Missing{"a bound, neither counted nor claimed"}};
    if (figure.kind != kinds::formula) return {"measured", Missing{"counted, not claimed"}};
    for (const CheckedClaim& c : claims) {
        if (!is_claim_of(c, figure)) continue;
        const std::string_view note = c.form->note;  // stands beside the formula
        std::string evidence = c.evidence;
        if (!note.empty() && evidence.ends_with(note))
            evidence.resize(evidence.size() - std::min(evidence.size(), note.size() + 2));
        return {std::string(name(c.verdict)), evidence};
    }
    const auto claimed = number_of(figure.value);
    for (const Figure* f : all) {
        const auto value = number_of(f->value);
        if (f->kind != kinds::exact || f->metric != figure.metric || !claimed || !value ||
            (!figure.counted.empty() && f->source != figure.counted))
            continue;
        const bool equal = std::abs(*claimed - *value) <= 1e-9 * std::max(1.0, std::abs(*value));
        return {std::string(name(equal ? ClaimVerdict::reproduced : ClaimVerdict::not_reproducible)),
                std::string("against ") + f->source};
    }
    return {std::string(name(ClaimVerdict::open)), std::string("not measured")};
}

// What a configured router is: each of its parameters with its value, beside that of the default preset.
int explain_preset(Run& run, const std::string& name) {
    const SimulationOptions preset = simulation_preset(name), ideal = simulation_preset("ideal");
    Table table{"preset " + name + ": " + std::string(preset_named(name).title),
                {"parameter", "value", "ideal", "differs", "meaning"},
                {},
                {"every parameter is an option of 'wafernet simulate', which changes it"}};
    for (const SimulationSetting& setting : simulation_settings()) {
        const std::string own = simulation_option(preset, setting.name), other = simulation_option(ideal, setting.name);
        table.row(setting.name, own, other, own == other ? "" : "yes", setting.meaning);
    }
    run.print(table);
    return 0;
}

int explain(Run& run, const std::string& word, const std::string& metric, const FigureOptions& options) {
    check_point(options.point, {&word, 1});
    const Design design(word, options.point);
    const std::vector<Figure> all =
        figures(request_for(design, run.common(), options, budget_of(options, page_seconds)));
    const Network& network = design.network();
    std::vector<const Figure*> wanted;
    std::vector<std::string_view> known;
    for (const Figure& f : all) {
        // `windows` calls the figures of a line's colinear layout layers and contacts
        if (f.metric == metric || f.metric == "routed_" + metric || f.metric == "colinear_" + metric)
            wanted.push_back(&f);
        known.push_back(f.metric);
    }
    const auto meaning = std::ranges::find_if(meanings, [&](const Meaning& m) { return m.metric == metric; });
    if (wanted.empty()) {
        for (const Meaning& m : meanings) known.push_back(m.metric);
        known.insert(known.end(), compared_metrics().begin(), compared_metrics().end());
        if (std::ranges::find(known, metric) != known.end())
            throw InputError(network.word + " has no figure '" + metric + "'");
        throw InputError("unknown metric '" + one_line(metric) + "'" + did_you_mean(metric, known) +
                         ", 'wafernet estimate " + network.word + "' shows them all");
    }
    Table table{
        metric + " of " + network.word + (meaning == std::end(meanings) ? "" : ": " + std::string(meaning->text)),
        {"metric", "value", "unit", "kind", "source", "verdict", "formula", "evidence"}};
    const std::vector<CheckedClaim> claims = verify(network, {run.common().threads, false, run.common().seed});
    for (const Figure* f : wanted) {
        const Judged judged = judge(*f, wanted, claims);
        table.row(f->metric, f->value, f->unit, f->kind, f->source, judged.verdict, f->note, judged.evidence);
    }
    // Formulas whose range leaves this network out, with the range.
    for (const ClosedForm& form :
         network.family == nullptr ? std::span<const ClosedForm>{} : network.family->closed_forms) {
        if (name(form.metric) != metric || form.value(network.parameters)) continue;
        const Missing outside{"outside the formula's range"};
        table.row(metric, outside, unit(form.metric), kinds::formula,
                  std::string(form.source.document) + ' ' + std::string(form.source.place), outside, form.formula,
                  form.note.empty() ? Value(outside) : Value("only for: " + std::string(form.note)));
    }
    run.print(table);
    return 0;
}

}  // namespace

Command explain_command() {
    struct Options {
        std::string network;
        std::string metric;
        FigureOptions figures;
    };
    const auto o = std::make_shared<Options>();
    std::vector<Option> options{
        {"network", "network word, such as htn:4,4,2,0; or 'preset'", &o->network, {}, true},
        {"metric", "a metric as 'estimate' calls it, such as diameter_hops; or a preset's name", &o->metric, {}, true}};
    add_options(options, figure_options(o->figures));
    return {"explain", "where a number comes from: formula, source, claimed beside measured; what a preset is",
            "wafernet explain htn:4,4,2,0 diameter_hops\nwafernet explain ccc:9 bisection_links\nwafernet explain "
            "preset booksim-min",
            std::move(options), [o](Run& run) {
                return o->network == "preset" ? explain_preset(run, o->metric)
                                              : explain(run, o->network, o->metric, o->figures);
            }};
}

}  // namespace wafernet::cli
