#include "lanes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "wafernet/core/family.hpp"

namespace wafernet {

Lanes::Lanes(const Network& network, std::uint32_t states, std::size_t places, const std::vector<Node>& ranks,
             const Walk& walk)
    : states_(states), places_(places), shifts_(states > 1 ? network.graph.nodes() * places : 0, 0) {
    if (states_ == 1) return;
    for (const Node rank : ranks) turns_.push_back(rank % states_);
    std::vector<Node> terminals = terminals_of(network);
    std::ranges::sort(terminals, {}, [&](Node v) { return ranks[v]; });
    std::vector<std::uint32_t> carried(network.graph.channels(), 0);
    std::vector<std::uint32_t> messages(places * states_, 0);  // to the destination, by place and turn
    const auto at = [&](std::uint32_t place) {
        return std::span(messages).subspan(std::size_t{place} * states_, states_);
    };
    std::vector<std::vector<Channel>> links(places);
    std::vector<std::uint32_t> met;
    for (const Node d : terminals) {
        for (const std::uint32_t place : met) std::ranges::fill(at(place), 0U);
        met.clear();
        for (const Node s : terminals) {
            if (s == d) continue;
            walk(s, d, [&](std::uint32_t place, std::span<const Channel> parallel) {
                const std::span<std::uint32_t> here = at(place);
                if (std::ranges::all_of(here, [](std::uint32_t n) { return n == 0; })) {
                    met.push_back(place);
                    links[place].assign(parallel.begin(), parallel.end());
                }
                ++here[turns_[s]];
            });
        }
        std::ranges::stable_sort(met, std::greater(), [&](std::uint32_t place) {  // the most first, as in packing
            const std::span<const std::uint32_t> here = at(place);
            return std::accumulate(here.begin(), here.end(), 0U);
        });
        for (const std::uint32_t place : met) {
            const std::span<const std::uint32_t> here = at(place);
            const std::vector<Channel>& parallel = links[place];
            const auto with = [&](std::uint32_t shift) {
                std::vector<std::uint64_t> loads;
                for (const Channel c : parallel) loads.push_back(carried[c]);
                for (std::uint32_t k = 0; k < states_; ++k) loads[(k + shift) % loads.size()] += here[k];
                return loads;
            };
            std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
            std::uint32_t best = 0;
            for (std::uint32_t shift = 0; shift < parallel.size(); ++shift) {
                std::uint64_t squares = 0;
                for (const std::uint64_t load : with(shift)) squares += load * load;
                if (squares < least) least = squares, best = shift;
            }
            const std::vector<std::uint64_t> loads = with(best);
            for (std::size_t i = 0; i < loads.size(); ++i) carried[parallel[i]] = static_cast<std::uint32_t>(loads[i]);
            shifts_[d * places_ + place] = static_cast<std::uint8_t>(best);
        }
    }
}

}  // namespace wafernet
