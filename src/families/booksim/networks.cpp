#include "networks.hpp"

#include <array>

#include "core/booksim_families.hpp"

namespace wafernet {

std::span<const Family* const> booksim_families() {
    static constexpr std::array<const Family*, 6> all = {&booksim::cmesh,   &booksim::dragonfly, &booksim::fattree,
                                                         &booksim::flatfly, &booksim::qtree,     &booksim::tree4};
    return all;
}

}  // namespace wafernet
