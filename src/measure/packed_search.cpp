#include "packed_search.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

namespace wafernet {

namespace {

constexpr std::uint32_t word = 64;

struct Found {
    PackedGraph::Group group;
    std::uint32_t target;
};

// The groups of one block while its channels are read: a small hash table that is forgotten in constant time.
class BlockGroups {
public:
    static constexpr std::size_t most = 1024;

    BlockGroups() : slots_(4 * most) { groups_.reserve(most); }
    void forget() {
        groups_.clear();
        ++generation_;
    }
    // Returns false where the block has too many groups.
    bool add(std::uint32_t target, std::uint32_t shift, std::uint64_t bit) {
        const std::uint64_t key = std::uint64_t{target} << 6U | shift;
        for (std::size_t i = (key * 0x9E3779B97F4A7C15U) >> 52U;; i = (i + 1) % slots_.size()) {
            Slot& slot = slots_[i];
            if (slot.generation != generation_) {
                if (groups_.size() == most) return false;
                slot = {generation_, static_cast<std::uint32_t>(groups_.size())};
                groups_.push_back({{bit, shift}, target});
                return true;
            }
            Found& g = groups_[slot.group];
            if (g.target != target || g.group.shift != shift) continue;
            g.group.mask |= bit;
            return true;
        }
    }
    std::vector<Found>& groups() { return groups_; }

private:
    struct Slot {
        std::uint32_t generation = 0;
        std::uint32_t group = 0;
    };
    std::vector<Slot> slots_;
    std::vector<Found> groups_;
    std::uint32_t generation_ = 1;
};

std::uint64_t hash(const PackedGraph::Pattern& pattern) {
    std::uint64_t h = pattern.inside.size();
    for (const auto* groups : {&pattern.inside, &pattern.outside}) {
        for (const PackedGraph::Group& g : *groups)
            h = (std::rotl(h, 23) ^ g.mask ^ (std::uint64_t{g.shift} << 58U)) * 0x9E3779B97F4A7C15U;
    }
    return h;
}

}  // namespace

std::uint64_t PackedGraph::groups() const {
    std::uint64_t total = 0;
    for (const Block& b : blocks) total += patterns[b.pattern].inside.size() + patterns[b.pattern].outside.size();
    return total;
}

std::optional<PackedGraph> pack(const Graph& graph) {
    PackedGraph packed;
    packed.nodes = graph.nodes();
    const std::uint32_t blocks = (graph.nodes() + word - 1) / word;
    packed.blocks.reserve(blocks);
    std::unordered_multimap<std::uint64_t, std::uint32_t> known;  // patterns by their hash
    BlockGroups found;
    std::uint64_t channels = 0;
    std::uint64_t groups = 0;
    for (std::uint32_t b = 0; b < blocks; ++b) {
        found.forget();
        const Node end = std::min<Node>(graph.nodes(), (b + 1) * word);
        for (Node v = b * word; v < end; ++v) {
            for (const Channel c : graph.out(v)) {
                const Node w = graph.target(c);
                if (!found.add(w / word, (w - v) % word, std::uint64_t{1} << (v % word))) return std::nullopt;
            }
            channels += graph.degree(v);
        }
        groups += found.groups().size();
        if (groups > channels / 4 + 256) return std::nullopt;
        // In an order that does not depend on the order of the channels, so that equal blocks are recognised.
        std::sort(found.groups().begin(), found.groups().end(), [](const Found& x, const Found& y) {
            return std::tie(x.group.shift, x.group.mask, x.target) < std::tie(y.group.shift, y.group.mask, y.target);
        });
        PackedGraph::Pattern pattern;
        PackedGraph::Block block{0, static_cast<std::uint32_t>(packed.targets.size())};
        for (const Found& g : found.groups()) {
            (g.target == b ? pattern.inside : pattern.outside).push_back(g.group);
            if (g.target != b) packed.targets.push_back(g.target);
        }
        const std::uint64_t h = hash(pattern);
        const auto [first, last] = known.equal_range(h);
        const auto same =
            std::find_if(first, last, [&](const auto& entry) { return packed.patterns[entry.second] == pattern; });
        if (same != last) {
            block.pattern = same->second;
        } else {
            block.pattern = static_cast<std::uint32_t>(packed.patterns.size());
            known.emplace(h, block.pattern);
            packed.patterns.push_back(std::move(pattern));
        }
        packed.blocks.push_back(block);
    }
    return packed;
}

PackedSearch::PackedSearch(const PackedGraph& graph)
    : graph_(graph), seen_(graph.blocks.size()), frontier_(graph.blocks.size()), next_(graph.blocks.size()) {}

std::uint64_t PackedSearch::run(Node source, std::uint64_t weight, std::vector<std::uint64_t>& histogram) {
    std::fill(seen_.begin(), seen_.end(), 0);
    std::fill(frontier_.begin(), frontier_.end(), 0);
    std::fill(next_.begin(), next_.end(), 0);
    seen_[source / word] = frontier_[source / word] = std::uint64_t{1} << (source % word);
    active_.assign(1, source / word);
    if (histogram.empty()) histogram.push_back(0);
    histogram[0] += weight;
    std::uint64_t reached = 1;
    for (std::size_t distance = 1; !active_.empty() && reached < graph_.nodes; ++distance) {
        touched_.clear();
        for (const std::uint32_t b : active_) {
            const std::uint64_t f = frontier_[b];
            frontier_[b] = 0;
            const PackedGraph::Pattern& pattern = graph_.patterns[graph_.blocks[b].pattern];
            std::uint64_t inside = 0;
            for (const PackedGraph::Group& g : pattern.inside)
                inside |= std::rotl(f & g.mask, static_cast<int>(g.shift));
            inside &= ~seen_[b];
            if (inside != 0) {
                if (next_[b] == 0) touched_.push_back(b);
                next_[b] |= inside;
            }
            const std::uint32_t* target = graph_.targets.data() + graph_.blocks[b].targets;
            for (const PackedGraph::Group& g : pattern.outside) {
                const std::uint32_t t = *target++;
                const std::uint64_t from = f & g.mask;
                if (from == 0) continue;
                const std::uint64_t fresh = std::rotl(from, static_cast<int>(g.shift)) & ~seen_[t];
                if (fresh == 0) continue;
                if (next_[t] == 0) touched_.push_back(t);
                next_[t] |= fresh;
            }
        }
        std::uint64_t count = 0;
        for (const std::uint32_t b : touched_) {
            seen_[b] |= next_[b];
            count += static_cast<std::uint64_t>(std::popcount(next_[b]));
        }
        if (count == 0) break;
        active_.swap(touched_);
        frontier_.swap(next_);
        if (histogram.size() <= distance) histogram.resize(distance + 1);
        histogram[distance] += weight * count;
        reached += count;
    }
    return reached;
}

}  // namespace wafernet
