// The options that say how fast links are, and how much there is to send.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "wafernet/work/collective.hpp"

namespace wafernet::cli {

/// Returns the bytes of "1G" (10^9), "1GiB" or "1Gi" (2^30), "64k", "512" or "2.5MB": k, M, G, T are decimal, Ki, Mi,
/// Gi, Ti binary, B may follow. Throws InputError where the text is none of these, or not above 0.
double byte_count(std::string_view text, std::string_view option);

/// Returns the work of OPERATION:BYTES and its name in figures, "all_reduce". Throws InputError where it is none.
std::pair<std::string, CollectiveWork> work_named(const std::string& word);

/// Returns the price of a working system times a time. Throws InputError as Design::cost, and where no system works.
double usd_seconds(const Design& design, double ns);

struct LinkWords {
    std::optional<std::string> rate;
    std::optional<double> hop_ns;
    /// Returns it as numbers. Throws InputError for a rate that is none.
    [[nodiscard]] LinkSpeed speed() const;
};

std::vector<Option> link_options(LinkWords& words);

}  // namespace wafernet::cli
