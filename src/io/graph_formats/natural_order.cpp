// The order of names: people's own.
#include "raw_graph.hpp"

namespace wafernet::graph_formats {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

// -1, 0 or 1: two runs of digits by value.
int by_value(std::string_view a, std::string_view b) {
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    const int order = a.compare(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::string_view run_of_digits(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && digit(text[end])) ++end;
    return text.substr(at, end - at);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    if (is_whole(a) != is_whole(b)) return is_whole(a);
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            const std::string_view x = run_of_digits(a, i), y = run_of_digits(b, j);
            if (const int order = by_value(x, y); order != 0) return order < 0;
            i += x.size();
            j += y.size();
        } else {
            if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
            ++i;
            ++j;
        }
    }
    if (i < a.size() || j < b.size()) return i == a.size();
    return a < b;  // 01 and 1
}

}  // namespace wafernet::graph_formats
