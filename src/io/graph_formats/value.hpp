// Values that know where they stood in the file: of JSON (RFC 8259), and of GML, whose lists are objects here.
#pragma once

#include <string>
#include <vector>

#include "raw_graph.hpp"

namespace wafernet::graph_formats {

struct Value {
    enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    std::string text;               ///< of a text, number or boolean
    std::vector<Value> items;       ///< of a list, and of an object
    std::vector<std::string> keys;  ///< of an object, one an item; in JSON none twice
    Place at;                       ///< of a list in GML that of its key

    /// Returns the value of a key, or null where there is none.
    [[nodiscard]] const Value* find(std::string_view key) const;
    [[nodiscard]] Word word() const { return {text, at}; }
    [[nodiscard]] bool is_name() const { return kind == Kind::text || kind == Kind::number; }
};

/// Throws "found 'text', need ..", or by the kind of the value.
[[noreturn]] void refuse(const Value& value, const std::string& what);
/// Takes the attributes of a link from the members of an object.
void read_attributes(const Value& object, Attributes& said, AttributeReader& reader);

/// Returns the document. Throws a Complaint where it is malformed, has a key twice or is more than 100 deep.
Value parse_json(const Source& source);

}  // namespace wafernet::graph_formats
