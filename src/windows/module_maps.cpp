// Rings, meshes, tori, hypercubes and trees in networks whose addresses have a digit for every axis and level: grids
// and hierarchical networks. The coordinates of both are split into the same pieces, each in the order of a reflected
// Gray code, so that a step of the guest is a step in one piece of the host.
#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "core/breadth_first.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet {

namespace {

using Counts = std::vector<std::uint32_t>;

// Digits of an address that are counted through together, the highest level first.
struct Axis {
    std::vector<std::size_t> at;
    Counts radix;
    std::uint32_t length = 1;
};

std::vector<Axis> axes_of(const Network& host, bool by_digit) {
    std::vector<Axis> axes;
    std::size_t first = 0;
    for (const Counts& group : host.addresses.radices()) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            const std::size_t axis = by_digit ? axes.size() : group.size() - 1 - i;
            if (axes.size() <= axis) axes.resize(by_digit ? axis + 1 : std::max(axis + 1, group.size()));
            axes[axis].at.push_back(first + i);
            axes[axis].radix.push_back(group[i]);
            axes[axis].length *= group[i];
        }
        first += group.size();
    }
    if (!by_digit) std::reverse(axes.begin(), axes.end());
    return axes;
}

// A part of an axis of the guest that is a part of an axis of the host.
struct Piece {
    std::size_t guest = 0, host = 0;
    std::uint32_t size = 1;
};

// Whole axes of the host as long as they are no longer than what is left of the guest's, then parts of them, in turn.
std::optional<std::vector<Piece>> pieces_of(Counts left, const std::vector<Axis>& axes) {
    std::vector<Piece> pieces;
    Counts free;
    for (const Axis& axis : axes) free.push_back(axis.length);
    while (std::ranges::any_of(left, [](std::uint32_t n) { return n > 1; })) {
        for (std::size_t g = 0; g < left.size(); ++g) {
            if (left[g] <= 1) continue;
            const auto whole = std::ranges::find_if(free, [&](std::uint32_t n) { return n > 1 && n <= left[g]; });
            const auto part = std::ranges::find_if(free, [&](std::uint32_t n) { return n > left[g]; });
            if (whole == free.end() && part == free.end()) return std::nullopt;
            const auto& from = whole != free.end() ? whole : part;
            std::uint32_t size = std::min(*from, left[g]);
            while (*from % size != 0) ++size;
            pieces.push_back({g, static_cast<std::size_t>(from - free.begin()), size});
            *from /= size;
            left[g] = (left[g] + size - 1) / size;
        }
    }
    return pieces;
}

// A guest as nodes of a grid. Rings that are shorter than their axis go there and back on every second place.
struct Guest {
    Counts extents;
    std::vector<Counts> places;
    bool binary = false, wraps = false, folded = false;
};

std::optional<Guest> guest_of(const Network& guest) {
    Guest out;
    if (guest.family == nullptr) return std::nullopt;
    const std::string_view family = guest.family->name;
    const Node nodes = guest.graph.nodes();
    if (family == "tree") {
        const auto levels = static_cast<std::uint32_t>(std::bit_width(nodes));
        out.extents.assign(levels, 2);
        for (Node v = 0; v < nodes; ++v) {  // numbered from left to right: at most two bits differ along a link
            const auto level = static_cast<std::uint32_t>(std::bit_width(v + 1)) - 1;
            const std::uint32_t number = (2 * (v + 1 - (1U << level)) + 1) << (levels - 1 - level);
            Counts& place = out.places.emplace_back();
            for (std::uint32_t bit = levels; bit-- > 0;) place.push_back(number >> bit & 1U);
        }
    } else if (family == "ring" || family == "array" || family == "mesh" || family == "torus" ||
               family == "hypercube") {
        for (const Counts& group : guest.addresses.radices())
            out.extents.insert(out.extents.end(), group.begin(), group.end());
        for (Node v = 0; v < nodes; ++v) out.places.push_back(guest.addresses.digits(v));
    } else {
        return std::nullopt;
    }
    out.binary = family == "tree" || family == "hypercube";
    out.wraps = family == "ring" || family == "torus";
    return out;
}

// A ring round a grid of `rows`, an even number: to and fro through all columns but the first, and back along that.
Guest ring_round(std::uint32_t rows, std::uint32_t columns) {
    Guest out{{rows, columns}, {}};
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t i = 1; i < columns; ++i) out.places.push_back({row, row % 2 == 0 ? i : columns - i});
    }
    for (std::uint32_t row = rows; row-- > 0;) out.places.push_back({row, 0});
    return out;
}

// The guest, folded where it wraps; a ring also round every even axis of the host; a grid also along one line, by
// every order of its axes.
std::vector<Guest> variants_of(const Network& guest, const Network& host) {
    std::vector<Guest> all;
    const auto grid = guest_of(guest);
    if (!grid) return all;
    all.push_back(*grid);
    if (grid->wraps) all.push_back(*grid), all.back().folded = true;
    const Node nodes = guest.graph.nodes();
    if (guest.family->name == "ring") {
        std::vector<std::uint32_t> seen;
        for (const Axis& axis : axes_of(host, true)) {
            const std::uint32_t n = axis.length;
            if (n % 2 == 0 && nodes % n == 0 && nodes > n && std::ranges::count(seen, n) == 0)
                all.push_back(ring_round(n, nodes / n)), seen.push_back(n);
        }
    }
    constexpr std::size_t most_axes = 3;
    if (grid->wraps || grid->binary || grid->extents.size() > most_axes) return all;
    std::vector<std::size_t> turn(grid->extents.size());
    std::iota(turn.begin(), turn.end(), std::size_t{0});
    do {
        Guest line{{nodes}, {}};
        for (const Counts& place : grid->places) {
            std::uint32_t number = 0;
            for (const std::size_t g : turn) number = number * grid->extents[g] + place[g];
            line.places.push_back({number});
        }
        all.push_back(std::move(line));
    } while (std::next_permutation(turn.begin(), turn.end()));
    return all;
}

// With `skew` the digits of a module are shifted by its place in the levels above, so that nodes near one gate have
// their neighbours in the next module far from the other.
std::vector<Node> image_of(const Guest& guest, const Network& host, const std::vector<Axis>& axes,
                           const std::vector<Piece>& pieces, bool skew) {
    Counts room(guest.extents.size(), 1);  // of the pieces of a guest's axis
    for (const Piece& p : pieces) room[p.guest] *= p.size;
    std::size_t digits = 0;
    for (const Axis& axis : axes) digits += axis.at.size();
    std::vector<Node> image;
    for (const Counts& place : guest.places) {
        Counts at = place, left = room, before(place.size(), 0), index(axes.size(), 0), address(digits, 0);
        for (std::size_t g = 0; g < at.size(); ++g) {
            const std::uint32_t n = guest.extents[g];
            if (guest.wraps && n > 2 && (n < room[g] || guest.folded))
                at[g] = 2 * at[g] < n ? 2 * at[g] : 2 * (n - at[g]) - 1;
        }
        for (const Piece& p : pieces) {
            left[p.guest] /= p.size;
            std::uint32_t digit = at[p.guest] / left[p.guest];
            at[p.guest] %= left[p.guest];
            std::uint32_t& passed = before[p.guest];  // odd: this piece is gone through backwards
            const std::uint32_t reflected = passed % 2 == 1 ? p.size - 1 - digit : digit;
            passed = passed * p.size + digit;
            std::uint32_t& i = index[p.host];
            i = i * p.size + (i % 2 == 1 ? p.size - 1 - reflected : reflected);
        }
        for (std::size_t a = 0; a < axes.size(); ++a) {
            for (std::size_t k = axes[a].at.size(); k-- > 0; index[a] /= axes[a].radix[k])
                address[axes[a].at[k]] = index[a] % axes[a].radix[k];
        }
        if (skew) {
            const auto& groups = host.addresses.radices();
            const Counts& module = groups.back();
            std::uint32_t all = 0;
            for (std::size_t k = 0; k + module.size() < digits; ++k) all += address[k];
            for (std::size_t k = 0, first = 0; k + 1 < groups.size(); first += groups[k].size(), ++k) {
                for (std::size_t i = 0; i < groups[k].size(); ++i) {  // axes are counted from the last
                    const std::size_t own = digits - groups[k].size() + i,
                                      r = module[module.size() - groups[k].size() + i];
                    address[own] = static_cast<std::uint32_t>((address[own] + r - address[first + i] % r) % r);
                }
            }
            if (module.size() > groups.front().size()) {  // the axis that no level continues
                std::uint32_t& z = address[digits - module.size()];
                z = (z + all % 2 * (module.front() / 2)) % module.front();
            }
        }
        image.push_back(host.addresses.node(address));
    }
    return image;
}

// A ring on the nodes nearest to node 0: their tree of shortest paths is gone round, nodes at an even depth are met on
// the way down and others on the way up, so that at most three links lie between one and the next.
std::vector<Node> ring_in_tree(const Graph& host, Node length) {
    std::vector<std::vector<Node>> children(host.nodes());
    std::vector<Node> order{0}, ring;
    std::vector<bool> met(host.nodes(), false);
    met[0] = true;
    for (std::size_t i = 0; i < order.size() && order.size() < length; ++i) {
        for (const Channel c : host.out(order[i])) {
            const Node w = host.target(c);
            if (met[w] || order.size() == length) continue;
            met[w] = true;
            children[order[i]].push_back(w);
            order.push_back(w);
        }
    }
    const auto visit = [&](const auto& self, Node v, bool down) -> void {
        if (down) ring.push_back(v);
        for (const Node w : children[v]) self(self, w, !down);
        if (!down) ring.push_back(v);
    };
    visit(visit, 0, true);
    return ring;
}

constexpr Node most_compared = 4096;  // nodes of a host in which all candidates are measured

}  // namespace

bool maps_by_modules(const Network& guest, const Network& host) {
    const auto grid = guest_of(guest);
    return grid && !host.addresses.labelled() && guest.graph.nodes() <= host.graph.nodes() &&
           pieces_of(grid->extents, axes_of(host, grid->binary));
}

std::vector<Node> map_by_modules(const Network& guest, const Network& host) {
    if (!maps_by_modules(guest, host)) return {};
    const bool search = host.graph.nodes() <= most_compared;
    std::vector<std::vector<std::uint32_t>> distances;
    for (Node v = 0; search && v < host.graph.nodes(); ++v) distances.push_back(hops_from(host.graph, v));
    std::vector<Node> best(guest.graph.nodes());
    std::pair<std::uint32_t, std::uint64_t> least{~0U, 0};
    const auto consider = [&](std::vector<Node> image) {
        std::pair<std::uint32_t, std::uint64_t> found{0, 0};
        for (Channel c = 0; search && c < guest.graph.channels(); c += 2) {
            const std::uint32_t hops = distances[image[guest.graph.source(c)]][image[guest.graph.target(c)]];
            found = {std::max(found.first, hops), found.second + hops};
        }
        if (found < least) least = found, best = std::move(image);
    };
    for (const Guest& grid : variants_of(guest, host)) {
        for (const bool by_digit : {grid.binary, true}) {
            std::vector<Axis> axes = axes_of(host, by_digit);
            std::vector<std::size_t> turn(axes.size());
            std::iota(turn.begin(), turn.end(), std::size_t{0});
            do {
                std::vector<Axis> turned;
                for (const std::size_t a : turn) turned.push_back(axes[a]);
                const auto pieces = pieces_of(grid.extents, turned);
                for (const bool skew : {false, true})
                    if (pieces) consider(image_of(grid, host, turned, *pieces, skew));
            } while (search && axes.size() <= 4 && std::next_permutation(turn.begin(), turn.end()));
        }
    }
    if (guest.family->name == "ring") consider(ring_in_tree(host.graph, guest.graph.nodes()));
    std::vector<Node> numbers(guest.graph.nodes());
    std::iota(numbers.begin(), numbers.end(), Node{0});
    consider(std::move(numbers));
    return best;
}

}  // namespace wafernet
