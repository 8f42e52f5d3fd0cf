#include "dot_tokens.hpp"

#include <algorithm>

namespace wafernet::graph_formats {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

// Blanks, // and /* */ comments, and lines that begin with #.
void DotTokens::skip() {
    const std::string& text = source_.text;
    while (at_ < text.size()) {
        const char c = text[at_];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            ++at_;
        } else if ((c == '/' && look(1) == '/') || (c == '#' && (at_ == 0 || text[at_ - 1] == '\n'))) {
            at_ = std::min(text.find('\n', at_), text.size());
        } else if (c == '/' && look(1) == '*') {
            const std::size_t end = text.find("*/", at_ + 2);
            if (end == std::string::npos)
                fail(source_, place_of(source_, at_), "found a comment that does not end, need */");
            at_ = end + 2;
        } else {
            return;
        }
    }
}

std::string DotTokens::quoted() {
    const std::size_t begin = at_++;
    std::string out;
    for (; at_ < source_.text.size(); ++at_) {
        const char c = look();
        if (c == '"') {
            ++at_;
            return out;
        }
        if (c == '\\' && look(1) == '"') {
            out += '"';
            ++at_;
        } else if (c == '\\' && look(1) == '\n') {
            ++at_;
        } else if (c == '\\' && look(1) == '\r' && look(2) == '\n') {
            at_ += 2;
        } else {
            out += c;
        }
    }
    fail(source_, place_of(source_, begin), "found a quote that does not end, need another \"");
}

std::string DotTokens::html() {
    const std::size_t begin = at_;
    int depth = 0;
    for (; at_ < source_.text.size(); ++at_) {
        if (look() == '<') ++depth;
        if (look() == '>' && --depth == 0) {
            ++at_;
            return source_.text.substr(begin, at_ - begin);
        }
    }
    fail(source_, place_of(source_, begin), "found '<' that does not end, need '>'");
}

DotToken DotTokens::next() {
    skip();
    DotToken token{DotToken::Kind::id, "", false, at_};
    if (at_ == source_.text.size()) return {DotToken::Kind::done, "", false, at_};
    const char c = look();
    if (c == '"') {
        token.quoted = true;
        token.text = quoted();
        for (skip(); look() == '+'; skip()) {  // "a" + "b"
            ++at_;
            skip();
            if (look() != '"') fail(source_, place_of(source_, at_), "found no string after '+', need one");
            token.text += quoted();
        }
    } else if (c == '<') {
        token.quoted = true;
        token.text = html();
    } else if (c == '-' && (look(1) == '-' || look(1) == '>')) {
        token.kind = DotToken::Kind::mark;
        token.text = source_.text.substr(at_, 2);
        at_ += 2;
    } else if (letter(c)) {
        while (letter(look()) || digit(look())) token.text += source_.text[at_++];
    } else if (digit(c) || c == '.' || c == '-') {
        if (c == '-') token.text += source_.text[at_++];
        while (digit(look())) token.text += source_.text[at_++];
        if (look() == '.') token.text += source_.text[at_++];
        while (digit(look())) token.text += source_.text[at_++];
        if (token.text.find_first_of("0123456789") == std::string::npos)
            fail_at(source_, place_of(source_, token.at), token.text, "a name, a number or a mark of DOT");
        if (letter(look()) || digit(look()) || look() == '.') {  // 10ge or 10.0.0.1: DOT would make two names of it
            const std::size_t end = std::min(source_.text.find_first_of(" \t\r\n{}[]=;,:\"", at_), source_.text.size());
            fail_at(source_, place_of(source_, token.at), source_.text.substr(token.at, end - token.at),
                    "quotes around a name that begins like a number");
        }
    } else if (std::string_view("{}[]=;,:").find(c) != std::string_view::npos) {
        token.kind = DotToken::Kind::mark;
        token.text = c;
        ++at_;
    } else {
        fail_at(source_, place_of(source_, at_), std::string(1, c), "a name, a number or a mark of DOT");
    }
    return token;
}

}  // namespace wafernet::graph_formats
