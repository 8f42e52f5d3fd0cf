#include "channel_words.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

VcSet vc_set(const std::string& text, int vcs) {
    VcSet set = 0;
    std::size_t at = 0;
    const auto bad = [&] {
        return InputError("--escape '" + text.substr(0, 60) + "': need virtual channels below " + std::to_string(vcs) +
                          ", as in 0 or 0-1");
    };
    const auto number = [&] {
        std::size_t end = at;
        while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
        if (end == at || end - at > 2) throw bad();
        const int v = std::stoi(text.substr(at, end - at));
        at = end;
        if (v >= vcs) throw bad();
        return v;
    };
    while (true) {
        const int from = number();
        int to = from;
        if (at < text.size() && text[at] == '-') {
            ++at;
            to = number();
        }
        if (to < from) throw bad();
        set |= first_vcs(to + 1) & ~first_vcs(from);
        if (at == text.size()) return set;
        if (text[at++] != ',') throw bad();
    }
}

void set_waits(const std::string& text, VerdictOptions& how) {
    std::map<std::string_view, int> network;  // of a class that has one
    std::vector<std::array<std::string_view, 2>> pairs;
    const auto bad = [&](const std::string& need) {
        return InputError("--depends '" + text.substr(0, 60) + "': need " + need);
    };
    for (const std::string_view pair : split(text, ',')) {
        const std::vector<std::string_view> classes = split(pair, ':');
        pairs.emplace_back();
        for (std::size_t i = 0; i < 2; ++i) {
            const std::vector<std::string_view> parts = classes.size() == 2 ? split(classes[i], '@') : classes;
            const bool number = parts.size() == 2 && parts[1].size() == 1 && parts[1] >= "0" && parts[1] <= "7";
            if (classes.size() != 2 || parts[0].empty() || (parts.size() != 1 && !number))
                throw bad("classes such as reply:request, or reply@1:request@0 with virtual networks from 0 to 7");
            pairs.back()[i] = parts[0];
            if (number && network.try_emplace(parts[0], parts[1][0] - '0').first->second != parts[1][0] - '0')
                throw bad("one virtual network for class '" + std::string(parts[0]) + "'");
        }
    }
    for (const auto& [waits, arrived] : pairs) {
        how.endpoint_waits.emplace_back(network[arrived], network[waits]);
        how.networks = std::max({how.networks, network[arrived] + 1, network[waits] + 1});
    }
}

}  // namespace wafernet::cli
