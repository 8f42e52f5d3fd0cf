#include "command.hpp"
#include "out_of_memory.hpp"

namespace {

// Objects of the program that are made before main allocate, too.
[[gnu::constructor(101)]] void before_all_objects() { wafernet::cli::end_without_memory(); }

}  // namespace

int main(int argc, char** argv) { return wafernet::cli::run_command_line(argc, argv); }
