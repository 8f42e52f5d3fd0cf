// wafernet embed: one network put into another.
#include <filesystem>
#include <fstream>
#include <memory>

#include "../command.hpp"
#include "../values.hpp"
#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/node_names.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/measure/embedding.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet::cli {

namespace {

struct EmbedArguments {
    std::string guest;
    std::string host;
    std::string map;
    std::string file;
    std::uint64_t rounds = 30;
    bool show = false;
    std::optional<std::string> out;
};

// One node of the host a line, for the nodes of the guest in order.
std::vector<Node> read_map(const std::string& path, const Network& guest, const Network& host) {
    std::ifstream in = opened(readable(path));
    if (!in || std::filesystem::is_directory(path)) throw InputError("cannot read the map '" + one_line(path) + "'");
    const NodeNames names(host);
    std::vector<Node> image;
    std::vector<std::size_t> taken(host.graph.nodes(), 0);  // by which line
    std::size_t number = 0;
    for (std::string line; next_line(in, line, number);) {
        line.erase(line.find_last_not_of(" \t") + 1);
        line.erase(0, line.find_first_not_of(" \t"));
        if (line.empty()) continue;
        if (image.size() == guest.graph.nodes())
            throw InputError(one_line(path) + ":" + std::to_string(number) + ": one line too many, need " +
                             std::to_string(guest.graph.nodes()) + " for " + guest.word);
        try {
            const Node v = image.emplace_back(names.by_address(line));
            if (taken[v] > 0)
                throw InputError("puts two nodes on node " + std::to_string(v) + ", '" + one_line(line) +
                                 "', which line " + std::to_string(taken[v]) + " has too, need one each");
            taken[v] = number;
        } catch (const InputError& error) {
            throw InputError(one_line(path) + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    if (image.size() < guest.graph.nodes())
        throw InputError(one_line(path) + ": " + std::to_string(image.size()) + " lines, need " +
                         std::to_string(guest.graph.nodes()) + " for " + guest.word);
    return image;
}

int embed(Run& run, const EmbedArguments& a) {
    if (a.rounds > 100000) throw InputError("--rounds " + std::to_string(a.rounds) + ", need at most 100000");
    check_words({a.guest, a.host});
    const Network guest = make_network(a.guest);
    const Network host = make_network(a.host);
    PrintedQuality printed;
    std::vector<Node> image;
    std::string name = "file";
    std::string title = "from " + a.file;
    if (!a.file.empty()) {
        image = read_map(a.file, guest, host);
    } else {
        const NamedMap& map = named_map(a.map, guest, host);
        name = map.name;
        title = std::string(map.title) + " (" + std::string(map.source.document) + ", " +
                std::string(map.source.place) + ")";
        image = map.image(guest, host);
        if (map.printed != nullptr) printed = map.printed(guest, host);
    }
    const EmbeddingQuality q = measure_embedding(guest, host, image, {static_cast<unsigned>(a.rounds)});
    const Missing unprinted{"nothing is printed"};
    Table table{guest.word + " in " + host.word,
                {"guest", "host", "map", "dilation", "mean_dilation", "stretched_links", "congestion",
                 "congestion_least", "expansion", "printed_dilation", "printed_congestion", "printed_expansion"},
                {},
                {"map " + name + ": " + title,
                 "congestion: found along shortest paths; congestion_least: no choice of shortest paths has less"}};
    table.add(
        {guest.word, host.word, name, whole(q.dilation), q.mean_dilation, whole(q.stretched_links), whole(q.congestion),
         whole(q.congestion_least), q.expansion, printed.dilation ? whole(*printed.dilation) : Value(unprinted),
         printed.congestion ? whole(*printed.congestion) : Value(unprinted), value_or(printed.expansion, unprinted)});
    run.print(table, "quality");
    if (!a.show) return 0;
    Table nodes{"map", {"guest_node", "host_node", "guest_address", "host_address"}};
    for (Node v = 0; v < guest.graph.nodes(); ++v)
        nodes.add({whole(v), whole(image[v]), guest.addresses.print(v), host.addresses.print(image[v])});
    run.print(nodes, "map");
    return 0;
}

}  // namespace

Command embed_command() {
    const auto a = std::make_shared<EmbedArguments>();
    return {
        "embed",
        "one network in another: dilation, congestion and expansion of a map",
        "examples:\n  wafernet embed tree:5 how:6,2,2\n  wafernet embed hypercube:5 how:6,3,2 --map threes --show\n  "
        "wafernet embed ring:24 how:5,2,2\n  wafernet embed torus:4x4 hypercube:4 --map-file gray.txt",
        {{"guest", "network word of what is put in", &a->guest, {}, true},
         {"host", "network word of where it goes", &a->host, {}, true},
         {"--map", "which node goes where, 'wafernet list embeddings' shows them all (default: the first that fits)",
          &a->map},
         {"--map-file",
          "a file with one address or node number of the host a line, for the nodes of the guest in order", &a->file},
         {"--rounds", "times that every link of the guest is laid again to lower the congestion", &a->rounds},
         {"--show", "also print the map", &a->show},
         out_option(a->out)},
        [a](Run& run) {
            if (!a->map.empty() && !a->file.empty()) throw InputError("--map and --map-file, need one of them");
            run.several({"embed", a->out, a->show ? "--show" : ""});
            return embed(run, *a);
        }};
}

}  // namespace wafernet::cli
