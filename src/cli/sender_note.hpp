// Networks of a table that have switches, nodes that do not send: said once below it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include "wafernet/report/table.hpp"

namespace wafernet::cli {

class SenderNote {
public:
    /// `terminals` and `nodes` are the figures of these names.
    void add(const std::string& network, const Value& terminals, const Value& nodes) {
        const auto* senders = std::get_if<std::int64_t>(&terminals);
        const auto* all = std::get_if<std::int64_t>(&nodes);
        if (senders == nullptr || all == nullptr) return;
        if (*senders == *all || !with_switches_.insert(network).second) return;
        if (with_switches_.size() <= most)
            text_ += std::string(text_.empty() ? " " : ", ") + network + " " + std::to_string(*senders) + " of " +
                     std::to_string(*all);
    }
    /// Writes nothing where there are no switches.
    void write(Table& table) const {
        if (with_switches_.empty()) return;
        table.notes.push_back(
            "not all nodes send, and loads are per node that does:" + text_ +
            (with_switches_.size() > most ? " and " + std::to_string(with_switches_.size() - most) + " more" : "") +
            "; --metric terminals shows how many do");
    }

private:
    static constexpr std::size_t most = 5;  // that are named
    std::set<std::string> with_switches_;
    std::string text_;
};

}  // namespace wafernet::cli
