// Printed times: ziavras, sec. 5.1-5.5 and Table 3. q = sqrt p, c = ceil((q - 1)/w).
#include "wafernet/windows/collectives.hpp"

#include <array>
#include <cmath>
#include <string>

#include "base/named.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 5> names = {"one-to-one", "one-to-all", "all-to-all", "one-to-all-personalized",
                                                   "all-to-all-personalized"};

double line_steps(std::uint64_t q, std::uint64_t w) {
    if (q < 2) throw InputError("lines of " + std::to_string(q) + " nodes, need at least 2");
    if (w < 1 || w >= q)
        throw InputError("w = " + std::to_string(w) + ", need a window from 1 to " + std::to_string(q - 1));
    return std::ceil(static_cast<double>(q - 1) / static_cast<double>(w));
}

}  // namespace

std::span<const Collective> all_collectives() {
    static constexpr std::array<Collective, 5> all = {Collective::one_to_one, Collective::one_to_all,
                                                      Collective::all_to_all, Collective::one_to_all_personalized,
                                                      Collective::all_to_all_personalized};
    return all;
}

void check_cost(const MessageCost& cost) {
    for (const double number : {cost.words, cost.startup_time, cost.word_time, cost.combining_time}) {
        if (!std::isfinite(number)) throw InputError("a cost that is not a number, need words and times");
    }
    if (!(cost.words >= 1)) throw InputError("messages of fewer than one word, need at least 1");
    if (!(cost.startup_time >= 0 && cost.word_time >= 0 && cost.combining_time >= 0))
        throw InputError("a negative time, need start-up, word and combining times >= 0");
}

std::string_view name(Collective operation) { return names[static_cast<std::size_t>(operation)]; }

Collective collective(std::string_view word) { return named<Collective>(word, names, "unknown operation", ""); }

double printed_time(Collective operation, std::uint64_t q, std::uint64_t w, const MessageCost& cost,
                    Switching switching) {
    check_cost(cost);
    const double c = line_steps(q, w);
    const double side = static_cast<double>(q);
    const double m = cost.words * cost.word_time;
    const double start = cost.startup_time;
    const double combine = cost.combining_time;
    if (switching == Switching::wormhole) {
        if (operation != Collective::one_to_one && operation != Collective::one_to_all) {
            throw InputError("no wormhole time is printed for " + std::string(name(operation)) +
                             ", only for one-to-one and one-to-all");
        }
        return start + 2 * c * cost.word_time + (cost.words - 1) * cost.word_time;  // sec. 5.1, 5.2
    }
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all: return start + 2 * c * m + (2 * c - 1) * combine;  // sec. 5.1, 5.2
        case Collective::all_to_all: return start + (1 + side) * c * m + (1 + side) * (c - 1) * combine;  // sec. 5.3
        case Collective::one_to_all_personalized: return start + c * side * m + (2 * c - 1) * combine;    // sec. 5.4
        case Collective::all_to_all_personalized:
            return start + side * side * (2 * c - 1) * m +
                   2 * (c - 1) * side * side * cost.words * combine;  // sec. 5.5
    }
    return 0;
}

double printed_line_exchange_time(std::uint64_t q, std::uint64_t w, const MessageCost& cost) {
    check_cost(cost);
    const double c = line_steps(q, w);
    return cost.startup_time + (2 * c - 1) * cost.words * cost.word_time +
           2 * (c - 1) * cost.words * cost.combining_time;
}

double printed_hypercube_time(Collective operation, std::uint64_t d, double words) {
    check_cost({.words = words});
    if (d < 1 || d > 62) throw InputError("a hypercube of " + std::to_string(d) + " dimensions, need from 1 to 62");
    const double dimensions = static_cast<double>(d);
    const double nodes = std::exp2(dimensions);
    switch (operation) {
        case Collective::one_to_one:
        case Collective::one_to_all: return words * dimensions;
        case Collective::all_to_all:
        case Collective::one_to_all_personalized: return words * (nodes - 1);
        case Collective::all_to_all_personalized: return dimensions * nodes / 2 * words;
    }
    return 0;
}

}  // namespace wafernet
