// Formulas of the families as a document prints them. Argument `place` chooses among several of one document: the first
// whose place begins with it.

#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

Evaluation closed_form(const Subject& subject, Metric metric) {
    const NetworkWord word = network_word(subject.network);
    const std::string place = subject.maybe_word("place").value_or("");
    for (const ClosedForm& form : word.family->closed_forms) {
        if (form.metric != metric || form.source.document == "wafernet" || !form.source.place.starts_with(place))
            continue;
        const std::optional<double> value = form.value(word.parameters);
        if (value) return {*value};
    }
    return {Missing{"no such formula for " + word.word}};
}

template <Metric metric> Evaluation printed(const Subject& subject, Workbench&) { return closed_form(subject, metric); }

// Degree x the printed formula of the diameter.
Evaluation printed_cost(const Subject& subject, Workbench&) {
    Evaluation degree = closed_form(subject, Metric::degree_max),
               diameter = closed_form(subject, Metric::diameter_hops);
    const auto *d = std::get_if<double>(&degree.value), *hops = std::get_if<double>(&diameter.value);
    if (d == nullptr) return degree;
    if (hops == nullptr) return diameter;
    return {*d * *hops};
}

constexpr Quantity list[] = {
    {"printed_form.nodes", "the printed formula", Kind::formula, false, printed<Metric::nodes>},
    {"printed_form.links", "the printed formula", Kind::formula, false, printed<Metric::links>},
    {"printed_form.degree_max", "the printed formula", Kind::formula, false, printed<Metric::degree_max>},
    {"printed_form.diameter_hops", "the printed formula", Kind::formula, false, printed<Metric::diameter_hops>},
    {"printed_form.cost", "degree x the printed formula of the diameter", Kind::formula, false, printed_cost},
    {"printed_form.bisection_links", "the printed formula", Kind::formula, false, printed<Metric::bisection_links>},
    {"printed_form.free_ports", "the printed formula", Kind::formula, false, printed<Metric::free_ports>},
    {"printed_form.highest_level", "the printed formula", Kind::formula, false, printed<Metric::highest_level>},
};

}  // namespace

std::span<const Quantity> closed_forms_quantities() { return list; }

}  // namespace wafernet::published
