// A user's own routes: from files and to files.
#pragma once

#include <string>
#include <string_view>

#include "wafernet/routing/certificate.hpp"
#include "wafernet/routing/route_table.hpp"

namespace wafernet {

/// A network word with routes, "routes=FILE+vcs-of=FILE+partial:WORD", taken apart. In names %XX stands for a byte, as
/// in %3A for a colon.
struct RoutesWord {
    std::string routes;
    std::string vcs_of;    ///< empty: virtual channels are as the table has them
    bool partial = false;  ///< pairs whose routes are broken are left out; else they are refused
    std::string network;   ///< the word of the network
};
bool is_routes_word(std::string_view word);
/// Throws InputError for an option that is none.
RoutesWord parse_routes_word(std::string_view word);
std::string print(const RoutesWord& word);

/// Returns the network of the word with its routes (Network::routes), which are checked. Files:
///
/// CSV: a header, then a row a router and destination: router,destination,next and, in any order, source (empty: any),
/// input (the neighbour that messages come from; the router itself: those it sends) and vc (empty: any; several with
/// blanks between). A destination is a name, two of them as in a..b, or *. Rows for the same messages are a choice, in
/// their order. Or a row a pair: source,destination,path, the nodes of the path with blanks or > between, and vc. Of
/// parallel links `next` and `input` name one as in b#2. Names are as NodeNames takes them.
///
/// .nrl, as NetSmith writes it: next hops to all nodes, -1 where that message does not come by; a line a router and
/// source, with these in front, or a line for every source of every router.
///
/// Forwarding tables of InfiniBand switches, as ibroute, dump_fts and opensm dump them, for a network whose ports a
/// file of ibnetdiscover or ibsim gives; for others as write_routes wrote them. RapidChiplet's JSON, Noxim's table.
///
/// VCs: a matrix with a row a source (.vn), or CSV with source,destination,vc or, each as a row of the routes has them,
/// router,source,destination,vc.
///
/// Throws InputError "path:line:column: found .., need .." for anything else, for a link that the network does not
/// have, and where a pair has no route, unless the word is partial: then such pairs send nothing. More than 2^26 pairs
/// are not followed, and no word with them may be partial.
Network network_with_routes(const RoutesWord& word);

/// Returns every problem of the routes as CSV: problem,source,destination,at,next,hops,shortest_hops. Throws InputError
/// as network_with_routes does of a partial word.
std::string problems_of(const RoutesWord& word);

/// Returns the routing with the VCs of its rule as "csv", "nrl" (one next hop a message, without VCs), "vn" (the VC
/// of every pair), "lft" (forwarding tables), "json" (RapidChiplet's) or "rt" (Noxim's; all three without VCs), read
/// back as the same hops. Rows go by source and by input only where others do not tell messages apart. Throws
/// InputError where the format cannot hold the routing.
std::string write_routes(const Network& network, const Routing& routing, const VcRule& rule, std::string_view format);

/// Returns the proof of a verdict as CSV, step,from,to,vc,source,destination: the order of all channels, or the cycle
/// with the message that holds each.
std::string write_certificate(const Network& network, const CertifiedVerdict& verdict);

}  // namespace wafernet
