// A user's own graph from a file.
#pragma once

#include <string>

#include "wafernet/family.hpp"

namespace wafernet {

/// Returns the network in the file at `path`; `family` is null and the word is "file:PATH". The content decides the form:
///
/// BookSim `anynet`, where the first word is "router" or "node":
///     router 0 node 0 router 1 10 router 2
///     node 1 router 1
/// A link between two routers goes both ways. The number after it is the latency in cycles of the channel from the head of
/// the line to the named router; the way back has latency 1 unless a line of its own gives another, as in BookSim. A node
/// belongs to one router. Nodes are numbered in the order of their numbers in the file, routers without a node follow. Where
/// every router has at most one node and no node a latency, a router and its node are one node of the network: called by
/// their number where all have the same, else node0, and a router without a node router0. Otherwise every node is a node of
/// the network of its own, joined to its router by a link, and they are called node0 and router0. Routers without a node send
/// nothing; where the file names no node all routers are terminals.
///
/// Edge list, otherwise: two names a line and optionally the latency in cycles of both directions. Repeated lines are
/// parallel links; a line with the same two names in the other order is the way back of the same link, and a latency there
/// that of the way back. Names have a letter or a digit and begin with neither % nor //; nodes are numbered as they appear.
///
/// In both, `#` starts a comment. `channel_latency_cycles` is empty where every latency is 1.
/// Throws InputError "path:line:column: found .., need .." for anything else.
Network read_graph_file(const std::string& path);

}  // namespace wafernet
