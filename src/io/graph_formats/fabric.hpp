// Fabrics as ibnetdiscover prints them and ibsim reads them: nodes with numbered ports.
#pragma once

#include <unordered_map>

#include "source.hpp"

namespace wafernet::graph_formats {

struct Fabric {
    struct Link {
        std::string a, b;  ///< names of nodes
        std::uint32_t port_a = 0, port_b = 0;
        Place at;
    };
    std::vector<std::string> hosts;  ///< each is one port of an adapter, with [2] behind it where it has several
    std::vector<Link> links;         ///< in the order of the network's
    std::unordered_map<std::uint64_t, std::string> guids;  ///< of switches and hosts: whose each is
};

/// Returns the fabric. Throws a Complaint where a port's other end does not name it, as in a part of a file.
Fabric read_fabric(const Source& source);
inline constexpr std::string_view fabric_title = "ibnetdiscover";

/// Returns the hexadecimal number at the front of the text; 0 where there is none.
std::uint64_t hexadecimal(std::string_view text);

}  // namespace wafernet::graph_formats
