// Variants of the hypercube: nodes are words of n bits, and neighbour i of a node is a function of its word.
#pragma once

#include <cstdint>
#include <functional>

#include "shared/claims.hpp"
#include "shared/one_class.hpp"
#include "shared/shortest_family.hpp"

namespace wafernet {

inline constexpr ParameterSpec cube_dimensions[] = {
    {.name = "n", .meaning = "bits of a node: 2^n nodes", .least = 2, .most = 30}};

inline std::uint64_t cube_nodes(const Parameters& p) { return std::uint64_t{1} << p["n"]; }

/// A variant all of whose nodes have times n + more neighbours, and what its closed forms say of that.
template <int times, int more> struct CubeFamily {
    /// Returns the family with its counts and routing beside what is its own.
    static constexpr Family with(Family family) {
        if (family.parameters.empty()) family.parameters = cube_dimensions;
        family.nodes = cube_nodes;
        family.links = links;
        family.routings = shortest_by_hop;
        return family;
    }

    static std::uint64_t degree(const Parameters& p) { return times * p["n"] + more; }
    static std::uint64_t links(const Parameters& p) { return cube_nodes(p) / 2 * degree(p); }

    static constexpr std::array<ClosedForm, 4> forms(Source definition, std::string_view links_text,
                                                     std::string_view degree_text) {
        return {{{Metric::nodes, definition, "2^n", false, "", counted<cube_nodes>},
                 {Metric::links, own("regular"), links_text, false, "", counted<links>},
                 {Metric::degree_min, definition, degree_text, false, "", counted<degree>},
                 {Metric::degree_max, definition, degree_text, false, "", counted<degree>}}};
    }
    static constexpr std::array<ClosedForm, 1> connectivity(std::string_view degree_text) {
        return {{{Metric::arc_connectivity, own("Menger, as many disjoint paths as the degree"), degree_text, false, "",
                  counted<degree>}}};
    }
};

/// Returns the network in which u is joined to neighbour(u, 0), .., neighbour(u, degree - 1); axis i are the links of
/// neighbour i. A link must be neighbour i of both of its ends.
inline Network build_cube(const Parameters& p, std::uint64_t degree,
                          const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& neighbour) {
    LinkList list(cube_nodes(p) * degree / 2);
    for (std::uint64_t u = 0; u < cube_nodes(p); ++u) {
        for (std::uint64_t i = 0; i < degree; ++i) {
            const std::uint64_t v = neighbour(u, i);
            if (u < v) list.join(u, v, 1, i);
        }
    }
    return flat_network(cube_nodes(p), std::move(list), digits(std::vector<std::uint64_t>(p["n"], 2)));
}

}  // namespace wafernet
