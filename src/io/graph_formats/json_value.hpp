// JSON (RFC 8259) as values that know where they stood in the file.
#pragma once

#include <string>
#include <vector>

#include "source.hpp"

namespace wafernet::graph_formats {

struct JsonValue {
    enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    std::string text;               ///< of a text, number or boolean
    std::vector<JsonValue> items;   ///< of a list, and of an object
    std::vector<std::string> keys;  ///< of an object, one an item
    Place at;

    /// Returns the value of a key, or null where there is none.
    [[nodiscard]] const JsonValue* find(std::string_view key) const;
    [[nodiscard]] Word word() const { return {text, at}; }
    [[nodiscard]] bool is_name() const { return kind == Kind::text || kind == Kind::number; }
};

/// Returns the document. Throws a Complaint where it is malformed, has a key twice or is more than 100 deep.
JsonValue parse_json(const Source& source);

}  // namespace wafernet::graph_formats
