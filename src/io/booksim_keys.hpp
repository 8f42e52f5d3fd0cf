// The keys of BookSim2's configuration files and the statements of one file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wafernet::model {

/// What values a key takes.
enum class BooksimType : std::uint8_t { whole, real, word, whole_or_word, real_or_word };

/// What is done with a key that a file says.
enum class BooksimUse : std::uint8_t {
    mapped,  ///< read by the mapping
    only,    ///< refused unless it has BookSim2's default
    silent,  ///< changes no figure
    warned,  ///< changes figures of BookSim2 in a way that is not followed
};

struct BooksimKey {
    std::string_view name;
    BooksimType type;
    std::string_view fallback;  ///< BookSim2's default
    BooksimUse use;
    std::string_view why{};  ///< only, warned: what is done here instead
};

const std::vector<BooksimKey>& booksim_keys();

/// A value that a configuration says.
struct BooksimValue {
    std::variant<long long, double, std::string> value;
    std::string text;   ///< as written
    std::string place;  ///< "FILE:12", or "'key=value'" of an override
};

/// Returns what the file and the overrides say, by key; later statements win. Throws InputError where BookSim2 would
/// stop at a statement; unknown keys are there, those that are `ignored` with any value.
std::map<std::string, BooksimValue> booksim_statements(const std::string& path,
                                                       const std::vector<std::string>& overrides,
                                                       const std::vector<std::string>& ignored);

}  // namespace wafernet::model
