// Files of programs: what is read, and what is refused with its place.
#include "programs.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/work/application.hpp"

using namespace wafernet;
using namespace wafernet::work_test;

namespace {

const std::string csv_head = "rank,operation,kind,peer,bytes,tag,compute_ns,after\n";

// "" where the text is read; the message behind the file's name where it is refused.
std::string complaint(const std::string& text) {
    const Written file(text);
    try {
        (void)read_program(file.path());
    } catch (const InputError& error) {
        const std::string what = error.what();
        REQUIRE(what.find(file.path()) != std::string::npos);
        CHECK(what.find('\n') == std::string::npos);
        return what.substr(what.find(file.path()) + file.path().size());
    }
    return "";
}

const std::string pair_of_ranks =
    "num_ranks 2\r\n// two ranks\nrank 1 { /* the second\nfirst */\n  l1: recv 8b from 0 tag 3 cpu 1 nic 2\n\n"
    "  calc 12 cpu 3\n  l2: calc 0\n  l2 irequires l1 }\nrank 0 {\nsend 8b to 1 tag 3 // now\n}\n";

}  // namespace

TEST_CASE("GOAL is read with comments, unlabelled operations and ranks in any order") {
    const Program p = program_of(pair_of_ranks);
    CHECK(p.ranks == 2);
    REQUIRE(p.operations.size() == 4);
    CHECK(p.operations[0].kind == OperationKind::recv);
    CHECK(p.operations[0].rank == 1);
    CHECK(p.operations[0].peer == 0);
    CHECK(p.operations[0].amount == 8.0);
    CHECK(p.operations[0].tag == 3);
    CHECK(p.operations[0].line == 5);
    CHECK(p.operations[1].cpu == 3);
    CHECK(p.operations[1].amount == 12.0);
    CHECK(p.partner == std::vector<std::uint32_t>{3, no_operation, no_operation, 0});
    CHECK(p.first == std::vector<std::uint32_t>{0, 1, 1, 1, 1});
    CHECK(p.after == std::vector<std::uint32_t>{2 * 2 + 1});
}

TEST_CASE("CSV says the same as GOAL") {
    const Program p = program_of("# two ranks\n" + csv_head +
                                 "1,9,recv,0,8,3,,\n1,4,calc,,,,12.5,9\n\n1,5,calc,,,,0,4 start:9\n0,9,send,1,8,3,,\n");
    CHECK(p.ranks == 2);
    REQUIRE(p.operations.size() == 4);
    CHECK(p.operations[1].amount == 12.5);
    CHECK(p.operations[3].line == 7);
    CHECK(p.after == std::vector<std::uint32_t>{2 * 1, 2 * 2 + 1, 2 * 2});
    CHECK(p.partner[0] == 3);
    CHECK(program_of("rank;operation;kind;peer;bytes;tag;compute_ns;after\n0;1;calc;;;;5;\n").ranks == 1);
}

TEST_CASE("the n-th receive takes the n-th message of its rank, peer and tag") {
    const Program p = program_of(goal({"send 1b to 1\nsend 2b to 1 tag 4\nsend 3b to 1\n",
                                       "recv 2b from 0 tag 4\nrecv 1b from 0\nrecv 4b from 0\n"}));
    CHECK(p.partner == std::vector<std::uint32_t>{4, 3, 5, 1, 0, 2});
}

TEST_CASE("what is no program is refused with its line and what it must be") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", ": there is nothing in it"},
        {"\n\n", ": no operation in it"},
        {"hello\n", ":1: found 'hello', must be 'num_ranks N'"},
        {"rank 0 {\n", ":1: found 'rank 0 {', must be 'num_ranks N'"},
        {"num_ranks 0\n", ":1: found '0', must be the number of ranks, a whole number from 1"},
        {"num_ranks 2\n\nrank 2 {\n", ":3: found '2', must be a rank, a whole number from 0 to 1"},
        {"num_ranks 1\nrank 0 {\ncalc 5\n", ":3: the file ends within rank 0 of line 2"},
        {"num_ranks 2\nrank 0 {\ncalc 5\n}\n", ":4: the file ends without rank 1"},
        {"num_ranks 1\nrank 0 {\ncalc 5\n}\nrank 0 {\n}\n", ":5: found a second rank 0"},
        {"num_ranks 1\nrank 0 {\ncalc 5 /* \n}\n", ":4: the file ends in a comment"},
        {"num_ranks 1\nrank 0 {\ncalc -5\n}\n", ":3: found '-5', must be a time"},
        {"num_ranks 1\nrank 0 {\ncalc 99999999999999999999\n}\n", ":3: found '99999999999999999999', must be a time"},
        {"num_ranks 1\nrank 0 {\ncalc 5 6\n}\n", ":3: found '6', must be cpu or the end of the line"},
        {"num_ranks 1\nrank 0 {\na: calc 5\na: calc 6\n}\n", ":4: found 'a', must be another label"},
        {"num_ranks 1\nrank 0 {\na: calc 5\na requires b\n}\n", ":4: found 'b', must be a label of rank 0"},
        {"num_ranks 1\nrank 0 {\na: calc 5\na needs a\n}\n", ":4: found 'needs', must be ':', requires or irequires"},
        {"num_ranks 1\nrank 0 {\na: calc 5\na requires a\n}\n", ":3: found a circle of 1"},
        {goal({"a: calc 5\nb: calc 6\na requires b\nb requires a\n"}),
         ":3: found a circle of 2 dependences and messages, must be none: this calc waits for line 4"},
        {goal({"send 0b to 0\nrecv 0b from 0\n"}), ":3: found '0', must be the bytes of a message"},
        {goal({"send -1b to 0\n"}), ":3: found '-1', must be the bytes of a message"},
        {goal({"send 1 to 0\n"}), ":3: found 'to', must be 'b'"},
        {goal({"send 1b from 0\n"}), ":3: found 'from', must be 'to'"},
        {goal({"recv 1b from -1\n"}), ":3: found '-1', must be a rank"},
        {goal({"send 1b to 1\n", ""}),
         ":3: found a send of rank 0 to rank 1 with tag 0 that no recv of rank 1 is left for"},
        {goal({"send 1b to 1 tag 1\n", "recv 1b from 0 tag 2\n"}), ":3: found a send of rank 0"},
        {goal({"", "recv 1b from 0 tag 2\n"}), ":5: found a recv of rank 1 from rank 0 with tag 2"},
        {goal({"send 9b to 1\n", "recv 8b from 0\n"}), ":6: found a recv of 8 bytes for the message of 9"},
        // each waits for the other's message before it sends
        {goal({"r: recv 1b from 1\ns: send 1b to 1\ns requires r\n",
               "r: recv 1b from 0\ns: send 1b to 0\ns requires r\n"}),
         ":3: found a circle of 4 dependences and messages, must be none: this recv waits for line 9, 8, 4"},
        {csv_head, ": no operation in it"},
        {"rank,operation\n", ":1: found 'rank,operation', must be the header rank,operation,kind"},
        {csv_head + "0,1,calc,,,,5\n", ":2: found 7 cells"},
        {csv_head + "0,1,calc,,,,,\n", ":2: found '', must be compute_ns"},
        {csv_head + "0,1,calc,,,,-5,\n", ":2: found '-5', must be compute_ns"},
        {csv_head + "0,1,calc,,,,nan,\n", ":2: found 'nan', must be compute_ns"},
        {csv_head + "0,1,calc,3,,,5,\n", ":2: found a peer, bytes or a tag of a calc"},
        {csv_head + "0,1,wait,,,,5,\n", ":2: found 'wait', must be calc"},
        {csv_head + "0,1,send,0,0,,,\n", ":2: found '0', must be the bytes"},
        {csv_head + "0,1,send,0,-4,,,\n", ":2: found '-4', must be the bytes"},
        {csv_head + "0,1,send,7,4,,,\n", ":2: found a send of rank 0 to rank 7"},
        {csv_head + "0,1,calc,,,,5,\n0,1,calc,,,,5,\n", ":3: found a second operation 1 of rank 0"},
        {csv_head + "0,1,calc,,,,5,2\n0,2,calc,,,,5,1\n", ":2: found '2' in after"},
        {csv_head + "0,1,recv,1,5,,,\n0,2,send,1,5,,,1\n1,1,recv,0,5,,,\n1,2,send,0,5,,,1\n",
         ":2: found a circle of 4"},
        {csv_head + "0,1,calc,,,,5,3\n1,3,calc,,,,5,\n",
         ":2: found '3' in after, must be an operation of rank 0 from a line before"}};
    for (const auto& [text, why] : cases) {
        CAPTURE(text);
        CHECK(complaint(text).starts_with(why));
    }
    CHECK_THROWS_WITH_AS(read_program("/nowhere/at.all"), "cannot read the program '/nowhere/at.all'", InputError);
}

TEST_CASE("a searched map lowers hops x bytes") {
    // On a line, 100 bytes 0 -> 2 -> 1 -> 3: by rows 2 + 1 + 2 hops, at best 3.
    const Network line = make_network("mesh:4");
    const Program chain = program_of(goal({"send 100b to 2\n", "recv 100b from 2\nsend 100b to 3\n",
                                           "recv 100b from 0\nsend 100b to 1\n", "recv 100b from 1\n"}));
    const std::vector<Node> best = map_ranks(line, chain, "search");
    const auto apart = [&](std::size_t a, std::size_t b) {
        return best[a] > best[b] ? best[a] - best[b] : best[b] - best[a];
    };
    CHECK(apart(0, 2) + apart(2, 1) + apart(1, 3) == 3);
    // Two ranks on a ring of 8 come together, wherever the others would be.
    const Program far = program_of(goal({"send 9b to 3\n", "", "", "recv 9b from 0\n"}));
    const std::vector<Node> pair = map_ranks(make_network("ring:8"), far, "search");
    CHECK((pair[0] + 8 - pair[3] + 1) % 8 <= 2);
    CHECK(std::set<Node>(pair.begin(), pair.end()).size() == 4);
}

TEST_CASE("every beginning of a file is refused, but the whole") {
    const std::string text = ring_all_reduce(3, 30);
    for (std::size_t length = 0; length + 2 < text.size(); ++length) {  // the last brace and its line end
        CAPTURE(length);
        CHECK_FALSE(complaint(text.substr(0, length)).empty());
    }
    CHECK(complaint(text).empty());
}

TEST_CASE("files with drawn changes are read or refused, and what is read can be run") {
    const Network network = make_network("ring:4");
    const auto routing = make_routing("", network);
    const LinkTimes times = link_times({network, {}}, {1.0, 10.0});
    std::uint64_t state = 9;
    const auto below = [&](std::uint64_t n) { return (state = state * 48271 % 2147483647) % n; };
    const std::string signs = "0123456789 \n:{}bl-/*,;#start";
    std::size_t read = 0, refused = 0;
    for (const std::string& text :
         {ring_all_reduce(4, 400), pair_of_ranks,
          csv_head + "0,1,send,1,8,3,,\n0,2,calc,,,,7,1 start:1\n1,1,recv,0,8,3,,\n1,2,calc,,,,2.5,1\n"}) {
        for (int i = 0; i < 1000; ++i) {
            std::string changed = text;
            for (std::uint64_t changes = 1 + below(3); changes > 0; --changes) {
                const std::size_t at = below(changed.size());
                const std::uint64_t kind = below(4);
                if (kind == 0) changed.erase(at, 1 + below(20));
                else if (kind == 1) changed.insert(at, 1, signs[below(signs.size())]);
                else if (kind == 2) changed[at] = signs[below(signs.size())];
                else changed.insert(at, changed.substr(below(changed.size()), below(40)));
                if (changed.empty()) changed = "0";
            }
            const Written file(changed);
            try {
                const Program p = read_program(file.path());
                ++read;
                if (p.ranks > 4) continue;
                const PlacedProgram placed{&p, map_ranks(network, p, "rows")};
                const ApplicationTime t = time_by_links(placed, network, *routing, times);
                CHECK(t.ns >= time_without_network(placed) * (1 - 1e-12));
            } catch (const InputError& error) {
                ++refused;
                CHECK(std::string(error.what()).find(file.path()) != std::string::npos);
            }
        }
    }
    CHECK(read > 50);
    CHECK(refused > 1000);
}
