// One candidate of an exploration: its design, the figures that take one kind of effort, and what none can be better
// than.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exploration.hpp"

namespace wafernet::cli {

/// What one call of a group gives: the figures that take one kind of effort.
struct Stage {
    std::string_view group, costly;
    std::vector<std::string> metrics;
};

/// Returns the stages of these figures, the cheapest first.
std::vector<Stage> stages_of(const std::set<std::string>& metrics);

/// A candidate that has been built.
class Built {
public:
    /// `needed`: the efforts that count against the budget.
    Built(const Candidate& candidate, const Exploration& asked, const std::set<std::string_view>& needed);
    Built(const Built&) = delete;
    Built& operator=(const Built&) = delete;

    /// Returns the same design with datelines laid for its routes, the rule that takes fewest VCs among those that can
    /// be made for any routes; null where they do not fit.
    static std::unique_ptr<Built> mended(Candidate candidate, const Exploration& asked,
                                         const std::set<std::string_view>& needed);

    [[nodiscard]] const Design& design() const { return design_; }
    /// Finds the figures of a stage; a figure that the network does not have is missing.
    void find(const Stage& stage, std::map<std::string, Value>& figures);

private:
    Design design_;
    FigureRequest request_;
    double budget_;
    Admitted admitted_;
};

/// What no latency is below and no saturation load above, from hops and a cut: messages take no fewer hops than the
/// shortest paths have, and no more flits cross a cut or the channels than one a cycle each.
struct Bounds {
    std::optional<double> least_cycles, most_load;
};

/// Returns them from hops and a cut.
Bounds bounds_of(const Design& design);
/// Returns the same with what the channels carry on the ways of the routing, which is closer; nothing where messages
/// have a choice of channels. Throws as Design::full_load does.
Bounds routed_bounds(const Design& design);
/// Returns the best score that an objective may come to; minus infinity where nothing is known.
double optimistic_score(const Objective& objective, const Design& design, const Bounds& bounds);

}  // namespace wafernet::cli
