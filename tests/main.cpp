#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>

#include "this_build.hpp"

namespace wafernet::test {

const std::filesystem::path& source_folder() {
    static const std::filesystem::path folder = WAFERNET_SOURCE_DIR;
    return folder;
}

const std::string& program_path() {
    static const std::string path = WAFERNET_PROGRAM;
    return path;
}

const std::string& refuse_library() {
    static const std::string path = WAFERNET_REFUSE;
    return path;
}

bool sanitized() {
#ifdef WAFERNET_SANITIZED
    return true;
#else
    return false;
#endif
}

}  // namespace wafernet::test

int main(int argc, char** argv) {
    ::unsetenv("COLUMNS");                        // which the program fits its text into: tests say it themselves
    ::setenv("WAFERNET_PATIENCE", "1000000", 1);  // a busy machine is not what most tests ask about
    ::setenv("ASAN_OPTIONS", "detect_leaks=0",
             0);  // a third of a short program's time; leaks are looked for in the tests that call the library
    doctest::Context context(argc, argv);
    return context.run();
}
