// The state of the iteration: which numbers it is made of, their ranges, the idle network.
#include <algorithm>
#include <cmath>
#include <limits>

#include "queueing/round.hpp"

namespace wafernet::queueing {

Round::Round(const Plan& plan)
    : plan_(plan), choices_(plan), paths_(plan, hops_), shared_(plan), tandem_(plan), lanes_(plan) {
    const auto n = plan.stations.size();
    streaming_ = n, spread_ = 2 * n, stretch_ = 3 * n, last_wait_ = 4 * n, last_delay_ = 5 * n, accept_ = 6 * n;
    std::size_t next = accept_ + plan.slots.size();
    busy_.resize(plan.stations.size());
    for (std::size_t i = 0; i < plan.stations.size(); ++i) {
        busy_[i] = next;
        if (plan.group[plan.stations[i].group].size() > 1) next += plan.stations[i].vcs + 1;
    }
    full_ = next;
    unheld_ = full_ + (choices_.empty() ? 0 : plan.slots.size());
    vain_ = unheld_ + (plan.shared ? n : 0);
    load_at_ = vain_ + (plan.speculative ? n : 0);
    size_ = load_at_ + 1;
    own_.assign(plan.slots.size(), 0.0);
    outside_.assign(plan.slots.size(), 1.0);
    slot_ = {own_, own_, own_, own_, own_};
    source_wait_.assign(plan.stations.size(), 0.0);
    beside_stretch_ = stalled_ = source_wait_;
    for (const Station& s : plan.stations) choosing_.push_back(choosing(s));
    use_.assign(plan.group.size(), 0.0), vcs_.assign(plan.group.size(), 0);
    for (const Station& s : plan.stations) use_[s.group] += s.rate * plan.flits / s.capacity, vcs_[s.group] += s.vcs;
    if (plan.crossbar) crossbar_.emplace(plan);
    for (const Slot& slot : plan.slots) {
        const std::uint32_t before = plan.before(slot);
        const Station& from = plan.stations[before == none ? slot.station : before];
        in_turn_.push_back(plan.has(Term::waited_in_turn) && (from.kind == Kind::network || from.serial));
    }
    before_close_.assign(plan.stations.size(), false);
    at_once_.assign(plan.slots.size(), 0.0);
    for (std::uint32_t k = 0; k < plan.slots.size(); ++k) {
        const std::uint32_t before = plan.before(plan.slots[k]);
        if (before == none || !paths_.close(plan.slots[k].station)) continue;
        before_close_[before] = true;
        at_once_[k] = follow_at_once(plan.slots[k]);
    }
    implied_.assign(size_, 0.0);
    std::fill_n(implied_.begin() + static_cast<std::ptrdiff_t>(accept_), plan.slots.size(), 1.0);
    find_live();
    for (const std::uint32_t i : heard_) paths_.listen(i);
}

// What the next round depends on, in the order of the state, and its range. A station that a single channel feeds,
// which it has as many VCs as, keeps nobody waiting; its messages have shared that channel already.
void Round::find_live() {
    const double infinite = std::numeric_limits<double>::infinity();
    const auto add = [&](std::size_t at, double least, double most) {
        live_.push_back(at), low_.push_back(least), high_.push_back(most);
    };
    const bool all = plan_.shared || plan_.crossbar || !choices_.empty();
    std::vector<bool> idle(plan_.stations.size(), false), last(plan_.stations.size(), false);
    for (const std::vector<std::uint32_t>& group : plan_.group) {
        for (const std::uint32_t i : group) {
            const Station& s = plan_.stations[i];
            if (s.kind == Kind::injection) {
                last[i] = s.serial || s.vcs == 1;  // nobody shares the port: it only waits
                (last[i] ? lone_ports_ : shared_ports_).push_back(i);
                continue;
            }
            idle[i] = !all && !paths_.close(i) && group.size() == 1 && s.end_slot == s.first_slot + 1 &&
                      plan_.slots[s.first_slot].cap <= s.vcs;
            if (!idle[i]) meeting_.push_back(i);
        }
    }
    for (std::uint32_t i = 0; i < idle.size(); ++i) {
        if (!idle[i] || is_heard(i)) heard_.push_back(i);
        else implied_[i] = plan_.stations[i].pace + plan_.stations[i].hold;
    }
    for (const std::size_t part : {std::size_t{0}, streaming_, spread_}) {
        for (std::uint32_t i = 0; i < idle.size(); ++i) {
            const bool read = (!idle[i] && !last[i]) || (part == 0 && is_heard(i));
            if (read) add(part + i, part == spread_ ? 0.0 : plan_.stations[i].pace, infinite);
        }
    }
    for (std::size_t i = stretch_; i < last_wait_ && plan_.shared; ++i) add(i, 0.0, infinite);
    for (const std::size_t part : {last_wait_, last_delay_}) {
        for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
            if (paths_.close(i)) add(part + i, 0.0, infinite);
        }
    }
    for (std::size_t k = 0; k < plan_.slots.size(); ++k) {
        const std::uint32_t i = plan_.slots[k].station;
        if (!idle[i] && plan_.stations[i].kind != Kind::injection) add(accept_ + k, least_accept, 1.0);
    }
    for (std::size_t k = accept_ + plan_.slots.size(); k < full_; ++k) add(k, 0.0, 1.0);
    for (std::size_t k = full_; k < unheld_; ++k) add(k, 0.0, most_blocked);
    for (std::size_t k = unheld_; k < vain_; ++k) add(k, plan_.stations[k - unheld_].pace, infinite);
    for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
        if (crossbar_ && crossbar_->wastes(i)) add(vain_ + i, 0.0, 1.0);
    }
    add(load_at_, most_load() - 20.0, most_load());
}

// Whether anything depends on how long its messages hold it, though they meet nobody there.
bool Round::is_heard(std::uint32_t i) const {
    const Station& s = plan_.stations[i];
    return s.slack > 0.0 || (lanes_.any() && s.kind != Kind::injection) || before_close_[i];
}

Round::Values Round::begin(double load) const {
    const auto n = plan_.stations.size();
    Values x(size_, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        const double pace = plan_.stations[i].pace;
        x[i] = pace + plan_.stations[i].hold;
        x[streaming_ + i] = pace;
        x[spread_ + i] = plan_.square * pace * pace / (x[i] * x[i]);
        if (plan_.group[plan_.stations[i].group].size() > 1) x[busy_[i]] = 1.0;
    }
    std::fill_n(x.begin() + static_cast<std::ptrdiff_t>(accept_), plan_.slots.size(), 1.0);
    for (std::size_t k = unheld_; k < vain_; ++k) x[k] = plan_.stations[k - unheld_].pace;
    x[load_at_] = std::log(load);
    return x;
}

// The logarithm of the largest load.
double Round::most_load() const { return std::log(plan_.bound) - 1e-6; }

}  // namespace wafernet::queueing
