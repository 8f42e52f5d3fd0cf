// Commands deadlock, load, turns and adaptiveness as a user meets them.
#include <doctest/doctest.h>

#include "about.hpp"
#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("options that belong to another option are refused without it") {
    refused({"deadlock", "ring:4", "--budget", "5"}, "without --repair");
    refused({"deadlock", "ring:4", "--together"}, "without --repair");
    refused({"deadlock", "ring:4", "--repair", "--cycle"}, "none to print");
    refused({"deadlock", "ring:4", "--repair", "--vcs", "2", "--format", "csv"},
            "--repair with --vcs with CSV is more than one table, need --out DIR");
    refused({"deadlock", "torus:4x4", "--repair", "--vc-rule", "dateline"}, "a rule of its own");
    refused({"deadlock", "torus:4x4", "--repair", "--escape", "0"}, "needs no escape");
    refused({"load", "mesh:4x4", "--channels", "--places"}, "must be one");
    refused({"latency", "mesh:4x4", "--seeds", "3"}, "--seeds without --simulate");
    refused({"latency", "mesh:4x4", "--cycles", "5000"}, "--cycles without --simulate");
    refused({"simulate", "mesh:4x4", "--hotspot-fraction", "0.5"}, "need traffic hotspot");
    refused({"latency", "mesh:4x4", "--hotspot-fraction", "0.5"}, "need traffic hotspot");
    refused({"simulate", "mesh:4x4", "--hotspot-nodes", "4"},
            "hot-spot nodes with traffic 'uniform', need traffic hotspot");
    refused({"load", "mesh:4x4", "--traffic", "transpose", "--hotspot-nodes", "4"}, "need traffic hotspot");
    for (const char* command : {"load", "simulate"})
        refused({command, "mesh:4x4", "--traffic", "hotspot", "--hotspot-nodes", "5000000000"},
                "a hot spot of 5000000000 nodes, need 1 or 4");
}

TEST_CASE("deadlock looks beyond the cycle of a routing with choices, without escape channels named") {
    const Outcome free = program({"deadlock", "mesh:4x4", "--routing", "duato", "--escape", "1"});
    CHECK(free.code == 0);
    CHECK(free.out.find("one of the messages that wait always has a channel that falls free") != std::string::npos);
    const Outcome bad = program({"deadlock", "mesh:4x4", "--routing", "minimal-adaptive"});
    CHECK(bad.code == 1);
    CHECK(bad.out.find("a deadlock: 48 virtual channels can each hold a message") != std::string::npos);
}

TEST_CASE("deadlock exits with 1 for a cycle, prints it and is the same with several threads") {
    const Outcome good = program({"deadlock", "torus:5x5", "--format", "csv"});
    CHECK(good.code == 0);
    CHECK(good.out.find("network,routing,vcs,channels,dependencies,verdict,cycle_length,vc_rule,cycle\r\n") == 0);
    CHECK(good.out.find(",dateline,") != std::string::npos);
    CHECK(good.out.find("torus:5x5,dor,2,200,") != std::string::npos);
    CHECK(good.out.find(",deadlock free,") != std::string::npos);
    const Outcome bad = program({"deadlock", "torus:5x5", "--vc-rule", "any"});
    CHECK(bad.code == 1);
    CHECK(bad.out.find("(0,0) -> (0,1) vc0   ") != std::string::npos);
    for (const char* what : {"torus:5x5", "htn:2,2,2,0"}) {
        const Outcome one = program({"deadlock", what, "--vc-rule", "t43", "--cycle", "--format", "csv"});
        const Outcome two =
            program({"deadlock", what, "--vc-rule", "t43", "--cycle", "--format", "csv", "--threads", "2"});
        CHECK(one.out == two.out);
        CHECK(one.code == two.code);
    }
    const Outcome load = program({"load", "htn:2,2,2,0", "--channels", "--format", "csv"});
    CHECK(load.code == 0);
    CHECK(load.out == program({"load", "htn:2,2,2,0", "--channels", "--format", "csv", "--threads", "2"}).out);
}

TEST_CASE("route takes the virtual channels, the rules and the refusals that deadlock has") {
    for (const char* routing : {"double-y", "mad-y", "duato"}) {
        const Records rows = csv({"route", "mesh:4x4", "(0,0)", "(3,3)", "--routing", routing});
        CHECK(rows.size() == 8);
    }
    CHECK(csv({"route", "torus:4x4", "(0,0)", "(1,1)", "--vcs", "4"}).size() == 4);
    for (const std::vector<std::string>& wrong :
         {std::vector<std::string>{"--vcs", "1"}, {"--vc-rule", "seg"}, {"--vcs", "0"}}) {
        std::vector<std::string> route{"route", "mesh:4x4", "(0,0)", "(3,3)", "--routing", "double-y"},
            deadlock{"deadlock", "mesh:4x4", "--routing", "double-y"};
        for (std::vector<std::string>* line : {&route, &deadlock})
            line->insert(line->end(), wrong.begin(), wrong.end());
        refused(route);
        CHECK(program(route).err == program(deadlock).err);
    }
}

TEST_CASE("no message has a path from or to a switch") {
    const std::string none = "sends no messages and receives none";
    for (const auto& [from, to] : {std::pair{"0", "13"}, std::pair{"13", "0"}, std::pair{"13", "13"}}) {
        refused({"route", "fattree:3", from, to}, none);
        refused({"adaptiveness", "fattree:3", "--from", from, "--to", to}, none);
        refused({"adaptiveness", "fattree:3", "--from", from, "--to", to, "--steps"}, none);
    }
    CHECK(csv({"route", "fattree:3", "0", "7"}).size() > 2);
}

TEST_CASE("where there is no cycle to print, deadlock says so") {
    const Outcome text = program({"deadlock", "torus:4x4", "--cycle"});
    CHECK(text.code == 0);
    CHECK(text.err.empty());
    CHECK(text.out.ends_with("\ntorus:4x4: deadlock free, there is no cycle\n"));
    const Outcome csv = program({"deadlock", "torus:4x4", "--cycle", "--format", "csv"});
    CHECK(csv.out == "network,step,channel,vc,place,message\r\n");
    CHECK(csv.err == "warning: torus:4x4: deadlock free, there is no cycle\n");
}

TEST_CASE("a repair that deadlock prints is taken by --vc-rule") {
    const Outcome repair = program({"deadlock", "torus:5x5", "--repair", "--format", "csv"});
    REQUIRE(repair.code == 0);
    const std::size_t begin = repair.out.find("table:");
    REQUIRE(begin != std::string::npos);
    const std::string rule = repair.out.substr(begin, repair.out.find('"', begin) - begin);
    CHECK(program({"deadlock", "torus:5x5", "--vc-rule", rule}).code == 0);
    // Nothing was to be repaired there; the HTN's own rule has a cycle.
    const std::string free = "torus:5x5: deadlock free without repair, VC rule dateline, 2 VCs";
    const std::string both = program({"deadlock", "torus:5x5", "htn:2,4,2,0", "--repair"}).out;
    CHECK(both.find(free) != std::string::npos);
    CHECK(both.find("htn:2,4,2,0: deadlock free") == std::string::npos);
}

TEST_CASE("a table of routes is repaired by layers and by datelines, each as deadlock finds it with --vc-rule") {
    const Folder folder;
    const std::string table = folder / "ring.csv";
    REQUIRE(program({"routes", "ring:6", "--vc-rule", "any", "-o", table}).code == 0);
    const Records rows = csv({"deadlock", "ring:6", "--routes", table, "--repair"});
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 1; i < 3; ++i) {
        CHECK(rows[i].back() == (i == 1 ? "layers" : "datelines"));
        const Records one = csv({"deadlock", "ring:6", "--routes", table, "--vc-rule", rows[i].back()});
        for (std::size_t c = 2; c < 6; ++c) CHECK(rows[i][c] == one[1][c]);  // VCs, channels, dependencies, verdict
        CHECK(rows[i][2] == "2");  // a ring takes two, by the dateline of Dally and Seitz
        CHECK(rows[i][5] == "deadlock free");
    }
}

TEST_CASE("wrong input to the routing commands is one line and exit code 2") {
    struct Case {
        std::vector<std::string> words;
        const char* says;
    };
    const Case cases[] = {
        {{"deadlock", "torus:4x4", "--routing", "zigzag"}, "torus:4x4 has no routing 'zigzag', it has dor, "},
        {{"deadlock", "torus:4x4", "--vcs", "1"},
         "VC rule 'dateline' needs 2 virtual channels on torus:4x4, there are only 1"},
        {{"deadlock", "torus:4x4", "--vcs", "0"}, "--vcs 0, must be from 1 to 64"},
        {{"deadlock", "torus:4x4", "--vcs", "65"}, "--vcs 65, must be from 1 to 64"},
        {{"deadlock", "torus:4x4", "--vc-rule", "datelime"}, "did you mean 'dateline'"},
        {{"deadlock", "torus:4x4", "--vc-rule", "table:x"}, "table:"},
        {{"deadlock", "torus:5x5", "--vc-rule", "table:"},
         "VC rule 'table:': '' has no '=', need 'table:KIND=VC,...' as 'deadlock --repair' prints it"},
        {{"deadlock", "mesh:4x4", "--escape", "1"}, "--escape '1': need virtual channels below 1"},
        {{"deadlock", "mesh:4x4", "--escape", "0-"}, "--escape '0-'"},
        {{"deadlock", "mesh:4x4", "--routing", "double-y", "--vcs", "1"},
         "routing 'double-y' needs 2 virtual channels, there are only 1"},
        {{"deadlock", "mesh:4x4", "--fault", "(1,1)"}, "routing 'dor' does not go round faulty nodes"},
        {{"deadlock", "mesh:4x4", "--routing", "one-fault", "--fault", "(9,9)"}, "(9,9)"},
        {{"deadlock", "mesh:4x4", "--routing", "double-y", "--repair"}, "chooses its virtual channels itself"},
        {{"load", "mesh:3x5", "--traffic", "bit-reversal"}, "power of two"},
        {{"load", "mesh:4x4", "--traffic", "unifrom"}, "did you mean 'uniform'"},
        {{"turns", "5d"}, "need 2d, 3d, double-y"},
        {{"turns", "--construction", "9"}, "need a number from 2 to 8"},
        {{"adaptiveness", "mesh:4x4", "--from", "(0,0)"}, "need both --from and --to"},
        {{"adaptiveness", "mesh:4x4", "--steps"}, "need --from and --to"},
        {{"adaptiveness", "torus:4x4", "--routing", "west-first"}, "has no routing 'west-first'"},
    };
    for (const Case& c : cases) {
        const Outcome outcome = program(c.words);
        CAPTURE(c.says);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.find(c.says) != std::string::npos);
        CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    }
}

TEST_CASE("a user's graph in two pieces has no routing and says so") {
    const Folder folder;
    const std::string file = "file+edges:" + folder.write("two.net", "a b\nc d\n");
    const Outcome outcome = program({"deadlock", file});
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("routing needs a connected network") != std::string::npos);
}

TEST_CASE(
    "one CSV of a repair has the rules by routes where there is no other, each as deadlock finds it by --vc-rule") {
    const Folder folder;
    std::string links;  // a 3x3 torus whose links go one way
    for (int i = 0; i < 9; ++i) {
        const auto name = [](int x, int y) { return std::to_string(x % 3) + std::to_string(y % 3); };
        const int x = i / 3, y = i % 3;
        links += name(x, y) + " > " + name(x + 1, y) + "\n" + name(x, y) + " > " + name(x, y + 1) + "\n";
    }
    const std::string file = "file:" + folder.write("unit.txt", links);
    const Records rows = csv({"deadlock", file, "--repair"});
    REQUIRE(rows.size() == 4);
    const char* const rules[] = {"hop", "layers", "datelines"};
    for (std::size_t i = 1; i < rows.size(); ++i) {
        CAPTURE(rows[i].at(8));
        CHECK(rows[i].at(8) == rules[i - 1]);
        const Records judged = csv({"deadlock", file, "--vc-rule", rows[i][8], "--vcs", rows[i].at(2)});
        for (std::size_t c = 2; c < 6; ++c) CHECK(rows[i][c] == judged[1][c]);  // VCs, channels, dependencies, verdict
    }
}

TEST_CASE("one-fault routing with a faulty node is deadlock free and a user's ring is not") {
    CHECK(program({"deadlock", "mesh:5x5", "--routing", "one-fault", "--fault", "(1,1)"}).code == 0);
    CHECK(program({"deadlock", "mesh:5x5", "--routing", "one-fault-literal", "--fault", "(1,1)"}).code == 1);
    const Folder folder;
    const std::string file = "file:" + folder.write("ring.net", "a b\nb c\nc d\nd e\ne f\nf a\n");
    CHECK(program({"deadlock", file}).code == 1);
    CHECK(program({"deadlock", file, "--routing", "up-down"}).code == 0);
    const Outcome none = program({"deadlock", file, "--repair"});
    CHECK(none.code == 0);  // no assignment by kinds of hops, but rules by routes
    CHECK(none.out.find("none found with up to 8 VCs") != std::string::npos);
    const std::string routed = none.out.substr(std::min(none.out.find("rules by routes"), none.out.size()));
    for (const char* rule : {"\nminimal  hop ", "\nminimal  layers ", "\nminimal  datelines ", "\nup-down  any "})
        CHECK(routed.find(rule) != std::string::npos);
    for (const char* footer : {"'smallest'", "use the rule"}) CHECK(none.out.find(footer) == std::string::npos);
    const Outcome both = program({"deadlock", "ring:5", file, "--repair"});
    for (const char* footer : {"up-down", "'smallest'", "use the rule"})
        CHECK(both.out.find(footer) != std::string::npos);
    CHECK(program({"deadlock", "ring:5", "--repair"}).out.find("up-down") == std::string::npos);
    for (const char* command : {"deadlock", "load", "simulate", "latency"}) {
        refused({command, file, "--vc-rule", "dateline"},
                "VC rule 'dateline' on " + file +
                    ": it goes by rings and levels, which a file does not tell, need 'any'; routing 'up-down'");
        refused({command, file, "--vc-rule", "datelime"}, "did you mean 'dateline'?");
    }
    CHECK(program({"deadlock", file, "--routing", "up-down", "--vc-rule", "any"}).code == 0);
    CHECK(program({"deadlock", "mesh:4x4", "--vc-rule", "dateline"}).code == 0);
}

TEST_CASE("hop and layers are rules of any network for every command that takes a rule") {
    const Folder folder;
    const std::string file = "file:" + folder.write("ring.net", "a b\nb c\nc d\nd e\ne f\nf a\n");
    for (const char* rule : {"hop", "layers", "datelines"}) {
        CAPTURE(rule);
        const std::string needed = rule == std::string("hop") ? "3" : "2";  // three hops, or one cut of the ring
        CHECK(
            output({"deadlock", file, "--vc-rule", rule}).find(",minimal/" + std::string(rule) + "," + needed + ",") !=
            std::string::npos);
        CHECK(csv({"load", file, "--vc-rule", rule}).size() == 2);
        CHECK(csv({"route", file, "a", "c", "--vc-rule", rule}).size() == 4);
        CHECK(program({"latency", file, "--vc-rule", rule, "--loads", "0.05"}).err.find("warning") ==
              std::string::npos);
        CHECK(output({"simulate", file, "--vc-rule", rule, "--loads", "0.05", "--cycles", "2000"}).find(",acyclic,") !=
              std::string::npos);
        for (const char* command : {"deadlock", "simulate", "latency"})
            refused({command, file, "--vc-rule", rule, "--vcs", "1"}, "needs " + needed + " virtual channels");
        CHECK(program({"deadlock", file, "--vc-rule", rule, "--vcs", "4"}).code == 0);
    }
    refused({"deadlock", "mesh:4x4", "--routing", "duato", "--vc-rule", "hop"}, "chooses its virtual channels itself");
}

TEST_CASE("a verdict for given traffic counts its pairs alone, in deadlock, simulate and latency") {
    const Folder folder;
    const std::string file = "file:" + folder.write("ring.net", "a b\nb c\nc d\nd e\ne f\nf a\n");
    const std::string few = folder.write("few.csv", "source,destination,rate\na,c,1\nc,e,1\n");
    const std::string all =
        folder.write("all.csv", "source,destination,rate\na,c,1\nb,d,1\nc,e,1\nd,f,1\ne,a,1\nf,b,1\n");
    CHECK(program({"deadlock", file}).code == 1);
    CHECK(program({"deadlock", file, "--traffic", few}).code == 0);
    CHECK(program({"deadlock", file, "--traffic", "file:" + few}).code == 0);
    CHECK(program({"deadlock", file, "--traffic", all}).code == 1);
    CHECK(program({"deadlock", file, "--traffic", "uniform"}).code == 1);
    refused({"deadlock", file, "--traffic", "unifrom"}, "unifrom");
    refused({"deadlock", file, "--repair", "--traffic", few}, "a repair is for all pairs");
    for (const char* command : {"simulate", "latency"}) {
        const Outcome safe = program({command, file, "--traffic", "file:" + few, "--loads", "0.05"});
        CHECK(safe.code == 0);
        CHECK(safe.err.find("other traffic could close a cycle of 6 channels") != std::string::npos);
        CHECK(safe.err.find("do not deadlock") == std::string::npos);
    }
    CHECK(program({"simulate", file, "--traffic", "file:" + all, "--loads", "0.05"}).code == 2);
    CHECK(program({"latency", file, "--traffic", "file:" + all, "--loads", "0.05"})
              .err.find("has a cycle of 6 channels") != std::string::npos);
    const std::string trace = folder.write("few.trace", "cycle,source,destination,flits\n1,a,c,4\n2,c,e,4\n");
    CHECK(program({"simulate", file, "--trace", trace}).code == 0);
}

TEST_CASE("virtual channels that no message takes are named") {
    CHECK(
        program({"deadlock", "torus:4x4", "--vc-rule", "t42"}).err.find("VCs 0 to 1, 4 to 5 stay unused by dor/t42") !=
        std::string::npos);
    CHECK(program({"deadlock", "torus:4x4"}).err.empty());
    CHECK(program({"simulate", "mesh:4x4", "--routing", "double-y", "--vcs", "4", "--extra-vcs", "unused", "--loads",
                   "0.05", "--cycles", "1000"})
              .err.find("VCs 2 to 3 stay unused by VC rule 'any'") != std::string::npos);
    CHECK(
        program({"simulate", "mesh:4x4", "--routing", "double-y", "--vcs", "4", "--loads", "0.05", "--cycles", "1000"})
            .err.empty());
}

TEST_CASE("link selection has the virtual channels that the family's own routing needs") {
    for (const char* word : {"kmway-torus:3,2", "kmway-torus:4,2", "kmway-torus:4,1", "kmway-torus:4,2,0,1"}) {
        CAPTURE(word);
        CHECK(output({"deadlock", word, "--routing", "ls"}).find(",ls,2,") != std::string::npos);
    }
}

TEST_CASE("a VC rule is refused with a routing that chooses its virtual channels itself") {
    for (const char* command : {"load", "deadlock", "latency", "simulate"}) {
        CAPTURE(command);
        refused({command, "torus:4x4", "--routing", "duato", "--vc-rule", "sticky"},
                "routing 'duato' chooses its virtual channels itself");
    }
    CHECK(output({"deadlock", "torus:4x4", "--routing", "duato", "--vc-rule", "any", "--ties", "positive"})
              .find(",duato/any,3,72,284,deadlock free,") != std::string::npos);
}

TEST_CASE("an escape that does not lead everywhere leaves its network undecided and the others judged") {
    const Outcome o =
        program({"deadlock", "mesh:4x4", "torus:4x4", "mesh:3x3", "--escape", "1", "--vcs", "2", "--format", "csv"});
    CHECK(o.code == 1);
    CHECK(o.err.empty());
    CHECK(o.out.find("torus:4x4,dor,2,,,undecided,,dateline,\r\nmesh:3x3,dor,2,") != std::string::npos);
    const Outcome text = program({"deadlock", "torus:4x4", "--escape", "1", "--vcs", "2"});
    CHECK(text.out.find("torus:4x4: the escape channels do not lead from node (0,1) to node (0,0)") !=
          std::string::npos);
}

TEST_CASE("load lists the channels that its largest load is of, also shared ones") {
    for (const char* word : {"kmway-mesh:4,2", "kmway-torus:3,2", "mesh:4x4"}) {
        CAPTURE(word);
        const std::string most = csv({"load", word})[1][6];
        double largest = 0.0;
        for (const auto& row : csv({"load", word, "--channels"})) {
            if (row[0] == word) largest = std::max(largest, std::stod(row[3]));
        }
        CHECK(largest == about(std::stod(most)).epsilon(1e-12));
        CHECK(csv({"load", word, "--histogram"}).back()[2] == most);
    }
    refused({"load", "kmway-mesh:4,2", "--ideal"}, "shared channels");
}

TEST_CASE("the bounds of an ideal split meet where there is one path, and never cross") {
    for (const auto& [word, routing] :
         {std::pair{"mesh:8x8", "dor"}, {"ring:5", "dor"}, {"mesh:4x4", "west-first"}, {"torus:4x4", "duato"}}) {
        CAPTURE(word);
        const auto row = csv({"load", word, "--routing", routing, "--ideal"})[1];
        CHECK(std::stod(row[4]) <= std::stod(row[5]));
        CHECK(std::stod(row[6]) <= std::stod(row[7]));
        if (std::string(routing) == "dor") CHECK(std::stod(row[4]) == about(std::stod(row[3])).epsilon(1e-12));
    }
}

TEST_CASE("load gives the bound of the ports beside that of the channels, as latency has them") {
    // A node sends one flit a cycle; the hot one receives from 63 others a twentieth of all, and its 63rd of the rest.
    const std::string uniform = output({"load", "hypercube:6", "complete:16"});
    CHECK(uniform.find(",1.96875,") != std::string::npos);
    CHECK(uniform.find(",1,injection port of node 000000\r\n") != std::string::npos);
    CHECK(uniform.find(",1,injection port of node 0\r\n") != std::string::npos);
    const auto bound = [](const std::string& csv) {
        const std::size_t port = csv.find(",ejection port of node 111111");
        REQUIRE(port != std::string::npos);
        return std::stod(csv.substr(csv.rfind(',', port - 1) + 1));
    };
    CHECK(bound(output({"load", "hypercube:6", "--traffic", "hotspot"})) == about(1.0 / (63 * (0.05 + 0.95 / 63))));
    CHECK(bound(output({"load", "hypercube:6", "--traffic", "hotspot", "--hotspot-fraction", "0.1"})) ==
          about(1.0 / (63 * (0.1 + 0.9 / 63))));
    CHECK(program({"latency", "torus:1x5", "--loads", "0.01"}).out.find("the ports' bound is 1.0000;") !=
          std::string::npos);
    CHECK(program({"latency", "hypercube:6", "--traffic", "hotspot", "--loads", "0.01"})
              .out.find("the ports' bound is 0.2439; bottleneck ejection port") != std::string::npos);
    refused({"load", "hypercube:6", "--hotspot-fraction", "0.1"}, "need traffic hotspot");
    refused({"load", "hypercube:6", "--traffic", "hotspot", "--hotspot-fraction", "2"});
    CHECK(program({"load", "mesh:4x4"}).out.find("port bound what one port to send and one to receive leave") !=
          std::string::npos);
}
