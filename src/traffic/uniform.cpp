// Uniform traffic, and the hot spot of Pfister and Norton on top of it: rahman2006, sec. 4.4.3.
#include <algorithm>

#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::traffic {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;

std::vector<std::uint32_t> indices(const std::vector<Node>& terminals, Node nodes) {
    std::vector<std::uint32_t> index(nodes, none);
    for (std::uint32_t i = 0; i < terminals.size(); ++i) index[terminals[i]] = i;
    return index;
}

class Uniform final : public Traffic {
public:
    Uniform(const Network& network, bool include_self)
        : terminals_(terminals_of(network)), index_(indices(terminals_, network.graph.nodes())), self_(include_self) {}

    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (index_[source] == none) return;
        fill(row, source, 1.0);
    }
    [[nodiscard]] double rate(Node source) const override { return index_[source] == none ? 0.0 : 1.0; }
    [[nodiscard]] Node sample(Node source, double u) const override {
        auto i = std::min(static_cast<std::size_t>(u * static_cast<double>(choices())), choices() - 1);
        if (!self_ && i >= index_[source]) ++i;
        return terminals_[i];
    }
    [[nodiscard]] bool uniform() const override { return true; }
    // Replaces the row of a source by one of which every destination has the same part of this share.
    void fill(std::vector<Demand>& row, Node source, double share) const {
        const double each = share / static_cast<double>(choices());
        const std::size_t before = self_ ? terminals_.size() : index_[source];
        row.resize(choices());
        for (std::size_t i = 0; i < before; ++i) row[i] = {terminals_[i], each};
        for (std::size_t i = before; i < row.size(); ++i) row[i] = {terminals_[i + 1], each};
    }
    [[nodiscard]] std::size_t place(Node source, Node destination) const {
        return index_[destination] - (!self_ && index_[destination] > index_[source] ? 1 : 0);
    }

private:
    [[nodiscard]] std::size_t choices() const { return self_ ? terminals_.size() : terminals_.size() - 1; }

    std::vector<Node> terminals_;
    std::vector<std::uint32_t> index_;
    bool self_;
};

class HotSpot final : public Traffic {
public:
    HotSpot(const Network& network, std::vector<Node> hot, double fraction, bool include_self)
        : base_(network, include_self), hot_(std::move(hot)), fraction_(fraction) {}

    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (base_.rate(source) <= 0.0) return;
        const std::size_t others = others_of(source);
        base_.fill(row, source, others > 0 ? 1.0 - fraction_ : 1.0);
        if (others == 0) return;
        for (const Node h : hot_) {
            if (h != source) row[base_.place(source, h)].share += fraction_ / static_cast<double>(others);
        }
    }
    [[nodiscard]] double rate(Node source) const override { return base_.rate(source); }
    [[nodiscard]] Node sample(Node source, double u) const override {
        const std::size_t others = others_of(source);
        if (others == 0) return base_.sample(source, u);
        if (u >= fraction_) return base_.sample(source, (u - fraction_) / (1.0 - fraction_));
        auto i = std::min(static_cast<std::size_t>(u / fraction_ * static_cast<double>(others)), others - 1);
        for (const Node h : hot_) {
            if (h == source) continue;
            if (i-- == 0) return h;
        }
        return hot_.back();
    }

private:
    [[nodiscard]] bool is_hot(Node v) const { return std::find(hot_.begin(), hot_.end(), v) != hot_.end(); }
    // Hot nodes that `source` can send to: a hot node does not send to itself.
    [[nodiscard]] std::size_t others_of(Node source) const { return hot_.size() - (is_hot(source) ? 1 : 0); }

    Uniform base_;
    std::vector<Node> hot_;
    double fraction_;
};

}  // namespace

std::unique_ptr<Traffic> uniform(const Network& network, bool include_self) {
    const std::size_t count = terminals_of(network).size();
    if (count < 2 && !(include_self && count == 1))
        throw InputError("uniform traffic on " + network.word + ": " + std::to_string(count) +
                         " node sends, need 2 or more");
    return std::make_unique<Uniform>(network, include_self);
}

void check_hot_spot(std::uint64_t count, double fraction) {
    if (count != 1 && count != 4) throw InputError("a hot spot of " + std::to_string(count) + " nodes, need 1 or 4");
    if (!(fraction > 0.0 && fraction < 1.0))
        throw InputError("the share of the hot spot is " + std::to_string(fraction) +
                         ", need a number above 0 and below 1");
}

std::unique_ptr<Traffic> hotspot(const Network& network, std::vector<Node> hot, double fraction, bool include_self) {
    if (terminals_of(network).size() < 2)
        throw InputError("hotspot traffic on " + network.word + ": need 2 or more nodes that send");
    return std::make_unique<HotSpot>(network, std::move(hot), fraction, include_self);
}

}  // namespace wafernet::traffic
