// Files that are wrong say where, what was found and what is needed, in one line.
#include "io/toml.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "this_build.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/published/published.hpp"

using namespace wafernet;

namespace {

// A file that lasts as long as the test.
struct Scratch {
    std::filesystem::path path;
    explicit Scratch(const std::string& text, const std::string& name = "scratch.toml")
        : path(std::filesystem::temp_directory_path() / ("wafernet-" + std::to_string(getpid()) + "-" + name)) {
        std::ofstream(path, std::ios::binary) << text;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove(path); }
};

template <class Action> std::string complaint(Action&& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no complaint";
}

std::string model_complaint(const std::string& text) {
    const Scratch file(text);
    return complaint([&] { (void)make_network("@" + file.path.string()); });
}

bool says_all(const std::string& message, std::initializer_list<const char*> parts) {
    if (message.find('\n') != std::string::npos) return false;
    for (const char* part : parts) {
        if (message.find(part) == std::string::npos) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("a network model file stands for its network word or for its parameters") {
    const Scratch by_word("network = \"mesh:4x8\"\n");
    CHECK(make_network("@" + by_word.path.string()).graph.nodes() == 32);
    const Scratch by_parameters("family = \"torus\"\n[parameters]\nextents = \"4x8\"\n");
    CHECK(make_network("@" + by_parameters.path.string()).graph.links() == 64);  // 2 N
    CHECK(resolve_model_word("@" + by_parameters.path.string()) == "torus:4x8");
}

TEST_CASE("a network in a network is given in order or by name, in a word and in a model file") {
    CHECK(parse_network_word("swapped:G=ring:3").word == "swapped:ring:3");
    CHECK(parse_network_word("swapped:G=swapped:G=htn:m=4,n=4,L=2,q=0").word == "swapped:swapped:htn:4,4,2,0");
    CHECK(parse_network_word("swapped:htn:m=4,n=4,L=2,q=0").word == "swapped:htn:4,4,2,0");
    const Scratch file("family = \"swapped\"\n[parameters]\nG = \"ring:3\"\n");
    CHECK(resolve_model_word("@" + file.path.string()) == "swapped:ring:3");
    CHECK(parse_network_word("swapped:2:ring:3").word == "swapped:ring:3");  // two levels go without saying
    CHECK(parse_network_word("swapped:3:htn:4,4,2,0").word == "swapped:3:htn:4,4,2,0");
    CHECK(parse_network_word("swapped:L=3,G=swapped:4:ring:3").word == "swapped:3:swapped:4:ring:3");
    CHECK(parse_network_word("mfc:3:ring:5").word == "mfc:3:ring:5");
    const Scratch levels("family = \"swapped\"\n[parameters]\nG = \"ring:3\"\nL = 3\n");
    CHECK(resolve_model_word("@" + levels.path.string()) == "swapped:3:ring:3");
    CHECK(
        says_all(complaint([] { (void)parse_network_word("swapped:3"); }), {"'G'", "is missing", "need swapped:L:G"}));
    CHECK(says_all(complaint([] { (void)parse_network_word("swapped:3,4:ring:3"); }), {"3 parameters"}));
    CHECK(says_all(complaint([] { (void)parse_network_word("swapped:1:ring:3"); }), {"L = '1'", "from 2 to 31"}));
    CHECK(says_all(complaint([] { (void)parse_network_word("swapped:g=ring:3"); }),
                   {"swapped:g=ring:3: unknown parameter 'g'", "need swapped:L:G"}));
    CHECK(says_all(complaint([] { (void)parse_network_word("swapped:G="); }), {"an empty network word"}));
}

TEST_CASE("a wrong key or value in a model file is reported with line and column") {
    CHECK(says_all(model_complaint("\nnetwrk = \"mesh:4x8\"\n"), {"scratch.toml"}));
    CHECK(says_all(model_complaint("title = \"x\"\n\nnetwork = 12\n"), {":3:11: network = 12, need a text"}));
    CHECK(says_all(
        model_complaint("network = \"mesh:4x8\"\ntitel = \"x\"\n"),
        {":2:1: unknown key 'titel'", "did you mean 'title'?", "need one of: family, name, network, source, title"}));
    CHECK(says_all(model_complaint("family = \"mesh\"\n[parameters]\nextents = [3, 5]\n"),
                   {":3:11: extents = a list, need a whole number, 0 or more, or a text in quotes, as in \"2x4\""}));
    CHECK(says_all(model_complaint("network = \"msh:4x8\"\n"), {":1:1: ", "mesh"}));
    CHECK(says_all(model_complaint("family = \"mesh\"\nnetwork = \"mesh:4x4\"\n"), {"need either"}));
    CHECK(says_all(model_complaint("title = \"no network\"\n"), {"need either"}));
    CHECK(says_all(model_complaint("family = \"mesh\"\n[parameters]\nextents = 4.5\n"),
                   {":3:11: extents = 4.5", "whole number"}));
    CHECK(says_all(model_complaint("family = \"mesh\"\n[parameters]\nextents = -4\n"),
                   {":3:11: extents = -4", "whole number"}));
    CHECK(says_all(model_complaint("network = \"@other.toml\"\n"), {":1:1: ", "is a model again"}));
    CHECK(says_all(model_complaint("network = 1979-05-27\n"), {":1:11: a date or time"}));
}

TEST_CASE("a model file that is no TOML text is refused in one line") {
    CHECK(says_all(model_complaint("network = \n"), {":1:11: not TOML: "}));
    CHECK(says_all(model_complaint("network = \"mesh:4x4\"\nnetwork = \"mesh:4x4\"\n"), {":2:", "not TOML: "}));
    CHECK(says_all(model_complaint(""), {" is empty"}));
    CHECK(says_all(model_complaint("# only a comment\n"), {" is empty"}));
    CHECK(says_all(model_complaint(std::string("network\0 = 1", 12)), {" is a binary file"}));
    CHECK(says_all(model_complaint("network = \"\xff\xfe\"\n"), {"not TOML: "}));
    CHECK(says_all(model_complaint("network \u00C8\"mesh:4x4\"\n"), {"not TOML: "}));
    CHECK(says_all(model_complaint(std::string(3 << 20, '#')), {" more than 1 MiB"}));
    std::string deep = "a";
    for (int i = 0; i < 100000; ++i) deep += ".a";
    CHECK(says_all(model_complaint(deep + " = 1\n"), {":1:1: a line of 2"}));
    CHECK(says_all(model_complaint("a = " + std::string(2000, '[') + "\n"), {"not TOML: "}));
    CHECK(says_all(complaint([] { (void)make_network("@/"); }), {"is a directory"}));
    CHECK(says_all(complaint([] { (void)make_network("@/no/such/file.toml"); }),
                   {"cannot read '/no/such/file.toml': No such file"}));
    CHECK(says_all(complaint([] { (void)make_network("@"); }), {"no file name after '@'"}));
    CHECK(says_all(complaint([] { (void)make_network("@/dev/zero"); }), {"more than 256 MiB"}));
}

TEST_CASE("a graph file of a model is looked for from the folder of the model") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("wafernet-" + std::to_string(getpid()) + "-models");
    std::filesystem::create_directories(folder / "graphs");
    const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
    write("graphs/two.net", "a b\nb a\n");
    write("near.toml", "network = \"file:graphs/two.net\"\n");
    write("far.toml", "network = \"file:" + (folder / "graphs/two.net").string() + "\"\n");
    for (const char* name : {"near.toml", "far.toml"}) {
        const Network n = make_network("@" + (folder / name).string());
        CHECK(n.graph.nodes() == 2);
        CHECK(n.word == "file:" + (folder / "graphs/two.net").string());
    }
    std::filesystem::remove_all(folder);
}

TEST_CASE("a network model that comes with wafernet is found from any folder") {
    CHECK(resolve_model_word("@models/htn-1024.toml") == "htn:4,4,2,0");
    for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() / "models")) {
        if (entry.path().extension() != ".toml") continue;
        CAPTURE(entry.path().string());
        CHECK(make_network("@" + entry.path().string()).graph.nodes() > 0);
    }
}

TEST_CASE("a wrong table file is reported with line and column") {
    const std::string head =
        "id = \"wafernet-" + std::to_string(getpid()) + "-scratch\"\ntitle = \"t\"\ndocument = \"d\"\nplace = \"p\"\n";
    const auto table_complaint = [&](const std::string& text) {
        const Scratch file(head + text);
        return complaint([&] { (void)published::read_table(file.path); });
    };
    const std::string column = "[[column]]\nname = \"links\"\ndefinition = \"links\"\n";
    CHECK(table_complaint(column + "[[row]]\nname = \"r\"\nnetwork = \"mesh:4x4\"\nprinted = {links = \"24\"}\n") ==
          "no complaint");
    CHECK(says_all(table_complaint("[[column]]\nname = \"links\"\ndefinition = \"link\"\n[[row]]\n"),
                   {":7:1: unknown quantity 'link'", "'links'"}));
    CHECK(says_all(table_complaint(column + "[[row]]\nname = \"r\"\nprinted = {linsk = \"24\"}\n"),
                   {":10:12: unknown key 'linsk'", "did you mean 'links'?"}));
    CHECK(says_all(table_complaint(column + "[[row]]\nname = \"r\"\nprinted = {links = 24}\n"),
                   {":10:20: links = 24, need a text"}));
    CHECK(says_all(
        table_complaint(column + "[[row]]\nname = \"r\"\nverdict = \"reproduced\"\nprinted = {links = \"24\"}\n"),
        {":10:1: unknown key 'verdict'"}));
    CHECK(says_all(
        table_complaint(
            column +
            "[[row]]\nname = \"r\"\nnetwork = \"mesh:4x4\"\nmembers = [\"mesh:4x4\"]\nprinted = {links = \"24\"}\n"),
        {"more than one of"}));
    CHECK(says_all(
        table_complaint(column + "[[row]]\nname = \"r\"\norder = [\"a\", \"~\", \"b\"]\nprinted = {links = \"24\"}\n"),
        {":10:1: need a network, one of"}));
    CHECK(says_all(table_complaint("[[column]]\nname = \"links\"\ndefinition = \"links\"\ntolerance = 1\n[[row]]\n"),
                   {"no 'tolerance_reason' here"}));
}

TEST_CASE("a table whose name begins with no character of a key is refused in every build") {
    for (const char* text : {"[=x]\n", "[[#]]\n", "[a.!]\n", "[ ,\n"}) {
        CAPTURE(text);
        const Scratch file(text);
        CHECK(complaint([&] { (void)read_network_model(file.path.string()); }).find("not TOML") != std::string::npos);
    }
}
