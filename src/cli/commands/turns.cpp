// wafernet turns: which sets of turns prevent deadlock, and how many turns adaptive routing can keep.
#include <memory>

#include "../command.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/routing/turn_model.hpp"

namespace wafernet::cli {

namespace {

int turns(Run& run, const std::vector<std::string>& what, bool construction) {
    if (construction) {
        Table table{"fully adaptive routing in n dimensions: turns of 90 degrees between virtual directions",
                    {"dimensions", "vcs", "pairs_both_ways", "simple_turns", "maximal_turns", "possible_turns",
                     Column("degree", 2), "zero_degree_turns", "back_turns"}};
        for (const std::string& word : what.empty() ? std::vector<std::string>{"2", "3", "4", "8"} : what) {
            if (word.size() != 1 || word[0] < '2' || word[0] > '8')
                throw InputError("dimensions '" + word.substr(0, 60) + "': need a number from 2 to 8");
            const AdaptiveConstruction made = maximally_adaptive(word[0] - '0');
            table.row(word[0] - '0', made.vcs, made.pairs, made.simple.count(Turn::ninety),
                      made.maximal.count(Turn::ninety), made.possible,
                      static_cast<double>(made.maximal.count(Turn::ninety)) / static_cast<double>(made.possible),
                      made.maximal.count(Turn::zero), made.maximal.count(Turn::back));
        }
        run.print(table);
        return 0;
    }
    Table table{
        "ways to leave one turn out of every cycle of turns",
        {"network", "turns", "cycles", "ways", "deadlock_free", "fully_adaptive", "unique", "unique_with_reversal"}};
    for (const std::string& word : what.empty() ? std::vector<std::string>{"2d", "3d", "double-y"} : what) {
        const TurnCount count = count_turns(word);
        const auto cell = [](const auto& n) { return n ? whole(*n) : Value(Missing{"not counted"}); };
        table.row(word, count.turns, count.cycles, count.ways, count.deadlock_free, cell(count.fully_adaptive),
                  cell(count.unique), cell(count.unique_with_reversal));
    }
    run.print(table);
    return 0;
}

}  // namespace

Command turns_command() {
    const auto what = std::make_shared<std::vector<std::string>>();
    const auto construction = std::make_shared<bool>(false);
    return {{{"what", what.get()}, {"--construction", construction.get()}},
            [what, construction](Run& run) { return turns(run, *what, *construction); }};
}

}  // namespace wafernet::cli
