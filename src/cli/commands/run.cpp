// wafernet run: an application's messages from start to end.
#include <memory>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../link_options.hpp"
#include "../output.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/work/application.hpp"

namespace wafernet::cli {

namespace {

struct RunArguments {
    std::string file;
    std::vector<std::string> networks;
    std::string mode = "auto", map = "rows", ports = "one";
    PlacedProgram placed;
    std::optional<std::string> critical;
    LinkWords links;
    DesignPoint point;
};

// A program on one network: all that is known of it.
struct TimedProgram {
    std::shared_ptr<const Design> design;
    PlacedProgram placed;
    LinkTimes links;
    ApplicationTime time;
    double bytes = 0.0, least_ns = 0.0;
    Value joules = Missing{"the links have a rate of their own"};
};

TimedProgram time_on(const std::string& word, const RunArguments& a, const std::shared_ptr<const Program>& program) {
    constexpr double quick_flits = 1e7;  // some seconds of the simulator
    TimedProgram t;
    t.design = std::make_shared<const Design>(word, a.point);
    const LinkSpeed speed = a.links.speed();
    const bool given = speed.bytes_per_ns || speed.hop_ns;
    t.links = link_times(*t.design, speed);
    const LatencyCase& c = t.design->dynamic();
    t.placed = a.placed;
    t.placed.program = program.get();
    t.placed.node_of_rank = map_ranks(*c.network, *program, a.map);
    t.placed.ports_limit = a.ports == "one";
    t.least_ns = time_without_network(t.placed);
    for (const RankOperation& o : program->operations) t.bytes += o.kind == OperationKind::send ? o.amount : 0.0;
    const bool quick = t.bytes * 8.0 / static_cast<double>(t.design->flit_bits()) <= quick_flits;
    const bool flits = a.mode == "simulation" || (a.mode == "auto" && !given && quick);
    t.time = flits ? time_by_flits(t.placed, *t.design) : time_by_links(t.placed, *c.network, *c.routing, t.links);
    if (!given) t.joules = value_or_reason([&] { return Value(application_joules(t.placed, *t.design, t.time)); });
    return t;
}

void add_time(Table& table, const TimedProgram& t) {
    const Network& network = t.design->network();
    Channel busiest = 0;
    const auto busy = [&](Channel c) { return t.time.bytes[c] * t.links.byte_ns[c]; };
    for (Channel c = 0; c < t.time.bytes.size(); ++c) busiest = busy(c) > busy(busiest) ? c : busiest;
    const auto share = [&](double ns) { return t.time.ns > 0.0 ? ns / t.time.ns : 0.0; };
    Value channel = Missing{"no message crosses a link"}, carries = channel;
    if (!t.time.bytes.empty() && busy(busiest) > 0.0) {
        channel = network.addresses.print(network.graph.source(busiest)) + "->" +
                  network.addresses.print(network.graph.target(busiest));
        carries = share(busy(busiest));
    }
    table.add({network.word, t.time.ns, share(t.time.network_ns),
               std::string(t.time.cycles ? "simulation" : "analytic"), t.design->dynamic().routing_name,
               t.time.cycles ? whole(*t.time.cycles) : Value(Missing{"the analytic mode counts none"}),
               t.time.ns - t.time.network_ns, t.least_ns, share(t.time.ns - t.least_ns),
               std::int64_t{t.placed.program->ranks}, whole(t.placed.program->operations.size()),
               whole(t.time.messages), t.bytes, channel, carries, t.joules});
}

void write_path(const std::string& path, const std::vector<TimedProgram>& all) {
    Table table{
        "critical path",
        {"network", "step", "line", "kind", "rank", "node", "to_rank", "to_node", "bytes", "tag", "from_ns", "to_ns"}};
    for (const TimedProgram& t : all) {
        const AddressScheme& addresses = t.design->network().addresses;
        std::int64_t number = 0;
        for (const PathStep& step : t.time.path) {
            const RankOperation& o = t.placed.program->operations[step.operation];
            const bool calc = o.kind == OperationKind::calc;
            const auto of_message = [&](Value value) { return calc ? Value(Missing{"a calculation"}) : value; };
            table.add({t.design->network().word, ++number, std::int64_t{o.line}, calc ? "calc" : "message",
                       std::int64_t{o.rank}, addresses.print(t.placed.node_of_rank[o.rank]),
                       of_message(std::int64_t{o.peer}), of_message(addresses.print(t.placed.node_of_rank[o.peer])),
                       of_message(o.amount), of_message(std::int64_t{o.tag}), step.from_ns, step.to_ns});
        }
    }
    RenderOptions csv;
    csv.format = Format::csv;
    write_file(path, render(table, csv));
}

int run_program(Run& run, RunArguments a) {
    check_words(a.networks);
    check_design_point(a.point);
    if (!(a.placed.calc_ns >= 0.0)) throw InputError("--calc-ns is negative, must be 0 or more");
    const LinkSpeed speed = a.links.speed();
    if (a.mode == "simulation" && (speed.bytes_per_ns || speed.hop_ns))
        throw InputError(
            "--link-rate or --hop-ns with --mode simulation, need --flit-bits, --clock-ghz, --link-cycles");
    if (a.critical) check_second_output("--critical", *a.critical, {run.common().output, a.file});
    a.point = common_point(a.point, a.networks);
    const auto program =
        Run::unless_interrupted([path = a.file] { return std::make_shared<const Program>(read_program(path)); });
    Table table{"time of a program",
                {"network", Column("time_ns", 1), Column("network_share", 4), "mode", "routing", "cycles",
                 Column("compute_ns", 1), Column("time_without_network_ns", 1), Column("most_saved_share", 4), "ranks",
                 "operations", "messages", "bytes", "busiest_channel", Column("busiest_share", 4), "energy_j"},
                {},
                {"network_share: messages on the critical path; compute_ns: calculations on it; most_saved_share: what "
                 "a network without delay would save; busiest_share: of the time in which a channel carries bytes"}};
    std::vector<TimedProgram> all;
    for (const std::string& word : a.networks) {
        run.progress("run " + a.file + ", now " + word, all.size(), a.networks.size(), "networks");
        auto timed = !program
                         ? std::nullopt
                         : Run::unless_interrupted([word, a, program = *program] { return time_on(word, a, program); });
        if (!timed) {
            run.keep_finished(word, !all.empty());
            break;
        }
        add_time(table, *timed);
        all.push_back(std::move(*timed));
    }
    if (a.critical) write_path(*a.critical, all);
    run.print(table);
    return run.interrupted() ? 1 : 0;
}

}  // namespace

Command run_command() {
    const auto a = std::make_shared<RunArguments>();
    std::vector<Option> options{{"file", &a->file, {}, true},
                                {"networks", &a->networks, {}, true},
                                {"--mode", &a->mode, one_of("auto", "analytic", "simulation")},
                                {"--map", &a->map},
                                {"--calc-ns", &a->placed.calc_ns},
                                {"--overlap", &a->placed.overlap},
                                {"--ports", &a->ports, one_of("one", "all")},
                                {"--critical", &a->critical}};
    add_options(  // the program says who sends how much to whom
        options, link_options(a->links),
        options_but(dynamic_options(a->point.dynamic),
                    {"--traffic", "--hotspot-fraction", "--hotspot-nodes", "--include-self", "--flits"}),
        options_but(physical_options(a->point), {"--defects", "--spares", "--spare-unit"}));
    return {std::move(options), [a](Run& run) { return run_program(run, *a); }};
}

}  // namespace wafernet::cli
