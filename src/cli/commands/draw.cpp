// wafernet draw: pictures of a network, of its layout in tiles and of its stack, and the graph for other programs.
#include <memory>

#include "../command.hpp"
#include "../dynamic_options.hpp"
#include "../dynamic_verdict.hpp"
#include "../pictures.hpp"
#include "../routing_options.hpp"
#include "../values.hpp"
#include "base/text.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/routing/channel_load.hpp"
#include "wafernet/routing/deadlock.hpp"
#include "wafernet/routing/route.hpp"
#include "wafernet/sim/simulation_case.hpp"
#include "wafernet/traffic/make_traffic.hpp"

namespace wafernet::cli {

namespace {

struct DrawOptions {
    std::string network;
    RoutingWords words;
    bool layout = false, stack = false, load = false, cycle = false;
    bool route = false;
    std::optional<std::string> from, to;
    std::vector<std::string> faults;
    std::string traffic = "uniform";
    DesignPoint point;
    std::string scheme = "best";
    std::string engine = "auto";
};

std::vector<Node> nodes_of(const NodeNames& names, const std::vector<std::string>& words) {
    std::vector<Node> nodes;
    for (const std::string& word : words) nodes.push_back(names.by_address(word));
    return nodes;
}

ChosenRouting routing_of(const Network& network, const DrawOptions& o, const std::vector<Node>& faulty) {
    RoutingChoice choice = o.words.choice();
    // Routings that know no faults are drawn as they are.
    if (choice.routing.starts_with("one-fault")) choice.faulty = faulty;
    return choose_routing(network, choice);
}

// What goes on links and nodes, with the part of the title that says so.
Shown shown_on(const Run& run, const Network& network, const DrawOptions& o, std::string& title) {
    Shown shown;
    const NodeNames names(network);
    shown.faulty = nodes_of(names, o.faults);
    if (!o.faults.empty()) title += ", " + with_noun(o.faults.size(), "faulty node");
    if (!o.load && !o.cycle && !o.route) return shown;
    const ChosenRouting chosen = routing_of(network, o, shown.faulty);
    const std::string by = std::string(chosen.spec.name) + ", VC rule " + chosen.rule.name;
    if (o.route) {
        shown.from = names.by_address(*o.from);
        shown.to = names.by_address(*o.to);
        check_ends(network, *shown.from, *shown.to);
        const std::vector<RouteStep> path = route(network.graph, *chosen.routing, *shown.from, *shown.to);
        for (std::size_t i = 1; i < path.size(); ++i) shown.route.push_back(path[i].hop.channel);
        title += ", route " + network.addresses.print(*shown.from) + " to " + network.addresses.print(*shown.to);
        shown.notes.push_back("routing " + by +
                              (chosen.routing->adaptive() ? "; the first permitted hop of every step" : ""));
    }
    if (o.load) {
        SimulationChoice said;
        said.traffic = o.traffic;
        const auto traffic =
            o.traffic == "worst"
                ? make_traffic("worst", network, {.routing = chosen.routing.get(), .threads = run.common().threads})
                : make_traffic(network, said);
        const ChannelLoad load = channel_load(network, *chosen.routing, chosen.rule, *traffic, run.common().threads);
        shown.channel_load = load.channel;
        shown.load_unit =
            "flits per cycle where every source offers one flit per cycle, " + o.traffic + " traffic, routing " + by;
        title += ", load of channels";
    }
    if (o.cycle) {
        const Verdict verdict =
            deadlock_verdict(network, *chosen.routing, chosen.rule, {.threads = run.common().threads});
        title += verdict.acyclic ? ", no cycle of dependencies" : ", shortest cycle of dependencies";
        shown.notes.push_back("routing " + by + ": " +
                              (verdict.acyclic   ? "deadlock free"
                               : verdict.waiting ? waiting_text(*verdict.waiting)
                                                 : "the channel dependencies have a cycle"));
        for (const CycleStep& step : verdict.cycle) {
            shown.cycle.emplace_back(step.channel, step.vc);
            shown.notes.push_back(std::to_string(shown.cycle.size()) + ": " +
                                  network.addresses.print(network.graph.source(step.channel)) + " -> " +
                                  network.addresses.print(network.graph.target(step.channel)) + " vc" +
                                  std::to_string(step.vc) + ", a message " + network.addresses.print(step.source) +
                                  " => " + network.addresses.print(step.destination));
        }
    }
    return shown;
}

// The text of a graph file with a comment that says what made it.
std::string with_provenance(const std::string& text, const std::string& form, const std::optional<Provenance>& made) {
    if (!made) return text;
    std::string json = provenance_mark + (' ' + provenance_json(*made));
    if (form == "dot") return "// " + json + "\n" + text;
    if (form != "graphml") return "# " + json + "\n" + text;
    for (std::size_t at = 0; (at = json.find("--", at)) != std::string::npos;)  // XML permits none in a comment
        json.replace(at, 2, "-\\u002d");
    const std::size_t declaration = text.find('\n') + 1;
    return text.substr(0, declaration) + "<!-- " + json + " -->\n" + text.substr(declaration);
}

// The whole network and what has failed in it, where a picture can strike that out: nodes and, but in a layout, links.
std::optional<std::pair<Network, FaultSet>> shown_faults(const std::string& word, bool layout) {
    if (!is_fault_word(word)) return std::nullopt;
    const FaultWord fault = parse_fault_word(word);
    Network whole = make_network(fault.network);
    FaultSet faults = fault.faults(whole);
    if (!faults.processors.empty() || !faults.narrowed.empty() || (layout && !faults.channels.empty()))
        return std::nullopt;
    return std::pair(std::move(whole), std::move(faults));
}

int draw(Run& run, const DrawOptions& o) {
    if (o.route ? !o.to : o.from.has_value())
        throw InputError(o.route ? "--route without two nodes, need draw NETWORK --route SOURCE DESTINATION"
                                 : "'" + one_line(*o.from) + "' after the network, need --route before two nodes");
    const std::string& form = run.common().document;
    const std::string overlays =
        words_of({{o.load, "--load"}, {o.cycle, "--cycle"}, {o.route, "--route"}, {!o.faults.empty(), "--fault"}});
    auto failed = form == "svg" && overlays.empty() && !o.stack ? shown_faults(o.network, o.layout) : std::nullopt;
    const Network network = failed ? std::move(failed->first) : make_network(o.network);
    if (o.layout && o.stack) throw InputError("--layout and --stack, need one of them");
    if (form != "svg") {
        const std::string pictures = words_of({{o.layout, "--layout"}, {o.stack, "--stack"}});
        if (!pictures.empty() || !overlays.empty())
            throw InputError((pictures.empty() ? overlays : pictures) + " with --format " + form + ", need svg");
        run.document(with_provenance(write_graph(network, form), form, run.common().render.provenance));
        if (!network.terminals.empty() && form != "anynet")
            run.note(network.word +
                     ": which nodes send and receive is not written, --terminals says it when the file is read");
        return 0;
    }
    if (o.stack && !overlays.empty())
        throw InputError(overlays + " with --stack, need a picture of the network or --layout");
    const DesignPoint point = resolved(o.point, network);
    if (o.stack) {
        run.document(stack_svg(network, placed(network, point), network.word + ", stack, placement " + point.placement,
                               made_by(run)));
        return 0;
    }
    check_drawable(network);
    std::string title = failed ? o.network : network.word;
    Shown shown = shown_on(run, network, o, title);
    if (failed) shown.faulty = failed->second.nodes, shown.broken = failed->second.channels;
    std::string note;
    run.document(o.layout ? layout_svg(network, placed(network, point), o.scheme, shown, title, made_by(run))
                          : graph_picture(network, node_places(network, o.engine, note), shown, title, made_by(run)));
    if (!note.empty()) run.note(note);
    return 0;
}

}  // namespace

Command draw_command() {
    const auto o = std::make_shared<DrawOptions>();
    std::vector<Option> all{{"network", &o->network, {}, true},
                            {"from", &o->from},
                            {"to", &o->to},
                            {"--layout", &o->layout},
                            {"--stack", &o->stack},
                            {"--route", &o->route},
                            {"--load", &o->load},
                            {"--traffic", &o->traffic},
                            {"--cycle", &o->cycle},
                            {"--fault", &o->faults}};
    for (Option& option : physical_options(o->point)) {
        if (option.names == "--planes" || option.names == "--placement") all.push_back(std::move(option));
    }
    add_options(all,
                std::vector<Option>{{"--tiles", &o->scheme, one_of("best", "raster", "folded", "quadrant", "curve")},
                                    {"--engine", &o->engine,
                                     one_of("auto", "circle", "dot", "neato", "sfdp", "fdp", "circo", "twopi")}},
                o->words.options());
    Command command{std::move(all), [o](Run& run) { return draw(run, *o); }};
    command.documents = {"svg", "dot", "graphml", "anynet", "edges"};
    command.tables = false;
    return command;
}

}  // namespace wafernet::cli
