#include "wafernet/io/make_network.hpp"

#include "wafernet/base/error.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet {

Network make_network(std::string_view word) {
    if (is_fault_word(word)) {
        const FaultWord fault = parse_fault_word(word);
        const Network whole = make_network(fault.network);
        if (whole.routes != nullptr)
            throw InputError("routes of a network before its faults, need routes=FILE:faults+..:NETWORK");
        Network left = network_left(whole, fault.faults(whole));
        left.word = fault.word();
        if (!whole.read_as.empty()) left.read_as = whole.read_as + "; " + left.read_as;
        return left;
    }
    if (word.starts_with('@')) return make_network(resolve_model_word(word));
    if (is_routes_word(word)) return network_with_routes(parse_routes_word(word));
    if (is_graph_file_word(word)) {
        const GraphFileWord file = parse_graph_file_word(word);
        return read_graph_file(file.path, file.options);
    }
    return build(parse_network_word(word));
}

}  // namespace wafernet
