// Which room may include which: the order of the table in src/README.md.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "program.hpp"
#include "this_build.hpp"

using namespace wafernet::test;
namespace fs = std::filesystem;

namespace {

// The words between quotes or angle brackets of the include lines.
std::vector<std::string> includes_of(const fs::path& file) {
    std::vector<std::string> found;
    std::istringstream lines(contents(file));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("#include ") || line.size() < 12) continue;
        found.push_back(line.substr(10, line.find_first_of(">\"", 10) - 10));
    }
    return found;
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") files.push_back(entry.path());
    }
    return files;
}

const fs::path root = source_folder();

// The rooms of a public header and of all that it includes: "wafernet/core/graph.hpp" is in core.
std::set<std::string> rooms_of(const std::string& header) {
    const std::size_t slash = header.find('/', 9);
    if (!header.starts_with("wafernet/") || slash == std::string::npos)
        throw std::runtime_error(header + " is in no room");
    std::set<std::string> found{header.substr(9, slash - 9)};
    for (const std::string& include : includes_of(root / "include" / header)) {
        if (include.starts_with("wafernet/")) found.merge(rooms_of(include));
    }
    return found;
}

// The row of every room in the table of src/README.md; two that share a row do not use each other.
std::map<std::string, std::size_t> rows_of_rooms() {
    std::map<std::string, std::size_t> row;
    std::istringstream lines(contents((root / "src/README.md").string()));
    std::size_t rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| `")) {
            if (rows > 0) break;
            continue;
        }
        ++rows;
        const std::size_t end = line.find('|', 1);
        for (std::size_t at = line.find('`'); at < end;) {
            const std::size_t close = line.find('`', at + 1);
            row[line.substr(at + 1, close - at - 1)] = rows;
            at = line.find('`', close + 1);
        }
    }
    return row;
}

// What an object file defines and what it needs, by `nm`.
struct Symbols {
    std::string room;
    std::vector<std::string> defined, needed;
};

// The room of an object's source; of joined files the room of the first, for only files of one folder are joined.
std::string room_of(const fs::path& object) {
    const auto room_in = [](const std::string& path, const std::string& before) {
        const std::size_t at = path.find(before);
        if (at == std::string::npos) return std::string();
        const std::size_t from = at + before.size();
        return path.substr(from, path.find('/', from) - from);
    };
    if (object.parent_path().filename() != "Unity") return room_in(object.string(), ".dir/src/");
    return room_in(contents(fs::path(object).replace_extension()), (root / "src/").string());
}

std::map<std::string, Symbols> symbols_of_objects() {
    std::map<std::string, Symbols> found;
    std::vector<std::string> command{"/usr/bin/env", "nm", "--extern-only", "--print-file-name", "--demangle"};
    std::istringstream objects(contents(fs::path(program_path()).parent_path() / "generated/objects"));
    for (std::string line; std::getline(objects, line);) {
        const std::string object = fs::path(line).lexically_normal().string(), room = room_of(object);
        if (room.empty()) continue;  // generated
        found[object].room = room;
        command.push_back(object);
    }
    const Outcome nm = run_command(command);
    REQUIRE(nm.code == 0);
    std::istringstream lines(nm.out);
    for (std::string line; std::getline(lines, line);) {
        // FILE.o:ADDRESS KIND NAME, 16 blanks for the address where the object only needs the symbol
        const std::size_t end = line.find(".o:"), kind = end + 3 + 16 + 1;
        if (end == std::string::npos || line.size() < kind + 3) continue;
        Symbols& symbols = found.at(line.substr(0, end + 2));
        if (line[kind] == 'U') symbols.needed.push_back(line.substr(kind + 2));
        if (std::string("TDRB").find(line[kind]) != std::string::npos) symbols.defined.push_back(line.substr(kind + 2));
    }
    return found;
}

}  // namespace

TEST_CASE("a room includes only rooms above it in the table of src/README.md") {
    const std::map<std::string, std::size_t> row = rows_of_rooms();
    std::set<std::string> folders;
    for (const auto& entry : fs::directory_iterator(root / "src")) {
        if (entry.is_directory()) folders.insert(entry.path().filename().string());
    }
    REQUIRE(row.size() == folders.size());
    for (const std::string& room : folders) {
        CAPTURE(room);
        REQUIRE(row.contains(room));
        for (const fs::path& file : files_below(root / "src" / room)) {
            for (const std::string& include : includes_of(file)) {
                CAPTURE(file.string());
                CAPTURE(include);
                const std::string first = include.substr(0, include.find('/'));
                const std::set<std::string> included =
                    include.starts_with("wafernet/") ? rooms_of(include) : std::set<std::string>{first};
                for (const std::string& other : included) {
                    if (other != room && row.contains(other)) CHECK(row.at(other) < row.at(room));
                }
            }
        }
    }
}

TEST_CASE("a room needs functions only of rooms above it, as the linker sees them") {
    // The registries that CMake generates stand apart: core declares families(), which lists what is below it.
    const std::map<std::string, std::size_t> row = rows_of_rooms();
    const std::map<std::string, Symbols> objects = symbols_of_objects();
    std::map<std::string, std::string> home;
    for (const auto& [object, symbols] : objects) {
        for (const std::string& symbol : symbols.defined) home.emplace(symbol, symbols.room);
    }
    std::size_t arrows = 0;
    for (const auto& [object, symbols] : objects) {
        CAPTURE(object);
        for (const std::string& symbol : symbols.needed) {
            const auto found = home.find(symbol);
            if (found == home.end() || found->second == symbols.room) continue;
            ++arrows;
            CAPTURE(symbol);
            CAPTURE(found->second);
            CHECK(row.at(found->second) < row.at(symbols.room));
        }
    }
    CHECK(home.size() > 1000);
    CHECK(arrows > 1000);
}

TEST_CASE("every room of public headers is a folder of the source") {
    for (const fs::path& file : files_below(root / "include/wafernet")) {
        const std::string header = fs::relative(file, root / "include").generic_string();
        CAPTURE(header);
        for (const std::string& room : rooms_of(header)) CHECK(fs::is_directory(root / "src" / room));
    }
}

TEST_CASE("heavy headers stay where they are needed") {
    for (const fs::path& file : files_below(root / "src")) {
        for (const std::string& include : includes_of(file)) {
            CAPTURE(file.string());
            if (include.starts_with("CLI/")) CHECK(file.filename() == "parse.cpp");
            if (include.starts_with("toml++/")) CHECK(file.filename() == "toml_parse.cpp");
            if (include.starts_with("xlsxwriter")) CHECK(file.filename() == "xlsx.cpp");
            if (include.starts_with("Eigen/") || include.starts_with("boost/") || include.starts_with("toml++/"))
                CHECK(file.extension() == ".cpp");
        }
    }
    for (const fs::path& file : files_below(root / "include")) {
        for (const std::string& include : includes_of(file)) {
            CAPTURE(file.string());
            CHECK((include.starts_with("wafernet/") || include.find('/') == std::string::npos));
        }
    }
}

TEST_CASE("only the command line prints or exits") {
    for (const fs::path& file : files_below(root / "src")) {
        if (file.string().find("/src/cli/") != std::string::npos) continue;
        const std::string text = contents(file);
        CAPTURE(file.string());
        for (const char* word :
             {"std::cout", "std::cerr", "std::exit(", "std::abort(", " printf(", "std::printf(", "fprintf("})
            CHECK(text.find(word) == std::string::npos);
    }
}
