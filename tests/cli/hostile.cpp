// Files made to hurt: each is refused at once, in one line, with little memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "program.hpp"
#include "this_build.hpp"

using namespace wafernet::test;

namespace {

std::string many(const std::string& text, std::size_t times) {
    std::string out;
    out.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
}

struct Hostile {
    std::string name, text;
    std::vector<std::string> arguments;  // FILE stands for the file
};

std::vector<Hostile> hostile_files() {
    std::vector<Hostile> all;
    const auto graph = [&](const std::string& name, const std::string& text) {
        all.push_back({name, text, {"topology", "file:FILE"}});
    };
    // Nesting, for whatever reads the file.
    for (const std::string ending : {"toml", "json", "dot", "gml", "graphml"}) {
        const std::size_t deep = 100000;
        const std::string open = ending == "dot"       ? "subgraph {"
                                 : ending == "gml"     ? "graph [ "
                                 : ending == "graphml" ? "<graph>"
                                                       : "[";
        const std::string begin = ending == "dot" ? "graph {" : ending == "graphml" ? "<graphml>" : "";
        if (ending == "toml") all.push_back({"deep.toml", "network = " + many(open, 3000), {"estimate", "@FILE"}});
        else graph("deep." + ending, begin + many(open, deep));
    }
    all.push_back({"tables.toml", "[" + many("a.", 1500) + "a]\nb = 1\n", {"estimate", "@FILE"}});
    all.push_back({"keys.toml", many("a = 1\n", 100000), {"estimate", "@FILE"}});
    all.push_back({"different.toml",
                   [] {
                       std::string text;
                       for (int i = 0; i < 50000; ++i) text += "k" + std::to_string(i) + " = 1\n";
                       return text;
                   }(),
                   {"estimate", "@FILE"}});
    all.push_back({"line.toml", "network = \"" + std::string(900000, 'x') + "\"\n", {"estimate", "@FILE"}});
    all.push_back({"words.toml", "network = \"" + many("swapped:", 400) + "mesh:2x2\"\n", {"estimate", "@FILE"}});
    all.push_back({"technology.toml", many("[wafer]\n", 50000), {"cost", "mesh:2x2", "--technology", "FILE"}});
    // Small files that announce large graphs.
    const std::string huge = "4000000000";
    graph("huge.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n" + huge + " " + huge + " 1\n1 2\n");
    graph("huge.col", "p edge " + huge + " 1\ne 1 2\n");
    graph("huge.graph", huge + " 1\n2\n1\n");
    graph("huge.net", "*Vertices " + huge + "\n*Edges\n1 2\n");
    graph("huge.gml", "graph [ node [ id " + huge + huge + huge + " ] ]");
    graph("huge.anynet", "router " + huge + " node " + huge + "\n");
    graph("huge.json", "{\"nodes\":[{\"id\":1e308}],\"links\":[{\"source\":1e308,\"target\":-1e308}]}");
    graph("links.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 " + huge + "\n1 2\n");
    graph("negative.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n-3 -3 1\n1 2\n");
    graph("wrapped.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n18446744073709551617 2 1\n1 2\n");
    // One endless line, one endless name, nothing but ends of lines, zeros, half a character.
    graph("line.net", std::string(3000000, 'a'));
    graph("quote.net", "\"" + std::string(1000000, 'a'));
    graph("empty.net", many("\n", 1000000));
    graph("returns.net", many("\r", 1000000));
    graph("blanks.net", many(" ", 1000000));
    graph("zeros.net", std::string(1000000, '\0'));
    graph("half.net", "a b\xC3");
    graph("escape.net", "a \x1b[31mb\n\x1b]0;x\x07 c\n");
    graph("three.net", many("a b c d e\n", 1000));
    graph("marks.net", many("\xEF\xBB\xBF", 1000));
    graph("utf16.net", std::string("\xFF\xFE"
                                   "a\0 \0b\0",
                                   8));
    graph("gzip.net", "\x1F\x8B\x08");
    graph("zip.net", "PK\x03\x04");
    graph("latency.net", "a b 99999999999999999999\n");
    graph("minus.net", "a b -5\n");
    graph("outside.net", "*Vertices 2\n*Edges\n1 4000000000\n");
    graph("few.graph", "4 100000\n2\n");
    graph("none.col", "p edge 0 0\n");
    graph("entity.graphml",
          "<!DOCTYPE a [<!ENTITY b \"" + many("c", 1000) + "\">]><graphml><graph>" + many("&b;", 10000));
    graph("bomb.graphml",
          "<!DOCTYPE a [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\"><!ENTITY c \"&b;&b;\">]><graphml>&c;</graphml>");
    graph("outside.graphml",
          "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><graphml><graph>&b;</graph></graphml>");
    graph("attributes.graphml", "<graphml " + many("a=\"1\" ", 100000) + "/>");
    graph("open.graphml", "<graphml><graph><node id=\"1");
    graph("comment.graphml", "<!--" + std::string(1000000, '-'));
    graph("text.dot", "graph { a -- \"" + std::string(1000000, 'b'));
    graph("comment.dot", "graph { /*" + std::string(1000000, '*'));
    graph("numbers.json", "[" + many("1e999,", 100000) + "1]");
    graph("escapes.json", "{\"" + many("\\u", 100000) + "\"}");
    graph("string.json", "\"" + std::string(1000000, 'a'));
    graph("same.json", "{" + many("\"links\":[],", 50000) + "\"a\":1}");
    const auto with = [&](const std::string& name, const std::string& text, std::vector<std::string> arguments) {
        all.push_back({name, text, std::move(arguments)});
    };
    const std::vector<std::string> traffic{"load", "mesh:2x2", "--traffic", "file:FILE"};
    with("wide.csv", many("1,", 500000) + "1\n", traffic);
    with("long.csv", "source,destination,rate\n" + many("0,1,1\n", 100000) + "0,9,1\n", traffic);
    with("rates.csv", "source,destination,rate\n0,1,1e308\n0,2,1e308\n", traffic);
    with("nan.csv", "source,destination,rate\n0,1,nan\n", traffic);
    with("quote.csv", "\"" + std::string(1000000, '\n'), traffic);
    with("cycle.csv", "cycle,source,destination,flits\n18446744073709551616,0,1,1\n",
         {"simulate", "mesh:2x2", "--trace", "FILE"});
    with("flits.csv", "cycle,source,destination,flits\n0,0,1,99999999999\n",
         {"simulate", "mesh:2x2", "--trace", "FILE"});
    with("deep.cfg", "topology = " + many("{", 100000), {"estimate", "--booksim", "FILE"});
    with("long.cfg", many("k = 2;\n", 100000) + "n = {1,2};\n", {"estimate", "--booksim", "FILE"});
    with("huge.cfg", "topology = mesh; k = 4294967295; n = 9;\n", {"estimate", "--booksim", "FILE"});
    return all;
}

}  // namespace

TEST_CASE("sixty hostile files are refused within two seconds, in one line, with little memory") {
    const Folder folder;
    const std::vector<Hostile> files = hostile_files();
    CHECK(files.size() >= 60);
    for (const Hostile& h : files) {
        CAPTURE(h.name);
        const std::string path = folder.write(h.name, h.text);
        std::vector<std::string> arguments = h.arguments;
        for (std::string& word : arguments) {
            if (const std::size_t at = word.find("FILE"); at != std::string::npos) word.replace(at, 4, path);
        }
        const auto begin = std::chrono::steady_clock::now();
        // Within 300 MB of addresses; with more it would be out of memory, exit code 1. Sanitizers need more.
        const std::string limit = sanitized() ? "" : "ulimit -v 300000; ";
        arguments.insert(arguments.begin(), {"/bin/bash", "-c", limit + "exec \"$0\" \"$@\"", program_path()});
        const Outcome o = run_command(arguments);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        CAPTURE(o.err);
        CAPTURE(o.out.substr(0, 300));
        CHECK(o.code == 2);
        CHECK(std::count(o.err.begin(), o.err.end(), '\n') == 1);
        CHECK(o.err.size() < 2500);
        CHECK(o.err.find('\x1b') == std::string::npos);
        CHECK(seconds < 20.0);  // two on a quiet machine without sanitizers
    }
}

TEST_CASE("a line of a gibibyte and a word a thousand levels deep are refused at once") {
    const Folder folder;
    const Outcome line = shell("truncate -s 1100M big; $W topology file:big; $W estimate @big", folder.path().string());
    CHECK(line.code == 2);
    CHECK(std::count(line.err.begin(), line.err.end(), '\n') == 2);
    const Outcome word = program({"estimate", many("swapped:", 1000) + "mesh:2x2"});
    CHECK(word.code == 2);
    CHECK(std::count(word.err.begin(), word.err.end(), '\n') == 1);
}
