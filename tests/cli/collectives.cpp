// collectives: schedules replayed by a program that shares nothing with the scheduler, and what is refused.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <tuple>

#include "about.hpp"
#include "checks.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/work/collective.hpp"

using namespace wafernet::test;

namespace {

using Row = std::vector<std::string>;

std::vector<Row> rows_of(const std::string& csv) {
    std::vector<Row> rows;
    std::istringstream in(csv);
    for (std::string line; std::getline(in, line);) {
        Row row(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"') quoted = !quoted;
            else if (c == ',' && !quoted) row.emplace_back();
            else if (c != '\r') row.back() += c;
        }
        rows.push_back(row);
    }
    return rows;
}

std::string text_of(const std::vector<Row>& rows) {
    std::string out;
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : ",") + row[i];
        out += '\n';
    }
    return out;
}

// What --schedule writes, without the program: quicker by far.
std::vector<Row> rows_of(const wafernet::Network& network, const wafernet::Schedule& schedule) {
    const auto exact = [](double value) {
        std::ostringstream out;
        out.precision(17), out << value;
        return out.str();
    };
    const auto called = [](wafernet::Node v) { return v == wafernet::every_node ? "" : std::to_string(v); };
    std::vector<Row> rows{
        {"start_ns", "end_ns", "from", "to", "channel", "chunk", "bytes", "action", "of", "for", "message"}};
    for (const wafernet::Transfer& t : schedule.transfers) {
        for (std::uint32_t k = t.first; k < t.first + t.chunks; ++k) {
            const wafernet::Chunk& chunk = schedule.chunks[schedule.carried[k]];
            rows.push_back({exact(t.start_ns), exact(t.end_ns), called(network.graph.source(t.channel)),
                            called(network.graph.target(t.channel)), called(t.channel), called(schedule.carried[k]),
                            exact(chunk.bytes), t.adds ? "add" : "copy", called(chunk.of), called(chunk.to),
                            called(t.message)});
        }
    }
    return rows;
}

// Cases for the checker, and what it must answer.
class Checker {
public:
    // Whether the algorithm does it; `by_program`: asked of the program, else of the library.
    bool add(const std::string& word, const std::string& operation, const std::string& algorithm, bool by_program,
             const std::vector<wafernet::Node>& members = {}) {
        const wafernet::Network network = wafernet::make_network(word);
        const std::string number = std::to_string(wanted_.size());
        std::string schedule = folder_ / ("s" + number);
        std::string names, list;
        for (const wafernet::Node v : members.empty() ? terminals_of(network) : members) {
            list += (list.empty() ? "" : ",") + std::to_string(v);
            names += std::to_string(v) + '\n';
        }
        CAPTURE(word + ' ' + operation + ' ' + algorithm);
        if (by_program) {
            std::vector<std::string> arguments{"collectives", word,      "--operation", operation, "--bytes",  "6000",
                                               "--algorithm", algorithm, "--link-rate", "2GB/s",   "--hop-ns", "100",
                                               "--schedule",  schedule,  "--format",    "csv"};
            if (!members.empty()) arguments.insert(arguments.end(), {"--nodes-of", folder_.write("n" + number, names)});
            const Outcome outcome = program(arguments);
            CAPTURE(outcome.err);
            if (outcome.code == 2 && outcome.err.starts_with("error: algorithm " + algorithm)) return false;
            REQUIRE(outcome.code == 0);
            time_ = rows_of(outcome.out).at(1).at(4);
            rows_ = rows_of(contents(schedule));
        } else {
            try {
                const wafernet::CollectiveWork work{wafernet::operation_named(operation), 6000.0,
                                                    members.empty() ? terminals_of(network).front() : members.front(),
                                                    members};
                const wafernet::Schedule made = wafernet::collective_schedule(
                    network, wafernet::link_times({network, {}}, {2.0, 100.0}), work, algorithm);
                rows_ = rows_of(network, made);
                time_ = std::to_string(made.time_ns);
            } catch (const wafernet::InputError& error) {
                REQUIRE(std::string(error.what()).starts_with("algorithm " + algorithm));
                return false;
            }
            schedule = folder_.write("s" + number, text_of(rows_));
        }
        ++schedules[algorithm];
        std::string& links = links_[word];
        if (links.empty()) {
            std::string rows = "channel,from,to,byte_ns,hop_ns\n";
            for (wafernet::Channel c = 0; c < network.graph.channels(); ++c)
                rows += std::to_string(c) + ',' + std::to_string(network.graph.source(c)) + ',' +
                        std::to_string(network.graph.target(c)) + ",0.5,100\n";
            links = folder_.write("l" + number, rows);
        }
        line_ = links + ' ' + operation + " 6000 " + list.substr(0, list.find(',')) + ' ' + list + ' ';
        lines_ += line_ + time_ + ' ' + schedule + '\n';
        wanted_.emplace_back("holds");
        return true;
    }
    // The last schedule, changed.
    void add_mutations(std::mt19937& random) {
        if (rows_.size() > 400 || mutations > 1050) return;
        constexpr std::size_t start = 0, from = 2, to = 3, bytes = 6, action = 7, of = 8;
        for (int kind = 0; kind < 7; ++kind) {
            std::vector<Row> m = rows_;
            const std::size_t at = 1 + random() % (m.size() - 1);
            std::string time = time_;
            if (kind == 0)
                m.pop_back();  // of the last; others may be the first hop of a message to where it is already
            else if (kind == 1) std::swap(m[at][from], m[at][to]);
            else if (kind == 2) m[at][bytes].insert(0, "1");
            else if (kind == 3) m[at][start] = std::to_string(std::stod(m[at][start]) + 40.0);
            else if (kind == 4) time = std::to_string(std::stod(time_) * 0.99);
            else if (kind == 5) m.push_back(m[at]);  // twice as many bytes in the same time
            else if (m[1][of].empty())
                for (std::size_t i = 1; i < m.size(); ++i) m[i][action] = "copy";
            else continue;
            lines_ += line_ + time + ' ' + folder_.write("m" + std::to_string(wanted_.size()), text_of(m)) + '\n';
            wanted_.emplace_back("does not hold");
            ++mutations;
        }
    }
    void run() {
        const std::string script = (source_folder() / "tests/work/check_schedule.py").string(), out = folder_ / "out";
        static_cast<void>(
            std::system(("python3 " + script + " < " + folder_.write("cases", lines_) + " > " + out).c_str()));
        std::istringstream answers(contents(out));
        std::string answer, line;
        std::istringstream lines(lines_);
        for (const std::string& wanted : wanted_) {
            std::getline(lines, line);
            CAPTURE(line);
            REQUIRE(std::getline(answers, answer));
            CAPTURE(answer);
            CHECK(answer.starts_with(wanted));
        }
    }
    std::map<std::string, int> schedules;
    int mutations = 0;

private:
    Folder folder_;
    std::map<std::string, std::string> links_;
    std::string lines_, line_, time_;
    std::vector<Row> rows_;
    std::vector<std::string> wanted_;
};

}  // namespace

TEST_CASE("an independent program replays schedules of every algorithm on 40 networks and rejects 1,000 changed ones") {
    if (std::system("python3 --version > /dev/null 2>&1") != 0) {
        MESSAGE("no python3, nothing is checked");
        return;
    }
    Checker checker;
    std::mt19937 random(5);
    const auto of_root = {"ring", "direct", "tree", "greedy", "spread"},
               of_all = {"ring", "bucket", "halving", "swing", "direct", "greedy", "spread"};
    const char* const words[] = {
        "mesh:3x3",  "torus:2x4",    "ring:5",      "hypercube:3", "complete:4",   "xgft:2x2,1x2", "star:5",
        "mesh:2x2",  "mesh:2x3",     "mesh:4",      "mesh:5",      "mesh:2x2x2",   "mesh:4x2",     "torus:3x3",
        "ring:3",    "ring:4",       "ring:6",      "ring:7",      "ring:8",       "hypercube:2",  "complete:3",
        "torus:3x2", "complete:6",   "star:4",      "star:6",      "tree:2",       "tree:3",       "xtree:3",
        "torus:4x3", "stargraph:3",  "fibonacci:4", "fibonacci:5", "tesh:1,1,0",   "ttn:2,1,0",    "pyramid:2",
        "fattree:1", "xgft:2x3,1x1", "hcn:1",       "gh:3,2",      "debruijn:2,3", "srt:4"};
    std::size_t networks = 0;
    for (const std::string word : words) {
        const bool first = ++networks <= 7;
        for (const char* algorithm : of_root)
            for (const char* operation : {"broadcast", "reduce"})
                if (first || operation[0] == 'b') checker.add(word, operation, algorithm, networks == 1);
        for (const char* operation : {"scatter", "gather"})
            for (const char* algorithm : {"direct", "tree", "spread"})
                if (first) checker.add(word, operation, algorithm, networks == 1);
        for (const char* operation : {"all-gather", "reduce-scatter", "all-reduce"})
            for (const char* algorithm : of_all)
                if ((first || operation[4] == 'r') && checker.add(word, operation, algorithm, networks == 1))
                    checker.add_mutations(random);
        for (const char* operation : {"broadcast", "multicast", "all-reduce", "all-to-all"})
            if (first && !word.starts_with("xgft")) checker.add(word, operation, "best", networks == 1, {0, 2, 3});
        checker.add(word, "all-to-all", first ? "direct" : "spread", networks == 1);
    }
    CHECK(networks >= 40);
    for (const std::string algorithm :
         {"ring", "bucket", "halving", "swing", "direct", "greedy", "spread", "tree", "best"}) {
        CAPTURE(algorithm);
        CHECK(checker.schedules[algorithm] >= 20);
    }
    CHECK(checker.mutations >= 1000);
    checker.run();
}

TEST_CASE("joules are watts times seconds at the same load, and the price is that of 'cost'") {
    const auto row = [](std::vector<std::string> words) {
        words.insert(words.end(), {"--format", "csv", "--flit-bits", "64"});
        const Outcome outcome = program(words);
        CAPTURE(outcome.err);
        REQUIRE(outcome.code == 0);
        const std::vector<Row> rows = rows_of(outcome.out);
        std::map<std::string, std::string> cells;
        for (std::size_t i = 0; i < rows.at(0).size(); ++i) cells[rows[0][i]] = rows.at(1).at(i);
        return cells;
    };
    // Each of two nodes sends half of 8,000 bytes to the other: uniform traffic.
    auto direct =
        row({"collectives", "complete:2", "--operation", "all-to-all", "--bytes", "8000", "--algorithm", "direct"});
    const double seconds = std::stod(direct["time_ns"]) * 1e-9;
    const double clock_ns = std::stod(row({"energy", "complete:2", "--loads", "0.5"})["clock_ns"]);
    const double load = 4000.0 / 8.0 / (seconds * 1e9 / clock_ns);  // flits of 8 bytes a node and cycle
    std::ostringstream exact;
    exact.precision(17), exact << load;
    CHECK(std::stod(direct["energy_j"]) ==
          about(std::stod(row({"energy", "complete:2", "--loads", exact.str()})["power_w"]) * seconds).epsilon(1e-9));
    CHECK(std::stod(direct["price_usd_s"]) ==
          about(std::stod(row({"cost", "complete:2"})["cost_usd_per_system"]) * seconds).epsilon(1e-9));
    // As figures they are those of the best schedule.
    auto best = row({"collectives", "mesh:3x3", "--operation", "all-reduce", "--bytes", "1M"});
    auto figures = row({"compare", "mesh:3x3", "--work", "all-reduce:1M", "--work", "scatter:64k", "--metric",
                        "all_reduce_ns,all_reduce_share,all_reduce_energy_j,all_reduce_price,scatter_ns"});
    CHECK(figures["all_reduce_ns"] == best["time_ns"]);
    CHECK(figures["all_reduce_share"] == best["share"]);
    CHECK(figures["all_reduce_energy_j"] == best["energy_j"]);
    CHECK(figures["all_reduce_price_usd_s"] == best["price_usd_s"]);
    CHECK(std::stod(figures["scatter_ns"]) > 0.0);
}

TEST_CASE("explore takes the time of a work as an objective, and works that are none are refused") {
    const Outcome out = program({"explore", "--nodes", "8", "--families", "ring,hypercube,complete", "--work",
                                 "all-reduce:1M", "--minimize", "all_reduce_ns", "--format", "csv"});
    REQUIRE(out.code == 0);
    CHECK(rows_of(out.out).at(1).at(0) == "complete:8");  // a link to everybody
    const auto refused = [](std::vector<std::string> words, const std::string& why) {
        const Outcome outcome = program(words);
        CHECK(outcome.code == 2);
        CHECK(outcome.err.find(why) != std::string::npos);
    };
    refused({"compare", "mesh:2x2", "--work", "all-reduce"}, "must be OPERATION:BYTES");
    refused({"compare", "mesh:2x2", "--work", "all-reduc:1G"}, "did you mean 'all-reduce'");
    refused({"explore", "--nodes", "4", "--work", "all-reduce:0"}, "must be bytes above 0");
    refused({"estimate", "mesh:2x2", "--work", "reduce:1", "--work", "reduce:2"}, "a second one");
    refused({"explore", "--nodes", "4", "--minimize", "reduce_ns"}, "need --work");
}

TEST_CASE("a schedule that is run as a program takes its time") {
    const Folder folder;
    const std::string goal = folder / "schedule.goal";
    // 1,966,080 bytes = 2^17 * 15, so that all parts are whole.
    for (const auto& [word, operation, algorithm] : {std::tuple{"ring:8", "all-reduce", "bucket"},
                                                     {"torus:4x4", "all-reduce", "swing"},
                                                     {"mesh:4x4", "all-reduce", "spread"},
                                                     {"hypercube:3", "all-gather", "halving"},
                                                     {"mesh:2x3", "broadcast", "spread"},
                                                     {"complete:6", "all-to-all", "direct"},
                                                     {"star:5", "scatter", "spread"}}) {
        CAPTURE(word);
        const std::vector<std::string> links{"--link-rate", "1GB/s", "--hop-ns", "100", "--format", "csv"};
        std::vector<std::string> make{"collectives", word,      "--operation", operation,    "--algorithm",
                                      algorithm,     "--bytes", "1966080",     "--schedule", goal},
            follow{"run", goal, word, "--ports", "all", "--overlap"};
        make.insert(make.end(), links.begin(), links.end()), follow.insert(follow.end(), links.begin(), links.end());
        const Outcome made = program(make), ran = program(follow);
        CAPTURE(made.err + ran.err);
        REQUIRE(made.code + ran.code == 0);
        CHECK(std::stod(rows_of(ran.out).at(1).at(1)) == about(std::stod(rows_of(made.out).at(1).at(4))).epsilon(1e-9));
    }
}

TEST_CASE("a schedule that is simulated takes its time but for whole flits and cycles, with any number of VCs") {
    const Folder folder;
    const std::string goal = folder / "schedule.goal";
    for (const auto& [word, bytes] :
         {std::pair{"ring:8", "64000"}, {"torus:4x4", "100k"}, {"hypercube:4", "100k"}, {"mesh:2x2", "50k"}}) {
        CAPTURE(word);
        const Outcome made = program({"collectives", word, "--operation", "all-reduce", "--bytes", bytes, "--schedule",
                                      goal, "--clock-ns", "0.2", "--format", "csv"});
        REQUIRE(made.code == 0);
        for (const char* vcs : {"2", "4"}) {
            const Outcome ran = program({"run", goal, word, "--ports", "all", "--overlap", "--mode", "simulation",
                                         "--vcs", vcs, "--clock-ns", "0.2", "--format", "csv"});
            CAPTURE(ran.err);
            REQUIRE(ran.code == 0);
            CHECK(std::stod(rows_of(ran.out).at(1).at(1)) ==
                  about(std::stod(rows_of(made.out).at(1).at(4))).epsilon(5e-3));
        }
    }
}

TEST_CASE("the page's times on networks of 256 nodes are those of the program" * doctest::test_suite("long")) {
    const std::string page = contents((source_folder() / "src/work/README.md").string()),
                      fence = "```text\n$ wafernet ";
    const std::size_t begin = page.find(fence) + fence.size(), line = page.find('\n', begin);
    REQUIRE(line < page.find("```", begin));
    const std::string expected = page.substr(line + 1, page.find("```", begin) - line - 1);
    const Outcome outcome = shell("$W " + page.substr(begin, line - begin));
    CHECK(outcome.code == 0);
    CHECK(outcome.out == expected);
}
