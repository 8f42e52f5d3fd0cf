// wafernet deadlock: is a routing deadlock free on a network; if not, the shortest cycle and the messages that form it.
#include "wafernet/routing/deadlock.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "../booksim_options.hpp"
#include "../channel_words.hpp"
#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../dynamic_verdict.hpp"
#include "../output.hpp"
#include "../routing_options.hpp"
#include "../values.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
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

struct DeadlockOptions {
    std::vector<std::string> networks;
    RoutingWords words;
    BooksimWords booksim;
    std::string escape;
    std::optional<std::string> depends, certificate, fault, traffic, out;
    bool cycle = false, repair = false, together = false, multicast = false;
    std::optional<std::uint64_t> budget;
};

// A pattern's word, or a file's name with or without "file:".
std::string traffic_word(const std::string& text) {
    const bool pattern = std::ranges::count(traffic_names(), text) > 0;
    std::error_code none;
    return !pattern && !text.starts_with("file:") && std::filesystem::is_regular_file(text, none) ? "file:" + text
                                                                                                  : text;
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

constexpr Node modelled_nodes = 300;  // larger networks take the model long

int most_vcs(const DeadlockOptions& options) {
    return static_cast<int>(options.words.vcs.value_or(static_cast<std::uint64_t>(VcRepairOptions{}.most_vcs)));
}

// Adds a routing with a rule that goes by its routes, or that needs none; whether it is free within the VCs.
bool try_rule(const Network& network, const std::string& routing, const std::string& rule,
              const DeadlockOptions& options, Run& run, Table& table) {
    std::string answer = "deadlock free";
    const Missing none{"not made"};
    Value vcs = none, channels = none, dependencies = none, hops = none, bound = none,
          saturation = Missing{"up to 300 nodes, deadlock free within the VCs"};
    try {
        RoutingChoice choice = options.words.choice();
        choice.routing = routing;
        choice.vc_rule = rule == "any" ? "" : rule;
        choice.vcs = 0;
        const ChosenRouting chosen = choose_routing(network, choice);
        vcs = std::int64_t{chosen.rule.vcs};
        const Verdict verdict = deadlock_verdict(network, *chosen.routing, chosen.rule, {run.common().threads});
        channels = whole(verdict.channels), dependencies = whole(verdict.dependencies);
        if (!verdict.deadlock_free()) answer = "cyclic";
        else if (chosen.rule.vcs > most_vcs(options))
            answer = "needs " + with_noun(chosen.rule.vcs, "VC") + ", more than " + std::to_string(most_vcs(options));
        const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *make_traffic("uniform", network));
        if (const double most = busiest(network, load); most > 0.0) hops = load.mean_hops, bound = 1.0 / most;
        if (network.graph.nodes() <= modelled_nodes && answer == "deadlock free") {
            DynamicChoice modelled;
            modelled.routing = routing;
            modelled.vc_rule = choice.vc_rule;
            modelled.vcs = static_cast<std::uint64_t>(chosen.rule.vcs);
            const LatencyCase c = make_latency_case(network.word, modelled);
            saturation = value_or(LatencyEstimate(c, {.budget = 1.0}).saturation().load, std::get<Missing>(saturation));
        }
    } catch (const Error& error) {
        if (std::holds_alternative<Missing>(bound)) answer = error.what();
    }
    table.row(network.word, routing, rule, vcs, channels, dependencies, answer, hops, bound, saturation);
    return answer == "deadlock free";
}

constexpr const char* repair_columns[] = {"network", "routing", "vcs",  "channels", "dependencies",
                                          "verdict", "number",  "sees", "vc_rule"};

// Says where nothing is to be repaired.
void note_free(const Network& network, const ChosenRouting& chosen, const Run& run, Table& table) {
    if (deadlock_verdict(network, *chosen.routing, chosen.rule, {run.common().threads}).deadlock_free())
        table.notes.push_back(network.word + ": deadlock free without repair, VC rule " + chosen.rule.name + ", " +
                              with_noun(chosen.rule.vcs, "VC"));
}

// For tables of routes, whose paths stay: the fewest layers of pairs, and datelines where they can be made.
int repair_tables(Run& run, const DeadlockOptions& options) {
    Table table{"repair: virtual channels by the pair or by datelines, the paths stay",
                {std::begin(repair_columns), std::end(repair_columns)}};
    RoutingChoice choice = options.words.choice();
    const int most = choice.vcs == 0 ? max_vcs : std::exchange(choice.vcs, 0);
    bool all_found = true;
    for (const std::string& word : options.networks) {
        const Network network = make_network(word);
        if (network.routes != nullptr && network.routes->vcs() > 0)
            throw InputError(word + ": --repair with routes that name virtual channels, need those without (--vcs-of)");
        ChosenRouting plain = choose_routing(network, choice);
        note_free(network, plain, run, table);
        const PairRoutes routes = pair_routes(network, *plain.routing);
        const Layers layers = find_layers(network, routes);
        const std::string name(plain.spec.name);
        Missing none{"none found with up to " + with_noun(most, "VC") + ", with " + std::to_string(layers.count)};
        const auto add = [&](const RuledRouting& ruled, const std::string& number, const char* sees) {
            if (ruled.rule.vcs > most) return false;
            const Verdict verdict = deadlock_verdict(network, *ruled.routing, ruled.rule, {run.common().threads});
            table.row(word, name, ruled.rule.vcs, verdict.channels, verdict.dependencies,
                      verdict.acyclic ? "deadlock free" : "cyclic", number, sees, ruled.rule.name);
            return true;
        };
        bool found =
            layers.count <= most &&
            add(in_layers(std::move(plain.routing), network, routes, layers),
                layers.count == layers.least ? "smallest" : "at least " + std::to_string(layers.least), "pairs");
        try {
            found = add(with_vc_rule(choose_routing(network, choice).routing, "datelines", network), "smallest found",
                        "turns") ||
                    found;
        } catch (const InputError& error) {
            none.reason += std::string("; ") + error.what();
        }
        if (!found) table.row(word, name, none, none, none, none, none, none, none);
        all_found = all_found && found;
    }
    table.notes.push_back("'wafernet routes' with --vc-rule layers writes the table, -o FILE.vn the layers alone");
    run.print(table, "repair");
    return all_found ? 0 : 1;
}

// The verdict, with its proof in a file where one is asked for, and a note on what counts.
Verdict judged(const Network& network, const ChosenRouting& chosen, VerdictOptions how, const DeadlockOptions& options,
               std::vector<std::string>& notes) {
    if (options.depends) {
        set_waits(*options.depends, how);
        notes.push_back(network.word + ": messages that wait at endpoints count: " + *options.depends);
    }
    if (options.certificate && (how.escape || options.networks.size() > 1 || options.depends || chosen.rule.bubble))
        throw InputError(
            "--certificate with several networks, escape channels, --depends or VC rule bubble, must be without");
    const CertifiedVerdict certified = certified_verdict(network, *chosen.routing, chosen.rule, how);
    if (options.certificate && !certified.verdict.acyclic && certified.verdict.deadlock_free())
        throw InputError("--certificate: the dependencies of " + network.word +
                         " have a cycle that its messages can leave, need a routing without choices: no order of the "
                         "channels proves it");
    if (options.certificate) write_file(*options.certificate, write_certificate(network, certified));
    return certified.verdict;
}

using Subjects = std::deque<std::pair<Network, ChosenRouting>>;  // routings may point to their networks, which stay

Subjects to_repair(const DeadlockOptions& options) {
    Subjects all;
    RoutingChoice choice = options.words.choice();
    choice.vcs = 0;
    for (const std::string& word : options.networks) {
        auto& [network, chosen] = all.emplace_back();
        network = network_of(word, options.fault, choice.faulty);
        chosen = choose_routing(network, choice);
        if (chosen.spec.least_vcs > 1)
            throw InputError(
                "routing '" + std::string(chosen.spec.name) +
                "' chooses its virtual channels itself, --repair is for routings that leave them to a rule");
    }
    return all;
}

// The smallest number of VCs that the search finds, for every network by itself or one rule for all.
int repair(Run& run, const DeadlockOptions& options) {
    Table table{"repair: one virtual channel for every kind of hop, proven on the instance",
                {std::begin(repair_columns), std::end(repair_columns)}};
    const auto all = std::make_shared<Subjects>(to_repair(options));  // a search that is interrupted outlives this call
    const bool one_csv = !options.out && run.common().render.format == Format::csv;
    bool all_found = true, any_found = false;
    Table by_routes{
        "rules by routes: what each costs under uniform traffic",
        {"network", "routing", "vc_rule", "vcs", "channels", "dependencies", "verdict", Column("mean_hops", 3),
         Column("channel_bound_flits_per_node_cycle", 4), Column("saturation_flits_per_node_cycle", 4)},
        {},
        {"'hop', 'layers' and 'datelines' go with any routing by --vc-rule; saturation is the model's, messages and "
         "buffers as in 'latency', with that many virtual channels"}};
    for (const auto& [network, chosen] : *all) note_free(network, chosen, run, table);
    const auto try_routes = [&](std::size_t i) {
        if (options.fault) return false;  // these routings do not go round a faulty node
        bool found = false;
        const auto add = [&](const std::string& routing, std::initializer_list<const char*> rules) {
            for (const char* rule : rules)
                found =
                    (!run.interrupted() && try_rule((*all)[i].first, routing, rule, options, run, by_routes)) || found;
        };
        const std::string name((*all)[i].second.spec.name);
        add(name, {"hop", "layers", "datelines"});
        if (name != "minimal") add("minimal", {"hop", "layers", "datelines"});
        add("up-down", {"any"});
        return found;
    };
    const auto solve = [&](std::size_t from, std::size_t to) {
        VcRepairOptions how;
        how.threads = run.common().threads;
        how.budget = options.budget.value_or(how.budget);
        how.most_vcs = most_vcs(options);
        const auto ended = Run::unless_interrupted([all, from, to, how] {
            std::vector<VcRepairSubject> subjects;
            for (std::size_t i = from; i < to; ++i)
                subjects.push_back({&(*all)[i].first, (*all)[i].second.routing.get()});
            return find_vc_repair(subjects, how);
        });
        if (!ended) {
            run.keep_finished((*all)[from].first.word, from > 0);
            return false;
        }
        const VcRepair& found = *ended;
        any_found = any_found || found.found;
        for (std::size_t i = from; i < to; ++i) {
            const auto& [network, chosen] = (*all)[i];
            const std::string name(chosen.spec.name);
            if (!found.found) {
                const Missing none{"none found with up to " + with_noun(how.most_vcs, "VC") + ", " +
                                   std::to_string(how.budget) + " steps each"};
                table.row(network.word, name, none, none, none, none, none, none, none);
                const std::size_t first = by_routes.rows.size();
                if (!try_routes(i)) all_found = false;
                else if (one_csv) table.rows.pop_back();  // the rules by routes replace it
                for (std::size_t r = first; one_csv && r < by_routes.rows.size(); ++r)
                    if (const auto& rule = by_routes.rows[r]; rule[6] == Value("deadlock free"))
                        table.add({rule[0], rule[1], rule[3], rule[4], rule[5], rule[6], "found", "routes", rule[2]});
                continue;
            }
            const Verdict& verdict = found.verdicts[i - from];
            table.row(network.word, name, found.vcs, verdict.channels, verdict.dependencies, "deadlock free",
                      found.smallest ? "smallest" : "smallest found", found.sees, found.rule);
            if (options.words.vcs) try_routes(i);
        }
        return true;
    };
    const std::size_t step = options.together ? all->size() : 1;
    for (std::size_t i = 0; i < all->size() && solve(i, i + step);) i += step;
    const std::initializer_list<std::string> notes{
        "'smallest': fewer have been proven not to do for any rule that gives one VC to every kind of hop (by "
        "phase, datelines, segment, level, axis, direction)",
        "use the rule with --vc-rule; a kind of hop reads phase (local, source, between, through, inter, final), "
        "dateline of its ring and of the upper ring (never, before, on, after), segment, level, axis, direction"};
    if (any_found) table.notes.insert(table.notes.end(), notes);
    run.print(table, "repair");
    if (!by_routes.rows.empty() && !one_csv) run.print(by_routes, "by-routes");
    return all_found && !run.interrupted() ? 0 : 1;
}

// The steps of a cycle: rows of a table, lines for people, one text for programs.
void add_cycle(const Network& network, const std::vector<CycleStep>& steps, Table& rows, std::string& lines,
               std::string& text) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto& [channel, vc, source, destination] = steps[i];
        const AddressScheme& names = network.addresses;
        const std::string hop = names.print(network.graph.source(channel)) + " -> " +
                                names.print(network.graph.target(channel)),
                          message = names.print(source) + " => " + names.print(destination);
        lines += "  " + hop + " vc" + std::to_string(vc) + "   " + message + '\n';
        text += (text.empty() ? "" : "; ") + hop + " vc" + std::to_string(vc) + " by " + message;
        rows.row(network.word, i + 1, hop, vc, channel_place(network, channel), message);
    }
}

struct Verdicts {
    Table verdicts{"deadlock verdict",
                   {"network", "routing", "vcs", "channels", "dependencies", "verdict", "cycle_length", "vc_rule"}};
    Table cycles{"shortest cycle: each message holds its channel and needs the next",
                 {"network", "step", "channel", "vc", "place", "message"}};
    std::vector<std::string> none;                // what --cycle says of networks that have none
    std::string shown;                            // the cycles, for people
    std::map<std::size_t, std::string> cycle_of;  // of a row, for programs

    void add(const Network& network, const ChosenRouting& chosen, const Verdict& verdict) {
        verdicts.row(network.word, chosen.name, chosen.rule.vcs, verdict.channels, verdict.dependencies,
                     verdict.deadlock_free() ? "deadlock free" : "cyclic",
                     verdict.acyclic ? Value(Missing{"no cycle"}) : whole(verdict.cycle.size()), chosen.rule.name);
        if (verdict.waiting) verdicts.notes.push_back(network.word + ": " + waiting_text(*verdict.waiting));
        if (verdict.acyclic) none.push_back(network.word + ": deadlock free, there is no cycle");
        else if (verdict.deadlock_free()) none.push_back(verdicts.notes.back());
        if (verdict.deadlock_free()) return;
        shown += network.word + ": shortest cycle, each message holds its channel and needs the next:\n";
        add_cycle(network, verdict.cycle, cycles, shown, cycle_of[verdicts.rows.size() - 1]);
    }

    void print(Run& run, bool cycle) {
        const Format format = run.common().render.format;
        const bool people = format == Format::text || format == Format::markdown;
        if (cycle) {
            if (people) cycles.notes = std::move(none);
            else
                for (const std::string& line : none) run.warn(line);
        } else if (!people) {
            verdicts.columns.push_back({"cycle", ""});
            for (std::size_t i = 0; i < verdicts.rows.size(); ++i)
                verdicts.rows[i].push_back(cycle_of.contains(i) ? Value(cycle_of[i]) : Value(Missing{"no deadlock"}));
        }
        run.print(cycle ? cycles : verdicts, cycle ? "cycle" : "verdict");
        if (!cycle && !shown.empty()) run.print(shown);
    }
};

// Refuses what has no effect with --repair, or without.
void check_repair(const DeadlockOptions& o, std::size_t tables) {
    const std::initializer_list<std::tuple<bool, bool, const char*>> refused = {
        {false, o.together, "--together without --repair, which it belongs to"},
        {false, o.budget.has_value(), "--budget without --repair, which it belongs to"},
        {true, o.cycle, "--repair with --cycle, a rule without cycles has none to print"},
        {true, !o.words.vc_rule.empty(), "--repair with --vc-rule, it looks for a rule of its own, need one of them"},
        {true, !o.escape.empty(), "--repair with --escape, a rule without cycles needs no escape, need one of them"},
        {true, o.traffic.has_value(), "--repair with --traffic, a repair is for all pairs"},
        {true, o.certificate.has_value(), "--repair with --certificate, need --vc-rule with the rule that it finds"},
        {true, o.depends.has_value(), "--repair with --depends, a repair is for messages that wait for no others"},
        {true, tables != 0 && tables != o.networks.size(),
         "--repair of networks with and without --routes, need one kind"},
        {true, tables != 0 && o.fault, "--repair of --routes with --fault, a table goes round no faulty node"},
        {true, tables != 0 && o.together, "--repair of --routes with --together, layers are those of one table"},
        {true, tables != 0 && o.budget, "--repair of --routes with --budget, its search has one of its own"}};
    for (const auto& [repair, given, why] : refused) {
        if (given && repair == o.repair) throw InputError(why);
    }
}

int deadlock(Run& run, const DeadlockOptions& options) {
    if (options.multicast) {
        const Table table = multicast_verdicts(options.networks, options.words.choice());
        run.print(table);
        return std::ranges::any_of(table.rows, [](const auto& row) { return row[2] == Value("cyclic"); }) ? 1 : 0;
    }
    const auto tables = std::ranges::count_if(options.networks, is_routes_word);
    check_repair(options, static_cast<std::size_t>(tables));
    if (options.certificate) check_second_output("--certificate", *options.certificate, {run.common().output});
    run.several({"deadlock", options.out,
                 words_of({{options.repair && options.words.vcs && tables == 0, "--repair with --vcs"}})});
    if (options.repair) return tables > 0 ? repair_tables(run, options) : repair(run, options);
    if (options.traffic) check_traffic(traffic_word(*options.traffic));
    Verdicts judgements;
    std::vector<std::string>& notes = judgements.verdicts.notes;
    bool all_free = true;
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
            verdict = judged(network, chosen, how, options, notes);
        } catch (const MemoryError&) {
            throw;
        } catch (const ComputationError& error) {
            all_free = false;
            if (run.interrupted()) {
                run.keep_finished(network.word, !judgements.verdicts.rows.empty());
                break;
            }
            if (options.cycle) run.warn(std::string(error.what()) + ": undecided");
            const Missing undecided{error.what()};
            judgements.verdicts.row(network.word, chosen.name, chosen.rule.vcs, undecided, undecided, "undecided",
                                    undecided, chosen.rule.name);
            continue;
        }
        all_free = all_free && verdict.deadlock_free();
        if (traffic != nullptr && !traffic->uniform())
            notes.push_back(network.word + ": verdict on the pairs of traffic '" + *options.traffic +
                            "' alone; without --traffic all pairs count");
        const VcSet unused = first_vcs(chosen.rule.vcs) & ~verdict.used;
        if (unused != 0 && how.traffic == nullptr) run.warn(network.word + ": " + unused_text(unused, chosen.name));
        if (escape != 0) notes.push_back(network.word + ": extended dependency graph of the escape channels");
        judgements.add(network, chosen, verdict);
    }
    judgements.print(run, options.cycle);
    return all_free ? 0 : 1;
}

}  // namespace

Command deadlock_command() {
    const auto options = std::make_shared<DeadlockOptions>();
    std::vector<Option> all{{"networks", &options->networks}};
    add_options(all, options->words.options());
    all.push_back({"--escape", &options->escape});
    all.push_back({"--depends", &options->depends});
    all.push_back({"--certificate", &options->certificate});
    all.push_back({"--cycle", &options->cycle});
    all.push_back({"--repair", &options->repair});
    all.push_back({"--multicast", &options->multicast});
    all.push_back({"--together", &options->together});
    all.push_back(out_option(options->out));
    all.push_back({"--budget", &options->budget});
    all.push_back({"--traffic", &options->traffic});
    all.push_back({"--fault", &options->fault});
    add_options(all, options->booksim.options());
    return {all, [options, words = all](Run& run) {
                const DeadlockOptions typed = *options;
                apply_booksim(run, options->booksim, words, options->networks);
                if (typed.repair) {  // looks for its own number and rule, for all pairs
                    options->traffic = typed.traffic;
                    options->words.vcs = typed.words.vcs;
                    options->words.vc_rule = typed.words.vc_rule;
                }
                check_words(options->networks);
                return deadlock(run, *options);
            }};
}

}  // namespace wafernet::cli
