// Moves of messages to all destinations between standpoints, each with the destinations that it is taken for.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "standpoints.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet::escape {

inline constexpr std::uint32_t none = 0xFFFFFFFFU;
inline constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;

// The virtual channels of a step.
template <class Use>
void for_each_vc(Channel channel, VcSet set, std::uint32_t vcs, const Use& use) {
    for (; set != 0; set &= set - 1) use(channel * vcs + static_cast<std::uint32_t>(std::countr_zero(set)));
}

// A set of neighbouring destinations: as many as fit into one line of the cache.
class Set {
public:
    static constexpr std::uint32_t size = 512;

    void insert(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
    [[nodiscard]] Set operator&(const Set& other) const {
        Set both;
        for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] = words_[w] & other.words_[w];
        return both;
    }
    [[nodiscard]] bool empty() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words_) all |= word;
        return all == 0;
    }
    // Adds the others; whether some of them were not there.
    bool unite(const Set& other) {
        std::uint64_t fresh = 0;
        for (std::size_t w = 0; w < words_.size(); ++w) fresh |= other.words_[w] & ~words_[w];
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
        return fresh != 0;
    }

private:
    alignas(64) std::array<std::uint64_t, size / 64> words_{};
};

// A hop between two standpoints.
struct Move {
    std::uint32_t to = 0;
    Channel channel = no_channel;
    VcSet vcs = 0, escape = 0;

    bool operator==(const Move&) const = default;
};

// The standpoints of messages to all destinations, here places, and the moves between them.
class Moves {
public:
    Moves(const Network& network, std::size_t destinations)
        : word_(network.word), first_at_(network.graph.nodes(), none), sets_(destinations / Set::size + 1) {}

    // Adds what leads to the destination of such a number. Standpoints of one node with the same steps count as one of
    // them: the same one for as many destinations as may be.
    void add(const Standpoints& at, std::uint32_t destination) {
        like_.resize(at.size());
        place_of_.resize(at.size());
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            like_[i] = at.alike(i);
            place_of_[i] = i;  // of those that are alike, the one to take
            std::uint32_t& taken = place_of_[like_[i]];
            if (key(at[i]) < key(at[taken])) taken = i;
        }
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (like_[i] == i) place_of_[i] = place(at[place_of_[i]]);
        }
        std::vector<Set>& sets = sets_[destination / Set::size];
        for (std::uint32_t i = 0; i < at.size(); ++i) {
            if (like_[i] != i) continue;
            for (const Step& step : at.steps(i)) {
                const std::uint32_t to = place_of_[like_[step.to]];
                const std::uint32_t m = move(place_of_[i], {to, step.channel, step.vcs, step.escape});
                if (sets.size() <= m) sets.resize(m + std::size_t{1});
                sets[m].insert(destination % Set::size);
            }
        }
    }

    [[nodiscard]] std::uint32_t places() const { return static_cast<std::uint32_t>(places_.size()); }
    [[nodiscard]] Node node(std::uint32_t place) const { return places_[place].node; }
    /// The moves from a place that may be taken outside the subfunction, each with where it leads to; and in it.
    [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& outside(std::uint32_t place) const {
        return outside_[place];
    }
    [[nodiscard]] const std::vector<std::uint32_t>& escapes(std::uint32_t place) const { return escapes_[place]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(moves_.size()); }
    [[nodiscard]] const Move& operator[](std::uint32_t move) const { return moves_[move]; }
    /// For which destinations of each Set::size every move is taken.
    [[nodiscard]] std::vector<std::vector<Set>>& sets() { return sets_; }

private:
    static std::array<std::uint64_t, 3> key(const Standpoint& at) {
        return {at.header, at.channel, static_cast<std::uint64_t>(at.vc + 1)};
    }

    std::uint32_t place(const Standpoint& at) {
        for (std::uint32_t p = first_at_[at.node]; p != none; p = next_at_[p]) {
            if (key(places_[p]) == key(at)) return p;
        }
        places_.push_back(at);
        out_.emplace_back();
        outside_.emplace_back();
        escapes_.emplace_back();
        next_at_.push_back(first_at_[at.node]);
        first_at_[at.node] = places() - 1;
        return places() - 1;
    }

    std::uint32_t move(std::uint32_t from, const Move& wanted) {
        for (const std::uint32_t m : out_[from]) {
            if (moves_[m] == wanted) return m;
        }
        if (sets_.size() * (moves_.size() + 1) * sizeof(Set) > most_bytes) {
            throw InputError(word_ +
                             ": the hops of messages to all destinations take more than 4 GiB, need a smaller "
                             "network or a routing with fewer states of the header");
        }
        out_[from].push_back(size());
        if (wanted.vcs != wanted.escape) outside_[from].emplace_back(size(), wanted.to);
        if (wanted.escape != 0) escapes_[from].push_back(size());
        moves_.push_back(wanted);
        return size() - 1;
    }

    std::string word_;
    std::vector<Standpoint> places_;
    std::vector<std::uint32_t> first_at_, next_at_;          // chain of the places at a node
    std::vector<std::vector<std::uint32_t>> out_, escapes_;  // moves from every place
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> outside_;
    std::vector<Move> moves_;
    std::vector<std::vector<Set>> sets_;
    std::vector<std::uint32_t> like_, place_of_;
};

// Where messages that have come to a place may get over moves outside the subfunction, for which destinations.
class Reach {
public:
    Reach(const Moves& moves, const std::vector<Set>& taken_for)
        : moves_(moves), taken_for_(taken_for), sets_(moves.places()), queued_(moves.places(), 0) {}

    // Follows the messages that came by one of the moves `in`.
    void follow(const std::vector<std::uint32_t>& in) {
        for (const std::uint32_t p : places_) sets_[p] = {};
        places_.clear();
        queue_.clear();
        for (const std::uint32_t m : in) add(moves_[m].to, taken_for_[m]);
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const std::uint32_t p = queue_[i];
            queued_[p] = 0;
            for (const auto& [m, to] : moves_.outside(p)) add(to, sets_[p] & taken_for_[m]);
        }
    }

    // The places that were reached, the first one included.
    [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }
    [[nodiscard]] const Set& destinations(std::uint32_t place) const { return sets_[place]; }

private:
    // Queues the place where some destinations are new.
    void add(std::uint32_t place, const Set& more) {
        if (more.empty()) return;
        Set& mine = sets_[place];
        if (mine.empty()) places_.push_back(place);
        if (!mine.unite(more)) return;
        if (queued_[place] == 0) queue_.push_back(place);
        queued_[place] = 1;
    }

    const Moves& moves_;
    const std::vector<Set>& taken_for_;
    std::vector<Set> sets_;  // of every place
    std::vector<std::uint8_t> queued_;
    std::vector<std::uint32_t> queue_, places_;
};

}  // namespace wafernet::escape
