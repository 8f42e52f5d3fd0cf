// explore: every network with so many nodes, the front of a few figures.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "checks.hpp"
#include "figures.hpp"
#include "points/candidates.hpp"
#include "points/exploration.hpp"
#include "program.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/core/members.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/design/pareto.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

std::size_t column_of(const Records& records, const std::string& name) {
    const auto at = std::find(records[0].begin(), records[0].end(), name);
    REQUIRE(at != records[0].end());
    return static_cast<std::size_t>(at - records[0].begin());
}

// Whether the nodes of one network can be numbered as those of the other: node by node, in the order of a search
// through the first, each to any unused node with as many neighbours whose links to those before it are the same.
bool same_by_brute_force(const Network& a, const Network& b) {
    const Node n = a.graph.nodes();
    if (n != b.graph.nodes() || a.graph.links() != b.graph.links() || terminals_of(a).size() != terminals_of(b).size())
        return false;
    const auto table = [n](const Network& network) {
        std::vector<std::vector<int>> joined(n, std::vector<int>(n, 0));
        for (Node v = 0; v < n; ++v) {
            for (const Channel c : network.graph.out(v)) ++joined[v][network.graph.target(c)];
            joined[v][v] =
                network.terminals.empty() || std::ranges::find(network.terminals, v) != network.terminals.end() ? 1 : 2;
        }
        return joined;
    };
    const auto profile = [n](const Network& network, Node v) {  // of distances
        std::vector<std::uint32_t> all(n, 0), queue{v}, hops(n, n);
        hops[v] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            ++all[hops[queue[i]]];
            for (const Channel c : network.graph.out(queue[i])) {
                const Node w = network.graph.target(c);
                if (hops[w] != n) continue;
                hops[w] = hops[queue[i]] + 1;
                queue.push_back(w);
            }
        }
        return all;
    };
    const auto in_a = table(a), in_b = table(b);
    std::vector<std::vector<std::uint32_t>> of_a, of_b;
    for (Node v = 0; v < n; ++v) of_a.push_back(profile(a, v)), of_b.push_back(profile(b, v));
    std::vector<Node> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const Channel c : a.graph.out(order[i])) {
            const Node w = a.graph.target(c);
            if (std::ranges::find(order, w) == order.end()) order.push_back(w);
        }
    }
    for (Node v = 0; v < n; ++v) {
        if (std::ranges::find(order, v) == order.end()) order.push_back(v);
    }
    std::vector<Node> image(n);
    std::vector<bool> used(n, false);
    const std::function<bool(std::size_t)> extend = [&](std::size_t at) {
        if (at == n) return true;
        const Node v = order[at];
        for (Node w = 0; w < n; ++w) {
            if (used[w] || of_a[v] != of_b[w] || in_a[v][v] != in_b[w][w]) continue;
            bool fits = true;
            for (std::size_t k = 0; k < at && fits; ++k) fits = in_a[v][order[k]] == in_b[w][image[order[k]]];
            if (!fits) continue;
            used[w] = true;
            image[v] = w;
            if (extend(at + 1)) return true;
            used[w] = false;
        }
        return false;
    };
    return extend(0);
}

// The front of a question, with all that is said of it.
std::string front(std::vector<std::string> words) {
    words.insert(words.begin(), "explore");
    return output(std::move(words));
}

void cannot_deadlock(const char* nodes) {
    const Records rows = csv({"explore", "--nodes", nodes, "--planes", "4"});
    const std::size_t vcs = column_of(rows, "vcs"), rule = column_of(rows, "vc_rule");
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const Outcome verdict =
            program({"deadlock", rows[i][0], "--vcs", rows[i][vcs], "--vc-rule", rows[i][rule], "--quiet"});
        CAPTURE(rows[i][0]);
        CHECK(verdict.code == 0);
    }
}

}  // namespace

TEST_CASE("the front is what no other point dominates, and the knee lies farthest below the line between its ends") {
    const std::vector<std::vector<double>> points = {{4, 1}, {1, 4}, {2, 2}, {3, 3}, {2, 2}, {1, 5}, {4, 1.5}};
    CHECK(pareto_front(points) == std::vector<std::size_t>{1, 2, 4, 0});
    // By the definition, one by one.
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto front = pareto_front(points);
        const bool on = std::find(front.begin(), front.end(), i) != front.end();
        CHECK(on == std::none_of(points.begin(), points.end(), [&](const auto& p) { return dominates(p, points[i]); }));
    }
    CHECK(knee(points, pareto_front(points)) == std::size_t{1});  // (2,2) lies 2/sqrt(2) below the line x + y = 5 - 1
    CHECK_FALSE(knee(points, std::vector<std::size_t>{1, 0}).has_value());
    CHECK_FALSE(dominates(points[2], points[4]));
    CHECK(ten_digits(1.0 / 3.0) == 0.3333333333);
    CHECK(ten_digits(-0.0) == 0.0);
}

TEST_CASE("variants of a member are all networks with other values of what is free, and the doubling steps of many") {
    const auto of = [](const char* name, std::uint64_t nodes) { return members(family(name), nodes, nodes); };
    const std::vector<Member> htn = of("htn", 1024);
    const auto four = std::find_if(htn.begin(), htn.end(), [](const Member& m) { return m.word == "htn:4,4,2,0"; });
    REQUIRE(four != htn.end());
    const std::vector<std::string> all = variants(*four, 8);
    CHECK(std::set<std::string>(all.begin(), all.end()) == std::set<std::string>{"htn:4,4,2,0", "htn:4,4,2,0,1",
                                                                                 "htn:4,4,2,1", "htn:4,4,2,1,1",
                                                                                 "htn:4,4,2,2", "htn:4,4,2,2,1"});
    for (const Member& how : of("how", 32)) {
        if (!how.word.starts_with("how:32,1,1")) continue;
        CHECK(variants(how, 8).size() == 12);   // w = 1, 2, 4, 8, 16, 31, with and without wrap-around
        CHECK(variants(how, 64).size() == 62);  // w = 1 .. 31
    }
    std::size_t networks = 0;
    for (const Family* f : families()) {
        for (const Member& member : members(*f, 60, 64)) {
            for (const std::string& word : variants(member, 3)) {
                const NetworkWord parsed = parse_network_word(word);
                CHECK(senders(*parsed.family, parsed.parameters) == member.nodes);
                ++networks;
            }
        }
    }
    CHECK(networks > 200);
}

TEST_CASE("of random networks there is one candidate, and concentrated ones are there where they are named") {
    const auto words = [](const std::vector<std::string>& families) {
        cli::Networks networks;
        networks.families = cli::families_chosen(families, "all");
        networks.least = networks.most = 16;
        std::vector<std::string> all;
        for (const cli::Candidate& c : cli::candidates_of(networks, {}, {}).all) all.push_back(c.word);
        return all;
    };
    std::vector<std::string> random = words({"jellyfish"});
    REQUIRE(random.size() > 3);
    for (std::string& word : random) {
        CHECK(std::count(word.begin(), word.end(), ',') == 1);  // nodes and degree, no seed
    }
    std::sort(random.begin(), random.end());
    CHECK(std::adjacent_find(random.begin(), random.end()) == random.end());
    const auto with = [&](const char* name, const std::vector<std::string>& families) {
        return std::ranges::count_if(words(families),
                                     [&](const std::string& word) { return word.find(name) != std::string::npos; });
    };
    CHECK(with("concentrated", {}) == 0);
    CHECK(with("concentrated", {"common"}) > 0);
    CHECK(with("concentrated:1:", {"common"}) == 0);
    CHECK(with("concentrated:1:", {"concentrated"}) > 0);
    CHECK(with("xgft", {}) == 0);
    CHECK(with("xgft", {"xgft"}) > 0);
    // A line, a cycle and a complete network are no meshes; a ring is one up to 64 nodes.
    CHECK(with("mesh:16", {"common"}) == 0);
    CHECK(with("ring:16", {"common"}) == 1);
    for (const cli::CommonFamily& c : cli::common_families()) {
        CHECK(family(c.name).name == c.name);
        CHECK_FALSE(c.reason.empty());
    }
}

TEST_CASE("no two candidates of 16 and of 64 nodes are the same network, and what is left out is one of the others") {
    for (const char* group : {"common", "documents"}) {
        for (const std::uint64_t nodes : {16, 64}) {
            cli::Networks networks;
            networks.families = cli::families_chosen({group}, "common");
            networks.least = networks.most = nodes;
            const cli::Candidates found = cli::candidates_of(networks, {}, {});
            std::vector<Network> all;
            for (const cli::Candidate& c : found.all) all.push_back(make_network(c.word));
            for (std::size_t i = 0; i < all.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    CAPTURE(all[i].word);
                    CAPTURE(all[j].word);
                    CHECK_FALSE(same_by_brute_force(all[i], all[j]));
                }
            }
            for (const std::string& pair : found.same) {
                CAPTURE(pair);
                const std::size_t is = pair.find(" is ");
                CHECK(same_by_brute_force(make_network(pair.substr(0, is)), make_network(pair.substr(is + 4))));
            }
        }
    }
}

TEST_CASE("nothing that explore recommends can deadlock, with the VCs that it says" * doctest::test_suite("long")) {
    for (const char* nodes : {"16", "64"}) cannot_deadlock(nodes);
}

TEST_CASE("nothing that explore recommends of 256 nodes can deadlock" * doctest::skip()) {  // a minute and more
    cannot_deadlock("256");
}

TEST_CASE("networks of one's own take part, whatever their number of nodes, each once") {
    const Folder folder;
    const std::string mine = "file:" + folder.write("mine.net", "0 1\n1 2\n2 0\n2 3\n");
    const Records rows = csv({"explore", mine, "ring:16", "xgft:2x4,1x2", "--nodes", "16", "--families", "ring,mesh",
                              "--minimize", "links,diameter_hops", "--all"});
    const auto count = [&](const std::string& word) {
        return std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row[0] == word; });
    };
    CHECK(count(mine) == 1);
    CHECK(count("ring:16") == 1);
    CHECK(count("xgft:2x4,1x2") == 1);
    CHECK(count("mesh:4x4") == 1);
    for (const auto& row : rows) {
        if (row[0] == mine) CHECK(row[1] == "4");
    }
    refused({"explore", "file:none.net", "--nodes", "16"}, "none.net");
}

TEST_CASE("every figure of compare comes from the group and the effort that explore knows it by") {
    for (const char* word : {"htn:2,2,2,0", "kmway-mesh:4,2,3", "how:8,2,1"}) {
        const Design design(word);
        const cli::FigureRequest all = cli::request_for(design, {}, {}, 1000.0);
        for (const cli::FigureGroup& group : cli::figure_groups()) {
            for (const cli::Figure& figure : group.figures(all)) {
                if (!figure.compared || figure.metric == "vc_classes") continue;
                CAPTURE(figure.metric);
                const auto [name, costly] = cli::group_of(figure.metric);
                CHECK(name == group.name);
                // Without any other effort it is the same.
                cli::FigureRequest alone = all;
                alone.shown = {};
                alone.shown.cuts = costly == "cuts";
                alone.shown.distances = costly == "distances" || costly == "routed";
                alone.shown.routed = costly == "routed";
                alone.shown.verdict = costly == "verdict";
                alone.shown.latency = costly == "latency" || costly == "zero-load";
                alone.saturation = costly != "zero-load";
                const std::vector<cli::Figure> again = group.figures(alone);
                const auto same = std::find_if(again.begin(), again.end(), [&](const cli::Figure& f) {
                    return f.metric == figure.metric && f.compared;
                });
                REQUIRE(same != again.end());
                CHECK(same->value == figure.value);
            }
        }
    }
}

TEST_CASE("the front equals that of all figures of all candidates, for four pairs of objectives") {
    const std::vector<std::vector<std::string>> questions = {
        {"--minimize", "zero_load_latency_ns,stack_area_mm2"},
        {},
        {"--minimize", "stack_area_mm2,-saturation_gbit_per_s_per_node"},
        {"--minimize", "links", "--maximize", "saturation_load", "--where", "diameter_hops<=8"}};
    for (std::vector<std::string> question : questions) {
        // Some families here, all of them for 256 nodes in the next test.
        question.insert(question.end(), {"--nodes", "64", "--planes", "4", "--families",
                                         "mesh,torus,htn,ccc,hypercube,gh,h3dm,srt,tesh,ring", "--values", "2"});
        const std::string quick = front(question);
        question.emplace_back("--exhaustive");
        CHECK(front(question) == quick);
    }
}

TEST_CASE("the front equals that of all figures of all candidates over all families of 256 nodes" * doctest::skip()) {
    for (const char* objectives :
         {"zero_load_latency_ns,stack_area_mm2", "zero_load_latency_cycles,-saturation_load_flits_per_node_cycle",
          "cost_usd_per_system,-saturation_gbit_per_s_per_node", "diameter_hops,links"}) {
        std::vector<std::string> question = {"--nodes",    "256",      "--planes", "16", "--technology", "hybrid-bond",
                                             "--minimize", objectives, "-j",       "2",  "--format",     "csv"};
        const std::string quick = front(question);
        question.emplace_back("--exhaustive");
        CHECK(front(question) == quick);
    }
}

TEST_CASE("no figure is better than the bounds by which candidates are ruled out, for any number of threads") {
    std::string before;
    for (const unsigned threads : {1U, 2U, 3U}) {
        std::vector<std::string> words = {"--nodes",
                                          "64",
                                          "--planes",
                                          "4",
                                          "--families",
                                          "mesh,torus,ccc,gh",
                                          "--minimize",
                                          "zero_load_latency_cycles,-saturation_load",
                                          "--all",
                                          "-j",
                                          std::to_string(threads)};
        const std::string text = front(words);
        if (threads > 1) CHECK(text == before);
        before = text;
    }
    const std::string all = front({"--nodes", "64", "--planes", "4", "--families", "mesh,torus,ccc,gh", "--minimize",
                                   "zero_load_latency_cycles,-saturation_load", "--all", "--exhaustive"});
    CHECK(all.find("dominated at its best") == std::string::npos);
    CHECK(before.find("dominated at its best") != std::string::npos);
}

TEST_CASE("a design on the front has the figures that compare gives for the same point") {
    const Records rows = csv({"explore", "--nodes", "64", "--planes", "4", "--families", "mesh,torus", "--minimize",
                              "zero_load_latency_ns,stack_area_mm2", "--metric", "saturation_load", "--vary", "vcs"});
    const std::vector<std::string> metrics = {"zero_load_latency_ns", "stack_area_mm2",
                                              "saturation_load_flits_per_node_cycle"};
    for (std::size_t i = 1; i < std::min<std::size_t>(rows.size(), 4); ++i) {
        const Records one = csv({"compare", rows[i][0], "--planes", "4", "--vcs", rows[i][column_of(rows, "vcs")],
                                 "--metric", "zero_load_latency_ns,stack_area,saturation_load"});
        for (const std::string& metric : metrics)
            CHECK(one[1][column_of(one, metric)] == rows[i][column_of(rows, metric)]);
    }
}

TEST_CASE("every candidate has its place, and the counts of places are those of the notes") {
    const std::vector<std::string> words = {
        "explore", "--nodes",    "64",         "--planes",           "4", "--families", "mesh,ccc,kmway-mesh",
        "--where", "links<=112", "--minimize", "links,diameter_hops"};
    std::vector<std::string> all = words;
    all.emplace_back("--all");
    const Records rows = csv(all);
    std::map<std::string, int> places;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::string& place = rows[i][column_of(rows, "place")];
        ++places[place == "knee" ? "front" : place];
    }
    const Outcome text = program(words);
    CHECK(text.code == 0);
    CHECK(text.out.find(std::to_string(rows.size() - 1) + " candidates: " + std::to_string(places["front"]) +
                        " on the front, " + std::to_string(places["dominated"] + places["dominated at its best"]) +
                        " dominated, " + std::to_string(places["dominated at its best"]) + " of them by bounds") !=
          std::string::npos);
    CHECK(places["not links<=112"] > 0);
    CHECK(text.out.find(std::to_string(places["not links<=112"]) + " do not meet links<=112") != std::string::npos);
}

TEST_CASE("conditions that no candidate meets are refused with what each one alone leaves") {
    refused({"explore", "--nodes", "64", "--families", "mesh,torus", "--where", "diameter_hops<=6", "--where",
             "links<64", "--minimize", "links"},
            "'links<64' 1");
    refused({"explore", "--nodes", "7", "--families", "ccc"}, "no network of these families");
    refused({"explore", "--nodes", "64", "--families", "mish"}, "mesh");
    refused({"explore", "--nodes", "64", "--minimize", "linkss"}, "unknown metric");
    refused({"explore", "--nodes", "64", "--minimize", "latency_ns"}, "need one such as zero_load_latency_ns");
    refused({"explore", "--nodes", "64", "--minimize", "links", "--maximize", "links"}, "already");
    refused({"explore", "--nodes", "16", "--families", "mesh", "--minimize", "bottleneck"}, "is a word");
    refused({"explore", "--nodes", "16", "--families", "mesh", "--where", "links=yes"}, "need a number");
    refused({"explore", "--nodes", "64", "--vary", "vc"}, "did you mean 'vcs'");
    refused({"explore", "--nodes", "64", "--vary", "layout=round"}, "raster");
    const std::vector<std::string> ring = {"explore", "--nodes", "16", "--families", "ring", "--minimize", "links"};
    for (const char* choice : {"layout=curve,best", "placement=grown"}) {
        std::vector<std::string> words = ring;
        words.insert(words.end(), {"--vary", choice});
        CHECK(program(words).code == 0);
    }
    refused({"explore", "--nodes", "64", "--vary", "vcs,vcs"}, "twice");
    refused({"explore", "--nodes", "64", "--minimize", "simulated_low"}, "--simulate");
    refused({"explore", "--nodes", "64:1"}, "A not above B");
}

TEST_CASE("what explore has kept of its candidates is what it finds again, and the same command only does the rest") {
    cli::Explored e;
    e.fate = cli::Fate::outside;
    e.condition = 1;
    e.metric = "links", e.reason = "none\there";
    e.score = {0.1, -3.0};
    e.optimistic = {-std::numeric_limits<double>::infinity()};
    e.figures = {{"links", std::int64_t{4}}, {"cost", Missing{"why"}}, {"deadlock_free", std::string("yes")}};
    const cli::Explored again = cli::explored_of(cli::result_of(e));
    CHECK(again.fate == e.fate);
    CHECK(again.condition == e.condition);
    CHECK(again.reason == e.reason);
    CHECK(again.score == e.score);
    CHECK(again.optimistic == e.optimistic);
    CHECK(again.figures == e.figures);
    CHECK_THROWS_AS(cli::explored_of(cli::PointResult{}), InputError);

    const Folder folder;
    const std::string question = "explore --nodes 16 --families mesh,torus,hypercube,htn --planes 4 --format csv";
    const std::string once = shell("$W " + question, folder.path().string()).out;
    CHECK(shell("$W " + question + " --store kept", folder.path().string()).out == once);
    // As if it had ended half way: a store with every other point.
    std::uint64_t all = 0;
    {
        cli::Store half(folder / "half", "explore");
        cli::Store whole(folder / "kept", "explore", cli::StoreUse::read);
        whole.for_each([&](const std::string& key, const cli::PointResult& result) {
            if (all++ % 2 == 0) half.keep(key, {}, result);
        });
    }
    REQUIRE(all > 10);
    const auto kept = [&](const char* file) {
        return cli::Store(folder / file, "explore", cli::StoreUse::read).size();
    };
    CHECK(shell("$W " + question + " --store half -j 2", folder.path().string()).out == once);
    CHECK(kept("half") == all);
    CHECK(shell("$W " + question + " --store kept --all", folder.path().string()).code == 0);
    CHECK(kept("kept") == all);
    // Another question is none of the same points.
    CHECK(shell("$W " + question + " --store kept --flits 8", folder.path().string()).code == 0);
    const std::uint64_t two = kept("kept");
    CHECK(two > all);
    // Nor is what another build of the same version has judged: here one that differs by a byte at its end.
    const Outcome other = shell("mkdir bin share; ln -s " + source_folder().string() +
                                    " share/wafernet; cp $W bin/other; "
                                    "echo >> bin/other; bin/other " +
                                    question + " --store kept",
                                folder.path().string());
    CHECK(other.out == once);
    CHECK(kept("kept") == two + all);
}
