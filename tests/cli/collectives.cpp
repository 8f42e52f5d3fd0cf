// collectives: schedules replayed by a program that shares nothing with the scheduler, and what is refused.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>

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
                    network, wafernet::link_times(network, {}, {2.0, 100.0}), work, algorithm);
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
