#include "digit_walks.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace wafernet {

void DigitWalks::begin_streams(const Together& begins) {
    const std::vector<Place>& places = walk_.places();
    streams_.assign(places.size(), {});
    std::size_t met = 0;
    for (std::size_t i = 0; i < begins.at.size(); ++i) {
        const auto same = [&](const Place& p) {
            const Place& begin = begins.at[i];
            return p.channel == begin.channel && p.header == begin.header && p.vcs == begin.vcs && p.node == begin.node;
        };
        std::size_t p = met;
        if (met < walk_.sources() && same(places[met])) ++met;
        else  // messages have come here while they corrected different digits
            p = static_cast<std::size_t>(
                std::find_if(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(met), same) - places.begin());
        streams_[p].add(begins.streams[i]);
    }
}

void DigitWalks::explore(const Together& begins, Node destination, const std::function<bool(Node)>& there) {
    walk_.explore(begins.at, destination, there);
    streams_.clear();
    if (!begins.streams.empty()) {
        begin_streams(begins);
        pass_on(walk_, destination, streams_);
    }
    seen_(walk_, streams_, begins.destinations.size());
}

void DigitWalks::follow(Together& all) {
    const std::size_t k = all.digits;
    if (k == order_.count) {
        for (std::size_t i = 0; i < all.destinations.size() && all.counts; ++i) progress_.one_more();
        return;
    }
    if (order_.lines && all.streams.empty()) {
        follow_line(all);
        return;
    }
    const auto key = [&](Node v) { return std::tuple(digit(v, k), trait(v, k), v); };
    std::ranges::sort(all.destinations, [&](Node a, Node b) { return key(a) < key(b); });
    for (auto first = all.destinations.begin(); first != all.destinations.end();) {
        const auto there = [&, d = digit(*first, k)](Node v) { return digit(v, k) == d; };
        const auto end = std::find_if_not(first, all.destinations.end(), there);
        Together lacking, having;
        lacking.at.reserve(all.at.size());
        for (std::size_t i = 0; i < all.at.size(); ++i)
            (there(all.at[i].node) ? having : lacking).add(all.at[i], all.stream(i));
        having.digits = k + 1;
        if (trait(*first, k) != trait(*(end - 1), k)) {  // to messages that have the digit its trait does not matter
            having.destinations.assign(first, end);
            having.counts = false;
            follow(having);
            having = {};
        }
        while (first != end) {
            const auto next =
                std::find_if_not(first, end, [&, t = trait(*first, k)](Node v) { return trait(v, k) == t; });
            lacking.destinations.assign(first, next);
            explore(lacking, *first, there);
            Together corrected{{first, next}, k + 1, having.at, having.streams, all.counts};
            if (k + 1 < order_.count) {
                for (std::size_t p = 0; p < walk_.places().size(); ++p) {
                    if (there(walk_.places()[p].node)) corrected.add(walk_.places()[p], stream(p));
                }
            }
            follow(corrected);
            first = next;
        }
    }
}

// Messages to the two ends of a line take all hops that those to the nodes between take.
void DigitWalks::follow_line(const Together& all) {
    const std::size_t k = all.digits;
    std::map<std::uint32_t, Together> parts;
    for (const Node d : all.destinations) parts[digit(d, k)].destinations.push_back(d);
    for (const Place& p : all.at) parts[digit(p.node, k)].at.push_back(p);
    for (const std::uint32_t end : {parts.begin()->first, parts.rbegin()->first}) {
        const auto there = [&](Node v) { return digit(v, k) == end; };
        Together lacking;
        lacking.destinations = parts[end].destinations;
        std::ranges::copy_if(all.at, std::back_inserter(lacking.at), [&](const Place& p) { return !there(p.node); });
        explore(lacking, lacking.destinations.front(), there);
        for (std::size_t p = walk_.sources(); p < walk_.places().size(); ++p)
            parts[digit(walk_.places()[p].node, k)].at.push_back(walk_.places()[p]);
    }
    for (auto& [at, part] : parts) {
        part.digits = k + 1;
        follow(part);
    }
}

}  // namespace wafernet
