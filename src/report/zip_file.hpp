// Parts of a zip file changed, such as the sheets of a workbook.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace wafernet {

/// Changes a part piece by piece: gets the text from where it stopped, returns what is to be written and how many bytes
/// of the text that is; `last` where no more follows, and it must take them all.
struct ChangedPiece {
    std::string written;
    std::size_t taken = 0;
};
using PartChange = std::function<ChangedPiece(std::string_view text, bool last)>;

/// Returns the zip file with the parts of these names changed; all else stays as it is, compressed as it was. For files
/// of less than 4 GB without comment. Throws ComputationError where it is none.
std::string with_changed_parts(const std::string& zip, const std::map<std::string, PartChange>& changes);

}  // namespace wafernet
