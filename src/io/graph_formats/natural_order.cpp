// The order of names: people's own.
#include <algorithm>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

namespace {

// The digits at `at`, as many as there are; empty: none.
std::string_view digits(std::string_view text, std::size_t at) {
    return text.substr(at, std::min(text.find_first_not_of("0123456789", at), text.size()) - at);
}

// In the order of these, runs of digits are ordered by value.
std::pair<std::size_t, std::string_view> value(std::string_view digits) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return {digits.size(), digits};
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    if (is_whole(a) != is_whole(b)) return is_whole(a);
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const std::string_view x = digits(a, i), y = digits(b, j);
        if (!x.empty() && !y.empty()) {
            if (value(x) != value(y)) return value(x) < value(y);
            i += x.size();
            j += y.size();
        } else if (a[i] != b[j]) {
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
        } else {
            ++i;
            ++j;
        }
    }
    if (i < a.size() || j < b.size()) return i == a.size();
    return a < b;  // 01 and 1
}

}  // namespace wafernet::graph_formats
