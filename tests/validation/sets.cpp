// Validation sets as data.
#include "sets.hpp"

#include <array>
#include <utility>

#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

ValidationCase ideal(std::string network, std::string traffic, std::uint64_t flits, std::uint64_t vcs,
                     std::uint64_t buffer = 2, std::uint64_t link = 1) {
    ValidationCase c;
    c.network = std::move(network);
    c.choice.traffic = std::move(traffic);
    c.choice.flits = flits;
    c.choice.vcs = vcs;
    c.choice.buffer = buffer;
    c.choice.link_cycles = link;
    return c;
}

ValidationCase thesis(std::string network, std::string traffic) {
    ValidationCase c;
    c.network = std::move(network);
    c.choice.preset = "thesis";
    c.choice.traffic = std::move(traffic);
    return c;
}

ValidationCase booksim(std::string network, std::string traffic, std::uint64_t flits, std::uint64_t vcs,
                       std::uint64_t buffer, const char* preset = "booksim-min") {
    ValidationCase c = ideal(std::move(network), std::move(traffic), flits, vcs, buffer);
    c.choice.preset = preset;
    return c;
}

const char* const patterns[] = {"uniform", "transpose", "bit-reversal", "hotspot"};

}  // namespace

std::vector<ValidationCase> validation_set(std::string_view name) {
    std::vector<ValidationCase> all;
    const auto add = [&](const char* routing, ValidationCase c) {
        c.choice.routing = routing;
        all.push_back(std::move(c));
    };
    if (name == "A") {
        for (const char* network : {"mesh:8x8", "torus:8x8"}) {
            for (const char* traffic : patterns) {
                for (const std::uint64_t flits : {16U, 64U}) {
                    for (const std::uint64_t vcs : {2U, 3U, 4U}) all.push_back(ideal(network, traffic, flits, vcs));
                }
            }
        }
    } else if (name == "B") {
        for (const char* traffic : patterns) {
            for (const std::uint64_t flits : {16U, 64U}) {
                for (const std::uint64_t vcs : {2U, 4U}) all.push_back(ideal("torus:16x16", traffic, flits, vcs));
            }
        }
    } else if (name == "C") {
        all = {ideal("mesh:8x8", "uniform", 16, 1),         ideal("mesh:8x8", "transpose", 16, 1),
               ideal("mesh:8x8", "uniform", 16, 6),         ideal("torus:8x8", "uniform", 16, 6),
               ideal("mesh:8x8", "uniform", 16, 2, 4),      ideal("mesh:8x8", "uniform", 16, 2, 8),
               ideal("mesh:8x8", "bit-reversal", 16, 2, 8), ideal("mesh:8x8", "uniform", 16, 2, 20),
               ideal("torus:8x8", "uniform", 16, 2, 20),    ideal("mesh:8x8", "uniform", 16, 2, 2, 2),
               ideal("torus:8x8", "uniform", 16, 4, 2, 2),  ideal("mesh:8x8", "transpose", 16, 2, 2, 2),
               ideal("mesh:8x8", "uniform", 4, 2),          ideal("mesh:8x8", "uniform", 32, 2),
               ideal("torus:8x8", "uniform", 256, 2),       ideal("mesh:4x4", "uniform", 16, 2),
               ideal("mesh:16x16", "uniform", 16, 2),       ideal("torus:8x8", "tornado", 16, 2),
               ideal("mesh:8x8", "neighbor", 16, 2),        ideal("torus:8x8", "neighbor", 32, 4)};
    } else if (name == "D") {
        for (const char* network :
             {"htn:4,4,2,1", "htn:4,4,2,0", "h3dm:4,4,2,1", "tesh:2,2,0", "ttn:2,2,0", "mh3dt:4,2,2,0"}) {
            for (const char* traffic : {"uniform", "hotspot", "bit-reversal"}) all.push_back(thesis(network, traffic));
        }
    } else if (name == "H") {
        all = {ideal("hypercube:6", "uniform", 16, 2),   ideal("hypercube:6", "uniform", 16, 4),
               ideal("hypercube:6", "uniform", 64, 2),   ideal("hypercube:4", "uniform", 16, 2),
               ideal("mesh:4x4x4", "uniform", 16, 2),    ideal("mesh:4x4x4", "uniform", 16, 4),
               ideal("mesh:4x4x4", "hotspot", 16, 2),    ideal("mesh:3x3x3x3", "uniform", 16, 2),
               ideal("torus:4x4x4", "uniform", 16, 2),   ideal("torus:4x4x4", "uniform", 16, 4),
               ideal("complete:16", "uniform", 16, 2),   ideal("complete:16", "uniform", 16, 4),
               ideal("gh:4,2", "uniform", 16, 2),        ideal("torus:8x8", "neighbor", 16, 2),
               ideal("torus:4x4x4", "complement", 16, 2)};
    } else if (name == "K") {
        all = {booksim("mesh:8x8", "uniform", 16, 2, 4),
               booksim("mesh:8x8", "transpose", 16, 2, 4),
               booksim("mesh:8x8", "uniform", 16, 4, 4),
               booksim("mesh:8x8", "uniform", 16, 1, 16),
               booksim("mesh:8x8", "uniform", 1, 2, 8),
               booksim("mesh:8x8", "uniform", 5, 2, 8),
               booksim("mesh:8x8", "bit-reversal", 16, 2, 8),
               booksim("mesh:8x8", "transpose", 16, 4, 8),
               booksim("torus:8x8", "uniform", 16, 2, 4),
               booksim("torus:8x8", "uniform", 16, 2, 8),
               booksim("torus:8x8", "uniform", 16, 4, 8),
               booksim("torus:8x8", "transpose", 16, 2, 8),
               booksim("torus:8x8", "bit-reversal", 16, 4, 4),
               booksim("torus:8x8", "tornado", 16, 4, 8),
               booksim("torus:8x8", "uniform", 1, 2, 8),
               booksim("mesh:4x4", "uniform", 16, 4, 4),
               booksim("mesh:4x4", "uniform", 5, 2, 8),
               booksim("torus:4x4", "uniform", 16, 4, 8),
               booksim("mesh:16x16", "uniform", 16, 2, 4),
               booksim("torus:16x16", "uniform", 16, 4, 8),
               booksim("mesh:10x10", "uniform", 8, 3, 6),
               booksim("torus:5x5", "uniform", 10, 4, 5),
               booksim("mesh:8x8", "hotspot", 16, 2, 8),
               booksim("mesh:4x4x4", "uniform", 16, 2, 8),
               booksim("torus:8x8", "bit-reversal", 32, 2, 16),
               booksim("mesh:8x8", "uniform", 16, 2, 8, "booksim-4stage"),
               booksim("torus:8x8", "uniform", 8, 4, 8, "booksim-4stage"),
               booksim("mesh:6x6", "neighbor", 16, 2, 4),
               booksim("torus:9x9", "tornado", 5, 4, 8),
               booksim("mesh:4x8", "complement", 16, 4, 8),
               booksim("hypercube:6", "bit-reversal", 16, 2, 8),
               booksim("torus:16", "uniform", 16, 2, 8),
               booksim("mesh:8x8", "uniform", 16, 8, 4)};
    } else if (name == "L") {
        all = {booksim("mesh:6x6", "uniform", 12, 2, 4),    booksim("mesh:6x6", "uniform", 12, 4, 6),
               booksim("mesh:6x6", "uniform", 1, 3, 5),     booksim("mesh:6x6", "transpose", 12, 2, 6),
               booksim("torus:6x6", "uniform", 12, 2, 6),   booksim("torus:6x6", "uniform", 12, 4, 6),
               booksim("torus:6x6", "uniform", 1, 2, 6),    booksim("torus:6x6", "transpose", 12, 2, 6),
               booksim("torus:6x6", "transpose", 12, 4, 6), booksim("torus:7x7", "tornado", 12, 4, 6),
               booksim("torus:7x7", "uniform", 3, 2, 6),    booksim("mesh:5x5", "uniform", 24, 4, 4),
               booksim("mesh:5x5", "uniform", 12, 1, 12),   booksim("torus:4x4x4", "bit-reversal", 12, 2, 6),
               booksim("hypercube:5", "uniform", 12, 2, 6), booksim("torus:6x6", "transpose", 3, 4, 6)};
    } else if (name == "R") {
        for (const char* traffic : {"uniform", "transpose"}) {
            for (const char* routing : {"west-first", "negative-first", "double-y", "duato"})
                add(routing, ideal("mesh:8x8", traffic, 16, 2));
            add("duato", ideal("mesh:8x8", traffic, 64, 4));
            add("duato", ideal("torus:8x8", traffic, 16, 3));
            add("duato", ideal("torus:8x8", traffic, 64, 4));
            add("negative-first", ideal("torus:8x8", traffic, 16, 2));
        }
        add("duato", ideal("mesh:8x8", "hotspot", 16, 3));
        add("duato", ideal("mesh:16x16", "uniform", 16, 2));
        add("duato", ideal("mesh:4x4x4", "uniform", 16, 2));
        add("p-cube", ideal("hypercube:6", "bit-reversal", 16, 2));
        for (const char* traffic : {"uniform", "bit-reversal"}) add("ls", thesis("htn:4,4,2,0", traffic));
    } else if (name == "M") {  // drawn by chance before any of them was simulated; nothing is tuned on them
        add("valiant", ideal("hyperx:4x4", "uniform", 1, 4, 16));
        add("", booksim("slimfly:3", "hotspot", 8, 4, 2));
        add("valiant", ideal("dragonfly:3,3", "uniform", 1, 3, 8));
        add("", booksim("dragonfly:4,2,1", "uniform", 16, 3, 8));
        add("valiant", booksim("hyperx:3x4,2", "uniform", 16, 4, 2));
        add("", ideal("hyperx:4x4x4", "hotspot", 1, 4, 2));
        add("valiant", booksim("slimfly:5", "uniform", 8, 8, 16));
        add("", ideal("hyperx:4x4x4", "uniform", 16, 3, 4));
        add("valiant", ideal("hyperx:3x4,2", "hotspot", 4, 6, 8));
        add("", ideal("slimfly:3", "uniform", 1, 4, 16));
        add("valiant", booksim("dragonfly:4,2", "hotspot", 1, 6, 16));
        add("", booksim("dragonfly:3,3", "hotspot", 1, 4, 4));
    } else if (name == "Q") {
        for (const char* traffic : {"uniform", "transpose"}) {
            add("double-y", ideal("mesh:4x4", traffic, 16, 2));
            add("west-first", ideal("mesh:6x6", traffic, 24, 1));
            add("negative-first", ideal("mesh:6x6", traffic, 24, 2));
            add("double-y", ideal("mesh:6x6", traffic, 24, 2));
            add("duato", ideal("mesh:6x6", traffic, 24, 2));
            add("duato", ideal("mesh:6x6", traffic, 24, 5));
            add("duato", ideal("torus:6x6", traffic, 24, 3));
        }
        add("duato", ideal("hypercube:5", "uniform", 24, 2));
        add("p-cube", ideal("hypercube:5", "uniform", 24, 2));
    } else if (name == "S") {
        const std::pair<const char*, std::array<const char*, 2>> networks[] = {
            {"kmway-mesh:4,2", {"dor", "adaptive"}},
            {"kmway-mesh:4,3", {"dor", "adaptive"}},
            {"kmway-mesh:8,3", {"dor", "adaptive"}},
            {"kmway-torus:4,2", {"dor-ring", "adaptive-ring"}},
            {"kmway-torus:8,2", {"dor-ring", "adaptive-ring"}},
            {"kmway-torus:8,3", {"dor-ring", "adaptive-ring"}},
            {"kmway-mesh:2,5", {"dor", "adaptive"}},
            {"kmway-mesh:2,9", {"dor", "adaptive"}}};
        for (const auto& [network, routings] : networks) {
            for (const char* routing : routings) {
                ValidationCase c;
                c.network = network;
                add(routing, std::move(c));
            }
        }
    } else if (name == "T") {
        all = {ideal("mesh:6x6", "uniform", 24, 2),         ideal("mesh:6x6", "uniform", 24, 1),
               ideal("mesh:6x6", "transpose", 24, 2),       ideal("mesh:4x8", "complement", 24, 3),
               ideal("torus:6x6", "uniform", 24, 2),        ideal("torus:6x6", "uniform", 24, 3),
               ideal("torus:6x6", "uniform", 24, 5),        ideal("torus:6x6", "transpose", 24, 2),
               ideal("torus:6x6", "transpose", 24, 3),      ideal("torus:6x6", "transpose", 24, 4),
               ideal("torus:7x7", "tornado", 24, 2),        ideal("torus:6x6", "neighbor", 24, 4),
               ideal("mesh:5x5", "neighbor", 24, 2),        ideal("mesh:6x6", "uniform", 24, 2, 10),
               ideal("torus:6x6", "uniform", 24, 2, 12),    ideal("torus:6x6", "uniform", 24, 2, 2, 3),
               ideal("mesh:6x6", "transpose", 24, 2, 6),    ideal("mesh:4x8", "uniform", 24, 4),
               ideal("mesh:6x6", "hotspot", 24, 2),         ideal("torus:4x4x4", "bit-reversal", 24, 2),
               ideal("hypercube:6", "bit-reversal", 24, 2), ideal("mesh:6x6", "uniform", 6, 3),
               ideal("mesh:6x6", "transpose", 24, 3, 2, 2)};
        for (const auto& [network, traffic] :
             {std::pair{"htn:2,4,2,0", "uniform"}, std::pair{"htn:2,4,2,0", "bit-reversal"},
              std::pair{"h3dm:2,4,2,0", "uniform"}, std::pair{"tesh:2,2,1", "uniform"}}) {
            all.push_back(thesis(network, traffic));
        }
    } else {
        throw InputError("unknown validation set '" + std::string(name.substr(0, 20)) +
                         "', need A, B, C, D, H, K, L, M, Q, R, S, T or drawn");
    }
    for (ValidationCase& c : all) c.derives = name == "L" || name == "Q" || name == "T";
    return all;
}

}  // namespace wafernet::cli
