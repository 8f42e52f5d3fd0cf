// The words and marks of a DOT file.
#pragma once

#include "source.hpp"

namespace wafernet::graph_formats {

struct DotToken {
    enum class Kind : std::uint8_t { id, mark, done };
    Kind kind = Kind::done;
    std::string text;
    bool quoted = false;  ///< or HTML: no keyword
    std::size_t at = 0;   ///< in the file
};

class DotTokens {
public:
    explicit DotTokens(const Source& source) : source_(source) {}
    /// Returns the next token. Throws InputError for a character that begins none, and for what does not end.
    DotToken next();

private:
    void skip();
    [[nodiscard]] char look(std::size_t ahead = 0) const {
        return at_ + ahead < source_.text.size() ? source_.text[at_ + ahead] : '\0';
    }
    std::string quoted();
    std::string html();

    const Source& source_;
    std::size_t at_ = 0;
};

}  // namespace wafernet::graph_formats
