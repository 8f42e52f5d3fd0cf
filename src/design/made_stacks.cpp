#include "wafernet/design/made_stacks.hpp"

#include <algorithm>
#include <cmath>

#include "base/random_faults.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

// Which of `count` alike parts have failed, at least one of them; all work with probability `none`.
std::vector<std::uint64_t> some_failed(RandomFaults& random, std::uint64_t count, double none) {
    const double log_works = std::log(none) / static_cast<double>(count);  // of one part
    std::vector<std::uint64_t> failed;
    for (double at = 0.0, least = none;; least = 0.0) {
        // Parts that work before the next one that does not; the first time one of `count` must not.
        const double u = least + (1.0 - least) * random.uniform();
        at += std::floor(log_works < 0.0 ? std::log(u) / log_works : 0.0);
        if (at >= static_cast<double>(count)) return failed;
        failed.push_back(static_cast<std::uint64_t>(at));
        at += 1.0;
    }
}

}  // namespace

struct StackLine::Drawn {
    bool whole = true;
    FaultSet lost;

    [[nodiscard]] std::size_t size() const { return lost.nodes.size() + lost.processors.size(); }
};

StackLine::StackLine(const Design& design) : graph_(design.network().graph), yield_(design.yield()) {
    const Network& network = design.network();
    const Placement& placement = design.stack().placement;
    if (!yield_.of_planes.empty())
        throw InputError("stacks of planes of unlike silicon are not drawn, need one technology for all planes");
    pes_.resize(placement.planes);
    others_.resize(placement.planes);
    std::vector<bool> pe(graph_.nodes());
    for (const Node v : terminals_of(network)) pe[v] = true;
    for (Node v = 0; v < graph_.nodes(); ++v) (pe[v] ? pes_ : others_)[placement.plane_of[v]].push_back(v);
    crossing_.resize(placement.planes - 1);
    for (Link l = 0; l < graph_.links(); ++l) {
        const auto [low, high] =
            std::minmax(placement.plane_of[graph_.source(2 * l)], placement.plane_of[graph_.target(2 * l)]);
        for (std::uint32_t i = low; i < high; ++i) crossing_[i].push_back(l);
    }
    if (yield_.tested) {
        const double pass = yield_.plane / yield_.quality;
        if (!(pass >= 1e-4))
            throw InputError("fewer than one plane in 10000 passes its test, need more spares or --known-good no");
        escapes_ = yield_.plane < 1.0 ? (pass - yield_.plane) / (1.0 - yield_.plane) : 1.0;
    }
    if (crossing_.empty()) return;
    const double interfaces = static_cast<double>(crossing_.size());
    bond_ = std::pow(yield_.bonds.value_or(1.0), 1.0 / interfaces);
    wires_ = std::pow(yield_.wires.value_or(1.0), 1.0 / interfaces);
    const CostChoice& choice = design.point().cost;
    const std::uint64_t signals = vertical_wires(design.stack().vertical, design.technology());
    const std::uint64_t group = choice.wire_spares == 0 ? 1 : choice.wire_group == 0 ? signals : choice.wire_group;
    groups_ = std::max<std::uint64_t>(1, (signals + group - 1) / std::max<std::uint64_t>(1, group));
    slots_ = std::max<std::uint64_t>(1, design.stack().vertical.peak);
}

// Nodes are numbered from 0 within the block.
StackLine::Drawn StackLine::block(RandomFaults& random, std::uint64_t nodes, std::uint64_t spares,
                                  double switches) const {
    Drawn drawn;
    std::uint64_t working = 0;
    for (std::uint64_t v = 0; v < nodes + spares; ++v) {
        if (random.happens(yield_.node)) working += v >= nodes;
        else if (v < nodes) drawn.lost.processors.push_back(static_cast<Node>(v));
    }
    const std::size_t replaced = std::min<std::size_t>(working, drawn.lost.processors.size());
    drawn.lost.processors.resize(drawn.lost.processors.size() - replaced);
    drawn.whole = drawn.lost.processors.empty();
    if (random.happens(switches)) return drawn;
    drawn.whole = false;
    for (const std::uint64_t tile : some_failed(random, nodes + spares, switches)) {
        if (tile < nodes) drawn.lost.nodes.push_back(static_cast<Node>(tile));
    }
    return drawn;
}

StackLine::Drawn StackLine::plane(RandomFaults& random, std::size_t number) const {
    const BlockSpares& s = yield_.spares;
    std::vector<Drawn> blocks;
    for (std::uint64_t b = 0; b < s.blocks; ++b)
        blocks.push_back(block(random, s.block_nodes, s.block_spares, yield_.switches));
    std::uint64_t working = 0;
    for (std::uint64_t b = 0; b < s.spare_blocks; ++b) working += random.happens(yield_.block);
    std::vector<std::size_t> failed;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (!blocks[b].whole) failed.push_back(b);
    }
    std::ranges::stable_sort(failed, std::greater(), [&](std::size_t b) { return blocks[b].size(); });
    for (std::size_t i = 0; i < std::min<std::size_t>(working, failed.size()); ++i) blocks[failed[i]] = {};
    if (s.rest > 0) blocks.push_back(block(random, s.rest, s.rest_spares, yield_.rest_switches));
    Drawn drawn;
    const std::vector<Node>& pes = pes_[number];
    const auto add = [&](const std::vector<Node>& lost, std::size_t from, std::vector<Node>& to) {
        for (const Node v : lost) {  // a plane may have fewer nodes than the fullest
            if (from + v < pes.size()) to.push_back(pes[from + v]);
        }
    };
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        drawn.whole = drawn.whole && blocks[b].whole;
        add(blocks[b].lost.nodes, b * s.block_nodes, drawn.lost.nodes);
        add(blocks[b].lost.processors, b * s.block_nodes, drawn.lost.processors);
    }
    if (random.happens(yield_.fabric)) return drawn;
    drawn.whole = false;
    if (others_[number].empty()) return drawn;
    for (const std::uint64_t v : some_failed(random, others_[number].size(), yield_.fabric))
        drawn.lost.nodes.push_back(others_[number][v]);
    return drawn;
}

void StackLine::join_planes(RandomFaults& random, MadeStack& stack) const {
    const auto lose = [&](Link l) {
        for (const Channel c : {2 * l, 2 * l + 1}) {
            if (graph_.exists(c)) stack.lost.channels.push_back(c);
        }
    };
    for (const std::vector<Link>& links : crossing_) {
        if (!random.happens(bond_)) {
            stack.whole = false;
            std::ranges::for_each(links, lose);
        }
        if (random.happens(wires_)) continue;
        stack.whole = false;
        for (const std::uint64_t group : some_failed(random, groups_, wires_)) {
            // Which of the links that share the group has the signal; the busiest interface has one in every slot.
            const double place = (static_cast<double>(group) + random.uniform()) / static_cast<double>(groups_);
            const auto slot = static_cast<std::size_t>(place * static_cast<double>(slots_));
            if (slot < links.size()) lose(links[slot]);
        }
    }
}

MadeStack StackLine::draw(std::uint64_t seed) const {
    RandomFaults random(seed);
    MadeStack stack;
    for (std::size_t p = 0; p < pes_.size(); ++p) {
        Drawn made = plane(random, p);
        while (!made.whole && !random.happens(escapes_)) made = plane(random, p);
        stack.whole = stack.whole && made.whole;
        stack.lost.nodes.insert(stack.lost.nodes.end(), made.lost.nodes.begin(), made.lost.nodes.end());
        stack.lost.processors.insert(stack.lost.processors.end(), made.lost.processors.begin(),
                                     made.lost.processors.end());
    }
    join_planes(random, stack);
    std::ranges::sort(stack.lost.channels);
    const auto twice = std::ranges::unique(stack.lost.channels);
    stack.lost.channels.erase(twice.begin(), twice.end());
    return stack;
}

}  // namespace wafernet
