// Which rank runs on which node.
#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "core/breadth_first.hpp"
#include "core/csv_terminal.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/work/application.hpp"

namespace wafernet {

namespace {

// Of the digits of every group the bits in turn, the highest first.
std::vector<std::uint64_t> place_in_blocks(const AddressScheme& addresses, Node node) {
    const std::vector<std::uint32_t> digits = addresses.digits(node);
    std::vector<std::uint64_t> place;
    auto first = digits.begin();
    for (const auto& group : addresses.radices()) {
        const auto end = first + static_cast<std::ptrdiff_t>(group.size());
        for (int bit = 31; bit >= 0; --bit)
            place.push_back(std::accumulate(first, end, std::uint64_t{0}, [&](std::uint64_t bits, std::uint32_t digit) {
                return bits << 1U | (digit >> bit & 1U);
            }));
        first = end;
    }
    return place;
}

std::vector<Node> read_map(const std::string& path, const Network& network, const Program& program) {
    std::ifstream file = opened(readable(path));
    if (!file || std::filesystem::is_directory(path))
        throw InputError("cannot read the map '" + path + "', must be rows, blocks, search or a CSV file");
    std::vector<bool> terminal(network.graph.nodes(), false);
    for (const Node v : terminals_of(network)) terminal[v] = true;
    const NodeNames names(network);
    std::vector<std::optional<Node>> found(program.ranks);
    std::string line;
    std::size_t number = 0;
    char separator = 0;
    while (next_line(file, line, number)) {
        if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
        const std::string place = fmt::format("{}:{}: ", path, number);
        const bool header = std::exchange(separator, separator == 0 ? csv_separator(line) : separator) == 0;
        const std::vector<std::string> cells = csv_cells(line, place, separator);
        const auto rank = number_in<std::uint32_t>(cells[0]);
        if (header ? cells != std::vector<std::string>{"rank", "node"}
                   : cells.size() != 2 || !rank || *rank >= program.ranks || found[*rank])
            throw InputError(fmt::format("{}found '{}', must be the header rank,node and each rank from 0 to {} once",
                                         place, printable(line, 40), program.ranks - 1));
        if (!header) found[*rank] = csv_terminal(cells[1], names, terminal, place);
    }
    std::vector<Node> nodes;
    for (std::uint32_t r = 0; r < program.ranks; ++r) {
        if (!found[r])
            throw InputError(fmt::format("{}:{}: the map ends, rank {} of {} has no node, must have all {}", path,
                                         number, r, program.path, program.ranks));
        nodes.push_back(*found[r]);
    }
    return nodes;
}

// From nodes in their order on: exchanges those of two ranks, or of a rank and none, as long as that lowers hops x
// bytes.
void search_nodes(const Network& network, const Program& program, std::vector<Node>& nodes) {
    std::vector<std::vector<std::uint32_t>> hops(network.graph.nodes());
    for (const Node v : nodes) hops[v] = hops_from(network.graph, v);
    std::vector<std::map<std::uint32_t, double>> bytes(nodes.size());  // a rank, its peers, both ways
    for (const RankOperation& o : program.operations)
        if (o.kind == OperationKind::send && o.rank != o.peer)
            bytes[o.rank][o.peer] += o.amount, bytes[o.peer][o.rank] += o.amount;
    const auto cost = [&](std::size_t rank) {
        double sum = 0.0;
        for (const auto& [peer, amount] : bytes[rank]) sum += amount * hops[nodes[rank]][nodes[peer]];
        return sum;
    };
    for (bool better = true; better;) {
        better = false;
        for (std::size_t a = 0; a < program.ranks; ++a) {
            for (std::size_t b = a + 1; b < nodes.size(); ++b) {
                const double before = cost(a) + cost(b);
                std::swap(nodes[a], nodes[b]);
                if (cost(a) + cost(b) < before * (1.0 - 1e-9)) better = true;
                else std::swap(nodes[a], nodes[b]);
            }
        }
    }
}

}  // namespace

std::vector<Node> map_ranks(const Network& network, const Program& program, const std::string& word) {
    if (word != "rows" && word != "blocks" && word != "search") return read_map(word, network, program);
    std::vector<Node> nodes = terminals_of(network);
    if (program.ranks > nodes.size())
        throw InputError(
            fmt::format("rank {} of {} has no node: {} has {} that send, must be {} or more, or --map FILE",
                        nodes.size(), program.path, network.word, nodes.size(), program.ranks));
    if (word == "blocks") {
        if (network.addresses.labelled())
            throw InputError("--map blocks on " + network.word + ", whose addresses have no digits, need rows or FILE");
        std::ranges::stable_sort(nodes, {}, [&](Node v) { return place_in_blocks(network.addresses, v); });
    }
    if (word == "search") search_nodes(network, program, nodes);
    nodes.resize(program.ranks);
    return nodes;
}

}  // namespace wafernet
