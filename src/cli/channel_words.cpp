#include "channel_words.hpp"

#include <algorithm>
#include <array>

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
    for (const std::string_view pair : split(text, ',')) {
        const std::vector<std::string_view> classes = split(pair, ':');
        std::array<int, 2> network{};
        for (std::size_t i = 0; i < 2; ++i) {
            const std::vector<std::string_view> parts = classes.size() == 2 ? split(classes[i], '@') : classes;
            const bool number = parts.size() == 2 && parts[1].size() == 1 && parts[1] >= "0" && parts[1] <= "7";
            if (classes.size() != 2 || parts[0].empty() || (parts.size() != 1 && !number))
                throw InputError("--depends '" + text.substr(0, 60) +
                                 "': need classes such as reply:request, or reply@1:request@0 with virtual networks "
                                 "from 0 to 7");
            if (number) network[i] = parts[1][0] - '0';
            how.networks = std::max(how.networks, network[i] + 1);
        }
        how.endpoint_waits.emplace_back(network[1], network[0]);
    }
}

}  // namespace wafernet::cli
