#include "wafernet/core/members.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_value = 0xFFFFFFFFU;

std::string word_of(const Family& family, std::span<const Parameters::Value> values) {
    std::string out(family.name);
    char separator = ':';
    for (const Parameters::Value& value : values) {
        out += (value.network.empty() ? separator : ':') + value.network;
        for (std::size_t i = 0; i < value.numbers.size(); ++i)
            out += (i > 0 ? "x" : "") + std::to_string(value.numbers[i]);
        separator = ',';
    }
    return out;
}

// What a function finds; nothing where it refuses its input.
template <class Function> auto attempt(const Function& function) -> std::optional<decltype(function())> {
    try {
        return function();
    } catch (const InputError&) {
        return std::nullopt;
    }
}

// A search through the parameters of one family. Those with few values come first, the last is found by halving.
class Search {
public:
    Search(const Family& family, std::uint64_t least, std::uint64_t most)
        : family_(family), least_(least), most_(most) {
        for (const ParameterSpec& spec : family.parameters) {
            Parameters::Value value{spec.name, {}, {}};
            if (spec.kind == ParameterKind::network) value.network = "complete:2";
            else value.numbers = {std::max<std::uint64_t>(spec.least, spec.kind == ParameterKind::extents ? 2 : 0)};
            values_.push_back(std::move(value));
        }
        for (const ClosedForm& form : family.closed_forms) {
            if (family.senders == nullptr && form.metric == Metric::nodes && form.known_wrong == nullptr)
                forms_.push_back(&form);
        }
    }

    std::vector<Member> run() {
        std::vector<std::size_t> open(values_.size());
        for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
        assign(open);
        return std::move(found_);
    }

private:
    // The nodes that send of the values as they stand, which need not be a member's, by the closed form where there is
    // one: the count of members takes only what has been checked. Nothing where they are more than can be counted.
    [[nodiscard]] std::optional<std::uint64_t> nodes() const {
        const Parameters parameters(values_);
        try {
            for (const ClosedForm* form : forms_) {
                const auto value = form->value(parameters);
                if (value && !(*value < 0x1p63)) return std::nullopt;
                if (value) return static_cast<std::uint64_t>(std::llround(*value));
            }
            return senders(family_, parameters);
        } catch (const InputError&) {
            return std::nullopt;
        }
    }

    [[nodiscard]] bool above() const {
        const auto n = nodes();
        return !n || *n > most_;
    }

    // The member that the values are; nothing where they do not fit together.
    [[nodiscard]] std::optional<NetworkWord> valid() const {
        return attempt([&] { return parse_network_word(word_of(family_, values_)); });
    }

    // The greatest value up to `last` of this number with which `holds`, which holds up to some value and not beyond;
    // `first` where it never does.
    template <class Holds>
    std::uint64_t greatest(std::uint64_t& number, std::uint64_t first, std::uint64_t last, Holds holds) {
        const std::uint64_t before = number;
        const auto at = [&](std::uint64_t v) {
            number = v;
            return holds();
        };
        std::uint64_t low = first;
        std::uint64_t step = 1;
        while (low < last && at(std::min(low + step, last))) {
            low = std::min(low + step, last);
            step *= 2;
        }
        std::uint64_t high = std::min(low + step, last);
        while (high > low) {
            const std::uint64_t middle = low + (high - low + 1) / 2;
            if (at(middle)) low = middle;
            else high = middle - 1;
        }
        number = before;
        return low;
    }

    // Whether the number of nodes does not depend on this parameter, as the others stand.
    bool free(std::size_t i) {
        if (values_[i].numbers.empty()) return false;
        const Parameters::Value before = values_[i];
        const ParameterSpec& spec = family_.parameters[i];
        std::vector<std::optional<std::uint64_t>> counts;
        for (std::uint64_t v = spec.least; v <= std::min(spec.least + 3, spec.most); ++v) {
            values_[i].numbers = {v};
            counts.push_back(nodes());
        }
        values_[i] = before;
        return counts.front().has_value() &&
               std::adjacent_find(counts.begin(), counts.end(), std::not_equal_to<>()) == counts.end();
    }

    // Goes through the values of the parameters in `open` on which the number of nodes depends.
    void assign(const std::vector<std::size_t>& open) {
        std::optional<std::size_t> extents, shortest, inside;
        std::vector<std::size_t> numbers;
        for (const std::size_t i : open) {
            const ParameterKind kind = family_.parameters[i].kind;
            if (kind == ParameterKind::network) inside = i;
            else if (free(i)) continue;
            else if (kind == ParameterKind::extents) extents = i;
            else numbers.push_back(i);
        }
        if (numbers.size() == 1) shortest = numbers.front();
        std::uint64_t least_range = 0;
        for (std::size_t k = 0; numbers.size() > 1 && k < numbers.size(); ++k) {
            std::uint64_t& value = values_[numbers[k]].numbers.front();
            const std::uint64_t most = family_.parameters[numbers[k]].most;
            const std::uint64_t range = greatest(value, value, most, [&] { return !above(); }) - value;
            if (k > 0 && range >= least_range) continue;
            shortest = numbers[k];
            least_range = range;
        }
        std::vector<std::size_t> rest = open;
        if (shortest) {
            std::erase(rest, *shortest);
            set_number(*shortest, rest, numbers.size() == 1 && !extents && !inside);
        } else if (extents) {
            std::erase(rest, *extents);
            set_extents(*extents, rest, {});
        } else if (inside) {
            set_network(*inside);
        } else {
            finish(open);
        }
    }

    // The first value from `start` on with which there are enough nodes. Most families grow by as many with every step
    // of their last number, which spares the search.
    std::uint64_t enough(std::uint64_t& value, std::uint64_t start, std::uint64_t last) {
        const std::uint64_t before = value;
        const auto at = [&](std::uint64_t v) {
            value = v;
            const auto n = nodes();
            value = before;
            return n;
        };
        const auto few = [&](std::optional<std::uint64_t> n) { return n && *n < least_; };
        const auto first = at(start);
        if (!few(first)) return start;
        if (const auto second = start < last ? at(start + 1) : std::nullopt; second && *second > *first) {
            const std::uint64_t step = *second - *first, guess = start + (least_ - *first + step - 1) / step;
            if (guess <= last && !few(at(guess)) && few(at(guess - 1))) return guess;
        }
        return greatest(value, start, last, [&] { return few(nodes()); }) + 1;
    }

    void set_number(std::size_t i, const std::vector<std::size_t>& rest, bool last) {
        const ParameterSpec& spec = family_.parameters[i];
        std::uint64_t& value = values_[i].numbers.front();
        const std::uint64_t before = value;
        std::uint64_t start = spec.least;
        if (start == 0) {  // stands for a number of its own
            value = 0;
            if (!above()) assign(rest);
            start = 1;
        }
        for (value = last ? enough(value, start, spec.most) : start; value <= spec.most && !above(); ++value)
            assign(rest);
        value = before;
    }

    // Rising lists that begin with `list`.
    void set_extents(std::size_t i, const std::vector<std::size_t>& rest, std::vector<std::uint64_t> list) {
        const ParameterSpec& spec = family_.parameters[i];
        std::vector<std::uint64_t>& numbers = values_[i].numbers;
        const std::vector<std::uint64_t> before = numbers;
        const std::uint64_t start = list.empty() ? std::max<std::uint64_t>(spec.least, 2) : list.back();
        const bool product = least_ == most_ && is_product(numbers);
        numbers = list;
        numbers.push_back(start);
        const bool ends = matters(numbers);
        for (std::uint64_t e = enough(numbers.back(), start, spec.most); ends && e <= spec.most; ++e) {
            numbers.back() = e;
            if (above()) break;
            if (list.empty() || !says_no_more(numbers)) assign(rest);
        }
        std::uint64_t factor = 1;  // what the list makes
        for (const std::uint64_t e : list) factor *= e;
        for (std::uint64_t e = start; e <= spec.most; ++e) {
            if (product && factor * e > most_ / e) break;
            if (product && most_ % (factor * e) != 0) continue;  // no further extent makes it the number asked for
            numbers = list;
            numbers.insert(numbers.end(), 2, e);
            if (above()) break;
            bool more = matters(numbers);
            numbers.push_back(e);
            more = more || matters(numbers);
            if (!more) break;  // the family has no more extents
            numbers.resize(numbers.size() - 2);
            set_extents(i, rest, numbers);
        }
        numbers = before;
    }

    // The nodes with `other` in place of these extents.
    std::optional<std::uint64_t> nodes_with(std::vector<std::uint64_t>& numbers,
                                            std::vector<std::uint64_t> other) const {
        numbers.swap(other);
        const auto n = nodes();
        numbers.swap(other);
        return n;
    }

    // Whether the nodes depend on the last extent. Where there is one too many, or one too few, only the first counts.
    bool matters(std::vector<std::uint64_t>& numbers) const {
        std::vector<std::uint64_t> next = numbers;
        ++next.back();
        return nodes_with(numbers, std::move(next)) != nodes();
    }

    // Whether the nodes are the product of the extents, as far as small ones tell.
    bool is_product(std::vector<std::uint64_t>& numbers) const {
        return nodes_with(numbers, {2}) == 2 && nodes_with(numbers, {3, 5}) == 15 &&
               nodes_with(numbers, {2, 3, 7}) == 42;
    }

    // 4x4 where 4 alone means the same.
    bool says_no_more(std::vector<std::uint64_t>& numbers) const {
        return numbers.front() == numbers.back() && nodes_with(numbers, {numbers.front()}) == nodes();
    }

    // A network of networks: every member of every family with a number of nodes that does.
    void set_network(std::size_t i) {
        std::string& network = values_[i].network;
        const std::string before = network;
        std::uint64_t n = 2;
        const auto with = [&](auto holds) {
            return [&, holds] {
                network = "complete:" + std::to_string(n);
                return holds(nodes());
            };
        };
        const auto few = with([&](const auto& count) { return count && *count < least_; });
        const auto fits = with([&](const auto& count) { return count && *count <= most_; });
        const std::uint64_t first = few() ? greatest(n, 2, most_value, few) + 1 : 2;
        n = first;
        const std::uint64_t last = fits() ? greatest(n, first, most_value, fits) : 0;
        for (const Family* inner : families()) {
            if (last < first) break;
            network = inner->examples.front();
            const auto check = [&] { return family_.check == nullptr || (family_.check(Parameters(values_)), true); };
            if (!attempt(check)) continue;
            for (const Member& member : members(*inner, first, last)) {
                if (member.switches > 0) continue;
                network = member.word;
                finish({}, &member);
            }
        }
        network = before;
    }

    // Keeps the values as they stand, what is free at its least values that fit together.
    // `inner`: the member that a network of networks is made of.
    void finish(const std::vector<std::size_t>& open, const Member* inner = nullptr) {
        const std::vector<Parameters::Value> before = values_;
        std::string free = inner == nullptr ? std::string() : inner->free;
        std::vector<FreeRange> ranges;
        if (const auto member = first_valid(open)) {
            // Nothing where they do not fit 64 bits.
            const auto n = attempt([&] { return senders(*member->family, member->parameters); });
            for (const std::size_t i : open) {
                const ParameterSpec& spec = family_.parameters[i];
                std::string range = "any";
                if (spec.kind != ParameterKind::extents) {
                    std::uint64_t& value = values_[i].numbers.front();
                    const std::uint64_t most = greatest(value, value, spec.most, [&] { return valid().has_value(); });
                    if (most == value) continue;
                    range = std::to_string(value) + " to " + std::to_string(most);
                    ranges.push_back({i, value, most});
                }
                free += (free.empty() ? "" : ", ") + std::string(spec.name) + ' ' + range;
            }
            if (n && *n >= least_ && *n <= most_) {
                found_.push_back(
                    {member->word, *n, family_.nodes(member->parameters) - *n, std::move(free), std::move(ranges), {}});
                if (inner != nullptr) found_.back().inner = {*inner};
            }
        }
        values_ = before;
    }

    std::optional<NetworkWord> first_valid(std::span<const std::size_t> open) {
        if (open.empty()) return valid();
        const ParameterSpec& spec = family_.parameters[open.front()];
        if (spec.kind == ParameterKind::extents) return first_valid(open.subspan(1));
        // Such as the processors inside a router, of which there must be one where a channel has none.
        constexpr std::uint64_t tried = 4;
        std::uint64_t& value = values_[open.front()].numbers.front();
        for (value = spec.least; value <= std::min(spec.least + tried, spec.most); ++value) {
            if (auto member = first_valid(open.subspan(1))) return member;
        }
        value = spec.least;
        return std::nullopt;
    }

    const Family& family_;
    std::uint64_t least_, most_;
    std::vector<const ClosedForm*> forms_;  // of the number of nodes
    std::vector<Parameters::Value> values_;
    std::vector<Member> found_;
};

// Trees of two lists, links down of the switches of each level and links up, of switches that are built: all below the
// highest level are alike, none has more than 1,024 ports, and processors have one link up.
class RegularTrees {
public:
    RegularTrees(const Family& family, std::uint64_t least, std::uint64_t most)
        : family_(family), least_(least), most_(most) {}

    std::vector<Member> run() {
        add(1, 1, 1);
        for (std::uint64_t up = 1; up < most_ports; ++up) {
            // As many links down as up, or a multiple: what is lost is the same at each level.
            for (std::uint64_t down = std::max<std::uint64_t>(up, 2); up + down <= most_ports; down += up) {
                std::uint64_t below = down;  // processors below a link of the highest switches
                for (int levels = 2; 2 * below <= most_; ++levels, below *= down) add(levels, down, up);
            }
        }
        return std::move(found_);
    }

private:
    static constexpr std::uint64_t most_ports = 1024;

    // The processors are as many times those below one link of the highest switches as these have links down.
    void add(int levels, std::uint64_t down, std::uint64_t up) {
        std::uint64_t below = 1;
        std::string front = std::string(family_.name) + ':', back = ",1";
        for (int level = 1; level < levels; ++level) {
            below *= down;
            front += std::to_string(down) + 'x';
            back += 'x' + std::to_string(up);
        }
        const std::uint64_t last = std::min(most_ports, most_ / below);
        for (std::uint64_t tops = std::max<std::uint64_t>(2, (least_ + below - 1) / below); tops <= last; ++tops) {
            const NetworkWord word = parse_network_word(front + std::to_string(tops) + back);
            const std::uint64_t ends = senders(family_, word.parameters);
            found_.push_back({word.word, ends, family_.nodes(word.parameters) - ends, "", {}, {}});
        }
    }

    const Family& family_;
    std::uint64_t least_, most_;
    std::vector<Member> found_;
};

}  // namespace

std::vector<Member> members(const Family& family, std::uint64_t least, std::uint64_t most) {
    if (least < 1 || least > most)
        throw InputError("from " + std::to_string(least) + " to " + std::to_string(most) +
                         " nodes, need a number of at least 1 and none below it");
    const auto lists = std::ranges::count_if(
        family.parameters, [](const ParameterSpec& spec) { return spec.kind == ParameterKind::extents; });
    most = std::min(most, most_value);
    auto found = lists > 1 ? RegularTrees(family, least, most).run() : Search(family, least, most).run();
    std::ranges::stable_sort(found, [](const Member& a, const Member& b) { return a.nodes < b.nodes; });
    return found;
}

std::vector<std::string> variants(const Member& member, std::uint64_t most_values) {
    if (most_values < 1) throw InputError("0 values of a free parameter, need 1 at least");
    const NetworkWord parsed = parse_network_word(member.word);
    const Family& family = *parsed.family;
    const std::span<const Parameters::Value> given = parsed.parameters.values();
    std::vector<std::vector<Parameters::Value>> all{{given.begin(), given.end()}};
    const auto vary = [&](std::size_t parameter, const auto& values, const auto& set) {
        std::vector<std::vector<Parameters::Value>> more;
        for (const auto& one : all) {
            for (const auto& value : values) {
                more.push_back(one);
                set(more.back()[parameter], value);
            }
        }
        all = std::move(more);
    };
    for (std::size_t i = 0; i < given.size() && !member.inner.empty(); ++i) {
        if (family.parameters[i].kind == ParameterKind::network)
            vary(i, variants(member.inner.front(), most_values),
                 [](Parameters::Value& v, const std::string& word) { v.network = word; });
    }
    for (const FreeRange& range : member.ranges) {
        std::vector<std::uint64_t> values;
        const ParameterSpec& spec = family.parameters[range.parameter];
        if (spec.seed) {
            vary(range.parameter, std::array{spec.fallback.value_or(spec.least)},
                 [](Parameters::Value& v, std::uint64_t seed) { v.numbers = {seed}; });
            continue;
        }
        const bool each = range.most - range.least < most_values;
        for (std::uint64_t step = 0; step <= range.most - range.least; step = each ? step + 1 : 2 * step + 1)
            values.push_back(range.least + step);
        if (values.back() != range.most) values.push_back(range.most);
        vary(range.parameter, values, [](Parameters::Value& v, std::uint64_t number) { v.numbers = {number}; });
    }
    std::vector<std::string> words;
    for (const auto& values : all) {
        try {
            NetworkWord word = parse_network_word(word_of(family, values));
            if (senders(family, word.parameters) == member.nodes && std::ranges::find(words, word.word) == words.end())
                words.push_back(std::move(word.word));
        } catch (const InputError&) {  // these values do not fit together
        }
    }
    return words;
}

}  // namespace wafernet
