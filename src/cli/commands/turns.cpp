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
        TurnCount count;
        if (word == "2d" || word == "3d") count = count_turn_sets(word[0] - '0');
        else if (word == "double-y") count = count_double_y();
        else if (word == "double-e") count = count_doubled({2, 1, 1, 1});
        else if (word == "double-n") count = count_doubled({1, 1, 2, 1});
        else if (word == "double-en") count = count_doubled({2, 1, 2, 1});
        else {
            throw InputError("unknown network '" + word.substr(0, 60) +
                             "' of turns, need 2d, 3d, double-y, double-e, double-n or double-en");
        }
        const Value none = Missing{"not counted"};
        const bool counted = !word.starts_with("double-");
        table.row(word, count.turns, count.cycles, count.ways, count.deadlock_free, count.fully_adaptive,
                  counted ? whole(count.unique) : none, counted ? whole(count.unique_with_reversal) : none);
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
