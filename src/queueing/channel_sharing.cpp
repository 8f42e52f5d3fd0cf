// k messages of a class stream at rate r = min(1, M / T), beside j of other classes at rate o: phi(k, j) is the max-min
// fair share of the k, in flits per cycle, of a capacity less by (1 - 1 / (k + j))^2 of the cycles that inputs of the
// crossbar give to other channels: one is lost where a message waits here and another one there, and where n take turns
// one waits with a probability of 1 - 1 / n.
//
//   G(k) = sum over i of [prod over l = 1 .. k - i of M / (phi(l) T)] (h' / T)^i / i!
//   done(k) = G(k - 1) / (G(k) T) ;   mu(k) = sum over i of Binomial(i; k, (T + h') / H) done(i)
//
// A closed network of a processor-sharing queue and a delay h' [gordon1967], for the part of H in which messages move.
#include <algorithm>

#include "queueing/vc_server.hpp"

namespace wafernet::queueing {

namespace {

using Numbers = std::array<double, most_vcs + 1>;

// Flits per cycle of k messages at rate r that share a channel with j others at rate o, max-min fair.
double fair_share(double k, double r, double j, double o, double capacity) {
    const double want = k * r;
    if (want + j * o <= capacity) return want;
    const double level = capacity / (k + j);
    if (r <= level) return want;
    if (o <= level) return capacity - j * o;
    return k * level;
}

// Turns probabilities of 0 .. n - 1 successes into those of 0 .. n; pmf[n] is 0.
void one_more(Numbers& pmf, std::size_t n, double success) {
    for (std::size_t i = n; i >= 1; --i) pmf[i] = pmf[i] * (1.0 - success) + pmf[i - 1] * success;
    pmf[0] *= 1.0 - success;
}

// phi(k, j) over the distribution of j, for every k. The more of them are there the more often, compared with classes
// that do not slow each other down.
void flits_per_cycle(const Server& s, const Others& others, Numbers& phi) {
    const double r = std::min(1.0, s.flits / s.streaming), o = others.rate;
    for (std::size_t k = 1; k <= static_cast<std::size_t>(s.vcs); ++k) {
        double often = 1.0, sum = 0.0, weights = 0.0;
        for (std::size_t j = 0; j <= others.most; ++j) {
            const auto mine = static_cast<double>(k), beside = static_cast<double>(j);
            const double waits = 1.0 - 1.0 / (mine + beside), capacity = s.capacity * (1.0 - s.given * waits * waits);
            if (j > 0)
                often *= std::max(1.0, (mine + beside) * (r + o) / (2.0 * s.capacity)) /
                         std::max(1.0, beside * o / s.capacity);
            const double weight = others.streaming[j] * often;
            sum += weight * fair_share(mine, r, beside, o, capacity), weights += weight;
        }
        phi[k] = sum / weights;
    }
}

}  // namespace

// From the greatest number down, in place. What is not used of the arrays is never set: most classes have one VC.
void Others::add(std::span<const double> busy, double active) {
    const std::size_t held = busy.size() - 1, all = std::min<std::size_t>(most + held, most_vcs);
    Numbers pmf, here;
    for (std::size_t i = 0; i <= held; ++i) pmf[i] = here[i] = 0.0;
    pmf[0] = 1.0;
    for (std::size_t m = 0; m <= held; ++m) {
        if (m > 0) one_more(pmf, m, active);
        for (std::size_t i = 0; i <= m; ++i) here[i] += busy[m] * pmf[i];
    }
    for (std::size_t n = all + 1; n-- > 0;) {
        double sum = 0.0;
        for (std::size_t b = n > most ? n - most : 0; b <= std::min(held, n); ++b) sum += streaming[n - b] * here[b];
        streaming[n] = sum;
    }
    most = all;
}

// A stream that has the channel to itself sends one tail a cycle: a delay of h' places, of which each takes one, so
// that the last factor is the number of ways to put k - i tails there. So it is while messages wait for every VC; with
// fewer held others come at any time. None is faster than it is alone.
void service_rates(const Server& s, const Others& others, std::span<double> mu) {
    Numbers phi, done, weight, pmf{1.0};
    flits_per_cycle(s, others, phi);
    const double going = std::min(1.0, (s.streaming + s.passing) / s.holding);
    // G(n), with `taken` less of the delay free for each message that is there already.
    const auto sum = [&](std::size_t n, double taken) {
        double all = weight[n], term = 1.0, free = s.passing;
        for (std::size_t i = 1; i <= n && free > 0.0; ++i, free -= taken) {
            term *= free / s.streaming / static_cast<double>(i);
            all += weight[n - i] * term;
        }
        return all;
    };
    weight[0] = 1.0;
    double before = 1.0;  // G(k - 1)
    for (int k = 1; k <= s.vcs; ++k) {
        const auto n = static_cast<std::size_t>(k);
        weight[n] = weight[n - 1] * s.flits / (phi[n] * s.streaming);
        const double all = sum(n, 0.0);
        done[n] = before / (all * s.streaming);
        if (k == s.vcs && s.one_stream > 0.0 && s.passing > 0.0) {
            const double places = sum(n - 1, 1.0) / sum(n, 1.0), alone = k / (1.0 + s.passing / s.streaming);
            done[n] += s.one_stream * (std::min(places, alone) / s.streaming - done[n]);
        }
        before = all;
        one_more(pmf, n, going);
        double mean = 0.0;
        for (std::size_t i = 1; i <= n; ++i) mean += pmf[i] * done[i];
        mu[n] = mean;
    }
}

void serial_rates(int vcs, double capacity, double entering, double holding, std::span<double> mu) {
    for (int k = 1; k <= vcs; ++k) mu[static_cast<std::size_t>(k)] = std::min(k / holding, capacity / entering);
}

// Round robin serves whole flits: two messages of M flits that meet prolong each other by 2 M^2 - 1 cycles over all
// offsets, not by the 2 M^2 of processor sharing. Of two that begin in the same cycle one ends a cycle early, each of
// them half a cycle on average. Where several others take turns all the time, with a probability p, a message begins
// halfway through its first round, and half of one in M rounds is saved: 1 - ((1 - p) / M + p) / (2 M). Others are
// there as in processor sharing: a geometric number, at most as many as the channel's other VCs.
double in_whole_flits(double flits, double use, int vcs) {
    const double busy = std::min(use, 0.999);  // a full channel counts as this one
    double all = 1.0;
    for (int k = 1; k < vcs; ++k) all *= busy;
    const double several = vcs > 1 ? (busy - all) / (1.0 - all) : 0.0;
    return 1.0 - ((1.0 - several) / flits + several) / (2.0 * flits);
}

}  // namespace wafernet::queueing
