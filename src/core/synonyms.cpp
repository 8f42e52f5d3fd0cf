// Names from BookSim2's traffic.cpp and routefunc.cpp, gem5's garnet_synth_traffic.py and noxim's command line.
#include "wafernet/core/synonyms.hpp"

#include <span>

namespace wafernet {

namespace {

struct Synonym {
    std::string_view word, here;
};

struct Elsewhere {
    std::string_view simulator, word, what;
};

constexpr Synonym traffic[] = {{"bitcomp", "complement"}, {"bitrev", "bit-reversal"}};

constexpr Synonym routings[] = {
    {"dim_order", "dor"}, {"dim_order_mesh", "dor"}, {"dim_order_torus", "dor"}, {"dor_mesh", "dor"},
    {"min", "minimal"},   {"min_anynet", "minimal"}, {"min_adapt", "min-adapt"}, {"min_adapt_mesh", "min-adapt"}};

constexpr Elsewhere traffic_words[] = {
    {"BookSim2", "randperm", "drawn from its own random numbers, a file of the pairs gives it (file:PAIRS.csv)"},
    {"BookSim2", "diagonal", "a file of rates here (file:RATES.csv)"},
    {"BookSim2", "asymmetric", "a file of rates here (file:RATES.csv)"},
    {"BookSim2", "taper64", "a file of rates here (file:RATES.csv)"},
    {"BookSim2", "bad_dragon", "a file of rates here (file:RATES.csv)"},
    {"BookSim2", "badperm_yarc", "a file of rates here (file:RATES.csv)"},
    {"noxim", "random", "'uniform' here"},
    {"noxim", "transpose1", "'transpose' here"},
    {"noxim", "transpose2", "a file of pairs here (file:PAIRS.csv)"},
    {"noxim", "bitreversal", "'bit-reversal' here"},
    {"noxim", "butterfly", "a file of pairs here (file:PAIRS.csv)"},
    {"noxim", "local", "a file of rates here (file:RATES.csv)"},
    {"noxim", "ulocal", "a file of rates here (file:RATES.csv)"},
    {"noxim", "table", "a file of rates here (file:RATES.csv)"},
    {"gem5", "uniform_random", "'uniform' here"},
    {"gem5", "bit_complement", "'complement' here"},
    {"gem5", "bit_reverse", "'bit-reversal' here"},
    {"gem5", "bit_rotation", "a file of pairs here (file:PAIRS.csv)"},
};

constexpr Elsewhere routing_words[] = {
    {"BookSim2", "nca", "'up-down-adaptive' here"},
    {"BookSim2", "anca", "'up-down-adaptive' here"},
    {"BookSim2", "xy_yx", "no routing here"},
    {"BookSim2", "adaptive_xy_yx", "no routing here"},
    {"BookSim2", "romm", "no routing here"},
    {"BookSim2", "planar_adapt", "no routing here"},
    {"noxim", "WEST_FIRST", "'west-first' here"},
    {"noxim", "NORTH_LAST", "'north-last' here"},
    {"noxim", "NEGATIVE_FIRST", "'negative-first' here"},
    {"noxim", "ODD_EVEN", "no routing here, 'west-first' is a turn model too"},
    {"noxim", "DYAD", "no routing here, 'duato' is adaptive"},
    {"noxim", "FULLY_ADAPTIVE", "'minimal-adaptive' here"},
    {"noxim", "TABLE_BASED", "no routing here, 'minimal' is shortest paths in a table"},
    {"gem5", "TABLE_", "'minimal' here"},
    {"gem5", "XY_", "'dor' here"},
};

constexpr Synonym routing_synonyms[] = {
    {"xy", "dimension order, 'dor' here"},
    {"XY", "dimension order, 'dor' here"},
    {"xyz", "dimension order, 'dor' here"},
    {"e-cube", "dimension order, 'dor' here"},
    {"ecube", "dimension order, 'dor' here"},
    {"dimension-order", "dimension order, 'dor' here"},
    {"shortest-path", "'minimal' here"},
    {"table", "'minimal' here, or a table by --routes"},
    {"dyad", "not here; 'west-first' and 'minimal-adaptive' adapt too"},
    {"odd-even", "not here; 'west-first', 'negative-first' and 'minimal-adaptive' adapt too"},
    {"oddeven", "not here; 'west-first', 'negative-first' and 'minimal-adaptive' adapt too"},
};

constexpr Synonym family_synonyms[] = {
    {"foldedtorus", "'torus' here, with the wires of layout folded"},
    {"folded-torus", "'torus' here, with the wires of layout folded"},
    {"hexamesh", "'hexmesh' here, of one more on an edge than it has rings"},
    {"flattened-butterfly", "'flatbutterfly' here"},
    {"flatfly", "'flatbutterfly' here"},
    {"fly", "'butterfly' here"},
    {"dragonflynew", "'dragonfly' here"},
    {"cmesh", "'booksim-cmesh:8' here, without links along the rims 'concentrated:4:mesh:8x8'"},
};

std::string_view here(std::span<const Synonym> all, std::string_view word) {
    for (const Synonym& s : all) {
        if (s.word == word) return s.here;
    }
    return word;
}

std::string elsewhere(std::span<const Elsewhere> all, std::string_view word) {
    for (const Elsewhere& e : all) {
        if (e.word == word)
            return " (" + std::string(e.simulator) + "'s '" + std::string(e.word) + "' is " + std::string(e.what) + ")";
    }
    return "";
}

}  // namespace

std::string_view traffic_of_booksim(std::string_view word) { return here(traffic, word); }
std::string_view routing_of_booksim(std::string_view word) { return here(routings, word); }
std::string traffic_elsewhere(std::string_view word) { return elsewhere(traffic_words, word); }
std::string family_elsewhere(std::string_view word) {
    const std::string_view found = here(family_synonyms, word);
    return found == word ? "" : " (" + std::string(found) + ")";
}
std::string routing_elsewhere(std::string_view word) {
    const std::string_view found = here(routing_synonyms, word);
    return found == word ? elsewhere(routing_words, word) : ", that is " + std::string(found);
}

}  // namespace wafernet
