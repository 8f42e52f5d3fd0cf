#include <fstream>
#include <string>

#include "command.hpp"
#include "io/source_folder.hpp"
#include "out_of_memory.hpp"

namespace {

// Objects of the program that are made before main allocate, too.
[[gnu::constructor(101)]] void before_all_objects() { wafernet::cli::end_without_memory(); }

}  // namespace

// In place of the library's: the installed program is the same bytes wherever it was built. In its build folder a file
// beside it says where the sources are.
std::filesystem::path wafernet::source_folder() {
    std::error_code error;
    std::ifstream file(std::filesystem::read_symlink("/proc/self/exe", error).replace_filename("wafernet.sources"));
    std::string folder;
    std::getline(file, folder);
    return folder;
}

int main(int argc, char** argv) { return wafernet::cli::run_command_line(argc, argv); }
