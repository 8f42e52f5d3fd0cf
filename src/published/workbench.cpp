// What evaluations of published quantities share.
#include <cmath>

#include <fmt/format.h>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

std::string_view name(Kind kind) {
    static constexpr std::string_view names[] = {"exact", "routed", "formula", "model", "simulated"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<double> Subject::maybe_number(std::string_view name) const {
    const auto found = arguments.find(name);
    if (found == arguments.end()) return std::nullopt;
    const auto* number = std::get_if<double>(&found->second);
    if (number == nullptr) throw InputError(std::string(name) + " is a text, need a number");
    return *number;
}

double Subject::number(std::string_view name) const {
    const auto found = maybe_number(name);
    if (!found) throw InputError("no argument '" + std::string(name) + "', need a number");
    return *found;
}

std::uint64_t Subject::count(std::string_view name) const {
    const double value = number(name);
    if (!(value >= 0 && value < 9e15 && value == std::floor(value)))
        throw InputError(fmt::format("{} is {}, it must be a whole number from 0", name, value));
    return static_cast<std::uint64_t>(value);
}

std::optional<std::string> Subject::maybe_word(std::string_view name) const {
    const auto found = arguments.find(name);
    if (found == arguments.end()) return std::nullopt;
    const auto* word = std::get_if<std::string>(&found->second);
    if (word == nullptr) throw InputError(std::string(name) + " is a number, need a text");
    return *word;
}

std::string Subject::word(std::string_view name) const {
    const auto found = maybe_word(name);
    if (!found) throw InputError("no argument '" + std::string(name) + "', need a text");
    return *found;
}

const Network& Workbench::network(const std::string& word) {
    if (word.empty()) throw InputError("no network here, need one");
    return remember("network " + word, [&] { return make_network(word); });
}

const Quantity& quantity(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Quantity* q : quantities()) {
        if (q->name == name) return *q;
        names.push_back(q->name);
    }
    throw InputError("unknown quantity '" + std::string(name) + "'" + did_you_mean(name, names));
}

}  // namespace wafernet::published
