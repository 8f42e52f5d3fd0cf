// The figures of one network: what `estimate` shows on a page, `compare` in a row and `explain` one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "dynamic_options.hpp"
#include "energy_load.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/design/effort.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// How a figure was reached, in the words of the output.
namespace kinds {
inline constexpr const char* exact = "exact";          ///< counted on the graph
inline constexpr const char* routed = "routed";        ///< counted on the paths of a routing
inline constexpr const char* formula = "formula";      ///< a published or derived formula
inline constexpr const char* bound = "bound";          ///< proven to be no less, or no more, than the exact value
inline constexpr const char* model = "model";          ///< an analytical model
inline constexpr const char* simulated = "simulated";  ///< a simulation
}  // namespace kinds

struct Figure {
    std::string section;  ///< part of the page: "structure", "distances", "wafer stack", "latency"
    std::string metric;   ///< with its unit as a suffix: "diameter_hops"
    Value value;
    std::string unit;      ///< in words: "hops"
    std::string kind;      ///< one of `kinds`
    std::string source;    ///< "graph", "routing dor-nearest", "rahman2006 Eq. 3.3"
    std::string note{};    ///< for `explain`: the formula, the reading, what is wrong with it
    bool compared = true;  ///< a column of `compare`; formulas beside a counted value are not
    std::string
        counted{};  ///< of a formula: the source of the counted figure that it is meant for, where there are several
    bool aside = false;  ///< what nobody looks for: that there is one component, why there is no router to cost. Not on
                         ///< the page, and no column of `compare` by itself
};

/// Options of the pages of figures beside those of the design point.
struct FigureOptions {
    DesignPoint point;
    EnergyLoad energy;                 ///< at which power is given; nothing: half of a saturation load
    std::optional<double> budget;      ///< seconds; nothing: a page's or a comparison's own
    bool thorough = false;             ///< a budget of minutes, and deeper searches
    bool simulate = false;             ///< simulations too, which take seconds
    std::vector<std::string> works{};  ///< OPERATION:BYTES: collectives whose time is a figure
    /// Returns the option without which nobody has this figure, or nothing.
    [[nodiscard]] std::string_view needed_for(std::string_view metric) const;
};
inline constexpr double page_seconds = 2.0, comparison_seconds = 5.0, network_seconds = 1.5, thorough_seconds = 120.0;

/// Returns the options that read them, those of the design point among them.
std::vector<Option> figure_options(FigureOptions& options);
/// Returns the seconds that costly figures may take together. Throws InputError where they are not above 0,
/// and for a work that is none or there twice.
double budget_of(const FigureOptions& options, double usual);

/// Throws InputError where none of the networks can have the point: a word that is not known, a number out of its
/// option's range, a file of traffic that means nothing on any of them.
void check_point(const DesignPoint& point, std::span<const std::string> networks);

struct FigureRequest {
    const Design& design;
    unsigned threads = 1;
    std::uint64_t seed = 1;
    bool thorough = false;
    bool simulate = false;
    PredictedSeconds seconds{};
    Admitted shown{};              ///< the costly figures for which there is time
    bool saturation = true;        ///< the saturation load too, which takes most of the time of the latency model
    std::optional<double> load{};  ///< flits a node and cycle for the energy, ; nothing: half of the saturation load
    std::vector<std::string> works{};  ///< as FigureOptions
    std::string replaced{};            ///< as mended

    [[nodiscard]] const Network& network() const { return design.network(); }
    [[nodiscard]] const DesignPoint& point() const { return design.point(); }
};

/// Takes the technologies of a list a,b out of the options, which keep the first. Throws as read_technology does.
std::vector<std::string> technologies_of(FigureOptions& figures);

FigureRequest request_for(const Design& design, const CommonOptions& common, const FigureOptions& options,
                          double budget);

/// Makes the latency model where that fits into the budget or is a matter of a moment, and looks again at what is
/// shown, with what the model says of its solution.
void look_again(FigureRequest& request, double budget);

/// Returns the design; where nothing is said of preset, routing and VC rule, and the default can deadlock, that with
/// datelines if the budget has room for it, and what they replace.
std::pair<std::shared_ptr<const Design>, std::string> mended(std::shared_ptr<const Design> design,
                                                             const CommonOptions& common, const FigureOptions& options,
                                                             double budget);

/// Returns why a figure of so many predicted seconds is left out, and the budget with which it is shown.
Missing left_out(const FigureRequest& request, double seconds);

/// It takes no more VCs than 'hop', for a route turns once in two hops at most, and on none of 21 networks of 64 and
/// 256 nodes more than 'layers'.
inline constexpr const char* mending_rule = "datelines";
inline constexpr const char* can_deadlock = ", which can deadlock";
/// Returns a warning where figures of a network have a saturation load and its routing can deadlock, or would by
/// default.
std::optional<std::string> deadlock_warning(const std::string& network, const Figure& deadlock_free,
                                            const Figure& saturation);

/// Returns the case that latency and saturation are given for: "preset ideal, uniform traffic, 16 flits", and the
/// options that differ from their defaults, "vcs 4"; `model`: those of the model too.
std::string case_of(const FigureRequest& request, bool model = true);

/// Returns "16 planes, technology thesis; " and the case.
std::string design_point(const FigureRequest& request);

/// Returns the options with which a command has this point: " --planes 16 --vcs 4".
std::string command_options(DesignPoint point);

inline std::string planes_of(const DesignPoint& point) { return with_noun(point.planes.value_or(1), "plane"); }
/// Returns a warning where the point's clock cannot be met, with the stage that needs more.
std::optional<std::string> clock_warning(const Design& design);
/// Returns what yield_system assumes: "64 + 16 spare nodes in each of 4 + 1 blocks of a plane, ...".
std::string system_yield_note(const DesignPoint& point, const BlockSpares& spares);
/// Returns what a link has: "a link of 64 bits has 2 x (64 + 4) wires: data and side-band of each way".
std::string link_note(const Technology& technology);
/// Returns what the first line of every page says: "16 planes, technology hybrid-bond".
inline std::string stack_of(const DesignPoint& point) {
    std::string text = planes_of(point) + ", technology " + point.technology;
    for (const std::string& plane : point.plane_technologies) text += ", plane " + plane;
    return text;
}

/// Sections in the order of the page; figures of any other section follow.
inline constexpr std::string_view sections[] = {
    "design",      "structure", "distances", "routing", "published formulas",
    "wafer stack", "latency",   "cost",      "work",    "simulation"};

/// What is known of a figure of any network, or of what a design point says of one (figures.csv).
struct KnownFigure {
    std::string_view metric;
    std::string_view group;   ///< the group of figures that has it; empty: it is no column of `compare`; "design": only
                              ///< where rows differ in it and a figure is shown that uses it, or where it is asked for
    std::string_view costly;  ///< what it takes that is costly, as built.cpp orders it; empty: nothing
    std::string_view uses;    ///< model (or verdict or simulator), router, wires; of "design": what uses it
    std::string_view meaning;  ///< for `explain`; empty: its name says it
};
/// Returns all, in the order of the columns of `compare`, which does not depend on the networks.
const std::vector<KnownFigure>& known_figures();
/// Returns the figures that are compared.
const std::vector<std::string_view>& compared_metrics();
/// Returns the figures of the operations of collectives, which the option --work asks for.
std::vector<std::string_view> work_metrics();
/// Returns what may be asked for in a comparison: the figures, and what was used for them.
std::vector<std::string_view> comparable_metrics();

/// The figures of one file in src/cli/figures.
struct FigureGroup {
    std::string_view name;  ///< of the file: "latency"
    std::vector<Figure> (*figures)(const FigureRequest&);
};

/// Returns load, energy and power at the request's load, at the design point's, or at half of the saturation load.
std::vector<Figure> energy_figures(const FigureRequest& request);
inline constexpr const char* not_accepted = "more than it accepts";  ///< ends the note of a load above saturation

/// Returns all groups in the order of the file names; generated.
std::span<const FigureGroup> figure_groups();

/// Returns the figures of all files in src/cli/figures, in the order of the page. A file defines
/// `std::vector<Figure> <file name>_figures(const FigureRequest&)`; the registry is generated from the folder. A figure
/// that cannot be given is Missing with the reason, or left out where it means nothing for the network.
std::vector<Figure> figures(const FigureRequest& request);

}  // namespace wafernet::cli
