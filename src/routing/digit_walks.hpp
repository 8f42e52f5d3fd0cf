// Walks of messages to destinations that a routing does not tell apart until it has corrected their digits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/parallel.hpp"
#include "digit_order.hpp"
#include "walk.hpp"

namespace wafernet {

/// Destinations that share their first digits, and places of messages at nodes that have these too.
struct Together {
    std::vector<Node> destinations;
    std::size_t digits = 0;
    std::vector<Place> at;
    std::vector<Stream> streams;  ///< by place; empty where nobody asks
    bool counts = true;           ///< for the progress: no other has these destinations at these digits

    void add(const Place& place, const Stream* stream) {
        at.push_back(place);
        if (stream != nullptr) streams.push_back(*stream);
    }
    [[nodiscard]] const Stream* stream(std::size_t i) const { return streams.empty() ? nullptr : &streams[i]; }
};

class DigitWalks {
public:
    /// Called after every walk, with the streams at its places where the messages began with any, and the number of
    /// destinations that the messages go to.
    using Seen = std::function<void(const Walk& walk, const std::vector<Stream>& streams, std::size_t destinations)>;

    DigitWalks(const DigitOrder& order, Walk& walk, const Seen& seen, Progress& progress)
        : order_(order), walk_(walk), seen_(seen), progress_(progress) {}

    /// Follows the messages until they have one more digit of their destinations, and from there on until they arrive.
    /// Throws ComputationError where streams could go round in circles.
    void follow(Together& all);

private:
    void follow_line(const Together& all);
    void explore(const Together& begins, Node destination, const std::function<bool(Node)>& there);
    void begin_streams(const Together& begins);
    [[nodiscard]] const Stream* stream(std::size_t place) const {
        return streams_.empty() ? nullptr : &streams_[place];
    }
    [[nodiscard]] std::uint32_t digit(Node v, std::size_t k) const { return order_.digits[v * order_.count + k]; }
    [[nodiscard]] std::uint32_t trait(Node v, std::size_t k) const {
        return order_.traits.empty() ? 0 : order_.traits[v * order_.count + k];
    }

    const DigitOrder& order_;
    Walk& walk_;
    const Seen& seen_;
    Progress& progress_;
    std::vector<Stream> streams_;  // of the last walk
};

}  // namespace wafernet
