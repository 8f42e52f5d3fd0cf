// Every design that a question admits: cheap figures of all of them, costly ones of those that may still be best.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../figures.hpp"
#include "../selection.hpp"
#include "store.hpp"

namespace wafernet::cli {

/// Why a candidate is refused whose figures would take too long.
inline constexpr const char* over_budget = "predicted to take longer than --budget";

/// A figure to make small, or large.
struct Objective {
    std::string metric;
    bool maximize = false;
};

/// One network at one design point, not built yet.
struct Candidate {
    std::string word;
    std::uint64_t nodes = 0;
    DesignPoint point;
    std::uint64_t vcs_times = 0;  ///< times the fewest VCs that its rule needs; 0: as the point says
    std::vector<Value> choices;   ///< of what is varied, in the order of the columns
};

/// What is asked of the candidates.
struct Exploration {
    std::vector<Candidate> candidates;
    std::vector<Objective> objectives;
    std::vector<Condition> conditions;
    std::vector<std::string> shown;  ///< further figures, which decide nothing
    FigureOptions options;
    CommonOptions common;
    double budget = network_seconds;  ///< predicted seconds for the costly figures of one candidate
    bool exhaustive = false;          ///< all figures of all candidates
    bool mend = false;                ///< another VC rule where the routing's own can deadlock
    bool all = false;                 ///< `shown` of whatever is measured, else of the front
};

enum class Fate : std::uint8_t {
    open,       ///< not finished, after Ctrl-C
    measured,   ///< meets the conditions and has all objectives
    outside,    ///< does not meet `condition`
    refused,    ///< has no `metric`, for `reason`
    dominated,  ///< by bounds on the figures that were not computed
};

/// What is known of a candidate.
struct Explored {
    Fate fate = Fate::open;
    std::map<std::string, Value> figures;
    std::size_t condition = 0;
    std::string metric, reason;
    std::vector<double> score;       ///< the objectives to ten digits, each to be small
    std::vector<double> optimistic;  ///< no better score can come; where nothing is known minus infinity
};

/// Where every candidate is kept as it is finished.
struct KeptExploration {
    std::shared_ptr<Store> store;
    std::string question;              ///< what tells it from others, and what its files hold
    NamedValues options;               ///< of all candidates
    std::vector<std::string> choices;  ///< columns of Candidate::choices
};

/// What the work shares with the one that waits for it, and may have given up.
struct ExplorationState {
    Exploration asked;
    std::mutex guard;
    std::vector<Explored> of;          ///< one a candidate
    std::vector<std::size_t> meeting;  ///< how many candidates meet each condition alone; empty: not counted
    std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
    std::optional<KeptExploration> kept;  ///< nothing: no candidate is kept
};

/// Returns what is known of a candidate as a result that a store keeps, and back. Throws InputError where it is none.
PointResult result_of(const Explored& explored);
Explored explored_of(const PointResult& result);
/// Returns the words of one look at a candidate: "cheap mesh:8x8 0 4".
std::string look_words(bool cheap, const std::string& network, std::uint64_t vcs_times,
                       const std::vector<Value>& choices);

/// Explores; `state` has an entry of `of` for every candidate when it returns. Throws ComputationError "interrupted"
/// where progress says so, InputError for an objective that is a word and for a condition that does not fit its figure.
/// What comes out does not depend on the number of threads.
void explore(ExplorationState& state);

/// Returns the group of a figure of `compare` and which costly figures it takes, among them "" for none: "structure"
/// and "cuts". Throws std::logic_error for any other figure.
std::pair<std::string_view, std::string_view> group_of(std::string_view metric);

}  // namespace wafernet::cli
