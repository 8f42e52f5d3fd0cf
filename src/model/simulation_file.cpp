// Options of a simulation as TOML, and traces as CSV.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "model/toml.hpp"
#include "wafernet/error.hpp"
#include "wafernet/simulation_case.hpp"

namespace wafernet {

namespace {

std::string text_of(const model::TomlValue& value) {
    if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
    if (const auto* flag = std::get_if<bool>(&value.data)) return *flag ? "yes" : "no";
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&value.data)) return fmt::format("{}", *real);
    const auto* many = std::get_if<std::vector<model::TomlValue>>(&value.data);
    if (many == nullptr) throw InputError("a table, need a value");
    std::string out;
    for (const model::TomlValue& one : *many) out += (out.empty() ? "" : ",") + text_of(one);
    return out;
}

}  // namespace

void read_option_file(const std::string& path, const std::function<void(const std::string& name, const std::string& text)>& take) {
    for (const model::TomlEntry& entry : model::parse_toml(path)) {
        try {
            take(entry.key, text_of(entry.value));
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}:{}:{}: {}", path, entry.line, entry.column, error.what()));
        }
    }
}

std::vector<TraceMessage> read_trace(const std::string& path, const Network& network) {
    std::ifstream file(path);
    if (!file || std::filesystem::is_directory(path)) throw InputError("cannot read the trace '" + path + "'");
    std::vector<bool> terminal(network.graph.nodes(), network.terminals.empty());
    for (const Node v : network.terminals) terminal[v] = true;
    std::vector<TraceMessage> out;
    std::string line;
    std::size_t number = 0;
    bool header = false;
    while (std::getline(file, line)) {
        ++number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        const std::string place = path + ":" + std::to_string(number) + ": ";
        if (!header) {
            if (line != "cycle,source,destination,flits") throw InputError(place + "found '" + line.substr(0, 40) + "', need the header cycle,source,destination,flits");
            header = true;
            continue;
        }
        std::vector<std::uint64_t> cells;
        std::string_view rest = line;
        while (true) {
            const std::size_t comma = rest.find(',');
            std::string_view cell = rest.substr(0, comma);
            while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
            std::uint64_t value = 0;
            const auto [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
            if (cell.empty() || status != std::errc{} || end != cell.data() + cell.size() || value > 1000000000000) {
                throw InputError(place + "'" + std::string(cell.substr(0, 40)) + "', need a whole number");
            }
            cells.push_back(value);
            if (comma == std::string_view::npos) break;
            rest.remove_prefix(comma + 1);
        }
        if (cells.size() != 4) throw InputError(place + std::to_string(cells.size()) + " cells, need cycle,source,destination,flits");
        for (const std::size_t i : {1U, 2U}) {
            if (cells[i] < terminal.size() && !terminal[cells[i]]) throw InputError(place + "node " + std::to_string(cells[i]) + " neither sends nor receives messages");
            if (cells[i] >= network.graph.nodes()) {
                throw InputError(place + "node " + std::to_string(cells[i]) + " does not exist, the last node of " + network.word + " is " +
                                 std::to_string(network.graph.nodes() - 1));
            }
        }
        if (cells[3] < 1 || cells[3] > 1000000) throw InputError(place + "a message of " + std::to_string(cells[3]) + " flits, need 1 to 1000000");
        if (!out.empty() && cells[0] < out.back().cycle) throw InputError(place + "cycle " + std::to_string(cells[0]) + " after cycle " + std::to_string(out.back().cycle) + ", need rising cycles");
        out.push_back({cells[0], static_cast<Node>(cells[1]), static_cast<Node>(cells[2]), static_cast<std::uint32_t>(cells[3])});
    }
    if (out.empty()) throw InputError("the trace '" + path + "' has no messages");
    return out;
}

}  // namespace wafernet
