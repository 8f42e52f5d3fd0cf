#include "candidates.hpp"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>

#include "../values.hpp"
#include "base/text.hpp"
#include "measure/isomorphism.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/members.hpp"
#include "wafernet/core/network.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

constexpr std::size_t most_candidates = 1'000'000;

struct Choice {
    const char *name, *column;
    std::vector<std::string> usual;
    Value (*set)(DesignPoint& point, const std::string& word, const std::string& option);
};

// Sets a number or a word of the point, or of its router.
template <std::optional<std::uint64_t> DesignPoint::*member>
Value set_number(DesignPoint& p, const std::string& word, const std::string& option) {
    p.*member = whole_number(word, option);
    return static_cast<std::int64_t>(*(p.*member));
}
template <std::optional<std::uint64_t> DynamicChoice::*member>
Value set_router(DesignPoint& p, const std::string& word, const std::string& option) {
    p.dynamic.*member = whole_number(word, option);
    return static_cast<std::int64_t>(*(p.dynamic.*member));
}
template <std::string DesignPoint::*member>
Value set_word(DesignPoint& p, const std::string& word, const std::string&) {
    p.*member = word;
    return word;
}
Value set_spares(DesignPoint& p, const std::string& word, const std::string& option) {
    return p.spares = real_number(word, option);
}

const std::vector<Choice>& choices() {
    static const std::vector<Choice> all = {
        {"vcs", "vcs", {"x1", "x2", "x4"}, set_router<&DynamicChoice::vcs>},
        {"buffer", "buffer_flits", {"2", "4", "8", "16"}, set_router<&DynamicChoice::buffer>},
        {"spares", "spares", {"0", "0.0625", "0.125", "0.25"}, set_spares},
        {"layout", "layout", {"raster", "folded", "z-stacked", "quadrant", "curve"}, set_word<&DesignPoint::layout>},
        {"placement",
         "placement",
         {"address", "last", "inline", "module", "blocks", "strips", "grown"},
         set_word<&DesignPoint::placement>},
        {"planes", "planes", {"1", "2", "4", "8", "16"}, set_number<&DesignPoint::planes>},
        {"flit-bits", "flit_bits", {"32", "64", "128"}, set_number<&DesignPoint::flit_bits>}};
    return all;
}

const Choice& choice_named(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Choice& choice : choices()) {
        if (choice.name == name) return choice;
        names.emplace_back(choice.name);
    }
    throw InputError(fmt::format("--vary '{}'{}, need one of: {}", one_line(name), did_you_mean(name, names),
                                 fmt::join(names, ", ")));
}

// Nothing where the word is a multiple of the fewest virtual channels, which only the network knows.
std::optional<std::uint64_t> times(const Varied& varied, const std::string& word) {
    if (varied.name != "vcs" || !word.starts_with('x')) return std::nullopt;
    return whole_number(std::string_view(word).substr(1), "--vary vcs=x", "a whole number, such as vcs=x2");
}

using Named = std::pair<std::string, std::uint64_t>;  // a word and its nodes

constexpr std::uint64_t most_compared_nodes = 4096, most_compared_links = 32768;

// What tells networks apart: of concentrated ones that of the routers, with how many nodes each has.
struct Compared {
    NetworkWord word;
    std::uint64_t each = 0;
};
Compared compared(const std::string& word) {
    NetworkWord parsed = parse_network_word(word);
    if (parsed.family->name != "concentrated") return {std::move(parsed), 0};
    const std::span<const Parameters::Value> values = parsed.parameters.values();
    return {parse_network_word(values.back().network), values.front().numbers.front()};
}

// Keeps the first of networks that are the same but for the numbers of their nodes.
void drop_repeated(std::vector<Named>& words, std::vector<std::string>& same) {
    using Kind = std::pair<std::uint64_t, std::uint64_t>;  // nodes of a router, what neighbours say
    std::map<Kind, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto [word, each] = compared(words[i].first);
        if (words[i].second > most_compared_nodes || word.family->links == nullptr ||
            word.family->links(word.parameters) > most_compared_links)
            continue;
        const Network network = build(word);
        if (!network.graph.directed()) alike[{each, neighbour_signature(network)}].push_back(i);
    }
    std::map<std::size_t, std::size_t> first;  // of a network that is left out, the one that it is
    for (const auto& [kind, group] : alike) {
        if (group.size() < 2) continue;
        std::map<std::uint64_t, std::vector<std::pair<std::size_t, Network>>> kept;  // by distances
        for (const std::size_t i : group) {
            Network network = build(compared(words[i].first).word);
            auto& others = kept[distance_signature(network)];
            const auto one = std::ranges::find_if(
                others, [&](const auto& other) { return isomorphic(other.second, network).value_or(false); });
            if (one != others.end()) first[i] = one->first;
            else others.emplace_back(i, std::move(network));
        }
    }
    std::vector<Named> rest;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = first.find(i);
        if (found == first.end()) rest.push_back(words[i]);
        else same.push_back(words[i].first + " is " + words[found->second].first);
    }
    words = std::move(rest);
}

}  // namespace

std::string varied_help() {
    std::string all;
    for (const Choice& choice : choices()) {
        all += (all.empty() ? "" : "; ") + std::string(choice.name) + " (";
        for (std::size_t i = 0; i < choice.usual.size(); ++i) all += (i > 0 ? " " : "") + choice.usual[i];
        all += ')';
    }
    return all;
}

std::vector<Varied> varied_named(const std::vector<std::string>& words) {
    std::vector<Varied> all;
    const auto add = [&](std::string_view name, std::optional<std::string_view> list) {
        const Choice& choice = choice_named(name);
        if (std::any_of(all.begin(), all.end(), [&](const Varied& v) { return v.name == name; }))
            throw InputError("--vary " + std::string(name) + " is given twice, need it once");
        Varied varied{choice.name, choice.column, choice.usual};
        if (list) {
            varied.values.clear();
            for (const std::string_view value : split(*list, ',')) varied.values.emplace_back(value);
        }
        const std::string option = "--vary " + varied.name;
        for (const std::string& value : varied.values) {
            DesignPoint point;
            if (const auto multiple = times(varied, value)) {
                if (*multiple < 1 || *multiple > 64) throw InputError(option + "=" + value + ", need x1 to x64");
                continue;
            }
            choice.set(point, value, option);
            check_design_point(point);
            static_cast<void>(simulation_choice(point.dynamic));
        }
        all.push_back(std::move(varied));
    };
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos) {
            add(std::string_view(word).substr(0, equals), std::string_view(word).substr(equals + 1));
            continue;
        }
        for (const std::string_view name : split(word, ',')) add(name, std::nullopt);
    }
    return all;
}

Candidates candidates_of(const Networks& networks, const DesignPoint& point, const std::vector<Varied>& varied) {
    // Of all families those of concentrated networks repeat the others with fewer routers, and trees of xgft, which
    // cost much time, are mostly alike: who wants them names them, or a group that has them.
    std::vector<std::string_view> left_out;
    if (networks.families.whole) left_out = {"concentrated", "xgft"};
    Candidates out;
    std::vector<Named> words;
    for (const Family* f : networks.families.families) {
        for (const Member& member : members(*f, networks.least, networks.most)) {
            if (!admits(networks.families, *f, member) ||
                std::ranges::any_of(left_out, [&](auto name) { return member.word.find(name) != std::string::npos; }))
                continue;
            const bool varied_too = varies(networks.families, *f);
            for (std::string& word :
                 varied_too ? variants(member, networks.values) : std::vector<std::string>{member.word})
                words.emplace_back(std::move(word), member.nodes + member.switches);
        }
    }
    drop_repeated(words, out.same);
    for (const std::string& word : networks.words) {
        const Network network = make_network(word);
        const auto same = [&](const auto& known) { return known.first == network.word; };
        if (std::none_of(words.begin(), words.end(), same)) words.emplace_back(network.word, network.graph.nodes());
    }
    std::size_t each = 1;
    for (const Varied& v : varied) each *= v.values.size();
    if (words.size() > most_candidates / each)
        throw InputError(std::to_string(words.size()) + " networks with " + std::to_string(each) +
                         " design choices each, need at most " + std::to_string(most_candidates) +
                         " candidates: fewer --nodes, --families or --vary");
    for (const auto& [word, nodes] : words) {
        for (std::size_t k = 0; k < each; ++k) {
            Candidate candidate{word, nodes, point, point.dynamic.vcs ? std::uint64_t{0} : 1, {}};
            std::size_t rest = k, block = each;
            for (const Varied& v : varied) {
                block /= v.values.size();
                const std::string& value = v.values[rest / block];
                rest %= block;
                if (const auto multiple = times(v, value)) {
                    candidate.vcs_times = *multiple;
                    candidate.choices.emplace_back(Missing{"not built"});
                } else {
                    candidate.choices.push_back(choice_named(v.name).set(candidate.point, value, "--vary " + v.name));
                }
            }
            out.all.push_back(std::move(candidate));
        }
    }
    return out;
}

}  // namespace wafernet::cli
