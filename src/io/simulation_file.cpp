#include "wafernet/io/simulation_file.hpp"

#include <filesystem>
#include <fstream>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "core/csv_terminal.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

std::vector<TraceMessage> read_trace(const std::string& path, const Network& network) {
    std::ifstream file = opened(readable(path));
    if (!file || std::filesystem::is_directory(path)) throw InputError("cannot read the trace '" + path + "'");
    std::vector<bool> terminal(network.graph.nodes(), network.terminals.empty());
    for (const Node v : network.terminals) terminal[v] = true;
    const NodeNames names(network);
    std::vector<TraceMessage> out;
    std::string line;
    std::size_t number = 0;
    bool header = false;
    char separator = 0;
    const std::vector<std::string> titles{"cycle", "source", "destination", "flits"};
    while (next_line(file, line, number)) {
        if (line.find_first_not_of(" \t") == std::string::npos || line.front() == '#') continue;
        const std::string place = path + ":" + std::to_string(number) + ": ";
        if (separator == 0) separator = csv_separator(line);
        const std::vector<std::string> cells = csv_cells(line, place, separator);
        if (!header) {
            if (cells != titles)
                throw InputError(place + "found '" + line.substr(0, 40) +
                                 "', need the header cycle,source,destination,flits");
            header = true;
            continue;
        }
        if (cells.size() != 4)
            throw InputError(place + std::to_string(cells.size()) + " cells, need cycle,source,destination,flits");
        const auto whole = [&](const std::string& cell, std::uint64_t most) {
            const auto value = number_in<std::uint64_t>(cell);
            if (!value || *value > most) {
                throw InputError(place + "'" + cell.substr(0, 40) + "', need a whole number of at most " +
                                 std::to_string(most));
            }
            return *value;
        };
        const auto node = [&](const std::string& cell) { return csv_terminal(cell, names, terminal, place); };
        const std::uint64_t cycle = whole(cells[0], 1000000000000);
        const std::uint64_t flits = whole(cells[3], 1000000);
        if (flits < 1) throw InputError(place + "a message of 0 flits, need 1 to 1000000");
        if (!out.empty() && cycle < out.back().cycle)
            throw InputError(place + "cycle " + std::to_string(cycle) + " after cycle " +
                             std::to_string(out.back().cycle) + ", need rising cycles");
        const Node from = node(cells[1]);
        const Node to = node(cells[2]);
        if (from == to)
            throw InputError(place + "node " + cells[1].substr(0, 40) +
                             " sends to itself, need another destination: a file says what goes over the network");
        out.push_back({cycle, from, to, static_cast<std::uint32_t>(flits)});
    }
    if (number == 0) throw InputError(nothing_in(path));
    if (out.empty()) throw InputError("the trace '" + path + "' has no messages");
    return out;
}

}  // namespace wafernet
