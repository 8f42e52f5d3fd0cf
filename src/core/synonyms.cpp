// Names from BookSim2's traffic.cpp and routefunc.cpp, gem5's garnet_synth_traffic.py and noxim's command line.
#include "wafernet/core/synonyms.hpp"

#include "base/embedded.hpp"

namespace wafernet {

namespace {

std::string_view said(std::string_view kind, std::string_view word, std::string_view otherwise) {
    const std::string key = std::string(kind) + " " + std::string(word);
    return embedded::row_of(embedded::synonyms, key).value_or(otherwise);
}

}  // namespace

std::string_view traffic_of_booksim(std::string_view word) { return said("booksim-traffic", word, word); }
std::string_view routing_of_booksim(std::string_view word) { return said("booksim-routing", word, word); }
std::string traffic_elsewhere(std::string_view word) { return std::string(said("traffic", word, "")); }
std::string family_elsewhere(std::string_view word) { return std::string(said("family", word, "")); }
std::string routing_elsewhere(std::string_view word) { return std::string(said("routing", word, "")); }

}  // namespace wafernet
