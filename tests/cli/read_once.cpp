// Inputs that can be read once: standard input, pipes and the shell's <(..).
#include <doctest/doctest.h>

#include <algorithm>

#include "program.hpp"

using namespace wafernet::test;

TEST_CASE("a graph, a model, a matrix, a trace and a configuration may come through a pipe") {
    const Folder folder;
    folder.write("g.net", "a b\nb c\nc d\nd a\na c\n");
    folder.write("m.toml", "network = \"mesh:3x3\"\n");
    folder.write("t.csv", "source,destination,rate\n0,8,1\n8,0,1\n");
    folder.write("trace.csv", "cycle,source,destination,flits\n0,0,8,4\n");
    folder.write("b.cfg", "topology = mesh;\nk = 4;\nn = 2;\nrouting_function = dor;\ntraffic = uniform;\n");
    struct Case {
        const char* word;  // FILE stands for the file
        const char* file;
    };
    for (const Case& c :
         {Case{"topology file:FILE", "g.net"}, Case{"latency @FILE --loads 0.1", "m.toml"},
          Case{"compare @FILE ring:4 --metric links", "m.toml"},
          Case{"load mesh:3x3 --traffic file:FILE --format csv", "t.csv"},
          Case{"estimate mesh:3x3 --traffic file:FILE --format csv", "t.csv"},
          Case{"simulate mesh:3x3 --trace FILE", "trace.csv"}, Case{"topology --booksim FILE", "b.cfg"}}) {
        const auto with = [&](const std::string& file) {
            std::string line = c.word;
            line.replace(line.find("FILE"), 4, file);
            return line;
        };
        // The names of files stand in results; what follows from their content does not depend on them.
        const auto without_names = [](std::string page) {
            for (const std::string name : {"file:t.csv", "file:-", "file:/dev/stdin", "file:p"}) {
                for (std::size_t i = page.find(name); i != std::string::npos; i = page.find(name, i))
                    page.replace(i, name.size(), "FILE");
            }
            return page;
        };
        const std::string at = folder.path().string();
        const Outcome stored = shell("$W --quiet " + with(c.file), at);
        CAPTURE(c.word);
        CAPTURE(stored.err);
        REQUIRE(stored.code == 0);
        for (const std::string& line :
             {"cat " + std::string(c.file) + " | $W --quiet " + with("-"),
              "$W --quiet " + with("/dev/stdin") + " <" + c.file,
              "cat " + std::string(c.file) + " | $W --quiet " + with("/dev/stdin"),
              "$W --quiet " + with("<(cat " + std::string(c.file) + ")"),
              "mkfifo p; cat " + std::string(c.file) + " >p & $W --quiet " + with("p") + "; rm p"}) {
            CAPTURE(line);
            // A process substitution is no prefix of a word.
            if (line.find(":<(") != std::string::npos || line.find("@<(") != std::string::npos) continue;
            const Outcome piped = shell(line, at);
            CAPTURE(piped.err);
            CHECK(piped.code == 0);
            CHECK(piped.out.size() > 20);
            if (std::string(c.word).find("csv") != std::string::npos)
                CHECK(without_names(piped.out) == without_names(stored.out));
        }
    }
}

TEST_CASE("a pipe that two words read, and one without end, are refused in one line") {
    const Outcome twice = shell("echo 'a b' | $W compare file:- file:/dev/stdin");
    CHECK(twice.code == 2);
    CHECK(twice.err == "error: 'file:/dev/stdin' is read by another word already, and can be read once: need a file\n");
    for (const char* line : {"$W topology file:/dev/zero", "yes | $W topology @-", "$W topology file:- </dev/null"}) {
        const Outcome o = shell(line);
        CAPTURE(line);
        CAPTURE(o.err);
        CHECK(o.code == 2);
        CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
    }
}
