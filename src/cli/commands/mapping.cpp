// wafernet mapping: communication steps of applications.
#include "wafernet/wsi/mapping.hpp"

#include <bit>
#include <memory>

#include "../command.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

struct MappingArguments {
    std::vector<std::string> networks;
    bool schedule = false;
};

constexpr std::uint64_t most_scheduled = 4096;  // half a minute

constexpr Application applications[] = {Application::bitonic_merge, Application::fft, Application::maximum};

// Adds the steps that documents give; warns where they give none.
void add_formulas(Table& table, const Network& network, const MappingArguments& a, Run& run) {
    const std::vector<MappingFormula> formulas = mapping_formulas(network);
    for (const MappingFormula& f : formulas) {
        const Value steps = value_or(f.steps, {std::string(f.note.empty() ? "outside the formula's range" : f.note)});
        table.row(network.word, name(f.application), steps,
                  f.corrected                       ? "corrected"
                  : f.source.document == "wafernet" ? "analogy"
                                                    : "printed",
                  std::string(f.source.document) + ", " + std::string(f.source.place), f.formula, f.note);
    }
    if (a.schedule || !formulas.empty()) return;
    const Missing nothing{"the documents give none"};
    for (const Application application : applications)
        table.row(network.word, name(application), nothing, nothing, nothing, nothing, nothing);
    const Node nodes = network.graph.nodes();
    run.warn(network.word + ": the documents give no formula" +
             (std::has_single_bit(nodes) && nodes <= most_scheduled
                  ? "; --schedule works the steps out on the graph"
                  : ", and --schedule needs a power of two of at most " + std::to_string(most_scheduled) + " nodes"));
}

// Adds the steps of schedules that were found on the graph; returns whether it was finished.
bool add_schedules(Table& table, const std::shared_ptr<const Network>& network) {
    if (network->graph.nodes() > most_scheduled)
        throw InputError(network->word + " has " + std::to_string(network->graph.nodes()) +
                         " nodes, --schedule needs at most " + std::to_string(most_scheduled));
    const auto scheduled = Run::unless_interrupted([network] { return schedule_converge(*network); });
    if (!scheduled) return false;
    for (const Application application : applications) {
        const std::uint64_t steps =
            application == Application::maximum ? scheduled->maximum_steps : scheduled->bitonic_steps;
        table.row(network->word, name(application), steps, "scheduled", "wafernet, converge.cpp",
                  "one datum a channel and step", "an upper bound");
    }
    return true;
}

int mapping(Run& run, const MappingArguments& a) {
    check_words(a.networks);
    Table table{"communication steps",
                {"network", "application", "steps", "kind", "source", "formula", "note"},
                {},
                {"kind: printed = as in the document, corrected = what it should be, scheduled = found on the graph"}};
    for (std::size_t i = 0; i < a.networks.size(); ++i) {
        run.progress("mapping, now " + a.networks[i], i, a.networks.size(), "networks");
        const auto network = std::make_shared<const Network>(make_network(a.networks[i]));
        add_formulas(table, *network, a, run);
        if (a.schedule && !add_schedules(table, network)) {
            run.keep_finished(network->word, !table.rows.empty());
            break;
        }
    }
    run.progress("mapping", a.networks.size(), a.networks.size());
    run.print(table);
    return run.interrupted() ? 1 : 0;
}

}  // namespace

Command mapping_command() {
    const auto a = std::make_shared<MappingArguments>();
    return {{{"networks", &a->networks, {}, true}, {"--schedule", &a->schedule}},
            [a](Run& run) { return mapping(run, *a); }};
}

}  // namespace wafernet::cli
