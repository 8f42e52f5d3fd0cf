#include "command.hpp"

int main(int argc, char** argv) { return wafernet::cli::run_command_line(argc, argv); }
