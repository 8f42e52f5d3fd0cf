// Fuzzing guided by coverage, with libFuzzer: one reader after the other, each input is understood or refused with an
// InputError of one line. The script `coverage` builds and runs it; the first byte of an input chooses the reader.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <unistd.h>

#include "wafernet/core/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/booksim_config.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;

namespace {

const std::string& file() {
    static const std::string path = "/dev/shm/wafernet-fuzz-" + std::to_string(::getpid()) + ".toml";
    static const int removed = std::atexit([] { ::unlink(file().c_str()); });
    return removed == 0 ? path : path;
}

// Small networks are built; large ones are only counted.
void word(std::string_view text) {
    const NetworkWord parsed = parse_network_word(text);
    if (parse_network_word(parsed.word).word != parsed.word) std::abort();
    if (parsed.family->nodes(parsed.parameters) > 300 || parsed.family->links(parsed.parameters) > 2000) return;
    const Network network = build(parsed);
    if (network.graph.nodes() != parsed.family->nodes(parsed.parameters)) std::abort();
}

const std::array<std::function<void(std::string_view)>, 8> readers = {
    [](std::string_view) { (void)read_graph_file(file()); },
    [](std::string_view) { (void)read_graph_file(file(), {.format = "dot"}); },
    [](std::string_view) { (void)read_graph_file(file(), {.format = "graphml"}); },
    [](std::string_view) { (void)read_network_model(file()); },
    [](std::string_view) { (void)read_technology(file()); },
    [](std::string_view) { (void)published::read_table(file()); },
    [](std::string_view) { (void)read_booksim_config(file()); },
    word};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << text;
    try {
        readers[data[0] % readers.size()](text);
    } catch (const InputError& error) {
        const std::string_view line = error.what();
        if (line.empty() || line.size() >= 600 || line.find('\n') != std::string_view::npos) std::abort();
    }
    return 0;
}
