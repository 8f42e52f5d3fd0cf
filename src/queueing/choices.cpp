// The equations of choices.
#include "queueing/choices.hpp"

#include <algorithm>
#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/routing/channel_load.hpp"

namespace wafernet::queueing {

void choose(std::span<OpenWay> ways, bool in_order) {
    double all = 1.0, release = 0.0;
    for (const OpenWay& w : ways) all *= w.blocked, release += w.release;
    double before = 1.0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        OpenWay& w = ways[i];
        const double first = release > 0.0 ? w.release / release : 0.0, last = all * first;
        w.waiting = all * first;
        if (in_order) {
            w.share = before * (1.0 - w.blocked) + last;
            before *= w.blocked;
            continue;
        }
        // Any of the open ones: the probability that k of the others are open, by convolution, and one of k + 1 then.
        std::vector<double> open{1.0};
        for (std::size_t j = 0; j < ways.size(); ++j) {
            if (j == i) continue;
            const double h = ways[j].blocked;
            open.push_back(0.0);
            for (std::size_t k = open.size(); k-- > 0;) open[k] = open[k] * h + (k > 0 ? open[k - 1] * (1.0 - h) : 0.0);
        }
        double taken = 0.0;
        for (std::size_t k = 0; k < open.size(); ++k) taken += open[k] / static_cast<double>(k + 1);
        w.share = taken * (1.0 - w.blocked) + last;
    }
}

// Of n times that all have the same length what is left is spread evenly, and the shortest is 1 / (n + 1) of them; of
// exponential times it is 1 / n: between the two a line in what is left. Those who wait already are served before, each
// in the time that `rest` stands for, as in the product form.
double wait_for_first(double channels, double rest, double ahead) {
    return std::min(2.0 * rest * channels, channels - 1.0 + 2.0 * rest) / (channels * (channels + 1.0)) +
           ahead * rest / channels;
}

Choices::Choices(const Plan& plan) : plan_(plan) {
    if (plan.choices.empty()) return;
    beside_.resize(plan.stations.size());
    for (std::uint32_t p = 0; p < plan.overflow.size(); ++p) {
        const Overflow& o = plan.overflow[p];
        if (!o.same_channel || o.to == o.from) continue;
        beside_[o.to].push_back(p);
        beside_[o.from].push_back(p);
    }
    for (const Slot& slot : plan.slots) single_.push_back(slot.rate);
    for (const Choice& choice : plan.choices) {
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            double& rate = single_[plan.ways[w].slot];
            rate -= choice.rate / members(plan.ways[w].slot) * plan.ways[w].share;
            if (rate < 1e-9 * plan.slots[plan.ways[w].slot].rate) rate = 0.0;
        }
    }
    find_apart();
}

double Choices::staying(double full, double open) const {
    return open > 0.0 ? std::pow(std::min(1.0, full / open), plan_.parameters.staying_power) : 1.0;
}

// The ways of a choice as they are. Where a way is taken because another one is full, it fills up while that is full;
// else fewer inputs are left that might fill it.
void Choices::open_ways(const Choice& choice, const Known& known) {
    open_.clear();
    for (std::uint32_t w = choice.first; w < choice.end; ++w) {
        const ChoiceWay& way = plan_.ways[w];
        const std::uint32_t to = plan_.slots[way.slot].station;
        const double full = known.full[way.slot];
        double part = w == choice.first || !plan_.in_order ? 1.0 : 0.0;
        for (std::uint32_t e = 0; plan_.in_order && e < w - choice.first; ++e) {
            const double met = met_[plan_.overflow_of_way[way.first_overflow + e]],
                         apart = apart_[way.first_overflow + e];
            const double before = known.full[plan_.ways[choice.first + e].slot];
            part = std::max(part, before > 0.0 ? met / before + (1.0 - met) * apart : apart);
        }
        open_.push_back({std::min(part * full, most_blocked), release_[to], 0.0, 0.0});
    }
    choose(open_, plan_.in_order);
}

void Choices::turn_away(const Known& known) {
    const std::size_t n = plan_.slots.size();
    overflow_.assign(plan_.overflow.size(), 0.0);
    still_full_.resize(plan_.overflow.size());
    for (std::size_t p = 0; p < still_full_.size(); ++p) still_full_[p] = still_full(known, plan_.overflow[p]);
    met_.assign(plan_.overflow.size(), 0.0);
    release_.resize(plan_.stations.size());
    for (std::size_t i = 0; i < release_.size(); ++i) release_[i] = plan_.stations[i].vcs / known.holding[i];
    for (int round = 0; round < 2; ++round) {  // at first as if the ways were full independently of each other
        rate_ = single_;
        waiting_.assign(n, 0.0);
        came_.assign(plan_.overflow.size(), 0.0);
        shares_.resize(plan_.ways.size());
        for (const Choice& choice : plan_.choices) {
            open_ways(choice, known);
            for (std::uint32_t w = choice.first; w < choice.end; ++w) {
                const ChoiceWay& way = plan_.ways[w];
                const OpenWay& open = open_[w - choice.first];
                shares_[w] = open.share;
                rate_[way.slot] += choice.rate / members(way.slot) * open.share;
                waiting_[way.slot] += choice.rate / members(way.slot) * open.waiting;
                for (std::uint32_t e = 0; e < w - choice.first; ++e) {
                    came_[plan_.overflow_of_way[way.first_overflow + e]] += choice.rate * open.share;
                }
            }
        }
        station_rate_.assign(plan_.stations.size(), 0.0);
        for (std::size_t k = 0; k < n; ++k) station_rate_[plan_.slots[k].station] += rate_[k];
        for (std::size_t p = 0; p < came_.size(); ++p) {
            const std::uint32_t to = plan_.overflow[p].to;
            overflow_[p] = station_rate_[to] > 0.0
                               ? std::min(1.0, came_[p] / (station_rate_[to] * plan_.stations[to].members))
                               : 0.0;
            met_[p] = overflow_[p] * still_full_[p];
        }
    }
    for (std::size_t k = 0; k < n; ++k) {
        waiting_[k] = rate_[k] > 0.0 ? std::min(1.0, (waiting_[k] + single_[k] * known.full[k]) / rate_[k]) : 0.0;
    }
}

void Choices::wait_together(const Known& known, SlotWaits& waits) {
    const std::size_t n = plan_.slots.size();
    shared_wait_.assign(n, 0.0);
    shared_square_.assign(n, 0.0);
    for (const Choice& choice : plan_.choices) {
        open_ways(choice, known);
        double ahead = 0.0, release = 0.0, spread = 0.0, all = 0.0, channels = 0.0;
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            const std::uint32_t k = plan_.ways[w].slot;
            const double part = open_[w - choice.first].waiting;
            ahead += waits.ahead[k];
            release += waits.release[k];
            channels += plan_.stations[plan_.slots[k].station].vcs;
            all += part;
            if (waits.blocked[k] > 0.0)
                spread += part * waits.wait[k] / waits.blocked[k] * waits.release[k] / (waits.ahead[k] + 1.0);
        }
        if (!(all > 0.0)) continue;
        const double wait = channels / release * wait_for_first(channels, spread / all, ahead);
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            const std::uint32_t k = plan_.ways[w].slot;
            const double part = choice.rate / members(k) * open_[w - choice.first].waiting;
            shared_wait_[k] += part * wait;
            shared_square_[k] += part * plan_.parameters.square_of_wait * wait * wait;
        }
    }
    for (std::size_t k = 0; k < n; ++k) {
        const double rate = plan_.slots[k].rate;
        waits.wait[k] = (shared_wait_[k] + single_[k] * waits.wait[k]) / rate;
        waits.square[k] = (shared_square_[k] + single_[k] * waits.square[k]) / rate;
        waits.blocked[k] = waiting_[k] * rate_[k] / rate;
    }
}

// Part of the pace at which messages of a station go on while another station of the same channel is full.
double Choices::slowed(const Known& known, const Overflow& o) const {
    if (!o.same_channel) return 1.0;
    const double pace = std::min(1.0, plan_.flits / known.streaming[o.to]);
    return std::min(1.0, plan_.stations[o.to].capacity / ((plan_.stations[o.from].vcs + 1) * pace));
}

// Part of the time of a message for which the station is full that was so when it came: of each message there half is
// left on average, and it goes more slowly meanwhile.
double Choices::still_full(const Known& known, const Overflow& o) const { return 1.0 / (1.0 + slowed(known, o)); }

double Choices::full_beside(const Known& known, std::uint32_t self, std::uint32_t other, double held_self,
                            double held_other) const {
    double all = 0.0;
    for (const std::uint32_t p : beside_[self]) {
        const Overflow& o = plan_.overflow[p];
        if (o.to == self && o.from == other) all += met_[p];
        if (o.to != other || o.from != self || !(station_rate_[self] > 0.0)) continue;
        const double room = plan_.stations[other].vcs - held_other, gap = plan_.stations[self].vcs - held_self;
        if (!(room > 0.0) || !(gap > 0.0)) continue;
        const double there =
            station_rate_[other] * known.holding[other] * gap / (station_rate_[self] * known.holding[self] * room);
        all += overflow_[p] / (2.0 * slowed(known, o)) * there;
    }
    return std::min(1.0, all);
}

double different_lanes(std::span<const Lane> lanes, std::size_t own) {
    double first = 0.0, second = 0.0, same = 0.0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Lane& l = lanes[i];
        const double left = i == own ? l.vcs - 1.0 : l.vcs;  // the own one holds no other message
        if (!(left > 0.0)) continue;
        const double part = left / l.vcs;
        first += part * l.first, second += part * l.second;
        same += part * l.first * part * l.second / left;
    }
    return first > 0.0 && second > 0.0 ? std::max(0.0, 1.0 - same / (first * second)) : 1.0;
}

void Choices::find_apart() {
    apart_.assign(plan_.overflow_of_way.size(), 1.0);
    for (const Choice& choice : plan_.choices) {
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            for (std::uint32_t e = choice.first; e < w; ++e) {
                if (plan_.ways[e].channel != plan_.ways[w].channel)
                    apart_[plan_.ways[w].first_overflow + (e - choice.first)] =
                        apart(plan_.ways[w].slot, plan_.slots[plan_.ways[e].slot].station);
            }
        }
    }
}

// A virtual channel brings one message at a time: those that hold two full stations have come by different ones, and
// none by that of the message that finds them so. Each pair of them counts by itself. Not where both are of one
// channel: messages that share a channel go on side by side, and fill both.
double Choices::apart(std::uint32_t slot, std::uint32_t earlier) const {
    const auto input = [&](std::uint32_t k) {
        const std::uint32_t before = plan_.before(plan_.slots[k]);
        return before == none ? none : plan_.stations[before].group;
    };
    const Station &first = plan_.stations[earlier], &second = plan_.stations[plan_.slots[slot].station];
    std::vector<std::uint32_t> inputs;
    std::vector<Lane> lanes;
    const auto lane = [&](std::uint32_t k) -> Lane& {
        const std::uint32_t group = input(k);
        const auto found = std::find(inputs.begin(), inputs.end(), group);
        if (found != inputs.end()) return lanes[static_cast<std::size_t>(found - inputs.begin())];
        int vcs = 0;
        if (group != none) {
            for (const std::uint32_t s : plan_.group[group]) vcs += plan_.stations[s].vcs;
        }
        inputs.push_back(group);
        lanes.push_back({std::max(vcs, 1)});
        return lanes.back();
    };
    static_cast<void>(lane(slot));
    for (std::uint32_t k = first.first_slot; k < first.end_slot; ++k) lane(k).first += plan_.slots[k].rate;
    for (std::uint32_t k = second.first_slot; k < second.end_slot; ++k) lane(k).second += plan_.slots[k].rate;
    return std::pow(different_lanes(lanes, 0), first.vcs * second.vcs);
}

double split_bound(const Network& network, const Routing& routing, const VcRule& rule, const Traffic& traffic) {
    try {
        const IdealLoadOptions quick{.gap = 0.01, .most_rounds = 60, .most_bytes = std::size_t{1} << 26U};
        return 1.0 / ideal_load(network, routing, rule, traffic, quick).lower;
    } catch (const InputError&) {        // too many ways
    } catch (const ComputationError&) {  // messages could go round in circles
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace wafernet::queueing
