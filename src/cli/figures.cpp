#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "wafernet/error.hpp"
#include "wafernet/network.hpp"
#include "wafernet/simulation_case.hpp"
#include "wafernet/technology.hpp"

namespace wafernet::cli {

namespace {

template <class T>
std::string text_of(const T& value) {
    if constexpr (std::is_same_v<T, std::vector<std::string>>) return fmt::format("{}", fmt::join(value, " "));
    else return fmt::format("{}", value);
}
template <class T>
std::string text_of(const std::optional<T>& value) {
    return value ? text_of(*value) : std::string();
}

// ", vcs 4" for every option whose value is not its default, but for those that the case names anyway.
std::string not_default(const std::vector<Option>& options, const std::vector<Option>& defaults) {
    std::string out;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string name = options[i].names.substr(2);
        if (name == "preset" || name == "traffic" || name == "flits") continue;
        const auto text = [](const Option& option) { return std::visit([](const auto* target) { return text_of(*target); }, option.target); };
        const std::string value = text(options[i]);
        if (value == text(defaults[i])) continue;
        out += ", " + name + (std::holds_alternative<bool*>(options[i].target) ? "" : " " + value);
    }
    return out;
}

}  // namespace

std::vector<Figure> figures(const FigureRequest& request) {
    std::vector<Figure> all = all_figures(request);
    const auto rank = [](const Figure& f) { return std::find(std::begin(sections), std::end(sections), f.section) - std::begin(sections); };
    std::stable_sort(all.begin(), all.end(), [&](const Figure& a, const Figure& b) { return rank(a) < rank(b); });
    return all;
}

std::vector<Option> figure_options(FigureChoice& choice) {
    std::vector<Option> all{{"--planes", "stacked planes; where they do not divide the nodes there is no stack", &choice.planes},
                            {"--technology", "name or TOML file of a technology", &choice.technology}};
    for (Option& option : latency_options(choice.dynamic)) all.push_back(std::move(option));
    return all;
}

void check_choice(const FigureChoice& choice, std::span<const std::string> networks) {
    if (choice.planes == 0) throw InputError("--planes 0, need a number that divides the nodes");
    static_cast<void>(read_technology(choice.technology));
    const SimulationChoice dynamic = simulation_choice(choice.dynamic);
    check_choice(dynamic);
    std::exception_ptr why;
    for (std::size_t i = 0; i < networks.size() && dynamic.traffic.starts_with("file:"); ++i) {
        try {
            static_cast<void>(make_traffic(make_network(networks[i]), dynamic));
            return;
        } catch (const InputError&) {
            if (!why) why = std::current_exception();
        }
    }
    if (why) std::rethrow_exception(why);
}

std::string case_of(const FigureRequest& request, bool model) {
    LatencyChoice given = request.choice.dynamic, fresh;
    const std::string preset = given.preset.value_or(request.network.shared_nodes > 0 ? "kmway" : "ideal");
    const std::uint64_t flits = given.flits.value_or(simulation_preset(preset).lengths.front().flits);
    return "preset " + preset + ", " + given.traffic + " traffic, " + std::to_string(flits) + (flits == 1 ? " flit" : " flits") +
           (model ? not_default(latency_options(given), latency_options(fresh)) : not_default(dynamic_options(given), dynamic_options(fresh)));
}

std::string design_point(const FigureRequest& request) { return planes_of(request.choice) + ", technology " + request.choice.technology + "; " + case_of(request); }

}  // namespace wafernet::cli
