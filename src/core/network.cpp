#include "wafernet/core/network.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

bool holds_network(const Family& family) {
    return !family.parameters.empty() && family.parameters.back().kind == ParameterKind::network;
}

// "htn:m,n,L,q" or "swapped:L:G" for messages.
std::string signature(const Family& family) {
    std::string out(family.name);
    for (std::size_t i = 0; i < family.parameters.size(); ++i) {
        out += i == 0 || family.parameters[i].kind == ParameterKind::network ? ':' : ',';
        out += family.parameters[i].name;
    }
    return out;
}

struct Parts {
    std::vector<std::string_view> list;
    bool network = false;  // whether the last one is a network
};

// The parameters of a word as they stand in it. A network in a network comes last and takes the rest of the word; the
// numbers before it, if any, end at a colon.
Parts parts_of(const Family& family, std::string_view rest) {
    if (!holds_network(family)) return {split(rest, ','), false};
    const auto numbers = family.parameters.first(family.parameters.size() - 1);
    Parts parts;
    while (true) {
        const std::string_view piece = rest.substr(0, rest.find_first_of(",:"));
        const std::string_view key = piece.substr(0, piece.find('='));
        const bool named = key.size() < piece.size() && std::any_of(numbers.begin(), numbers.end(),
                                                                    [&](const auto& spec) { return spec.name == key; });
        const bool number = !piece.empty() && piece.find_first_not_of("0123456789x") == std::string_view::npos;
        if (!named && !number) break;
        parts.list.push_back(piece);
        rest.remove_prefix(std::min(piece.size() + 1, rest.size()));
    }
    parts.network = !rest.empty();
    if (parts.network) parts.list.push_back(rest);
    return parts;
}

std::uint64_t number_of(const ParameterSpec& spec, std::string_view text, std::string_view word) {
    const std::string where = printable(word) + ": " + std::string(spec.name) + " = '" + printable(text) + "'";
    const std::string range = spec.most == 0xFFFFFFFFU
                                  ? ">= " + std::to_string(spec.least)
                                  : "from " + std::to_string(spec.least) + " to " + std::to_string(spec.most);
    std::uint64_t number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || end != text.data() + text.size() || status == std::errc::invalid_argument)
        throw InputError(where + ", need a whole number " + range);
    if (status == std::errc::result_out_of_range || number < spec.least || number > spec.most)
        throw InputError(where + ", need a number from " + std::to_string(spec.least) + " to " +
                         std::to_string(spec.most));
    return number;
}

Parameters::Value value_of(const ParameterSpec& spec, std::string_view text, std::string_view word) {
    Parameters::Value value{spec.name, {}, {}};
    switch (spec.kind) {
        case ParameterKind::number: value.numbers.push_back(number_of(spec, text, word)); break;
        case ParameterKind::extents:
            while (true) {
                if (text.find('X') != std::string_view::npos) {
                    std::string small(text);
                    std::replace(small.begin(), small.end(), 'X', 'x');
                    throw InputError(printable(word) + ": " + std::string(spec.name) + " = '" + printable(text) +
                                     "' (did you mean '" + printable(small) + "'?)");
                }
                const std::size_t cross = text.find('x');
                value.numbers.push_back(number_of(spec, text.substr(0, cross), word));
                if (cross == std::string_view::npos) break;
                text.remove_prefix(cross + 1);
            }
            break;
        case ParameterKind::network:
            if (text.starts_with("file:") || text.starts_with("file+") || text.starts_with('@'))
                throw InputError(printable(word) + ": " + std::string(spec.name) + " = '" + printable(text) +
                                 "', need a family and its parameters, not a file");
            value.network = std::string(parse_network_word(text).word);
            break;
    }
    return value;
}

// The word in positional form; values at the end that equal their fallbacks are left out.
std::string canonical(const Family& family, const Parameters& parameters) {
    std::string out(family.name);
    char separator = ':';
    std::size_t count = parameters.values().size() - (holds_network(family) ? 1 : 0);
    while (count > 0) {
        const std::optional<std::uint64_t>& fallback = family.parameters[count - 1].fallback;
        if (!fallback || parameters.values()[count - 1].numbers != std::vector<std::uint64_t>{*fallback}) break;
        --count;
    }
    for (std::size_t slot = 0; slot < parameters.values().size(); ++slot) {
        const Parameters::Value& value = parameters.values()[slot];
        if (slot >= count && value.network.empty()) continue;
        out += value.network.empty() ? separator : ':';
        separator = ',';
        out += value.network;
        for (std::size_t i = 0; i < value.numbers.size(); ++i) {
            if (i > 0) out += 'x';
            out += std::to_string(value.numbers[i]);
        }
    }
    return out;
}

}  // namespace

NetworkWord parse_network_word(std::string_view word) {
    // No word that means something is this long; a nested one (swapped:swapped:..) must not exhaust the stack.
    constexpr std::size_t longest = 1000;
    if (word.size() > longest)
        throw InputError("a network word of " + std::to_string(word.size()) + " characters, need at most " +
                         std::to_string(longest));
    if (word.empty()) throw InputError("an empty network word, need one such as mesh:8x8");
    const std::size_t colon = word.find(':');
    const Family& f = family(word.substr(0, colon));
    const std::string_view rest = colon == std::string_view::npos ? std::string_view() : word.substr(colon + 1);
    const std::string need = ", need " + signature(f);

    std::vector<std::optional<Parameters::Value>> values(f.parameters.size());
    Parts found;
    if (colon != std::string_view::npos) found = parts_of(f, rest);
    const std::vector<std::string_view>& parts = found.list;
    const std::size_t places = f.parameters.size() - (holds_network(f) ? 1 : 0);  // of numbers
    if (colon != std::string_view::npos && rest.empty())
        throw InputError(printable(word) + ": nothing after the colon" + need);
    bool named = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::size_t equals = parts[i].find('=');
        const bool network = found.network && i + 1 == parts.size();
        if (network && equals > parts[i].find(':'))
            equals = std::string_view::npos;  // it belongs to the network in the network
        std::size_t slot = network ? places : i;
        std::string_view text = parts[i];
        if (equals != std::string_view::npos) {
            named = true;
            const std::string_view key = parts[i].substr(0, equals);
            text = parts[i].substr(equals + 1);
            std::vector<std::string_view> keys;
            for (const ParameterSpec& spec : f.parameters) keys.push_back(spec.name);
            slot = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
            if (slot == keys.size())
                throw InputError(printable(word) + ": unknown parameter '" + printable(key) + "'" +
                                 did_you_mean(key, keys) + need);
            if (values[slot]) throw InputError(printable(word) + ": parameter '" + printable(key) + "' is given twice");
        } else if (named && !network) {
            throw InputError(printable(word) + ": '" + printable(text) +
                             "' comes after a named parameter and has no name" + need);
        }
        if (slot >= places && !network)
            throw InputError(printable(word) + ": " + std::to_string(parts.size()) + " parameters" + need);
        values[slot] = value_of(f.parameters[slot], text, word);
    }

    std::vector<Parameters::Value> complete;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ParameterSpec& spec = f.parameters[i];
        if (values[i]) complete.push_back(std::move(*values[i]));
        else if (spec.fallback) complete.push_back({spec.name, {*spec.fallback}, {}});
        else
            throw InputError(printable(word) + ": parameter '" + std::string(spec.name) + "' (" +
                             std::string(spec.meaning) + ") is missing" + need);
    }
    NetworkWord out{"", &f, Parameters(std::move(complete))};
    out.word = canonical(f, out.parameters);
    if (f.check != nullptr) {
        try {
            f.check(out.parameters);
        } catch (const InputError& e) {
            throw InputError(printable(word) + ": " + e.what());
        }
    }
    return out;
}

std::uint64_t graph_bytes(std::uint64_t nodes, std::uint64_t links) {
    constexpr std::uint64_t per_link = 2 * sizeof(Node) + 2 * sizeof(Channel) + sizeof(LinkLabel) + sizeof(LinkSpec);
    return checked_add(checked_mul(nodes, sizeof(std::uint32_t), "bytes"), checked_mul(links, per_link, "bytes"),
                       "bytes");
}

Network build(const NetworkWord& word) {
    if (word.family == nullptr) throw InputError("a network word without a family, need one of parse_network_word");
    const Family& f = *word.family;
    std::uint64_t nodes = 0, links = 0, bytes = 0;
    try {
        nodes = f.nodes(word.parameters);
        links = f.links(word.parameters);
        bytes = graph_bytes(nodes, links);
    } catch (const InputError& e) {
        throw InputError(word.word + ": " + e.what());
    }
    const std::string size = std::to_string(nodes) + " nodes and " + std::to_string(links) + " links";
    if (nodes >= 0xFFFFFFFFU || links >= 0x7FFFFFFFU)
        throw InputError(word.word + ": " + size + ", need fewer than 2^32 - 1 nodes and 2^31 - 1 links");
    check_memory(bytes, word.word + ": a graph of " + size, "a smaller network or more memory");
    Network network = f.build(word.parameters);
    network.word = word.word;
    network.family = &f;
    network.parameters = word.parameters;
    return network;
}

}  // namespace wafernet
