// Dimension-order routing on hierarchical networks: its tables. `hierarchical_routing.cpp` says which hops they give.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "routing/digit_order.hpp"
#include "shared/hierarchical.hpp"
#include "shared/ring.hpp"

namespace wafernet {

/// Division by a number known only at run time, exact for all 32-bit dividends (Lemire, Kaser, Kurz 2019).
class Divider {
public:
    Divider() = default;
    explicit Divider(std::uint32_t by)
        : by_(by), magic_(by <= 1 ? 0 : std::numeric_limits<std::uint64_t>::max() / by + 1) {}
    [[nodiscard]] std::uint32_t operator()(std::uint32_t v) const {
        return by_ <= 1 ? v : static_cast<std::uint32_t>(static_cast<unsigned __int128>(magic_) * v >> 64U);
    }

private:
    std::uint32_t by_ = 1;
    std::uint64_t magic_ = 0;
};

class HierarchicalDor final : public Routing, public CorrectsDigits {
public:
    HierarchicalDor(const Network& network, const HierarchicalShape& shape, Outlet outlet, Ties ties);

    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override;
    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override;
    [[nodiscard]] bool adaptive() const override { return ties_ == Ties::split; }
    [[nodiscard]] bool looks_back() const override { return false; }
    [[nodiscard]] DigitOrder digit_order() const override;
    [[nodiscard]] std::vector<DestinationClass> destination_classes() const override;
    [[nodiscard]] RoutingSymmetry symmetry() const override;

private:
    struct Ring {  // in routing order
        Row row;
        std::uint32_t shift;  // of its digit in digits_
        std::uint64_t mask;
        std::uint8_t level;
        std::uint8_t axis;
    };
    // A message at a node of a module, and its share of the traffic.
    struct Place {
        std::uint32_t state = 0;
        std::uint32_t module = 0;
        std::uint32_t local = 0;
        float share = 1.0F;
    };
    // Which lines of the module and which rings (by index) a symmetry turns round.
    struct Mirror {
        std::uint32_t lines = 0;
        std::uint32_t rings = 0;
    };
    struct Image {
        std::uint32_t module;
        std::uint32_t local;
        Mirror by;
        [[nodiscard]] Node node(std::uint32_t size) const { return module * size + local; }
    };
    // Symmetries: modules that are shifted onto another (empty: none), and mirrors, with all that follow from several
    // of them.
    struct Images {
        std::vector<std::uint32_t> modules;
        std::vector<Mirror> mirrors;
    };

    [[nodiscard]] Images images(bool only_lengths) const;
    [[nodiscard]] bool mirrored(std::uint32_t lines, std::uint32_t s, bool turned) const;
    [[nodiscard]] Image first_image(const Images& images, std::uint32_t module, std::uint32_t local) const;
    [[nodiscard]] std::uint32_t turned_local(std::uint32_t local, std::uint32_t lines) const;
    [[nodiscard]] std::uint32_t turned_module(std::uint32_t module, std::uint32_t rings) const;

    [[nodiscard]] std::uint32_t outlet(std::size_t key, std::uint32_t last_local, std::uint32_t local) const {
        return outlet_[std::size_t{row_[key * size_ + last_local]} * size_ + local];
    }
    // Channel of the gate at `local` in that ring and direction, or no_channel.
    [[nodiscard]] Channel upper_channel(std::uint32_t module, std::uint32_t local, std::size_t key) const {
        if (arrives_[key * size_ + local] == no_channel) return no_channel;
        const Channel first = group_[std::size_t{module} * 2 * rings_.size() + key];
        return first == no_channel ? no_channel : first + 2 * gate_[key * size_ + local];
    }

    void leave(const Place& at, std::uint32_t ring, const Course& way, std::uint32_t last_local,
               std::vector<Hop>& hops) const;
    void move(const Place& at, std::uint32_t target, const HopLabel& label, std::vector<Hop>& hops) const;
    void append(const Place& at, std::size_t axis, const Course& way, const HopLabel& label,
                std::vector<Hop>& hops) const;

    void find_rings(const HierarchicalShape& shape, std::uint32_t modules);
    void find_channels(const Graph& graph, const HierarchicalShape& shape, std::uint32_t modules);
    void find_outlets(const HierarchicalShape& shape, Outlet outlet);
    [[nodiscard]] std::vector<std::uint32_t> gates_across(const std::vector<std::uint32_t>& gates, std::uint8_t axis,
                                                          std::uint32_t local) const;
    [[nodiscard]] std::uint32_t nearest(const std::vector<std::uint32_t>& gates, std::uint32_t local) const;
    [[nodiscard]] std::uint32_t apart(std::size_t axis, std::uint32_t a, std::uint32_t b) const {
        const std::uint32_t d = a > b ? a - b : b - a;
        return lines_[axis].wraps ? std::min(d, lines_[axis].extent - d) : d;
    }

    Divider divide_;
    std::uint32_t size_ = 1;  // nodes of a module
    std::uint32_t module_channels_ = 0;
    Channel channels_ = 0;
    bool ring_wraps_;
    Ties ties_;
    std::vector<Ring> rings_;
    std::vector<Row> lines_;                        // axes of the module, x first
    std::vector<HierarchicalShape::Place> places_;  // of local nodes
    std::vector<std::uint8_t> local_odd_;
    std::vector<std::uint8_t> module_odd_;
    std::vector<std::uint64_t> digits_;           // a module's place in all rings, the first ring in the highest bits
    std::array<std::uint8_t, 65> ring_of_bit_{};  // ring whose digit holds the n-th bit from the top
    std::vector<Channel> inside_;                 // [local][axis][negative]: channel in module 0
    std::vector<Channel> group_;                  // [module][ring][negative]: channel of the group's first gate
    std::vector<std::uint32_t> gate_;             // [ring][negative][local]: which gate of the group leaves here
    std::vector<std::uint32_t>
        arrives_;  // [ring][negative][local]: where the gate that leaves here arrives, no_channel: none
    std::vector<std::uint32_t> row_;     // [ring][negative][destination's local node]: row of outlet_
    std::vector<std::uint32_t> outlet_;  // [row][local]: local node to leave by
};

}  // namespace wafernet
