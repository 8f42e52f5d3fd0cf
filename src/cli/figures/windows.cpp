// Colinear layout of one line of a HOW network or a generalized hypercube: counted, and Theorems 2 and 3 of ziavras.
#include "wafernet/windows/windows.hpp"

#include "../figures.hpp"

namespace wafernet::cli {

std::vector<Figure> windows_figures(const FigureRequest& request) {
    if (request.network().family == nullptr) return {};
    const auto windows = windows_of(*request.network().family, request.network().parameters);
    if (!windows) return {};
    if (windows->wrap || windows->p * windows->w > (1U << 22U)) {
        std::vector<Figure> none;
        const Missing why{windows->wrap ? "the documents lay out lines without wrap-around"
                                        : "a line of more than 2^22 wires"};
        for (const auto& [metric, unit] : {std::pair{"collective_width", "wires"},
                                           {"colinear_layers", "layers"},
                                           {"colinear_contacts", "contacts"}}) {
            none.push_back({"structure", metric, why, unit, kinds::exact, "colinear layout of a line"});
            none.back().aside = true;
        }
        return none;
    }
    const ColinearLayout layout =
        colinear_layout(static_cast<std::uint32_t>(windows->p), static_cast<std::uint32_t>(windows->w));
    const auto counted = [](const char* metric, std::uint64_t value, const char* unit) {
        return Figure{"structure", metric,       static_cast<std::int64_t>(value),
                      unit,        kinds::exact, "colinear layout of a line"};
    };
    std::vector<Figure> out{counted("collective_width", layout.collective_width(), "wires"),
                            counted("colinear_layers", layout.layers, "layers"),
                            counted("colinear_contacts", layout.contacts(), "contacts")};
    const auto printed = [&](const char* metric, std::optional<std::uint64_t> value, const char* unit,
                             const char* place, const char* formula) {
        if (value)
            out.push_back({"published formulas", metric, static_cast<std::int64_t>(*value), unit, kinds::formula, place,
                           formula, false});
    };
    const bool complete = windows->complete();
    printed("collective_width", collective_width_printed(*windows), "wires", "ziavras Theorem 2",
            complete ? "(p - 3) phi + p - 1 - 2 phi^2, phi = floor((p - 1)/4)"
                     : "(w/2)(w/2 + 1) for even w, ((w + 1)/2)^2 for odd w");
    printed("colinear_layers", layers_printed(*windows), "layers", "ziavras Theorem 3",
            complete ? "1 + ceil((p - 4)/2)" : "ceil(w/2)");
    return out;
}

}  // namespace wafernet::cli
