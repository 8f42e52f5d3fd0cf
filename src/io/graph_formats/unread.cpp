// Formats that are known and not read, each with how to make one that is: unread.tsv. What is not empty in a row must
// fit, in lower case, or one of the texts between | signs: the ending of the path; the begin of the file, or of its
// first line that is no comment (< for XML); what is somewhere inside its first 4,000 bytes. A row without ending and
// begin is asked where the file is refused.
#include <algorithm>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include "base/embedded.hpp"
#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

// Whether one of the texts between | signs, or the only one, `fits`; |-1 is one text.
template <class Fits> bool any_of(std::string_view texts, const Fits& fits) {
    if (texts.starts_with('|')) return fits(texts);
    return std::ranges::any_of(split(texts, '|'), fits);
}

// The text of a cell of the table, in which \n and \t are written so.
std::string plain(std::string_view cell) {
    return boost::replace_all_copy(boost::replace_all_copy(std::string(cell), "\\n", "\n"), "\\t", "\t");
}

// The first 4,000 bytes in lower case, from the first line that is none of blanks.
std::string beginning(const Source& source) {
    const std::string text = lower(std::string_view(source.text).substr(0, 4000));
    return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

// What follows the comments.
std::string_view below_comments(std::string_view text) {
    while (is_comment(text)) {
        text.remove_prefix(std::min(text.find('\n'), text.size()));
        text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    }
    return text;
}

}  // namespace

std::string unread_format(const Source& source, bool refused) {
    const std::string begin = beginning(source), path = lower(source.path);
    const std::string_view below = below_comments(begin);
    const bool graphml = graphml_format.recognise(source);
    for (const auto& known : embedded::rows_of(embedded::unread, 5, '\t')) {
        const std::string_view title = known[3], way_out = known[4];
        const std::string ending(known[0]), first = plain(known[1]), inside = plain(known[2]);
        if ((ending.empty() && first.empty()) != refused || (graphml && first.starts_with('<'))) continue;
        if (any_of(ending, [&](std::string_view end) { return path.ends_with(end); }) &&
            any_of(first, [&](std::string_view b) { return begin.starts_with(b) || below.starts_with(b); }) &&
            any_of(inside, [&](std::string_view i) { return below.find(i) != std::string_view::npos; }))
            return fmt::format("looks like {}, which is not read: {}", title, way_out);
    }
    const bool settings = !refused && below.size() > 1 && below[0] == '[' && below[1] >= 'a' && below[1] <= 'z' &&
                          below.find('=') < below.size();
    return settings ? "looks like TOML or INI, which is not read: a model of a network is given as @FILE" : "";
}

}  // namespace wafernet::graph_formats
