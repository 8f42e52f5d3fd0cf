// Pages to hand over: what `estimate` and `compare` write as HTML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"
#include "report/page.hpp"

namespace wafernet::cli {

struct DesignPictures {
    std::optional<PlotSeries> curve;    ///< latency in cycles over load, by the model
    std::optional<double> saturation;   ///< flits per node and cycle
    double ns_per_cycle = 0.0;          ///< 0: not known
    double gbit_per_flit = 0.0;         ///< Gbit/s per node of a flit per node and cycle
    std::string no_curve;               ///< why there is none
    std::vector<PagePicture> pictures;  ///< the network, its layout and its stack, those that there are
};
/// Returns them; what takes longer than there is time for is left out.
DesignPictures design_pictures(const FigureRequest& request);

/// Returns the chart of several designs: in ns and Gbit/s where their clocks or widths differ.
PagePicture curves_of(const std::vector<DesignPictures>& designs, const std::vector<std::string>& names);

std::string estimate_page(const FigureRequest& request, const std::vector<Figure>& figures, const std::string& heading,
                          const Provenance* made_by);

/// Returns the values that the technology of a design has without a source, a line each.
std::vector<std::string> assumptions_of(const Design& design);

/// A design of a comparison.
struct ComparedDesign {
    std::string network, design_point;
    DesignPictures pictures;
    std::vector<std::string> assumptions;
};
/// Returns the comparison as a page, in this order of its rows: a row a figure, the curves in one picture, the pictures
/// of every network.
std::string comparison_page(const std::vector<ComparedDesign>& rows, const std::vector<std::size_t>& order,
                            const Table& table, const Provenance* made_by);

}  // namespace wafernet::cli
