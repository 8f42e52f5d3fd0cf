#include "wafernet/routing/combinators.hpp"

#include <stdexcept>

#include "escapes_by_labels.hpp"

namespace wafernet {

namespace {

// Header state: bit 0 says that the last hop was an escape hop; then the state of `escape` is above it, else that of
// `adaptive`.
class EscapeAndAdaptive : public Routing {
public:
    EscapeAndAdaptive(std::unique_ptr<Routing> escape, VcRule rule, std::unique_ptr<Routing> adaptive, bool stay)
        : escape_(std::move(escape)), rule_(std::move(rule)), adaptive_(std::move(adaptive)), stay_(stay) {
        if (rule_.sees_arriving)
            throw std::logic_error("the VC rule of an escape routing must not look at the arriving VC");
    }

    [[nodiscard]] std::uint32_t start(Node source, Node destination) const override {
        return shifted(adaptive_->start(source, destination), false);
    }

    void next(const Head& at, Node destination, std::vector<Hop>& hops) const override {
        const bool escaped = (at.state & 1U) != 0;
        const std::uint32_t state = at.state >> 1U;
        Head head = at;
        const std::size_t begin = hops.size();
        head.state = escaped ? adaptive_->start(at.node, destination) : state;
        if (escaped) head.arrived_by = no_channel;
        if (!escaped || !stay_) adaptive_->next(head, destination, hops);
        for (std::size_t i = begin; i < hops.size(); ++i) {
            hops[i].vcs &= ~first_vcs(rule_.vcs);
            hops[i].state = shifted(hops[i].state, false);
        }
        const std::size_t middle = hops.size();
        head.state = escaped ? state : escape_->start(at.node, destination);
        head.arrived_by = escaped ? at.arrived_by : no_channel;
        escape_->next(head, destination, hops);
        for (std::size_t i = middle; i < hops.size(); ++i) {
            hops[i].vcs &= rule_.permitted(hops[i].label, -1);
            hops[i].state = shifted(hops[i].state, true);
        }
    }

    [[nodiscard]] bool adaptive() const override { return true; }
    [[nodiscard]] bool looks_back() const override { return escape_->looks_back() || adaptive_->looks_back(); }
    [[nodiscard]] VcSet escape_vcs() const override { return first_vcs(rule_.vcs); }

private:
    static std::uint32_t shifted(std::uint32_t state, bool escape) {
        if (state >= 1U << 31U) throw std::logic_error("header state does not fit beside the escape bit");
        return state << 1U | (escape ? 1U : 0U);
    }

    std::unique_ptr<Routing> escape_;
    VcRule rule_;
    std::unique_ptr<Routing> adaptive_;
    bool stay_;
};

// The relation lets a message escape at any time, as it does with `stay`: verdicts and the model judge that.
class EscapeByLabels final : public EscapeAndAdaptive, public EscapesByLabels {
public:
    EscapeByLabels(std::unique_ptr<Routing> escape, VcRule rule, std::unique_ptr<Routing> adaptive)
        : EscapeAndAdaptive(std::move(escape), std::move(rule), std::move(adaptive), true) {}
};

}  // namespace

std::unique_ptr<Routing> escape_and_adaptive(std::unique_ptr<Routing> escape, VcRule escape_rule,
                                             std::unique_ptr<Routing> adaptive, bool stay) {
    return std::make_unique<EscapeAndAdaptive>(std::move(escape), std::move(escape_rule), std::move(adaptive), stay);
}

std::unique_ptr<Routing> escape_by_labels(std::unique_ptr<Routing> escape, VcRule escape_rule,
                                          std::unique_ptr<Routing> adaptive) {
    return std::make_unique<EscapeByLabels>(std::move(escape), std::move(escape_rule), std::move(adaptive));
}

}  // namespace wafernet
