// wafernet collectives: times of collective communication: schedules on any network beside what no schedule beats; for
// the networks of the documents printed times beside what is possible.
#include "wafernet/windows/collectives.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../link_options.hpp"
#include "../output.hpp"
#include "../values.hpp"
#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/work/collective.hpp"

namespace wafernet::cli {

namespace {

struct CollectivesArguments {
    std::vector<std::string> networks, operations, algorithms;
    std::optional<std::string> bytes, root, nodes_of, skew, schedule;
    LinkWords links;
    DesignPoint point;
    std::optional<double> words;
    double startup = 0, word_time = 1, combining = 0;
    std::string switching = "store-and-forward";
    [[nodiscard]] bool of_documents() const {
        const auto scheduled = [](const std::string& word) { return std::ranges::count(operation_names(), word) > 0; };
        return words || (!bytes && std::ranges::none_of(operations, scheduled));
    }
};

struct Steps {
    Value least, scheduled;
    std::string_view ports;
    Value transmissions = Missing{"counted of shared channels"};
};

Steps steps_of(Collective operation, const CollectiveNetwork& network) {
    if (network.kind == CollectiveNetwork::Kind::shared) {
        try {
            const SharedCollective steps = shared_steps(operation, network);
            return {whole(steps.least), whole(steps.scheduled.steps), "shared", whole(steps.scheduled.drives)};
        } catch (const InputError& error) {
            const Missing why{error.what()};
            return {why, why, "shared", why};
        }
    }
    const bool one_port = network.kind == CollectiveNetwork::Kind::hypercube;
    return {value_or_reason([&] {
                return whole(one_port ? least_one_port_hypercube_steps(operation, network.d)
                                      : least_steps(operation, network));
            }),
            value_or_reason([&] { return whole(scheduled_steps(operation, network)); }), one_port ? "one" : "all"};
}

int printed(Run& run, const CollectivesArguments& a) {
    std::vector<std::string> names;
    for (const Collective c : all_collectives()) names.emplace_back(name(c));
    const MessageCost cost{a.words.value_or(1), a.startup, a.word_time, a.combining};
    check_cost(cost);
    const Switching switching = a.switching == "wormhole" ? Switching::wormhole : Switching::store_and_forward;
    Table table{"collective communication",
                {"network", "operation", "printed_time", "least_time", "printed_steps", "least_steps",
                 "scheduled_steps", "ports", "scheduled_transmissions"},
                {},
                {"times in the unit of --word-time; a step is one message on a channel, store-and-forward",
                 // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): long notes
                 "least_steps: no algorithm is faster with as many ports in use; scheduled_steps: the "
                 "document's algorithm, run with all ports",
                 "least_time: least_steps without start-up and combining times",
                 "ports: what the printed time assumes, and the bound with it; that of the hypercube uses one "
                 "port at a time",
                 "shared channels: a step is one message on a channel, which all routers and processors on it "
                 "read; scheduled_transmissions are those of all channels"}};
    for (const std::string& word : a.networks) {
        const CollectiveNetwork network = collective_network(network_word(word));
        for (const std::string& operation : a.operations.empty() ? names : a.operations) {
            const Collective c = collective(operation);
            const Steps steps = steps_of(c, network);
            Value least_time = steps.least;
            if (const auto* least = std::get_if<std::int64_t>(&steps.least)) {
                least_time = switching == Switching::wormhole
                                 ? Value(Missing{"a bound of store-and-forward"})
                                 : Value(static_cast<double>(*least) * cost.words * cost.word_time);
            }
            table.add(
                {network.word, operation,
                 value_or_reason([&]() -> Value { return printed_time(c, network, cost, switching); }), least_time,
                 value_or_reason([&]() -> Value { return printed_time(c, network, {}, Switching::store_and_forward); }),
                 steps.least, steps.scheduled, std::string(steps.ports), steps.transmissions});
        }
    }
    run.print(table);
    return 0;
}

// The nodes that a file names, one a line; # begins a comment.
std::vector<Node> members_of(const Network& network, const std::string& path) {
    std::ifstream file = opened(readable(path));
    if (!file) throw InputError(path + ": cannot be read, need a file with a node a line");
    const NodeNames names(network);
    std::set<Node> members;
    std::size_t number = 0;
    for (std::string line, word; next_line(file, line, number);) {
        std::istringstream words(line.substr(0, line.find('#')));
        if (!(words >> word)) continue;
        try {
            members.insert(names(word));
            if (words >> word)
                throw InputError("found '" + one_line(word) + "' behind a node, must be one node a line");
        } catch (const InputError& error) {
            throw InputError(path + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    if (members.empty()) throw InputError(path + ": names no node, need a node a line");
    return {members.begin(), members.end()};
}

// A row a transfer and chunk, nodes by number or by the names of their file.
std::string schedule_csv(const Network& network, Schedule schedule) {
    const auto called = [&](Node v) {
        if (v == every_node) return std::string();
        return network.family != nullptr ? std::to_string(v) : network.addresses.print(v);
    };
    std::ranges::stable_sort(schedule.transfers, {}, &Transfer::start_ns);
    Table table{"",
                {"start_ns", "end_ns", "from", "to", "channel", "chunk", "bytes", "action", "of", "for", "message"}};
    for (const Transfer& t : schedule.transfers) {
        for (std::uint32_t k = t.first; k < t.first + t.chunks; ++k) {
            const std::uint32_t number = schedule.carried[k];
            const Chunk& chunk = schedule.chunks[number];
            table.add({t.start_ns, t.end_ns, called(network.graph.source(t.channel)),
                       called(network.graph.target(t.channel)), whole(t.channel), whole(number), chunk.bytes,
                       std::string(t.adds ? "add" : "copy"), called(chunk.of), called(chunk.to), whole(t.message)});
        }
    }
    RenderOptions options;
    options.format = Format::csv;
    return render(table, options);
}

// An operation on a network, and what has been found of it.
struct Task {
    Design design;
    bool own_links;
    LinkTimes times;
    CollectiveWork work;
    TimeBound bound;
    Schedule schedule;
    Task(const CollectivesArguments& a, const std::string& word, const std::string& operation)
        : design(word, a.point),
          own_links(!a.links.rate && !a.links.hop_ns),
          times(link_times(design, a.links.speed())) {
        work.operation = operation_named(operation), work.bytes = byte_count(*a.bytes, "--bytes");
        if (a.nodes_of) work.members = members_of(network(), *a.nodes_of);
        work.root = a.root       ? NodeNames(network()).by_address(*a.root)
                    : a.nodes_of ? work.members.front()
                                 : terminals_of(network()).front();
        if (!a.skew) return;
        if (!a.skew->starts_with("zipf:"))
            throw InputError("--skew '" + one_line(*a.skew) + "', must be zipf:S, such as zipf:1.2");
        work.skew = real_number(std::string_view(*a.skew).substr(5), "--skew");
    }
    [[nodiscard]] const Network& network() const { return design.network(); }
    [[nodiscard]] std::vector<Value> row(const std::string& operation) const {
        const Value steps =
            schedule.steps > 0 ? whole(schedule.steps) : Value(Missing{"transfers begin when they can"});
        const Value joules = of_design([&] { return schedule_joules(design, schedule); }),
                    price = of_design([&] { return usd_seconds(design, schedule.time_ns); });
        return cells_of(network().word, operation, schedule.algorithm, work.bytes, schedule.time_ns, bound.ns,
                        bound.ns / schedule.time_ns, bound.kind, steps, schedule.chunks.size(),
                        schedule.transfers.size(), joules, price);
    }

private:
    [[nodiscard]] Value of_design(const auto& number) const {
        if (!own_links) return Missing{"the links have a rate of their own"};
        return value_or_reason([&] { return Value(number()); });
    }
};

int scheduled(Run& run, CollectivesArguments a) {
    if (!a.bytes)
        throw InputError(
            "--bytes is missing, need how much there is, such as --bytes 1G, or --words 1 for the documents' "
            "operation");
    if (a.operations.empty()) throw InputError("--operation is missing, need one, such as --operation all-reduce");
    check_words(a.networks);
    const bool all = std::ranges::find(a.algorithms, "all") != a.algorithms.end();
    if (all) a.algorithms.assign(algorithm_names().begin() + 1, algorithm_names().end());  // the best is one of them
    if (a.algorithms.empty()) a.algorithms = {"best"};
    if (a.schedule && a.networks.size() * a.operations.size() * a.algorithms.size() > 1)
        throw InputError("--schedule with several networks, operations or algorithms, need one of each");
    if (a.schedule) check_second_output("--schedule", *a.schedule, {run.common().output, a.nodes_of.value_or("")});
    Table table{
        "collective operations: time of a schedule, and a bound that none beats",
        {"network", "operation", "algorithm", "bytes", "time_ns", "bound_ns", "share", "bound_by", "steps", "chunks",
         "transfers", "energy_j", "price_usd_s"},
        {},
        {"a transfer of b bytes takes hop + b byte times, a channel carries one at a time, all channels of a node "
         "work at once; share: bound over time; price times time is that of a working system"}};
    a.point = common_point(a.point, a.networks);
    const auto find = [&](const std::string& word, const std::string& operation) {
        const auto task = std::make_shared<Task>(a, word, operation);
        for (const std::string& algorithm : a.algorithms) {
            const std::string doing = algorithm + " " + operation + " on " + word;
            const auto done = Run::unless_interrupted([task, algorithm, all, progress = run.watch(doing, 1)] {
                if (task->bound.ns == 0.0) task->bound = collective_bound(task->network(), task->times, task->work);
                try {
                    task->schedule = collective_schedule(task->network(), task->times, task->work, algorithm, progress);
                } catch (const InputError&) {
                    if (!all) throw;
                    return false;  // it does not do this
                }
                return true;
            });
            if (!done) run.keep_finished(doing, !table.rows.empty());
            if (!done) return false;
            if (*done) table.add(task->row(operation));
            if (a.schedule)
                write_file(*a.schedule, a.schedule->ends_with(".goal")
                                            ? schedule_goal(task->network(), task->times, task->schedule)
                                            : schedule_csv(task->network(), task->schedule));
        }
        return true;
    };
    bool finished = true;
    for (const std::string& word : a.networks)
        for (const std::string& operation : a.operations) finished = finished && find(word, operation);
    run.print(table);
    return finished ? 0 : 1;
}

}  // namespace

Command collectives_command() {
    const auto a = std::make_shared<CollectivesArguments>();
    std::vector<std::string> names(operation_names().begin(), operation_names().end());
    for (const Collective c : all_collectives())
        if (name(c) != "all-to-all") names.emplace_back(name(c));
    std::vector<std::string> algorithms(algorithm_names().begin(), algorithm_names().end());
    algorithms.emplace_back("all");
    std::vector<Option> options{{"networks", &a->networks, {}, true},
                                {"--operation", &a->operations, names},
                                {"--bytes", &a->bytes},
                                {"--algorithm", &a->algorithms, algorithms},
                                {"--root", &a->root},
                                {"--nodes-of", &a->nodes_of},
                                {"--skew", &a->skew},
                                {"--schedule", &a->schedule}};
    add_options(options, link_options(a->links));
    for (Option& o : dynamic_options(a->point.dynamic))
        if (o.names == "--preset" || o.names == "--link-cycles" || o.names == "--vcs" || o.names == "--buffer")
            options.push_back(std::move(o));
    add_options(options, physical_options(a->point));
    options.push_back({"--words", &a->words});
    options.push_back({"--startup", &a->startup});
    options.push_back({"--word-time", &a->word_time});
    options.push_back({"--combining", &a->combining});
    options.push_back({"--switching", &a->switching, one_of("store-and-forward", "wormhole")});
    return {std::move(options), [a](Run& run) { return a->of_documents() ? printed(run, *a) : scheduled(run, *a); }};
}

}  // namespace wafernet::cli
