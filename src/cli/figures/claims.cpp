// What the family's closed forms claim.
#include <cmath>

#include "../figures.hpp"
#include "wafernet/core/metric.hpp"

namespace wafernet::cli {

std::vector<Figure> claims_figures(const FigureRequest& request) {
    std::vector<Figure> all;
    if (request.network().family == nullptr) return all;
    for (const ClosedForm& form : request.network().family->closed_forms) {
        const auto value = form.value(request.network().parameters);
        if (!value) continue;  // outside the stated range
        const bool whole = *value == std::floor(*value) && std::abs(*value) < 9e15;
        std::string note(form.formula);
        if (!form.note.empty()) note += "; " + std::string(form.note);
        all.push_back({"published formulas", std::string(name(form.metric)),
                       whole ? Value(static_cast<std::int64_t>(*value)) : Value(*value), std::string(unit(form.metric)),
                       kinds::formula,
                       std::string(form.source.document) + ' ' + std::string(form.source.place) +
                           (form.corrected ? ", corrected" : ""),
                       note, false});
    }
    return all;
}

}  // namespace wafernet::cli
