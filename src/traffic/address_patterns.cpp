// Patterns in which the destination is a function of the source's address.
// Bit patterns and dimension reversal: rahman2006, sec. 4.4.3 and 4.4.4. The bits are those of the node number (Eq. 3.1
// order). Tornado and neighbor: every digit moves ceil(k/2)-1 or 1 onwards round its ring. matrix-transpose,
// matrix-rotate, merge-south, reverse-flip, address-rotate, center-reflection: names of glass1992, sec. 5.6 and 6.2;
// the pages that define them are missing, so the functions here are readings that agree with what the text says of them
// (matrix-transpose about the antidiagonal has the fully adaptive paths that negative-first is said to use, merge-south
// only travels south, reverse-flip has a mean of 4.27 hops on the 8-cube).
#include <bit>

#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::traffic {

namespace {

[[noreturn]] void refuse(const Network& network, std::string_view pattern, const std::string& need) {
    throw InputError(std::string(pattern) + " traffic on " + network.word + ": need " + need +
                     "; any network takes uniform, hotspot and file:FILE");
}

// ---- functions of the bits of a node number

int bits_of(const Network& network, std::string_view pattern) {
    const std::size_t count = terminals_of(network).size();
    if (count < 2 || !std::has_single_bit(count))
        refuse(network, pattern, "a number of nodes that is a power of two, found " + std::to_string(count));
    return std::countr_zero(count);
}

using BitFunction = std::uint64_t (*)(std::uint64_t value, int bits);

std::uint64_t mask(int bits) { return (std::uint64_t{1} << bits) - 1; }
std::uint64_t rotate_left(std::uint64_t v, int by, int bits) { return ((v << by) | (v >> (bits - by))) & mask(bits); }
std::uint64_t reverse(std::uint64_t v, int bits) {
    std::uint64_t out = 0;
    for (int b = 0; b < bits; ++b) out |= (v >> b & 1U) << (bits - 1 - b);
    return out;
}
std::uint64_t complement(std::uint64_t v, int bits) { return ~v & mask(bits); }
std::uint64_t flip(std::uint64_t v, int bits) { return complement(reverse(v, bits), bits); }
std::uint64_t shuffle(std::uint64_t v, int bits) { return rotate_left(v, 1 % bits, bits); }
std::uint64_t half_rotate(std::uint64_t v, int bits) { return bits == 1 ? v : rotate_left(v, bits / 2, bits); }

// The function acts on a node's position among the nodes that send, which is its number where all do.
std::vector<Node> by_bits(const Network& network, std::string_view pattern, BitFunction function) {
    const int bits = bits_of(network, pattern);
    const std::vector<Node> terminals = terminals_of(network);
    std::vector<Node> images(network.graph.nodes());
    for (Node v = 0; v < images.size(); ++v) images[v] = v;
    for (std::size_t i = 0; i < terminals.size(); ++i) images[terminals[i]] = terminals[function(i, bits)];
    return images;
}

// ---- functions of the digits of an address

using Digits = std::vector<std::uint32_t>;

void need_digits(const Network& network, std::string_view pattern) {
    if (network.addresses.labelled() || network.addresses.radices().empty())
        refuse(network, pattern, "nodes with coordinates");
    if (!network.terminals.empty() && network.terminals.size() != network.graph.nodes())
        refuse(network, pattern, "every node to send and receive");
}

template <typename Function>
std::vector<Node> by_digits(const Network& network, std::string_view pattern, Function function) {
    need_digits(network, pattern);
    std::vector<std::uint32_t> radices;
    for (const auto& group : network.addresses.radices()) radices.insert(radices.end(), group.begin(), group.end());
    std::vector<Node> images(network.graph.nodes());
    for (Node v = 0; v < images.size(); ++v) {
        Digits digits = network.addresses.digits(v);
        function(digits, radices);
        images[v] = network.addresses.node(digits);
    }
    return images;
}

std::uint32_t square(const Network& network, std::string_view pattern) {
    need_digits(network, pattern);
    const auto& radices = network.addresses.radices();
    if (radices.size() != 1 || radices[0].size() != 2 || radices[0][0] != radices[0][1])
        refuse(network, pattern, "a square network of two dimensions");
    return radices[0][0];
}

bool is_square(const Network& network) {
    const auto& radices = network.addresses.radices();
    return !network.addresses.labelled() && radices.size() == 1 && radices[0].size() == 2 &&
           radices[0][0] == radices[0][1];
}

// (x,y) -> (y,x) in every group of two, three or four digits; (x,y,z,w) -> (y,x,w,z); `reflect` also sends z to k-1-z
// in groups of three.
std::vector<Node> dimension_reversal(const Network& network, std::string_view pattern, bool reflect) {
    need_digits(network, pattern);
    const auto& groups = network.addresses.radices();
    bool any_three = false;
    for (const auto& group : groups) {
        const std::size_t n = group.size();
        any_three = any_three || n == 3;
        if (n < 2 || n > 4 || group[n - 1] != group[n - 2] || (n == 4 && group[0] != group[1]))
            refuse(network, pattern, "two to four dimensions at every level, x and y of the same extent");
    }
    if (reflect && !any_three) refuse(network, pattern, "a level of three dimensions");
    return by_digits(network, pattern, [&](Digits& digits, const Digits&) {
        std::size_t at = 0;
        for (const auto& group : groups) {
            const std::size_t n = group.size();
            std::swap(digits[at + n - 1], digits[at + n - 2]);
            if (n == 4) std::swap(digits[at], digits[at + 1]);
            if (n == 3 && reflect) digits[at] = group[0] - 1 - digits[at];
            at += n;
        }
    });
}

std::vector<Node> shift(const Network& network, std::string_view pattern, bool half) {
    std::vector<Node> images = by_digits(network, pattern, [half](Digits& digits, const Digits& radices) {
        for (std::size_t i = 0; i < digits.size(); ++i) {
            const std::uint32_t by = half ? (radices[i] + 1) / 2 - 1 : 1;
            digits[i] = (digits[i] + by) % radices[i];
        }
    });
    for (Node v = 0; v < images.size(); ++v) {
        if (images[v] != v) return images;
    }
    refuse(network, pattern, half ? "an extent of 3 or more" : "an extent of 2 or more");
}

// On a square: digits are (y, x).
template <typename Function>
std::vector<Node> on_square(const Network& network, std::string_view pattern, Function function) {
    const std::uint32_t k = square(network, pattern);
    return by_digits(network, pattern, [&](Digits& digits, const Digits&) {
        const auto [x, y] = function(digits[1], digits[0], k);
        digits = {y, x};
    });
}

using Point = std::pair<std::uint32_t, std::uint32_t>;

std::vector<Node> transpose(const Network& network) {
    if (is_square(network)) return dimension_reversal(network, "transpose", false);
    if (bits_of(network, "transpose") % 2 != 0)
        refuse(network, "transpose", "a square network, or a number of nodes that is a power of four");
    return by_bits(network, "transpose", half_rotate);
}

std::vector<Node> matrix_transpose(const Network& network) {
    if (is_square(network)) {
        return on_square(network, "matrix-transpose", [](std::uint32_t x, std::uint32_t y, std::uint32_t k) {
            return Point{k - 1 - y, k - 1 - x};
        });
    }
    // A matrix in Gray code on a hypercube: reflecting an index complements its first bit.
    if (bits_of(network, "matrix-transpose") % 2 != 0)
        refuse(network, "matrix-transpose", "a square network, or a number of nodes that is a power of four");
    return by_bits(network, "matrix-transpose", [](std::uint64_t v, int bits) {
        const std::uint64_t one = 1, above = (one << bits) | (one << (bits / 2));
        return half_rotate(v, bits) ^ (above >> 1U);  // the first bit of each half
    });
}

constexpr AddressPattern patterns[] = {
    {"transpose", "on k x k nodes (y,x) to (x,y); elsewhere the halves of the bits of the node number change places",
     transpose},
    {"dimension-reversal",
     "at every level of two to four digits the last two change places, of four also the first two: (z,y,x) to (z,x,y)",
     [](const Network& n) { return dimension_reversal(n, "dimension-reversal", false); }},
    {"dimension-reversal-2d", "as dimension-reversal",
     [](const Network& n) { return dimension_reversal(n, "dimension-reversal-2d", false); }},
    {"dimension-reversal-3d", "as dimension-reversal, and at levels of three digits the first, z, becomes k-1-z",
     [](const Network& n) { return dimension_reversal(n, "dimension-reversal-3d", true); }},
    {"bit-reversal", "the bits of the node number in reverse order",
     [](const Network& n) { return by_bits(n, "bit-reversal", reverse); }},
    {"bit-flip", "the bits of the node number in reverse order, each complemented",
     [](const Network& n) { return by_bits(n, "bit-flip", flip); }},
    {"complement", "every bit of the node number complemented",
     [](const Network& n) { return by_bits(n, "complement", complement); }},
    {"shuffle", "the bits of the node number rotated by one place to the left",
     [](const Network& n) { return by_bits(n, "shuffle", shuffle); }},
    {"tornado", "every digit d of an extent k becomes d + ceil(k/2) - 1 modulo k",
     [](const Network& n) { return shift(n, "tornado", true); }},
    {"neighbor", "every digit d of an extent k becomes d + 1 modulo k",
     [](const Network& n) { return shift(n, "neighbor", false); }},
    {"matrix-transpose",
     "on k x k nodes (y,x) to (k-1-x,k-1-y); elsewhere the halves of the bits of the node number change places and the "
     "first bit of each is complemented",
     matrix_transpose},
    {"matrix-rotate", "on k x k nodes (y,x) to (x,k-1-y)",
     [](const Network& n) {
         return on_square(n, "matrix-rotate", [](std::uint32_t x, std::uint32_t y, std::uint32_t k) {
             return Point{k - 1 - y, x};
         });
     }},
    // The west and the east half are merged column by column into the south half.
    {"merge-south", "on k x k nodes (y,x) to (floor(y/2),2x) for x < h = ceil(k/2), else to (floor(y/2),2(x-h)+1)",
     [](const Network& n) {
         return on_square(n, "merge-south", [](std::uint32_t x, std::uint32_t y, std::uint32_t k) {
             const std::uint32_t west = (k + 1) / 2;
             return Point{x < west ? 2 * x : 2 * (x - west) + 1, y / 2};
         });
     }},
    {"reverse-flip", "as bit-flip", [](const Network& n) { return by_bits(n, "reverse-flip", flip); }},
    {"address-rotate", "the bits of the node number rotated by half their number, rounded down, to the left",
     [](const Network& n) { return by_bits(n, "address-rotate", half_rotate); }},
    {"center-reflection", "every digit d of an extent k becomes k-1-d",
     [](const Network& n) {
         return by_digits(n, "center-reflection", [](Digits& digits, const Digits& radices) {
             for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = radices[i] - 1 - digits[i];
         });
     }},
    {"longest-matching", "to another each, so that shortest paths are longest in sum, up to 2,048 terminals",
     longest_matching},
};

}  // namespace

std::span<const AddressPattern> address_patterns() { return patterns; }

// One: every digit k/2 (in hierarchical networks the middle module's first gate node). Four: the two middle values of
// the two first digits; the digits inside a module are 0, its first gate node ("the centered 4 nodes that connect the
// sub-network module", rahman2006, sec. 4.4.4).
std::vector<Node> centre_nodes(const Network& network, std::uint64_t count) {
    const std::vector<Node> terminals = terminals_of(network);
    const auto& groups = network.addresses.radices();
    if (network.addresses.labelled() || groups.empty() || terminals.size() != network.graph.nodes()) {
        const std::size_t middle = terminals.size() / 2;
        if (count == 1) return {terminals[middle]};
        if (terminals.size() < 5) refuse(network, "hotspot", "5 nodes or more for a hot spot of 4");
        return {terminals[middle - 2], terminals[middle - 1], terminals[middle], terminals[middle + 1]};
    }
    Digits digits;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (const std::uint32_t k : groups[g]) digits.push_back(g == 0 ? k / 2 : 0);
    }
    if (count == 1) return {network.addresses.node(digits)};
    const std::vector<std::uint32_t>& top = groups.front();
    const std::size_t n = top.size();
    if (n < 2 || top[n - 1] < 2 || top[n - 2] < 2)
        refuse(network, "hotspot", "two dimensions of extent 2 or more for a hot spot of 4");
    std::vector<Node> hot;
    for (const std::uint32_t y : {top[n - 2] / 2 - 1, top[n - 2] / 2}) {
        for (const std::uint32_t x : {top[n - 1] / 2 - 1, top[n - 1] / 2}) {
            digits[n - 2] = y;
            digits[n - 1] = x;
            hot.push_back(network.addresses.node(digits));
        }
    }
    return hot;
}

}  // namespace wafernet::traffic
