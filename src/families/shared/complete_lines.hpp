// Grids whose lines are complete: HyperX, flattened butterfly.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// Extents, most significant axis first (the last is axis 0), and parallel links between two nodes of a line.
struct CompleteLines {
    std::vector<std::uint64_t> extents;
    std::uint64_t copies = 1;
};

std::uint64_t complete_lines_nodes(const CompleteLines& shape);
std::uint64_t complete_lines_links(const CompleteLines& shape);
std::uint64_t complete_lines_degree(const CompleteLines& shape);
Network build_complete_lines(const CompleteLines& shape);
/// Returns dimension-order routing, axis 0 first, one hop an axis; of parallel links the one that the destination's
/// digit on the axis chooses.
std::unique_ptr<Routing> complete_lines_dor(const Network& network, const CompleteLines& shape);
/// Returns dimensionally adaptive, load-balanced routing (ahn2009): to the destination's digit on any axis, and once an
/// axis that differs to another digit where no such channel is free, on VCs from 1 up; dimension order as escape on VC
/// 0. A digit that is the destination's stays so, whence no escape channel waits for one of an earlier axis.
std::unique_ptr<Routing> complete_lines_dal(const Network& network, const CompleteLines& shape);

}  // namespace wafernet
