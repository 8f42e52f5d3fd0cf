// wafernet mapping: communication steps of applications.
#include "wafernet/wsi/mapping.hpp"

#include <bit>
#include <memory>

#include "../command.hpp"
#include "wafernet/core/error.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet::cli {

namespace {

struct Arguments {
    std::vector<std::string> networks;
    bool schedule = false;
};

constexpr std::uint64_t most_scheduled = 4096;  // half a minute

}  // namespace

Command mapping_command() {
    const auto a = std::make_shared<Arguments>();
    return {
        "mapping",
        "communication steps of bitonic merge, FFT and maximum",
        "examples:\n  wafernet mapping htn:4,4,2,0 torus:32x32\n  wafernet mapping htn:4,4,2,0 --schedule",
        {{"networks", "network words", &a->networks, true},
         {"--schedule", "also schedule every datum on the graph, an upper bound; half a minute for 4096 nodes",
          &a->schedule}},
        [a](Run& run) {
            Table table{
                "communication steps",
                {{"network", ""},
                 {"application", ""},
                 {"steps", ""},
                 {"kind", ""},
                 {"source", ""},
                 {"formula", ""},
                 {"note", ""}},
                {},
                {"kind: printed = as in the document, corrected = what it should be, scheduled = found on the graph"}};
            for (std::size_t i = 0; i < a->networks.size(); ++i) {
                run.progress("mapping, now " + a->networks[i], i, a->networks.size(), "networks");
                const auto made = std::make_shared<const Network>(make_network(a->networks[i]));
                const Network& network = *made;
                const std::vector<MappingFormula> formulas = mapping_formulas(network);
                for (const MappingFormula& f : formulas) {
                    const Value steps =
                        f.steps ? Value(*f.steps)
                                : Value(Missing{std::string(f.note.empty() ? "outside the formula's range" : f.note)});
                    table.add({network.word, std::string(name(f.application)), steps,
                               std::string(f.corrected                       ? "corrected"
                                           : f.source.document == "wafernet" ? "analogy"
                                                                             : "printed"),
                               std::string(f.source.document) + ", " + std::string(f.source.place),
                               std::string(f.formula), std::string(f.note)});
                }
                if (!a->schedule) {
                    const Node nodes = network.graph.nodes();
                    const bool schedulable = std::has_single_bit(nodes) && nodes <= most_scheduled;
                    if (formulas.empty()) {
                        const Missing nothing{"the documents give none"};
                        for (const Application application :
                             {Application::bitonic_merge, Application::fft, Application::maximum}) {
                            table.add({network.word, std::string(name(application)), nothing, nothing, nothing, nothing,
                                       nothing});
                        }
                        run.warn(network.word + ": the documents give no formula" +
                                 (schedulable ? "; --schedule works the steps out on the graph"
                                              : ", and --schedule needs a power of two of at most " +
                                                    std::to_string(most_scheduled) + " nodes"));
                    }
                    continue;
                }
                if (network.graph.nodes() > most_scheduled) {
                    throw InputError(network.word + " has " + std::to_string(network.graph.nodes()) +
                                     " nodes, --schedule needs at most " + std::to_string(most_scheduled));
                }
                const auto scheduled = Run::unless_interrupted([made] { return schedule_converge(*made); });
                if (!scheduled) {
                    run.keep_finished(network.word, !table.rows.empty());
                    break;
                }
                const ConvergeSchedule& s = *scheduled;
                for (const Application application :
                     {Application::bitonic_merge, Application::fft, Application::maximum}) {
                    const std::uint64_t steps = application == Application::maximum ? s.maximum_steps : s.bitonic_steps;
                    table.add({network.word, std::string(name(application)), static_cast<std::int64_t>(steps),
                               std::string("scheduled"), std::string("wafernet, converge.cpp"),
                               std::string("one datum a channel and step"), std::string("an upper bound")});
                }
            }
            run.progress("mapping", a->networks.size(), a->networks.size());
            run.print(table);
            return run.interrupted() ? 1 : 0;
        }};
}

}  // namespace wafernet::cli
