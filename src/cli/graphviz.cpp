#include "graphviz.hpp"

#include "base/number_in.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

NodePlaces graphviz_places(const Network& network, const std::string& engine) {
    const std::optional<std::string> program = found_program(engine);
    if (!program) throw InputError("'" + engine + "' of Graphviz is not installed, need the package graphviz");
    std::string text = "graph {\nnode [shape=point, width=0.1]; overlap=scale;\n";
    for (Node v = 0; v < network.graph.nodes(); ++v) text += std::to_string(v) + ";\n";
    for (Link l = 0; l < network.graph.links(); ++l)
        text +=
            std::to_string(network.graph.source(2 * l)) + "--" + std::to_string(network.graph.target(2 * l)) + ";\n";
    const ProgramOutput placed = run_program(*program, {"-Tplain"}, text + "}\n", &Run::interrupted);
    if (placed.code != 0) throw ComputationError(*program + " failed with exit code " + std::to_string(placed.code));
    NodePlaces places{std::vector<Point>(network.graph.nodes()), "by " + engine + " of Graphviz"};
    std::size_t found = 0;
    for (const std::string_view line : split(placed.text, '\n')) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (words.size() < 4 || words[0] != "node") continue;
        const auto node = number_in<double>(words[1]), x = number_in<double>(words[2]), y = number_in<double>(words[3]);
        if (!node || !x || !y || *node < 0 || *node >= network.graph.nodes()) continue;
        places.at[static_cast<Node>(*node)] = {*x, -*y};
        ++found;
    }
    if (found != network.graph.nodes())
        throw ComputationError(*program + " placed " + std::to_string(found) + " of " +
                               std::to_string(network.graph.nodes()) + " nodes");
    return places;
}

}  // namespace wafernet::cli
