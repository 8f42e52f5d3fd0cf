// Files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace wafernet {

/// Writes `text` to `path` through a temporary file beside it and a rename. Throws InputError where that is not possible;
/// the file is then as it was before.
void write_file(const std::string& path, std::string_view text);

}  // namespace wafernet
