// wafernet estimate: everything about one network on one page.
#include <algorithm>
#include <memory>

#include "../command.hpp"
#include "../datasheet.hpp"
#include "../figures.hpp"
#include "../handover.hpp"
#include "../pictures.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet::cli {

namespace {

// Words whose numbers mean something else in much of the literature.
constexpr std::pair<std::string_view, const char*> elsewhere[] = {
    {"dragonfly",
     "\nhere a,h: a routers a group, h links of each to other groups; p,a,h with p hosts a router is "
     "concentrated:p:dragonfly:a,h"},
    {"fattree",
     "\nhere d: a binary tree of d levels with doubled links; the fat tree of k-port switches is "
     "xgft:k/2xk/2xk,1xk/2xk/2, the k-ary n-tree karytree:k,n"}};

std::string heading_of(const Network& network, const DesignPoint& point) {
    if (network.family == nullptr) return network.word + ": a graph of your own; " + stack_of(point);
    const Family& f = *network.family;
    const auto* said = std::ranges::find(elsewhere, f.name, [](const auto& e) { return e.first; });
    return network.word + ": " + std::string(f.title) + " (" + std::string(f.source.document) + ", " +
           std::string(f.source.place) + "); " + stack_of(point) + (said == std::end(elsewhere) ? "" : said->second);
}

}  // namespace

Command estimate_command() {
    struct Options {
        std::string network;
        bool all = false;
        FigureOptions figures;
    };
    const auto o = std::make_shared<Options>();
    std::vector<Option> options{{"network", &o->network, {}, true}, {"--all", &o->all}};
    add_options(options, figure_options(o->figures));
    return {
        std::move(options), [o](Run& run) {
            const double budget = budget_of(o->figures, page_seconds);
            check_load(o->figures.energy);
            check_point(o->figures.point, {&o->network, 1});
            const auto [kept, replaced] =
                mended(std::make_shared<const Design>(o->network, o->figures.point), run.common(), o->figures, budget);
            const Design& design = *kept;
            FigureRequest request = request_for(design, run.common(), o->figures, budget);
            look_again(request, budget);
            request.replaced = replaced;
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
            if (format == Format::text && !o->all) {
                run.print(datasheet(request, all));
                return 0;
            }
            const bool page = format == Format::text || format == Format::markdown;
            Table table{"", {"metric", "value", "unit", "kind", "source", "section"}};
            std::string section;
            for (const Figure& f : all) {
                if (f.aside) continue;
                // On the page a section's name stands once.
                const std::string shown = page && f.section == section ? "" : f.section;
                section = f.section;
                table.row(f.metric, f.value, f.unit, f.kind, f.source, shown);
            }
            run.print(table);
            return 0;
        }};
}

}  // namespace wafernet::cli
