// Numbers as text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace wafernet {

/// Returns the number that all of a text is, which may be infinite; nothing where it is none or does not fit.
template <class Number> std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace wafernet
