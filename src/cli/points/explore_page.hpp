// The candidates of an exploration as a page with sliders: one file that loads nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exploration.hpp"
#include "wafernet/report/provenance.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// A candidate on the page.
struct PageDesign {
    std::string network, command, place;
    std::vector<std::pair<std::string, Value>> figures;  ///< by metric
};

struct ExplorePage {
    std::string about;                                     ///< what was asked
    std::vector<std::pair<std::string, bool>> objectives;  ///< metrics, and whether more is better
    std::vector<PageDesign> designs;
};

/// Returns a candidate with the command that shows its design.
PageDesign page_design(const Candidate& candidate, const Explored& explored, std::string place);

/// Returns the page; a value that is missing is not there. `made_by`: null where nothing says it.
std::string explore_page(const ExplorePage& page, const Provenance* made_by);

}  // namespace wafernet::cli
