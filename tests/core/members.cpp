// Which members of the families have so many nodes: against graphs that are built, and against a search through words.
#include "wafernet/core/members.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include "wafernet/core/error.hpp"
#include "wafernet/core/network.hpp"

using namespace wafernet;

namespace {

// Words of a family with every number up to a limit, extents of up to three, in rising order, the rest at its least or
// 0 and 1.
void words_of(const Family& family, std::size_t at, const std::string& word, std::vector<std::string>& out) {
    if (at == family.parameters.size()) {
        out.push_back(word);
        return;
    }
    const ParameterSpec& spec = family.parameters[at];
    const std::string before = word + (at == 0 ? ":" : ",");
    // Of families of modules with upper levels 6^3 nodes are the largest module, and one level has at most 256 / 2^3 of
    // them.
    const bool levels = family.parameters.size() > 3 && family.parameters[1].kind == ParameterKind::extents;
    const int product = levels ? 32 : 256;
    if (spec.kind == ParameterKind::extents) {
        for (int a = 2; a <= product; ++a) {
            words_of(family, at + 1, before + std::to_string(a), out);
            for (int b = a; a * b <= product; ++b) {
                const std::string two = std::to_string(a) + "x" + std::to_string(b);
                words_of(family, at + 1, before + two, out);
                for (int c = b; a * b * c <= product; ++c)
                    words_of(family, at + 1, before + two + "x" + std::to_string(c), out);
            }
        }
        return;
    }
    // The first parameter may be the number of nodes; further ones are exponents and switches.
    const std::uint64_t most = levels ? (at == 0 ? 6 : 4) : at == 0 ? 256 : 8;
    for (std::uint64_t v = spec.least; v <= std::min(most, spec.most); ++v)
        words_of(family, at + 1, before + std::to_string(v), out);
}

}  // namespace

TEST_CASE("the members of 64 and of 256 nodes have that many in their graphs") {
    for (const std::uint64_t n : {64, 256}) {
        std::size_t built = 0;
        for (const Family* f : families()) {
            for (const Member& member : members(*f, n, n)) {
                CAPTURE(member.word);
                CHECK(member.nodes == n);
                const Network network = make_network(member.word);
                CHECK(network.graph.nodes() == n);
                CHECK(network.word == member.word);
                ++built;
            }
        }
        CHECK(built > 60);
    }
}

TEST_CASE("no word of so many nodes is missing, but for the values that are said to be free") {
    for (const Family* f : families()) {
        if (f->parameters.back().kind == ParameterKind::network) continue;  // below
        if (f->name == "xgft") {                                            // two lists
            CHECK(members(*f, 1, 100).empty());
            continue;
        }
        std::vector<std::string> words;
        words_of(*f, 0, std::string(f->name), words);
        std::set<std::string> listed;
        std::map<std::uint64_t, std::vector<Member>> all;
        for (const std::uint64_t n : {64, 256}) {
            all[n] = members(*f, n, n);
            for (const Member& member : all[n]) listed.insert(member.word);
        }
        for (const std::string& word : words) {
            NetworkWord parsed;
            std::uint64_t nodes = 0;
            try {
                parsed = parse_network_word(word);
                nodes = f->nodes(parsed.parameters);
            } catch (const InputError&) {
                continue;
            }
            if (nodes != 64 && nodes != 256) continue;
            CAPTURE(word);
            if (listed.count(parsed.word) == 1) continue;
            // One that is listed differs in the parameters that are free there alone, or says the same with one extent.
            CHECK(std::any_of(all[nodes].begin(), all[nodes].end(), [&](const Member& member) {
                const Parameters there = parse_network_word(member.word).parameters;
                for (std::size_t i = 0; i < there.values().size(); ++i) {
                    const auto& a = there.values()[i].numbers;
                    const auto& b = parsed.parameters.values()[i].numbers;
                    const bool same =
                        a == b || (a.size() == 1 && !b.empty() &&
                                   std::all_of(b.begin(), b.end(), [&](std::uint64_t x) { return x == a.front(); }));
                    if (!same && member.free.find(std::string(f->parameters[i].name) + " ") == std::string::npos)
                        return false;
                }
                return true;
            }));
        }
    }
}

TEST_CASE("a network of networks has every member of the families inside it") {
    // SN(L,G) has as many nodes as G to the power of L (rahman2006, sec. 2.4.1): 16^2, 4^4, 2^8.
    std::size_t inner = 0;
    for (const Family* f : families()) {
        for (const std::uint64_t n : {16, 4, 2}) inner += members(*f, n, n).size();
    }
    const auto all = members(family("swapped"), 256, 256);
    CHECK(all.size() == inner);
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:mesh:4x4"; }));
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:swapped:complete:4"; }));
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:4:complete:4"; }));
    CHECK(members(family("swapped"), 255, 255).empty());
}

TEST_CASE("a million nodes and ranges are found in a moment" * doctest::test_suite("long")) {
    const std::clock_t begin = std::clock();
    std::size_t count = 0, outside = 0;
    for (const Family* f : families()) {
        if (f->name == "concentrated") continue;  // has those of all others, for every number of terminals
        for (const auto& [least, most] :
             {std::pair<std::uint64_t, std::uint64_t>{1'000'000, 1'000'000}, {65'536, 65'536}, {512, 2048}}) {
            for (const Member& member : members(*f, least, most)) {
                outside += member.nodes < least || member.nodes > most ? 1 : 0;
                ++count;
            }
        }
    }
    CHECK(count > 1000);
    CHECK(outside == 0);
    CHECK(std::clock() - begin < 10 * CLOCKS_PER_SEC);  // however busy the machine
    CHECK_THROWS_AS((void)members(family("mesh"), 5, 4), InputError);
    CHECK_THROWS_AS((void)members(family("mesh"), 0, 4), InputError);
}
