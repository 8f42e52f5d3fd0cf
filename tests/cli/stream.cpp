// Tables that grow while a command runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include "../report/parsers.hpp"
#include "command.hpp"
#include "program.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

// What a command with two rows and a missing value writes to a file.
std::string written(Format format, bool streamed) {
    const Folder folder;
    CommonOptions common;
    common.render.format = format;
    common.output = folder / "out";
    Run run(common);
    Table table{"curve", {{"load", ""}, {"latency_cycles", ""}, {"status", ""}}, {}, {"a note"}};
    const std::vector<std::vector<Value>> rows = {{0.1, 31.5, std::string("ok")},
                                                  {0.2, Missing{"saturated"}, std::string("saturated")}};
    if (streamed) {
        RowStream stream = run.stream(table);
        for (const auto& row : rows) stream.add(row);
        stream.end();
    } else {
        for (const auto& row : rows) table.add(row);
        run.print(table);
    }
    run.flush();
    return contents(folder / "out");
}

}  // namespace

TEST_CASE("a table that grew row by row holds what one printed at once holds") {
    for (const Format format : {Format::csv, Format::json, Format::markdown})
        CHECK(written(format, true) == written(format, false));
    const std::string text = written(Format::text, true);
    CHECK(text.find("curve\n") == 0);
    CHECK(text.find("[1] saturated\na note\n") != std::string::npos);
    CHECK(text.find(" \n") == std::string::npos);
    CHECK(JsonCheck::valid(written(Format::json, true)));
}

TEST_CASE("after the first question about Ctrl-C the program lives on and knows of it") {
    const Run run(CommonOptions{});
    CHECK_FALSE(run.interrupted());
    std::raise(SIGINT);
    CHECK(run.interrupted());
    ::alarm(0);  // which would end a command that does not stop
    std::signal(SIGINT, SIG_DFL);
}
