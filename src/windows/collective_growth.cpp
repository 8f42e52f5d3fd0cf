// How printed times grow, times the pins of a node or the bisection width: Tables 4 and 5 of ziavras, from the formulas
// themselves.
#include <cmath>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/windows/collectives.hpp"

namespace wafernet {

namespace {

// The exponent nearest to `measured` in steps of one half.
int halves(double measured) {
    const double doubled = std::round(2 * measured);
    if (std::fabs(2 * measured - doubled) > 0.2)
        throw ComputationError("a growth with exponent " + std::to_string(measured) +
                               ", need one that is a multiple of 1/2");
    return static_cast<int>(doubled);
}

std::string power(const std::string& base, int halves) {
    if (halves == 1) return "sqrt(" + base + ")";
    if (halves == 2) return base;
    if (halves % 2 == 0) return base + "^" + std::to_string(halves / 2);
    return base + "^(" + std::to_string(halves) + "/2)";
}

std::string text(int p, int w, int log) {
    std::string out = "m";
    if (p != 0) out += " " + power("p", p);
    if (log == 2) out += " log p";
    if (log > 2) out += " log^" + std::to_string(log / 2) + " p";
    if (w > 0) out += " " + power("w", w);
    if (w < 0) out += "/" + power("w", -w);
    return out;
}

}  // namespace

std::string printed_growth(Collective operation, std::string_view family, CollectiveCost cost) {
    if (family == "hypercube") {
        const auto value = [&](std::uint64_t d) {
            const double size = static_cast<double>(d);
            return printed_hypercube_time(operation, d) * (cost == CollectiveCost::pins        ? size
                                                           : cost == CollectiveCost::bisection ? std::exp2(size - 1)
                                                                                               : 1.0);
        };
        const int p = halves(std::log2(value(62) / value(60)) / 2);
        const auto rest = [&](std::uint64_t d) { return value(d) / std::exp2(static_cast<double>(d) * p / 2); };
        return text(p, 0, halves(std::log2(rest(60) / rest(30))));
    }
    if (family != "how" && family != "gh")
        throw InputError("no growth is known for '" + std::string(family.substr(0, 60)) +
                         "', need how, gh or hypercube");
    const bool complete = family == "gh";
    const auto value = [&](std::uint64_t q, std::uint64_t window) {
        const std::uint64_t w = complete ? q - 1 : window;
        const double side = static_cast<double>(q);
        const double wide = static_cast<double>(w);
        // sec. 1 and 3: GH(sqrt p,2) has p^(3/2)/4 links across its middle; a window w(w + 1)/2 a line, without
        // wrap-around.
        const double bisection = complete ? side * side * side / 4 : side * wide * (wide + 1) / 2;
        return printed_time(operation, q, w) * (cost == CollectiveCost::pins        ? (complete ? 2 : 4) * wide
                                                : cost == CollectiveCost::bisection ? bisection
                                                                                    : 1.0);
    };
    constexpr std::uint64_t q = std::uint64_t{1} << 28U;
    constexpr std::uint64_t w = std::uint64_t{1} << 10U;
    const int p = halves(std::log2(value(4 * q, w) / value(q, w)) / 4);  // p = q^2 grows by 2^4
    return text(p, complete ? 0 : halves(std::log2(value(q, 2 * w) / value(q, w))), 0);
}

}  // namespace wafernet
