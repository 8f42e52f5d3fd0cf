#include "figures.hpp"

#include <algorithm>

namespace wafernet::cli {

std::vector<Figure> figures(const FigureRequest& request) {
    std::vector<Figure> all = all_figures(request);
    const auto rank = [](const Figure& f) { return std::find(std::begin(sections), std::end(sections), f.section) - std::begin(sections); };
    std::stable_sort(all.begin(), all.end(), [&](const Figure& a, const Figure& b) { return rank(a) < rank(b); });
    return all;
}

}  // namespace wafernet::cli
