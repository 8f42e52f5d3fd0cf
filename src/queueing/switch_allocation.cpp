#include "queueing/switch_allocation.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace wafernet::queueing {

namespace {

constexpr int most_waiting = 32;   // headers; more count as these
constexpr double most_lost = 0.5;  // an input serves two channels in turn

}  // namespace

CrossbarInputs::CrossbarInputs(const Plan& plan) : plan_(plan) {
    behind_.assign(plan_.group.size(), 0.0);
    for (const Station& s : plan_.stations) behind_[s.group] += s.rate * s.members;
    input_.assign(plan_.slots.size(), none);
    of_input_.assign(plan_.slots.size(), 0.0);
    caught_ = of_input_;
    find_others();
    find_in_vain();
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const std::uint32_t before = plan_.before(slot);
        if (before == none || plan_.stations[before].kind != Kind::network) continue;
        input_[k] = before;
        of_input_[k] = slot.rate * plan_.stations[slot.station].members / behind_[plan_.stations[input_[k]].group];
    }
}

// At load 1, as the uses of `alone`.
void CrossbarInputs::find_others() {
    others_.assign(plan_.slots.size(), 0.0);
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        const Slot& slot = plan_.slots[k];
        const Station& s = plan_.stations[slot.station];
        const std::uint32_t before = plan_.before(slot);
        if (before == none || s.kind == Kind::injection) continue;
        double beside = 0.0;  // messages of the channel's other classes
        for (const std::uint32_t i : plan_.group[s.group]) beside += i == slot.station ? 0.0 : plan_.stations[i].rate;
        others_[k] = s.rate - slot.rate + (1.0 - slot.beside) * beside;
    }
}

// A header asks for a virtual channel and the switch in one cycle: nobody does while all virtual channels are held, and
// when one becomes free all that wait do, an input for one of its messages, and the inputs of the other holders for
// theirs. Turns go on from the message that has left: of the virtual channel to the next message, of the switch to the
// next input. Both choose the same but where the input just served has another one that waits, in a buffer whose
// message does not hold one already: then that gets the virtual channel, and where the next input holds none its cycle
// is in vain. Turns spread those that are held evenly over the inputs. Not where messages choose: what is tuned there
// was tuned without it.
void CrossbarInputs::find_in_vain() {
    in_vain_.resize(plan_.stations.size());
    if (!plan_.speculative || !plan_.choices.empty() || !plan_.has(Term::wasted_cycles)) return;
    std::vector<double> spared;  // input: probability that none of n waits there
    for (std::uint32_t i = 0; i < plan_.stations.size(); ++i) {
        const Station& s = plan_.stations[i];
        if (s.kind == Kind::injection || s.vcs == 1 || s.end_slot - s.first_slot < 2) continue;
        const std::span<const Slot> inputs(plan_.slots.data() + s.first_slot, s.end_slot - s.first_slot);
        int messages = 0;
        for (const Slot& in : inputs) messages += in.cap;
        spared.assign(inputs.size(), 1.0);
        for (int n = 0; n < std::min(messages - s.vcs, most_waiting); ++n) {
            double again = 0.0, waiting = 0.0,
                   holding = 0.0;  // probability that the input just served has one that waits; inputs
            for (std::size_t t = 0; t < inputs.size(); ++t) {
                const double share = inputs[t].of_station, waits = 1.0 - spared[t],
                             holds = std::min(1.0, s.vcs * share);
                const double other_buffers = std::max(0.0, inputs[t].channels - 1.0 - (s.vcs - 1.0) * share);
                spared[t] *= 1.0 - share;
                again += share * std::min(waits, other_buffers);
                waiting += (1.0 - holds) * waits;
                holding += holds;
            }
            in_vain_[i].push_back(again * waiting / (waiting + holding));
        }
        if (!in_vain_[i].empty() && !(in_vain_[i].back() > 0.0)) in_vain_[i].clear();
    }
}

// The number that wait is geometric: beside the first, n others.
double CrossbarInputs::wasted(std::uint32_t station, double waiting) const {
    const std::vector<double>& of = in_vain_[station];
    const double more = waiting / (1.0 + waiting);
    double sum = 0.0, part = more;  // the first waits at all
    for (std::size_t n = 0; n < of.size(); ++n, part *= more)
        sum += (n + 1 < of.size() ? 1.0 - more : 1.0) * part * of[n];
    return sum;
}

// Of the cycles in which an input serves others those are no loss in which the channel serves another input, in
// whatever class, a share m of all. A flit that goes elsewhere is served in one of these with a probability of m; else
// its output or the channel comes first, each as often, and where it is the channel the next cycle is such a one or the
// flit's: it costs one with a probability of (1 - m) (1 / 2 + (1 - m) / 2). Where every source sends to few
// destinations the same streams always meet, and find turns in which none is in another's way: that costs a cycle only
// with the first flit of each message.
double CrossbarInputs::alone(std::uint32_t station, double load) const {
    const Station& s = plan_.stations[station];
    double sum = 0.0;
    for (std::uint32_t k = s.first_slot; k < s.end_slot; ++k) {
        const Slot& slot = plan_.slots[k];
        const double taken = std::min(1.0, load * others_[k] * plan_.flits);
        sum += slot.of_station * slot.elsewhere * plan_.flits * (1.0 - taken) * (1.0 - taken / 2.0);
    }
    return std::min(most_lost, load * (plan_.few_pairs ? sum / plan_.flits : sum));
}

// Flits that have caught up in a buffer share the crossbar's input with the messages that come behind them over the
// same channel. Those that go on to the same channel share that already. Of two that do not the later one is prolonged
// by what the one before it had in the buffer, and that by as much where it has waited, but not where its output is
// shared: there it does not want more of the input than is left to it.
void CrossbarInputs::share(double load, const SlotWaits& waits, const std::vector<double>& beside,
                           std::vector<double>& own) {
    std::fill(behind_.begin(), behind_.end(), 0.0);
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        caught_[k] = 0.0;
        const double delay = waits.wait[k] + own[k];
        if (input_[k] == none || !(delay > 0.0)) continue;
        // Of a delay that is exponential where there is one, as much as the buffer holds. A message that fits in has
        // left the channel, and the others with it.
        const Station& from = plan_.stations[input_[k]];
        const double often = std::min(1.0, waits.blocked[k] + own[k] / plan_.flits);
        caught_[k] = delay * (1.0 - std::exp(-from.depth * often / delay));
        caught_[k] = std::min(caught_[k], plan_.flits - 1.0) * std::min(1.0, (plan_.flits - 1.0) / from.depth);
        behind_[from.group] += of_input_[k] * caught_[k];
    }
    for (std::uint32_t k = 0; k < plan_.slots.size(); ++k) {
        if (input_[k] == none) continue;
        const double q = plan_.slots[k].of_previous, delay = waits.wait[k] + own[k];
        const double mine = caught_[k] > 0.0 ? (1.0 - q) * caught_[k] * waits.wait[k] / delay : 0.0;
        const double in_buffers = behind_[plan_.stations[input_[k]].group] - q * caught_[k] + mine;
        if (!(in_buffers > 0.0)) continue;
        double others =
            0.0;  // messages behind one, on the other virtual channels: as in processor sharing, as many as these are
        for (std::uint32_t a = plan_.slots[k].first_arc; a < plan_.slots[k].end_arc; ++a) {
            const std::uint32_t from = plan_.stages[plan_.arcs[a].from].station;
            const double use = load * plan_.stations[from].rate * plan_.flits;
            double part = plan_.arcs[a].of_slot;
            others += part * beside[from] / plan_.flits;
            for (int n = 1; n < plan_.stations[from].vcs; ++n) part *= use, others += part;
        }
        own[k] += in_buffers * others;
    }
}

}  // namespace wafernet::queueing
