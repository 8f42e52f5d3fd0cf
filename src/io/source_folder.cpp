#include "source_folder.hpp"

namespace wafernet {

std::filesystem::path source_folder() { return WAFERNET_SOURCE_FOLDER; }

}  // namespace wafernet
