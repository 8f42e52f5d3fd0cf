#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("- and /dev/stdout are standard output, with what is written before and after") {
    const Outcome o = shell(
        "(echo before; $W list families -o -; $W list families -o /dev/stdout; echo after) > all; head -1 all; tail -1 "
        "all; grep -c '^hypercube ' all",
        Folder().path().string());
    CHECK(o.out == "before\nafter\n2\n");
    const Folder folder;
    CHECK(shell("$W list families -o - > file && ls", folder.path().string()).out == "file\n");
}

TEST_CASE("a file holds the same bytes as standard output") {
    const Folder folder;
    for (const char* format : {"text", "csv", "json", "md"}) {
        const Outcome shown = program({"list", "--format", format});
        const Outcome written = program({"list", "--format", format, "-o", folder / format});
        CHECK(shown.code == 0);
        CHECK(written.code == 0);
        CHECK(written.out.empty());
        CHECK(contents(folder / format) == shown.out);
        CHECK_FALSE(shown.out.empty());
    }
    CHECK(folder.files() == 4);
}

TEST_CASE("the ending of a file chooses the format where --format does not") {
    const Folder folder;
    for (const char* format : {"csv", "json", "md", "text"}) {
        const std::string file = std::string("families.") + format;
        CHECK(program({"list", "-o", folder / file}).code == 0);
        CHECK(contents(folder / file) == program({"list", "--format", format}).out);
    }
    CHECK(program({"list", "--format", "text", "-o", folder / "plain.csv"}).code == 0);
    CHECK(contents(folder / "plain.csv") == program({"list"}).out);
    for (const char* file : {"X.CSV", "x.Json", "x.MD", "x.txt", "plain"})
        CHECK(program({"list", "-o", folder / file}).code == 0);
    CHECK(contents(folder / "X.CSV") == program({"list", "--format", "csv"}).out);
    CHECK(contents(folder / "x.Json") == program({"list", "--format", "json"}).out);
    CHECK(contents(folder / "x.MD") == program({"list", "--format", "md"}).out);
    CHECK(contents(folder / "x.txt") == contents(folder / "plain"));
    refused({"list", "-o", folder / "x.xyz"},
            "x.xyz': no format ends in '.xyz', need .csv, .json, .md, .html, .tex, .xlsx, .svg, .png, .pdf or .txt, or "
            "--format");
    CHECK(program({"list", "-o", folder / ("x." + std::string(100, '\xff'))}).err.size() < 500);
    CHECK(program({"list", "--format", "csv", "-o", folder / "x.xyz"}).code == 0);
    CHECK(program({"list", "--help-all"}).out.find("by the ending of the -o file") != std::string::npos);
}

TEST_CASE("a file is replaced as a whole, keeps its mode, and a symbolic link keeps pointing to it") {
    const Folder folder;
    const std::string file = folder.write("file", "old");
    std::filesystem::permissions(file, std::filesystem::perms(0640));
    std::filesystem::create_symlink("file", folder / "link");
    CHECK(program({"list", "-o", folder / "link"}).code == 0);
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(contents(file) == program({"list"}).out);
    CHECK(std::filesystem::status(file).permissions() == std::filesystem::perms(0640));
    CHECK(folder.files() == 2);
    CHECK(program({"list", "nonsense", "-o", file}).code == 2);
    CHECK(contents(file) == program({"list"}).out);
}

TEST_CASE("a new file follows the umask") {
    const Folder folder;
    CHECK(shell("umask 027; $W list -o new", folder.path().string()).code == 0);
    CHECK(std::filesystem::status(folder / "new").permissions() == std::filesystem::perms(0640));
}

TEST_CASE("a reader that stops early ends the program quietly") {
    for (const char* line : {"$W list | head -1; exit ${PIPESTATUS[0]}", "$W list | true; exit ${PIPESTATUS[0]}",
                             "$W --help | head -c1; exit ${PIPESTATUS[0]}"}) {
        const Outcome outcome = shell(line);
        CHECK(outcome.code == 0);
        CHECK(outcome.err.empty());
    }
}

TEST_CASE("a full disk and a closed standard output are errors") {
    for (const char* line : {"$W list > /dev/full", "$W --help > /dev/full", "$W list >&-"}) {
        const Outcome outcome = shell(line);
        CHECK(outcome.code == 1);
        CHECK(outcome.err.starts_with("error: cannot write to standard output"));
        CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    }
}
