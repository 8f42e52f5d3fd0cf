#include "booksim_options.hpp"

#include <algorithm>

#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/booksim_config.hpp"
#include "wafernet/io/routes_file.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet::cli {

namespace {

// "num_vcs=4", and not "htn:m=4,n=4" or "@model=1.toml".
bool is_override(const std::string& word) {
    const std::size_t equals = word.find('=');
    return equals != std::string::npos &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == equals;
}

const Option* option_named(const std::vector<Option>& options, const std::string& name) {
    const auto found = std::ranges::find_if(options, [&](const Option& o) { return o.names == "--" + name; });
    return found == options.end() ? nullptr : &*found;
}

// What the command line leaves open. A word that stands at its default counts as open: it cannot be told from one that
// was typed.
void give(const Option& option, const std::string& text) {
    if (auto* const* word = std::get_if<std::string*>(&option.target)) {
        if ((*word)->empty() || **word == "uniform" || **word == "positive") **word = text;
        return;
    }
    store_from_file(option, text);
}

}  // namespace

void apply_booksim(Run& run, const BooksimWords& words, const std::vector<Option>& options,
                   std::vector<std::string>& networks, std::vector<std::pair<std::string, std::string>>* others) {
    if (!words.file) {
        if (!words.ignore.empty()) throw InputError("--ignore without --booksim, which it belongs to");
        if (networks.empty())
            throw InputError("networks is missing (network words, such as mesh:8x8, or --booksim FILE)");
        return;
    }
    std::vector<std::string> overrides;
    std::erase_if(networks, [&](const std::string& word) {
        if (!is_override(word)) return false;
        overrides.push_back(word);
        return true;
    });
    if (!networks.empty())
        throw InputError("network '" + networks.front() +
                         "' with --booksim, whose file says the network, need one of them");
    const BooksimCase from = read_booksim_config(*words.file, overrides, words.ignore);
    networks.push_back(from.network);
    if (run.common().add_routes) run.common().add_routes();
    const auto settings = simulation_settings();
    constexpr std::string_view of_routes[] = {"routing", "vc-rule", "ties", "spread", "route-by", "extra-vcs"};
    for (const auto& [name, text] : from.options) {
        if (is_routes_word(networks.back()) && std::ranges::count(of_routes, name) > 0) continue;
        if (const Option* option = option_named(options, name)) {
            give(*option, text);
        } else if (others != nullptr &&
                   std::ranges::any_of(settings, [&n = name](const SimulationSetting& s) { return s.name == n; })) {
            others->emplace_back(name, text);
        }
    }
    run.note_last(*words.file + ": " + joined(from.said));
    for (const std::string& one : from.unheeded) run.warn_last(*words.file + ": " + one);
}

}  // namespace wafernet::cli
