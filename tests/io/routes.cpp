// A user's own routes: read, judged, mended, written and read back.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unistd.h>
#include <vector>

#include "routing/layers.hpp"
#include "this_build.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/routes_file.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

using namespace wafernet;
namespace fs = std::filesystem;

namespace {

// A folder that lasts as long as the test.
struct RoutesFolder {
    fs::path path = fs::temp_directory_path() / ("wafernet-routes-" + std::to_string(getpid()));
    RoutesFolder() { fs::create_directories(path); }
    RoutesFolder(const RoutesFolder&) = delete;
    RoutesFolder& operator=(const RoutesFolder&) = delete;
    ~RoutesFolder() { fs::remove_all(path); }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(path / name, std::ios::binary) << text;
        return (path / name).string();
    }
};

std::string data(const std::string& name) { return (test::source_folder() / "tests/routing/data" / name).string(); }

std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

std::string complaint(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no complaint";
}

bool says(const std::string& message, std::initializer_list<const char*> parts) {
    return message.find('\n') == std::string::npos &&
           std::all_of(parts.begin(), parts.end(), [&](const char* p) { return message.find(p) != std::string::npos; });
}

Verdict verdict_of(const Network& network, const ChosenRouting& chosen) {
    return deadlock_verdict(network, *chosen.routing, chosen.rule);
}
Verdict verdict_of(const std::string& word, const RoutingChoice& choice = {}) {
    const Network network = make_network(word);
    return verdict_of(network, choose_routing(network, choice));
}

const std::string my12 = "routes=" + data("my12.nrl") + ":file:" + data("my12.map");

// The same from the 144 lists in brackets of the repository.
std::string in_brackets() {
    std::map<std::pair<int, int>, std::string> lists;
    std::istringstream in(text_of(data("my12.nrl")));
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        int router = 0, source = 0;
        words >> router >> source;
        std::string& list = lists[{router, source}];
        for (std::string word; words >> word;) list += (list.empty() ? "" : ", ") + word;
    }
    std::string none, out = "my_12r_topo_mclb\n";
    for (int i = 0; i < 12; ++i) none += i == 0 ? "-1" : ", -1";
    for (int router = 0; router < 12; ++router) {
        for (int source = 0; source < 12; ++source) {
            const auto list = lists.find({router, source});
            out += "[" + (list == lists.end() ? none : list->second) + "]\n";
        }
    }
    return out;
}

}  // namespace

// By a walk of all 132 paths and a depth-first search in the dependencies, outside of this program.
TEST_CASE("the published routes of 12 routers have the figures of an independent walk") {
    const RoutesFolder folder;
    const Network network = make_network(my12);
    CHECK(network.graph.links() == 48);
    CHECK(network.graph.directed());
    const std::string brackets = "routes=" + folder.file("b.nrl", in_brackets()) + ":file:" + data("my12.map");
    for (const std::string& word : {my12, brackets}) {
        CAPTURE(word);
        const Network read = make_network(word);
        const ChosenRouting chosen = choose_routing(read, {});
        CHECK(chosen.name == "routes");
        const Verdict verdict = verdict_of(read, chosen);
        CHECK(verdict.channels == 48);
        CHECK(verdict.dependencies == 84);
        CHECK_FALSE(verdict.acyclic);
        const ChannelLoad load = channel_load(read, *chosen.routing, chosen.rule, *make_traffic("uniform", read));
        CHECK(load.mean_hops == doctest::Approx(216.0 / 132.0).epsilon(1e-12));  // 48 pairs of 1 hop, 84 of 2
        CHECK(load.largest() == doctest::Approx(5.0 / 11.0).epsilon(1e-12));     // 5 paths, each 1/11 of a source
    }
    const std::string with_four =
        "routes=" + data("my12.nrl") + "+vcs-of=" + data("my12.vn") + ":file:" + data("my12.map");
    const Verdict four = verdict_of(with_four);
    CHECK(four.acyclic);
    CHECK(four.channels == 4 * 48);
    const Network plain = make_network(my12);
    const Layers layers = find_layers(plain, pair_routes(plain, *choose_routing(plain, {}).routing));
    CHECK(layers.count == 2);
    CHECK(layers.least == 2);
    const ChosenRouting mended = choose_routing(plain, {.routing = "", .vc_rule = "layers"});
    CHECK(verdict_of(plain, mended).acyclic);
    // Written as a matrix of virtual networks it is read back as the same.
    const std::string vn = folder.file("two.vn", write_routes(plain, *mended.routing, mended.rule, "vn"));
    const Verdict two = verdict_of("routes=" + data("my12.nrl") + "+vcs-of=" + vn + ":file:" + data("my12.map"));
    CHECK(two.acyclic);
    CHECK(two.channels == 2 * 48);
    const ChosenRouting chosen = choose_routing(plain, {});
    CHECK(write_routes(plain, *chosen.routing, chosen.rule, "nrl") == text_of(data("my12.nrl")));
}

TEST_CASE("every family's routings come back from their tables") {
    const RoutesFolder folder;
    std::size_t tables = 0, refused = 0;
    for (const Family* family : families()) {
        const std::string_view word = family->examples.front();
        const Network network = make_network(word);
        if (network.graph.nodes() > 100) continue;
        for (const RoutingSpec& spec : routings_of(network)) {
            CAPTURE(network.word);
            CAPTURE(spec.name);
            RoutingChoice choice{.routing = std::string(spec.name), .vc_rule = {}};
            const ChosenRouting chosen = choose_routing(network, choice);
            std::string text;
            try {
                text = write_routes(network, *chosen.routing, chosen.rule, "csv");
            } catch (const InputError&) {
                // Only routings that draw or choose, and rules that look at the virtual channel a message comes by.
                CHECK((chosen.routing->adaptive() || chosen.rule.sees_arriving));
                ++refused;
                continue;
            } catch (const ComputationError&) {  // messages that cannot go on, by themselves
                continue;
            }
            const Network read = make_network("routes=" + folder.file("t.csv", text) + ":" + network.word);
            const ChosenRouting table = choose_routing(read, {.routing = "", .vc_rule = "", .vcs = chosen.rule.vcs});
            const Verdict a = certified_verdict(network, *chosen.routing, chosen.rule).verdict,
                          b = certified_verdict(read, *table.routing, table.rule).verdict;
            CHECK(a.channels == b.channels);
            CHECK(a.dependencies == b.dependencies);
            CHECK(a.acyclic == b.acyclic);
            CHECK(a.cycle.size() == b.cycle.size());
            ++tables;
            if (chosen.routing->adaptive()) continue;
            const auto uniform = make_traffic("uniform", network);
            const ChannelLoad x = channel_load(network, *chosen.routing, chosen.rule, *uniform),
                              y = channel_load(read, *table.routing, table.rule, *uniform);
            for (Channel c = 0; c < network.graph.channels(); ++c)
                CHECK(x.channel[c] == doctest::Approx(y.channel[c]).epsilon(1e-9));
            CHECK(write_routes(read, *table.routing, table.rule, "csv") == text);
        }
    }
    CHECK(tables > 100);
    CHECK(refused < tables);
}

// Counted by a walk of the 30 paths outside of this program: 12 of them pass a link of the ring, 1/5 of a source each.
TEST_CASE("forwarding tables of switches have the figures of an independent walk and come back") {
    const RoutesFolder folder;
    const std::string file = ":file:" + data("ring3.ibnet"), lft = text_of(data("ring3.lft"));
    const auto with = [&](const std::string& text) { return "routes=" + folder.file("t.dump", text) + file; };
    const Network network = make_network(with(lft));
    const ChosenRouting chosen = choose_routing(network, {});
    const Verdict verdict = verdict_of(network, chosen);
    CHECK(network.terminals.size() == 6);
    CHECK(verdict.dependencies == 21);
    CHECK(verdict.cycle.size() == 3);
    const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network));
    CHECK(load.mean_hops == doctest::Approx(3.2).epsilon(1e-12));
    CHECK(load.largest() == doctest::Approx(12.0 / 5.0).epsilon(1e-12));
    // Rows for hosts come back but for their lids and the names in quotes.
    const auto rows = [](const std::string& text) {
        std::string out;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);)
            if (line.find("Channel Adapter") != std::string::npos) out += line.substr(6, line.find(": '") - 6) + '\n';
        return out;
    };
    const std::string written = write_routes(network, *chosen.routing, chosen.rule, "lft");
    CHECK(rows(written) == rows(lft));
    // As opensm dumps them.
    std::string opensm = lft;
    for (std::size_t at = 0; (at = opensm.find(" : (", at)) != std::string::npos;) opensm.replace(at, 4, " # ");
    for (std::size_t at = 0; (at = opensm.find("9 valid", at)) != std::string::npos;) opensm.replace(at, 7, "12");
    const Network read = make_network(with(opensm));
    CHECK(write_routes(read, *choose_routing(read, {}).routing, chosen.rule, "lft") == written);
    const std::string alone =
        folder.file("alone.net", text_of(data("ring3.ibnet")) + "\nSwitch 8 \"S-000000000000d000\"\n");
    CHECK(make_network("routes=" + data("ring3.lft") + ":file:" + alone).routes != nullptr);
    const auto refused = [&](const std::string& text, const std::string& by) {
        std::string changed = lft;
        changed.replace(changed.find(text), text.size(), by);
        return complaint([&] { (void)make_network(with(changed)); });
    };
    CHECK(says(refused("0x0003 007", "0x0003 006"),
               {"t.dump:6:8: found '006', need a port of S-000000000000a000 with a link", "to H-000000000001b000"}));
    CHECK(says(refused("0x0003 007", "0x0003 255"),
               {"dead end, first H-000000000001a000 to H-000000000001b000 at S-000000000000a000"}));
    CHECK(says(refused("0x0003 007", "0x0004 007"), {"t.dump:7:1: found '0x0004', need a lid above the last"}));
    CHECK(says(refused("portguid 0x000000000001b001", "portguid 0x99"),
               {"t.dump:6:1: found '0x0003', need a row with the portguid of a node of file:"}));
    CHECK(says(refused("9 valid", "8 valid"), {"t.dump:13:1: found '8', need the 9 rows"}));
    CHECK(says(refused("11 guid 0x000000000000b000", "11 guid 0x9"),
               {"t.dump:14:1: found 'Unicast lids", "switch of file:"}));
    CHECK(says(refused("9 valid lids dumped", ""), {"t.dump:14:1: found no 'lids dumped'"}));
    for (std::size_t cut = lft.find('\n'); cut + 2 < lft.size(); cut += 61)
        CHECK(says(complaint([&] { (void)make_network(with(lft.substr(0, cut))); }), {"t.dump"}));
    CHECK(says(complaint([&] { (void)make_network("routes=" + data("ring3.lft") + ":ring:3"); }),
               {"need the network in the file that ibnetdiscover prints"}));
    CHECK(says(complaint([&] {
                   const Network mesh = make_network("mesh:3x3");
                   const ChosenRouting xy = choose_routing(mesh, {});
                   (void)make_network(
                       "routes=" + folder.file("m.lft", write_routes(mesh, *xy.routing, xy.rule, "lft")) + file);
               }),
               {"found the ports of another network"}));
}

TEST_CASE("tables in the formats of others are read back as the same routes") {
    const RoutesFolder folder;
    std::map<std::string, std::size_t> tables;
    for (const Family* family : families()) {
        const Network network = make_network(family->examples.front());
        if (network.graph.nodes() > 100) continue;
        for (const RoutingSpec& spec : routings_of(network)) {
            if (spec.name != "minimal" && spec.name != "west-first" && spec.name != "up-down") continue;
            const std::string routing(spec.name);
            const ChosenRouting chosen = choose_routing(network, {.routing = routing, .vc_rule = "any"});
            for (const std::string format : {"lft", "json", "rt"}) {
                CAPTURE(network.word);
                CAPTURE(routing);
                CAPTURE(format);
                std::string text;
                try {
                    text = write_routes(network, *chosen.routing, chosen.rule, format);
                } catch (const InputError& error) {  // choices, parallel links
                    CHECK(says(error.what(), {"need CSV"}));
                    continue;
                }
                const Network read = make_network("routes=" + folder.file("t." + format, text) + ":" + network.word);
                const ChosenRouting table = choose_routing(read, {});
                CHECK(write_routes(read, *table.routing, table.rule, format) == text);
                const Verdict a = verdict_of(network, chosen), b = verdict_of(read, table);
                CHECK(a.dependencies == b.dependencies);
                CHECK(a.acyclic == b.acyclic);
                ++tables[format];
            }
        }
    }
    CHECK(tables["lft"] > 40);
    CHECK(tables["json"] > 50);
    CHECK(tables["rt"] > 50);
}

TEST_CASE("tables of RapidChiplet and Noxim mean what their programs make of them") {
    const RoutesFolder folder;
    const std::string net = ":file:" + data("chiplets_topology.json"), json = text_of(data("chiplets_routes.json"));
    const Network chiplets = make_network("routes=" + data("chiplets_routes.json") + net);
    // Paths 0r1 0r2 10 1r2 2r0 2r1: 0r-r1 0r-r2 1r-r2 2r-r0 2r-r1, 11 hops; two of a source's two paths by 0r.
    const ChosenRouting chosen = choose_routing(chiplets, {});
    CHECK(chiplets.terminals.size() == 3);
    CHECK(verdict_of(chiplets, chosen).dependencies == 5);
    const ChannelLoad load = channel_load(chiplets, *chosen.routing, chosen.rule, *make_traffic("uniform", chiplets));
    CHECK(load.mean_hops == doctest::Approx(11.0 / 6.0));
    CHECK(load.largest() == doctest::Approx(1.0));
    // From 3 by 4 to 5: a straight line in the middle row.
    const std::string before = write_routes(make_network("mesh:3x3"),
                                            *choose_routing(make_network("mesh:3x3"), {}).routing, chosen.rule, "rt");
    CHECK(before.find("\n 4 3->4 5             4->5,\n") != std::string::npos);
    const auto refused = [&](const std::string& whole, const std::string& text, const std::string& by,
                             const std::string& network) {
        std::string changed = whole;
        changed.replace(changed.find(text), text.size(), by);
        return complaint([&] { (void)make_network("routes=" + folder.file("t", changed) + network); });
    };
    CHECK(
        says(refused(json, "\"default\"", "\"other\"", net), {"t:2:10: found 'other', need \"type\": \"default\" or"}));
    CHECK(says(refused(json, "chiplet\\\", 1", "chiplet\\\", 9", net), {"found '9', need a node of file:"}));
    CHECK(says(refused(json, "chiplet\\\", 1", "core\\\", 1", net), {"need a chiplet or irouter of file:"}));
    CHECK(says(refused(json, "\"irouter\",\n     0", "\"chiplet\",\n     2", net),
               {"found 'chiplet2', need a neighbour of chiplet0", "to chiplet1"}));
    CHECK(says(refused(json, "null", "7", net), {"found '7', need a node, {"}));
    CHECK(says(refused(json, "\n}", "", net), {"found the end of the file"}));
    const std::string mesh = ":mesh:3x3", here = " 4 3->4 5             4->5,";
    CHECK(says(refused(before, here, " 4 3->4 5             4->5", mesh), {"found '4->5', need a ','"}));
    CHECK(says(refused(before, here, " 4 3->4 5             4->8, 4->", mesh), {"found '4->', need a ','"}));
    CHECK(says(refused(before, here, " 4 3->4 5             4->0,", mesh), {"found '0', need a neighbour of (1,1)"}));
    CHECK(says(refused(before, here, " 4 3->3 5             4->5,", mesh), {"found '3', need the router, 4"}));
    CHECK(says(refused(before, here, " 4 0->4 5             4->5,", mesh), {"found '0', need a node with a link"}));
    CHECK(says(refused(before, here, " 4 3->4 5             3->5,", mesh), {"found '3', need the router, 4"}));
    CHECK(says(refused(before, here, " 4 3->4 5,", mesh), {"found '5', need lines 'ROUTER FROM"}));
    CHECK(says(refused(before, here, "", mesh), {"with dead end, first (1,0) to (1,2) at (1,1)"}));
}

TEST_CASE("a table is simulated as the routing that it was written from") {
    const RoutesFolder folder;
    for (const char* word : {"mesh:4x4", "torus:4x4", "ring:6", "hypercube:3"}) {
        CAPTURE(word);
        SimulationChoice choice;
        choice.ties = Ties::positive;
        choice.settings = {{"flits", "4"}};
        const Network network = make_network(word);
        SimulationCase a = make_simulation_case(network, choice);
        const std::string file = folder.file("s.csv", write_routes(network, *a.routing, a.rule, "csv"));
        const Network read = make_network("routes=" + file + ":" + network.word);
        choice.settings.emplace_back("vcs", std::to_string(a.options.router.vcs));
        SimulationCase b = make_simulation_case(read, choice);
        for (SimulationCase* c : {&a, &b}) c->options.load = 0.2, c->options.cycles = 2000, c->options.warmup = 500;
        const SimulationResult x = simulate(network, *a.routing, a.rule, *a.traffic, a.options),
                               y = simulate(read, *b.routing, b.rule, *b.traffic, b.options);
        CHECK(x.messages == y.messages);
        CHECK(x.flit_hops == y.flit_hops);
        REQUIRE((x.latency && y.latency));
        CHECK(x.latency->mean == y.latency->mean);
    }
}

TEST_CASE("what is wrong with a table is named pair by pair") {
    const RoutesFolder folder;
    // A ring 0-1-2-3-4-5: messages go up; the ones to 5 from 2 on go down and from 0 and 1 up, a loop between 1 and 2;
    // 3 has no row for 1; 4 sends those for 2 to 1, which is no neighbour.
    std::string text = "router,destination,next\n";
    for (int r = 0; r < 6; ++r) {
        for (int d = 0; d < 6; ++d) {
            if (r == d || (r == 3 && d == 1)) continue;
            int next = (r + 1) % 6;
            if (d == 5 && r >= 2) next = r - 1;
            if (r == 4 && d == 2) next = 1;
            text += std::to_string(r) + ',' + std::to_string(d) + ',' + std::to_string(next) + '\n';
        }
    }
    const std::string file = folder.file("wrong.csv", text);
    CHECK(says(complaint([&] { (void)make_network("routes=" + file + ":ring:6"); }),
               {"wrong.csv:23:5:", "found '1'", "a neighbour of 4", "to 2"}));
    const std::string problems = problems_of({file, "", false, "ring:6"});
    const auto has = [&](const std::string& line) { return problems.find('\n' + line) != std::string::npos; };
    CHECK(has("no route,3,1,3,,,\n"));
    CHECK(has("dead end,2,1,3,,,\n"));
    CHECK(has("loop,0,5,1,,,\n"));
    CHECK(has("loop,4,5,"));
    CHECK(has("no such link,4,2,4,1,,\n"));
    CHECK(has("no such link,3,2,4,1,,\n"));
    CHECK(has("longer,0,4,,,4,2\n"));
    // Without the link that does not exist the broken pairs are the reason.
    const std::string rest = folder.file(
        "rest.csv", text.substr(0, text.find("4,2,1\n")) + "4,2,5\n" + text.substr(text.find("4,2,1\n") + 6));
    const std::string why = complaint([&] { (void)make_network("routes=" + rest + ":ring:6"); });
    CHECK(says(why, {"rest.csv", "30 pairs", "1 with no route, first 3 to 1", "dead end", "5 with loop", "--partial"}));
    const Network partial = make_network("routes=" + rest + "+partial:ring:6");
    CHECK(partial.routes->leaves_out(3, 1));
    CHECK(partial.routes->leaves_out(0, 5));
    CHECK_FALSE(partial.routes->leaves_out(0, 4));
    CHECK(verdict_of(partial, choose_routing(partial, {})).dependencies > 0);
    CHECK(
        says(complaint([&] { (void)make_network("routes=" + data("my12.nrl") + ":mesh:4x4"); }), {"my12.nrl:", "18"}));
}

TEST_CASE("rows that can be read in two ways are refused with their line") {
    const RoutesFolder folder;
    const auto refused = [&](const std::string& text, const std::string& network = "mesh:2x2") {
        return complaint([&] { (void)make_network("routes=" + folder.file("r.csv", text) + ":" + network); });
    };
    const std::string head = "router,source,destination,next,vc\n";
    CHECK(says(refused(head + "0,,1,1,\n0,,1,1,\n"), {"r.csv", "line 3", "line 2"}));
    CHECK(says(refused(head + "0,,1..2,1,\n0,,2..3,1,\n"), {"line 3", "overlap", "line 2"}));
    CHECK(says(refused(head + "0,,1..2,1,\n0,,1..2,2,\n0,,1..3,1,\n"), {"line 4", "overlap", "line 2"}));
    CHECK(says(refused(head + "0,,1,2,\n0,,2,2,\n0,,3,1,\n0,,2..3,2,\n"), {"line 5", "overlap", "line 3"}));
    CHECK(says(refused(head + "0,,1,1,\n0,,1,2,\n0,,1,2,\n"), {"line 4", "repeats", "line 3"}));
    CHECK(says(refused(head + "0,,3,3,\n"), {"r.csv:2:", "found '3'", "neighbour"}));
    CHECK(says(refused(head + "0,,9,1,\n"), {"r.csv:2:", "found '9'", "node of mesh:2x2"}));
    CHECK(says(refused(head + "0,,1,1,64\n"), {"r.csv:2:", "found '64'", "0 to 63"}));
    CHECK(says(refused("router,destination\n0,1\n"), {"no column next"}));
    CHECK(says(refused("router,destination,next,colour\n"), {"found 'colour'"}));
    CHECK(says(refused("source,destination,path\n0,3,0 1 0 2 3\n"), {"r.csv:2:", "no node twice"}));
    CHECK(says(refused("source,destination,path\n0,3,0 1\n"), {"r.csv:2:", "ends with the destination"}));
    const std::string two = "file:" + folder.file("two.txt", "a b\na b\n");
    CHECK(says(refused("router,destination,next\na,b,b\n", two), {"r.csv:2:", "found 'b'", "b#1"}));
    CHECK(make_network("routes=" + folder.file("two.csv", "router,destination,next\na,b,b#2\nb,a,a#1\n") + ":" + two)
              .routes != nullptr);
    CHECK(says(complaint([] { (void)make_network("routes=a.csv+vcs=b:mesh:2x2"); }), {"'vcs=b'", "vcs-of=FILE"}));
    CHECK(
        says(complaint([] { (void)make_network("routes=none.csv:mesh:2x2"); }), {"none.csv: no such file", "routes"}));
}

TEST_CASE("whole paths, ranges and virtual channels of pairs and hops mean the same") {
    const RoutesFolder folder;
    // Row first in a 2x2 mesh whose nodes 0 1 / 2 3 are numbered along the second axis.
    const std::string paths =
        "source,destination,path,vc\n0,1,0>1,0\n0,2,0>2,0\n0,3,0>1>3,1\n1,0,1 0,0\n1,2,1 0 2,1\n"
        "1,3,1 3,0\n2,0,2 0,0\n2,1,2 3 1,1\n2,3,2 3,0\n3,0,3 2 0,1\n3,1,3 1,0\n3,2,3 2,0\n";
    const std::string hops =
        "router,destination,next\n0,1,1\n0,3,1\n0,2,2\n1,0,0\n1,2,0\n1,3,3\n2,0,0\n2,1,3\n2,3,3\n3,1,1\n"
        "3,0,2\n3,2,2\n";
    const std::string vcs =
        "source,destination,vc\n0,1,0\n0,2,0\n0,3,1\n1,0,0\n1,2,1\n1,3,0\n2,0,0\n2,1,1\n2,3,0\n3,0,1\n3,1,0\n"
        "3,2,0\n";
    const std::string a = "routes=" + folder.file("p.csv", paths) + ":mesh:2x2",
                      b = "routes=" + folder.file("h.csv", hops) + "+vcs-of=" + folder.file("v.csv", vcs) + ":mesh:2x2";
    const Network x = make_network(a), y = make_network(b);
    const ChosenRouting p = choose_routing(x, {}), q = choose_routing(y, {});
    CHECK(write_routes(x, *p.routing, p.rule, "csv") == write_routes(y, *q.routing, q.rule, "csv"));
    CHECK(write_routes(x, *p.routing, p.rule, "vn") == "0 0 0 1\n0 0 1 0\n0 1 0 0\n1 0 0 0\n");
    const Verdict verdict = verdict_of(x, p);
    CHECK(verdict.channels == 16);
    CHECK(verdict.dependencies == 4);  // the four messages of two hops
    // All the way round a ring of 80 nodes, with the paths and comments of any length.
    std::string round = "# one path a row\nsource,destination,path\n",
                up = "# the shortest path is not always taken\nrouter,destination,next\n";
    for (int s = 0; s < 80; ++s) {
        up += std::to_string(s) + ",*," + std::to_string((s + 1) % 80) + '\n';
        for (int d = (s + 1) % 80; d != s; d = (d + 1) % 80) {
            round += std::to_string(s) + ',' + std::to_string(d) + ',';
            for (int v = s; v != d; v = (v + 1) % 80) round += std::to_string(v) + ' ';
            round += std::to_string(d) + '\n';
        }
    }
    CHECK(verdict_of("routes=" + folder.file("round.csv", round) + ":ring:80").cycle.size() == 80);
    CHECK(verdict_of("routes=" + folder.file("up.csv", up) + ":ring:80").cycle.size() == 80);
    const std::string star = "router,destination,next\n0,*,1\n1,0..3,0\n";
    CHECK(says(complaint([&] { (void)make_network("routes=" + folder.file("s.csv", star) + ":ring:4"); }), {"loop"}));
}

// By trying all assignments of pairs to k layers.
TEST_CASE("the number of layers of small tables is the one of brute force") {
    const RoutesFolder folder;
    std::mt19937 engine(7);
    const auto draw = [&] { return static_cast<unsigned>(engine()); };
    int above_two = 0;
    for (int trial = 0; trial < 60; ++trial) {
        CAPTURE(trial);
        // A two-way ring of 4 or 5 nodes; every pair goes one way round or the other, half of them the long one.
        const unsigned n = 4 + draw() % 2;
        std::string text = "source,destination,path\n";
        std::vector<std::vector<std::pair<unsigned, unsigned>>>
            dependencies;  // of every pair: channels as from * n + to
        for (unsigned s = 0; s < n; ++s) {
            for (unsigned d = 0; d < n; ++d) {
                if (s == d) continue;
                const unsigned step = draw() % 4 == 0 ? n - 1 : 1;
                text += std::to_string(s) + ',' + std::to_string(d) + ',' + std::to_string(s);
                dependencies.emplace_back();
                for (unsigned v = s, before = n * n; v != d; v = (v + step) % n) {
                    const unsigned channel = v * n + (v + step) % n;
                    if (before != n * n) dependencies.back().emplace_back(before, channel);
                    before = channel;
                    text += ' ' + std::to_string((v + step) % n);
                }
                text += '\n';
                if (dependencies.back().empty()) dependencies.pop_back();
            }
        }
        const auto acyclic = [&](const std::vector<std::size_t>& pairs) {  // by taking away what nothing follows
            std::set<std::pair<unsigned, unsigned>> edges;
            for (const std::size_t p : pairs) edges.insert(dependencies[p].begin(), dependencies[p].end());
            for (std::size_t before = edges.size() + 1; before != edges.size();) {
                before = edges.size();
                std::set<unsigned> from;
                for (const auto& e : edges) from.insert(e.first);
                std::erase_if(edges, [&](const auto& e) { return !from.contains(e.second); });
            }
            return edges.empty();
        };
        const std::function<bool(std::size_t, std::vector<std::vector<std::size_t>>&, std::size_t)> fits =
            [&](std::size_t at, std::vector<std::vector<std::size_t>>& layers, std::size_t most) {
                if (at == dependencies.size()) return true;
                for (std::size_t l = 0; l < std::min(layers.size() + 1, most); ++l) {
                    if (l == layers.size()) layers.emplace_back();
                    layers[l].push_back(at);
                    if (acyclic(layers[l]) && fits(at + 1, layers, most)) return true;
                    layers[l].pop_back();
                    if (layers[l].empty()) layers.resize(l);
                }
                return false;
            };
        int least = 1;
        for (std::vector<std::vector<std::size_t>> layers; !fits(0, layers, static_cast<std::size_t>(least)); ++least)
            layers.clear();
        const Network network = make_network("routes=" + folder.file("r.csv", text) + ":ring:" + std::to_string(n));
        const Layers found = find_layers(network, pair_routes(network, *choose_routing(network, {}).routing));
        CHECK(found.count == least);
        CHECK(found.least == least);
        above_two += least > 2 ? 1 : 0;
    }
    MESSAGE(above_two << " of 60 tables need more than two layers");
}

// Every pair of 22 nodes of a torus goes either way round its two rings: three layers do, and that two do not is not
// found out within the steps of the search.
TEST_CASE("layers of few pairs in a large network are found and break every cycle") {
    constexpr unsigned side = 90;
    std::mt19937 engine(5);
    const auto draw = [&] { return static_cast<unsigned>(engine()); };
    std::set<unsigned> ends;
    while (ends.size() < 22) ends.insert(draw() % (side * side));
    Network network = make_network("torus:90x90");
    network.terminals.assign(ends.begin(), ends.end());
    std::vector<RouteEntry> entries;
    for (const unsigned s : ends) {
        for (const unsigned d : ends) {
            const unsigned step[] = {draw() % 2 == 0 ? 1 : side - 1, draw() % 2 == 0 ? 1 : side - 1},
                           first = draw() % 2;
            for (unsigned at[] = {s / side, s % side}, here = s; here != d; here = at[0] * side + at[1]) {
                const unsigned axis = at[first] == (first == 0 ? d / side : d % side) ? 1 - first : first;
                at[axis] = (at[axis] + step[axis]) % side;
                RouteEntry entry{here, s, d, d};
                entry.next = network.graph.channel_between(here, at[0] * side + at[1]);
                entries.push_back(entry);
            }
        }
    }
    network.routes = std::make_shared<RouteTable>(network.graph, std::move(entries), PairVcs{});
    const PairRoutes routes = pair_routes(network, *choose_routing(network, {}).routing);
    CHECK(routes.pairs() == 22 * 21);
    const Layers layers = find_layers(network, routes);
    MESSAGE(layers.count << " layers, at least " << layers.least);
    const RuledRouting layered = in_layers(choose_routing(network, {}).routing, network, routes, layers);
    CHECK(layered.rule.vcs == layers.count);
    CHECK(deadlock_verdict(network, *layered.routing, layered.rule).acyclic);
}

TEST_CASE("replies that wait for requests close a cycle through the endpoints unless they have a network") {
    const Network mesh = make_network("mesh:4x4");
    const ChosenRouting xy = choose_routing(mesh, {});
    VerdictOptions options;
    CHECK(deadlock_verdict(mesh, *xy.routing, xy.rule, options).acyclic);
    options.endpoint_waits = {{0, 0}};
    const Verdict shared = deadlock_verdict(mesh, *xy.routing, xy.rule, options);
    CHECK_FALSE(shared.deadlock_free());
    REQUIRE(shared.cycle.size() == 2);  // two neighbours that have sent each other requests
    for (std::size_t i = 0; i < 2; ++i) {
        const CycleStep &here = shared.cycle[i], &next = shared.cycle[1 - i];
        CHECK(mesh.graph.target(here.channel) == here.destination);
        CHECK(mesh.graph.source(next.channel) == here.destination);
    }
    options.networks = 2;
    options.endpoint_waits = {{0, 1}};
    const Verdict apart = deadlock_verdict(mesh, *xy.routing, xy.rule, options);
    CHECK(apart.acyclic);
    CHECK(apart.channels == 2 * shared.channels);
    options.endpoint_waits = {{0, 1}, {1, 0}};
    CHECK_FALSE(deadlock_verdict(mesh, *xy.routing, xy.rule, options).acyclic);
}

// Two neighbours have one way to each other, whatever the turns: the messages of the cycle above have no choice. The
// table of duato chooses among channels whose dependencies have a cycle; with a network for replies the requests drain
// once those have, and with one for both the two neighbours wait for each other on all virtual channels.
TEST_CASE("replies that wait for requests close a cycle where messages choose too") {
    const RoutesFolder folder;
    const Network mesh = make_network("mesh:3x3");
    const ChosenRouting duato = choose_routing(mesh, {.routing = "duato", .vc_rule = ""});
    const std::string table = folder.file("d.csv", write_routes(mesh, *duato.routing, duato.rule, "csv"));
    VerdictOptions one, two;
    one.endpoint_waits = {{0, 0}};
    two.endpoint_waits = {{0, 1}};
    two.networks = 2;
    for (const auto& [word, routing, base_has_cycle] : {std::tuple(std::string("mesh:3x3"), "west-first", false),
                                                        std::tuple(std::string("mesh:3x3"), "negative-first", false),
                                                        std::tuple("routes=" + table + ":mesh:3x3", "routes", true)}) {
        CAPTURE(word);
        CAPTURE(std::string(routing));
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {.routing = routing, .vc_rule = ""});
        CHECK(chosen.routing->chooses());
        const Verdict alone = verdict_of(network, chosen),
                      shared = deadlock_verdict(network, *chosen.routing, chosen.rule, one),
                      apart = deadlock_verdict(network, *chosen.routing, chosen.rule, two);
        CHECK(alone.deadlock_free());
        CHECK(alone.acyclic != base_has_cycle);
        CHECK_FALSE(shared.deadlock_free());
        CHECK(shared.cycle.size() == 2);
        CHECK(apart.deadlock_free());
        CHECK(apart.acyclic == alone.acyclic);
        const Verdict certified = certified_verdict(network, *chosen.routing, chosen.rule).verdict;
        CHECK(certified.deadlock_free() == alone.deadlock_free());
        CHECK(certified.waiting.has_value() == base_has_cycle);
    }
}

TEST_CASE("networks where some nodes send nothing have tables and matrices of virtual channels") {
    const RoutesFolder folder;
    for (const char* word : {"xgft:2x2,1x2", "fattree:3", "concentrated:2:mesh:2x2", "ring:6"}) {
        CAPTURE(std::string(word));
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, {.routing = "", .vc_rule = "layers"}),
                            plain = choose_routing(network, {.routing = "", .vc_rule = "any"});
        const std::string hops = write_routes(network, *plain.routing, plain.rule, "csv"),
                          vcs = write_routes(network, *chosen.routing, chosen.rule, "vn");
        CHECK(std::count(vcs.begin(), vcs.end(), '\n') == network.graph.nodes());
        const Network read =
            make_network("routes=" + folder.file("t.csv", hops) + "+vcs-of=" + folder.file("t.vn", vcs) + ":" + word);
        const ChosenRouting table = choose_routing(read, {});
        const Verdict a = verdict_of(network, chosen), b = verdict_of(read, table);
        CHECK(a.dependencies == b.dependencies);
        CHECK(a.used == b.used);
        CHECK(write_routes(read, *table.routing, table.rule, "vn") == vcs);
    }
}

// The reader follows pairs of up to 8192 terminals; what it cannot follow the verdict must not take for granted.
TEST_CASE("tables too large to be followed are judged by what they say or complained about") {
    const RoutesFolder folder;
    const Network ring = make_network("ring:6"), line = make_network("mesh:6");
    const auto judged = [&](Network network, std::vector<RouteEntry> entries) {
        network.routes = std::make_shared<RouteTable>(network.graph, std::move(entries), PairVcs{});
        return verdict_of(network, choose_routing(network, {}));
    };
    std::vector<RouteEntry> up, to_ends;
    for (Node v = 0; v < 6; ++v) {
        const Node next = (v + 1) % 6;
        up.push_back({v, any_node, 0, 5, any_input, ring.graph.channel_between(v, next), next, 0b100});
        if (v > 0) to_ends.push_back({v, any_node, 0, v - 1, any_input, line.graph.channel_between(v, v - 1), v - 1});
        if (v < 5) to_ends.push_back({v, any_node, v + 1, 5, any_input, line.graph.channel_between(v, v + 1), v + 1});
    }
    // Once round the ring: six channels, and each needs the next. Virtual channels 0 and 1 stay unused.
    const Verdict round = judged(ring, up);
    CHECK(round.dependencies == 6);
    CHECK(round.cycle.size() == 6);
    CHECK(round.used == 0b100);
    // Along a line: 4 dependencies each way.
    CHECK(judged(line, to_ends).dependencies == 8);
    CHECK(judged(line, to_ends).acyclic);
    const auto without = [](std::vector<RouteEntry> entries, Node router) {
        std::erase_if(entries, [&](const RouteEntry& e) { return e.router == router; });
        return entries;
    };
    CHECK(says(complaint([&] { (void)judged(line, without(to_ends, 0)); }), {"cannot go on at node 0"}));
    CHECK(says(complaint([&] { (void)judged(ring, without(up, 3)); }), {"cannot go on at node 3"}));
    std::vector<RouteEntry> gap = up, nowhere = up;
    gap[2].first = 1;  // nothing at node 2 for node 0
    nowhere[4].next = no_such_link;
    CHECK(says(complaint([&] { (void)judged(ring, gap); }), {"to node 0", "cannot go on at node 2"}));
    CHECK(says(complaint([&] { (void)judged(ring, nowhere); }), {"cannot go on at node 4"}));
    // 8193 * 8192 pairs are more than 2^26.
    const std::string large = folder.file("l.csv", "router,destination,next\n0,*,1\n");
    CHECK(says(complaint([&] { (void)make_network("routes=" + large + "+partial:ring:8193"); }),
               {"l.csv", "--partial", "2^26 pairs"}));
}

TEST_CASE("tables of nodes with names of any characters are read back") {
    const RoutesFolder folder;
    for (const char* name :
         {"p \"q\", r", "#1", "a#1", "a..b", "%x", "//", "'t'", "*", "{a}", "a b", "\u201Cq\u201D", "a;b"}) {
        CAPTURE(std::string(name));
        std::string text;
        for (const char c : std::string(name)) text += c == '"' ? std::string("\"\"") : std::string(1, c);
        text = '"' + text + '"';
        const std::string graph = folder.file("g.txt", text + " s\ns t\nt u\nu " + text + "\n"), word = "file:" + graph;
        const Network network = make_network(word);
        REQUIRE(network.graph.nodes() == 4);
        Node it = 0;
        while (it < 4 && network.addresses.print(it) != name) ++it;
        REQUIRE(it < 4);
        const ChosenRouting chosen = choose_routing(network, {.routing = "", .vc_rule = "any"});
        const std::string csv = write_routes(network, *chosen.routing, chosen.rule, "csv");
        const Network read = make_network("routes=" + folder.file("t.csv", csv) + ":" + word);
        const ChosenRouting table = choose_routing(read, {});
        CHECK(write_routes(read, *table.routing, table.rule, "csv") == csv);
        CHECK(verdict_of(read, table).dependencies == verdict_of(network, chosen).dependencies);
        // The quoted name is the only thing between the commas.
        const std::string none = folder.file("n.csv", "router,destination,next\n");
        const std::string problems = problems_of({none, "", false, word});
        const bool plain = problems.find(std::string("\nno route,") + name + ",s,") != std::string::npos;
        CHECK((plain || problems.find("\nno route," + text + ",s,") != std::string::npos));
    }
}

TEST_CASE("virtual channels for messages that the routes do not have are refused with their place") {
    const RoutesFolder folder;
    const std::string routes = folder.file("r.csv",
                                           "router,source,destination,next\n0,,1,1\n0,,2..3,1\n1,0,2..3,2\n"
                                           "1,,2..3,2\n1,,0,0\n2,,0..1,1\n2,,3,3\n3,,*,2\n");
    const auto read = [&](const std::string& rows, const std::string& head = "router,source,destination,vc\n") {
        return complaint([&] {
            (void)make_network("routes=" + routes + "+vcs-of=" + folder.file("v.csv", head + rows) + ":mesh:4");
        });
    };
    CHECK(read("0,,1,1\n2,,3,1\n") == "no complaint");
    CHECK(read(",0,1,1\n,3,0,1\n") == "no complaint");
    CHECK(says(read("0,,1,1\n0,3,1,1\n"), {"v.csv:3:5:", "found '1'", "as a row of the routes"}));  // no such source
    CHECK(says(read("0,,1,1\n3,,1,1\n"), {"v.csv:3:4:", "as a row of the routes"}));                // one of *
    CHECK(says(read("1,,3,1\n"), {"v.csv:2:4:", "as a row of the routes"}));                        // one of 2..3
    CHECK(says(read("1,,2,1\n"), {"v.csv:2:4:", "several destinations"}));
    CHECK(says(read(",2,2,1\n"), {"v.csv:2:4:", "found '2'", "other than the source"}));
    CHECK(says(read("0,1,1,1\n", "router,destination,next,vc\n"), {"v.csv:2:5:", "found '1'", "vc alone"}));
}

TEST_CASE("an independent program accepts every proof of a verdict and no mutated one") {
    if (std::system("python3 --version > /dev/null 2>&1") != 0) {
        MESSAGE("no python3, nothing is checked");
        return;
    }
    const RoutesFolder folder;
    const std::string checker = (test::source_folder() / "tests/routing/check_certificate.py").string();
    std::string files;
    std::vector<std::string> wanted;
    std::mt19937 engine(3);
    const auto draw = [&] { return static_cast<unsigned>(engine()); };
    const auto add = [&](const std::string& certificate, const std::string& routes, const char* answer) {
        files += ' ' + folder.file("c" + std::to_string(wanted.size()), certificate) + ' ' + routes;
        wanted.emplace_back(answer);
    };
    const char* words[] = {"mesh:3x3", "torus:4x4",    "hypercube:3", "ring:6",    "htn:2,2,2,0",
                           "star:5",   "xgft:2x2,1x2", "ccc:3",       "mesh:2x2x2"};
    std::vector<std::pair<std::string, RoutingChoice>> cases{{my12, {}}, {my12, {.routing = "", .vc_rule = "layers"}}};
    for (const char* word : words) {
        for (const char* routing : {"", "minimal", "minimal-adaptive", "up-down"})
            cases.push_back({word, {.routing = routing, .vc_rule = {}}});
    }
    for (const auto& [word, choice] : cases) {
        const Network network = make_network(word);
        const ChosenRouting chosen = choose_routing(network, choice);
        const std::string routes = folder.file("r" + std::to_string(wanted.size()),
                                               write_routes(network, *chosen.routing, chosen.rule, "csv"));
        const std::string proof = write_certificate(network, certified_verdict(network, *chosen.routing, chosen.rule));
        add(proof, routes, "holds");
        std::vector<std::string> lines;
        std::istringstream in(proof);
        for (std::string line; std::getline(in, line);) lines.push_back(line + '\n');
        if (lines.size() < 4) continue;  // no dependencies at all
        for (int mutation = 0; mutation < 30; ++mutation) {
            std::vector<std::string> m = lines;
            const std::size_t at = 2 + draw() % (m.size() - 2);
            if (mutation % 3 == 0) m.erase(m.begin() + static_cast<std::ptrdiff_t>(at));    // a channel less
            else if (mutation % 3 == 1) m.insert(m.begin() + 2, m[at]);                     // one twice
            else if (lines[0].starts_with("# free")) std::reverse(m.begin() + 2, m.end());  // backwards
            else m[0] = "# free:\n";
            std::string all;
            for (const std::string& line : m) all += line;
            add(all, routes, "does not hold");
        }
    }
    CHECK(wanted.size() > 1000);
    const std::string out = (folder.path / "out").string();
    static_cast<void>(std::system(("python3 " + checker + files + " > " + out).c_str()));
    std::istringstream answers(text_of(out));
    std::string answer;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        CAPTURE(i);
        REQUIRE(std::getline(answers, answer));
        CHECK(answer.substr(0, wanted[i].size()) == wanted[i]);
    }
}

TEST_CASE("mutated tables are read as what they say or refused with their place") {
    const RoutesFolder folder;
    std::mt19937 engine(11);
    const auto draw = [&] { return static_cast<unsigned>(engine()); };
    const Network small = make_network("mesh:2x3");
    const ChosenRouting xy = choose_routing(small, {});
    const std::string csv = write_routes(small, *xy.routing, xy.rule, "csv"),
                      nrl = write_routes(small, *xy.routing, xy.rule, "nrl"),
                      lft = write_routes(small, *xy.routing, xy.rule, "lft"),
                      rt = write_routes(small, *xy.routing, xy.rule, "rt"),
                      json = write_routes(small, *xy.routing, xy.rule, "json"),
                      vn = "0 1 0 1 0 1\n1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n1 1 1 1 0 1\n0 0 0 0 0 0\n";
    const std::string plain_csv = folder.file("plain.csv", csv);
    int read = 0, refused = 0;
    for (int trial = 0; trial < 4800; ++trial) {
        const int kind = trial % 6;
        std::string text = std::array{csv, nrl, vn, lft, rt, json}[static_cast<std::size_t>(kind)];
        for (unsigned changes = 1 + draw() % 3; changes > 0; --changes) {
            constexpr std::string_view bytes = "0123456789,,..#*\"\n\r -[]>ab\xff";
            const std::size_t at = draw() % text.size();
            const char byte = bytes[draw() % bytes.size()];
            if (draw() % 3 == 0) text.erase(at, 1 + draw() % 9);
            else if (draw() % 2 == 0) text[at] = byte;
            else text.insert(at, 1, byte);
            if (text.empty()) text = " ";
        }
        constexpr const char* names[] = {"m.csv", "m.nrl", "m.vn", "m.lft", "m.rt", "m.json"};
        const std::string file = folder.file(names[kind], text);
        const std::string word = (kind == 2 ? "routes=" + plain_csv + "+vcs-of=" + file : "routes=" + file) +
                                 (draw() % 2 == 0 ? "+partial" : "") + ":mesh:2x3";
        try {
            const Network network = make_network(word);
            const ChosenRouting chosen = choose_routing(network, {});
            CHECK(verdict_of(network, chosen).channels > 0);
            ++read;
        } catch (const Error& error) {
            CAPTURE(text);
            CHECK(says(error.what(), {}));
            CHECK(std::string(error.what()).size() > 10);
            ++refused;
        }
    }
    CHECK(read > 100);
    CHECK(refused > 1000);
}
