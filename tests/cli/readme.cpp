// The console examples of every README.md are run, and the table of families is that of the program.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "program.hpp"
#include "this_build.hpp"
#include "wafernet/core/family.hpp"

using namespace wafernet::test;
namespace fs = std::filesystem;

namespace {

struct Example {
    std::string command;
    std::string expected;  ///< a line "..." stands for any number of lines
};

std::vector<Example> examples_of(const std::string& readme) {
    std::vector<Example> examples;
    std::istringstream lines(readme);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            inside = line == "```console";
        } else if (inside && line.starts_with("$ ")) {
            examples.push_back({line.substr(2), ""});
        } else if (inside) {
            REQUIRE_FALSE(examples.empty());
            examples.back().expected += line + "\n";
        }
    }
    return examples;
}

// Columns may become wider: runs of blanks count as one.
std::string narrow(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\r' || (c == ' ' && out.ends_with(' '))) continue;
        out += c;
    }
    return out;
}

// Whether `text` is `pattern` with every "...\n" replaced by some lines.
bool matches(const std::string& text, const std::string& pattern) {
    const std::size_t gap = pattern.starts_with("...\n") ? 0 : pattern.find("\n...\n");
    if (gap == std::string::npos) return text == pattern;
    const std::string before = pattern.substr(0, gap == 0 ? 0 : gap + 1);
    const std::string after = pattern.substr(before.size() + 4);
    if (!text.starts_with(before)) return false;
    for (std::size_t at = before.size();; at = text.find('\n', at) + 1) {
        if (matches(text.substr(at), after)) return true;
        if (text.find('\n', at) == std::string::npos) return false;
    }
}

}  // namespace

namespace {

// "queueing/round.cpp": a place in the source, by the first folder of its name.
bool is_path(const std::string& word) {
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_/.-") != std::string::npos) return false;
    for (const char* folder : {"src/", "include/", "tests/", "tables/", "models/", "cli/", "families/", "routing/",
                               "sim/", "io/", "design/", "published/", "queueing/", "core/"}) {
        if (word.starts_with(folder)) return true;
    }
    return false;
}

// "engine.cpp": a file of the source, wherever it is.
bool is_file_name(const std::string& word) {
    return word.size() > 4 && (word.ends_with(".cpp") || word.ends_with(".hpp")) &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
}

// The README.md of the project and of its folders.
std::vector<fs::path> readmes() {
    const fs::path root = source_folder();
    std::vector<fs::path> found{root / "README.md"};
    for (const char* folder : {"include", "models", "src", "tables", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.path().filename() == "README.md") found.push_back(entry.path());
        }
    }
    return found;
}

}  // namespace

TEST_CASE("every console example of a README prints what the README shows" * doctest::test_suite("long")) {
    std::size_t examples = 0;
    for (const fs::path& readme : readmes()) {
        CAPTURE(readme.string());
        const Folder folder;
        for (const Example& example : examples_of(contents(readme.string()))) {
            CAPTURE(example.command);
            const Outcome outcome = shell("wafernet() { \"$W\" \"$@\"; }; " + example.command, folder.path().string());
            const std::string said = outcome.out + outcome.err;
            CAPTURE(said);
            CHECK(matches(narrow(said), narrow(example.expected)));
            ++examples;
        }
    }
    CHECK(examples >= 20);
}

TEST_CASE("every command that a README names in its text is one that the program takes apart") {
    // A wrong limit of memory is found once everything else has been understood, so nothing runs.
    std::size_t commands = 0;
    for (const fs::path& readme : readmes()) {
        CAPTURE(readme.string());
        const std::string text = contents(readme);
        for (std::size_t at = 0; (at = text.find("`wafernet ", at)) != std::string::npos;) {
            const std::size_t begin = at + 1, end = std::min(text.find('`', begin), text.size());
            std::string line = text.substr(begin, end - begin);
            at = end;
            std::replace(line.begin(), line.end(), '\n', ' ');
            // "wafernet verify" names a command, "wafernet topology NET" says how one is put together.
            bool placeholder = std::count(line.begin(), line.end(), ' ') < 2;
            std::istringstream words(line);
            for (std::string word; words >> word;)
                placeholder = placeholder || word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
            if (placeholder) continue;
            CAPTURE(line);
            const Outcome outcome = shell("wafernet() { \"$W\" \"$@\"; }; " + line + " --memory none");
            CHECK(outcome.err.starts_with("error: --memory 'none'"));
            ++commands;
        }
    }
    CHECK(commands >= 40);
}

TEST_CASE("a README is short, and the files that it names are there") {
    const fs::path root = source_folder();
    CHECK(readmes().size() >= 8);
    std::vector<std::string> names;  // of all files
    for (const char* folder : {"include", "src", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder))
            names.push_back(entry.path().filename().string());
    }
    for (const fs::path& readme : readmes()) {
        CAPTURE(readme.string());
        const std::string text = contents(readme.string());
        const auto lines = std::count(text.begin(), text.end(), '\n');
        CHECK(lines <= (readme.parent_path().filename() == "queueing" ? 300 : 200));
        for (std::size_t at = text.find('`'); at != std::string::npos;) {
            const std::size_t end = text.find('`', at + 1);
            if (end == std::string::npos) break;
            const std::string path = text.substr(at + 1, end - at - 1);
            at = text.find('`', end + 1);
            CAPTURE(path);
            if (is_file_name(path)) {
                CHECK(std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name == path; }));
                continue;
            }
            if (!is_path(path)) continue;
            CHECK((fs::exists(root / path) || fs::exists(readme.parent_path() / path) ||
                   fs::exists(root / "src" / path) || fs::exists(root / "include/wafernet" / path)));
        }
    }
}

TEST_CASE("an ellipsis stands for any number of lines and for nothing else") {
    CHECK(matches("a\nb\nc\n", "a\n...\nc\n"));
    CHECK(matches("a\nc\n", "a\n...\nc\n"));
    CHECK(matches("a\nb\n", "...\n"));
    CHECK_FALSE(matches("a\nb\nd\n", "a\n...\nc\n"));
    CHECK_FALSE(matches("a\nb\n", "a\n"));
}

TEST_CASE("the table of network words has every family") {
    const std::string readme = contents(source_folder() / "models/README.md");
    std::istringstream lines(program({"list", "families", "--format", "md"}).out);
    std::size_t rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| ") || line.starts_with("| name")) continue;
        std::size_t end = 0;
        for (int column = 0; column < 4; ++column) end = line.find('|', end) + 1;
        const std::string entry = line.substr(0, end);  // name, title and parameters
        CAPTURE(entry);                                 // add this line to models/README.md
        CHECK(readme.find("\n" + entry) != std::string::npos);
        ++rows;
    }
    CHECK(rows == wafernet::families().size());
}
