#include "printed_number.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace wafernet::published {

namespace {

// "2^22".
std::optional<PrintedNumber> printed_power(std::string_view text, std::size_t hat) {
    const auto base = printed_number(text.substr(0, hat));
    const auto exponent = printed_number(text.substr(hat + 1));
    if (!base || !exponent || !base->whole || !exponent->whole) return std::nullopt;
    const double value = std::pow(base->value, exponent->value);
    if (!(std::fabs(value) < 9e15)) return std::nullopt;
    return PrintedNumber{value, 1.0, true};
}

}  // namespace

std::optional<PrintedNumber> printed_number(std::string_view text) {
    const std::size_t hat = text.find('^');
    if (hat != std::string_view::npos) return printed_power(text, hat);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ',') {
            plain += text[i];
            continue;
        }
        // A comma only before groups of three digits.
        const std::string_view group = text.substr(i + 1, 3);
        const bool digits = group.size() == 3 && group.find_first_not_of("0123456789") == std::string_view::npos;
        const bool ends = text.find_first_of("0123456789", i + 4) != i + 4;
        if (i == 0 || !digits || !ends) return std::nullopt;
    }
    PrintedNumber out;
    const char* end = plain.data() + plain.size();
    const auto [stop, status] = std::from_chars(plain.data(), end, out.value);
    if (plain.empty() || status != std::errc() || stop != end || !std::isfinite(out.value)) return std::nullopt;
    const std::size_t exponent = plain.find_first_of("eE");
    const std::size_t mantissa = exponent == std::string::npos ? plain.size() : exponent;
    const std::size_t point = plain.find('.');
    if (point != std::string::npos) out.last_digit = std::pow(10.0, -static_cast<double>(mantissa - point - 1));
    if (exponent != std::string::npos) out.last_digit *= std::pow(10.0, std::stod(plain.substr(exponent + 1)));
    out.whole = point == std::string::npos && exponent == std::string::npos;
    return out;
}

Agreement agreement(const PrintedNumber& printed, const Value& value, double slack) {
    const double number = number_of(value).value_or(std::numeric_limits<double>::infinity());
    if (!std::isfinite(number)) return Agreement::none;
    const double noise = 1e-9 * std::fmax(1.0, std::fabs(printed.value));
    if (printed.whole && std::holds_alternative<std::int64_t>(value)) {
        if (number == printed.value) return Agreement::rounded;
    } else {
        if (std::fabs(number - printed.value) <= printed.last_digit / 2 + noise) return Agreement::rounded;
        const double beyond = std::fabs(number) - std::fabs(printed.value);
        const bool same_sign = number * printed.value > 0;
        if (!printed.whole && same_sign && beyond >= 0 && beyond < printed.last_digit - noise)
            return Agreement::truncated;
    }
    return std::fabs(number - printed.value) <= slack + noise && slack > 0 ? Agreement::within_tolerance
                                                                           : Agreement::none;
}

}  // namespace wafernet::published
