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
    const double budget = budget_of(options, page_seconds);
    const auto design =
        mended(std::make_shared<const Design>(word, options.point), run.common(), options, budget).first;
    FigureRequest request = request_for(*design, run.common(), options, budget);
    look_again(request, budget);
    const std::vector<Figure> all = figures(request);
    const Network& network = design->network();
    std::vector<const Figure*> wanted;
    std::vector<std::string_view> known;
    for (const Figure& f : all) {
        // `windows` calls the figures of a line's colinear layout layers and contacts
        if (f.metric == metric || f.metric == "routed_" + metric || f.metric == "colinear_" + metric)
            wanted.push_back(&f);
        known.push_back(f.metric);
    }
    const auto meaning = std::ranges::find(known_figures(), std::string_view(metric), &KnownFigure::metric);
    if (wanted.empty()) {
        for (const KnownFigure& k : known_figures()) known.push_back(k.metric);
        if (std::ranges::find(known, metric) != known.end())
            throw InputError(network.word + " has no figure '" + metric + "'");
        throw InputError("unknown metric '" + one_line(metric) + "'" + did_you_mean(metric, known) +
                         ", 'wafernet estimate " + network.word + "' shows them all");
    }
    Table table{
        metric + " of " + network.word +
            (meaning == known_figures().end() || meaning->meaning.empty() ? "" : ": " + std::string(meaning->meaning)),
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
    std::vector<Option> options{{"network", &o->network, {}, true}, {"metric", &o->metric, {}, true}};
    add_options(options, figure_options(o->figures));
    return {std::move(options), [o](Run& run) {
                return o->network == "preset" ? explain_preset(run, o->metric)
                                              : explain(run, o->network, o->metric, o->figures);
            }};
}

}  // namespace wafernet::cli
