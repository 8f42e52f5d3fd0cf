#include "link_options.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "values.hpp"

namespace wafernet::cli {

double byte_count(std::string_view text, std::string_view option) {
    std::string_view number = text;
    if (number.ends_with('B')) number.remove_suffix(1);
    const bool binary = number.ends_with('i');
    if (binary) number.remove_suffix(1);
    const std::size_t prefix = number.empty() ? 0 : std::string_view("kMGTK").find(number.back()) + 1;  // 0: none
    if (prefix > 0) number.remove_suffix(1);
    const double count = number_in<double>(number).value_or(0.0) *
                         std::pow(binary ? 1024.0 : 1000.0, prefix == 5 ? 1.0 : static_cast<double>(prefix));
    if (!(count > 0.0 && count < 1e18) || (binary && prefix == 0))
        throw InputError(std::string(option) + " '" + one_line(text) +
                         "': must be bytes above 0, such as 512, 64k (64,000), 1G (10^9) or 1GiB (2^30)");
    return count;
}

std::pair<std::string, CollectiveWork> work_named(const std::string& word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos)
        throw InputError("--work '" + one_line(word) + "', must be OPERATION:BYTES, such as all-reduce:1G");
    std::string name = word.substr(0, colon);
    CollectiveWork work{operation_named(name), byte_count(std::string_view(word).substr(colon + 1), "--work")};
    std::ranges::replace(name, '-', '_');
    return {name, work};
}

double usd_seconds(const Design& design, double ns) {
    if (!design.cost().cost) throw InputError("no system works");
    return design.cost().cost->total.in(units::usd)*ns * 1e-9;
}

LinkSpeed LinkWords::speed() const {
    if (hop_ns && !(*hop_ns >= 0.0)) throw InputError(fmt::format("--hop-ns is {}, must be 0 or more", *hop_ns));
    if (!rate) return {{}, hop_ns};
    if (!rate->ends_with("B/s"))
        throw InputError("--link-rate '" + one_line(*rate) + "': must be bytes a second, such as 50GiB/s or 400GB/s");
    return {byte_count(std::string_view(*rate).substr(0, rate->size() - 2), "--link-rate") / 1e9, hop_ns};
}

std::vector<Option> link_options(LinkWords& words) {
    return {{"--link-rate", &words.rate}, {"--hop-ns", &words.hop_ns}};
}

}  // namespace wafernet::cli
