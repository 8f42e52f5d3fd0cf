#include "wafernet/io/routes_file.hpp"

#include "base/csv.hpp"
#include "base/text.hpp"
#include "route_rows.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"
#include "word_escapes.hpp"

namespace wafernet {

namespace {

constexpr std::string_view routes_option = "routes=", vcs_option = "vcs-of=";
constexpr std::string_view fault_names[] = {"no route", "dead end", "loop", "no such link", "longer"};

RouteTable read_table(const Network& network, const RoutesWord& word, bool lenient) {
    const auto ends = [](const std::string& path, const char* e) { return lower(path).ends_with(e); };
    std::vector<RouteEntry> entries =
        graph_formats::in_file(word.routes, [&] { return RouteReader(word.routes, network, lenient).read(); });
    PairVcs vcs;
    if (!word.vcs_of.empty())
        vcs = graph_formats::in_file(word.vcs_of, [&] {
            RouteReader reader(word.vcs_of, network, lenient);
            return ends(word.vcs_of, ".vn") ? reader.vc_matrix() : reader.vc_csv(entries);
        });
    try {
        return {network.graph, std::move(entries), std::move(vcs)};
    } catch (const InputError& error) {
        throw InputError(graph_formats::shown(word.routes) + ", " + error.what());
    }
}

// "2 pairs with no route, first 1 to 9, ends at 1"
std::string summary(const Network& network, std::uint64_t count, const RouteProblem& p) {
    const auto called = [&](Node v) { return network.addresses.print(v); };
    const bool longer = p.fault == RouteFault::longer;
    return std::to_string(count) + " with " + (longer ? "more hops than needed, most " : "") +
           (longer ? "" : std::string(fault_names[static_cast<std::size_t>(p.fault)]) + ", first ") + called(p.source) +
           " to " + called(p.destination) +
           (longer                           ? ": " + std::to_string(p.hops) + " for " + std::to_string(p.least)
            : p.fault == RouteFault::no_link ? ": " + called(p.at) + " -> " + called(p.named)
                                             : " at " + called(p.at));
}

InputError too_many(const RoutesWord& word, const char* option) {
    return InputError(graph_formats::shown(word.routes) + ": " + option +
                      " with more than 2^26 pairs, too many to be followed, need a smaller network");
}

}  // namespace

bool is_routes_word(std::string_view word) {
    return word.starts_with(routes_option) && word.find(':') != std::string_view::npos;
}

RoutesWord parse_routes_word(std::string_view word) {
    const std::size_t colon = word.find(':');
    RoutesWord out;
    for (const std::string_view part : split(word.substr(0, colon), '+')) {
        if (part.starts_with(routes_option)) out.routes = decoded(part.substr(routes_option.size()));
        else if (part.starts_with(vcs_option)) out.vcs_of = decoded(part.substr(vcs_option.size()));
        else if (part == "partial") out.partial = true;
        else
            throw InputError("'" + graph_formats::shown(part) + "' in a word with routes, need vcs-of=FILE or partial");
    }
    out.network = word.substr(colon + 1);
    if (out.routes.empty() || is_routes_word(out.network))
        throw InputError("'" + graph_formats::shown(word) + "': need routes=FILE:NETWORK, one file");
    return out;
}

std::string print(const RoutesWord& word) {
    return std::string(routes_option) + encoded(word.routes) +
           (word.vcs_of.empty() ? "" : "+" + std::string(vcs_option) + encoded(word.vcs_of)) +
           (word.partial ? "+partial" : "") + ":" + word.network;
}

Network network_with_routes(const RoutesWord& word) {
    Network network = make_network(word.network);
    const auto table = std::make_shared<RouteTable>(read_table(network, word, word.partial));
    std::array<std::uint64_t, 5> count{};
    std::array<RouteProblem, 5> example{};  // the first, of longer ones the one that is longest
    std::vector<std::uint64_t> broken;
    const bool followed = check_routes(network, *table, [&](const RouteProblem& p) {
        const auto k = static_cast<std::size_t>(p.fault);
        if (count[k]++ == 0 || p.hops - p.least > example[k].hops - example[k].least) example[k] = p;
        if (p.fault != RouteFault::longer) broken.push_back(std::uint64_t{p.source} << 32U | p.destination);
    });
    const std::uint64_t nodes = terminals_of(network).size(), pairs = nodes * (nodes - 1);
    if (!followed && word.partial) throw too_many(word, "--partial");
    std::string what = "routes of " + std::to_string(pairs) + " pairs" + (followed ? "" : ", too many to be followed");
    for (std::size_t k = 0; k < count.size(); ++k)
        if (count[k] > 0) what += ", " + summary(network, count[k], example[k]);
    if (!broken.empty() && (!word.partial || broken.size() == pairs))
        throw InputError(graph_formats::shown(word.routes) + ": " + what +
                         "; --problems FILE lists them, with --partial pairs that have a route are judged");
    if (!broken.empty()) what += "; " + std::to_string(broken.size()) + " pairs are left out";
    table->leave_out(std::move(broken));
    network.read_as += (network.read_as.empty() ? "" : "; ") + what;
    network.routes = table;
    network.word = print(word);
    return network;
}

std::string problems_of(const RoutesWord& word) {
    const Network network = make_network(word.network);
    const RouteTable table = read_table(network, word, true);
    std::string out = "problem,source,destination,at,next,hops,shortest_hops\n";
    const auto called = [&](Node v) { return v == any_node ? std::string() : csv_cell(network.addresses.print(v)); };
    const bool followed = check_routes(network, table, [&](const RouteProblem& p) {
        const bool longer = p.fault == RouteFault::longer;
        for (const std::string& cell :
             {std::string(fault_names[static_cast<std::size_t>(p.fault)]), called(p.source), called(p.destination),
              longer ? "" : called(p.at), called(p.named), longer ? std::to_string(p.hops) : ""})
            out += cell + ',';
        out += (longer ? std::to_string(p.least) : "") + '\n';
    });
    if (!followed) throw too_many(word, "--problems");
    return out;
}

}  // namespace wafernet
