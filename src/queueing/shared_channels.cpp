#include "queueing/shared_channels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "queueing/holding_times.hpp"
#include "queueing/service_rates.hpp"

namespace wafernet::queueing {

namespace {

// Flits per cycle of the greediest where everyone gets an equal share of one a cycle but what it does not want: {how
// many, what each wants}.
double fair_level(const std::array<std::pair<double, double>, 3>& all) {
    double level = 0.0;
    for (std::size_t round = 0; round < all.size(); ++round) {
        double left = 1.0, greedy = 0.0;
        for (const auto& [count, want] : all) {
            if (want <= level) left -= count * want;
            else greedy += count;
        }
        if (greedy <= 0.0) return 1.0;
        level = left / greedy;
    }
    return level;
}

}  // namespace

double driver_active(double streams, int cap) {
    double load = streams, idle = 1.0;
    for (int round = 0; round < 30 && load > 0.0; ++round) {
        double sum = 0.0, term = 1.0, mean = 0.0;
        for (int i = 0; i <= cap; term *= load / ++i) sum += term, mean += i * term;
        idle = 1.0 / sum;
        const double next = load * std::min(0.98 * cap, streams) / (mean * idle);
        if (std::abs(next - load) <= 1e-9 * load) break;
        load = next;
    }
    return 1.0 - idle;
}

double shared_stretch(double flits, double streaming, const Sharers& s) {
    // Probability of none, of a Poisson number cut off at `most`.
    const auto none_of = [](double load, int most) {
        double sum = 0.0, term = 1.0;
        for (int i = 0; i <= most; term *= load / ++i) sum += term;
        return 1.0 / sum;
    };
    double mean = 0.0, p = none_of(s.row, s.cap - 1);
    std::array<double, most_vcs + 1> fresh{1.0};  // of n of the driver: probability that so many have not met before
    for (int n = 0; n < s.cap; p *= s.row / ++n) {
        if (n > 0) one_more(fresh.data(), static_cast<std::size_t>(n), s.apart);
        double q = none_of(s.met, s.cap);
        for (int m = 0; m <= s.cap; q *= s.met / ++m) {
            for (int f = 0; f <= n; ++f) {
                const double r = std::min({1.0, flits / streaming, 1.0 / (n - f + m + 1)});
                for (std::size_t k = 0; k < s.active.size(); ++k) {
                    const double chance = p * q * fresh[static_cast<std::size_t>(f)] * s.active[k];
                    const auto others = static_cast<double>(k);
                    if (chance < 1e-8) continue;
                    const double by_driver =
                        std::min(r, fair_level({{{1.0, (n + 1) * r}, {m, r}, {others, s.wants}}}) / (n + 1));
                    const double by_message = std::min(
                        r, fair_level({{{n + m + 1.0, r}, {others * s.messages, s.wants / s.messages}, {0.0, 0.0}}}));
                    const double taken = flits * (2.0 / (by_driver + by_message) - 1.0 / r);
                    mean += chance * std::max(taken, others * s.wants);
                }
            }
        }
    }
    return mean;
}

// Messages of all stations of a shared channel take turns on it. Two that have shared the channel before alternate
// already, while both are on it. What a message loses here its tail stays longer: as much of it as the channel before
// does not feel, where the buffers between hold the last flits, it is here only. Then it meets those that come by its
// driver, and those that go where it comes from, for the first time. Of two of a driver neither may be so late; those
// that come the other way are there afterwards, so that only the message itself counts.
//
// Behind short buffers what a message loses further on holds it back here. It is there for longer then, but sends no
// more flits: those that meet it lose as much as to one that streams, and less only where it wants less than its part.
// Two channels that slow it down at the same time do so once: the later one finds it slowed down already, the earlier
// one must not, or nobody had.
void SharedChannels::share(double load, const double* streaming, const double* unheld, const double* stretch,
                           double* mean_stretch, std::vector<double>& own) {
    const double again = (1.0 - 1.0 / plan_.flits) *
                         (1.0 - 1.0 / plan_.flits);  // of messages met before: all but what overlaps less here
    for (const std::vector<std::uint32_t>& group : plan_.group) {
        if (group.empty() || plan_.stations[group.front()].kind != Kind::network) continue;
        double streams = 0.0, wanted = 0.0, flits = 0.0;
        drivers_.clear();
        for (const std::uint32_t i : group) {
            const Station& station = plan_.stations[i];
            const double all = unheld[i] + stretch[i];
            wanted += load * station.rate * streaming[i];
            streams += load * station.rate * all;
            flits += load * station.rate * plan_.flits;
            for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
                const Slot& slot = plan_.slots[k];
                if (drivers_.size() <= slot.driver) drivers_.resize(slot.driver + 1);
                drivers_[slot.driver].streams += load * slot.rate * all;
                const std::uint32_t before = plan_.before(slot);
                if (before != none)
                    drivers_[slot.driver].behind +=
                        load * slot.rate * stretch[i] * (1.0 - passed_on(plan_.stations[before], plan_.flits, 1));
                drivers_[slot.driver].cap = std::max(drivers_[slot.driver].cap, slot.cap);
            }
        }
        int most = 0;
        for (Driver& d : drivers_) d.active = driver_active(d.streams, d.cap), most += d.cap;
        const double whole = in_whole_flits(plan_.flits, 0.5, flits, most);
        for (const std::uint32_t i : group) {
            const Station& station = plan_.stations[i];
            double& mean = mean_stretch[i];
            mean = 0.0;
            for (std::uint32_t k = station.first_slot; k < station.end_slot; ++k) {
                const Slot& slot = plan_.slots[k];
                sharers_.row = drivers_[slot.driver].streams;
                sharers_.cap = drivers_[slot.driver].cap;
                const double there = sharers_.row > 0.0 ? 1.0 - drivers_[slot.driver].behind / sharers_.row
                                                        : 1.0;  // on the channel before as well
                sharers_.apart = 1.0 - there * there;
                const double others = std::max(0.0, streams - sharers_.row);
                sharers_.met = std::min(there * again * slot.returning * streams, others);
                const double rest = others > 0.0 ? 1.0 - sharers_.met / others : 0.0;
                double active = 0.0;
                sharers_.active.assign(1, 1.0);
                for (std::size_t d = 0; d < drivers_.size(); ++d) {
                    if (d == slot.driver) continue;
                    const double p = rest * drivers_[d].active;
                    active += p;
                    sharers_.active.push_back(0.0);
                    for (std::size_t n = sharers_.active.size(); n-- > 0;)
                        sharers_.active[n] =
                            sharers_.active[n] * (1.0 - p) + (n > 0 ? sharers_.active[n - 1] * p : 0.0);
                }
                sharers_.messages = active > 0.0 ? std::max(1.0, rest * others / active) : 1.0;
                sharers_.wants = std::min(1.0, sharers_.messages * std::min(1.0, flits / wanted));
                own[k] = whole * shared_stretch(plan_.flits, unheld[i], sharers_);
                mean += slot.of_station * own[k];
            }
        }
    }
}

}  // namespace wafernet::queueing
