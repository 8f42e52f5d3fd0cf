// What tables and messages call things, and what a CSV is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "checks.hpp"
#include "report/layout.hpp"
#include "this_build.hpp"
#include "values.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

// A ring of four nodes with names of a user's own.
std::string ring_file(const Folder& folder) { return "file:" + folder.write("ring.net", "a b\nb c\nc d\nd a\n"); }

}  // namespace

TEST_CASE("cost keeps its name and its words say that it is no money") {
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"compare", "mesh:4x4", "--all"}, {"topology", "mesh:4x4"}}) {
        CHECK(program(line).out.find("degree x diameter") != std::string::npos);
        const Records rows = csv({line[0], line[1]});
        const auto at = std::find(rows[0].begin(), rows[0].end(), "cost");
        REQUIRE(at != rows[0].end());
        CHECK(rows[1][static_cast<std::size_t>(at - rows[0].begin())] == "24");  // 4 ports x 6 hops
    }
}

TEST_CASE("a cut that was found is a bound and no model") {
    std::size_t found = 0;
    for (const char* word : {"mesh:40x41", "torus:4x4", "stargraph:5", "mesh:3x3"}) {
        std::string status, kind;
        for (const auto& row : csv({"estimate", word})) {
            if (row[0] == "bisection") status = row[1];
            if (row[0] == "bisection_links" && row[3] != "formula") kind = row[3];
        }
        CAPTURE(word);
        if (status.empty()) continue;
        CHECK(kind == (status == "exact" ? "exact" : "bound"));
        found += kind == "bound" ? 1 : 0;
    }
    CHECK(found > 0);
}

TEST_CASE("a network of a file has no axes in the names of places") {
    const Folder folder;
    const std::string ring = ring_file(folder);
    for (const std::vector<std::string>& line :
         std::vector<std::vector<std::string>>{{"estimate", ring},
                                               {"compare", ring},
                                               {"load", ring},
                                               {"load", ring, "--channels"},
                                               {"load", ring, "--places"},
                                               {"latency", ring},
                                               {"deadlock", ring, "--vc-rule", "any"},
                                               {"deadlock", ring, "--vc-rule", "any", "--cycle"}}) {
        CAPTURE(line[0]);
        for (const char* format : {"text", "csv"}) {
            std::vector<std::string> with = line;
            with.insert(with.end(), {"--format", format});
            const Outcome outcome = program(with);
            CHECK(outcome.code <= 1);
            CHECK(outcome.out.find("axis") == std::string::npos);
        }
    }
    CHECK(csv({"load", ring, "--channels"})[1][2] == csv({"load", ring, "--channels"})[1][1]);
    CHECK(program({"load", "mesh:3x3", "--channels"}).out.find("axis x") != std::string::npos);  // a family's has them
}

TEST_CASE("people read of every column that programs read, in words") {
    const std::vector<std::vector<std::string>> tables = {{"load", "mesh:4x4"},
                                                          {"load", "mesh:4x4", "--places"},
                                                          {"topology", "mesh:4x4"},
                                                          {"compare", "mesh:4x4"},
                                                          {"turns", "2"},
                                                          {"router", "--ports", "7"},
                                                          {"deadlock", "mesh:3x3"},
                                                          {"deadlock", "ring:4", "--repair"},
                                                          {"stack", "mesh:4x4", "--planes", "4"},
                                                          {"simulate", "mesh:3x3", "--loads", "0.1", "--cycles", "300"},
                                                          {"estimate", "ring:4"},
                                                          {"windows", "how:8,3,1"},
                                                          {"tables", "7.1", "--list"},
                                                          {"adaptiveness", "mesh:3x3"},
                                                          {"verify", "ring:4"},
                                                          {"mapping", "ring:4"}};
    for (const auto& line : tables) {
        CAPTURE(line[0]);
        std::vector<std::string> all = line;  // its notes name the columns that are empty
        all.push_back("--notes");
        if (line[0] == "compare" || line[0] == "estimate") all.push_back("--all");
        const std::string text = program(all).out;
        const Outcome outcome = program([&] {
            auto with = line;
            with.insert(with.end(), {"--format", "csv"});
            return with;
        }());
        if (outcome.code == 2) continue;
        const auto records = parse_csv(outcome.out, ',');
        REQUIRE(records.has_value());
        CAPTURE(text);
        for (const std::string& name : records->front()) {
            const std::string words = label_and_unit(words_of_column(name)).first;  // the unit may stand elsewhere
            CAPTURE(words);
            CHECK(words.find('_') == std::string::npos);
            const bool for_scripts = line[0] == "tables";  // which has more columns for them
            CHECK((for_scripts || text.find(words) != std::string::npos));
        }
    }
}

TEST_CASE("a sum of rates is 0 where it is 0 but for rounding, and ends with the last digit that is known") {
    CHECK(known_digits(8.686929450528118e-17, 1.0) == 0.0);
    CHECK_FALSE(std::signbit(known_digits(-8.686929450528118e-17, 1.0)));
    CHECK(known_digits(0.1 + 0.2, 1.0) == 0.3);
    CHECK(known_digits(1.0 / 3.0, 0.5) == 0.333333333333);
    CHECK(known_digits(12345.678901234567, 1.0) == 12345.6789012);
    CHECK(known_digits(1e-20, 1e-20) == 1e-20);  // nothing larger to be rounded against
    CHECK(known_digits(0.0, 0.0) == 0.0);
    CHECK(known_digits(1e15, 1.0) == 1e15);
    for (const char* traffic : {"uniform", "tornado", "hotspot", "transpose"}) {
        for (const auto& row : csv({"load", "torus:4x4", "--channels", "--traffic", traffic}))
            CHECK(row.back().find("e-") == std::string::npos);
        for (const auto& row : csv({"latency", "torus:4x4", "--traffic", traffic, "--loads", "0,0.0001,0.001"}))
            CHECK(row[10].find("e-1") == std::string::npos);
    }
}

TEST_CASE("an id of a table without its kind, or with the wrong one, is answered with the right one") {
    refused({"tables", "4.3", "--seeds", "5"}, "--seeds without --simulate, which it belongs to");
    refused({"tables", "4.3", "--simulate", "--seeds", "2"}, "--seeds 2, must be from 5 to 1000");
    refused({"tables", "4.18"}, "did you mean 'fig-4.18'?");
    refused({"tables", "table-3.1"}, "did you mean '3.1'?");
    refused({"tables", "fig-3.1"}, "did you mean '3.1'?");
    refused({"tables", "7.1x"}, "did you mean '7.1'?");
    refused({"tables", "4.18\n"}, "unknown table '4.18\\n'");
}

TEST_CASE("rows of one CSV all have the same fields, several tables are refused before anything is computed") {
    const std::vector<std::vector<std::string>> several = {
        {"stack", "mesh:4x4", "--planes", "4", "--profile"},
        {"stack", "mesh:4x4", "--planes", "4", "--formulas", "--profile", "--histogram"},
        {"simulate", "mesh:4x4", "--loads", "0.1", "--levels"},
        {"simulate", "mesh:4x4", "--loads", "0.1", "--channels", "--levels"},
        {"embed", "ring:4", "mesh:2x2", "--show"},
        {"yield", "htn:2,2,2,0", "--patterns", "2", "--defects", "0.5"}};
    const Folder folder;
    for (const auto& line : several) {
        CAPTURE(line[0]);
        std::vector<std::string> as_csv = line;
        as_csv.insert(as_csv.end(), {"--format", "csv"});
        refused(as_csv, "need --out DIR");
        as_csv = line;
        as_csv.insert(as_csv.end(), {"-o", folder / "one.csv"});
        refused(as_csv, "need --out DIR");
        for (const char* format : {"text", "json", "md"}) {
            std::vector<std::string> other = line;
            other.insert(other.end(), {"--format", format});
            CHECK(program(other).code == 0);
        }
        std::vector<std::string> apart = line;
        const std::string name = "out-" + line[0] + std::to_string(line.size());
        apart.insert(apart.end(), {"--out", folder / name});
        const Outcome outcome = program(apart);
        CHECK(outcome.code == 0);
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder / name)) {
            ++files;
            CAPTURE(entry.path().filename().string());
            CHECK(entry.path().filename().string().starts_with(line[0] + "-"));
            CHECK(outcome.out.find("written: " + entry.path().string() + "\n") != std::string::npos);
            const auto rows = parse_csv(contents(entry.path()), ',');
            REQUIRE(rows.has_value());
            CHECK(rows->size() >= 2);
            for (const auto& row : *rows) CHECK(row.size() == rows->front().size());
        }
        CHECK(files >= 2);
    }
    const std::vector<std::string> stack = {"stack", "mesh:4x4",      "--planes", "4",   "--profile",
                                            "--out", folder / "json", "--format", "json"};
    CHECK(program(stack).out.empty());
    CHECK(JsonCheck::valid(contents(folder / "json/stack-profile.json")));
    CHECK(program({"stack", "mesh:4x4", "--planes", "4", "--quiet", "--out", folder / "quiet"}).out.empty());
    refused({"stack", "mesh:4x4", "--planes", "4", "--out", folder / "x", "-o", folder / "y.csv"},
            "--out '" + folder / "x" + "' with -o, need one of them");
    refused({"stack", "mesh:4x4", "--planes", "4", "--out", folder.write("file", "") + "/below"},
            "cannot make the folder");
    refused({"stack", "mesh:4x4", "--planes", "4", "--out", ""}, "need the name of a folder");
    refused({"stack", "mesh:4x4", "--planes", "0", "--out", folder / "new/below"}, "--planes");
    refused({"tables", "4.1", "--simulate", "--store", folder.write("text", "x"), "--out", folder / "new/below"},
            "no store");
    CHECK(!std::filesystem::exists(folder / "new"));
}

TEST_CASE("the CSV of validate has its points alone") {
    const std::vector<std::string> line = {"validate", "mesh:4x4", "--fractions", "0.3",      "--seeds",
                                           "1",        "--cycles", "1000",        "--format", "csv"};
    const auto rows = parse_csv(program(line).out, ',');
    REQUIRE(rows.has_value());
    CHECK(rows->size() == 2);
    for (const auto& row : *rows) CHECK(row.size() == rows->front().size());
    CHECK(program({"validate", "--help-all"}).out.find("CSV has the points alone") != std::string::npos);
}

TEST_CASE("a text that a spreadsheet would take for a formula stands in CSV as it is") {
    const Folder folder;
    const std::string graph = "file+edges:" + folder.write("formulas.net", "=1+1 @cmd\n@cmd -x\n");
    const std::vector<std::string> line = {"topology", graph, "--links", "--format", "csv"};
    CHECK(program(line).out.find(",=1+1,@cmd,") != std::string::npos);
    CHECK(program({"list", "models", "--format", "csv"}).out.find("\r\n@models/") != std::string::npos);
}

TEST_CASE("a message is one line whatever was typed") {
    refused({"list\nerror"}, "unknown command 'list\\nerror'");
    refused({"\x1b[31mred"}, "unknown command '\\x1b[31mred'");
    refused({"list", "--fro\rmat"}, "unknown option '--fro\\rmat'");
    refused({"compare", "mesh:4x4", "--vc-rule", "table:a\nb=1"});
    refused({"compare", "mesh:4x4", "--vc-rule", "table:\xE2\x80\xA8"});
    refused({"deadlock", "mesh:4x4", "--vc-rule", "table:x\nerror: y"});
    refused({"compare", "mesh:4x4", "--metric", "links\nnodes"}, "links\\nnodes");
    refused({"compare", "mesh:4x4", "--where", "no\nsuch"}, "no\\nsuch");
    refused({"tables", "--out", "/dev/null/a\nb"});
    for (const char* word : {"mesh:4x4\nb", "file:a\nb", "@a\x1b[2Jb", "x\xE2\x80\xA9y", "x\xC2\x85y"})
        refused({"estimate", word});
    // Names of nodes in a file, on their way to a terminal; control characters of ASCII are refused where the file is
    // read.
    const Folder folder;
    const std::string graph = "file:" + folder.write("names.net",
                                                     "a\xE2\x80\xA8x b\nb c\xC2\x9B"
                                                     "2J\n");
    const Outcome links = program({"topology", graph, "--links"});
    if (links.code != 0) {  // then they are refused as well
        refused({"topology", graph, "--links"});
        return;
    }
    CHECK(links.out.find("\xC2\x9B") == std::string::npos);
    CHECK(links.out.find("a\\u2028x") != std::string::npos);
    CHECK(links.out.find("c\\u009b2J") != std::string::npos);
}
