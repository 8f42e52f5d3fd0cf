// One round: waits from the stations, station means from the paths.
#include "queueing/round.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace wafernet::queueing {

namespace {

constexpr double negligible = 1e-9;  // cycles, which rounding makes

}  // namespace

// One round: everything as it follows from x. False where the load is given and a queue at a source or in a buffer has
// no stationary state at it, and where the numbers leave the range of a double.
bool Round::evaluate(double load, bool load_given, const Values& x) {
    load_ = load, load_given_ = load_given;
    Values& image = implied_;
    if (!choices_.empty()) choices_.turn_away(known(x));
    fullest_ = 0.0;
    for (const std::uint32_t i : shared_ports_) {
        if (!port(x, i, image)) return false;
    }
    for (const std::uint32_t i : meeting_) {
        if (!station(x, i, image)) return false;
    }
    if (!choices_.empty()) choices_.wait_together(known(x), slot_);
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const double beside = beside_stretch_[slot.station];
        double in_row = slot.in_row;
        if (!choices_.empty() && plan_.stations[slot.station].kind == Kind::injection) {
            in_row = 0.0;
        } else if (!choices_.empty() && choices_.station_rate(slot.station) > 0.0) {
            const double part = choices_.rate(k) / choices_.station_rate(slot.station);
            in_row = slot.repeated > 0.0 ? std::max(in_row, part) : part;
        }
        own_[k] = (1.0 - in_row) * (image[stretch_ + slot.station] - beside) + (1.0 - slot.beside) * beside;
        if (!choices_.empty())
            own_[k] *= choices_.rate(k) / slot.rate;  // a mean over the messages that the plan counts, as waits are
    }
    tandem_.close_up(load_, slot_.wait, own_);
    if (plan_.shared)
        shared_.share(load_, x.data() + streaming_, x.data() + unheld_, x.data() + stretch_, image.data() + stretch_,
                      own_);
    if (crossbar_ && plan_.has(Term::shared_inputs)) crossbar_->share(load_, slot_, beside_stretch_, own_);
    if (lanes_.any()) {
        lanes_.wait_behind_front(load_, x.data(), own_, slot_, outside_);
        if (load_given_ && overfull()) return false;
    }
    paths_.add_up();
    for (const std::uint32_t i : heard_) {
        const Sums& s = paths_[i];
        const double pace = plan_.stations[i].pace;
        const bool ejects = plan_.stations[i].kind == Kind::ejection;
        const double along = s.before + s.after;
        const double late = plan_.stations[i].late;
        image[i] = pace + late + plan_.stations[i].hold + (ejects ? 0.0 : s.wait) + along;
        image[streaming_ + i] = pace + late + (plan_.shared ? s.before + s.crossing : along);
        if (plan_.shared) image[unheld_ + i] = pace + late + s.before;
        if (plan_.stations[i].serial)
            image[streaming_ + i] =
                pace + s.wait + s.after * passed_on(plan_.stations[i], plan_.flits, 1 + plan_.stations[i].past);
        const double variance = (plan_.has(Term::wait_variance) ? std::max(0.0, s.square - s.wait * s.wait) : 0.0) +
                                plan_.square * pace * pace;
        image[spread_ + i] = variance / (image[i] * image[i]);
        if (paths_.close(i))
            image[last_wait_ + i] = s.last, image[last_delay_ + i] = s.last > negligible ? s.last_square / s.last : 0.0;
    }
    for (const std::uint32_t i : lone_ports_) {
        if (!port(image, i, image)) return false;
    }
    return true;
}

// The queue at a source. False where the load is given and has no stationary state there.
bool Round::port(const Values& x, std::uint32_t i, Values& image) {
    const Station& station = plan_.stations[i];
    const double holding = x[i], streaming = x[streaming_ + i], spread = x[spread_ + i];
    if (station.serial) {
        serial_rates(station.vcs, station.capacity, streaming - station.pace + entering_pace(station), holding,
                     work_.mu);
    } else {
        alone_.apart = plan_.shared,
        alone_.one_stream = plan_.has(Term::one_stream) ? 1.0 - plan_.slots[station.first_slot].in_row : 0.0;
        state_rates(station.vcs, station.capacity, plan_.flits, station.pace, holding, streaming, passing(station),
                    alone_, work_.mu);
    }
    const double most = work_.mu[static_cast<std::size_t>(station.vcs)];
    PortResult r =
        solve_port(station.vcs, load_ * station.rate, station.serial ? 1.0 / work_.mu[1] : holding, spread, work_);
    fullest_ = std::max(fullest_, load_ * station.rate / most);
    if (!r.stable && load_given_) return false;
    source_wait_[i] = r.wait;
    if (station.serial && plan_.has(Term::entry)) source_wait_[i] += r.stretch * (1.0 + spread) / 2.0;
    // Two messages never come in the same cycle: the wait of a Geo/G/1 queue, E[S^2 - S] in place of E[S^2].
    if (plan_.one_arrival && plan_.has(Term::one_arrival) && r.stable)
        source_wait_[i] *= std::max(0.0, 1.0 - most / (1.0 + spread));
    if (station.between_others > 0.0 && r.stable)
        source_wait_[i] += late_by_waiting(station, holding, load_ * station.rate / most);
    image[stretch_ + i] = station.serial ? 0.0 : whole_flits(station, 0.5) * r.stretch;
    return true;
}

// As in_whole_flits says, of the channel of a station.
double Round::whole_flits(const Station& s, double early) const {
    return plan_.has(Term::whole_flits) ? in_whole_flits(plan_.flits, early, load_ * use_[s.group], vcs_[s.group])
                                        : 1.0;
}

// The message before is late by what goes between its flits where it comes as fast as it can, and so is the one that
// waits, whose turn comes when that has gone. One waits in the first of the spare VCs where all others are held, in the
// next one where another waits there.
double Round::late_by_waiting(const Station& port, double holding, double use) const {
    const double one = work_.busy[static_cast<std::size_t>(port.vcs)],
                 any = one * (1.0 - std::pow(use, port.spare)) / (1.0 - use);
    return 2.0 * port.between_others * any * std::min(1.0, port.pace / holding);
}

// Cycles in which a message holds its VC and is on its way where nobody delays it: the tail passes the router behind
// the channel; where the VC is given on before, the header waits until it may cross. Others stream meanwhile. Credits
// that a message longer than the buffer waits for come late where its flits do. Not where messages choose: the constant
// there was tuned without it.
double Round::passing(const Station& s) const {
    if (!choices_.empty() || !plan_.has(Term::on_the_way)) return 0.0;
    if (s.past == 0) return s.hold;
    if (s.kind != Kind::network) return 0.0;
    return plan_.flits <= s.depth ? s.hold : plan_.allocation;
}

// Where messages of several inputs or classes meet. False where the numbers leave the range of a double.
bool Round::station(const Values& x, std::uint32_t i, Values& image) {
    const Station& station = plan_.stations[i];
    const std::vector<std::uint32_t>& group = plan_.group[station.group];
    others_.most = 0;
    others_.streaming[0] = 1.0;
    others_.rate = 1.0;
    others_.apart = plan_.shared || !plan_.has(Term::together);  // the channels count who meets whom
    if (group.size() > 1) set_others(x, group, i);
    const std::span<double> alike = station.stock > 1.0 ? std::span<double>(work_.alike) : std::span<double>();
    Packing packing{.stock = station.stock, .alike = station.alike, .loss = plan_.has(Term::packing_loss)};
    if (crossbar_ && plan_.has(Term::given_to_others)) packing.alone = crossbar_->alone(i, load_);
    state_rates(station.vcs, station.capacity, plan_.flits, station.pace, x[i], x[streaming_ + i], passing(station),
                others_, work_.mu, packing, alike);
    const bool wastes = crossbar_ && crossbar_->wastes(i);
    if (wastes) {
        const auto all_held = static_cast<std::size_t>(station.vcs);
        work_.mu[all_held] /= 1.0 + work_.mu[all_held] * x[vain_ + i];
        if (!alike.empty()) alike[all_held] /= 1.0 + alike[all_held] * x[vain_ + i];
    }
    inputs_.clear();
    const double backlogged = plan_.has(Term::backlogged) ? plan_.parameters.backlogged : 0.0;
    const double returning = station.vcs == 1 && plan_.has(Term::returning) ? plan_.parameters.returning : 0.0;
    double open = 0.0, full = 0.0;
    for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
        const Slot& slot = plan_.slots[k];
        double rate = load_ / x[accept_ + k], part = slot.of_station;
        if (choices_.empty()) {
            rate *= slot.rate;
        } else {  // while it is full, and while it is open
            const double blocked = std::max(x[full_ + k], 1e-9);
            full += rate * choices_.rate(k) * choices_.waiting(k) / blocked;
            rate *= choices_.rate(k) * (1.0 - choices_.waiting(k)) / (1.0 - blocked);
            open += rate;
            if (choices_.station_rate(i) > 0.0) part = choices_.rate(k) / choices_.station_rate(i);
        }
        inputs_.push_back({rate, slot.cap, backlogged * slot.of_previous * slot.of_previous, returning, part,
                           in_turn_[k], slot.channels});
    }
    const double staying = choices_.empty() ? 1.0 : choices_.staying(full, open);
    if (!solve_station(station.vcs, plan_.has(Term::room_in_buffers) ? station.room : 0.0, x[i], x[spread_ + i],
                       staying, inputs_, work_, alike))
        return false;
    for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
        const InputResult& r = work_.inputs[k - station.first_slot];
        // 1 / accept - 1 grows like the rescaled rate itself: the point where both agree, at once. A lone input that
        // finds a VC for each of its messages meets nobody.
        double& share = image[accept_ + k];
        const double known = x[accept_ + k];
        if (station.end_slot == station.first_slot + 1 && plan_.slots[k].cap <= station.vcs) share = 1.0;
        else share = std::clamp(1.0 - (1.0 / r.accept - 1.0) * known, least_accept, 1.0);
        slot_.wait[k] = r.wait;
        slot_.blocked[k] = r.blocked;
        if (paths_.close(i)) wait_for_last(x, i, k);
        outside_[k] = r.outside;
        if (lanes_.any()) lanes_.wait_at_front(load_, i, k, work_.mu, x[spread_ + i]);
        slot_.ahead[k] = r.ahead;
        slot_.release[k] = work_.mu[static_cast<std::size_t>(station.vcs)];
        if (!choices_.empty()) image[full_ + k] = std::min(slot_.blocked[k], most_blocked);
        // Second moment of a wait that is zero but for the blocked.
        slot_.square[k] = slot_.blocked[k] > 0.0
                              ? plan_.parameters.square_of_wait * slot_.wait[k] * slot_.wait[k] / slot_.blocked[k]
                              : 0.0;
    }
    if (wastes) {
        double waiting = 0.0;  // headers, while all virtual channels are held
        for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
            const Wait front = lanes_.any() ? lanes_.at_front(k) : Wait{slot_.wait[k], slot_.blocked[k]};
            if (front.often > 0.0) waiting += load_ * plan_.slots[k].rate * front.mean / front.often;
        }
        image[vain_ + i] = crossbar_->wasted(i, waiting);
    }
    // Where headers ask for a VC and the switch at once, each of two that begin in the same cycle may get one of them:
    // with two VCs that both choose the other one (1/2) while the switch does not (1/2) the cycle is lost to both.
    const double whole = whole_flits(station, plan_.speculative && station.vcs > 1 ? 0.25 : 0.5);
    beside_stretch_[i] = whole * work_.beside;
    image[stretch_ + i] = whole * (work_.stretch + work_.beside);
    if (choosing_[i] > 0) stalled_[i] = stalled(i, x[i]);
    if (group.size() > 1) {
        for (int m = 0; m <= station.vcs; ++m) image[busy_[i] + m] = work_.busy[static_cast<std::size_t>(m)];
    }
    return true;
}

// Of the messages of a slot those that came when another one had not yet left the buffer that they come by, and waited
// for it: at a source all that find it busy, elsewhere those that find a message of another input. Over the time for
// which such a buffer is held, at load 1.
double Round::follow_at_once(const Slot& slot) const {
    const std::uint32_t before = plan_.before(slot);
    const Station& s = plan_.stations[before];
    double alike = 0.0;
    for (std::uint32_t k = s.first_slot; k < s.end_slot && s.kind != Kind::injection; ++k)
        alike += plan_.slots[k].of_station * plan_.slots[k].of_station;
    return slot.of_previous * (1.0 - alike) * s.rate / s.vcs;
}

// A message may come while those before it by the same channel, which have left the buffer there, still wait in all VCs
// here: that begins where the channel is free again, and the waits are exponential. Messages come at the rate r of the
// product form: the last but m - 1 of them still waits, where it waits for a time d at all, with the probability r / (r
// + m / d), given those after it. On one VC those that have waited for the buffer come at once, the others so much
// later. On several the next ones find these before them, as many as there are buffers.
void Round::wait_for_last(const Values& x, std::uint32_t i, std::uint32_t k) {
    double wait = x[last_wait_ + i], delay = x[last_delay_ + i];
    // A header may come over a fast channel while the last tail has yet to leave the buffer behind a slow one.
    if (const std::uint32_t before = plan_.before(plan_.slots[k]); before != none) {
        const double still = std::max(0.0, plan_.stations[i].hold - plan_.stations[before].hop);
        if (still > 0.0) delay = (wait * delay + still * still) / (wait + still), wait += still;
    }
    if (!(delay > 0.0)) return;
    const int vcs = plan_.stations[i].vcs;
    const double at_once =
        vcs == 1 && at_once_[k] > 0.0 ? std::min(1.0, load_ * at_once_[k] * x[plan_.before(plan_.slots[k])]) : 0.0;
    const double later = 1.0 - at_once, meanwhile = later * load_ * plan_.slots[k].rate / x[accept_ + k] * delay;
    double found = later;  // probability to come in time
    for (int m = 1; m <= vcs; ++m) found *= std::min(1.0, wait / delay) * meanwhile / (m + meanwhile);
    found += at_once * std::min(1.0, wait / delay);
    slot_.blocked[k] = std::min(1.0, slot_.blocked[k] + found);
    for (int before = 0; before < vcs; ++before) {
        slot_.wait[k] += found * delay / vcs;
        found *= meanwhile / (vcs + meanwhile);
    }
}

// Numbers of held virtual channels, from 0 on, with which a message may get one without credits: where all count as
// held messages wait in the product form, and those that never find all held choose then as where one less is. Messages
// of one VC take those of the next channel in turn: where the same streams always meet, no more than two come to one in
// a row.
int Round::choosing(const Station& s) const {
    if (!(s.stall > 0.0) || (plan_.few_pairs && s.stall_after > 1)) return 0;
    int together = 0;
    for (std::uint32_t k = s.first_slot; k < s.end_slot; ++k) together += plan_.slots[k].cap;
    return s.vcs + (together <= s.vcs ? 1 : 0);
}

// Mean delay of messages that get a virtual channel without credits: any of those that are free is chosen. Of m that
// the product form counts as held a share of hold / holding is free already.
double Round::stalled(std::uint32_t station, double holding) const {
    const Station& s = plan_.stations[station];
    const double held = 1.0 - std::min(1.0, s.hold / holding), rate = load_ * s.rate;
    double last = 0.0;  // messages per cycle on the VC that is chosen
    for (int m = 0; m < choosing_[station]; ++m) {
        const double p = work_.busy[static_cast<std::size_t>(m)];
        const int before = std::min(m, s.vcs - 1);
        last += s.hold > 0.0 ? p * m / holding / (s.vcs - std::max(0, before - 1) * held) : p * rate / (s.vcs - before);
    }
    return s.stall * last * std::pow(rate / s.vcs, s.stall_after - 1);
}

// Virtual channels of a station that are held, on average.
double Round::held(const Values& x, std::uint32_t station) const {
    double mean = 0.0;
    for (int m = 1; m <= plan_.stations[station].vcs; ++m) mean += m * x[busy_[station] + m];
    return mean;
}

// What the other classes of the channel stream.
void Round::set_others(const Values& x, const std::vector<std::uint32_t>& group, std::uint32_t self) {
    double rate = 0.0, weight = 0.0;
    for (const std::uint32_t i : group) {
        if (i == self) continue;
        const double active = std::min(1.0, x[streaming_ + i] / x[i]);
        double mean = 1e-12;
        for (int m = 1; m <= plan_.stations[i].vcs; ++m) mean += m * active * x[busy_[i] + m];
        const auto vcs = static_cast<std::size_t>(plan_.stations[i].vcs);
        const double met = choices_.empty() ? 0.0 : choices_.full_beside(known(x), self, i, held(x, self), held(x, i));
        if (met > 0.0) {
            beside_.assign(x.data() + busy_[i], x.data() + busy_[i] + vcs + 1);
            for (double& p : beside_) p *= 1.0 - met;
            beside_.back() += met;
            mean += met * (static_cast<double>(vcs) * active - mean);
        }
        add_streaming({met > 0.0 ? beside_.data() : x.data() + busy_[i], vcs + 1}, active, others_);
        rate += mean * std::min(1.0, plan_.flits / x[streaming_ + i]);
        weight += mean;
    }
    others_.rate = rate / weight;
}

// Cycles in which the flits of a message enter the buffer behind a port: the last of them as those in front leave it.
double Round::entering_pace(const Station& s) const { return s.entering + s.between; }

// How far the network is from idle, `within` being the latency without the wait at the source: the latency at a source
// as full as the fullest one, were the wait there as long as the latency in the network, is 1 / (1 - strain) times that
// without load. It depends smoothly on the state, also where a source queue is unstable.
double Round::strain(double within) const { return 1.0 - plan_.zero_load / within * (1.0 - fullest_); }

// By how much the logarithm of the load should change for the strain that is wanted, did all delays and uses grow like
// the load.
double Round::towards_strain(double wanted, double within) const {
    const double delay = within / plan_.zero_load - 1.0;
    return std::clamp(std::log(wanted / (fullest_ + (1.0 - wanted) * delay)), -1.0, 1.0);
}

// Mean latency from the time when the source queue is left.
double Round::latency_within() const {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const Station& station = plan_.stations[slot.station];
        const double wait = station.kind == Kind::injection ? 0.0 : slot_.wait[k];
        sum += slot.rate * station.members * (wait + slot.kept * own_[k] + stalled_[slot.station]);
    }
    return plan_.zero_load + sum / plan_.total;
}

// Mean wait at the source and for the first channel, where the latency is from the header's entry.
double Round::before_entry() const {
    double sum = 0.0;
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const Station& station = plan_.stations[slot.station];
        const std::uint32_t before = plan_.before(slot);
        const bool first = before != none && plan_.stations[before].kind == Kind::injection;
        if (station.kind == Kind::injection) sum += slot.rate * station.members * source_wait_[slot.station];
        else if (first) sum += slot.rate * station.members * slot_.wait[k];
    }
    return sum / plan_.total;
}

double Round::mean_source_wait() const {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
        if (plan_.stations[i].kind == Kind::injection)
            sum += plan_.stations[i].rate * plan_.stations[i].members * source_wait_[i];
    }
    return sum / plan_.total;
}

}  // namespace wafernet::queueing
