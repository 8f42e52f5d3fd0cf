// collectives: schedules replayed by a program that shares nothing with the scheduler, and what is refused.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "about.hpp"
#include "checks.hpp"
#include "wafernet/io/make_network.hpp"

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
            else row.back() += c;
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

// Cases for the checker, and what it must answer.
class Checker {
public:
    void add(const std::string& word, const std::string& operation, const std::string& algorithm,
             const std::vector<wafernet::Node>& members = {}) {
        const wafernet::Network network = wafernet::make_network(word);
        const std::string number = std::to_string(cases_++);
        const std::string schedule = folder_ / ("s" + number);
        std::vector<std::string> arguments{"collectives", word,      "--operation", operation, "--bytes",  "6000",
                                           "--algorithm", algorithm, "--link-rate", "2GB/s",   "--hop-ns", "100",
                                           "--schedule",  schedule,  "--format",    "csv"};
        std::string names, list;
        for (const wafernet::Node v : members.empty() ? terminals_of(network) : members) {
            list += (list.empty() ? "" : ",") + std::to_string(v);
            names += std::to_string(v) + '\n';
        }
        if (!members.empty()) arguments.insert(arguments.end(), {"--nodes-of", folder_.write("n" + number, names)});
        CAPTURE(word + ' ' + operation + ' ' + algorithm);
        const Outcome outcome = program(arguments);
        CAPTURE(outcome.err);
        REQUIRE(outcome.code == 0);
        const Row row = rows_of(outcome.out).at(1);
        CHECK(std::stod(row[6]) <= 1.0);
        std::string links = "channel,from,to,byte_ns,hop_ns\n";
        for (wafernet::Channel c = 0; c < network.graph.channels(); ++c)
            links += std::to_string(c) + ',' + std::to_string(network.graph.source(c)) + ',' +
                     std::to_string(network.graph.target(c)) + ",0.5,100\n";
        line_ = folder_.write("l" + number, links) + ' ' + operation + " 6000 " + list.substr(0, list.find(',')) + ' ' +
                list + ' ';
        time_ = row[4];
        rows_ = rows_of(contents(schedule));
        lines_ += line_ + time_ + ' ' + schedule + '\n';
        wanted_.emplace_back("holds");
    }
    // The last schedule, changed.
    void add_mutations(std::mt19937& random) {
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
    [[nodiscard]] std::size_t cases() const { return wanted_.size(); }

private:
    Folder folder_;
    std::size_t cases_ = 0;
    std::string lines_, line_, time_;
    std::vector<Row> rows_;
    std::vector<std::string> wanted_;
};

}  // namespace

TEST_CASE("an independent program replays the schedule of every algorithm and rejects changed ones") {
    if (std::system("python3 --version > /dev/null 2>&1") != 0) {
        MESSAGE("no python3, nothing is checked");
        return;
    }
    Checker checker;
    std::mt19937 random(5);
    const auto of_root = {"ring", "direct", "tree", "greedy", "spread", "best"};
    const auto of_all = {"ring", "bucket", "halving", "direct", "greedy", "spread", "best"};
    for (const char* word :
         {"mesh:3x3", "torus:2x4", "ring:5", "hypercube:3", "complete:4", "xgft:2x2,1x2", "star:5"}) {
        const std::string name = word;
        const bool power =
                       name == "torus:2x4" || name == "hypercube:3" || name.ends_with(":4") || name.starts_with("xgft"),
                   switches = name.starts_with("xgft");
        const auto works = [&](const std::string& algorithm) {
            return (power || algorithm != "halving") && (!switches || (algorithm != "greedy" && algorithm != "spread"));
        };
        for (const char* operation : {"broadcast", "reduce"})
            for (const char* algorithm : of_root)
                if (works(algorithm)) checker.add(word, operation, algorithm);
        for (const char* operation : {"scatter", "gather"})
            for (const char* algorithm : {"direct", "tree", "spread", "best"}) checker.add(word, operation, algorithm);
        for (const char* operation : {"all-gather", "reduce-scatter", "all-reduce"}) {
            for (const char* algorithm : of_all) {
                if (!works(algorithm)) continue;
                checker.add(word, operation, algorithm);
                checker.add_mutations(random);
            }
        }
        for (const char* algorithm : {"direct", "spread", "best"}) checker.add(word, "all-to-all", algorithm);
        for (const char* operation : {"broadcast", "multicast", "all-reduce", "all-to-all"})
            if (!switches) checker.add(word, operation, "best", {0, 2, 3});
    }
    CHECK(checker.cases() > 700);
    checker.run();
}
