// Simulations that were run before, so that not everyone who reads a table waits for them.
#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

Table simulations_table(const Simulations& simulations) {
    Table table;
    for (const char* name : {"simulation", "value", "missing", "error", "tie", "impossible", "note"})
        table.columns.push_back({name, ""});
    for (const auto& [words, e] : simulations) {
        const auto* none = std::get_if<Missing>(&e.value);
        table.add({words, e.value, none == nullptr ? std::string() : none->reason, value_or(e.error, {}),
                   std::int64_t{e.tie}, std::int64_t{e.impossible}, e.note});
    }
    return table;
}

Simulations read_simulations(const std::filesystem::path& path) {
    Simulations simulations;
    std::ifstream file = opened(path.string());
    std::string line;
    for (std::size_t number = 0; next_line(file, line, number);) {
        if (line.starts_with('#') || line.starts_with("simulation,")) continue;
        const std::string place = path.string() + ':' + std::to_string(number);
        const std::vector<std::string> cells = csv_cells(line, place);
        if (cells.size() != 7)
            throw InputError(place + ": " + std::to_string(cells.size()) +
                             " cells, must be 7: simulation,value,missing,error,tie,impossible,note");
        Evaluation e{cells[1]};
        if (!cells[2].empty()) e.value = Missing{cells[2]};
        else if (const auto value = number_in<double>(cells[1])) e.value = *value;
        e.error = number_in<double>(cells[3]);
        e.tie = cells[4] == "1";
        e.impossible = cells[5] == "1";
        e.note = cells[6];
        if (!simulations.emplace(cells[0], std::move(e)).second)
            throw InputError(place + ": '" + cells[0].substr(0, 60) + "' stands in a line before, must be there once");
    }
    return simulations;
}

}  // namespace wafernet::published
