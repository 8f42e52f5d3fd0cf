// What follows from the rates of a plan: shares, caps, groups, the order of its arcs, the channels' bound.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "queueing/stations.hpp"

namespace wafernet::queueing {

namespace {

// Arcs in the order of the stages they leave, so that one sweep carries what is upstream all the way down.
void order_arcs(Plan& plan) {
    const auto n = static_cast<std::uint32_t>(plan.stages.size());
    std::vector<std::uint32_t> first(n + 1, 0), out, waiting(n, 0);
    for (const Arc& arc : plan.arcs) {
        if (arc.from != none) ++first[arc.from + 1], ++waiting[arc.to];
    }
    for (std::uint32_t i = 0; i < n; ++i) first[i + 1] += first[i];
    out.resize(first[n]);
    std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
    for (std::uint32_t a = 0; a < plan.arcs.size(); ++a) {
        if (plan.arcs[a].from != none) out[at[plan.arcs[a].from]++] = a;
    }
    plan.onward.clear();
    plan.onward.reserve(out.size());
    plan.circles = false;
    std::vector<std::uint32_t> ready;
    std::vector<bool> done(n, false);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (waiting[i] == 0) ready.push_back(i);
    }
    for (std::uint32_t next = 0, taken = 0; taken < n; ++taken) {
        std::uint32_t stage = none;
        if (taken < ready.size()) {
            stage = ready[taken];
        } else {  // a circle: begin anywhere in it
            plan.circles = true;
            while (done[next]) ++next;
            stage = next;
            ready.push_back(stage);
        }
        done[stage] = true;
        for (std::uint32_t k = first[stage]; k < first[stage + 1]; ++k) {
            const Arc& arc = plan.arcs[out[k]];
            const std::uint32_t to = arc.to;
            plan.onward.push_back(
                {stage, to, arc.slot, arc.rate / plan.stages[stage].rate, arc.rate / plan.stages[to].rate});
            if (!done[to] && waiting[to] > 0 && --waiting[to] == 0) ready.push_back(to);
        }
    }
}

void sum_rates(Plan& plan) {
    std::vector<Station>& stations = plan.stations;
    for (Station& s : stations) s.first_slot = s.end_slot = 0, s.rate = 0.0;
    for (std::uint32_t i = 0; i < plan.slots.size(); ++i) {
        Slot& slot = plan.slots[i];
        Station& s = stations[slot.station];
        if (s.end_slot == 0) s.first_slot = i;
        s.end_slot = i + 1;
        slot.rate = 0.0;
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) slot.rate += plan.arcs[a].rate;
        slot.rate /= s.members;
        s.rate += slot.rate;
    }
    for (Stage& stage : plan.stages) stage.rate = 0.0;
    for (const Arc& arc : plan.arcs) plan.stages[arc.to].rate += arc.rate;
}

}  // namespace

void bound_load(Plan& plan) {
    const std::vector<Station>& stations = plan.stations;
    std::uint32_t groups = 0;
    for (const Station& s : stations) groups = std::max(groups, s.group + 1);
    plan.group.assign(groups, {});
    for (std::uint32_t i = 0; i < stations.size(); ++i) plan.group[stations[i].group].push_back(i);
    // Under the best split one channel at least has so much, and its virtual channels with it. Else messages that may
    // go elsewhere do not count; those that could have gone another way before do, so that it is an estimate.
    const bool split = !plan.choices.empty() && !std::isnan(plan.split_bound);
    const double least_use = split ? 1.0 / plan.split_bound : 0.0;
    std::vector<double> free(stations.size(), 0.0);
    for (const Choice& choice : split ? std::span<const Choice>() : std::span<const Choice>(plan.choices)) {
        const auto first = plan.ways.begin() + choice.first, end = plan.ways.begin() + choice.end;
        if (std::all_of(first, end, [&](const ChoiceWay& w) { return w.channel == first->channel; })) continue;
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            const std::uint32_t s = plan.slots[plan.ways[w].slot].station;
            free[s] += choice.rate * plan.ways[w].share / stations[s].members;
        }
    }
    double most = least_use, held = 0.0, room = 0.0, fullest = 0.0;
    for (std::uint32_t g = 0; g < groups; ++g) {
        if (plan.group[g].empty()) continue;
        const Station& first = stations[plan.group[g].front()];
        const bool chosen = split && first.kind == Kind::network;
        double rate = 0.0, most_messages = 0.0;
        for (const std::uint32_t s : plan.group[g]) {
            rate += stations[s].rate - free[s];
            most_messages += stations[s].vcs / stations[s].least_held;
            if (!chosen) held = std::max(held, (stations[s].rate - free[s]) * stations[s].least_held / stations[s].vcs);
        }
        const double use = rate * plan.flits / first.capacity;
        if (chosen) room = std::max(room, most_messages);
        if (chosen ? use > fullest : use > most * (1.0 + 1e-9)) {
            (chosen ? fullest : most) = use;
            plan.full_group = g;
        }
    }
    if (room > 0.0) held = std::max(held, least_use / plan.flits / room);
    plan.channel_bound = 1.0 / most;
    plan.vc_bound = 1.0 / held;
    plan.bound = std::min(plan.channel_bound, plan.vc_bound);
}

namespace {

// Which station's messages have found which other one full.
void list_overflow(Plan& plan) {
    plan.overflow.clear();
    plan.overflow_of_way.clear();
    std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint32_t> pair;
    for (const Choice& choice : plan.choices) {
        for (std::uint32_t w = choice.first; w < choice.end; ++w) {
            plan.ways[w].first_overflow = static_cast<std::uint32_t>(plan.overflow_of_way.size());
            for (std::uint32_t earlier = choice.first; earlier < w; ++earlier) {
                const std::uint32_t to = plan.slots[plan.ways[w].slot].station,
                                    from = plan.slots[plan.ways[earlier].slot].station;
                const bool same = plan.ways[w].channel == plan.ways[earlier].channel;
                const auto [found, fresh] =
                    pair.try_emplace({to, from, same}, static_cast<std::uint32_t>(plan.overflow.size()));
                if (fresh) plan.overflow.push_back({to, from, same});
                plan.overflow_of_way.push_back(found->second);
            }
        }
    }
}

// Messages that leave a port's buffers of B flits at once. They enter one after the other, while those in front take
// turns: one enters, the last one before it has B flits left at most, the one before that M - B fewer, and so on. While
// they come without a break there are k of them, and one more for a part a of the time: in the M cycles from one
// entering to the next each takes its turns, and the first sends all but the last B of its flits, M (a / (k + 1) + (1 -
// a) / k) = M - B. Their number is k + a; M / (M - B) where that is whole.
constexpr int many = 64;
double at_once(double flits, double buffer) {
    if (buffer >= flits) return many;
    const double open = 1.0 - buffer / flits, k = std::floor(1.0 / open + 1e-9);
    return std::min<double>(many, k + std::max(0.0, (k + 1.0) * (1.0 - k * open)));
}

// Messages that can be on the link of a station at once: no more than have come by its inputs, each of which brings as
// many as are on the link before, and a source that sends one after the other brings one. `largest`: of every station,
// the virtual channels of the largest class of its link.
std::vector<double> most_present(const Plan& plan, const std::vector<int>& largest) {
    const std::vector<Station>& stations = plan.stations;
    std::vector<double> present(largest.begin(), largest.end());
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<double> next(stations.size(), 0.0);
        for (const Slot& slot : plan.slots) {
            double most = 0.0;
            for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
                const std::uint32_t from = plan.arcs[a].from;
                most = std::max(most, from == none ? largest[slot.station] : present[plan.stages[from].station]);
            }
            for (const std::uint32_t i : plan.group[stations[slot.station].group]) {
                if (stations[i].channel == stations[slot.station].channel) next[i] += most;
            }
        }
        for (std::size_t i = 0; i < next.size(); ++i) {
            if (next[i] >= present[i]) continue;
            present[i] = next[i];
            changed = true;
        }
    }
    return present;
}

// Shares, caps and what may wait in front. A shared channel's buffers are those of several links.
void set_shares_and_caps(Plan& plan) {
    std::vector<Station>& stations = plan.stations;
    std::vector<int> largest(stations.size(), 0);  // class of the link
    std::vector<double> link_rate(stations.size(), 0.0);
    for (std::uint32_t i = 0; i < stations.size(); ++i) {
        for (const std::uint32_t k : plan.group[stations[i].group]) {
            if (stations[k].channel != stations[i].channel) continue;
            largest[i] = std::max(largest[i], stations[k].vcs);
            link_rate[i] += stations[k].rate;
        }
    }
    const std::vector<double> present = plan.has(Term::present_upstream) && !plan.shared
                                            ? most_present(plan, largest)
                                            : std::vector<double>(largest.begin(), largest.end());
    // Messages for a port wait in the buffers in front of it.
    for (Station& s : stations) {
        if (s.kind == Kind::ejection) s.room = 0.0;
        s.stock = 1.0;
    }
    for (const Arc& arc : plan.arcs) {
        Station& s = stations[plan.slots[arc.slot].station];
        if (arc.from != none && s.kind == Kind::ejection)
            s.room = std::max(s.room, stations[plan.stages[arc.from].station].room);
    }
    for (std::uint32_t i = 0; i < plan.slots.size(); ++i) {
        Slot& slot = plan.slots[i];
        Station& s = stations[slot.station];
        slot.of_station = slot.rate / s.rate;
        double most = 0.0;
        double previous = 0.0;
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            Arc& arc = plan.arcs[a];
            arc.of_slot = arc.rate / (slot.rate * s.members);
            arc.of_to = arc.rate / plan.stages[arc.to].rate;
            if (arc.from == none) {
                most = 1.0;
                arc.of_from = 1.0;
                previous += arc.of_slot;
                continue;
            }
            const std::uint32_t from = plan.stages[arc.from].station;
            const double here = std::min<double>(largest[from], present[from]);
            most = std::max(most,
                            stations[from].serial ? std::min(here, at_once(plan.flits, stations[from].depth)) : here);
            arc.of_from = arc.rate / plan.stages[arc.from].rate;
            // Of one member of `from`: lumped stations spread evenly over those of the slot.
            previous += arc.of_slot * std::min(1.0, slot.rate / link_rate[from]);
            if (plan.has(Term::stock)) s.stock += slot.of_station * arc.of_slot * stations[from].slack;
        }
        const int cap = static_cast<int>(std::ceil(most - 1e-9));
        slot.channels = std::max(1, cap);
        slot.cap = std::clamp(cap + static_cast<int>(std::ceil(std::min(s.room, 16.0))), 1, 16);
        slot.of_previous = std::min(1.0, previous);
    }
}

// What of two messages that meet have shared their way already.
void set_in_row(Plan& plan) {
    std::vector<Station>& stations = plan.stations;
    // Of two messages of a source that go to the same VC of a channel the later one waits for the other, and does not
    // share the port with it. In a source's only buffer each header decides when the message in front has gone,
    // whatever way that goes; in several only where the channel ahead has one VC, at whose front it does.
    std::vector<double> in_turn(stations.size(), 0.0);
    for (Station& s : stations) s.between = s.alike = 0.0;
    for (const Arc& arc : plan.arcs) {
        if (arc.from == none) continue;
        const std::uint32_t from = plan.stages[arc.from].station;
        const double decision = stations[from].several ? 0.0 : plan.decision;
        if (stations[from].kind == Kind::injection) stations[from].between += arc.of_from * decision;
        const Station& to = stations[plan.slots[arc.slot].station];
        if (to.vcs > 1) continue;
        const double same = arc.of_from * plan.slots[arc.slot].of_previous;
        in_turn[from] += same;
        stations[from].between +=
            same * (stations[from].several ? std::max(to.hold, plan.decision) : std::max(0.0, to.hold - decision));
    }
    // Share of a channel's messages that come from the same channel.
    for (std::uint32_t i = 0; i < plan.slots.size(); ++i) {
        Slot& slot = plan.slots[i];
        const std::uint32_t group = stations[slot.station].group;
        double channel = 0.0, same = 0.0;  // of all its stations; of the others
        const auto came_by = [&](const Slot& k) {
            const std::uint32_t before = plan.before(k);
            return before == none ? none : stations[before].group;
        };
        for (const std::uint32_t s : plan.group[group]) {
            channel += stations[s].rate;
            for (std::uint32_t k = stations[s].first_slot; k < stations[s].end_slot; ++k) {
                if (plan.slots[k].station != slot.station && plan.slots[k].side == slot.side &&
                    came_by(plan.slots[k]) == came_by(slot))
                    same += plan.slots[k].rate;
            }
        }
        if (plan.shared && slot.first_arc < slot.end_arc && stations[slot.station].kind == Kind::network &&
            plan.before(slot) != none) {
            const Station& before = stations[plan.before(slot)];
            double back = 0.0;  // over the channel that they come by as well; a processor has none
            std::vector<std::uint32_t> drivers;
            for (const std::uint32_t s : plan.group[group]) {
                if (before.shared && stations[s].channel == Graph::reverse(before.channel)) back += stations[s].rate;
                for (std::uint32_t k = stations[s].first_slot; k < stations[s].end_slot; ++k) {
                    const std::uint32_t driver = came_by(plan.slots[k]);
                    if (std::find(drivers.begin(), drivers.end(), driver) == drivers.end()) drivers.push_back(driver);
                }
            }
            slot.returning = back / channel;
            slot.driver =
                static_cast<std::uint32_t>(std::find(drivers.begin(), drivers.end(), came_by(slot)) - drivers.begin());
        }
        if (plan.before(slot) != none) {
            double all = 0.0;
            for (const std::uint32_t s : plan.group[came_by(slot)]) all += stations[s].rate;
            slot.elsewhere = std::max(0.0, all - slot.rate - same);
        }
        const bool port = stations[slot.station].kind == Kind::injection;
        const double own = stations[slot.station].rate;
        slot.in_row = !plan.has(Term::shared_in_row) ? 0.0
                      : port                         ? std::min(1.0, in_turn[slot.station])
                                                     : slot.of_station;
        slot.beside = plan.has(Term::shared_beside) && channel - own > 1e-9 * channel
                          ? std::min(1.0, same / (channel - own))
                          : 0.0;
        // Messages from one node to one follow each other whatever ways they take.
        const double repeated = std::min(1.0, stations[slot.station].streams / (channel * channel));
        const double met = port ? slot.in_row : std::min(1.0, (slot.rate + same) / channel);
        slot.repeated = repeated > met ? (repeated - met) / (1.0 - met) : 0.0;
        if (slot.repeated > 0.0) slot.in_row = slot.beside = repeated;
        if (!port) stations[slot.station].alike += slot.of_station * slot.in_row;
    }
}

}  // namespace

std::uint32_t only_source(const Plan& plan, const Slot& slot) {
    for (const Slot* at = &slot;;) {
        const std::uint32_t before = plan.before(*at);
        if (before == none) return none;
        const Station& s = plan.stations[before];
        if (at->rate < (1.0 - 1e-9) * s.rate || s.end_slot - s.first_slot > 1) return none;
        if (s.kind == Kind::injection) return before;
        at = &plan.slots[s.first_slot];
    }
}

void complete(Plan& plan) {
    sum_rates(plan);
    order_arcs(plan);
    bound_load(plan);
    list_overflow(plan);
    set_shares_and_caps(plan);
    set_in_row(plan);
    keep_stretches(plan);
    late_tails(plan);
}

}  // namespace wafernet::queueing
