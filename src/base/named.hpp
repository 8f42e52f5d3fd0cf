// Kinds that are chosen by their names.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "wafernet/base/error.hpp"

namespace wafernet {

/// Returns the kind whose place among `names` is that of `word`, the first kind that has a name being `first`. Throws
/// InputError: "no layout 'rastr' (did you mean 'raster'?), need raster or curve", of which `what` is the beginning and
/// `need` the end.
template <class Kind>
Kind named(std::string_view word, std::span<const std::string_view> names, std::string_view what, std::string_view need,
           Kind first = {}) {
    const auto found = std::ranges::find(names, word);
    if (found == names.end())
        throw InputError(std::string(what) + " '" + std::string(word.substr(0, 60)) + "'" + did_you_mean(word, names) +
                         std::string(need));
    return static_cast<Kind>(static_cast<std::size_t>(first) + static_cast<std::size_t>(found - names.begin()));
}

}  // namespace wafernet
