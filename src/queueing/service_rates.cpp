// Path-limited sharing of a channel's cycles.
#include "queueing/service_rates.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

namespace {

// Flits per cycle of k messages at rate r that share a channel with j others at rate o, max-min fair.
double fair_share(int k, double r, int j, double o, double capacity) {
    const double want = k * r;
    if (want + j * o <= capacity) return want;
    if (k + j == 0) return 0.0;
    const double level = capacity / (k + j);
    if (r <= level) return want;
    if (o <= level) return capacity - j * o;
    return k * level;
}

// How much more often k messages at rate r and j at rate o are on a channel at once than they would be if they did not
// slow each other down, for all k and j together up to `most`: the product form of processor sharing.
class Together {
public:
    Together(double r, double o, double capacity, std::size_t most) {
        mine_[0] = other_[0] = both_[0] = 1.0;
        for (std::size_t i = 1; i <= most; ++i) {
            const double n = static_cast<double>(i) / capacity;
            mine_[i] = mine_[i - 1] * std::max(1.0, n * r);
            other_[i] = other_[i - 1] * std::max(1.0, n * o);
            both_[i] = both_[i - 1] * std::max(1.0, n * (r + o) / 2.0);
        }
    }
    [[nodiscard]] double operator()(std::size_t k, std::size_t j) const {
        return j == 0 ? 1.0 : both_[k + j] / (mine_[k] * other_[j]);
    }

private:
    std::array<double, 2 * most_vcs + 1> mine_, other_, both_;
};

// From the flits per cycle of 1 .. vcs messages that stream to the messages per cycle that as many held VCs complete.
// Messages that do not wait stream or are on their way. While several stream they take longer, so that more of them do
// at a time than were they independent: the product form of a queue and a delay, G(k - 1) / G(k) with k of them, G(k)
// being the sum over i of the time per message with 1 .. i streaming, multiplied up, times passing^(k - i) / (k - i)!.
// In units of `streaming`. Those that wait do so together, for the same channel: a binomial number of k does not wait.
// A stream that has the channel to itself (`one_stream`: its share) sends one tail a cycle: a delay of `passing`
// places, of which each takes one, so that the last factor is the number of ways to put k - i tails there. So it is
// while messages wait for every VC; with fewer held others come at any time. None is faster than it is alone.
void on_the_way(int vcs, const std::array<double, most_vcs + 1>& rate, double flits, double holding, double streaming,
                double passing, double one_stream, std::span<double> mu) {
    const double going = std::min(1.0, (streaming + passing) / holding);
    using Weights = std::array<double, most_vcs + 1>;
    Weights weight, done, pmf;
    std::fill_n(pmf.begin(), vcs + 1, 0.0);
    weight[0] = pmf[0] = 1.0, done[0] = 0.0;
    // With `taken` less of the delay free for each one that is there already.
    const auto sum_of = [&](const Weights& queue, std::size_t n, double taken) {
        double sum = queue[n], term = 1.0, free = passing;
        for (std::size_t i = 1; i <= n && free > 0.0; ++i, free -= taken) {
            term *= free / streaming / static_cast<double>(i);
            sum += queue[n - i] * term;
        }
        return sum;
    };
    double before = 1.0;
    for (int k = 1; k <= vcs; ++k) {
        const auto n = static_cast<std::size_t>(k);
        weight[n] = weight[n - 1] * flits / (rate[n] * streaming);
        const double all = sum_of(weight, n, 0.0);
        done[n] = before / (all * streaming);
        if (k == vcs && one_stream > 0.0 && passing > 0.0) {
            const double places = sum_of(weight, n - 1, 1.0) / sum_of(weight, n, 1.0);
            const double in_places = std::min(places, k / (1.0 + passing / streaming)) / streaming;
            done[n] += one_stream * (in_places - done[n]);
        }
        before = all;
        one_more(pmf.data(), n, going);
        double mean = 0.0;
        for (std::size_t i = 1; i <= n; ++i) mean += pmf[i] * done[i];
        mu[n] = mean;
    }
}

}  // namespace

void one_more(double* pmf, std::size_t n, double success) {
    for (std::size_t i = n; i >= 1; --i) pmf[i] = pmf[i] * (1.0 - success) + pmf[i - 1] * success;
    pmf[0] *= 1.0 - success;
}

// Of n streams that share a channel each can have a flit wait in front of it: 0 .. n - 1 of them, when one has been
// sent. Where they come as fast as they are sent each number is as likely, and only where none waits the cycle is lost
// to all in which none comes. Between perfect packing of flits into cycles and independent cycles that is 1 / n. In
// deep buffers as many of each can wait as have come while the others took their turns, n of them; messages that have
// shared a channel already come as they are sent, and none waits.
void state_rates(int vcs, double capacity, double flits, double pace, double holding, double streaming, double passing,
                 const Others& others, std::span<double> mu, const Packing& packing, std::span<double> alike) {
    const double r = std::min(1.0, flits / streaming);
    const double o = others.rate;
    // Gaps of a stream that waits for credits are where another's flits go: only what it loses on its way falls
    // anywhere.
    const double gap = std::max(0.0, 1.0 - pace / streaming), other_gap = std::max(0.0, 1.0 - o * pace / flits);
    double idle = 1.0;  // no flit of k messages in a cycle
    const bool deep = packing.stock > 1.0;
    std::array<double, 2 * most_vcs + 1>
        left;           // [n]: of the weight of independent cycles, where n messages may have several flits waiting
    double same = 1.0;  // probability that all of them come by one channel
    for (std::size_t n = 1; deep && n <= static_cast<std::size_t>(vcs) + others.most; ++n, same *= packing.alike) {
        left[n] = same + (1.0 - same) / std::min(static_cast<double>(n), packing.stock);
    }
    struct Cycles {
        double any = 0.0, alike = 0.0;  // flits per cycle, wherever they come from; where all come by one channel
    };
    // With k streaming, beside j others, of at most so many flits per cycle.
    const auto shared = [&](int k, std::size_t j, double other_idle, double most) -> Cycles {
        const std::size_t n = static_cast<std::size_t>(k) + j;
        const double packed = fair_share(k, r, static_cast<int>(j), o, most);
        if (capacity > 1.0 || !packing.loss) return {packed, packed};
        const double mine = k * r, wanted = mine + static_cast<double>(j) * o,
                     smooth = std::min({1.0 - idle * other_idle, wanted, most});
        const double more = 1.0 / static_cast<double>(n) * ((j == 0 ? smooth : smooth * mine / wanted) - packed);
        return {deep ? packed + left[n] * more : packed + more, packed + more};
    };
    // Cycles that inputs give to others are lost where a message waits here, and another one there: where n take turns
    // with a probability of 1 - 1 / n each.
    const auto with = [&](int k, std::size_t j, double other_idle) -> Cycles {
        const Cycles all = shared(k, j, other_idle, capacity);
        const double n = k + static_cast<double>(j), waits = 1.0 - 1.0 / n;
        if (n == 1.0 || capacity > 1.0) return all;
        if (packing.alone == 0.0) return all;
        const Cycles less = shared(k, j, other_idle, capacity * (1.0 - packing.alone * waits * waits));
        return {std::min(all.any, less.any), std::min(all.alike, less.alike)};
    };
    std::array<double, most_vcs + 1> rate, alike_rate;
    if (others.most == 0) {
        for (std::size_t k = 1; k <= static_cast<std::size_t>(vcs); ++k) {
            idle *= gap;
            const Cycles c = with(static_cast<int>(k), 0, 1.0);
            rate[k] = c.any, alike_rate[k] = c.alike;
        }
    } else {
        const Together together(r, o, capacity, static_cast<std::size_t>(vcs) + others.most);
        for (std::size_t k = 1; k <= static_cast<std::size_t>(vcs); ++k) {
            idle *= gap;
            double other_idle = 1.0, all = 0.0;
            Cycles sum;
            for (std::size_t j = 0; j <= others.most; ++j) {
                const double p = others.streaming[j] * (others.apart ? 1.0 : together(k, j));
                const Cycles c = with(static_cast<int>(k), j, other_idle);
                all += p;
                sum.any += p * c.any, sum.alike += p * c.alike;
                other_idle *= other_gap;
            }
            rate[k] = sum.any / all, alike_rate[k] = sum.alike / all;
        }
    }
    const double one_stream = capacity <= 1.0 ? others.one_stream : 0.0;
    on_the_way(vcs, rate, flits, holding, streaming, passing, one_stream, mu);
    if (!alike.empty()) on_the_way(vcs, alike_rate, flits, holding, streaming, passing, one_stream, alike);
}

// Round robin serves whole flits: two messages of M flits that meet prolong each other by 2 M^2 - 1 cycles, over all
// offsets, not by the 2 M^2 of processor sharing. Of two that begin in the same cycle one ends a cycle early, each of
// them `early` cycles on average. Where several others take turns all the time, a message begins halfway through its
// first round, and half of one in M rounds is saved. Others are there as in processor sharing: a geometric number, at
// most as many as the channel's other VCs.
double in_whole_flits(double flits, double early, double use, int vcs) {
    const double busy = std::min(use, 0.999);
    double all = 1.0;
    for (int k = 1; k < vcs; ++k) all *= busy;
    const double several = vcs > 1 ? (busy - all) / (1.0 - all) : 0.0;
    return 1.0 - early / flits * ((1.0 - several) / flits + several);
}

void add_streaming(std::span<const double> busy, double active, Others& others) {
    const std::size_t held = busy.size() - 1, most = std::min<std::size_t>(others.most + held, most_vcs);
    std::array<double, most_vcs + 1> pmf, here, both;
    std::fill_n(pmf.begin(), held + 1, 0.0);
    std::fill_n(here.begin(), held + 1, 0.0);
    std::fill_n(both.begin(), most + 1, 0.0);
    pmf[0] = 1.0;
    for (std::size_t m = 0; m <= held; ++m) {
        if (m > 0) one_more(pmf.data(), m, active);
        for (std::size_t i = 0; i <= m; ++i) here[i] += busy[m] * pmf[i];
    }
    for (std::size_t a = 0; a <= others.most; ++a) {
        for (std::size_t b = 0; b <= held && a + b <= most; ++b) both[a + b] += others.streaming[a] * here[b];
    }
    std::copy_n(both.begin(), most + 1, others.streaming.begin());
    others.most = most;
}

void serial_rates(int vcs, double capacity, double entering, double holding, std::span<double> mu) {
    for (int k = 1; k <= vcs; ++k) mu[static_cast<std::size_t>(k)] = std::min(k / holding, capacity / entering);
}

}  // namespace wafernet::queueing
