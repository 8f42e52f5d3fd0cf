// Closed forms against the graph.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"

namespace wafernet {

/// How a claim compares with the graph.
enum class ClaimVerdict : std::uint8_t {
    reproduced,        ///< equal
    reproduced_as,     ///< differs, and the same formula of the paths of the family's own routing is equal
    misprint,          ///< a printed number contradicts its own formula or text
    refuted,           ///< the graph or a proof contradicts it
    not_reproducible,  ///< differs, and nothing proves it wrong
    open,  ///< the metric is not one of the graph, or its exact value is not known and the claim lies in its bounds
};
/// Returns "reproduced", "reproduced-as", "misprint", "refuted", "not-reproducible" or "open".
std::string_view name(ClaimVerdict verdict);

/// One closed form held against one network.
struct CheckedClaim {
    const ClosedForm* form = nullptr;
    double claimed = 0.0;
    std::optional<double> measured;  ///< bisection: the least cut found
    ClaimVerdict verdict = ClaimVerdict::open;
    std::string evidence;
    /// The family says otherwise: it holds where it is known to be wrong, or differs where it is not, or the corrected
    /// form differs.
    bool unexpected = false;
};

struct VerifyOptions {
    unsigned threads = 1;
    bool exhaustive = false;
    std::uint64_t seed = 1;
};

/// Returns every closed form of the network's family that has a value for it, in the family's order, held against the
/// graph (and, for routed metrics, against the family's default routing). Numbers agree where they differ by rounding
/// only.
std::vector<CheckedClaim> verify(const Network& network, const VerifyOptions& options = {});

}  // namespace wafernet
