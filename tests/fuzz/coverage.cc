// Fuzzing guided by coverage, with libFuzzer: eight readers, of which each input is understood or refused with an
// InputError of one line, and command lines. The script `coverage` builds and runs it; the first byte of an input
// chooses which.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <sys/time.h>

#include "cli/program.hpp"
#include "fuzz/command_line.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/booksim_config.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

const test::Folder& folder() {
    static const test::Folder folder;
    return folder;
}

std::string file() { return folder() / "input.toml"; }

// A command line takes the signal of libFuzzer's own clock. This one counts the processor's time.
void must_end_within(int seconds) {
    static const auto before = std::signal(SIGPROF, [](int) { std::abort(); });
    const struct itimerval limit = {{}, {seconds, 0}};
    if (before == SIG_ERR || ::setitimer(ITIMER_PROF, &limit, nullptr) != 0) std::abort();
}

// Small networks are built; large ones are only counted.
void word(std::string_view text) {
    const NetworkWord parsed = parse_network_word(text);
    if (parse_network_word(parsed.word).word != parsed.word) std::abort();
    if (parsed.family->nodes(parsed.parameters) > 300 || parsed.family->links(parsed.parameters) > 2000) return;
    const Network network = build(parsed);
    if (network.graph.nodes() != parsed.family->nodes(parsed.parameters)) std::abort();
}

const std::array<std::function<void(std::string_view)>, 9> readers = {
    [](std::string_view) { (void)read_graph_file(file()); },
    [](std::string_view) { (void)read_graph_file(file(), {.format = "dot"}); },
    [](std::string_view) { (void)read_graph_file(file(), {.format = "graphml"}); },
    [](std::string_view) { (void)read_network_model(file()); },
    [](std::string_view) { (void)read_technology(file()); },
    [](std::string_view) { (void)published::read_table(file()); },
    [](std::string_view) { (void)read_booksim_config(file()); },
    word,
    fuzz::command_line};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    (void)folder().write("input.toml", text);
    must_end_within(20);
    try {
        readers[data[0] % readers.size()](text);
    } catch (const InputError& error) {
        const std::string_view line = error.what();
        if (line.empty() || line.size() >= 600 || line.find('\n') != std::string_view::npos) std::abort();
    }
    must_end_within(0);
    return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// Command lines mostly change by whole words, which changed bytes would seldom hit upon.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    std::minstd_rand random(seed);
    if (size == 0 || data[0] % readers.size() != readers.size() - 1 || random() % 4 == 0)
        return LLVMFuzzerMutate(data, size, most);
    const std::string text =
        fuzz::with_other_word({reinterpret_cast<const char*>(data) + 1, size - 1}, random).substr(0, most - 1);
    std::copy(text.begin(), text.end(), data + 1);
    return text.size() + 1;
}
