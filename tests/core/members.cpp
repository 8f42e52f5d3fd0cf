// Which members of the families have so many nodes that send: against graphs that are built, and against a search
// through words.
#include "wafernet/core/members.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

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

TEST_CASE("the members of 64 and of 256 nodes have that many that send, and the switches that are said") {
    for (const std::uint64_t n : {64, 256}) {
        std::size_t built = 0;
        for (const Family* f : families()) {
            for (const Member& member : members(*f, n, n)) {
                CAPTURE(member.word);
                CHECK(member.nodes == n);
                const Network network = make_network(member.word);
                CHECK(terminals_of(network).size() == n);
                CHECK(network.graph.nodes() == n + member.switches);
                CHECK(network.word == member.word);
                ++built;
            }
        }
        CHECK(built > 60);
    }
}

TEST_CASE("the nodes that send, by formula, are those of every family's examples and of BookSim2's networks") {
    std::vector<std::string> words = {"booksim-cmesh:4",         "booksim-dragonfly:2", "booksim-fattree:2,3",
                                      "booksim-flatfly:4,2,2,1", "booksim-qtree",       "booksim-tree4"};
    CHECK(words.size() == booksim_families().size());
    for (const Family* f : families()) words.insert(words.end(), f->examples.begin(), f->examples.end());
    for (const std::string& word : words) {
        const Network network = make_network(word);
        CAPTURE(word);
        CHECK(senders(*network.family, network.parameters) == terminals_of(network).size());
        CHECK((network.family->senders != nullptr || network.terminals.empty()));
        if (word.starts_with("booksim"))
            CHECK_THROWS_WITH_AS((void)make_network("concentrated:2:" + word),
                                 doctest::Contains("has nodes that send no messages"), InputError);
    }
}

TEST_CASE("no word of so many nodes is missing, but for the values that are said to be free") {
    for (const Family* f : families()) {
        if (f->parameters.back().kind == ParameterKind::network) continue;  // below
        if (f->name == "xgft") continue;                                    // two lists: below
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
                nodes = senders(*f, parsed.parameters);
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
        for (const std::uint64_t n : {16, 4, 2}) {
            const std::vector<Member> all = members(*f, n, n);
            inner += static_cast<std::size_t>(std::ranges::count(all, std::uint64_t{0}, &Member::switches));
        }
    }
    const auto all = members(family("swapped"), 256, 256);
    CHECK(all.size() == inner);
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:mesh:4x4"; }));
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:swapped:complete:4"; }));
    CHECK(std::any_of(all.begin(), all.end(), [](const Member& m) { return m.word == "swapped:4:complete:4"; }));
    CHECK(members(family("swapped"), 255, 255).empty());
}

TEST_CASE("members of a million nodes and of ranges have as many as were asked for" * doctest::test_suite("long")) {
    std::size_t count = 0, outside = 0;
    for (const Family* f : families()) {
        if (f->name == "concentrated") continue;  // has those of all others, for every number of terminals
        for (const auto& [least, most] : {std::pair<std::uint64_t, std::uint64_t>{1'000'000, 1'000'000}, {512, 1024}}) {
            for (const Member& member : members(*f, least, most)) {
                outside += member.nodes < least || member.nodes > most ? 1 : 0;
                ++count;
            }
        }
    }
    CHECK(count > 1000);
    CHECK(outside == 0);
    CHECK_THROWS_AS((void)members(family("mesh"), 5, 4), InputError);
    CHECK_THROWS_AS((void)members(family("mesh"), 0, 4), InputError);
}

TEST_CASE("the regular trees of two lists are all listed, and no other") {
    // Every word of up to four levels, with numbers up to 100, by the definition.
    const Family& xgft = family("xgft");
    std::set<std::string> wanted;
    const auto try_one = [&](const std::vector<std::uint64_t>& m, const std::vector<std::uint64_t>& w) {
        std::uint64_t ends = 1;
        for (const std::uint64_t links : m) ends *= links;
        if (ends > 100) return false;
        for (std::size_t i = 0; i + 1 < m.size(); ++i) {
            if (m[i] % w[i + 1] != 0 || m[i] != m[0] || w[i + 1] != w[1]) return true;
        }
        std::string down, up;
        for (std::size_t i = 0; i < m.size(); ++i) {
            down += (i == 0 ? "" : "x") + std::to_string(m[i]);
            up += (i == 0 ? "" : "x") + std::to_string(w[i]);
        }
        wanted.insert(parse_network_word("xgft:" + down + "," + up).word);
        return true;
    };
    for (std::uint64_t a = 2; a <= 100; ++a) {
        try_one({a}, {1});
        for (std::uint64_t b = 2; b * a <= 100; ++b) {
            for (std::uint64_t v = 1; v <= a; ++v) {
                if (!try_one({a, b}, {1, v})) break;
                for (std::uint64_t c = 2; a * b * c <= 100; ++c) {
                    for (std::uint64_t x = 1; x <= b; ++x) {
                        if (!try_one({a, b, c}, {1, v, x})) break;
                        for (std::uint64_t d = 2; a * b * c * d <= 100; ++d) {
                            for (std::uint64_t y = 1; y <= c && try_one({a, b, c, d}, {1, v, x, y}); ++y) {
                            }
                        }
                    }
                }
            }
        }
    }
    std::set<std::string> listed;
    for (const Member& member : members(xgft, 1, 100)) {
        CAPTURE(member.word);
        const NetworkWord word = parse_network_word(member.word);
        CHECK(member.nodes + member.switches == xgft.nodes(word.parameters));
        CHECK(member.nodes <= 100);
        if (word.parameters.extents("m").size() < 5) CHECK(listed.insert(member.word).second);
    }
    CHECK(listed == wanted);
    CHECK(listed.count("xgft:4x8,1x4") == 1);  // a folded Clos network
    const auto has = [&](std::uint64_t nodes, const std::string& word) {
        const std::vector<Member> all = members(xgft, nodes, nodes);
        return std::any_of(all.begin(), all.end(), [&](const Member& m) { return m.word == word; });
    };
    CHECK(has(64, "xgft:4x4x4,1x4x4"));          // the 4-ary 3-tree
    CHECK(has(16, "xgft:2x2x4,1x2x2"));          // the fat tree of 4 pods: 16 hosts, 20 switches
    CHECK(has(32, "xgft:2x2x2x2x2,1x1x1x1x1"));  // a binary tree
    // 1024 = 2^d below each of k levels times the links down at the top, which are at least 2: k d <= 9, and 2^d has
    // d + 1 divisors for the links up. With 9, 4, 3, 2 and 1 levels 9 2 + 4 3 + 3 4 + 2 5 + 6 + 7 + 8 + 9 + 10 = 92,
    // and the one switch of 1,024 ports.
    CHECK(members(xgft, 1024, 1024).size() == 93);
}
