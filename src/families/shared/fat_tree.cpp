#include "shared/fat_tree.hpp"

#include <numeric>

namespace wafernet {

namespace {

// What leads from a level up: nodes by their words, digit 1 the lowest; links by their lower end and its new digit.
struct Level {
    std::uint64_t m = 1, w = 1;               // of the digit that changes on the way up
    std::uint64_t below = 1;                  // words of the digits before it, which are out of w
    std::uint64_t spread = 1;                 // processors by the digits before it
    std::uint64_t first = 0, first_link = 0;  // of the level

    // The node one level up that has `digit`, and the one down from there.
    [[nodiscard]] std::uint64_t up(std::uint64_t node, std::uint64_t digit) const {
        return node % below + digit * below + node / (below * m) * below * w;
    }
    [[nodiscard]] std::uint64_t down(std::uint64_t node, std::uint64_t digit) const {
        return node % below + digit * below + node / (below * w) * below * m;
    }
};

// One for every level of nodes; the top has none up.
std::vector<Level> shape(const FatTree& tree) {
    const std::vector<std::uint64_t> sizes = fat_tree_levels(tree);
    const auto& [m, w] = tree;
    std::vector<Level> all{{}};
    for (std::size_t l = 0; l < m.size(); ++l) {
        Level& here = all.back();
        here.m = m[l];
        here.w = w[l];
        Level next;
        next.below = here.below * here.w;
        next.spread = here.spread * here.m;
        next.first = here.first + sizes[l];
        next.first_link = here.first_link + sizes[l] * here.w;
        all.push_back(next);
    }
    return all;
}

// Up to a common ancestor, down to the destination. On the way up by the destination's number, or any link.
class UpDown final : public Routing {
public:
    UpDown(const FatTree& tree, bool adaptive)
        : all_(shape(tree)), ends_(fat_tree_levels(tree)[0]), adaptive_(adaptive) {}

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        if (at.node == destination) return;
        std::size_t l = 0;
        while (l + 1 < all_.size() && at.node >= all_[l + 1].first) ++l;
        const Level& here = all_[l];
        const std::uint64_t node = at.node - here.first;
        if (l > 0 && node / here.below == destination / here.spread) {  // an ancestor
            const Level& below = all_[l - 1];
            const std::uint64_t down = below.down(node, destination / below.spread % below.m);
            return append(below.first_link + down * below.w + node / below.below % below.w, l, false, hops);
        }
        const std::uint64_t digit = destination / here.below;
        for (std::uint64_t i = 0; i < (adaptive_ ? here.w : 1); ++i)
            append(here.first_link + node * here.w + (digit + i) % here.w, l + 1, true, hops);
    }

    [[nodiscard]] bool adaptive() const override { return adaptive_; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override { return {{0, ends_}}; }

private:
    static void append(std::uint64_t link, std::size_t level, bool up, std::vector<Hop>& hops) {
        Hop hop;
        hop.channel = static_cast<Channel>(2 * link + (up ? 0 : 1));
        hop.label.level = static_cast<std::uint8_t>(level);
        hop.label.phase = level > 1 ? Phase::inter : Phase::local;
        hop.label.direction = up ? 1 : -1;
        hops.push_back(hop);
    }

    std::vector<Level> all_;
    std::uint64_t ends_;
    bool adaptive_;
};

}  // namespace

std::vector<std::uint64_t> fat_tree_levels(const FatTree& tree) {
    const auto& [m, w] = tree;
    std::vector<std::uint64_t> sizes;
    for (std::size_t l = 0; l <= m.size(); ++l) {
        std::uint64_t size = 1;
        for (std::size_t i = 0; i < m.size(); ++i) size = checked_mul(size, i < l ? w[i] : m[i], "nodes");
        sizes.push_back(size);
    }
    return sizes;
}

std::uint64_t fat_tree_links(const FatTree& tree) {
    const std::vector<std::uint64_t> sizes = fat_tree_levels(tree);
    std::uint64_t sum = 0;
    for (std::size_t l = 0; l < tree.w.size(); ++l)
        sum = checked_add(sum, checked_mul(sizes[l], tree.w[l], "links"), "links");
    return sum;
}

Network build_fat_tree(const FatTree& tree) {
    const std::vector<std::uint64_t> sizes = fat_tree_levels(tree);
    const std::vector<Level> all = shape(tree);
    LinkList list(fat_tree_links(tree));
    for (std::size_t l = 0; l + 1 < all.size(); ++l) {
        for (std::uint64_t node = 0; node < sizes[l]; ++node) {
            for (std::uint64_t digit = 0; digit < all[l].w; ++digit) {
                list.join(all[l].first + node, all[l + 1].first + all[l].up(node, digit), l + 1);
            }
        }
    }
    const std::uint64_t nodes = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    Network network = flat_network(nodes, std::move(list), plain_numbers(nodes));
    for (Node t = 0; t < sizes[0]; ++t) network.terminals.push_back(t);
    return network;
}

std::unique_ptr<Routing> fat_tree_up_down(const FatTree& tree, bool adaptive) {
    return std::make_unique<UpDown>(tree, adaptive);
}

}  // namespace wafernet
