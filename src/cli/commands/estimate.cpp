// wafernet estimate: everything about one network on one page.
#include <algorithm>
#include <memory>

#include "../command.hpp"
#include "../figures.hpp"
#include "../handover.hpp"
#include "../pictures.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet::cli {

namespace {

std::string heading_of(const Network& network, const DesignPoint& point) {
    const std::string what = network.family == nullptr ? "a graph of your own"
                                                       : std::string(network.family->title) + " (" +
                                                             std::string(network.family->source.document) + ", " +
                                                             std::string(network.family->source.place) + ")";
    return network.word + ": " + what + "; " + stack_of(point);
}

}  // namespace

Command estimate_command() {
    struct Options {
        std::string network;
        FigureOptions figures;
    };
    const auto o = std::make_shared<Options>();
    std::vector<Option> options{{"network", "network word, such as htn:4,4,2,1", &o->network, true}};
    for (Option& option : figure_options(o->figures)) options.push_back(std::move(option));
    return {
        "estimate", "everything about one network on one page",
        "wafernet estimate htn:4,4,2,1\nwafernet estimate torus:8x8x8 --format csv\nwafernet estimate "
        "@models/htn-1024.toml\n"
        "wafernet estimate htn:4,4,2,0 -o page.html\n"
        "wafernet estimate mesh:6x6 --planes 9 --traffic transpose --routing west-first",
        std::move(options), [o](Run& run) {
            const double budget = budget_of(o->figures, page_seconds);
            check_load(o->figures.energy);
            check_point(o->figures.point, {&o->network, 1});
            const Design design(o->network, o->figures.point);
            const FigureRequest request = request_for(design, run.common(), o->figures, budget);
            const std::vector<Figure> all = figures(request);
            if (const auto warning = clock_warning(design)) run.warn(*warning);
            const auto named = [&](const char* metric) { return std::ranges::find(all, metric, &Figure::metric); };
            if (const auto verdict = named("deadlock_free"); verdict != all.end()) {
                if (const auto warning = deadlock_warning(design.network().word, *verdict,
                                                          *named("saturation_load_flits_per_node_cycle")))
                    run.warn(*warning);
            }
            if (run.common().render.format == Format::html) {
                run.document(estimate_page(request, all, heading_of(design.network(), design.point()), made_by(run)));
                return 0;
            }
            run.print(heading_of(design.network(), design.point()) + "\n");
            const Format format = run.common().render.format;
            const bool page = format == Format::text || format == Format::markdown;
            Table table{"",
                        {{"metric", ""}, {"value", ""}, {"unit", ""}, {"kind", ""}, {"source", ""}, {"section", ""}},
                        {},
                        {}};
            std::string section;
            for (const Figure& f : all) {
                if (f.aside) continue;
                // On the page a section's name stands once.
                const std::string shown = page && f.section == section ? "" : f.section;
                section = f.section;
                table.add({f.metric, f.value, f.unit, f.kind, f.source, shown});
            }
            run.print(table);
            return 0;
        }};
}

}  // namespace wafernet::cli
