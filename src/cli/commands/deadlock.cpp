// wafernet deadlock: is a routing deadlock free on a network; if not, the shortest cycle and the messages that form it.
#include "wafernet/routing/deadlock.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "../booksim_options.hpp"
#include "../channel_words.hpp"
#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../dynamic_verdict.hpp"
#include "../output.hpp"
#include "../routing_options.hpp"
#include "../values.hpp"
#include "base/memory.hpp"
#include "routing/layers.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/routes_file.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/vc_repair.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::cli {

namespace {

struct Options {
    std::vector<std::string> networks;
    RoutingWords words;
    BooksimWords booksim;
    std::string escape;
    std::optional<std::string> depends, certificate;
    bool cycle = false;
    bool repair = false;
    bool together = false;
    std::optional<std::string> fault;
    std::optional<std::string> traffic;
    std::optional<std::uint64_t> budget;
    std::optional<std::string> out;
};

// A pattern's word, or a file's name with or without "file:".
std::string traffic_word(const std::string& text) {
    const std::vector<std::string_view> names = traffic_names();
    const bool pattern = std::find(names.begin(), names.end(), text) != names.end();
    return !pattern && !text.starts_with("file:") && std::filesystem::is_regular_file(text) ? "file:" + text : text;
}

std::string hop_text(const Network& network, const CycleStep& step) {
    return network.addresses.print(network.graph.source(step.channel)) + " -> " +
           network.addresses.print(network.graph.target(step.channel)) + " vc" + std::to_string(step.vc);
}

std::string message_text(const Network& network, const CycleStep& step) {
    return network.addresses.print(step.source) + " => " + network.addresses.print(step.destination);
}

// Takes a faulty node out of the network's senders and receivers.
Network network_of(const std::string& word, const std::optional<std::string>& fault, std::vector<Node>& faulty) {
    Network network = make_network(word);
    faulty.clear();
    if (!fault) return network;
    faulty.push_back(NodeNames(network).by_address(*fault));
    std::vector<Node> good;
    for (Node v = 0; v < network.graph.nodes(); ++v) {
        if (v != faulty.front()) good.push_back(v);
    }
    network.terminals = good;
    return network;
}

// A routing with a rule that goes by its routes, or that needs none.
struct ByRoutes {
    std::string network, routing, rule;
    int vcs = 0;
    Verdict verdict;
    std::optional<std::string> why_not;
    double mean_hops = 0.0, bound = 0.0;
    std::optional<double> saturation;
};

constexpr Node modelled_nodes = 300;  // larger networks take the model long

ByRoutes tried(const Network& network, const std::string& routing, const std::string& rule, int most_vcs,
               const Options& options, Run& run) {
    ByRoutes one{network.word, routing, rule, 0, {}, {}, 0.0, 0.0, {}};
    try {
        RoutingChoice choice = options.words.choice();
        choice.routing = routing;
        choice.vc_rule = rule == "any" ? "" : rule;
        choice.vcs = 0;
        const ChosenRouting chosen = choose_routing(network, choice);
        one.vcs = chosen.rule.vcs;
        one.verdict = deadlock_verdict(network, *chosen.routing, chosen.rule, {run.common().threads});
        if (!one.verdict.deadlock_free()) {
            one.why_not = "cyclic";
        } else if (one.vcs > most_vcs) {
            one.why_not = "needs " + std::to_string(one.vcs) + " VCs, more than " + std::to_string(most_vcs);
        }
        const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network));
        one.mean_hops = load.mean_hops;
        const double most = busiest(network, load);
        one.bound = most > 0.0 ? 1.0 / most : 0.0;
        if (network.graph.nodes() > modelled_nodes || one.why_not) return one;
        DynamicChoice modelled;
        modelled.routing = routing;
        modelled.vc_rule = choice.vc_rule;
        modelled.vcs = static_cast<std::uint64_t>(one.vcs);
        const LatencyCase c = make_latency_case(network.word, modelled);
        one.saturation = LatencyEstimate(c, {.budget = 1.0}).saturation().load;
    } catch (const Error& error) {
        if (one.bound == 0.0) one.why_not = error.what();
    }
    return one;
}

Table costs_of(const std::vector<ByRoutes>& all) {
    Table table{"rules by routes: what each costs under uniform traffic",
                {"network", "routing", "vc_rule", "vcs", "channels", "dependencies", "verdict", Column("mean_hops", 3),
                 Column("channel_bound_flits_per_node_cycle", 4), Column("saturation_flits_per_node_cycle", 4)}};
    for (const ByRoutes& one : all) {
        const auto known = [&](bool is, Value value, const char* why) {
            return is ? std::move(value) : Value(Missing{why});
        };
        const bool counted = one.vcs > 0;
        table.add({one.network, one.routing, one.rule, known(counted, static_cast<std::int64_t>(one.vcs), "not made"),
                   known(counted, whole(one.verdict.channels), "not made"),
                   known(counted, whole(one.verdict.dependencies), "not made"), one.why_not.value_or("deadlock free"),
                   known(one.bound > 0.0, one.mean_hops, "not made"), known(one.bound > 0.0, one.bound, "not made"),
                   value_or(one.saturation, {"up to 300 nodes, deadlock free within the VCs"})});
    }
    table.notes.push_back(
        "'hop', 'layers' and 'datelines' go with any routing by --vc-rule; saturation is the model's, messages and "
        "buffers as in "
        "'latency', with that many virtual channels");
    return table;
}

// For tables of routes: the fewest layers of pairs that keep the paths.
int repair_tables(Run& run, const Options& options) {
    Table table{"repair: a layer of virtual channels for every pair, whose paths stay",
                {"network", "routing", "vcs", "channels", "dependencies", "verdict", "number", "sees", "vc_rule"}};
    for (const std::string& word : options.networks) {
        const Network network = make_network(word);
        RoutingChoice choice = options.words.choice();
        if (network.routes != nullptr && network.routes->vcs() > 0)
            throw InputError(word + ": --repair with routes that name virtual channels, need those without (--vcs-of)");
        const ChosenRouting plain = choose_routing(network, choice);
        const Layers layers = find_layers(network, pair_routes(network, *plain.routing));
        choice.vc_rule = "layers";
        const ChosenRouting chosen = choose_routing(network, choice);
        const Verdict verdict = deadlock_verdict(network, *chosen.routing, chosen.rule, {run.common().threads});
        table.add({word, std::string(plain.spec.name), std::int64_t{layers.count}, whole(verdict.channels),
                   whole(verdict.dependencies), verdict.acyclic ? "deadlock free" : "cyclic",
                   layers.count == layers.least ? "smallest" : "at least " + std::to_string(layers.least), "pairs",
                   "layers"});
    }
    table.notes.push_back("'wafernet routes' with --vc-rule layers writes the table, -o FILE.vn the layers alone");
    run.print(table, "repair");
    return 0;
}

// The verdict, with its proof in a file where one is asked for, and a note on what counts.
Verdict judged(const Network& network, const ChosenRouting& chosen, VerdictOptions how, const Options& options,
               std::vector<std::string>& notes) {
    if (options.depends) {
        set_waits(*options.depends, how);
        notes.push_back(network.word + ": messages that wait at endpoints count: " + *options.depends);
    }
    if (options.certificate && (how.escape || options.networks.size() > 1 || options.depends))
        throw InputError("--certificate with several networks, escape channels or --depends, need one without");
    const CertifiedVerdict certified = certified_verdict(network, *chosen.routing, chosen.rule, how);
    if (options.certificate && !certified.verdict.acyclic && certified.verdict.deadlock_free())
        throw InputError("--certificate: the dependencies of " + network.word +
                         " have a cycle that its messages can leave, need a routing without choices: no order of the "
                         "channels proves it");
    if (options.certificate) write_file(*options.certificate, write_certificate(network, certified));
    return certified.verdict;
}

// The smallest number of VCs that the search finds, for every network by itself or one rule for all.
int repair(Run& run, const Options& options) {
    if (is_routes_word(options.networks.front())) return repair_tables(run, options);
    Table table{"repair: one virtual channel for every kind of hop, proven on the instance",
                {"network", "routing", "vcs", "channels", "dependencies", "verdict", "number", "sees", "vc_rule"}};
    struct Chosen {
        std::vector<Network> networks;
        std::vector<ChosenRouting> routings;
    };
    const auto all = std::make_shared<Chosen>();
    std::vector<Network>& networks = all->networks;
    std::vector<ChosenRouting>& chosen = all->routings;
    std::vector<Node> faulty;
    for (const std::string& word : options.networks) networks.push_back(network_of(word, options.fault, faulty));
    for (const Network& network : networks) {
        RoutingChoice choice = options.words.choice();
        choice.vc_rule.clear();
        choice.vcs = 0;
        choice.faulty = faulty;
        chosen.push_back(choose_routing(network, choice));
        if (chosen.back().spec.least_vcs > 1) {
            throw InputError(
                "routing '" + std::string(chosen.back().spec.name) +
                "' chooses its virtual channels itself, --repair is for routings that leave them to a rule");
        }
    }
    bool all_found = true, any_found = false;
    const int most_vcs =
        static_cast<int>(options.words.vcs.value_or(static_cast<std::uint64_t>(VcRepairOptions{}.most_vcs)));
    std::vector<ByRoutes> by_routes;  // of the networks for which all ways are tried
    const auto try_routes = [&](std::size_t i) {
        if (options.fault) return false;  // these routings do not go round a faulty node
        std::vector<std::pair<std::string, std::string>> ways;
        const std::string name(chosen[i].spec.name);
        for (const char* rule : {"hop", "layers", "datelines"}) ways.emplace_back(name, rule);
        if (name != "minimal") {
            for (const char* rule : {"hop", "layers", "datelines"}) ways.emplace_back("minimal", rule);
        }
        ways.emplace_back("up-down", "any");
        bool found = false;
        for (const auto& [routing, rule] : ways) {
            if (run.interrupted()) break;
            by_routes.push_back(tried(networks[i], routing, rule, most_vcs, options, run));
            found = found || !by_routes.back().why_not;
        }
        return found;
    };
    const auto solve = [&](std::size_t from, std::size_t to) {
        VcRepairOptions how;
        how.threads = run.common().threads;
        how.budget = options.budget.value_or(how.budget);
        if (options.words.vcs) how.most_vcs = static_cast<int>(*options.words.vcs);
        const auto ended = Run::unless_interrupted([all, from, to, how] {
            std::vector<VcRepairSubject> subjects;
            for (std::size_t i = from; i < to; ++i)
                subjects.push_back({&all->networks[i], all->routings[i].routing.get()});
            return find_vc_repair(subjects, how);
        });
        if (!ended) {
            run.keep_finished(networks[from].word, from > 0);
            return false;
        }
        const VcRepair& found = *ended;
        any_found = any_found || found.found;
        for (std::size_t i = from; i < to; ++i) {
            const std::string name(chosen[i].spec.name);
            if (!found.found) {
                const Missing none{"none found with up to " + std::to_string(how.most_vcs) + " VCs, " +
                                   std::to_string(how.budget) + " steps each"};
                table.add({networks[i].word, name, none, none, none, none, none, none, none});
                if (!try_routes(i)) all_found = false;
                continue;
            }
            const Verdict& verdict = found.verdicts[i - from];
            table.add({networks[i].word, name, static_cast<std::int64_t>(found.vcs), whole(verdict.channels),
                       whole(verdict.dependencies), "deadlock free", found.smallest ? "smallest" : "smallest found",
                       found.sees, found.rule});
            if (options.words.vcs) try_routes(i);
        }
        return true;
    };
    const std::size_t step = options.together ? networks.size() : 1;
    for (std::size_t i = 0; i < networks.size() && solve(i, i + step);) i += step;
    if (any_found) {
        table.notes.push_back(
            "'smallest': fewer have been proven not to do for any rule that gives one VC to every kind of hop (by "
            "phase, datelines, segment, level, axis, direction)");
        table.notes.push_back(
            "use the rule with --vc-rule; a kind of hop reads phase (local, source, between, through, inter, final), "
            "dateline of its ring and of the upper ring (never, before, on, after), segment, level, axis, direction");
    }
    run.print(table, "repair");
    const bool one_csv = !options.out && run.common().render.format == Format::csv;
    if (!by_routes.empty() && one_csv)
        run.note("no rule was found, the table of rules by routes needs text, JSON or Markdown, or --out DIR");
    else if (!by_routes.empty()) run.print(costs_of(by_routes), "by-routes");
    return all_found && !run.interrupted() ? 0 : 1;
}

// The steps of a cycle: rows of a table, lines for people, one text for programs.
void add_cycle(const Network& network, const std::vector<CycleStep>& steps, Table& rows, std::string& lines,
               std::string& text) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const CycleStep& step = steps[i];
        const std::string hop = hop_text(network, step), message = message_text(network, step);
        lines += "  " + hop + "   " + message + '\n';
        text += (text.empty() ? "" : "; ") + hop + " by " + message;
        rows.add({network.word, whole(i + 1),
                  network.addresses.print(network.graph.source(step.channel)) + " -> " +
                      network.addresses.print(network.graph.target(step.channel)),
                  static_cast<std::int64_t>(step.vc), channel_place(network, step.channel), message});
    }
}

int deadlock(Run& run, const Options& options) {
    if (!options.repair && (options.together || options.budget))
        throw InputError(std::string(options.together ? "--together" : "--budget") +
                         " without --repair, which it belongs to");
    if (options.repair && options.cycle)
        throw InputError("--repair with --cycle, a rule without cycles has none to print");
    if (options.repair && !options.words.vc_rule.empty())
        throw InputError("--repair with --vc-rule, it looks for a rule of its own, need one of them");
    if (options.repair && !options.escape.empty())
        throw InputError("--repair with --escape, a rule without cycles needs no escape, need one of them");
    if (options.repair && options.traffic) throw InputError("--repair with --traffic, a repair is for all pairs");
    run.several({"deadlock", options.out, words_of({{options.repair && options.words.vcs, "--repair with --vcs"}})});
    if (options.repair) return repair(run, options);
    if (options.traffic) check_traffic(traffic_word(*options.traffic));
    Table verdicts{"deadlock verdict",
                   {"network", "routing", "vcs", "channels", "dependencies", "verdict", "cycle_length"}};
    Table cycles{"shortest cycle: each message holds its channel and needs the next",
                 {"network", "step", "channel", "vc", "place", "message"}};
    bool all_free = true;
    std::vector<std::string> none;                // what --cycle says of networks that have none
    std::string shown;                            // the cycles, for people
    std::map<std::size_t, std::string> cycle_of;  // of a row, for programs
    for (const std::string& word : options.networks) {
        RoutingChoice choice = options.words.choice();
        const Network network = network_of(word, options.fault, choice.faulty);
        const ChosenRouting chosen = choose_routing(network, choice);
        const VcSet escape = options.escape.empty() ? chosen.escape : vc_set(options.escape, chosen.rule.vcs);
        VerdictOptions how{run.common().threads, {}, {}};
        if (escape != 0)
            how.escape = options.escape.empty() && escape == chosen.routing->escape_vcs()
                             ? escape_by_routing(*chosen.routing)
                             : escape_by_vcs(escape);
        how.progress = run.watch("deadlock " + network.word + ", destinations");
        const std::unique_ptr<Traffic> traffic =
            options.traffic ? make_traffic(traffic_word(*options.traffic), network,
                                           {.routing = chosen.routing.get(), .threads = run.common().threads})
                            : nullptr;
        how.traffic = traffic.get();
        Verdict verdict;
        try {
            verdict = judged(network, chosen, how, options, verdicts.notes);
        } catch (const MemoryError&) {
            throw;
        } catch (const ComputationError& error) {
            all_free = false;
            if (run.interrupted()) {
                run.keep_finished(network.word, !verdicts.rows.empty());
                break;
            }
            if (options.cycle) run.warn(std::string(error.what()) + ": undecided");
            const Missing undecided{error.what()};
            verdicts.add({network.word, chosen.name, static_cast<std::int64_t>(chosen.rule.vcs), undecided, undecided,
                          "undecided", undecided});
            continue;
        }
        all_free = all_free && verdict.deadlock_free();
        verdicts.add({network.word, chosen.name, static_cast<std::int64_t>(chosen.rule.vcs), whole(verdict.channels),
                      whole(verdict.dependencies), verdict.deadlock_free() ? "deadlock free" : "cyclic",
                      verdict.acyclic ? Value(Missing{"no cycle"}) : whole(verdict.cycle.size())});
        if (traffic != nullptr && !traffic->uniform()) {
            verdicts.notes.push_back(network.word + ": verdict on the pairs of traffic '" + *options.traffic +
                                     "' alone; without --traffic all pairs count");
        }
        const VcSet unused = first_vcs(chosen.rule.vcs) & ~verdict.used;
        if (unused != 0 && how.traffic == nullptr) run.warn(network.word + ": " + unused_text(unused, chosen.name));
        if (escape != 0) verdicts.notes.push_back(network.word + ": extended dependency graph of the escape channels");
        if (verdict.acyclic) {
            none.push_back(network.word + ": deadlock free, there is no cycle");
            continue;
        }
        if (verdict.deadlock_free()) {
            verdicts.notes.push_back(network.word + ": " + waiting_text(*verdict.waiting));
            none.push_back(verdicts.notes.back());
            continue;
        }
        shown += network.word + ": shortest cycle, each message holds its channel and needs the next:\n";
        add_cycle(network, verdict.cycle, cycles, shown, cycle_of[verdicts.rows.size() - 1]);
        if (verdict.waiting) verdicts.notes.push_back(network.word + ": " + waiting_text(*verdict.waiting));
    }
    const Format format = run.common().render.format;
    const bool people = format == Format::text || format == Format::markdown;
    if (options.cycle) {
        if (people) cycles.notes = std::move(none);
        else
            for (const std::string& line : none) run.warn(line);
    } else if (!people) {
        verdicts.columns.push_back({"cycle", ""});
        for (std::size_t i = 0; i < verdicts.rows.size(); ++i)
            verdicts.rows[i].push_back(cycle_of.contains(i) ? Value(cycle_of[i]) : Value(Missing{"no deadlock"}));
    }
    run.print(options.cycle ? cycles : verdicts, options.cycle ? "cycle" : "verdict");
    if (!options.cycle && !shown.empty()) run.print(shown);
    return all_free ? 0 : 1;
}

}  // namespace

Command deadlock_command() {
    const auto options = std::make_shared<Options>();
    std::vector<Option> all{{"networks", "networks to judge, or none with --booksim", &options->networks}};
    for (Option& o : options->words.options()) all.push_back(std::move(o));
    all.push_back({"--escape", "virtual channels of the escape subfunction of an adaptive routing, as in 0 or 0-1",
                   &options->escape});
    all.push_back({"--depends",
                   "message classes that wait at the endpoints, as in reply:request: a request that has arrived holds "
                   "its channel until a reply can leave; reply@1:request gives replies a virtual network of their own",
                   &options->depends});
    all.push_back({"--certificate",
                   "file for the proof: the order of all channels, or the cycle with its messages; 'wafernet routes' "
                   "writes the routes that it is checked with",
                   &options->certificate});
    all.push_back({"--cycle", "print the cycle as a table instead of the verdict", &options->cycle});
    all.push_back({"--repair",
                   "search for the smallest number of virtual channels that makes it deadlock free; --vcs is the most "
                   "to try, and all other ways are tried too",
                   &options->repair});
    all.push_back({"--together", "with --repair: one rule for all the networks", &options->together});
    all.push_back(out_option(options->out));
    all.push_back({"--budget",
                   "with --repair: steps after which the search of one number of VCs gives up (default: 2000000)",
                   &options->budget});
    all.push_back({"--traffic",
                   "pattern or CSV file of rates: only the messages of its pairs count (default: all pairs)",
                   &options->traffic});
    all.push_back(
        {"--fault", "address or number of a node that has failed, for fault-tolerant routings", &options->fault});
    for (Option& o : options->booksim.options()) all.push_back(std::move(o));
    return {"deadlock", "is a routing deadlock free; if not, the cycle",
            "Exit code 1 where a cycle was found that can be a deadlock, or the escape channels decide nothing "
            "(undecided).\n\nExamples:\n  "
            "wafernet deadlock torus:8x8\n  wafernet deadlock htn:4,4,2,0 --vc-rule t43\n  wafernet deadlock "
            "htn:4,4,2,0 --repair",
            all, [options, words = all](Run& run) {
                apply_booksim(run, options->booksim, words, options->networks);
                check_words(options->networks);
                return deadlock(run, *options);
            }};
}

}  // namespace wafernet::cli
