#include "file_options.hpp"

#include <algorithm>

#include "help.hpp"
#include "output.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet::cli {

namespace {

// The words that positionals hold; of networks alone those that are called so.
std::vector<std::string*> words_of(const std::vector<Option>& options, bool networks = false) {
    constexpr std::string_view names[] = {"network", "networks", "host"};
    std::vector<std::string*> words;
    for (const Option& option : options) {
        if (!positional(option) || (networks && std::ranges::find(names, option.names) == std::end(names))) continue;
        if (auto* const* many = std::get_if<std::vector<std::string>*>(&option.target)) {
            for (std::string& word : **many) words.push_back(&word);
        } else if (auto* const* one = std::get_if<std::string*>(&option.target)) {
            words.push_back(*one);
        } else if (auto* const* maybe = std::get_if<std::optional<std::string>*>(&option.target);
                   maybe != nullptr && **maybe) {
            words.push_back(&***maybe);
        }
    }
    return words;
}

}  // namespace

std::vector<std::string*> network_words(const std::vector<Option>& of_command) { return words_of(of_command, true); }

std::vector<Option> FileWords::options() {
    std::string formats;
    for (const auto& [name, about] : graph_file_formats()) formats += (formats.empty() ? "" : ", ") + std::string(name);
    return {{"--file-format", "format of networks from file:FILE, else known by its signature or ending: " + formats,
             &format_},
            {"--columns", &columns_},
            {"--directed", &directed_},
            {"--terminals", &terminals_},
            {"--weights", &weights_, one_of("latency", "ignore")},
            {"--drop-loops", &drop_loops_},
            {"--routes", &routes_},
            {"--vcs-of", &vcs_of_},
            {"--partial", &partial_},
            {"--problems", &problems_}};
}

void FileWords::apply(const std::vector<Option>& of_command) const {
    const std::pair<bool, const char*> given[] = {
        {format_.has_value(), "--file-format"},  {columns_.has_value(), "--columns"}, {directed_, "--directed"},
        {terminals_.has_value(), "--terminals"}, {weights_.has_value(), "--weights"}, {drop_loops_, "--drop-loops"}};
    const auto first = std::find_if(std::begin(given), std::end(given), [](const auto& g) { return g.first; });
    if (first == std::end(given)) return;
    GraphFileOptions options;
    options.format = format_.value_or("");
    options.columns = columns_.value_or("");
    if (columns_ && columns_->empty()) throw InputError("--columns is empty, must name them: from,to,latency");
    options.directed = directed_;
    options.drop_loops = drop_loops_;
    options.terminals = terminals_.value_or("");
    if (terminals_ && terminals_->empty())
        throw InputError("--terminals is empty, need all, leaves or names with commas between");
    if (weights_) options.weights = *weights_ == "latency" ? FileWeights::latency : FileWeights::ignored;
    bool any = false;
    for (std::string* word : words_of(of_command)) {
        if (!is_graph_file_word(*word)) continue;
        *word = with_graph_file_options(*word, options);
        any = true;
    }
    if (!any)
        throw InputError(std::string(first->second) +
                         " without a network from a file, need one such as file:graph.net");
}

void FileWords::apply_routes(const std::vector<Option>& of_command) const {
    if (!routes_) {
        if (vcs_of_ || partial_ || problems_)
            throw InputError(std::string(vcs_of_    ? "--vcs-of"
                                         : partial_ ? "--partial"
                                                    : "--problems") +
                             " without --routes, which it belongs to");
        return;
    }
    std::string problems;
    bool any = false;
    for (std::string* word : words_of(of_command, true)) {
        const RoutesWord routed{*routes_, vcs_of_.value_or(""), partial_, *word};
        *word = print(routed);
        static_cast<void>(parse_routes_word(*word));
        if (problems_ && any) throw InputError("--problems with several networks, need one");
        if (problems_) problems = problems_of(routed);
        any = true;
    }
    if (!any) throw InputError("--routes without a network, need one");
    if (problems_) write_file(*problems_, problems);
}

namespace {

// What parameters mean here where the literature gives a network of the same name others; empty: nothing to say.
std::string told_apart(const std::string& word) {
    const bool dragonfly = word.starts_with("dragonfly:"), fattree = word.starts_with("fattree:");
    if (!dragonfly && !fattree) return {};
    const Parameters p = parse_network_word(word).parameters;
    const auto text = [](std::uint64_t number) { return std::to_string(number); };
    if (fattree) {
        const std::uint64_t k = p["d"];
        if (k % 2 != 0) return {};
        const std::string half = text(k / 2);
        return word + ": a binary tree with " + text(std::uint64_t{1} << k) + " leaves; the fat tree of " + text(k) +
               "-port switches is xgft:" + half + "x" + half + "x" + text(k) + ",1x" + half + "x" + half;
    }
    if (p["arrangement"] == 0) return {};
    const std::string a = text(p["a"]), h = text(p["h"]), last = text(p["arrangement"]);
    return word + ": groups of " + a + " routers with " + h + " global links each, arrangement " + last +
           "; p,a,h = " + a + "," + h + "," + last + " of kim2008 is concentrated:" + a + ":dragonfly:" + h + "," +
           last;
}

}  // namespace

std::vector<std::string> FileWords::read_as(const std::vector<Option>& of_command) {
    std::vector<std::string> notes;
    for (const std::string* word : words_of(of_command)) {
        const std::string note =
            is_fault_word(*word) || is_routes_word(*word) || is_graph_file_word(resolve_model_word(*word))
                ? *word + ": " + make_network(*word).read_as
                : told_apart(*word);
        if (note.empty()) continue;
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
    return notes;
}

}  // namespace wafernet::cli
