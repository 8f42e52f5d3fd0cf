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

// Links across a place in address order, from digits alone: every line of an axis is cut after so many of its nodes,
// and what a line has there is known in closed form.
//
// With e places on an axis and s nodes in one step of it, the first b nodes cut the s lines of one block of s e nodes:
// b mod s e = q s + o, so that o lines are cut after q + 1 nodes and s - o after q. Lines: of a mesh and a ring; with
// windows, sum over d <= w of min(d, c, p - c, p - d); of an SRT two links of every bypass ring that is cut.
using Count = std::uint64_t;

// Links of one line of the axis after c of its nodes.
template <class Line> Count axis_cut(Count b, Count stride, Count extent, Line&& line) {
    const Count within = b % (stride * extent), q = within / stride, o = within % stride;
    const auto after = [&](Count c) { return c == 0 || c == extent ? 0 : line(c); };
    return o * after(q + 1) + (stride - o) * after(q);
}

// All axes of equal extents.
template <class Line> Count product_cut(Count b, Count extent, Count axes, Line&& line) {
    Count sum = 0, stride = 1;
    for (Count axis = 0; axis < axes; ++axis, stride *= extent) sum += axis_cut(b, stride, extent, line);
    return sum;
}

Count ring(Count) { return 2; }

Count window_line(Count p, Count w, bool wrap, Count c) {
    Count sum = 0;
    for (Count d = 1; d <= w; ++d) {
        if (!wrap) sum += std::min({d, c, p - c, p - d});
        else sum += 2 * d == p ? std::min(c, p - c) : 2 * std::min({d, c, p - c});
    }
    return sum;
}

// Stride s joins the nodes s/2, s/2 + s, ..; the two nodes of the last ring have one link.
Count bypass_line(Count n, Count c) {
    Count sum = 0;
    for (Count s = 1; s < n; s *= 2) {
        const Count before = s == 1 ? c : (c + s / 2 - 1) / s;
        if (before > 0 && before < n / s) sum += n / s == 2 ? 1 : 2;
    }
    return sum;
}

// Cube links of dimension j join the nodes j of two cycles, whose numbers differ by 2^j.
Count ccc_cut(Count b, Count n, Count cycle) {
    Count sum = b % cycle != 0 ? 2 : 0;
    for (Count j = 0; j < n; ++j) {
        const Count corners = b / cycle + (j < b % cycle ? 1 : 0), within = corners % (Count{2} << j);
        sum += std::min(within, (Count{2} << j) - within);
    }
    return sum;
}

// Of the numbers 0 .. count-1 those of the same parity as `parity`.
Count alike(Count count, Count parity) { return (count + 1 - parity % 2) / 2; }

// Links along y of a k x k plane from the nodes whose x + y has the parity, cut after b nodes of the plane.
Count pruned_columns(Count b, Count k, Count parity) {
    const auto columns = [&](Count c, Count first, Count last) -> Count {  // cut after c of their nodes
        if (c == 0 || c == k) return 0;
        const auto with = [&](Count y) { return alike(last, y + parity) - alike(first, y + parity); };
        return with(c - 1) + with(k - 1);
    };
    const Count q = b / k, o = b % k;
    return columns(q + 1, 0, o) + columns(q, o, k);
}

// The same along x: one row is cut.
Count pruned_row(Count b, Count k, Count parity) {
    const Count y = b / k, o = b % k;
    if (o == 0) return 0;
    const auto has = [&](Count x) -> Count { return (x + y) % 2 == parity % 2 ? 1 : 0; };
    return has(o - 1) + has(k - 1);
}

Count pruned_cut(std::string_view family, Count b, Count k) {
    if (family == "prunedtorus2d") return axis_cut(b, 1, k, ring) + pruned_columns(b, k, 0);
    const Count plane = k * k, z = b / plane, within = b % plane;
    const Count along = axis_cut(b, plane, k, ring);
    if (family == "prunedtorus2") return along + pruned_row(within, k, z) + pruned_columns(within, k, z);
    return along + (z % 2 == 0 ? axis_cut(within, 1, k, ring) : axis_cut(within, k, k, ring));
}

// Whole rows of a recursive diagonal torus of rank 1, whose diagonals go over 2 rows, or 2, whose nodes have in turn
// those and links over 8 rows.
Count rdt_cut(Count rows, Count k, Count rank) {
    const auto over = [&](Count s) { return 2 * std::min({s, rows, k - rows}); };
    if (rank == 1) return k * over(1) + 2 * k * over(2);
    return k * over(1) + k * over(2) + k / 2 * over(8);
}

// The links between the first `b` nodes in address order and the others, of HOW networks, generalized hypercubes,
// shifted recursive tori, cube-connected cycles, pruned tori, k-ary m-way networks with processors on their channels,
// and whole rows of recursive diagonal tori up to rank 2; nothing of others. Nothing is counted on the graph.
std::optional<std::uint64_t> cut_by_digits(const Network& network, std::uint64_t b) {
    if (network.family == nullptr || b == 0 || b >= network.graph.nodes()) return std::nullopt;
    const std::string_view name = network.family->name;
    const Parameters& p = network.parameters;
    if (name == "gh") return product_cut(b, p["p"], p["n"], [&](Count c) { return c * (p["p"] - c); });
    if (name == "how") {
        const Count e = p["p"], w = p["w"];
        const bool wrap = p["wrap"] != 0;
        if (wrap && 2 * w > e) return std::nullopt;
        return product_cut(b, e, p["n"], [&](Count c) { return window_line(e, w, wrap, c); });
    }
    if (name == "srt") {
        const auto& extents = p.extents("N");
        Count sum = 0, stride = 1;
        for (std::size_t i = extents.size(); i-- > 0; stride *= extents[i])
            sum += axis_cut(b, stride, extents[i], [n = extents[i]](Count c) { return bypass_line(n, c); });
        return sum;
    }
    if (name == "ccc") return ccc_cut(b, p["n"], p["cycle"] == 0 ? p["n"] : p["cycle"]);
    if (name == "rdt" && p["R"] <= 2 && b % p["k"] == 0) return rdt_cut(b / p["k"], p["k"], p["R"]);
    if (name.starts_with("prunedtorus")) return pruned_cut(name, b, p["k"]);
    if (name.starts_with("kmway-") && p["p"] > 0) {
        // A shared channel lies before its processors, each with one link to it.
        const Count each = p["p"] + 1, o = b % each, channels = b / each + (o > 0 ? 1 : 0);
        const Count inside = o > 0 ? each - o : 0, links = name == "kmway-torus" ? 2 : 1;
        return inside + product_cut(channels, p["k"], p["n"], [&](Count) { return links; });
    }
    return std::nullopt;
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
