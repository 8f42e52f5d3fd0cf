#include "walk_everywhere.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/parallel.hpp"
#include "digit_order.hpp"
#include "talkers.hpp"

namespace wafernet {

namespace {

// Destinations that share their first digits, and places of messages at nodes that have these too.
struct Together {
    std::vector<Node> destinations;
    std::size_t digits = 0;
    std::vector<Place> at;
    bool counts = true;  // for the progress: no other has these destinations at these digits
};

class DigitWalks {
public:
    DigitWalks(const DigitOrder& order, Walk& walk, const std::function<void(const Walk&)>& seen, Progress& progress)
        : order_(order), walk_(walk), seen_(seen), progress_(progress) {}

    /// Follows the messages until they have one more digit of their destinations, and from there on until they arrive.
    void follow(Together& all) {
        const std::size_t k = all.digits;
        if (k == order_.count) {
            for (std::size_t i = 0; i < all.destinations.size() && all.counts; ++i) progress_.one_more();
            return;
        }
        if (order_.lines) {
            follow_line(all);
            return;
        }
        const auto key = [&](Node v) { return std::tuple(digit(v, k), trait(v, k), v); };
        std::sort(all.destinations.begin(), all.destinations.end(), [&](Node a, Node b) { return key(a) < key(b); });
        for (auto first = all.destinations.begin(); first != all.destinations.end();) {
            const auto there = [&, d = digit(*first, k)](Node v) { return digit(v, k) == d; };
            const auto end = std::find_if_not(first, all.destinations.end(), there);
            std::vector<Place> lacking, having;
            lacking.reserve(all.at.size());
            for (const Place& p : all.at) (there(p.node) ? having : lacking).push_back(p);
            if (trait(*first, k) !=
                trait(*(end - 1), k)) {  // to messages that have the digit its trait does not matter
                Together all_traits{{first, end}, k + 1, std::move(having), false};
                follow(all_traits);
                having.clear();
            }
            while (first != end) {
                const auto next =
                    std::find_if_not(first, end, [&, t = trait(*first, k)](Node v) { return trait(v, k) == t; });
                walk_.explore(lacking, *first, there);
                seen_(walk_);
                Together corrected{{first, next}, k + 1, having, all.counts};
                if (k + 1 < order_.count) {
                    std::copy_if(walk_.places().begin(), walk_.places().end(), std::back_inserter(corrected.at),
                                 [&](const Place& p) { return there(p.node); });
                }
                follow(corrected);
                first = next;
            }
        }
    }

private:
    // Messages to the two ends of a line take all hops that those to the nodes between take.
    void follow_line(const Together& all) {
        const std::size_t k = all.digits;
        std::map<std::uint32_t, Together> parts;
        for (const Node d : all.destinations) parts[digit(d, k)].destinations.push_back(d);
        for (const Place& p : all.at) parts[digit(p.node, k)].at.push_back(p);
        for (const std::uint32_t end : {parts.begin()->first, parts.rbegin()->first}) {
            const auto there = [&](Node v) { return digit(v, k) == end; };
            std::vector<Place> lacking;
            std::copy_if(all.at.begin(), all.at.end(), std::back_inserter(lacking),
                         [&](const Place& p) { return !there(p.node); });
            walk_.explore(lacking, parts[end].destinations.front(), there);
            seen_(walk_);
            for (std::size_t p = walk_.sources(); p < walk_.places().size(); ++p)
                parts[digit(walk_.places()[p].node, k)].at.push_back(walk_.places()[p]);
        }
        for (auto& [at, part] : parts) {
            part.digits = k + 1;
            follow(part);
        }
    }

    [[nodiscard]] std::uint32_t digit(Node v, std::size_t k) const { return order_.digits[v * order_.count + k]; }
    [[nodiscard]] std::uint32_t trait(Node v, std::size_t k) const {
        return order_.traits.empty() ? 0 : order_.traits[v * order_.count + k];
    }

    const DigitOrder& order_;
    Walk& walk_;
    const std::function<void(const Walk&)>& seen_;
    Progress& progress_;
};

}  // namespace

bool judged_together(const Network& network, const Routing& routing) {
    return together_by_digits(network, routing) != nullptr;
}

void walk_everywhere(const Network& network, const Routing& routing, const VcRule& rule, const Traffic* traffic,
                     unsigned threads, const std::function<bool(std::uint64_t, std::uint64_t)>& progress,
                     const std::function<void(const Walk&)>& seen) {
    const std::vector<Node> terminals = terminals_of(network);
    Progress done(progress, terminals.size());
    const Talkers talkers(network, traffic);
    const CorrectsDigits* const by_digits = talkers.all() ? together_by_digits(network, routing) : nullptr;
    if (by_digits == nullptr) {
        const std::size_t blocks = std::min<std::size_t>(terminals.size(), 64);
        for_each_block(blocks, threads, [&](std::size_t block) {
            Walk walk(network, routing, rule);
            for (std::size_t i = block; i < terminals.size(); i += blocks) {
                talkers.explore(walk, terminals[i]);
                done.one_more();
                seen(walk);
            }
        });
        return;
    }
    const DigitOrder order = by_digits->digit_order();
    std::map<std::uint32_t, std::vector<Node>> parts;  // by the first digit; lines are quick, and all in one
    std::vector<Place> sources;
    for (const Node v : terminals) {
        parts[order.count > 0 && !order.lines ? order.digits[v * order.count] : 0].push_back(v);
        sources.push_back({no_channel, routing.start(v, v), 0, v, v});
    }
    const std::vector<std::pair<std::uint32_t, std::vector<Node>>> blocks(parts.begin(), parts.end());
    for_each_block_by(blocks.size(), threads, [&](unsigned) {
        return [&, walk = Walk(network, routing, rule)](std::size_t k) mutable {
            Together part{blocks[k].second, 0, sources, true};
            DigitWalks(order, walk, seen, done).follow(part);
        };
    });
}

}  // namespace wafernet
