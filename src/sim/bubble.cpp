// Bubble flow control: room for whole messages, by the VC rule "bubble".
#include "sim/engine.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::sim {

// It counts messages of one length in buffers that hold several.
void Engine::check_bubble() const {
    const RouterConfig& o = router();
    if (!rule_.bubble) return;
    if (!o.crossbar_limit || o.hold != HoldVc::until_tail_sent || o.output_buffer_flits > 0)
        throw InputError(
            "VC rule 'bubble' with this router, must be one with a crossbar whose buffers hold several "
            "messages: --preset booksim-min or booksim-4stage");
    if (o.lengths.size() > 1 || !options_.trace.empty() || options_.loop != nullptr)
        throw InputError("VC rule 'bubble' with messages of several lengths, must be one length");
    if (o.buffer_flits < 2 * o.lengths.front().flits)
        throw InputError("VC rule 'bubble' with buffers of " + std::to_string(o.buffer_flits) +
                         " flits, must be two messages or more (--buffer " +
                         std::to_string(2 * o.lengths.front().flits) + ")");
}

// Whether the whole message fits, and another beside it where it enters a ring.
bool Engine::fits(const Message& m, const Candidate& candidate, int vc) const {
    const ChannelState& c = channels_[candidate.channel];
    return !rule_.bubble || c.kind != Kind::network ||
           lanes_[c.first_lane + static_cast<std::uint32_t>(vc)].credits >= (candidate.stays == vc ? 1 : 2) * m.flits;
}

}  // namespace wafernet::sim
