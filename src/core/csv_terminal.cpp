#include "core/csv_terminal.hpp"

#include <algorithm>

#include "wafernet/base/error.hpp"

namespace wafernet {

Node csv_terminal(const std::string& cell, const NodeNames& names, const std::vector<bool>& terminal,
                  const std::string& place) {
    Node node = 0;
    try {
        node = names(cell);
    } catch (const InputError& error) {
        throw InputError(place + error.what());
    }
    if (terminal[node]) return node;
    const auto first = static_cast<Node>(std::find(terminal.begin(), terminal.end(), true) - terminal.begin());
    const std::string name = names.network().addresses.print(node);
    throw InputError(place + "node " + cell.substr(0, 40) + (name == cell ? "" : ", which is " + name + ',') +
                     " neither sends nor receives messages, the first that does is " + names.both(first));
}

}  // namespace wafernet
