// Channels that carry the same as one: what makes large networks under uniform traffic cheap.
//
// Two channels are alike where their stations have the same rates, VCs and delays and the same list of inputs, and
// where their messages come from and go on to channels that are alike in this, in the same shares, within some hops.
// What the members of a lump meet beyond is averaged with their shares: a message that meets a busy channel then seems
// to meet a less busy one. Path by path nothing is averaged: alike are channels with the same paths over them.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "queueing/sort_in_buckets.hpp"
#include "queueing/stations.hpp"

namespace wafernet::queueing {

namespace {

std::int64_t rounded(double x, double tolerance) {
    return x <= 0.0 ? 0 : static_cast<std::int64_t>(std::floor(std::log(x) / tolerance + 0.37));
}

// Rates of slots and stations, rounded.
struct Rounded {
    Rounded(const Plan& plan, double tolerance) {
        for (const Slot& s : plan.slots) slot.push_back(rounded(s.rate, tolerance));
        for (const Station& s : plan.stations) station.push_back(rounded(s.rate, tolerance));
    }
    std::vector<std::int64_t> slot, station;
};

}  // namespace

void merge_runs(Plan& plan) {
    constexpr double same = 1e-9;
    // Share of a station's messages that take a slot, over all its stages.
    std::vector<double> mean(plan.slots.size(), 0.0), of_station(plan.stations.size(), 0.0);
    std::vector<std::uint32_t> leaving(plan.stages.size(), 0), ways(plan.stations.size(), 0);
    for (std::size_t k = 0; k < plan.stages.size(); ++k) of_station[plan.stages[k].station] += plan.stages[k].rate;
    // All messages of a slot come over one channel, not always from one of its stations.
    std::vector<std::uint32_t> only(plan.slots.size(), none);
    for (const Arc& arc : plan.arcs) {
        if (arc.from == none) continue;
        const std::uint32_t from = plan.stages[arc.from].station;
        if (only[arc.slot] == none) only[arc.slot] = from, ++ways[from];
        if (only[arc.slot] != from) return;
        mean[arc.slot] += arc.rate / of_station[from];
        ++leaving[arc.from];
    }
    for (const Arc& arc : plan.arcs) {
        if (arc.from == none) continue;
        const Stage& from = plan.stages[arc.from];
        if (leaving[arc.from] != ways[from.station] || std::abs(arc.rate / from.rate - mean[arc.slot]) > same) return;
    }
    std::vector<std::uint32_t> stage_of(plan.stations.size(), none), number(plan.stages.size());
    std::vector<Stage> stages;
    for (std::size_t k = 0; k < plan.stages.size(); ++k) {
        std::uint32_t& stage = stage_of[plan.stages[k].station];
        if (stage == none) {
            stage = static_cast<std::uint32_t>(stages.size());
            stages.push_back({plan.stages[k].station, 0, 0.0});
        }
        number[k] = stage;
    }
    std::vector<Arc> arcs;
    for (Slot& slot : plan.slots) {
        const auto first = static_cast<std::uint32_t>(arcs.size());
        for (std::uint32_t a = slot.first_arc; a < slot.end_arc; ++a) {
            Arc arc = plan.arcs[a];
            if (arc.from != none) arc.from = number[arc.from];
            arc.to = number[arc.to];
            if (arcs.size() > first && arcs.back().from == arc.from && arcs.back().to == arc.to)
                arcs.back().rate += arc.rate;
            else arcs.push_back(arc);
        }
        slot.first_arc = first;
        slot.end_arc = static_cast<std::uint32_t>(arcs.size());
    }
    plan.stages = std::move(stages);
    plan.arcs = std::move(arcs);
}

namespace {

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 31U) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 29U) * 0xBF58476D1CE4E5B9ULL;
    return x ^ x >> 32U;
}

// A hash for every station, the same for those that are alike by themselves, the order of their inputs aside.
std::vector<std::uint64_t> kinds(const Plan& plan, const Rounded& rate) {
    std::vector<std::uint64_t> kind;
    for (std::size_t i = 0; i < plan.stations.size(); ++i) {
        const Station& s = plan.stations[i];
        std::uint64_t all = mixed(static_cast<std::uint64_t>(rate.station[i]));
        for (const double x : {static_cast<double>(s.kind), static_cast<double>(s.tag), static_cast<double>(s.vcs),
                               s.hop, s.depth, s.pace}) {
            all = mixed(all + static_cast<std::uint64_t>(std::lround(16.0 * x)));
        }
        for (std::uint32_t k = s.first_slot; k < s.end_slot; ++k)
            all +=
                mixed(mixed(static_cast<std::uint64_t>(rate.slot[k])) + static_cast<std::uint64_t>(plan.slots[k].cap));
        kind.push_back(all);
    }
    return kind;
}

// Tells also those apart whose messages come from or go on to stations of other kinds, or in other shares, and those
// beside others on their channel: sums of hashes, in which the order of these does not count.
void look_around(const Plan& plan, double tolerance, std::vector<std::uint64_t>& kind) {
    const std::vector<std::uint64_t> before = kind;
    for (const Onward& arc : plan.onward) {
        const Stage &from = plan.stages[arc.from], &to = plan.stages[arc.to];
        const auto rate = static_cast<std::uint64_t>(rounded(arc.of_from * from.rate, tolerance));
        const std::uint64_t arc_kind = mixed(mixed(rate) + (from.run << 16U | to.run));
        kind[from.station] += mixed(arc_kind + before[to.station]);
        kind[to.station] += mixed(mixed(arc_kind) + before[from.station]);
    }
    for (const std::vector<std::uint32_t>& group : plan.group) {
        std::uint64_t all = 0;
        for (const std::uint32_t i : group) all += mixed(before[i]);
        for (const std::uint32_t i : group) kind[i] += mixed(all);
    }
}

// By what the slots of a station can be told apart: where their messages come from.
std::vector<std::uint64_t> origins(const Plan& plan, const std::vector<std::uint64_t>& kind) {
    std::vector<std::uint64_t> from(plan.slots.size(), 0);
    for (const Arc& arc : plan.arcs) {
        if (arc.from != none) from[arc.slot] += mixed(kind[plan.stages[arc.from].station]);
    }
    return from;
}

std::size_t different(std::vector<std::uint64_t> kind) {
    std::sort(kind.begin(), kind.end());
    return static_cast<std::size_t>(std::unique(kind.begin(), kind.end()) - kind.begin());
}

// Path by path: tells stations apart until those left together lie at the same places of the same paths, station by
// station, and so do the others of their channels. Returns the same of their slots.
std::vector<std::uint64_t> follow_flows(const Plan& plan, const Rounded& rate, double tolerance,
                                        std::vector<std::uint64_t>& kind) {
    std::vector<std::uint64_t> slot(plan.slots.size()), now(kind.size());
    for (std::size_t before = 0, kinds = different(kind); kinds != before;) {
        std::fill(slot.begin(), slot.end(), 0);
        for (const Flow& flow : plan.flows) {
            std::uint64_t all = mixed(static_cast<std::uint64_t>(rounded(flow.rate, tolerance)));
            for (std::uint32_t j = flow.first; j < flow.end; ++j)
                all = mixed(all + kind[plan.slots[plan.path[j]].station]);
            for (std::uint32_t j = flow.first; j < flow.end; ++j) slot[plan.path[j]] += mixed(all + (j - flow.first));
        }
        for (const std::vector<std::uint32_t>& group : plan.group) {
            std::uint64_t all = 0;
            for (const std::uint32_t i : group) all += mixed(kind[i]);
            for (const std::uint32_t i : group) now[i] = mixed(mixed(all) + kind[i]);
        }
        for (std::size_t k = 0; k < slot.size(); ++k)
            now[plan.slots[k].station] += mixed(slot[k] + static_cast<std::uint64_t>(rate.slot[k]));
        kind.swap(now);
        before = std::exchange(kinds, different(kind));
    }
    return slot;
}

// Slots, those of every station together, like ones in the same order: the busiest first.
std::vector<std::uint32_t> ordered_slots(const Plan& plan, const Rounded& rate,
                                         const std::vector<std::uint64_t>& kind) {
    std::vector<std::uint32_t> slots(plan.slots.size());
    std::iota(slots.begin(), slots.end(), 0U);
    const auto key = [&](std::uint32_t k) { return std::tuple(-rate.slot[k], -plan.slots[k].cap, kind[k], k); };
    for (const Station& s : plan.stations)
        std::sort(slots.begin() + s.first_slot, slots.begin() + s.end_slot,
                  [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return slots;
}

// Stations of a channel, likewise.
std::vector<std::uint32_t> ordered_stations(const Plan& plan, const std::vector<std::uint32_t>& group,
                                            const Rounded& rate, const std::vector<std::uint64_t>& kind) {
    std::vector<std::uint32_t> stations = group;
    const auto key = [&](std::uint32_t i) { return std::tuple(-plan.stations[i].vcs, -rate.station[i], kind[i], i); };
    std::sort(stations.begin(), stations.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return stations;
}

}  // namespace

std::optional<Plan> lumped(const Plan& plan, double tolerance, int hops, std::size_t most) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    std::vector<std::uint32_t> lump_of(plan.stations.size(), none), slot_of(plan.slots.size(), none);
    Plan out;
    static_cast<PlanTotals&>(out) = static_cast<const PlanTotals&>(plan);
    const Rounded rate(plan, tolerance);
    std::vector<std::vector<std::uint32_t>> station_of_lump;  // of every lump
    std::vector<std::uint64_t> kind = kinds(plan, rate);
    for (int i = 0; i < hops; ++i) look_around(plan, tolerance, kind);
    const std::vector<std::uint64_t> slot_kind =
        plan.flows.empty() ? origins(plan, kind) : follow_flows(plan, rate, tolerance, kind);
    if (!plan.flows.empty() && different(kind) == kind.size()) return plan;
    const std::vector<std::uint32_t> order = ordered_slots(plan, rate, slot_kind);
    for (std::size_t g = 0; g < plan.group.size(); ++g) {
        if (plan.group[g].empty()) continue;
        const std::vector<std::uint32_t> stations = ordered_stations(plan, plan.group[g], rate, kind);
        std::uint64_t all = 0;
        for (const std::uint32_t i : stations) all += mixed(kind[i]);
        const auto [found, fresh] = known.try_emplace(all, static_cast<std::uint32_t>(station_of_lump.size()));
        if (fresh) {
            station_of_lump.emplace_back();
            for (const std::uint32_t i : stations) {
                Station s = plan.stations[i];
                s.group = found->second;
                s.members = 0.0;
                const auto number = static_cast<std::uint32_t>(out.stations.size());
                station_of_lump.back().push_back(number);
                s.first_slot = static_cast<std::uint32_t>(out.slots.size());
                for (std::uint32_t k = plan.stations[i].first_slot; k < plan.stations[i].end_slot; ++k) {
                    Slot slot = plan.slots[order[k]];
                    slot.station = number;
                    out.slots.push_back(slot);
                }
                s.end_slot = static_cast<std::uint32_t>(out.slots.size());
                out.stations.push_back(s);
            }
            if (out.slots.size() > most + out.stations.size()) return std::nullopt;  // an arc each, but at sources
        }
        for (std::size_t m = 0; m < stations.size(); ++m) {
            const std::uint32_t lump = station_of_lump[found->second][m];
            lump_of[stations[m]] = lump;
            out.stations[lump].members += 1.0;
            std::uint32_t slot = out.stations[lump].first_slot;
            for (std::uint32_t k = plan.stations[stations[m]].first_slot; k < plan.stations[stations[m]].end_slot; ++k)
                slot_of[order[k]] = slot++;
        }
    }
    // Arcs between lumps.
    std::uint32_t runs = 0;
    for (const Stage& s : plan.stages) runs = std::max(runs, s.run + 1);
    std::vector<std::uint32_t> stage_of(out.stations.size() * runs, none);
    const auto stage = [&](std::uint32_t old) {
        const Stage& s = plan.stages[old];
        std::uint32_t& k = stage_of[std::size_t{lump_of[s.station]} * runs + s.run];
        if (k == none)
            k = static_cast<std::uint32_t>(out.stages.size()), out.stages.push_back({lump_of[s.station], s.run, 0.0});
        return k;
    };
    std::vector<Arc> arcs;
    arcs.reserve(plan.arcs.size());
    for (std::uint32_t k = 0; k < plan.slots.size(); ++k) {
        for (std::uint32_t a = plan.slots[k].first_arc; a < plan.slots[k].end_arc; ++a) {
            const Arc& arc = plan.arcs[a];
            arcs.push_back({arc.from == none ? none : stage(arc.from), stage(arc.to), slot_of[k], arc.rate});
        }
    }
    sort_in_buckets(
        arcs, out.slots.size(), [](const Arc& a) { return a.slot; },
        [](const Arc& a, const Arc& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
    for (Slot& slot : out.slots) slot.first_arc = slot.end_arc = 0;
    for (const Arc& arc : arcs) {
        Slot& slot = out.slots[arc.slot];
        if (slot.end_arc > slot.first_arc && out.arcs.back().from == arc.from && out.arcs.back().to == arc.to) {
            out.arcs.back().rate += arc.rate;
            continue;
        }
        if (slot.end_arc == 0) slot.first_arc = static_cast<std::uint32_t>(out.arcs.size());
        out.arcs.push_back(arc);
        slot.end_arc = static_cast<std::uint32_t>(out.arcs.size());
    }
    // Flows over lumps.
    std::map<std::vector<std::uint32_t>, double> flows;
    for (const Flow& flow : plan.flows) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t j = flow.first; j < flow.end; ++j) path.push_back(slot_of[plan.path[j]]);
        flows[std::move(path)] += flow.rate;
    }
    for (const auto& [path, its_rate] : flows) {
        const auto first = static_cast<std::uint32_t>(out.path.size());
        out.path.insert(out.path.end(), path.begin(), path.end());
        out.flows.push_back({first, static_cast<std::uint32_t>(out.path.size()), its_rate});
    }
    // Choices between lumps.
    std::map<std::vector<std::uint32_t>, std::uint32_t>
        choice_of;  // by slots, and by which ways have their channel in common
    std::vector<std::uint32_t> slots, way_of(plan.ways.size(), none);
    for (const Choice& choice : plan.choices) {
        slots.clear();
        for (std::uint32_t k = choice.first; k < choice.end; ++k) slots.push_back(slot_of[plan.ways[k].slot]);
        for (std::uint32_t k = choice.first; k < choice.end; ++k) {
            std::uint32_t alike = choice.first;
            while (plan.ways[alike].channel != plan.ways[k].channel) ++alike;
            slots.push_back(alike - choice.first);
        }
        const auto [found, fresh] = choice_of.try_emplace(slots, static_cast<std::uint32_t>(out.choices.size()));
        if (fresh) {
            const auto first = static_cast<std::uint32_t>(out.ways.size());
            for (std::uint32_t k = choice.first; k < choice.end; ++k)
                out.ways.push_back({slot_of[plan.ways[k].slot], plan.ways[k].share, plan.ways[k].channel, 0});
            out.choices.push_back({first, static_cast<std::uint32_t>(out.ways.size()), 0.0});
        }
        Choice& lump = out.choices[found->second];
        lump.rate += choice.rate;
        for (std::uint32_t k = choice.first; k < choice.end; ++k) {
            way_of[k] = lump.first + (k - choice.first);
            double& share = out.ways[way_of[k]].share;  // the mean
            share += (plan.ways[k].share - share) * choice.rate / lump.rate;
        }
    }
    out.way_of = plan.way_of;
    for (std::uint32_t& k : out.way_of) {
        if (k != none) k = way_of[k];
    }
    // Shares with a channel's other inputs are those of the members: they are kept.
    std::vector<Slot> members = out.slots;
    const std::vector<Station> ports = out.stations;
    complete(out);
    for (std::size_t k = 0; k < out.slots.size(); ++k) {
        out.slots[k].in_row = members[k].in_row;
        out.slots[k].beside = members[k].beside;
        out.slots[k].of_previous = members[k].of_previous;
        out.slots[k].elsewhere = members[k].elsewhere;
        out.slots[k].repeated = members[k].repeated;
        out.slots[k].returning = members[k].returning;
        out.slots[k].driver = members[k].driver;
        out.slots[k].cap = members[k].cap;
        if (!out.flows.empty()) out.slots[k].kept = members[k].kept;  // ways to alike channels are one here
        out.slots[k].channels = members[k].channels;
    }
    for (std::size_t i = 0; i < ports.size(); ++i)
        out.stations[i].between = ports[i].between, out.stations[i].entering = ports[i].entering,
        out.stations[i].late = ports[i].late;
    if (out.flows.empty()) keep_stretches(out);
    if (out.onward.size() > most) return std::nullopt;
    return out;
}

}  // namespace wafernet::queueing
