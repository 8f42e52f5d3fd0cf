// Small words that the families' tables of closed forms are written in.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"

namespace wafernet {

using Claim = std::optional<double>;

constexpr Source rahman(std::string_view place) { return {"rahman2006", place}; }
constexpr Source ziavras(std::string_view place) { return {"ziavras", place}; }
constexpr Source mudawwar(std::string_view place) { return {"mudawwar", place}; }
/// What was derived here, or is text-book knowledge that was checked here.
constexpr Source own(std::string_view place) { return {"wafernet", place}; }

/// A parameter that is 0 unless it is 1.
constexpr ParameterSpec choice(std::string_view name, std::string_view meaning) {
    return {.name = name, .meaning = meaning, .least = 0, .most = 1, .fallback = 0};
}

/// Returns one table of closed forms made of several, in their order: those that families share and a family's own.
template <typename... Parts> constexpr auto joined(const Parts&... parts) {
    std::array<ClosedForm, (std::size(Parts{}) + ...)> all;
    std::size_t next = 0;
    const auto append = [&](std::span<const ClosedForm> part) {
        for (const ClosedForm& form : part) all[next++] = form;
    };
    (append(parts), ...);
    return all;
}

/// A claim that is the same for all members.
template <int value> Claim fixed(const Parameters&) { return value; }
/// Where the printed form is wrong for all members.
inline bool always(const Parameters&) { return true; }

inline double number(const Parameters& p, std::string_view name) { return static_cast<double>(p[name]); }
/// A text as an argument of a template.
template <std::size_t length> struct Text {
    char text[length]{};
    constexpr Text(const char (&given)[length]) { std::copy(given, given + length, text); }
};
/// The words of a text with a blank between two: words<"ring:3 ring:8">.
template <Text list>
inline constexpr auto words = [] {
    // Sanitizers make of string_view::find no constant expression.
    std::array<std::string_view, std::ranges::count(list.text, ' ') + 1> all;
    std::size_t begin = 0;
    for (std::string_view& word : all) {
        std::size_t end = begin;
        while (list.text[end] != ' ' && list.text[end] != 0) ++end;
        word = std::string_view(list.text + begin, end - begin);
        begin = end + 1;
    }
    return all;
}();
/// A claim that is a parameter, or so much more.
template <Text name, int more = 0> Claim parameter(const Parameters& p) { return number(p, name.text) + more; }
/// A claim that is what one of the family's own functions counts.
template <std::uint64_t (*count)(const Parameters&)> Claim counted(const Parameters& p) {
    return static_cast<double>(count(p));
}
/// A claim that holds for some members only.
inline Claim where(bool holds, double value) { return holds ? Claim(value) : Claim(); }
inline double two_to(double exponent) { return std::exp2(exponent); }
/// Turns a mean over all ordered pairs, a node to itself included, into the mean over distinct pairs.
inline double distinct(double all_pairs, double nodes) { return all_pairs * nodes / (nodes - 1); }

/// The links of a network, in the order in which its family lists them.
class LinkList {
public:
    explicit LinkList(std::uint64_t most = 0) { all_.reserve(most); }
    void join(std::uint64_t a, std::uint64_t b, std::uint64_t level = 1, std::uint64_t axis = 0, bool wrap = false) {
        join(a, b, LinkLabel{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(axis), wrap, 1});
    }
    void join(std::uint64_t a, std::uint64_t b, const LinkLabel& label) {
        all_.push_back({static_cast<Node>(a), static_cast<Node>(b), label});
    }
    /// One way, from a to b.
    void lead(std::uint64_t a, std::uint64_t b, std::uint64_t level = 1) {
        join(a, b, level);
        all_.back().one_way = true;
    }
    operator std::vector<LinkSpec>() && { return std::move(all_); }

private:
    std::vector<LinkSpec> all_;
};

/// Returns a flat network: one level, all nodes terminals.
inline Network flat_network(std::uint64_t nodes, std::vector<LinkSpec> links, AddressScheme addresses) {
    Network network;
    network.graph = Graph(nodes, std::move(links));
    network.addresses = std::move(addresses);
    network.level_sizes = {static_cast<std::uint32_t>(nodes)};
    return network;
}
/// Returns addresses of one group of digits, the most significant first.
inline AddressScheme digits(const std::vector<std::uint64_t>& radices) {
    return AddressScheme(AddressScheme::Radices{{radices.begin(), radices.end()}});
}
/// Returns plain node numbers as addresses.
inline AddressScheme plain_numbers(std::uint64_t nodes) { return digits({nodes}); }

}  // namespace wafernet
