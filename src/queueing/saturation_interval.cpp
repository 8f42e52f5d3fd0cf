// The bands are measured, not derived from the model. Of every deriving case, simulated saturation / estimate; a
// simulated one above the bound of channels or virtual channels counts as that bound, which runs of finite length pass.
// In a class every case of it counts once, and all deriving cases together like ten more, so that a class of few cases
// has no narrow band by chance. The ends are the quantiles of 6 and 94 %, or the estimate itself where that lies
// outside. Deriving are sets T, L and Q of `wafernet validate` and the rows of tests/queueing/drawn.csv whose half is
// `derive`; sets A, B, C, D, H, K, R and S and the rows of the other half have had no part in it. The classes were
// chosen on the deriving cases alone, by the width and the coverage that they leave on cases put aside in turn. A test
// finds the quantiles anew and prints the rows of the table: build/release/tests/test_cli -tc='*bands*quantiles*'
#include "queueing/saturation_interval.hpp"

#include <algorithm>
#include <array>

namespace wafernet::queueing {

namespace {

constexpr double mostly_held = 0.6;  // vc_use above which virtual channels decide what gets through, not cycles

enum Class : std::size_t { classical, adaptive, held_long, held_one, held_several, one_flit, permutation, other };

// The classical model saturates early, whatever the case. VCs held: at saturation most of the time, by messages that
// are longer than a buffer or fit into one; then some class has several VCs, or none has. Channels that several nodes
// drive are among the others.
constexpr std::array<SaturationBand, other + 1> bands = {{
    {"classical", 0.000, 2.896, 207},
    {"adaptive", 0.174, 0.128, 17},
    {"VCs held by long messages", 0.086, 0.130, 11},
    {"VCs held by short messages (one a class)", 0.109, 0.067, 9},
    {"VCs held by short messages (several a class)", 0.310, 0.094, 19},
    {"one-flit buffers", 0.095, 0.070, 8},
    {"permutation", 0.047, 0.128, 37},
    {"other", 0.101, 0.073, 106},
}};

}  // namespace

std::span<const SaturationBand> saturation_bands() { return bands; }

const SaturationBand& saturation_band(const CaseTraits& t) {
    if (t.classical) return bands[classical];
    if (t.choices) return bands[adaptive];
    if (t.vc_use > mostly_held) {
        if (t.least_buffer < t.flits) return bands[held_long];
        return bands[t.most_vcs > 1 ? held_several : held_one];
    }
    if (t.least_buffer <= 1.0) return bands[one_flit];
    return bands[t.few_pairs ? permutation : other];
}

CaseTraits traits_of(const Plan& plan, double load, bool classical_model) {
    CaseTraits t{.classical = classical_model,
                 .choices = !plan.choices.empty(),
                 .few_pairs = plan.few_pairs,
                 .vc_use = load / plan.vc_bound,
                 .flits = plan.flits};
    bool any = false;
    for (const Station& s : plan.stations) {
        if (s.kind != Kind::network) continue;
        t.most_vcs = std::max(t.most_vcs, s.vcs);
        t.least_buffer = any ? std::min(t.least_buffer, s.depth) : s.depth;
        any = true;
    }
    return t;
}

}  // namespace wafernet::queueing
