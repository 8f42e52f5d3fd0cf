#include "graphviz.hpp"

#include <charconv>

#include "base/input_file.hpp"
#include "base/text.hpp"
#include "other_program.hpp"
#include "output.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

std::optional<double> number(std::string_view text) {
    double value = 0.0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace

NodePlaces graphviz_places(const Network& network, const std::string& engine) {
    const std::optional<std::string> program = found_program(engine);
    if (!program) throw InputError("'" + engine + "' of Graphviz is not installed, need the package graphviz");
    const Scratch scratch;
    const std::string in = scratch / "graph.dot", out = scratch / "graph.plain";
    std::string text = "graph {\nnode [shape=point, width=0.1]; overlap=scale;\n";
    for (Node v = 0; v < network.graph.nodes(); ++v) text += std::to_string(v) + ";\n";
    for (Link l = 0; l < network.graph.links(); ++l)
        text +=
            std::to_string(network.graph.source(2 * l)) + "--" + std::to_string(network.graph.target(2 * l)) + ";\n";
    write_scratch(in, text + "}\n");  // a stream would say of a refused allocation that it cannot write
    const int code = run_program(*program, {"-Tplain", in}, out);
    if (code != 0) throw ComputationError(*program + " failed with exit code " + std::to_string(code));
    NodePlaces places{std::vector<Point>(network.graph.nodes()), "by " + engine + " of Graphviz"};
    std::size_t found = 0;
    std::ifstream lines = opened(out);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string_view> words = split(line, ' ');
        if (words.size() < 4 || words[0] != "node") continue;
        const auto node = number(words[1]), x = number(words[2]), y = number(words[3]);
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
