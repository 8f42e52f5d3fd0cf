#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "about.hpp"
#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("a simulated curve is the same bytes whatever the number of threads") {
    const std::vector<std::string> words{"simulate", "mesh:4x4", "torus:4x4", "--loads", "0.1:0.9:0.2",
                                         "--cycles", "1500",     "--warmup",  "300",     "--seeds",
                                         "2",        "--format", "csv"};
    const auto with = [&](const std::string& threads) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--threads", threads});
        return program(all);
    };
    const Outcome one = with("1");
    CHECK(one.code == 0);
    CHECK(one.out.starts_with(
        "network,routing,traffic,vcs,flits,load,accepted_flits_per_node_cycle,latency_cycles,latency_ci95,status,"));
    CHECK(one.out.find(",saturated,") != std::string::npos);  // the early stop is passed
    CHECK(with("2").out == one.out);
    CHECK(with("3").out == one.out);
}

TEST_CASE("the messages by latency are the same bytes for any threads, and have the percentiles of the points") {
    for (const char* network : {"torus:4x4", "kmway-mesh:4,2"}) {
        CAPTURE(network);
        std::vector<std::string> words{"simulate", network,   "--loads", "0.05,0.3", "--cycles",
                                       "2000",     "--seeds", "3",       "--quiet"};
        const Records points = csv(words);
        words.insert(words.end(), {"--histogram", "-j", "1"});
        const std::string one = program(words).out;
        words.back() = "3";
        CHECK(program(words).out == one);
        std::size_t at = 1;  // in the points, whose columns are median, p95, p99, messages at 17, 18, 19 and 22
        double messages = 0.0;
        const Records bins = csv(words);
        for (std::size_t i = 1; i < bins.size(); ++i) {
            const double share = std::stod(bins[i][7]),
                         before = bins[i][1] == bins[i - 1][1] ? std::stod(bins[i - 1][7]) : 0.0;
            REQUIRE(bins[i][1] == points.at(at)[5]);
            messages += std::stod(bins[i][5]);
            CHECK(std::stod(bins[i][6]) == about(share - before).epsilon(1e-9));
            for (const auto& [quantile, column] : {std::pair(0.5, 17), std::pair(0.95, 18), std::pair(0.99, 19)}) {
                if (before < quantile && share >= quantile) {
                    CHECK(std::stod(points[at][column]) >= std::stod(bins[i][3]));
                    CHECK(std::stod(points[at][column]) <= std::stod(bins[i][4]));
                }
            }
            if (i + 1 < bins.size() && bins[i + 1][1] == bins[i][1]) continue;
            CHECK(share == 1.0);
            CHECK(messages == std::stod(points[at][22]));
            messages = 0.0;
            ++at;
        }
        CHECK(at == points.size());
    }
    refused({"simulate", "ring:4", "--histogram", "--levels"}, "need one at a time");
    refused({"simulate", "ring:4", "--histogram", "--store", "x"}, "of which it keeps nothing");
}

TEST_CASE("a simulation reads its messages from a trace") {
    const Folder folder;
    // Two messages of 4 flits over 3 and 1 hops that never meet: 3 + 2 + 3 and 1 + 2 + 3 cycles in the ideal network.
    const std::string trace = folder.write("trace.csv", "cycle,source,destination,flits\n0,0,3,4\n100,5,6,4\n");
    const Outcome traced = program({"simulate", "mesh:4x4", "--trace", trace, "--format", "csv"});
    CHECK(traced.code == 0);
    CHECK(traced.out.find(",trace,") != std::string::npos);
    CHECK(traced.out.find(",7,") != std::string::npos);  // mean of 8 and 6
    const Outcome binary =
        program({"simulate", "mesh:4x4", "--trace", folder.write("binary", std::string("\x80\xff\x01\xc3(", 5))});
    CHECK(binary.code == 2);
    CHECK(binary.err.find(R"(found '\x80\xff\x01\xc3(')") != std::string::npos);
    CHECK(program({"simulate", "mesh:4x4", "--trace", "."}).err.find("cannot read the trace '.'") != std::string::npos);
    CHECK(program({"load", "mesh:4x4", "--traffic", "file:."}).err.find("cannot read the traffic matrix '.'") !=
          std::string::npos);
    for (const char* bad :
         {"", "cycle,source,destination,flits\n", "cycle,source,destination,flits\n0,0,16,4\n",
          "cycle,source,destination,flits\n0,0,1,0\n", "cycle,source,destination,flits\n5,0,1,1\n4,0,1,1\n",
          "0,1,2,3\n", "cycle,source,destination,flits\n0,1,2\n"}) {
        const Outcome refused = program({"simulate", "mesh:4x4", "--trace", folder.write("bad.csv", bad)});
        CAPTURE(bad);
        CHECK(refused.code == 2);
        CHECK(refused.err.find("bad.csv") != std::string::npos);
    }
}

TEST_CASE("the bottleneck of shared channels is a shared channel") {
    CHECK(program({"latency", "kmway-mesh:4,2", "--loads", "0.1"}).out.find("bottleneck shared channel c(") !=
          std::string::npos);
}

TEST_CASE("networks of shared channels are simulated with their own router and loaded by their shared channels") {
    const Outcome own =
        program({"simulate", "kmway-torus:4,2", "--loads", "0.1", "--cycles", "1000", "--format", "csv"});
    CHECK(own.code == 0);
    CHECK(own.out.find("\"kmway-torus:4,2\",dor-ring,uniform,4,5,0.1,") != std::string::npos);
    CHECK(own.out.find(",ok,kmway,") != std::string::npos);
    CHECK(own.out.find(",acyclic") != std::string::npos);  // by its escape channels
    const Folder folder;
    CHECK(program({"simulate", "kmway-mesh:3,1", "--loads", "0.1", "--channels", "--out", folder / "each"}).code == 0);
    CHECK(contents(folder / "each/simulate-shared-channels.csv").find("c(2)") != std::string::npos);
    // The four central channels of 4x4 carry 4.73 flits where every processor offers one: 1/0.2113.
    CHECK(program({"load", "kmway-mesh:4,2", "--format", "csv"}).out.find("0.2112676") != std::string::npos);
    const Outcome modelled = program({"latency", "kmway-mesh:4,2", "--loads", "0.1,0.3"});
    CHECK(modelled.code == 0);
    CHECK(modelled.out.find("8.6667 cycles without load") !=
          std::string::npos);  // 3.67 channels, 1 cycle to the interface, 4 further flits
    CHECK(modelled.out.find("the channels' bound is 0.2113; bottleneck ") != std::string::npos);
    CHECK(modelled.out.find("kmway") != std::string::npos);
    CHECK(program({"estimate", "kmway-mesh:4,2", "--format", "csv"})
              .out.find("simulator, preset kmway, uniform traffic, 5 flits") != std::string::npos);
    const Outcome refused = program({"latency", "kmway-mesh:4,2", "--method", "model"});
    CHECK(refused.code == 2);
    CHECK(refused.err.find("several routers drive one channel") != std::string::npos);
    CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    // Figure 3 with processors inside the routers, the odd torus corrected where n is not 2: 2n ways, n floor(k/2) + 1
    // channels.
    const Outcome page = program({"estimate", "kmway-torus:3,3,0,1", "--format", "csv"});
    CHECK(page.out.find("\nrouters,81,") != std::string::npos);
    CHECK(page.out.find("\nsharing_factor,6,") != std::string::npos);
    CHECK(page.out.find("\ndiameter_channels,4,") != std::string::npos);
    const Outcome crossbar = program({"simulate", "kmway-mesh:4,2", "--preset", "booksim-min", "--loads", "0.1"});
    CHECK(crossbar.code == 2);
    CHECK(program({"topology", "kmway-mesh:4,2,0"}).code == 2);
}

TEST_CASE("Ctrl-C ends a simulation and keeps the points that are finished") {
    // The first load is done at once, the second would take days. The interrupt comes when the first row is in the
    // file.
    const Folder folder;
    const Outcome o = shell(
        "set -m; $W simulate mesh:4x4 --loads 0.000001,0.5 --cycles 1000000000 --drain 100 --format csv >rows 2>err & "
        "for i in $(seq 600); do [ $(wc -l <rows) -ge 2 ] && break; sleep 0.1; done; kill -INT $!; wait $!; echo $?",
        folder.path().string());
    CHECK(o.out == "1\n");
    const std::string rows = contents(folder / "rows");
    CHECK(std::count(rows.begin(), rows.end(), '\n') == 2);
    CHECK(rows.find(",1e-06,") != std::string::npos);
    CHECK(contents(folder / "err").find("interrupted at mesh:4x4: only what is finished") != std::string::npos);
}

TEST_CASE("Ctrl-C leaves the simulated numbers of a table open that are not finished") {
    const Folder folder;
    const Outcome o = shell(
        "set -m; $W tables --simulate kmway-pins fig-7.4 --out out >page 2>err & "
        "for i in $(seq 600); do [ -e out/kmway-pins.csv ] && break; sleep 0.1; done; sleep 0.2; kill -INT $!; wait "
        "$!; echo $?",
        folder.path().string());
    CHECK(o.out == "1\n");
    CHECK(contents(folder / "out/fig-7.4.csv").find(",open,") != std::string::npos);
    CHECK(contents(folder / "out/fig-7.4.csv").find("interrupted") != std::string::npos);
    CHECK(contents(folder / "page").find("fig-7.4") != std::string::npos);
}

TEST_CASE("a simulation that can deadlock is refused until it is allowed, and then shows the cycle") {
    const std::vector<std::string> words{"simulate", "torus:8x8", "--vc-rule", "any",      "--vcs",
                                         "1",        "--loads",   "0.8",       "--cycles", "5000"};
    const Outcome refused = program(words);
    CHECK(refused.code == 2);
    CHECK(refused.err.find("--allow-deadlock") != std::string::npos);
    std::vector<std::string> allowed = words;
    allowed.push_back("--allow-deadlock");
    const Outcome shown = program(allowed);
    CHECK(shown.code == 1);
    CHECK(shown.out.find("deadlock") != std::string::npos);
    CHECK(shown.err.find(" vc0 held by ") != std::string::npos);
}

TEST_CASE("loads, lengths, buffers and patterns that cannot be simulated end with one line and code 2") {
    for (const std::vector<std::string>& bad : {std::vector<std::string>{"--loads", "-0.1"},
                                                {"--loads", "1.5"},
                                                {"--loads", "x"},
                                                {"--flits", "0", "--loads", "0.1"},
                                                {"--buffer", "0", "--loads", "0.1"},
                                                {"--traffic", "bit-reversal", "--loads", "0.1"},
                                                {"--vcs", "0", "--loads", "0.1"},
                                                {"--seeds", "0", "--loads", "0.1"},
                                                {"--input-policy", "fife", "--loads", "0.1"},
                                                {"--cycles", "0", "--loads", "0.1"}}) {
        std::vector<std::string> words{"simulate", "mesh:3x5"};
        words.insert(words.end(), bad.begin(), bad.end());
        const Outcome refused = program(words);
        CAPTURE(bad.front());
        CAPTURE(refused.err);
        CHECK(refused.code == 2);
        CHECK(refused.out.empty());
        CHECK(refused.err.starts_with("error: "));
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    }
}

TEST_CASE("estimate and compare simulate on request what the model estimates") {
    // mesh:3x3, uniform without self: 2 hops and 16 flits take 2 + 2 + 15 cycles alone; the model's saturation is
    // within a third.
    const Outcome page = program({"estimate", "mesh:3x3", "--simulate", "--format", "csv"});
    CHECK(page.code == 0);
    const auto value = [&](const std::string& metric) {
        const std::size_t at = page.out.find("\n" + metric + ",");
        REQUIRE(at != std::string::npos);
        return std::stod(page.out.substr(at + metric.size() + 2));
    };
    CHECK(value("simulated_low_load_latency_cycles") > 19.0);
    CHECK(value("simulated_low_load_latency_cycles") < 23.0);
    CHECK(value("simulated_saturation_load_flits_per_node_cycle") ==
          about(value("saturation_load_flits_per_node_cycle")).epsilon(0.33));
    CHECK(page.out.find(",simulated,") != std::string::npos);
    CHECK(program({"estimate", "mesh:3x3", "--format", "csv"}).out.find("simulated") == std::string::npos);
    CHECK(program({"compare", "mesh:3x3", "--simulate", "--format", "csv"}).out.find("simulated_saturation_load") !=
          std::string::npos);
}

TEST_CASE("without messages there is no mean number of hops") {
    const std::string out = output({"simulate", "ring:8", "--loads", "0", "--cycles", "1000"});
    CHECK(out.find(",,,,,,,,,0,0,0,") !=
          std::string::npos);  // four latencies, four quantiles and the maximum, hops; then messages
}

TEST_CASE("a load above the bound of the channels or ports is warned of, whatever the run makes of it") {
    // transpose on a mesh of 8x8: seven messages share the busiest channel, so it is full at 1/7
    const std::vector<std::string> words{"simulate", "mesh:8x8", "--traffic", "transpose",
                                         "--cycles", "2000",     "--loads"};
    const auto at = [&](const std::string& load) {
        std::vector<std::string> all = words;
        all.push_back(load);
        return program(all).err;
    };
    CHECK(at("0.142").empty());
    const std::string warned = at("0.143,0.15");
    CHECK(warned.find("warning: mesh:8x8: load 0.143000 is above 0.142857") == 0);
    CHECK(std::count(warned.begin(), warned.end(), '\n') == 1);
}

TEST_CASE("a number of a trace that is too large or not whole is refused with the most that is allowed") {
    const Folder folder;
    const auto trace = [&](const std::string& line) {
        return folder.write("t.csv", "cycle,source,destination,flits\n" + line + "\n");
    };
    refused({"simulate", "mesh:4x4", "--trace", trace("99999999999999,0,3,4")},
            "t.csv:2: '99999999999999', need a whole number of at most 1000000000000");
    refused({"simulate", "mesh:4x4", "--trace", trace("0,0,3,1000001")},
            "t.csv:2: '1000001', need a whole number of at most 1000000");
    refused({"simulate", "mesh:4x4", "--trace", trace("0,0,3,0")}, "t.csv:2: a message of 0 flits, need 1 to 1000000");
}

TEST_CASE("a trace has no length and no load of its own, and messages after the measured cycles are told") {
    const Folder folder;
    const std::string trace = folder.write("trace.csv", "cycle,source,destination,flits\n0,0,3,4\n5000,5,6,4\n");
    const Outcome o = program({"simulate", "mesh:4x4", "--trace", trace, "--cycles", "1000", "--format", "csv"});
    CHECK(o.code == 0);
    CHECK(o.out.find(",trace,2,,,") != std::string::npos);
    CHECK(o.err.find("1 of the trace's 2 messages begin after the 1000 cycles") != std::string::npos);
    CHECK(program({"simulate", "mesh:4x4", "--trace", trace, "--cycles", "5001"}).err.empty());
    refused({"simulate", "mesh:4x4", "--trace", trace, "--hotspot-nodes", "4"}, "a trace says who sends to whom");
    refused({"simulate", "mesh:4x4", "--trace", trace, "--include-self"}, "a trace says who sends to whom");
}

TEST_CASE("a file says itself who sends to whom, patterns without fixed points have none that send to themselves") {
    const Folder folder;
    const std::string matrix = folder.write("m.csv", "source,destination,rate\n0,1,2\n");
    for (const char* command : {"load", "simulate", "latency", "validate"}) {
        refused({command, "mesh:4x4", "--traffic", "file:" + matrix, "--include-self"},
                "--include-self with traffic 'file:" + matrix + "', which says itself who sends to whom");
    }
    for (const char* traffic : {"tornado", "neighbor", "matrix-multiply"})
        CHECK(output({"load", "mesh:4x4", "--traffic", traffic, "--include-self"}) ==
              output({"load", "mesh:4x4", "--traffic", traffic}));
    CHECK(program({"load", "mesh:4x4", "--traffic", "transpose", "--include-self"}).code == 0);
    CHECK(program({"simulate", "mesh:4x4", "--traffic", "tornado", "--preset", "booksim-min", "--loads", "0.01",
                   "--cycles", "1000"})
              .code == 0);
    // of every message of a hot spot's uniform part one in 16 takes no channel
    const auto hops = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"load", "mesh:4x4", "--traffic", "hotspot", "--hotspot-fraction", "1e-9"};
        words.insert(words.end(), more.begin(), more.end());
        return std::stod(csv(words)[1][4]);
    };
    CHECK(hops({"--include-self"}) == about(hops({}) * 15.0 / 16.0).epsilon(1e-6));
    const auto booksim = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"latency",  "mesh:4x4",    "--traffic", "hotspot",
                                       "--preset", "booksim-min", "--loads",   "0.05"};
        words.insert(words.end(), more.begin(), more.end());
        return output(words);
    };
    CHECK(booksim({}) != booksim({"--include-self"}));
}

TEST_CASE("one length is a number in simulate as in latency") {
    CHECK(program({"simulate", "mesh:4x4", "--loads", "0.1", "--cycles", "1000", "--format", "json"})
              .out.find("\"flits\": 16") != std::string::npos);
    CHECK(program({"latency", "mesh:4x4", "--loads", "0.1", "--format", "json"}).out.find("\"flits\": 16") !=
          std::string::npos);
}

TEST_CASE("traces and rate lists take node numbers and the addresses that route takes, and refuse what is neither") {
    const Folder folder;
    const std::string header = "cycle,source,destination,flits\n";
    const auto traced = [&](const std::string& network, const std::string& lines) {
        return output({"simulate", network, "--trace", folder.write("t.csv", header + lines)});
    };
    const std::string numbers = traced("hypercube:4", "0,0,3,1\n50,8,15,1\n");
    CHECK(traced("hypercube:4", "0,0000,0011,1\n50,1000,1111,1\n") ==
          numbers);  // 1000 and 1111 are no numbers of nodes
    CHECK(traced("hypercube:4", "0,0,11,1\n") == traced("hypercube:4", "0,0000,1011,1\n"));
    CHECK(traced("mesh:4x4", "0,0,13,1\n") == traced("mesh:4x4", "0,\"(0,0)\",\"(3,1)\",1\n"));
    CHECK(traced("mesh:4x4", "0,0,3,1\n") == traced("mesh:4x4", "0,0,03,1\n"));
    const auto load = [&](const std::string& lines) {
        return output(
            {"load", "hypercube:4", "--traffic", "file:" + folder.write("rates", "source,destination,rate\n" + lines)});
    };
    CHECK(load("0000,0011,1\n") == load("0,3,1\n"));
    CHECK(load("0000,0011,1\n") != load("0,11,1\n"));
    for (const char* bad : {"0,0,0013,1\n", "0,0,011,1\n", "0,0,x,1\n", "0,0,,1\n", "0,0,16,1\n",
                            "0,0,99999999999999999999,1\n", "00000,1,1,1\n0,0000,00,1\n"}) {
        CAPTURE(bad);
        refused({"simulate", "hypercube:4", "--trace", folder.write("bad.csv", header + bad)}, "bad.csv:");
    }
    refused({"simulate", "hypercube:4", "--trace", folder.write("bad.csv", header + "0,0,011,1\n")},
            "bad.csv:2: address '011' is malformed, need one like 1111, or a node number from 0 to 15");
    refused({"simulate", "mesh:4x4", "--trace", folder.write("bad.csv", header + "0,0,33,1\n")},
            "node 33 does not exist");  // (3,3) is printed with a comma
    refused(
        {"load", "hypercube:4", "--traffic", "file:" + folder.write("bad.csv", "source,destination,rate\n0,011,1\n")},
        "bad.csv:2: address '011'");
    // A file's own names come first where they are numbers: from end to end of this line, and not from one node to the
    // next.
    const std::string line = "file:" + folder.write("line.txt", "3 4\n4 1\n1 2\n"),
                      same = "file:" + folder.write("same.txt", "c d\nd a\na b\n");
    const auto after_its_name = [](const std::string& rows) { return rows.substr(rows.find(".txt,")); };
    CHECK(after_its_name(traced(line, "0,2,3,1\n")) == after_its_name(traced(same, "0,b,c,1\n")));
    CHECK(after_its_name(traced(line, "0,2,3,1\n")) != after_its_name(traced(same, "0,a,b,1\n")));
    refused({"simulate", line, "--trace", folder.write("bad.csv", header + "0,0,3,1\n")},
            "bad.csv:2: no node is called '0'");
}

TEST_CASE("route, load, simulate, adaptiveness and deadlock call nodes by the same words") {
    const Folder folder;
    const std::string file =
        "file:" + folder.write("any.net", "router 0 node 2 router 1\nrouter 1 node 0 router 2\nrouter 2 node 1\n");
    const std::string mixed = "file+edges:" + folder.write("mixed.net", "a 2\n2 3 5\n3 4\n4 a\n");
    for (const auto& [network, from, to, first, last] : {std::tuple{file, "0", "2", "node0", "node2"},
                                                         {mixed, "a", "2", "a", "2"},
                                                         {std::string("mesh:4x4"), "9", "(2,2)", "(2,1)", "(2,2)"}}) {
        CAPTURE(network);
        CHECK(csv({"route", network, from, to}).size() == 3);
        const std::string pair = std::string(from) + ",\"" + to + "\",";
        // The last cell of the row in which `cells` stand.
        const auto last_of = [](const std::string& table, const std::vector<std::string>& cells) {
            const auto rows = parse_csv(table, ',');
            REQUIRE(rows);
            for (const auto& row : *rows) {
                if (std::search(row.begin(), row.end(), cells.begin(), cells.end()) != row.end()) return row.back();
            }
            return std::string("no such row");
        };
        const std::string rates = folder.write("rates.csv", "source,destination,rate\n" + pair + "1\n");
        CHECK(last_of(output({"load", network, "--channels", "--traffic", "file:" + rates}),
                      {std::string(first) + " -> " + last}) == "1");
        const std::string trace = folder.write("trace.csv", "cycle,source,destination,flits\n0," + pair + "10\n");
        CHECK(program(
                  {"simulate", network, "--channels", "--cycles", "100", "--trace", trace, "--out", folder / "tables"})
                  .code == 0);
        CHECK(last_of(contents(folder / "tables/simulate-channels.csv"), {first, last}) == "0.1");
        CHECK(csv({"adaptiveness", network, "--routing", "minimal", "--from", from, "--to", to})[1][4] == "1");
    }
    CHECK(output({"route", "htn:4,4,2,0", "0", "1023"}) ==
          output({"route", "htn:4,4,2,0", "(0,0)(0,0,0)", "(3,3)(3,3,3)"}));
    CHECK(output({"deadlock", "mesh:5x5", "--routing", "one-fault", "--fault", "6"}) ==
          output({"deadlock", "mesh:5x5", "--routing", "one-fault", "--fault", "(1,1)"}));
    CHECK(output({"route", "mesh:4x4", "11", "33"}) ==
          output({"route", "mesh:4x4", "(1,1)", "(3,3)"}));  // digits are an address first
    refused({"route", "mesh:4x4", "0", "34"},
            "node 34 does not exist, the last node of mesh:4x4 is 15, or (3,3) by its address");
    refused({"route", file, "0", "3"}, "no node is called '3', the first is 'node0', the last 'node2'");
}

TEST_CASE("a mix of lengths is told from another by its shares") {
    const auto flits = [](const char* mix) {
        return csv({"simulate", "ring:4", "--loads", "0.1", "--cycles", "200", "--flits", mix})[1][4];
    };
    CHECK(flits("10,20") == "10+20");
    CHECK(flits("10:0.9,20:0.1") == "10:0.9+20:0.1");
    CHECK(flits("10:0.5,20:7") == "10:0.0666667+20:0.933333");
}

TEST_CASE("a message from a node to itself is refused in a trace as in a list of rates") {
    const Folder folder;
    refused(
        {"simulate", "ring:4", "--trace", folder.write("t.csv", "cycle,source,destination,flits\n0,0,1,4\n0,1,1,4\n")},
        "t.csv:3: node 1 sends to itself");
}

TEST_CASE(
    "node numbers are taken where addresses look like numbers, and a node that sends nothing is told from the first "
    "that does") {
    const Folder folder;
    const auto load = [&](const std::string& network, const std::string& line) {
        return output(
            {"load", network, "--traffic", "file:" + folder.write("rates", "source,destination,rate\n" + line)});
    };
    CHECK(load("stargraph:4", "0,1,1\n") == load("stargraph:4", "1234,1243,1\n"));
    CHECK(load("stargraph:4", "0,23,1\n") == load("stargraph:4", "1234,4321,1\n"));
    CHECK(load("stargraph:4", "0,1,1\n") != load("stargraph:4", "0,23,1\n"));
    CHECK(load("fibonacci:7", "8,0,1\n") == load("fibonacci:7", "10000,0,1\n"));  // 13 nodes, so 10000 is an address
    CHECK(load("kmway-mesh:3,2", "9,17,1\n") == load("kmway-mesh:3,2", "\"P(0,0)\",\"P(2,2)\",1\n"));
    const auto hint = [&](const std::string& network, const std::string& line, const std::string& says) {
        refused({"load", network, "--traffic", "file:" + folder.write("rates", "source,destination,rate\n" + line)},
                says);
        refused({"simulate", network, "--trace", folder.write("t.csv", "cycle,source,destination,flits\n0," + line)},
                says);
    };
    hint("stargraph:4", "24,0,1\n",
         ":2: node 24 does not exist, the last node of stargraph:4 is 23, or 4321 by its address");
    hint("kmway-mesh:3,2", "0,9,1\n",
         ":2: node 0, which is c(0,0), neither sends nor receives messages, the first that does is 9, or P(0,0) by its "
         "address");
    hint("kmway-mesh:3,2", "9,\"p(0,0)\",1\n",
         "no node is called 'p(0,0)', the first is 'c(0,0)', the last 'P(2,2)', or a node number from 0 to 17");
}

TEST_CASE("matrices, rate lists and traces may have semicolons, with decimal commas, as from a spreadsheet") {
    const Folder folder;
    const auto load = [&](const std::string& text) {
        return output({"load", "mesh:3x1", "--traffic", "file:" + folder.write("rates", text)});
    };
    CHECK(load("# rates\n0;0,5;1,5\r\n1;0;0\r\n0;0;0\r\n") == load("0,0.5,1.5\n1,0,0\n0,0,0\n"));
    CHECK(load("source;destination;rate\n(0,0);\"(1,0)\";0,5\n2;0;1\n") ==
          load("source,destination,rate\n0,1,0.5\n2,0,1\n"));
    const auto traced = [&](const std::string& text) {
        return output({"simulate", "mesh:3x1", "--trace", folder.write("t.csv", text)});
    };
    CHECK(traced("cycle;source;destination;flits\n0;(0,0);(2,0);3\n") ==
          traced("cycle,source,destination,flits\n0,0,2,3\n"));
    refused({"load", "mesh:3x1", "--traffic", "file:" + folder.write("rates", "0\t1\t0\n")},
            ":1: 1 cells between commas or semicolons, need one for each of the 3 nodes");
    refused({"load", "mesh:3x1", "--traffic", "file:" + folder.write("rates", "source;destination;rate\n\"0\",1;1\n")},
            "after a closed quote, need a semicolon");
}

TEST_CASE("what can be read once is kept for every network, and an empty file is told so") {
    const Folder folder;
    const auto said = [&](const std::string& line) {
        const Outcome o = shell(line, folder.path().string());
        CHECK(o.code == 2);
        return o.err;
    };
    const std::string piped = "printf '0,1\n1,0\n' | $W load ";
    CHECK(shell(piped + "mesh:2x1 --traffic file:/dev/stdin", folder.path().string()).code == 0);
    CHECK(shell(piped + "mesh:2x1 array:2 --traffic file:/dev/stdin", folder.path().string()).code == 0);
    CHECK(said("printf '' > empty; $W load mesh:2x1 --traffic file:empty") == "error: empty: there is nothing in it\n");
    CHECK(said("$W simulate mesh:2x1 --trace empty") == "error: empty: there is nothing in it\n");
}

TEST_CASE("matrices and traces may begin with a byte order mark and hold quoted cells, which must be closed") {
    const Folder folder;
    const std::string mark = "\xEF\xBB\xBF";
    const auto load = [&](const std::string& text) {
        return output({"load", "ring:3", "--traffic", "file:" + folder.write("rates", text)});
    };
    CHECK(load(mark + "\"0\", \"1\" ,2\r\n1,0,0,\n0,0,0\n") == load("0,1,2\n1,0,0\n0,0,0\n"));
    CHECK(load(mark + "\"source\",destination,rate\n0,\"1\",1\n") == load("source,destination,rate\n0,1,1\n"));
    const auto traced = [&](const std::string& text) {
        return output({"simulate", "ring:3", "--trace", folder.write("trace", text)});
    };
    CHECK(traced(mark + "cycle,\"source\",destination,flits\r\n\"0\",0,1,\"4\"\r\n") ==
          traced("cycle,source,destination,flits\n0,0,1,4\n"));
    refused({"load", "ring:3", "--traffic", "file:" + folder.write("bad", "\"0,1,2\n1,0,0\n0,0,0\n")},
            "bad:1: the quote before '0,1,2' is not closed");
    refused({"load", "ring:3", "--traffic", "file:" + folder.write("bad", "\"0\"1,1,2\n1,0,0\n0,0,0\n")},
            "bad:1: found '1,1,2' after a closed quote");
    refused({"load", "ring:3", "--traffic", "file:" + folder.write("bad", "0,1,2\n1,0,0\n0,0,3\n")},
            "bad:3: column 3: node 2 sends to itself, need 0 there");
    refused({"load", "ring:3", "--traffic", "file:" + folder.write("bad", "source,destination,rate\n0,1,1\n1,1,2\n")},
            "bad:3: column 3: node 1 sends to itself, need 0 there");
}

TEST_CASE("a trace is refused beside options that it leaves nothing to say") {
    const Folder folder;
    const std::string trace = folder.write("trace.csv", "cycle,source,destination,flits\n0,0,3,4\n");
    for (const auto& [option, value] : {std::pair{"--loads", "0.1"},
                                        {"--traffic", "uniform"},
                                        {"--flits", "4"},
                                        {"--arrivals", "fixed"},
                                        {"--seeds", "2"},
                                        {"--warmup", "100"}}) {
        refused({"simulate", "mesh:4x4", "--trace", trace, option, value}, option);
    }
    refused({"simulate", "mesh:4x4", "--trace", trace, "--all-loads"}, "--all-loads");
}

TEST_CASE("a warm-up is refused where the empty network is measured") {
    refused({"simulate", "mesh:4x4", "--from-empty", "yes", "--warmup", "100"}, "need --from-empty no");
    refused({"simulate", "mesh:4x4", "--preset", "thesis", "--warmup", "100"}, "need --from-empty no");
    CHECK(program({"simulate", "mesh:4x4", "--preset", "thesis", "--from-empty", "no", "--warmup", "100", "--cycles",
                   "1000", "--loads", "0.01"})
              .code == 0);
}

TEST_CASE("progress of a curve that finds its own loads never passes its end") {
    const Folder folder;
    const Outcome o =
        shell("script -qec \"$W simulate ring:8 --cycles 500 -o rows\" /dev/null", folder.path().string());
    CAPTURE(o.out);
    CHECK(o.code == 0);
    int lines = 0;
    for (auto at = o.out.find("simulate ring:8: "); at != std::string::npos;
         at = o.out.find("simulate ring:8: ", at + 1)) {
        int done = 0, all = 0;
        if (std::sscanf(o.out.c_str() + at, "simulate ring:8: %d of %d loads done", &done, &all) != 2) continue;
        CHECK(done <= all);
        ++lines;
    }
    CHECK(lines >= 3);
}

TEST_CASE("a load above what fills the busiest channel is warned of, not where messages may leave it to others") {
    const auto warned = [](const char* network, const char* routing, const char* load) {
        return program({"simulate", network, "--routing", routing, "--vcs", "8", "--flits", "8", "--buffer", "4",
                        "--loads", load, "--cycles", "1000", "--format", "csv"})
                   .err.find("no stationary state") != std::string::npos;
    };
    CHECK(warned("mesh:4x4", "dor", "1.0"));
    CHECK_FALSE(warned("hypercube:5", "p-cube", "0.52"));
}
