// models/*.toml: a network by name.
#include <filesystem>
#include <string>

#include "base/text.hpp"
#include "toml.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet {

namespace {

using model::TomlSection;

// family = "htn" with [parameters] m = 4, .. -> "htn:m=4,..". A network in the network comes last.
std::string word_of_parameters(const TomlSection& top) {
    std::string word = top.text("family");
    char separator = ':';
    const TomlSection parameters = top.section("parameters");
    std::vector<std::string> keys = parameters.keys();
    std::stable_partition(keys.begin(), keys.end(), [&](const std::string& key) {
        return parameters.word(key).find_first_not_of("0123456789x") == std::string::npos;
    });
    for (const std::string& key : keys) {
        word += separator;
        separator = ',';
        word += key + "=" + parameters.word(key);
    }
    return word;
}

}  // namespace

NetworkModel read_network_model(std::string_view path) {
    if (path.empty()) throw InputError("no file name after '@', need one such as @models/htn-1024.toml");
    const std::filesystem::path found = data_file(path);
    const TomlSection top = TomlSection::of_file(found);
    NetworkModel model;
    model.name = top.maybe_text("name").value_or("");
    model.title = top.maybe_text("title").value_or("");
    if (const auto source = top.maybe_section("source")) {
        model.document = source->text("document");
        model.place = source->text("place");
        source->finish();
    }
    if (top.has("network") == top.has("family"))
        top.fail({}, "need either network = \"htn:4,4,2,0\" or family = \"htn\" with [parameters]");
    model.word = top.has("network") ? top.text("network") : word_of_parameters(top);
    const std::string_view key = top.has("network") ? "network" : "family";
    top.finish();
    if (model.word.starts_with('@'))
        top.fail(key, "network = '" + model.word + "' is a model again, need a network word");
    if (is_graph_file_word(model.word)) {
        // A graph file lies where the model says, seen from the model's folder; a pipe has none.
        const std::size_t start = model.word.find(':') + 1;
        std::error_code none;
        if (start < model.word.size() && std::filesystem::is_regular_file(found, none))
            model.word = model.word.substr(0, start) + (found.parent_path() / model.word.substr(start)).string();
    } else {
        try {
            model.word = parse_network_word(model.word).word;
        } catch (const InputError& error) {
            top.fail(key, error.what());
        }
    }
    return model;
}

std::string resolve_model_word(std::string_view word) {
    if (is_routes_word(word)) return resolve_model_word(parse_routes_word(word).network);
    return word.starts_with('@') ? read_network_model(word.substr(1)).word : std::string(word);
}

NetworkWord network_word(std::string_view word) {
    if (is_fault_word(word))
        throw InputError(printable(word) +
                         ": a network with faults is no member of its family any more, need one without");
    return parse_network_word(resolve_model_word(word));
}

}  // namespace wafernet
