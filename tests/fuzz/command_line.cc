#include "fuzz/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/common_words.hpp"
#include "cli/help.hpp"
#include "cli/program.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet::fuzz {

namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::string text_of(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : "\n") + word;
    return text;
}

const std::map<std::string, std::string> files = {
    {"g.txt", "0 1\n1 2\n2 3\n3 0\n"},
    {"m.toml", "family = \"mesh\"\n[parameters]\nk = \"2x3\"\n"},
    {"r.csv", "source,destination,rate\n0,1,1\n1,0,2\n"},
    {"t.csv", "cycle,source,destination,flits\n0,0,1,4\n2,1,0,4\n"},
    {"o.toml", "loads = [0.1]\nvcs = 2\n"},
    {"b.cfg", "topology = mesh;\nk = 3;\nn = 2;\nrouting_function = dor;\nnum_vcs = 2;\n"},
    {"s.toml", "command = \"latency\"\nnetworks = [\"ring:4\"]\noptions = {loads = \"0.05\"}\nvary = {vcs = [2, 4]}\n"},
};

// What a command line may read and write, made anew for each: it is the current folder.
class Scratch {
public:
    Scratch() {
        std::filesystem::current_path(folder_.path());
        ::setenv("PATH", "", 1);                  // neither gnuplot nor Graphviz is started
        ::setenv("WAFERNET_PATIENCE", "1e8", 1);  // no note that work goes on, however slow the machine
        ::dup2(::memfd_create("standard output", 0), STDOUT_FILENO);
    }
    void renew() const {
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) remove_all(entry.path());
        for (const auto& [name, content] : files) (void)folder_.write(name, content);
        if (::ftruncate(STDOUT_FILENO, 0) != 0) std::abort();
    }
    [[nodiscard]] bool untouched() const {
        const std::filesystem::recursive_directory_iterator all(folder_.path());
        return static_cast<std::size_t>(std::distance(begin(all), end(all))) == files.size() &&
               std::all_of(files.begin(), files.end(),
                           [&](const auto& file) { return test::contents(folder_ / file.first) == file.second; });
    }

private:
    test::Folder folder_;
};

bool has(const Words& words, std::string_view start) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return word.starts_with(start); });
}

bool has_network(const Words& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& w) { return w.find(':') != std::string::npos; });
}

constexpr unsigned long largest_number = 200;
constexpr std::uint64_t most_nodes = 32, most_links = 128;

bool numbers_are_small(const std::string& word) {
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (std::isdigit(static_cast<unsigned char>(word[i])) == 0) continue;
        std::size_t end = i;
        while (end < word.size() && std::isdigit(static_cast<unsigned char>(word[end])) != 0) ++end;
        const std::string number = word.substr(i, end - i);
        // Of more than 64 bits: refused wherever it stands.
        if (number.size() < 21 && (number.size() > 12 || std::stoul(number) > largest_number)) return false;
        i = end;
    }
    return true;
}

bool is_small(const std::string& word) {
    try {
        const NetworkWord parsed = parse_network_word(word);
        return parsed.family->nodes(parsed.parameters) <= most_nodes &&
               parsed.family->links(parsed.parameters) <= most_links;
    } catch (const InputError&) {
        return true;  // no network
    }
}

bool may_run(const Words& words) {
    if (words.size() > 20) return false;
    // All tables and families.
    if (has(words, "tables") || (has(words, "verify") && !has_network(words))) return false;
    // --memory is a limit of this process; --set of kept cases is some hundred simulations.
    if (has(words, "--memory") || (has(words, "validate") && has(words, "--set"))) return false;
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        if (word.size() > 100 || word.find('/') != std::string::npos || word.find("..") != std::string::npos)
            return false;
        return numbers_are_small(word) && is_small(word.substr(word.find('=') + 1));
    });
}

// What simulates or looks for networks does it briefly.
void shorten(Words& words) {
    if (has(words, "explore") && !has(words, "--families"))
        words.insert(words.end(), {"--families", "mesh,hypercube,tree"});
    if (has(words, "latency") && !has(words, "--budget")) words.insert(words.end(), {"--budget", "0.02"});
    if (!has(words, "simulate") && !has(words, "validate") && !has(words, "--simulate")) return;
    if (!has(words, "--cycles")) words.insert(words.end(), {"--cycles", "1000"});
    if (!has(words, "--seeds") && has(words, "validate")) words.insert(words.end(), {"--seeds", "1"});
}

// Of several networks the first may be warned of before another is refused.
std::string without_warnings(std::string_view said) {
    while (said.starts_with("warning: ") || said.starts_with("note: ")) said.remove_prefix(said.find('\n') + 1);
    return std::string(said);
}

[[noreturn]] void wrong(const char* what, const std::string& said) {
    std::fprintf(stderr, "command line: %s:\n%s\n", what, said.c_str());
    std::abort();
}

int run(const Words& words, std::string& said) {
    std::vector<const char*> argv{"wafernet"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* const standard_error = stderr;
    stderr = ::open_memstream(&text, &size);
    const int code = cli::run_command_line(static_cast<int>(argv.size()), argv.data());
    std::fclose(std::exchange(stderr, standard_error));
    said.assign(text, size);
    std::free(text);
    return code;
}

// Words that may stand in a command line.
const Words& values() {
    static const Words all = [] {
        Words words{"file:g.txt", "@m.toml", "file:r.csv", "t.csv",     "o.toml",
                    "b.cfg",      "s.toml",  "new",        "new.csv",   "-",
                    "--",         "-o",      "0",          "1",         "2",
                    "3",          "8",       "0.1",        "0.05,0.1",  "0.1:0.5:0.1",
                    "-1",         "1e9",     "nan",        "",          "99999999999999999999999",
                    "(0,0)",      "(1,1)",   "uniform",    "transpose", "dor",
                    "minimal",    "valiant"};
        for (const Family* family : families()) {
            words.emplace_back(family->name);
            for (const auto& example : family->examples) {
                if (is_small(std::string(example))) words.emplace_back(example);
            }
        }
        return words;
    }();
    return all;
}

template <class Things>
const auto& any(const Things& things, std::minstd_rand& random) {
    return things[random() % things.size()];
}

std::string any_word(const Words& words, std::minstd_rand& random) {
    static const std::vector<cli::Command> commands = cli::commands();
    const auto command =
        std::find_if(commands.begin(), commands.end(), [&](const auto& c) { return c.name == words.front(); });
    if (command == commands.end() || random() % 16 == 0) return any(commands, random).name;
    static cli::CommonWords common;
    static const std::vector<cli::Option> of_every_command = common.options(nullptr);
    const auto& options = random() % 4 == 0 || command->options.empty() ? of_every_command : command->options;
    const cli::Option& option = any(options, random);
    if (random() % 2 == 0 || option.names.find("--") == std::string::npos) {
        return option.choices.empty() ? any(values(), random) : any(option.choices, random);
    }
    if (std::holds_alternative<bool*>(option.target)) return cli::option_name(option);
    return cli::option_name(option) + "=" +
           (option.choices.empty() || random() % 8 == 0 ? any(values(), random) : any(option.choices, random));
}

}  // namespace

void command_line(std::string_view text) {
    if (text.empty() || text.find('\0') != std::string_view::npos) return;
    Words words = words_of(text);
    if (!may_run(words)) return;
    shorten(words);
    static const Scratch scratch;
    scratch.renew();
    std::string said;
    const int code = run(words, said);
    if (code < 0 || code > 2) wrong("exit code", said);
    // At the start of a line: words of the command line, which the message repeats, may hold these too.
    if (("\n" + said).find("\nerror: internal error") != std::string::npos) wrong("internal error", said);
    if (code != 2) return;
    const std::string line = without_warnings(said);
    if (!line.starts_with("error: ") || line.find('\n') != line.size() - 1 || line.size() >= 500)
        wrong("no short line", said);
    if (::lseek(STDOUT_FILENO, 0, SEEK_END) != 0) wrong("refused, and something is printed", said);
    if (!scratch.untouched()) wrong("refused, and a file is written", said);
}

std::string with_other_word(std::string_view text, std::minstd_rand& random) {
    Words words = words_of(text);
    const std::size_t at = random() % (words.size() + 1);
    if (at == words.size() || random() % 2 == 0) words.insert(words.begin() + at, any_word(words, random));
    else if (random() % 4 == 0 && words.size() > 1) words.erase(words.begin() + at);
    else words[at] = any_word(words, random);
    return text_of(words);
}

}  // namespace wafernet::fuzz
