// What a file's name does not say: a number by which networks and traffic that are read from files are told apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wafernet/core/family.hpp"
#include "wafernet/core/traffic.hpp"

namespace wafernet::cli {

/// FNV-1a of 64 bits.
class Digest {
public:
    void add(const void* data, std::size_t size) {
        for (const auto* byte = static_cast<const unsigned char*>(data); size > 0; ++byte, --size)
            sum_ = (sum_ ^ *byte) * 0x100000001B3ULL;
    }
    template <class T> void add(T value) { add(&value, sizeof value); }
    /// Returns "#" and hexadecimal digits.
    [[nodiscard]] std::string text() const;

private:
    std::uint64_t sum_ = 0xCBF29CE484222325ULL;
};

/// Returns "PATH #12ab" of every file that a value of an option names, and of those that these name in turn as
/// networks: by them a result of other contents is told apart. Empty where it names none.
std::string contents_of(std::string_view value);

void add_traffic(Digest& digest, const Traffic& traffic, Node nodes);

/// Returns the digest of the links, their cycles and the terminals of a network that is not of a family; of one that
/// is, nothing.
std::string digest_of(const Network& network);

}  // namespace wafernet::cli
