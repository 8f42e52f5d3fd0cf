// As much of XML as graphs need: elements with their attributes and text, one after the other. Written here because the
// readers at hand (Boost.PropertyTree) do not say in which line and column an element stood.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "source.hpp"

namespace wafernet::graph_formats {

struct XmlEvent {
    enum class Kind : std::uint8_t { begin, end, text, done };
    Kind kind = Kind::done;
    std::string name;  ///< of an element, without its namespace prefix
    std::map<std::string, std::string> attributes;
    std::string text;
    Place at;
};

/// Reads a document piece by piece. Throws InputError where it is not well formed.
class XmlReader {
public:
    explicit XmlReader(const Source& source) : source_(source) {}
    /// Returns the next piece; <a/> comes as its begin and its end.
    XmlEvent next();

private:
    [[nodiscard]] bool starts(std::string_view with) const {
        return std::string_view(source_.text).substr(at_).starts_with(with);
    }
    [[noreturn]] void need(std::size_t at, const std::string& what) const;
    void skip_past(std::string_view end, const std::string& what);
    void skip_declaration();
    void skip_blanks();
    std::string name();
    std::string unescaped(std::size_t begin, std::size_t end) const;
    XmlEvent element();
    XmlEvent end_tag();

    const Source& source_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
    bool ended_ = false;  // the element just begun is <a/>
    bool seen_ = false;   // a root
    [[nodiscard]] Place place(std::size_t at) const { return place_of(source_, at); }
};

}  // namespace wafernet::graph_formats
