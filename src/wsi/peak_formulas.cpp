// Peak number of vertical links: rahman2006, Eqs. 3.7, 3.9-3.12 and 6.4, as printed, and the forms that hold.
//
// The corrected form. A network whose units (nodes, or basic modules) form a mesh or torus of extents e_1 .. e_k, top
// digit first, has stride s_i = e_{i+1} ... e_k units in one step of axis i. With u units a plane, address order cuts
// axis i where u < s_i e_i. A gap in the middle of every higher axis then crosses s_i links of each cut axis in a mesh
// and 2 s_i in a torus, `links` times that where two neighbouring units are joined by that many:
//     C = links x sum over cut axes of (1 or 2) s_i
// It is exact where u fills whole steps of the lowest cut axis and every higher cut axis has at least 3 places.
// Hierarchical networks obey it because every basic module carries the links of every level: level l is an axis pair
// like any other. The documents' Eq. 3.12 is this sum with the H3D-mesh's factor 5, a first term too many and the
// exponent one too low.
#include <algorithm>
#include <cmath>

#include "wafernet/wsi/placement.hpp"
#include "wsi/cut_formulas.hpp"

namespace wafernet {

namespace {

struct Units {
    std::vector<std::uint64_t> extents;  // most significant first
    std::uint64_t nodes = 1;             // in one unit
    double links = 1.0;                  // between neighbouring units
    bool wrap = false;
    bool double_ring_of_two = false;  // a ring of two has two links
};

bool hierarchical_torus(std::string_view family) { return family == "htn" || family == "htn1" || family == "htn2"; }

std::optional<Units> units_of(const Network& network) {
    if (network.family == nullptr) return std::nullopt;
    const std::string_view name = network.family->name;
    const Parameters& p = network.parameters;
    Units units;
    if (name == "mesh" || name == "torus") {
        units.extents = p.extents("extents");
        units.wrap = name == "torus";
        return units;
    }
    const bool contour = hierarchical_torus(name) || name == "h3dm";
    const bool cubic = name == "h3dt" || name == "mh3dt";
    const bool tesh = name == "tesh" || name == "ttn";
    if (!contour && !cubic && !tesh) return std::nullopt;
    units.nodes = network.module_size();
    units.wrap = name != "h3dm";
    units.double_ring_of_two = units.wrap;
    units.links = std::ldexp(contour ? static_cast<double>(p["m"]) : 1.0, static_cast<int>(p["q"]));
    const auto& groups = network.addresses.radices();
    for (std::size_t g = 0; g + 1 < groups.size(); ++g)
        units.extents.insert(units.extents.end(), groups[g].begin(), groups[g].end());
    return units;
}

std::optional<double> raster_cut(const Units& units, std::uint64_t per_plane_units) {
    double sum = 0.0;
    std::uint64_t stride = 1;
    bool lowest = true;
    for (std::size_t i = units.extents.size(); i-- > 0;) {
        const std::uint64_t extent = units.extents[i];
        if (per_plane_units < stride * extent) {
            if (lowest && (per_plane_units % stride != 0 || extent % (per_plane_units / stride) != 0))
                return std::nullopt;
            if (!lowest && extent < 3) return std::nullopt;
            const bool ring = units.wrap && (extent > 2 || units.double_ring_of_two);
            sum += (ring ? 2.0 : 1.0) * static_cast<double>(stride);
            lowest = false;
        }
        stride *= extent;
    }
    return units.links * sum;
}

std::uint64_t exact_root(std::uint64_t value) {
    const auto root = static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(value))));
    return root * root == value ? root : 0;
}

bool square_grid(const Network& network) {
    const auto& groups = network.addresses.radices();
    return groups.size() == 1 && groups.front().size() == 2 && groups.front()[0] == groups.front()[1];
}

// The largest l with 16^(l-1) basic modules on a plane; the documents' g is 16.
std::uint64_t highest_whole_level(std::uint64_t modules) {
    std::uint64_t level = 1;
    for (std::uint64_t size = 16; size <= modules; size *= 16) ++level;
    return level;
}

// The largest cut between planes, each of them from the digits of the place.
std::optional<double> peak_by_digits(const Network& network, std::uint64_t planes) {
    const std::uint64_t nodes = network.graph.nodes();
    if (planes < 2) return std::nullopt;
    std::uint64_t peak = 0, before = 0;
    for (std::uint64_t gap = 0; gap + 1 < planes; ++gap) {
        before += nodes / planes + (gap < nodes % planes ? 1 : 0);
        const auto cut = cut_by_digits(network, before);
        if (!cut) return std::nullopt;
        peak = std::max(peak, *cut);
    }
    return static_cast<double>(peak);
}

}  // namespace

std::optional<double> peak_in_address_order(const Network& network, std::uint64_t planes) {
    const std::uint64_t nodes = network.graph.nodes();
    if (planes == 0 || planes > nodes) return std::nullopt;
    if (const auto peak = peak_by_digits(network, planes)) return peak;
    if (nodes % planes != 0) return std::nullopt;
    const std::uint64_t per_plane = nodes / planes;
    if (network.family != nullptr && network.family->name == "hypercube" && (planes & (planes - 1)) == 0) {
        // the cut of a hypercube in address order is floor(2h/3) for h places (Harper 1966), times the nodes in one
        // place
        const std::uint64_t cut = 2 * planes / 3;
        return static_cast<double>(per_plane * cut);
    }
    const auto units = units_of(network);
    if (!units || per_plane % units->nodes != 0) return std::nullopt;
    return raster_cut(*units, per_plane / units->nodes);
}

std::optional<double> peak_by_last_extent(const Network& network, std::uint64_t planes) {
    auto units = units_of(network);
    const std::uint64_t nodes = network.graph.nodes();
    if (!units || units->nodes != 1 || planes == 0 || nodes % planes != 0) return std::nullopt;
    std::rotate(units->extents.begin(), units->extents.end() - 1, units->extents.end());
    return raster_cut(*units, nodes / planes);
}

std::optional<double> peak_in_blocks(const Network& network, std::uint64_t planes) {
    const auto units = units_of(network);
    const std::uint64_t side = exact_root(planes);
    if (!units || side == 0 || units->extents.size() != 2 || network.addresses.radices().front().size() != 2)
        return std::nullopt;
    const std::uint64_t rows = units->extents[0];
    const std::uint64_t columns = units->extents[1];
    if (rows % side != 0 || columns % side != 0 || rows != columns) return std::nullopt;
    // The blocks are the units of a mesh or torus of their own, joined by one link for each row of units.
    Units blocks = *units;
    blocks.extents = {side, side};
    const std::uint64_t rows_of_block = rows / side;
    blocks.links *= static_cast<double>(rows_of_block);
    blocks.double_ring_of_two = blocks.double_ring_of_two || rows > 2;
    if (side == 2) return blocks.links * (blocks.wrap && blocks.double_ring_of_two ? 4.0 : 2.0);
    return raster_cut(blocks, 1);
}

std::vector<PeakFormula> peak_formulas(const Network& network, std::uint64_t planes) {
    std::vector<PeakFormula> all;
    const auto add = [&](Source source, std::string_view formula, std::string_view unit, std::string_view scheme,
                         std::optional<double> value, std::string_view note) {
        all.push_back({source, formula, unit, scheme, false, value, note});
    };
    const auto add_own = [&](std::string_view formula, std::string_view scheme, std::optional<double> value) {
        all.push_back({{"wafernet", "cut between planes"}, formula, "links", scheme, true, value, ""});
    };
    const std::uint64_t nodes = network.graph.nodes();
    if (network.family == nullptr || planes == 0) return all;
    if (const auto exact = peak_by_digits(network, planes)) {
        add_own("largest sum over axes of the lines that a gap cuts, by the digits of its place", "address", exact);
        return all;
    }
    if (nodes % planes != 0) return all;
    const std::string_view name = network.family->name;
    const std::uint64_t per_plane = nodes / planes;
    const double n = std::sqrt(static_cast<double>(nodes));
    const double m = std::sqrt(static_cast<double>(per_plane));
    const bool whole = exact_root(nodes) != 0 && exact_root(per_plane) != 0;
    const std::string_view not_whole = "needs a whole square root of N and of m";
    if (name == "torus" && square_grid(network)) {
        std::optional<double> one;
        if (per_plane == 1) one = nodes > 4 ? 2.0 * n + 2.0 : 4.0;
        add({"rahman2006", "Eq. 3.7"}, "2 sqrt(N) + 2; 4 for N = 4", "links", "address", one,
            "the case of one PE a plane, although Fig. 3.17 has four; for N = 4 it counts two links between two nodes");
        std::optional<double> several;
        if (whole && per_plane > 1) several = planes == 4 ? 4.0 * m : 2.0 * n + 2.0 * m;
        add({"rahman2006", "Eq. 3.9"}, "2 sqrt(N) + 2 sqrt(m); 4 sqrt(m) for h = 4", "links", "blocks", several,
            whole ? "printed for the in-line scheme; it is the value of square blocks" : not_whole);
    }
    if (name == "mesh" && square_grid(network)) {
        std::optional<double> several;
        if (whole && planes >= 4) several = planes == 4 ? n : n + m;
        add({"rahman2006", "Eq. 3.10"}, "sqrt(N) + sqrt(m); sqrt(N) for h = 4", "links", "blocks", several,
            whole ? "printed for the in-line scheme; it is the value of square blocks" : not_whole);
    }
    const bool sixteen = network.level_sizes.size() > 1 && nodes / network.module_size() % 16 == 0 &&
                         network.addresses.radices().front() == std::vector<std::uint32_t>{4, 4};
    if ((hierarchical_torus(name) || name == "tesh" || name == "ttn") && sixteen &&
        per_plane % network.module_size() == 0) {
        const std::uint64_t modules = per_plane / network.module_size();
        const std::uint64_t top = network.level_sizes.size();
        const std::uint64_t whole_level = highest_whole_level(modules);
        const std::uint64_t subnets = modules >> (4 * (whole_level - 1));
        std::optional<double> one_level;
        if (planes == 16 && subnets == 1) one_level = 10.0 * std::pow(16.0, static_cast<double>(top) - 2.0);
        if (planes == 4 && subnets == 4) one_level = 12.0 * std::pow(16.0, static_cast<double>(top) - 2.0);
        add({"rahman2006", "Eq. 3.11"}, "10 x 16^(L-2) for one subnet a plane, 12 x 16^(L-2) for four", "module links",
            "address", one_level, "the factor for four subnets a plane is 8, not 12");
        // Eq. 3.12 with s = 1 or 4 subnets of the highest whole level a plane
        std::optional<double> printed;
        if (subnets == 1 || subnets == 4) {
            const auto ld = static_cast<double>(whole_level);
            double sum = (subnets == 1 ? 10.0 : 12.0) * std::pow(16.0, ld - 2.0);
            for (std::uint64_t level = whole_level + 1; level <= top; ++level)
                sum += 5.0 * std::pow(16.0, static_cast<double>(level) - 2.0);
            printed = sum;
        }
        add({"rahman2006", "Eq. 3.12"}, "C(2D-torus, 16, s) 16^(Ld-2) + sum over levels of 5 x 16^(i-2)",
            "module links", "address", printed,
            "5 is the H3D-mesh's factor, the first exponent should be Ld-1 and the first term falls away for s = 1");
    }
    if (name == "htn3" && sixteen && planes == 16) {
        const std::uint64_t top = network.level_sizes.size();
        add({"rahman2006", "Eq. 6.4"}, "28 x 16^(L-2)", "links", "address",
            28.0 * std::pow(16.0, static_cast<double>(top) - 2.0), "");
    }
    if (const auto exact = peak_in_address_order(network, planes))
        add_own("links x sum over cut axes of 2 s_i (torus) or s_i (mesh)", "address", exact);
    if (const auto exact = peak_by_last_extent(network, planes)) add_own("the same by the last extent", "last", exact);
    if (const auto exact = peak_in_blocks(network, planes))
        add_own("the same for blocks of the top level", "blocks", exact);
    return all;
}

}  // namespace wafernet
