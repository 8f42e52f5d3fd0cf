// Collective communication on HOW networks (ziavras, sec. 5): lines of p nodes with windows of w, and squares of them.
#include "wafernet/collectives.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"
#include "wafernet/published.hpp"

namespace wafernet::published {

namespace {

std::pair<std::uint64_t, std::uint64_t> window_of(const Subject& s) {
    const NetworkWord word = parse_network_word(resolve_model_word(s.network));
    if (word.family->name == "how" && word.parameters["wrap"] == 0) return {word.parameters["p"], word.parameters["w"]};
    if (word.family->name == "gh") return {word.parameters["p"], word.parameters["p"] - 1};
    throw InputError(word.word + " is not spoken of, need how without wrap-around or gh");
}

Evaluation steps(std::uint64_t count) { return {static_cast<std::int64_t>(count), {}}; }

Evaluation line_least(const Subject& s, Workbench&) { return steps(least_line_exchange_steps(window_of(s).first, window_of(s).second)); }
Evaluation line_greedy(const Subject& s, Workbench&) { return steps(greedy_line_exchange_steps(window_of(s).first, window_of(s).second)); }
Evaluation line_printed(const Subject& s, Workbench&) { return {printed_line_exchange_time(window_of(s).first, window_of(s).second), {}}; }
Evaluation line_broadcast(const Subject& s, Workbench&) { return steps(line_broadcast_steps(window_of(s).first, window_of(s).second)); }
Evaluation least(const Subject& s, Workbench&) { return steps(least_steps(collective(s.word("operation")), window_of(s).first, window_of(s).second)); }
Evaluation printed(const Subject& s, Workbench&) { return {printed_time(collective(s.word("operation")), window_of(s).first, window_of(s).second), {}}; }

constexpr Quantity list[] = {
    {"line_exchange_least", "least steps of a total exchange on a line: messages across a cut by its links", Kind::exact, true, line_least},
    {"line_exchange_greedy", "steps of a greedy total exchange on a line", Kind::exact, false, line_greedy},
    {"line_exchange_printed", "2 ceil((p - 1)/w) - 1", Kind::formula, false, line_printed},
    {"line_broadcast_steps", "steps of an all-to-all broadcast on a line, all ports, run", Kind::exact, false, line_broadcast},
    {"collective_least", "least steps by distance, ports and cuts", Kind::exact, true, least},
    {"collective_printed", "Table 3 (HOW) in message times", Kind::formula, false, printed},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> collective_figures() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
