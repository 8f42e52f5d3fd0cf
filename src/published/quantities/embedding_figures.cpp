// Maps into HOW networks (ziavras, sec. 4). Arguments: guest (the hypercube that fills the host), map (the first that
// fits).
#include <bit>
#include <fstream>
#include <iterator>
#include <string>

#include "wafernet/base/error.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/embedding.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet::published {

namespace {

std::uint64_t side_of(const Subject& s, Workbench& bench) {
    const Network& host = bench.network(s.network);
    if (host.family == nullptr || host.family->name != "how" || host.parameters["n"] != 2)
        throw InputError(s.network + " is no square with windows, need how:p,w,2");
    return host.parameters["p"];
}

std::string guest_of(const Subject& s, Workbench& bench) {
    if (const auto guest = s.maybe_word("guest")) return *guest;
    const std::uint64_t p = side_of(s, bench);
    if (std::has_single_bit(p)) return "hypercube:" + std::to_string(2 * std::countr_zero(p));
    if (p % 3 == 0 && std::has_single_bit(p / 3)) return "hypercube:" + std::to_string(2 * std::countr_zero(p / 3) + 3);
    throw InputError("no hypercube fills " + s.network + ", need p = 2^h or 3 2^m");
}

struct Measured {
    EmbeddingQuality quality;
    PrintedQuality printed;
};

const Measured& measured(const Subject& s, Workbench& bench) {
    const std::string guest = guest_of(s, bench);
    const std::string map = s.maybe_word("map").value_or("");
    return bench.remember("embedding " + guest + " " + s.network + " " + map, [&] {
        const Network& from = bench.network(guest);
        const Network& to = bench.network(s.network);
        const NamedMap& named = named_map(map, from, to);
        return Measured{measure_embedding(from, to, named.image(from, to)),
                        named.printed == nullptr ? PrintedQuality{} : named.printed(from, to)};
    });
}

Value printed_or_none(const std::optional<std::uint64_t>& n) {
    return n ? whole(*n) : Value(Missing{"nothing is printed"});
}

Evaluation dilation(const Subject& s, Workbench& bench) { return {whole(measured(s, bench).quality.dilation)}; }
Evaluation stretched(const Subject& s, Workbench& bench) { return {whole(measured(s, bench).quality.stretched_links)}; }
Evaluation expansion(const Subject& s, Workbench& bench) { return {measured(s, bench).quality.expansion}; }
Evaluation congestion(const Subject& s, Workbench& bench) {
    const EmbeddingQuality& q = measured(s, bench).quality;
    return {whole(q.congestion), std::pair(static_cast<double>(q.congestion_least), static_cast<double>(q.congestion))};
}
Evaluation dilation_printed(const Subject& s, Workbench& bench) {
    return {printed_or_none(measured(s, bench).printed.dilation)};
}
Evaluation congestion_printed(const Subject& s, Workbench& bench) {
    return {printed_or_none(measured(s, bench).printed.congestion)};
}
Evaluation idle(const Subject& s, Workbench& bench) {
    const Network& guest = bench.network(guest_of(s, bench));
    return {whole(bench.network(s.network).graph.nodes() - guest.graph.nodes())};
}

// Rings of all lengths from 3 to p^2, or of `length` nodes.
Evaluation rings(const Subject& s, Workbench& bench) {
    const auto p = static_cast<std::uint32_t>(side_of(s, bench));
    const Network& host = bench.network(s.network);
    const auto w = static_cast<std::uint32_t>(host.parameters["w"]);
    const auto asked = s.maybe_number("length");
    for (std::uint32_t length = asked ? static_cast<std::uint32_t>(*asked) : 3;
         length <= (asked ? static_cast<std::uint32_t>(*asked) : p * p); ++length) {
        const Network ring = make_network("ring:" + std::to_string(length));
        if (measure_embedding(ring, host, ring_in_windows(p, w, length), {.rounds = 0}).dilation != 1)
            return answer(false);
    }
    return answer(true);
}

// Whether a tree of `levels` levels lies in the host with at most `dilation`.
Evaluation tree_within(const Subject& s, Workbench& bench) {
    const auto p = static_cast<std::uint32_t>(s.number("side"));
    const auto w = static_cast<std::uint32_t>(s.number("w"));
    const auto levels = static_cast<std::uint32_t>(s.number("levels"));
    const auto most = static_cast<std::uint32_t>(s.number("dilation"));
    const std::uint32_t least = tree_dilation_least(levels, p, w);
    if (least > most) return answer(false);
    const Network& tree = bench.network("tree:" + std::to_string(levels));
    const Network& host = bench.network("how:" + std::to_string(p) + "," + std::to_string(w) + ",2");
    // Found by search and kept: one node of the host a line.
    std::ifstream kept(data_folder("tables") / "maps" /
                       ("tree-" + std::to_string(levels) + "-in-how-" + host.word.substr(4) + ".txt"));
    std::vector<Node> image{std::istream_iterator<Node>(kept), {}};
    if (image.empty() && (levels > 10 || tree_side(levels) != p))
        return {Missing{"no map is known, none below a dilation of " + std::to_string(least)}};
    if (image.empty()) image = tree_in_windows(levels, w);
    const std::uint32_t found = measure_embedding(tree, host, image, {.rounds = 0}).dilation;
    if (found <= most) return answer(true);
    return {Missing{"a map of dilation " + std::to_string(found) + " was found, none below " + std::to_string(least) +
                    " exists"}};
}

constexpr Quantity list[] = {
    {"embedding_dilation", "longest path of a link of the guest, measured on the map", Kind::exact, false, dilation},
    {"embedding_stretched", "links of the guest with more than one hop, measured on the map", Kind::exact, false,
     stretched},
    {"embedding_congestion", "links of the guest on the busiest link of the host, along shortest paths", Kind::exact,
     true, congestion},
    {"embedding_expansion", "nodes of the host by nodes of the guest", Kind::exact, true, expansion},
    {"embedding_idle", "nodes of the host that carry none of the guest", Kind::exact, true, idle},
    {"embedding_dilation_printed", "printed dilation (HOW)", Kind::formula, false, dilation_printed},
    {"embedding_congestion_printed", "printed congestion (HOW)", Kind::formula, false, congestion_printed},
    {"rings_fit", "whether rings lie in the host link on link", Kind::exact, true, rings},
    {"tree_fits", "whether the tree lies in the host with at most that dilation", Kind::exact, true, tree_within},
};

}  // namespace

std::span<const Quantity> embedding_figures_quantities() { return list; }

}  // namespace wafernet::published
