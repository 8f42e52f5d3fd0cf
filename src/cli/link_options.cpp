#include "link_options.hpp"

#include <cmath>

#include "base/number_in.hpp"
#include "values.hpp"

namespace wafernet::cli {

double byte_count(std::string_view text, std::string_view option) {
    constexpr std::string_view prefixes = "kMGT";
    std::string_view number = text;
    if (number.ends_with('B')) number.remove_suffix(1);
    const bool binary = number.ends_with('i');
    if (binary) number.remove_suffix(1);
    std::size_t prefix = number.empty() ? std::string_view::npos : prefixes.find(number.back());
    if (prefix == std::string_view::npos && number.ends_with('K')) prefix = 0;
    if (prefix != std::string_view::npos) number.remove_suffix(1);
    const auto count = number_in<double>(number);
    const double times = prefix == std::string_view::npos ? 1.0
                         : binary                         ? std::ldexp(1.0, 10 * static_cast<int>(prefix + 1))
                                                          : std::pow(1000.0, static_cast<double>(prefix + 1));
    if (!count || !(*count > 0.0) || !(*count * times < 1e18) || (binary && prefix == std::string_view::npos))
        throw InputError(std::string(option) + " '" + one_line(text) +
                         "': must be bytes above 0, such as 512, 64k (64,000), 1G (10^9) or 1GiB (2^30)");
    return *count * times;
}

LinkSpeed LinkWords::speed() const {
    LinkSpeed out;
    out.hop_ns = hop_ns;
    if (hop_ns && !(*hop_ns >= 0.0)) throw InputError("--hop-ns is negative, must be 0 or more");
    if (rate) {
        if (!rate->ends_with("B/s"))
            throw InputError("--link-rate '" + one_line(*rate) +
                             "': must be bytes a second, such as 50GiB/s or 400GB/s");
        out.bytes_per_ns = byte_count(std::string_view(*rate).substr(0, rate->size() - 2), "--link-rate") / 1e9;
    }
    return out;
}

std::vector<Option> link_options(LinkWords& words) {
    return {
        {"--link-rate",
         "bytes a second that a link carries each way, such as 50GiB/s (2^30) or 50GB/s (10^9); of links of several "
         "widths the widest's (default: flit and clock of the design)",
         &words.rate},
        {"--hop-ns", "ns of a hop, router and wire, before its bytes (default: those of the design)", &words.hop_ns}};
}

}  // namespace wafernet::cli
