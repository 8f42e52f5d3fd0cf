// Product-form stations with input caps and path-limited bandwidth sharing.
#include "queueing/station_solve.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wafernet::queueing {

namespace {

constexpr double theta = 0.5;  // between perfect packing of flits into cycles and independent cycles
// Waits behind a backlogged stream last as long as its whole service, not what is left of it. Two lone streams at one channel with one
// VC get the wait of the M/D/1 queue that they are together with 1.64 (at 20 % of its capacity) to 1.77 (at 80 %); streams that meet
// more than once need more: tuned on set T.
constexpr double backlogged = 2.5;
// The same of inputs that have one message at a time at a station with one VC, whatever is behind it: it comes back while the others are
// served. Two of them with fixed service H and exponential times in between, z H the mean number of returns: the wait is
// H (1 - (1 - exp(-z)) / z), the product form's with half of H behind the share b of a whole H for b = 0.65 (1 - accept) at z = 0.2,
// 0.69 at 0.5 and 0.79 at 1.
constexpr double returning = 0.7;
constexpr double negligible = 1e-14;  // probability of more messages than are counted
constexpr std::size_t most_points = 8;  // of a quadrature

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

// How much more often k messages at rate r and j at rate o are on a channel at once than they would be if they did not slow each other
// down, for all k and j together up to `most`: the product form of processor sharing.
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
    [[nodiscard]] double operator()(std::size_t k, std::size_t j) const { return j == 0 ? 1.0 : both_[k + j] / (mine_[k] * other_[j]); }

private:
    std::array<double, 2 * most_vcs + 1> mine_, other_, both_;
};

// Flits per cycle of the greediest where everyone gets an equal share of one a cycle but what it does not want: {how many, what each wants}.
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

// Probabilities of 0 .. n successes, from those of n - 1.
void one_more(double* pmf, std::size_t n, double success) {
    for (std::size_t i = n; i >= 1; --i) pmf[i] = pmf[i] * (1.0 - success) + pmf[i - 1] * success;
    pmf[0] *= 1.0 - success;
}

// The first terms of a(z) * sum over k <= cap of (x z)^k / k!, at most `most`; returns their number.
std::size_t multiply(const double* a, std::size_t size, double x, int cap, double* out, std::size_t most = most_messages + 1) {
    const std::size_t terms = std::min(size + static_cast<std::size_t>(cap), most);
    if (cap == 1) {
        out[0] = a[0];
        for (std::size_t i = 1; i < size; ++i) out[i] = a[i] + x * a[i - 1];
        if (terms > size) out[size] = x * a[size - 1];
        return terms;
    }
    std::fill(out, out + terms, 0.0);
    double c = 1.0;
    for (int k = 0; k <= cap; ++k) {
        if (k > 0) c *= x / k;
        const auto shift = static_cast<std::size_t>(k);
        const std::size_t end = std::min(size, terms - shift);
        for (std::size_t i = 0; i < end; ++i) out[i + shift] += c * a[i];
    }
    return terms;
}

// Where the wait of an input with buffers behind it is spent: first outside, while those before it still fill the buffers, at last in front of
// one, once its own have gone on, while those of other inputs do. `fit`: `room` where messages are served in exponential times, more where
// fewer wait, as Little's law has it. `others`: of n messages by other inputs; `ahead`: of all.
void split_wait(std::size_t v, double fit, const Input& in, double unit, std::span<const double> others, const Workspace& work, double ahead, InputResult& r) {
    double c = 1.0, front = 0.0, outside = 0.0;
    for (int k = 0; k < in.cap; ++k) {  // own ones that it finds
        if (k > 0) c *= unit * in.rate / k;
        const auto own = static_cast<std::size_t>(k);
        const double last = 1.0 / (1.0 + static_cast<double>(k) / in.channels);
        double there = 0.0, before = 0.0;
        for (std::size_t n = std::max(v, own); n < own + others.size() && n <= most_messages; ++n) {
            const double g = others[n - own] * work.weight[n], in_front = static_cast<double>(n - v + 1);
            const double here = last * in_front * static_cast<double>(n - own) * work.inverse[n];
            there += g * here;
            before += g * std::max(0.0, std::min(in_front - fit, in_front - here));
        }
        front += c * there;
        outside += c * before;
    }
    r.front = front / ahead;
    r.outside = outside / ahead;
}

// Integrals over exp(-x) p(x) from 0 on: sums of p at these points, exact up to degree 2 n - 1 (Golub and Welsch 1969).
struct Quadrature {
    std::size_t points = 0;
    std::array<double, most_points> at{}, weight{};
};

Quadrature gauss_laguerre(std::size_t n) {
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::VectorXd diagonal(size), beside(size - 1);
    for (Eigen::Index i = 0; i < size; ++i) diagonal[i] = 2.0 * static_cast<double>(i) + 1.0;
    for (Eigen::Index i = 0; i + 1 < size; ++i) beside[i] = static_cast<double>(i) + 1.0;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(diagonal, beside);
    Quadrature q;
    q.points = n;
    for (Eigen::Index i = 0; i < size; ++i) {
        q.at[static_cast<std::size_t>(i)] = solver.eigenvalues()[i];
        q.weight[static_cast<std::size_t>(i)] = solver.eigenvectors()(0, i) * solver.eigenvectors()(0, i);
    }
    return q;
}

// The one that is exact up to this degree.
const Quadrature& quadrature(std::size_t degree) {
    static const std::array<Quadrature, most_points> all = [] {
        std::array<Quadrature, most_points> rules;
        for (std::size_t n = 1; n <= most_points; ++n) rules[n - 1] = gauss_laguerre(n);
        return rules;
    }();
    return all[degree / 2];
}

double wait_weight(int vcs, const Input& in, double accept, double square) {
    const double lone = std::min(1.0, ((vcs == 1 ? returning : 0.0) + backlogged * in.lone) * (1.0 - accept));
    return (1.0 - lone) * (1.0 + square) / 2.0 + lone;
}

// The product form of one VC to which every input brings one message at a time: of n! and a coefficient of the product of 1 + rate / mu the
// sum is the integral of the product of 1 + x rate / mu.
bool solve_single(double holding, double square, std::span<const Input> inputs, Workspace& work) {
    const double service = 1.0 / work.mu[1];
    const Quadrature& q = quadrature(inputs.size());
    std::array<double, most_points> all = q.weight;
    for (std::size_t k = 0; k < q.points; ++k) {
        const double x = q.at[k] * service;
        for (const Input& in : inputs) all[k] *= 1.0 + x * in.rate;
    }
    double z = 0.0;
    for (std::size_t k = 0; k < q.points; ++k) z += all[k];
    if (!std::isfinite(z)) return false;
    const double per_all = 1.0 / z;
    work.busy[0] = per_all;
    work.busy[1] = 1.0 - per_all;
    work.inputs.resize(inputs.size());
    for (std::size_t t = 0; t < inputs.size(); ++t) {
        const Input& in = inputs[t];
        double zt = 0.0, ahead = 0.0;  // without this input; ahead: sum over n of n times their probability
        for (std::size_t k = 0; k < q.points; ++k) {
            const double others = all[k] / (1.0 + q.at[k] * service * in.rate);
            zt += others;
            ahead += (q.at[k] - 1.0) * others;
        }
        InputResult& r = work.inputs[t];
        const double of_all = 1.0 / zt;
        r.accept = std::clamp(zt * per_all, least_accept, 1.0);
        r.blocked = std::max(0.0, 1.0 - of_all);
        ahead = std::max(0.0, ahead * of_all);
        r.ahead = r.blocked > 0.0 ? std::max(0.0, ahead / r.blocked - 1.0) : 0.0;
        r.wait = ahead * service * wait_weight(1, in, r.accept, square);
        r.outside = 1.0, r.front = 0.0;
    }
    work.beside = std::max(0.0, service - holding);
    work.stretch = 0.0;
    return true;
}

}  // namespace

void state_rates(int vcs, double capacity, double flits, double pace, double holding, double streaming, const Others& others, Workspace& work, double lost) {
    const double a = std::min(1.0, streaming / holding);
    const double r = std::min(1.0, flits / streaming);
    const double o = others.rate;
    // Gaps of a stream that waits for credits are where another's flits go: only what it loses on its way falls anywhere.
    const double gap = std::max(0.0, 1.0 - pace / streaming), other_gap = std::max(0.0, 1.0 - o * pace / flits);
    double idle = 1.0;  // no flit of k messages in a cycle
    // Flits per cycle with k streaming, beside j others.
    const auto with = [&](int k, std::size_t j, double other_idle) {
        const double packed = fair_share(k, r, static_cast<int>(j), o, capacity);
        if (capacity > 1.0) return packed;
        const double mine = k * r, wanted = mine + static_cast<double>(j) * o, smooth = std::min(1.0 - idle * other_idle, wanted);
        const double sent = (1.0 - theta) * packed + theta * (j == 0 ? smooth : smooth * mine / wanted);
        return static_cast<std::size_t>(k) + j > 1 ? sent * (1.0 - lost) : sent;
    };
    std::array<double, most_vcs + 1> rate;
    rate[0] = 0.0;
    if (others.most == 0) {
        for (int k = 1; k <= vcs; ++k) {
            idle *= gap;
            rate[static_cast<std::size_t>(k)] = with(k, 0, 1.0);
        }
    } else {
        const Together together(r, o, capacity, static_cast<std::size_t>(vcs) + others.most);
        for (int k = 1; k <= vcs; ++k) {
            idle *= gap;
            double other_idle = 1.0, sum = 0.0, all = 0.0;
            for (std::size_t j = 0; j <= others.most; ++j) {
                const double p = others.streaming[j] * (others.apart ? 1.0 : together(static_cast<std::size_t>(k), j));
                all += p;
                sum += p * with(k, j, other_idle);
                other_idle *= other_gap;
            }
            rate[static_cast<std::size_t>(k)] = sum / all;
        }
    }
    // Binomial mixture over how many of the k held VCs stream.
    std::array<double, most_vcs + 1> pmf;
    std::fill_n(pmf.begin(), vcs + 1, 0.0);
    pmf[0] = 1.0;
    for (int k = 1; k <= vcs; ++k) {
        one_more(pmf.data(), static_cast<std::size_t>(k), a);
        double mean = 0.0;
        for (int i = 1; i <= k; ++i) mean += pmf[static_cast<std::size_t>(i)] * rate[static_cast<std::size_t>(i)];
        work.mu[static_cast<std::size_t>(k)] = mean / flits;
    }
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

bool solve_station(int vcs, double room, double pace, double holding, double square, double staying, std::span<const Input> inputs, Workspace& work) {
    const std::size_t count = inputs.size();
    const bool one_each = vcs == 1 && room == 0.0 && staying == 1.0 && count < 2 * most_points;
    if (one_each && std::all_of(inputs.begin(), inputs.end(), [](const Input& in) { return in.cap == 1; })) return solve_single(holding, square, inputs, work);
    const auto v = static_cast<std::size_t>(vcs);
    // A power of this for every message in the rates, and its inverse in the weights, keep both in the range of a double.
    const double unit = 40.0 / work.mu[v];
    work.begin.resize(count + 2);
    if (work.prefix.size() < (count + 1) * (most_messages + 1)) work.prefix.resize((count + 1) * (most_messages + 1));
    work.inputs.resize(count);
    work.begin[0] = 0;
    work.begin[1] = 1;
    work.prefix[0] = 1.0;
    for (std::size_t t = 0; t < count; ++t) {
        const std::size_t size = work.begin[t + 1] - work.begin[t];
        work.begin[t + 2] = work.begin[t + 1] + multiply(work.prefix.data() + work.begin[t], size, unit * inputs[t].rate, inputs[t].cap, work.prefix.data() + work.begin[t + 1]);
    }
    const double* const all = work.prefix.data() + work.begin[count];
    const std::size_t size = work.begin[count + 1] - work.begin[count];
    work.weight[0] = 1.0;
    for (std::size_t n = 1; n <= v && n < size; ++n) work.weight[n] = work.weight[n - 1] * static_cast<double>(n) / (unit * work.mu[n]);
    const double beyond = staying / (unit * work.mu[v]);
    for (std::size_t n = v + 1; n < size; ++n) work.weight[n] = work.weight[n - 1] * static_cast<double>(n) * beyond;

    double z = 0.0, busy = 0.0, through = 0.0;
    std::fill_n(work.busy.begin(), v + 1, 0.0);
    for (std::size_t n = 0; n < size; ++n) {
        const double g = all[n] * work.weight[n];
        z += g;
        const std::size_t m = std::min(n, v);
        work.busy[m] += g;
        busy += g * static_cast<double>(m);
        if (m > 0) through += g * work.mu[m];
    }
    if (!std::isfinite(z) || !(z > 0.0) || !std::isfinite(busy)) return false;
    const double per_all = 1.0 / z, service = 1.0 / work.mu[v];  // probability of a weight; cycles until a VC becomes free
    for (std::size_t m = 0; m <= v; ++m) work.busy[m] *= per_all;
    const double all_stretch = through > 0.0 ? busy / through - holding : 0.0;
    const double least_stretch = 1.0 / work.mu[1] - holding;

    // Numbers of messages that are never reached are left out from here on.
    std::size_t most = size;
    for (double tail = 0.0; most > v + 2; --most) {
        tail += all[most - 1] * work.weight[most - 1];
        if (tail > negligible * z) break;
    }

    // Every input without one message of its own.
    work.suffix[0] = 1.0;
    std::size_t right = 1;
    double serial = 0.0, squares = 0.0;
    for (std::size_t t = count; t-- > 0;) {
        const Input& in = inputs[t];
        InputResult& r = work.inputs[t];
        const double* const left = work.prefix.data() + work.begin[t];
        const std::size_t lefts = std::min(work.begin[t + 1] - work.begin[t], most);
        const std::size_t rest = std::min(lefts + right - 1, most);
        std::fill_n(work.others.begin(), rest, 0.0);
        for (std::size_t i = 0; i < lefts; ++i) {
            const std::size_t end = std::min(right, rest - i);
            for (std::size_t j = 0; j < end; ++j) work.others[i + j] += left[i] * work.suffix[j];
        }
        const double* mine = work.others.data();
        std::size_t terms = rest;
        if (in.cap > 1) {
            terms = multiply(work.others.data(), rest, unit * in.rate, in.cap - 1, work.mine.data(), most);
            mine = work.mine.data();
        }
        double zt = 0.0, blocked = 0.0, ahead = 0.0;
        for (std::size_t n = 0; n < terms; ++n) {
            const double g = mine[n] * work.weight[n];
            zt += g;
            if (n >= v) {
                blocked += g;
                const auto in_front = static_cast<double>(n - v + 1);
                ahead += g * in_front;
            }
        }
        const double of_all = 1.0 / zt;
        r.accept = std::clamp(zt * per_all, least_accept, 1.0);
        r.blocked = blocked * of_all;
        r.ahead = blocked > 0.0 ? ahead / blocked - 1.0 : 0.0;
        const double whole = wait_weight(vcs, in, r.accept, square);
        r.wait = ahead * of_all * service * whole;
        r.outside = 1.0, r.front = 0.0;
        if (room > 0.0 && ahead > 0.0) split_wait(v, room / whole, in, unit, {work.others.data(), std::min(rest, most)}, work, ahead, r);
        // The same station fed by this input alone: what is in a row already does not share.
        double c = 1.0, b = 0.0, thr = 0.0, alone = 1.0, alone_ahead = 0.0;
        for (int k = 1; k <= in.cap && static_cast<std::size_t>(k) < size; ++k) {
            c *= unit * in.rate / k;
            const std::size_t m = std::min<std::size_t>(static_cast<std::size_t>(k), v);
            const double g = c * work.weight[static_cast<std::size_t>(k)];
            b += g * static_cast<double>(m);
            thr += g * work.mu[m];
            if (k == in.cap) break;  // one that comes
            alone += g;
            if (m == v) alone_ahead += g * static_cast<double>(static_cast<std::size_t>(k) - v + 1);
        }
        // Nor does it wait: the later of two has waited for the other already.
        if (in.in_turn && alone_ahead > 0.0) r.wait *= std::max(0.0, 1.0 - alone_ahead / alone * zt / std::max(ahead, 1e-300));
        // But where the first of them is kept beyond its own pace they come closer.
        if (in.in_turn && in.cap > vcs && holding > pace) {
            double g = 1.0, sum = 1.0, kept = 0.0;
            for (int k = 1; k < in.cap; ++k) {
                g *= in.rate * (holding - pace) / std::min(k, vcs);
                sum += g;
                if (k >= vcs) kept += g * (k - vcs + 1);
            }
            r.wait += kept / sum * (holding - pace) / vcs;
        }
        serial += in.of_station * ((thr > 0.0 ? b / thr - holding : least_stretch) - least_stretch);
        squares += in.of_station * in.of_station;
        if (t > 0) {
            right = multiply(work.suffix.data(), right, unit * in.rate, in.cap, work.mine.data(), most);
            std::copy_n(work.mine.begin(), right, work.suffix.begin());
        }
    }
    work.beside = std::max(0.0, least_stretch);
    work.stretch = std::max(0.0, all_stretch - work.beside);
    if (1.0 - squares > 0.02) work.stretch = std::max(0.0, all_stretch - least_stretch - serial) / (1.0 - squares);
    return true;
}

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
    for (int n = 0; n < s.cap; p *= s.row / ++n) {
        double q = none_of(s.met, s.cap);
        for (int m = 0; m <= s.cap; q *= s.met / ++m) {
            const double r = std::min({1.0, flits / streaming, 1.0 / (n + m + 1)});
            for (std::size_t k = 0; k < s.active.size(); ++k) {
                const double chance = p * q * s.active[k];
                const auto others = static_cast<double>(k);
                if (chance < 1e-8) continue;
                const double by_driver = std::min(r, fair_level({{{1.0, (n + 1) * r}, {m, r}, {others, s.wants}}}) / (n + 1));
                const double by_message = std::min(r, fair_level({{{n + m + 1.0, r}, {others * s.messages, s.wants / s.messages}, {0.0, 0.0}}}));
                const double taken = flits * (2.0 / (by_driver + by_message) - 1.0 / r);
                mean += chance * std::max(taken, others * s.wants);
            }
        }
    }
    return mean;
}

void serial_rates(int vcs, double capacity, double entering, double holding, Workspace& work) {
    for (int k = 1; k <= vcs; ++k) work.mu[static_cast<std::size_t>(k)] = std::min(k / holding, capacity / entering);
}

PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work) {
    PortResult r;
    const auto v = static_cast<std::size_t>(vcs);
    const double rho = rate / work.mu[v];
    if (!(rho < 1.0)) {
        r.stable = false;
        r.wait = std::numeric_limits<double>::infinity();
        r.stretch = std::max(0.0, vcs / work.mu[v] - holding);
        return r;
    }
    double p = 1.0, z = 1.0, busy = 0.0;
    work.busy[0] = 1.0;
    for (std::size_t k = 1; k <= v; ++k) {
        p *= rate / work.mu[k];
        const double mass = k < v ? p : p / (1.0 - rho);
        z += mass;
        busy += static_cast<double>(k) * mass;
        work.busy[k] = mass;
    }
    for (std::size_t k = 0; k <= v; ++k) work.busy[k] /= z;
    const double waiting = p * rho / ((1.0 - rho) * (1.0 - rho)) / z;
    r.wait = rate > 0.0 ? waiting / rate * (1.0 + square) / 2.0 : 0.0;
    r.stretch = rate > 0.0 ? std::max(0.0, busy / z / rate - holding) : 0.0;
    return r;
}

}  // namespace wafernet::queueing
