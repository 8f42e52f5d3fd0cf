#include "wafernet/core/address.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// One group of binary digits is written as a bit string: 0110.
bool is_bit_string(const AddressScheme::Radices& radices) {
    return radices.size() == 1 && radices[0].size() > 1 &&
           std::all_of(radices[0].begin(), radices[0].end(), [](std::uint32_t r) { return r == 2; });
}

std::string shown(std::string_view text) { return "'" + printable(text, 40) + "'"; }

}  // namespace

AddressScheme::AddressScheme(Radices radices) : radices_(std::move(radices)) {
    for (const auto& group : radices_) {
        if (std::find(group.begin(), group.end(), 0U) != group.end())
            throw InputError("an address digit of radix 0, need 1 or more");
    }
}

AddressScheme AddressScheme::of_labels(std::vector<std::string> labels) {
    AddressScheme scheme;
    scheme.labels_ = std::move(labels);
    return scheme;
}

std::uint64_t AddressScheme::size() const {
    if (labelled()) return labels_.size();
    std::uint64_t product = 1;
    for (const auto& group : radices_) {
        for (const std::uint32_t radix : group) product = checked_mul(product, radix, "addresses");
    }
    return radices_.empty() ? 0 : product;
}

std::vector<std::uint32_t> AddressScheme::digits(Node node) const {
    const Node asked = node;
    std::vector<std::uint32_t> out;
    for (auto group = radices_.rbegin(); group != radices_.rend(); ++group) {
        for (auto radix = group->rbegin(); radix != group->rend(); ++radix) {
            out.push_back(node % *radix);
            node /= *radix;
        }
    }
    if (node != 0 && !radices_.empty())
        throw InputError("node " + std::to_string(asked) + " has no address, there are " + std::to_string(size()));
    std::reverse(out.begin(), out.end());
    return out;
}

Node AddressScheme::node(std::span<const std::uint32_t> digits) const {
    Node node = 0;
    std::size_t i = 0;
    for (const auto& group : radices_) {
        for (const std::uint32_t radix : group) {
            if (i >= digits.size())
                throw InputError("an address of " + std::to_string(digits.size()) + " digits, need more");
            if (digits[i] >= radix)
                throw InputError("an address digit " + std::to_string(digits[i]) + ", need one below " +
                                 std::to_string(radix));
            node = node * radix + digits[i++];
        }
    }
    if (i < digits.size())
        throw InputError("an address of " + std::to_string(digits.size()) + " digits, need " + std::to_string(i));
    return node;
}

std::string AddressScheme::print(Node node) const {
    if (labelled()) {
        if (node >= labels_.size())
            throw InputError("node " + std::to_string(node) + " has no address, there are " +
                             std::to_string(labels_.size()));
        return labels_[node];
    }
    const std::vector<std::uint32_t> all = digits(node);
    if (all.size() == 1) return std::to_string(all[0]);
    std::string out;
    if (is_bit_string(radices_)) {
        for (const std::uint32_t d : all) out += static_cast<char>('0' + d);
        return out;
    }
    std::size_t i = 0;
    for (const auto& group : radices_) {
        out += '(';
        for (std::size_t j = 0; j < group.size(); ++j) {
            if (j > 0) out += ',';
            out += std::to_string(all[i++]);
        }
        out += ')';
    }
    return out;
}

Node AddressScheme::parse(std::string_view text) const {
    if (labelled()) {
        const auto found = std::find(labels_.begin(), labels_.end(), text);
        if (found == labels_.end())
            throw InputError("no node is called " + shown(text) + ", the first is " + shown(labels_.front()) +
                             ", the last " + shown(labels_.back()));
        return static_cast<Node>(found - labels_.begin());
    }
    const std::string example = print(static_cast<Node>(size() - 1));
    std::vector<std::uint32_t> radices;
    for (const auto& group : radices_) radices.insert(radices.end(), group.begin(), group.end());

    std::vector<std::uint64_t> found;
    if (radices.size() > 1 && text.find_first_of("(,") == std::string_view::npos) {
        // 1131230: one character a digit
        const bool narrow = std::all_of(radices.begin(), radices.end(), [](std::uint32_t r) { return r <= 10; });
        if (!narrow || text.size() != radices.size() || !std::all_of(text.begin(), text.end(), is_digit))
            throw InputError("address " + shown(text) + " is malformed, need one like " + example);
        for (const char c : text) found.push_back(static_cast<std::uint64_t>(c - '0'));
    } else {
        // The shape of the parentheses and commas must be that of a printed address.
        std::string shape;
        for (std::size_t i = 0; i < text.size();) {
            const char c = text[i];
            if (is_digit(c)) {
                std::uint64_t number = 0;
                const auto [end, status] = std::from_chars(text.data() + i, text.data() + text.size(), number);
                if (status != std::errc{})
                    throw InputError("address " + shown(text) + " has a digit that is too large, the last node is " +
                                     example);
                found.push_back(number);
                shape += '0';
                i = static_cast<std::size_t>(end - text.data());
            } else {
                if (c != ' ') shape += c;
                ++i;
            }
        }
        std::string wanted;
        if (radices.size() == 1) {
            wanted = "0";
        } else {
            for (const auto& group : radices_) {
                wanted += '(';
                for (std::size_t j = 0; j < group.size(); ++j) wanted += j > 0 ? ",0" : "0";
                wanted += ')';
            }
        }
        if (shape != wanted && shape != "(" + wanted + ")")
            throw InputError("address " + shown(text) + " is malformed, need one like " + example);
    }
    std::vector<std::uint32_t> chosen;
    for (std::size_t i = 0; i < radices.size(); ++i) {
        if (found[i] >= radices[i])
            throw InputError("address " + shown(text) + " is outside the network: " + std::to_string(found[i]) +
                             " where digits go up to " + std::to_string(radices[i] - 1) + ", the last node is " +
                             example);
        chosen.push_back(static_cast<std::uint32_t>(found[i]));
    }
    return node(chosen);
}

}  // namespace wafernet
