// Stacks whose planes do not divide the nodes, said once below a table.
#pragma once

#include <string>

#include "wafernet/report/table.hpp"
#include "wafernet/wsi/placement.hpp"

namespace wafernet::cli {

class UnevenNote {
public:
    void add(const std::string& network, const std::string& planes) {
        if (planes.empty() || all_.find(network + " has") != std::string::npos) return;
        all_ += (all_.empty() ? "" : ", ") + network + " has " + planes;
    }
    void write(Table& table) const {
        if (!all_.empty())
            table.notes.push_back("uneven planes: " + all_ + "; area, spares and price are those of the fullest plane");
    }

private:
    std::string all_;
};

}  // namespace wafernet::cli
