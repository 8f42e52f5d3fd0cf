// What collective operations take, only on request.

#include "../figures.hpp"
#include "../link_options.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/work/collective.hpp"

namespace wafernet::cli {

std::vector<Figure> work_figures(const FigureRequest& request) {
    std::vector<Figure> all;
    const Design& design = request.design;
    for (const std::string& word : request.works) {
        auto [name, work] = work_named(word);
        std::string source = word + " on " + design_point(request);
        Value ns, share, joules, usd;
        try {
            const LinkTimes times = link_times(design);
            work.root = terminals_of(request.network()).front();
            const Schedule schedule = collective_schedule(request.network(), times, work);
            source = schedule.algorithm + ", " + source;
            ns = schedule.time_ns;
            share = collective_bound(request.network(), times, work).ns / schedule.time_ns;
            joules = value_or_reason([&] { return Value(schedule_joules(design, schedule)); });
            usd = value_or_reason([&] { return Value(usd_seconds(design, schedule.time_ns)); });
        } catch (const InputError& error) {
            ns = share = joules = usd = Missing{error.what()};
        }
        const auto add = [&, name = name](const char* suffix, const Value& value, const char* unit, const char* note) {
            all.push_back({"work", name + suffix, value, unit, kinds::model, source, note});
        };
        add("_ns", ns, "ns", "of a schedule, by the alpha-beta model; 'wafernet collectives' has more of it");
        add("_share", share, "", "of the time that no schedule beats");
        add("_energy_j", joules, "J", "of routers and links over that time");
        add("_price_usd_s", usd, "usd s", "price of a working system times that time");
    }
    return all;
}

}  // namespace wafernet::cli
