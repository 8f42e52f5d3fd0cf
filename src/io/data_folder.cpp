#include "wafernet/io/data_folder.hpp"

#include <string>
#include <vector>

#include "source_folder.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

namespace fs = std::filesystem;

// Folders that may hold "tables" and "models", the most specific first.
std::vector<fs::path> candidates() {
    std::vector<fs::path> out;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        out.push_back(program.parent_path().parent_path() / "share" / "wafernet");
        fs::path above = program.parent_path();
        for (int i = 0; i < 4 && above.has_relative_path();
             ++i) {  // build/release/wafernet, build/release/tests/test_model
            above = above.parent_path();
            if (fs::exists(above / "tables" / "sources.toml", error)) out.push_back(above);
        }
    }
    out.emplace_back(WAFERNET_INSTALLED_DATA);
    if (const fs::path sources = source_folder(); !sources.empty()) out.push_back(sources);
    return out;
}

}  // namespace

fs::path data_folder(std::string_view what) {
    std::error_code error;
    for (const fs::path& candidate : candidates()) {
        if (fs::is_directory(candidate / what, error)) return candidate / what;
    }
    throw InputError("no folder '" + std::string(what) + "' beside this program or in " WAFERNET_INSTALLED_DATA);
}

fs::path data_file(std::string_view path) {
    fs::path given(path);
    std::error_code error;
    if (given.is_absolute() || fs::exists(given, error)) return given;
    for (const fs::path& candidate : candidates()) {
        if (fs::exists(candidate / given, error)) return candidate / given;
    }
    return given;
}

}  // namespace wafernet
