// Random damage to every kind of input: it is either understood or refused with an InputError of one line, never
// anything else. Deterministic: the same cases on every run.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>

#include "../cli/program.hpp"
#include "this_build.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }

// A few random edits: a byte changed, dropped, doubled, a piece moved, cut, or something nasty put in.
std::string damaged(std::string text, Random& random) {
    static const std::vector<std::string> nasty = {
        "",   "-1",   "0",  "99999999999999999999", "4294967296", "x",  ",",  ":",    "=",  "(",  ")",        ".",
        "\n", "\r\n", "\t", std::string(1, '\0'),   "\xff\xfe",   "\"", "[",  "]",    "{",  "#",  "nan",      "inf",
        "@",  "1e9",  "'",  "htn:4,4,2,0",          "swapped:",   "\\", "2x", "x2x2", "L=", "m=", "router 0", "node "};
    const std::size_t edits = 1 + below(random, 4);
    for (std::size_t i = 0; i < edits; ++i) {
        const std::size_t at = text.empty() ? 0 : below(random, text.size());
        switch (below(random, 6)) {
            case 0:
                if (!text.empty()) text[at] = static_cast<char>(random());
                break;
            case 1:
                if (!text.empty()) text.erase(at, 1 + below(random, 3));
                break;
            case 2:
                if (!text.empty()) text.insert(at, text.substr(at, 1 + below(random, 8)));
                break;
            case 3: text.insert(at, nasty[below(random, nasty.size())]); break;
            case 4:
                if (!text.empty()) text.resize(at);
                break;
            default:
                if (!text.empty()) std::swap(text[at], text[below(random, text.size())]);
                break;
        }
    }
    return text;
}

// Runs `use`; anything but success or an InputError fails the test. Returns whether it succeeded.
template <class Use> bool understood(const std::string& input, Use&& use) {
    CAPTURE(input);
    try {
        use();
        return true;
    } catch (const InputError& error) {
        const std::string line = error.what();
        CAPTURE(line);
        CHECK_FALSE(line.empty());
        CHECK(line.size() < 600);
        CHECK(line.find('\n') == std::string::npos);
    } catch (const std::exception& error) {
        const std::string what = error.what();
        CAPTURE(what);
        FAIL_CHECK("an exception that is no InputError");
    }
    return false;
}

// Builds what is small; a large network is only counted.
void use_word(const std::string& word) {
    const NetworkWord parsed = parse_network_word(word);
    CHECK(parse_network_word(parsed.word).word == parsed.word);
    if (parsed.family->nodes(parsed.parameters) > 3000 || parsed.family->links(parsed.parameters) > 20000) return;
    const Network network = build(parsed);
    CHECK(network.graph.nodes() == parsed.family->nodes(parsed.parameters));
    CHECK(network.addresses.parse(network.addresses.print(0)) == 0);
}

std::vector<std::string> all_examples() {
    std::vector<std::string> words;
    for (const Family* family : families()) words.insert(words.end(), family->examples.begin(), family->examples.end());
    return words;
}

// One file of every format. WAFERNET_FUZZ_TIMES in the environment asks for more of them.
constexpr const char* graph_files[] = {
    "source,target,latency\n\"a b\",c,2\nc,d,3\n",
    "4 3\n0 1\n1 2\n2 3\n",
    "0 1 2\n1 3\n2 3\n3\n",
    "3 2 011\n1 2 7\n1 1 7 3 8\n1 2 8\n",
    "%%MatrixMarket matrix coordinate real general\n% c\n3 3 3\n1 2 0.5\n2 1 1\n3 2 2\n",
    "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs\n1 2\n*Edges\n2 3\n*Matrix\n0 1 0\n1 0 0\n0 0 0\n",
    "<?xml version='1.0'?><graphml><key id='k' for='edge' attr.name='latency'><default>2</default></key><graph "
    "edgedefault='directed'><node id='a'/>"
    "<node id='&#x41;&amp;'/><edge source='a' target='A&amp;'><data key='k'>3</data></edge></graph></graphml>",
    "Creator \"x\" graph [ directed 1 node [ id 0 label \"a\" ] node [ id 1 label \"b&amp;\" ] edge [ source 0 target "
    "1 latency 3 ] ]\n",
    "strict digraph \"G\" { edge [latency=2] a:p -> {b c; d -> \"e\"}; /* x */ node [shape=<b>]; subgraph s { f -> g } "
    "-> h [latency=4] }\n",
    "{\"directed\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": 2}], \"links\": [{\"source\": \"a\", \"target\": 2, "
    "\"latency\": 3}]}\n",
    "{\"nodes\": [{\"id\": 0}, {\"id\": 1}], \"adjacency\": [[{\"id\": 1}], [{\"id\": 0}]]}\n",
    "Switch 4 \"S1\" # \"s\" port 0 lid 3 lmc 0\n[1] \"H1\"[1](a1) # \"h\" lid 1 4xEDR\n[2] \"H2\"[1]\nCa 1 "
    "\"H1\"\n[1](a1) "
    "\"S1\"[1] # lid 1 lmc 0 \"s\" lid 3\nHca 1 \"H2\"\n[1] \"S1\"[2]\n",
    "[{\"ep1\": {\"type\": \"chiplet\", \"outer_id\": 0}, \"ep2\": {\"type\": \"irouter\", \"outer_id\": 1}}]",
    "a > b 3\nb -- c\n0 1 {'weight': 3}\n",
};
const int fuzz_times =
    std::getenv("WAFERNET_FUZZ_TIMES") != nullptr ? std::atoi(std::getenv("WAFERNET_FUZZ_TIMES")) : 200;

}  // namespace

TEST_CASE("damaged network words are understood or refused") {
    Random random(1);
    const std::vector<std::string> words = all_examples();
    std::size_t good = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::string word = damaged(words[below(random, words.size())], random);
        good += understood(word, [&] { use_word(word); }) ? 1 : 0;
    }
    CHECK(good > 30);
    CHECK(good < 2900);
}

TEST_CASE("families with random parameters are built or refused") {
    Random random(2);
    const std::vector<std::string> numbers = {"0",
                                              "1",
                                              "2",
                                              "3",
                                              "4",
                                              "5",
                                              "6",
                                              "7",
                                              "8",
                                              "9",
                                              "16",
                                              "31",
                                              "64",
                                              "1000",
                                              "65536",
                                              "4294967295",
                                              "18446744073709551615",
                                              "2x3",
                                              "3x1x2",
                                              "1x1"};
    std::size_t good = 0;
    for (int i = 0; i < 3000; ++i) {
        const Family& family = *families()[below(random, families().size())];
        std::string word(family.name);
        char separator = ':';
        for (const ParameterSpec& spec : family.parameters) {
            const std::size_t few = below(random, 3) == 0 ? numbers.size() : 6;
            word += separator +
                    (spec.kind == ParameterKind::network ? std::string("complete:4") : numbers[below(random, few)]);
            separator = ',';
        }
        good += understood(word, [&] { use_word(word); }) ? 1 : 0;
    }
    CHECK(good > 300);
}

TEST_CASE("damaged addresses are understood or refused") {
    Random random(3);
    for (const char* word : {"htn:4,4,2,0", "mesh:4x4", "hypercube:5", "ring:9", "fibonacci:6"}) {
        const Network network = make_network(word);
        for (int i = 0; i < 400; ++i) {
            const std::string address =
                damaged(network.addresses.print(static_cast<Node>(below(random, network.graph.nodes()))), random);
            understood(address, [&] {
                const Node node = network.addresses.parse(address);
                CHECK(node < network.graph.nodes());
            });
        }
    }
}

TEST_CASE("damaged ranges are understood or refused") {
    Random random(4);
    for (int i = 0; i < 3000; ++i) {
        const std::string range = damaged(i % 2 == 0 ? "0.1:0.9:0.1" : "0.1,0.25,1e-3", random);
        understood(range, [&] {
            for (const double number : cli::number_range(range, "--loads", 0.0, 1.0))
                CHECK((number >= 0.0 && number <= 1.0));
        });
    }
}

TEST_CASE("damaged files are understood or refused") {
    Random random(5);
    const Folder folder;
    const std::string root = test::source_folder().string();
    const auto try_all = [&](const std::string& original, int times, const char* name, auto&& read) {
        REQUIRE_FALSE(original.empty());
        for (int i = 0; i < times; ++i) {
            const std::string text = damaged(original, random);
            const std::string path = folder.write(name, text);
            understood(text, [&] { read(path); });
        }
    };
    const auto network = [](const std::string& path) { (void)read_network_model(path); };
    try_all(contents(root + "/models/htn-1024.toml"), 400, "model.toml", network);
    try_all(
        "family = \"htn\"\n[parameters]\nm = 4\nn = \"4x4\"\nL = 2\nq = 0\n[source]\ndocument = \"rahman2006\"\nplace "
        "= \"sec. 4\"\n",
        400, "model.toml", network);
    const auto graph = [](const std::string& path) {
        const Network read = make_network("file:" + path);
        CHECK(read.graph.nodes() > 0);
    };
    try_all("from to latency\na b 1\nb c 2\n# comment\nc d 1\nd a 1\n", 400, "graph.net", graph);
    try_all("router 0 node 0 router 1 10 router 2\nrouter 1 node 1\nrouter 2 node 2 router 1\n", 400, "graph.net",
            graph);
    for (const char* file : graph_files) try_all(file, fuzz_times, "graph.net", graph);
    try_all(contents(root + "/tables/4.1.toml"), 300, "4.1.toml",
            [](const std::string& path) { (void)published::read_table(path); });
    for (const auto& entry : std::filesystem::directory_iterator(root + "/models/technology")) {
        try_all(contents(entry.path()), 150, "technology.toml",
                [](const std::string& path) { (void)read_technology(path); });
    }
}

TEST_CASE("binary files, empty files and folders are refused everywhere") {
    const Folder folder;
    std::string noise(5000, '\0');
    Random random(6);
    for (char& c : noise) c = static_cast<char>(random());
    for (const std::string& path :
         {folder.write("noise", noise), folder.write("empty", ""), folder.write("zeros", std::string(1000, '\0')),
          folder.path().string(), folder / "missing"}) {
        CHECK_FALSE(understood(path, [&] { (void)read_network_model(path); }));
        CHECK_FALSE(understood(path, [&] { (void)make_network("file:" + path); }));
        CHECK_FALSE(understood(path, [&] { (void)published::read_table(path); }));
        CHECK_FALSE(understood(path, [&] { (void)read_technology(path); }));
    }
}
