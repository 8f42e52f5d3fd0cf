// The latency model's page, src/queueing/README.md, against its folder: the names in it, and how large the folder is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "program.hpp"
#include "this_build.hpp"

using namespace wafernet;
using namespace wafernet::test;
namespace fs = std::filesystem;

namespace {

const fs::path model_folder = source_folder() / "src/queueing";

std::string queueing_page() { return contents(model_folder / "README.md"); }

std::vector<fs::path> sources() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(model_folder)) {
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") files.push_back(entry.path());
    }
    return files;
}

// The words of a text that begin with a letter.
std::set<std::string> words_of(const std::string& text) {
    std::set<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0)
            words.insert(text.substr(at, end - at));
        at = std::max(end, at + 1);
    }
    return words;
}

// Data members of the structs of a file, which are plain aggregates: declarators before the semicolon or comment of
// lines without a function.
std::map<std::string, int> fields_of(const fs::path& file) {
    std::map<std::string, int> fields;
    std::istringstream lines(contents(file));
    std::string name;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("struct ") && line.ends_with("{")) name = line.substr(7, line.find_first_of(" :{", 7) - 7);
        if (line.starts_with("};")) name.clear();
        const std::string code = line.substr(0, line.find("//"));
        const std::size_t end = code.find(';');
        if (name.empty() || end == std::string::npos || !line.starts_with("    ") || line.starts_with("     ") ||
            code.find('(') < end || code.find("return") < end)
            continue;
        int depth = 0, count = 1;
        for (const char c : code.substr(0, end)) {
            if (c == '<' || c == '{') ++depth;
            if (c == '>' || c == '}') --depth;
            if (c == ',' && depth == 0) ++count;
        }
        fields[name] += count;
    }
    return fields;
}

}  // namespace

TEST_CASE("every name in the model's page is one of its code, and every file of its folder is named there") {
    std::string code;
    for (const fs::path& file : sources()) code += contents(file);
    code += contents(source_folder() / "include/wafernet/queueing/latency_model.hpp");
    const std::set<std::string> known = words_of(code);
    const std::string text = queueing_page();
    for (std::size_t at = text.find('`'); at != std::string::npos;) {
        const std::size_t end = text.find('`', at + 1);
        REQUIRE(end != std::string::npos);
        const std::string name = text.substr(at + 1, end - at - 1);
        CAPTURE(name);
        const bool elsewhere = name.find(' ') != std::string::npos || name.find('/') != std::string::npos ||
                               name.find('-') != std::string::npos;  // commands, files, presets
        if (!elsewhere) {
            for (const std::string& word : words_of(name)) CHECK(known.count(word) == 1);
        }
        at = text.find('`', end + 1);
    }
    const std::set<std::string> named = words_of(text);
    for (const fs::path& file : sources()) {
        CAPTURE(file.filename().string());
        CHECK(named.count(file.stem().string()) == 1);
    }
}

TEST_CASE("the model's folder does not grow") {
    // What it has today: where it has become smaller these become smaller.
    constexpr std::size_t most_lines = 3245, most_files = 24, most_lines_of_a_file = 270;
    constexpr int most_fields = 16;
    std::size_t lines = 0;
    for (const fs::path& file : sources()) {
        CAPTURE(file.filename().string());
        const std::string text = contents(file);
        const auto here = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        CHECK(here <= most_lines_of_a_file);
        lines += here;
        for (const auto& [name, fields] : fields_of(file)) {
            CAPTURE(name);
            CHECK(fields <= most_fields);
        }
    }
    CHECK(lines <= most_lines);
    CHECK(sources().size() <= most_files);
    const std::string text = queueing_page();
    CHECK(std::count(text.begin(), text.end(), '\n') <= 110);
}
