#include "core/csv.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "wafernet/error.hpp"

namespace wafernet {

bool next_line(std::istream& file, std::string& line, std::size_t& number) {
    if (!std::getline(file, line)) return false;
    if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // byte order mark
    while (line.ends_with('\r')) line.pop_back();
    return true;
}

char csv_separator(const std::string& first_line) { return first_line.find(';') == std::string::npos ? ',' : ';'; }

std::vector<std::string> csv_cells(const std::string& line, const std::string& place, char separator) {
    constexpr const char* blanks = " \t\r";
    std::vector<std::string> cells;
    for (std::size_t at = 0;; ++at) {
        const std::size_t first = std::min(line.find_first_not_of(blanks, at), line.size());
        std::string& cell = cells.emplace_back();
        if (first < line.size() && line[first] == '"') {
            for (at = first + 1;; ++at) {
                if (at >= line.size()) throw InputError(place + "the quote before '" + line.substr(first + 1, 40) + "' is not closed");
                if (line[at] == '"' && line[++at] != '"') break;  // two quotes are one that is meant; line[size()] is 0
                cell += line[at];
            }
            at = std::min(line.find_first_not_of(blanks, at), line.size());
            if (at < line.size() && line[at] != separator) throw InputError(place + "found '" + line.substr(at, 40) + "' after a closed quote, need a " + (separator == ';' ? "semicolon" : "comma"));
        } else {
            at = std::min(line.find(separator, first), line.size());
            cell = line.substr(first, at - first);
            cell.erase(cell.find_last_not_of(blanks) + 1);
        }
        if (at >= line.size()) return cells;
    }
}

std::string nothing_in(const std::string& path) {
    std::error_code ignored;
    const bool stream = !std::filesystem::is_regular_file(path, ignored);
    return path + ": there is nothing in it" + (stream ? "; what is no file, such as a pipe, is read once: need one network, or a file" : "");
}

Node csv_node(const std::string& cell, const Network& network, const std::string& place) {
    const AddressScheme& addresses = network.addresses;
    const auto decimal = [](const std::string& word) {
        return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos && (word.size() == 1 || word.front() != '0');
    };
    const std::uint64_t nodes = network.graph.nodes();
    // The nodes of a file may be called by numbers of its own; a family calls none by the number of another.
    const bool names_only = addresses.labelled() && network.family == nullptr && decimal(addresses.print(0));
    const bool plain = decimal(cell) && !names_only;
    std::uint64_t number = nodes;
    if (plain) std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (number < nodes) return static_cast<Node>(number);
    std::string why;
    try {
        // 1011 on a hypercube, 1234 on a star graph: no node has so great a number, and an address is printed so.
        const Node node = addresses.parse(cell);
        if (!plain || addresses.print(node) == cell) return node;
    } catch (const InputError& error) {
        why = error.what();
    }
    if (names_only) throw InputError(place + why);
    if (plain) {
        throw InputError(place + "node " + cell.substr(0, 40) + " does not exist, the last node of " + network.word + " is " + std::to_string(nodes - 1) + ", or " +
                         addresses.print(static_cast<Node>(nodes - 1)) + " by its address");
    }
    throw InputError(place + why + ", or a node number from 0 to " + std::to_string(nodes - 1) + " without leading zeros");
}

Node csv_terminal(const std::string& cell, const Network& network, const std::vector<bool>& terminal, const std::string& place) {
    const Node node = csv_node(cell, network, place);
    if (terminal[node]) return node;
    const auto first = static_cast<Node>(std::find(terminal.begin(), terminal.end(), true) - terminal.begin());
    const std::string name = network.addresses.print(node);
    throw InputError(place + "node " + cell.substr(0, 40) + (name == cell ? "" : ", which is " + name + ',') + " neither sends nor receives messages, the first that does is " +
                     std::to_string(first) + ", or " + network.addresses.print(first) + " by its address");
}

}  // namespace wafernet
