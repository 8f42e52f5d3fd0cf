// wafernet embed: one network put into another.
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/embedding.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet::cli {

namespace {

struct EmbedArguments {
    std::string guest;
    std::string host;
    std::string map;
    std::uint64_t rounds = 30;
    bool show = false;
    std::optional<std::string> out;
};

constexpr Node most_bounded = 4096;  // searches from every node

int embed(Run& run, const EmbedArguments& a) {
    check_between(a.rounds, "--rounds", 0, 100000);
    check_words({a.guest, a.host});
    const Network guest = make_network(a.guest);
    const Network host = make_network(a.host);
    const NamedMap& map = named_map(a.map, guest, host);
    const std::vector<Node> image = map.image(guest, host);
    const PrintedQuality printed = map.printed != nullptr ? map.printed(guest, host) : PrintedQuality{};
    const std::string name(map.name);
    const EmbeddingQuality q = measure_embedding(guest, host, image, {static_cast<unsigned>(a.rounds)});
    const Missing unprinted{"nothing is printed"};
    Table table{
        guest.word + " in " + host.word,
        {"guest", "host", "map", "dilation", "mean_dilation", "stretched_links", "congestion", "congestion_least",
         "expansion", "printed_dilation", "printed_congestion", "printed_expansion", "dilation_least"},
        {},
        {fmt::format("map {}: {} ({}, {})", name, map.title, map.source.document, map.source.place),
         "congestion: found along shortest paths; congestion_least: no choice of shortest paths has less; "
         "dilation_least: no map has less, by the nodes within so many hops"}};
    table.add(
        {guest.word, host.word, name, whole(q.dilation), q.mean_dilation, whole(q.stretched_links), whole(q.congestion),
         whole(q.congestion_least), q.expansion, printed.dilation ? whole(*printed.dilation) : Value(unprinted),
         printed.congestion ? whole(*printed.congestion) : Value(unprinted), value_or(printed.expansion, unprinted),
         std::max(guest.graph.nodes(), host.graph.nodes()) <= most_bounded
             ? whole(dilation_least(guest.graph, host.graph))
             : Value(Missing{"bounded for up to " + std::to_string(most_bounded) + " nodes"})});
    run.print(table, "quality");
    if (!a.show) return 0;
    Table nodes{"map", {"guest_node", "host_node", "guest_address", "host_address"}};
    for (Node v = 0; v < guest.graph.nodes(); ++v)
        nodes.row(v, image[v], guest.addresses.print(v), host.addresses.print(image[v]));
    run.print(nodes, "map");
    return 0;
}

}  // namespace

Command embed_command() {
    const auto a = std::make_shared<EmbedArguments>();
    return {{{"guest", &a->guest, {}, true},
             {"host", &a->host, {}, true},
             {"--map", &a->map},
             {"--rounds", &a->rounds},
             {"--show", &a->show},
             out_option(a->out)},
            [a](Run& run) {
                run.several({"embed", a->out, a->show ? "--show" : ""});
                return embed(run, *a);
            }};
}

}  // namespace wafernet::cli
