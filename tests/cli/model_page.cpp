// The latency model's page, src/queueing/README.md, against its folder: the table of what each term earns, the names in
// it, and how large the folder is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "ablation.hpp"
#include "program.hpp"
#include "this_build.hpp"
#include "wafernet/queueing/model_terms.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;
namespace fs = std::filesystem;

namespace {

const fs::path folder = source_folder() / "src/queueing";

std::string page() { return contents(folder / "README.md"); }

std::vector<fs::path> sources() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
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

// The cells of the row of a table in the page that begins so.
std::vector<std::string> row_of_page(const std::string& first) {
    const std::string text = page();
    const std::size_t at = text.find("\n| " + first + " |");
    REQUIRE(at != std::string::npos);
    std::istringstream line(text.substr(at + 3, text.find('\n', at + 1) - at - 3));
    std::vector<std::string> cells;
    for (std::string cell; std::getline(line, cell, '|');) {
        while (!cell.empty() && cell.front() == ' ') cell.erase(0, 1);
        while (!cell.empty() && cell.back() == ' ') cell.pop_back();
        cells.push_back(cell);
    }
    return cells;
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

TEST_CASE("the table of what the model's terms earn is what the program computes" * doctest::test_suite("long")) {
    // Of the drawn cases for tuning: the errors, and what two terms take off them. The command of the page prints all.
    const Ablation ablation(1, false);
    const Ablation::Errors all = ablation.errors({}, {});
    const std::vector<std::string> first = row_of_page("nothing: the errors");
    for (std::size_t column = 0; column <= Ablation::drawn_saturation; ++column)
        CHECK(std::stod(first[column + 2]) == doctest::Approx(all.mean[column]).epsilon(0.02));
    for (const Term term : {Term::closing_up, Term::head_of_line}) {
        const ModelTerm& its = model_terms()[static_cast<std::size_t>(term)];
        const std::vector<std::string> row = row_of_page(std::string(its.text));
        const std::vector<Value> now = ablation.row(its, all);
        for (std::size_t column = 0; column <= Ablation::drawn_saturation; ++column) {
            CHECK(std::stod(row[column + 2]) ==
                  doctest::Approx(std::stod(std::get<std::string>(now[column + 2]))).scale(1.0).epsilon(0.03));
        }
    }
}

TEST_CASE("every term of the model has its row and earns its stay somewhere") {
    for (const ModelTerm& term : model_terms()) {
        CAPTURE(std::string(term.text));
        CHECK(model_terms()[static_cast<std::size_t>(term.term)].text == term.text);
        const std::vector<std::string> row = row_of_page(std::string(term.text));
        CHECK(row.at(1) == std::to_string(term.section));
        CHECK(row.back().find("nowhere") == std::string::npos);
        CHECK(row.back().find("too little") == std::string::npos);
    }
    CHECK(tuned_numbers().size() <= 8);
    for (const TunedNumber& number : tuned_numbers()) CHECK(page().find(std::string(number.name)) != std::string::npos);
}

TEST_CASE("every name in the model's page is one of its code, and every file of its folder is named there") {
    std::string code;
    for (const fs::path& file : sources()) code += contents(file);
    for (const char* header : {"latency_model.hpp", "model_terms.hpp"})
        code += contents(source_folder() / "include/wafernet/queueing" / header);
    const std::set<std::string> known = words_of(code);
    const std::string text = page();
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
    constexpr std::size_t most_lines = 7254, most_files = 53, most_lines_of_a_file = 376;
    constexpr int most_fields = 15;
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
    const std::string text = page();
    CHECK(std::count(text.begin(), text.end(), '\n') <= 300);
}
