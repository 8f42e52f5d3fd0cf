#include "vc_table.hpp"

#include <algorithm>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::string_view phases = "lsbtif";
constexpr std::string_view datelines = "nboa";
constexpr std::string_view numbers = "0123456789abcdef";

char number(bool seen, unsigned value) { return seen ? numbers[std::min(value, 15U)] : '-'; }

// The same as the text of hop_kind, as a number: a byte a part, 0 where the rule does not look.
std::uint64_t code_of(const HopLabel& label, const HopKinds& look) {
    std::uint64_t code = static_cast<std::uint64_t>(label.phase) | static_cast<std::uint64_t>(label.own) << 8U |
                         static_cast<std::uint64_t>(label.upper) << 16U;
    if (look.segment) code |= std::uint64_t{std::min<std::uint8_t>(label.segment, 15)} << 24U;
    if (look.level) code |= std::uint64_t{std::min<std::uint8_t>(label.level, 15)} << 32U;
    if (look.axis) code |= std::uint64_t{std::min<std::uint8_t>(label.axis, 15)} << 40U;
    if (look.direction && label.direction > 0) code |= std::uint64_t{1} << 48U;
    return code;
}
std::uint64_t code_of(const std::string& kind) {
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < kind.size(); ++i) {
        const std::string_view alphabet = i == 0  ? phases
                                          : i < 3 ? datelines
                                          : i < 6 ? numbers
                                                  : std::string_view("mp");
        const std::size_t value = alphabet.find(kind[i]);
        if (value != std::string_view::npos) code |= std::uint64_t{value} << (8 * i);
    }
    return code;
}

std::string without_tail(std::string kind) {
    while (kind.size() > 3 && kind.back() == '-') kind.pop_back();
    return kind;
}

}  // namespace

std::string hop_kind(const HopLabel& label, const HopKinds& kinds) {
    std::string kind;
    kind += phases[static_cast<std::size_t>(label.phase)];
    kind += datelines[static_cast<std::size_t>(label.own)];
    kind += datelines[static_cast<std::size_t>(label.upper)];
    kind += number(kinds.segment, label.segment);
    kind += number(kinds.level, label.level);
    kind += number(kinds.axis, label.axis);
    kind += kinds.direction ? (label.direction > 0 ? 'p' : 'm') : '-';
    return without_tail(std::move(kind));
}

int VcTable::vcs() const {
    int most = 0;
    for (const auto& [kind, vc] : entries) most = std::max(most, vc);
    return most + 1;
}

std::string VcTable::print() const {
    std::string out = "table:";
    for (const auto& [kind, vc] : entries) out += (out.back() == ':' ? "" : ",") + kind + "=" + std::to_string(vc);
    return out;
}

VcRule VcTable::rule() const {
    VcRule rule;
    rule.name = print();
    rule.title = "a VC for every kind of hop";
    rule.vcs = vcs();
    rule.source = {"wafernet", "deadlock --repair"};
    std::vector<std::pair<std::uint64_t, int>> codes;
    for (const auto& [kind, vc] : entries) codes.emplace_back(code_of(kind), vc);
    std::sort(codes.begin(), codes.end());
    rule.permitted = [codes = std::move(codes), look = kinds](const HopLabel& hop, int) -> VcSet {
        const std::uint64_t code = code_of(hop, look);
        const auto at = std::lower_bound(codes.begin(), codes.end(), code,
                                         [](const auto& entry, std::uint64_t c) { return entry.first < c; });
        return VcSet{1} << (at != codes.end() && at->first == code ? at->second : 0);
    };
    return rule;
}

VcTable VcTable::parse(std::string_view text) {
    VcTable table;
    const auto bad = [&](const std::string& why) {
        return InputError("VC rule '" + std::string(text.substr(0, 60)) + "': " + why +
                          ", need 'table:KIND=VC,...' as 'deadlock --repair' prints it");
    };
    if (text.substr(0, 6) != "table:") throw bad("no table");
    std::string_view rest = text.substr(6);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view entry = rest.substr(0, comma);
        more = comma != std::string_view::npos;
        if (more) rest = rest.substr(comma + 1);
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos) throw bad("'" + std::string(entry.substr(0, 20)) + "' has no '='");
        const std::string_view kind = entry.substr(0, equals), vc = entry.substr(equals + 1);
        constexpr std::string_view alphabets[] = {phases, datelines, datelines, numbers, numbers, numbers, "pm"};
        bool good = kind.size() >= 3 && kind.size() <= 7;
        for (std::size_t i = 0; good && i < kind.size(); ++i) {
            good = alphabets[i].find(kind[i]) != std::string_view::npos || (i >= 3 && kind[i] == '-');
            bool* const seen[] = {&table.kinds.segment, &table.kinds.level, &table.kinds.axis, &table.kinds.direction};
            if (good && i >= 3 && kind[i] != '-') *seen[i - 3] = true;
        }
        if (!good) throw bad("'" + std::string(kind.substr(0, 20)) + "' is no kind of hop");
        if (vc.empty() || vc.size() > 2 || vc.find_first_not_of("0123456789") != std::string_view::npos ||
            std::stoi(std::string(vc)) >= max_vcs) {
            throw bad("'" + std::string(vc.substr(0, 20)) + "' is no virtual channel below " + std::to_string(max_vcs));
        }
        table.entries.emplace_back(without_tail(std::string(kind)), std::stoi(std::string(vc)));
    }
    std::sort(table.entries.begin(), table.entries.end());
    for (const auto& [kind, vc] : table.entries) {
        const bool seen[] = {table.kinds.segment, table.kinds.level, table.kinds.axis, table.kinds.direction};
        for (std::size_t i = 3; i < 7; ++i) {
            if (seen[i - 3] != (i < kind.size() && kind[i] != '-'))
                throw bad("'" + kind + "' does not name the same parts as the other kinds");
        }
    }
    for (std::size_t i = 1; i < table.entries.size(); ++i) {
        if (table.entries[i].first == table.entries[i - 1].first)
            throw bad("'" + table.entries[i].first + "' is given twice");
    }
    return table;
}

}  // namespace wafernet
