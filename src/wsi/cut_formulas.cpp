// Links across a place in address order, from digits alone: every line of an axis is cut after so many of its nodes,
// and what a line has there is known in closed form.
//
// With e places on an axis and s nodes in one step of it, the first b nodes cut the s lines of one block of s e nodes:
// b mod s e = q s + o, so that o lines are cut after q + 1 nodes and s - o after q. Lines: of a mesh and a ring; with
// windows, sum over d <= w of min(d, c, p - c, p - d); of an SRT two links of every bypass ring that is cut.
#include "wsi/cut_formulas.hpp"

#include <algorithm>
#include <string_view>

namespace wafernet {

namespace {

using Count = std::uint64_t;

// Links of one line of the axis after c of its nodes.
template <class Line>
Count axis_cut(Count b, Count stride, Count extent, Line&& line) {
    const Count within = b % (stride * extent), q = within / stride, o = within % stride;
    const auto after = [&](Count c) { return c == 0 || c == extent ? 0 : line(c); };
    return o * after(q + 1) + (stride - o) * after(q);
}

// All axes of equal extents.
template <class Line>
Count product_cut(Count b, Count extent, Count axes, Line&& line) {
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

}  // namespace

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

}  // namespace wafernet
