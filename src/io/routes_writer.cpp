// A routing as a table that --routes reads back, and the proof of its verdict.
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "route_rows.hpp"
#include "routing/walk.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet {

namespace {

using Way = std::pair<Channel, VcSet>;                                     // a hop and its VCs
using Rows = std::map<std::tuple<Node, Node, Channel>, std::vector<Way>>;  // by router, source, input: to one node

constexpr unsigned by_source = 1, by_input = 2;  // what rows go by

std::string called(const Network& network, Node v) {
    return network.family != nullptr ? std::to_string(v) : network.addresses.print(v);
}

// One end of a channel, with its number where there are parallel ones.
std::string end_of(const Network& network, Channel channel, Node end) {
    const Graph& graph = network.graph;
    std::uint32_t count = 0, number = 0;
    for (const Channel c : graph.out(graph.source(channel))) {
        if (graph.target(c) == graph.target(channel)) ++count;
        if (c == channel) number = count;
    }
    return csv_cell(called(network, end) + (count > 1 ? '#' + std::to_string(number) : ""));
}

class RoutesWriter {
public:
    RoutesWriter(const Network& network, const Routing& routing, const VcRule& rule)
        : network_(network), rule_(rule), walk_(network, routing, rule), terminals_(terminals_of(network)) {
        if (routing.draws() != Draws::none || (network.routes != nullptr && network.routes->left_out() > 0))
            throw InputError(network.word + ": a routing that draws its way or leaves pairs out has no table");
    }

    std::string csv() {
        for (const unsigned by : {0U, by_input, by_source, by_source | by_input}) {
            std::string out =
                "router,source," + std::string(by >= by_input ? "input," : "") + "destination,next,vc\r\n";
            const auto add = [&](const auto& key, Node destination, const Way& way) {
                const auto [router, from, input] = key;
                out += csv_cell(called(network_, router)) + ',';
                out += (from == any_node ? "" : csv_cell(called(network_, from))) + ',';
                if (input == own_input) out += csv_cell(called(network_, router)) + ',';
                else if (input != any_input) out += end_of(network_, input, network_.graph.source(input)) + ',';
                out += csv_cell(called(network_, destination)) + ',' +
                       end_of(network_, way.first, network_.graph.target(way.first)) + ',' + vcs(way.second) + "\r\n";
            };
            if (each_row(by, add)) return out;
        }
        throw InputError(network_.word +
                         ": messages from one source that come by one channel go different ways, no table holds them");
    }

    std::string next_hops() {
        std::map<std::pair<Node, Node>, std::vector<std::int64_t>> lines;  // of router and source
        const bool made = each_row(by_source, [&](const auto& key, Node destination, const Way& way) {
            std::vector<std::int64_t>& line = lines[{std::get<0>(key), std::get<1>(key)}];
            line.resize(network_.graph.nodes(), -1);
            if (line[destination] != -1) throw one_way("a next-hop list");
            line[destination] = target(way, "a next-hop list");
        });
        if (!made) throw one_way("a next-hop list");
        std::string out;
        for (const auto& [ends, line] : lines) {
            out += std::to_string(ends.first) + ' ' + std::to_string(ends.second);
            for (const std::int64_t next : line) out += ' ' + std::to_string(next);
            out += '\n';
        }
        return out;
    }

    // As infiniband-diags' dump_fts writes them; lids are the numbers of nodes from 1.
    std::string forwarding_tables() {
        const Ports ports = ports_of(network_);
        std::map<Node, std::map<Node, std::uint32_t>> tables;  // ports by router and destination
        const bool made = each_row(0, [&](const auto& key, Node destination, const Way& way) {
            const Node router = std::get<0>(key);
            if (network_.graph.out(router).size() == 1 && ports.by_order.empty()) return;  // a host
            tables[router][router] = 0;
            const std::uint32_t port = tables[router].try_emplace(destination, ports.number[way.first]).first->second;
            if (port != ports.number[way.first] || port > 254 || destination >= 0xBFFF)
                throw one_way("a forwarding table");
        });
        if (!made) throw one_way("a forwarding table");
        const auto head = [&](Node v) { return fmt::format("guid 0x{:016x}", ports.guid[v]); };
        const auto name = [&](Node v) { return escaped(network_.addresses.print(v)); };
        std::string out = ports.by_order + (ports.by_order.empty() ? "" : "\n");
        for (const auto& [router, rows] : tables) {
            out += fmt::format("Unicast lids [0x0-0x{:x}] of switch Lid {} {} ({}):\n  Lid  Out   Destination\n",
                               rows.rbegin()->first + 1, router + 1, head(router), name(router));
            for (const auto& [to, port] : rows)
                out +=
                    fmt::format("0x{:04x} {:03} : ({} port{}: '{}')\n", to + 1, port,
                                network_.graph.out(to).size() == 1 ? "Channel Adapter" : "Switch", head(to), name(to));
            out += fmt::format("{} valid lids dumped\n", rows.size());
        }
        return out;
    }

    // As RapidChiplet has them.
    std::string chiplets() {
        for (const unsigned by : {0U, by_input}) {
            std::map<Node, std::map<Node, std::string>> tables;  // rows by router and destination
            const bool made = each_row(by, [&](const auto& key, Node destination, const Way& way) {
                const auto [router, source, input] = key;
                if (by == 0) tables[router][router] = "null";
                std::string& row = tables[router][destination];
                const std::string from =
                    by == 0 ? "" : (input == own_input ? "\"-1\"" : tuple(network_.graph.source(input), true)) + ": ";
                if (row.find(from) != std::string::npos && !row.empty()) throw one_way("RapidChiplet's JSON");
                if (by != 0) row += row.empty() ? "{" : ", ";
                row += from + tuple(target(way, "RapidChiplet's JSON"), false);
            });
            if (!made) continue;
            std::string out = std::string("{\"type\": \"") + (by == 0 ? "default" : "extended") + "\", \"table\": {";
            for (const auto& [router, rows] : tables) {
                out += (out.ends_with('}') ? ",\n" : "\n") + tuple(router, true) + ": {";
                for (const auto& [to, row] : rows)
                    out +=
                        (out.ends_with('{') ? "\n  " : ",\n  ") + tuple(to, true) + ": " + row + (by == 0 ? "" : "}");
                out += '}';
            }
            return out + "\n}}\n";
        }
        throw one_way("RapidChiplet's JSON");
    }

    std::string noxim() {
        std::string out = "% Node        In Dest Outs\n", last;
        const auto number = [&](Node v) { return std::get<1>(chiplet(v)); };
        const bool made = each_row(by_input, [&](const auto& key, Node destination, const Way& way) {
            const auto [router, source, input] = key;
            const std::string at = number(router),
                              from = input == own_input ? at : number(network_.graph.source(input));
            const std::string row =
                fmt::format("{:<22}", " " + at + " " + from + "->" + at + " " + number(destination));
            if (row != last) out += (last.empty() ? "" : "\n") + row;
            out += at + "->" + number(target(way, "Noxim's table")) + ",";
            last = row;
        });
        if (!made) throw one_way("Noxim's table");
        return out + "\n";
    }

    std::string pair_vcs() {
        std::string out;
        std::vector<bool> sends(network_.graph.nodes(), false);
        for (const Node v : terminals_) sends[v] = true;
        for (Node source = 0; source < network_.graph.nodes(); ++source) {
            for (Node destination = 0; destination < network_.graph.nodes(); ++destination) {
                VcSet all = 1;  // 0 is written where there is no message
                if (source != destination && sends[source] && sends[destination]) {
                    all = 0;
                    walk_.explore(destination, std::span(&source, 1));
                    for (const Place& place : walk_.places()) all |= place.vcs;
                }
                if (!std::has_single_bit(all))
                    throw InputError(network_.word + ": messages of a pair take several virtual channels, need CSV");
                out += (destination > 0 ? " " : "") + std::to_string(std::countr_zero(all));
            }
            out += '\n';
        }
        return out;
    }

private:
    [[nodiscard]] InputError one_way(const std::string& format) const {
        return InputError(network_.word + ": routes with choices, over parallel links, or that go by more than " +
                          format + " tells, need CSV");
    }
    // Where a hop leads to, for formats without numbers of parallel links.
    [[nodiscard]] Node target(const Way& way, const char* format) const {
        const Node to = network_.graph.target(way.first);
        if (end_of(network_, way.first, to).find('#') != std::string::npos) throw one_way(format);
        return to;
    }
    // "chiplet" and "3" of the node chiplet3, or of node 3 where nodes have numbers.
    [[nodiscard]] std::pair<std::string, std::string> chiplet(Node v) const {
        const std::string name = called(network_, v);
        for (const std::string kind : {"chiplet", "irouter", ""})
            if (name.starts_with(kind) && is_whole(name.substr(kind.size())))
                return {kind.empty() ? "chiplet" : kind, name.substr(kind.size())};
        throw InputError(network_.word + ": node '" + name + "' has no number, which this format needs, need CSV");
    }
    [[nodiscard]] std::string tuple(Node v, bool key) const {
        const auto [kind, number] = chiplet(v);
        return key ? "\"__tuple__:[\\\"" + kind + "\\\", " + number + "]\""
                   : "{\"__tuple__\": true, \"items\": [\"" + kind + "\", " + number + "]}";
    }
    // Calls use(key, destination, way) for every row; false where two messages that rows do not tell apart part.
    template <class Use> bool each_row(unsigned by, const Use& use) {
        for (const Node destination : terminals_) {
            Rows rows;
            for (std::size_t s = 0; s < ((by & by_source) != 0 ? terminals_.size() : 1); ++s) {
                const Node source = (by & by_source) != 0 ? terminals_[s] : any_node;
                if (source == destination) continue;
                walk_.explore(destination, source != any_node ? std::span<const Node>(&source, 1) : terminals_);
                for (std::size_t p = 0; p < walk_.places().size(); ++p) {
                    const Place& at = walk_.places()[p];
                    const Channel input = by < by_input ? any_input : at.channel == no_channel ? own_input : at.channel;
                    const std::vector<Way> ways = ways_from(p);
                    if (!ways.empty() && rows.try_emplace({at.node, source, input}, ways).first->second != ways)
                        return false;
                }
            }
            for (const auto& [key, ways] : rows)
                for (const Way& way : ways) use(key, destination, way);
        }
        return true;
    }
    [[nodiscard]] std::vector<Way> ways_from(std::size_t place) const {
        std::vector<Way> ways;
        for (const Move& move : walk_.moves(place)) {
            const Place& to = walk_.places()[move.to];
            const auto known = std::ranges::find(ways, to.channel, &Way::first);
            if (known == ways.end()) ways.emplace_back(to.channel, to.vcs);
            else known->second |= to.vcs;
        }
        return ways;
    }
    [[nodiscard]] std::string vcs(VcSet set) const {
        std::string out;
        if (set == first_vcs(rule_.vcs)) return out;
        for (; set != 0; set &= set - 1) out += (out.empty() ? "" : " ") + std::to_string(std::countr_zero(set));
        return out;
    }

    const Network& network_;
    const VcRule& rule_;
    Walk walk_;
    std::vector<Node> terminals_;
};

}  // namespace

std::string write_routes(const Network& network, const Routing& routing, const VcRule& rule, std::string_view format) {
    RoutesWriter writer(network, routing, rule);
    return format == "nrl"    ? writer.next_hops()
           : format == "vn"   ? writer.pair_vcs()
           : format == "lft"  ? writer.forwarding_tables()
           : format == "json" ? writer.chiplets()
           : format == "rt"   ? writer.noxim()
                              : writer.csv();
}

std::string write_certificate(const Network& network, const CertifiedVerdict& verdict) {
    std::string out = verdict.verdict.acyclic ? "# free: no message needs a channel above the one it holds\n"
                                              : "# cyclic: the message holds its channel and needs the next step's\n";
    out += "step,from,to,vc,source,destination\n";
    std::size_t step = 0;
    const auto add = [&](Channel c, int vc, const std::string& message) {
        out += std::to_string(++step) + ',' + end_of(network, c, network.graph.source(c)) + ',' +
               end_of(network, c, network.graph.target(c)) + ',' + std::to_string(vc) + ',' + message + '\n';
    };
    for (const ChannelVc& c : verdict.order) add(c.channel, c.vc, ",");
    for (const CycleStep& c : verdict.verdict.cycle)
        add(c.channel, c.vc, csv_cell(called(network, c.source)) + ',' + csv_cell(called(network, c.destination)));
    return out;
}

}  // namespace wafernet
