// Maximally fully adaptive routing in n dimensions: glass1992, sec. 6.3. The 2^n classes of messages (one direction an
// axis) are paired so that two classes of a pair differ in one axis; a pair has n + 1 sets of virtual channels of its
// own. Turns inside a pair, and from earlier pairs to later ones, are allowed.
#include <algorithm>
#include <random>

#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet {

namespace {

// axis_of[class]: the axis in which the class differs from its partner. As balanced as can be: the numbers of pairs by
// axis are even and differ by at most 2, the later axes have more.
std::vector<int> balanced_pairs(int axes) {
    const std::uint32_t classes = 1U << static_cast<unsigned>(axes);
    const int last = axes - 1;
    // Start from all pairs along the last axis and turn squares of two such pairs round into another axis.
    const int squares = static_cast<int>(classes / 4);
    std::vector<int> wanted(static_cast<std::size_t>(axes), squares / axes);
    for (int a = 0; a < squares % axes; ++a) ++wanted[static_cast<std::size_t>(last - a)];
    std::mt19937 draw(1);
    for (int attempt = 0; attempt < 10000; ++attempt) {
        std::vector<int> axis_of(classes, last);
        std::vector<bool> turned(classes, false);
        bool done = true;
        std::vector<std::uint32_t> order(classes / 2);
        for (std::uint32_t c = 0; c < order.size(); ++c) order[c] = c;
        std::shuffle(order.begin(), order.end(), draw);
        for (int a = 0; a < last && done; ++a) {
            int left = wanted[static_cast<std::size_t>(a)];
            for (const std::uint32_t c : order) {
                const std::uint32_t across = c ^ 1U << static_cast<unsigned>(a),
                                    top = 1U << static_cast<unsigned>(last);
                if (left == 0) break;
                if (turned[c] || turned[across]) continue;
                for (const std::uint32_t v : {c, across, c | top, across | top}) axis_of[v] = a;
                turned[c] = turned[across] = true;
                --left;
            }
            done = left == 0;
        }
        if (done) return axis_of;
    }
    throw std::logic_error("no balanced pairing of the classes found");
}

}  // namespace

AdaptiveConstruction maximally_adaptive(int axes) {
    if (axes < 2 || axes > 8)
        throw InputError("fully adaptive construction in " + std::to_string(axes) + " dimensions: need 2 to 8");
    const std::vector<int> axis_of = balanced_pairs(axes);
    struct Member {
        VirtualDirection direction;
        int pair;
    };
    std::vector<Member> members;
    std::vector<int> used(static_cast<std::size_t>(2 * axes), 0), pairs_along(static_cast<std::size_t>(axes), 0);
    int pair = 0;
    for (std::uint32_t c = 0; c < axis_of.size(); ++c) {
        const int differs = axis_of[c];
        if ((c >> static_cast<unsigned>(differs) & 1U) != 0) continue;  // the partner has been counted
        pairs_along[static_cast<std::size_t>(differs)] += 1;
        for (int a = 0; a < axes; ++a) {
            const int sign = (c >> static_cast<unsigned>(a) & 1U) != 0 ? 1 : -1;
            for (const int s : {sign, -sign}) {
                if (s != sign && a != differs) continue;
                int& vc = used[2 * static_cast<std::size_t>(a) + (s > 0 ? 0 : 1)];
                members.push_back(
                    {{static_cast<std::uint8_t>(a), static_cast<std::int8_t>(s), static_cast<std::uint8_t>(vc++)},
                     pair});
            }
        }
        ++pair;
    }
    std::vector<VirtualDirection> directions;
    for (const Member& m : members) directions.push_back(m.direction);
    AdaptiveConstruction made{TurnSet(directions), TurnSet(directions), *std::max_element(used.begin(), used.end()),
                              *std::max_element(pairs_along.begin(), pairs_along.end()), 0};
    for (std::size_t a = 0; a < members.size(); ++a) {
        for (std::size_t b = 0; b < members.size(); ++b) {
            if (a == b) continue;
            const Turn kind = turn_between(directions[a], directions[b]);
            if (kind == Turn::ninety) ++made.possible;
            const bool same = members[a].pair == members[b].pair;
            if (same && kind == Turn::ninety) made.simple.allowed[a][b] = true;
            // Inside a pair one turn back: from negative to positive.
            made.maximal.allowed[a][b] = same ? kind == Turn::ninety || (kind == Turn::back && directions[a].sign < 0)
                                              : members[a].pair < members[b].pair;
        }
    }
    return made;
}

TurnSet double_y_turns() { return maximally_adaptive(2).simple; }
TurnSet mad_y_turns() { return maximally_adaptive(2).maximal; }

}  // namespace wafernet
