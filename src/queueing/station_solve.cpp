// Product-form stations with input caps.
#include "queueing/station_solve.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace wafernet::queueing {

namespace {

// Weight of waits behind inputs that have one message at a time at a station with one VC, whatever is behind it: it comes back while the others are
// served. Two of them with fixed service H and exponential times in between, z H the mean number of returns: the wait is
// H (1 - (1 - exp(-z)) / z), the product form's with half of H behind the share b of a whole H for b = 0.65 (1 - accept) at z = 0.2,
// 0.69 at 0.5 and 0.79 at 1.
constexpr double returning = 0.7;
constexpr double negligible = 1e-14;  // probability of more messages than are counted
constexpr std::size_t most_points = 16;  // of a quadrature
constexpr double never = 1e-14;          // probability to find all VCs held, less than the rounding of the sums

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
    for (std::size_t shift = 0; shift <= static_cast<std::size_t>(cap) && shift < terms; ++shift) {
        if (shift > 0) c *= x / static_cast<double>(shift);
        const std::size_t end = std::min(size, terms - shift);
        for (std::size_t i = 0; i < end; ++i) out[i + shift] += c * a[i];
    }
    return terms;
}

// The first `terms` terms of a(z) b(z).
void product(const double* a, std::size_t a_size, const double* b, std::size_t b_size, double* out, std::size_t terms) {
    std::fill_n(out, terms, 0.0);
    for (std::size_t i = 0; i < std::min(a_size, terms); ++i) {
        const std::size_t end = std::min(b_size, terms - i);
        for (std::size_t j = 0; j < end; ++j) out[i + j] += a[i] * b[j];
    }
}

// Where the wait of an input with buffers behind it is spent: first outside, while those before it still fill the buffers, at last in front of
// one, once its own have gone on, while those of other inputs do. `fit`: `room` where messages are served in exponential times, more where
// fewer wait, as Little's law has it. `others`: of n messages by other inputs.
void split_wait(std::size_t v, double fit, const Input& in, double unit, std::span<const double> others, const Workspace& work, Found& found) {
    double c = 1.0, front = 0.0, outside = 0.0;
    for (int k = 0; k < in.cap; ++k) {  // own ones that it finds
        if (k > 0) c *= unit * in.rate / k;
        const auto own = static_cast<std::size_t>(k);
        const double last = 1.0 / (1.0 + static_cast<double>(k) / in.channels);
        const std::size_t first = std::max(v, own), end = std::min(own + others.size(), most_messages + 1);
        if (first >= end) continue;
        const auto from = [&](const double* values) { return Eigen::Map<const Eigen::ArrayXd>(values, static_cast<Eigen::Index>(end - first)); };
        const auto in_front = from(work.number.data() + first - v + 1);
        const auto g = from(others.data() + first - own) * from(work.weight.data() + first);
        const auto here = last * in_front * from(work.number.data() + first - own) * from(work.inverse.data() + first);
        front += c * (g * here).sum();
        outside += c * (g * (in_front - here.max(fit)).max(0.0)).sum();
    }
    found.front = front / found.ahead;
    found.outside = outside / found.ahead;
}

using Pair = Eigen::Array2d;  // of points, worked on together

// Integrals over exp(-x) p(x) from 0 on: sums of p at these points, exact up to degree 2 n - 1 (Golub and Welsch 1969). An odd number is
// filled up with a point of no weight.
struct Quadrature {
    std::size_t pairs = 0;
    std::array<Pair, most_points / 2> at, weight;
};

Quadrature gauss_laguerre(std::size_t n) {
    const auto size = static_cast<Eigen::Index>(n);
    Eigen::VectorXd diagonal(size), beside(size - 1);
    for (Eigen::Index i = 0; i < size; ++i) diagonal[i] = 2.0 * static_cast<double>(i) + 1.0;
    for (Eigen::Index i = 0; i + 1 < size; ++i) beside[i] = static_cast<double>(i) + 1.0;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(diagonal, beside);
    Quadrature q;
    q.pairs = (n + 1) / 2;
    for (std::size_t k = 0; k < q.pairs; ++k) q.at[k].setZero(), q.weight[k].setZero();
    for (Eigen::Index i = 0; i < size; ++i) {
        q.at[static_cast<std::size_t>(i / 2)][i % 2] = solver.eigenvalues()[i];
        q.weight[static_cast<std::size_t>(i / 2)][i % 2] = solver.eigenvectors()(0, i) * solver.eigenvectors()(0, i);
    }
    return q;
}

// The one that is exact up to this degree, less than twice most_points.
const Quadrature& quadrature(std::size_t degree) {
    static const std::array<Quadrature, most_points> all = [] {
        std::array<Quadrature, most_points> rules;
        for (std::size_t n = 1; n <= most_points; ++n) rules[n - 1] = gauss_laguerre(n);
        return rules;
    }();
    return all[degree / 2];
}

// Either comes about where a message waits while another of its input is served. Of those that may go elsewhere only so many do as stay.
double wait_weight(int vcs, const Input& in, double accept, double square, double staying) {
    const double odds = in.lone * (1.0 - accept);
    const double lone = std::min(1.0, staying * ((vcs == 1 ? returning * (1.0 - accept) : 0.0) + odds / (1.0 + odds)));
    return (1.0 - lone) * (1.0 + square) / 2.0 + lone;
}

// The product form of one VC to which every input brings one message at a time: of n! and a coefficient of the product of 1 + rate / mu the
// sum is the integral of the product of 1 + x rate / mu.
bool solve_single(double holding, double square, std::span<const Input> inputs, Workspace& work) {
    const double service = 1.0 / work.mu[1];
    const Quadrature& q = quadrature(inputs.size());
    std::array<Pair, most_points / 2> at, all;
    Pair sum = Pair::Zero();
    for (std::size_t k = 0; k < q.pairs; ++k) {
        at[k] = q.at[k] * service;
        all[k] = q.weight[k];
        for (const Input& in : inputs) all[k] *= 1.0 + at[k] * in.rate;
        sum += all[k];
    }
    const double z = sum.sum();
    if (!std::isfinite(z)) return false;
    const double per_all = 1.0 / z;
    work.busy[0] = per_all;
    work.busy[1] = 1.0 - per_all;
    for (std::size_t t = 0; t < inputs.size(); ++t) {
        const Input& in = inputs[t];
        Pair without = Pair::Zero(), in_front = Pair::Zero();  // this input; the same, n times the probability of n
        for (std::size_t k = 0; k < q.pairs; ++k) {
            const Pair others = all[k] / (1.0 + at[k] * in.rate);
            without += others;
            in_front += (q.at[k] - 1.0) * others;
        }
        InputResult& r = work.inputs[t];
        const double zt = without.sum(), of_all = 1.0 / zt;
        r.accept = std::clamp(zt * per_all, least_accept, 1.0);
        r.blocked = std::max(0.0, 1.0 - of_all);
        const double ahead = std::max(0.0, in_front.sum() * of_all);
        r.ahead = r.blocked > 0.0 ? std::max(0.0, ahead / r.blocked - 1.0) : 0.0;
        r.wait = ahead * service * wait_weight(1, in, r.accept, square, 1.0);
        r.outside = 1.0, r.front = 0.0;
    }
    work.beside = std::max(0.0, service - holding);
    work.stretch = 0.0;
    return true;
}

// The first v coefficients of the product of all inputs' polynomials, and for each input of that without one message of its own.
void first_coefficients(std::size_t v, std::span<const Input> inputs, Workspace& work) {
    const std::size_t count = inputs.size();
    work.prefix.assign((count + 1) * v, 0.0);
    work.coefficients.assign((count + 1) * v, 0.0);
    work.prefix[0] = 1.0;
    for (std::size_t t = 0; t < count; ++t) multiply(work.prefix.data() + t * v, v, inputs[t].rate, inputs[t].cap, work.prefix.data() + (t + 1) * v, v);
    std::copy_n(work.prefix.data() + count * v, v, work.coefficients.data() + count * v);
    std::fill_n(work.suffix.begin(), v, 0.0);
    work.suffix[0] = 1.0;
    for (std::size_t t = count; t-- > 0;) {
        product(work.prefix.data() + t * v, v, work.suffix.data(), v, work.others.data(), v);
        multiply(work.others.data(), v, inputs[t].rate, inputs[t].cap - 1, work.coefficients.data() + t * v, v);
        multiply(work.suffix.data(), v, inputs[t].rate, inputs[t].cap, work.mine.data(), v);
        std::copy_n(work.mine.begin(), v, work.suffix.begin());
    }
}

// The product form, where from `vcs` messages on the weight of n is n! times a power: with that for all n, a sum is an integral over the product of
// the inputs' polynomials. Of their coefficients only the first `vcs` are needed, to put the other weights right.
bool integrate(std::size_t v, std::span<const Input> inputs, Workspace& work) {
    const std::size_t count = inputs.size();
    const double service = 1.0 / work.mu[v];
    std::size_t degree = 0;
    bool few = false;  // some input has fewer messages than there are VCs
    double rate = 0.0;
    for (const Input& in : inputs) degree += static_cast<std::size_t>(in.cap), few = few || static_cast<std::size_t>(in.cap) < v, rate += in.rate;
    const Quadrature& q = quadrature(degree);
    constexpr std::size_t most_pairs = most_points / 2;
    std::array<Pair, most_pairs> at, all;
    for (std::size_t k = 0; k < q.pairs; ++k) at[k] = q.at[k] * service, all[k] = q.weight[k];
    work.without.resize(2 * count * most_pairs);  // of every input: the part that is left of the product without one message of its own
    for (std::size_t t = 0; t < count; ++t) {
        const Input& in = inputs[t];
        for (std::size_t k = 0; k < q.pairs; ++k) {
            const Pair x = at[k] * in.rate;
            Pair less = Pair::Ones(), term = x;
            for (int i = 2; i <= in.cap; ++i) less += term, term *= x * work.inverse[static_cast<std::size_t>(i)];
            const Pair whole = less + term;
            all[k] *= whole;
            Eigen::Map<Pair>(work.without.data() + 2 * (t * most_pairs + k)) = less / whole;
        }
    }
    // Weights of 0 .. v - 1: their own, and what the integral takes for them. The power of both is that of the rates.
    double scale = 1.0;
    for (std::size_t m = 1; m < v; ++m) scale *= work.mu[v] / work.mu[m];
    std::array<double, most_vcs> own, taken;
    own[0] = 1.0, taken[0] = scale;
    for (std::size_t n = 1; n < v; ++n) own[n] = own[n - 1] * static_cast<double>(n) / work.mu[n], taken[n] = taken[n - 1] * static_cast<double>(n) * service;
    if (few) first_coefficients(v, inputs, work);
    std::array<double, most_vcs> same;
    same[0] = 1.0;
    for (std::size_t n = 1; n < v; ++n) same[n] = same[n - 1] * rate * work.inverse[n];

    const double* c = few ? work.coefficients.data() + count * v : same.data();
    Pair sum = Pair::Zero();
    for (std::size_t k = 0; k < q.pairs; ++k) sum += all[k];
    double z = scale * sum.sum();
    for (std::size_t n = 0; n < v; ++n) z += c[n] * (own[n] - taken[n]);
    if (!std::isfinite(z) || !(z > 0.0)) return false;
    const double per_all = 1.0 / z;
    work.busy[v] = 1.0;
    for (std::size_t n = 0; n < v; ++n) work.busy[n] = c[n] * own[n] * per_all, work.busy[v] -= work.busy[n];
    work.busy[v] = std::max(0.0, work.busy[v]);
    double before = 0.0, missed = 0.0, missed_ahead = 0.0;  // with fewer messages: their weight; that which the integral takes; the same, times their number
    const auto first = [&](const double* of) {
        before = missed = missed_ahead = 0.0;
        for (std::size_t n = 0; n < v; ++n) before += of[n] * own[n], missed += of[n] * taken[n], missed_ahead += static_cast<double>(n) * of[n] * taken[n];
    };
    if (!few) first(c);
    const double most = static_cast<double>(v) - 1.0;
    for (std::size_t t = 0; t < count; ++t) {
        if (few) first(work.coefficients.data() + t * v);
        const double fewer = before, integrated = missed, integrated_ahead = missed_ahead;
        Pair others = Pair::Zero(), ahead = Pair::Zero();
        for (std::size_t k = 0; k < q.pairs; ++k) {
            const Pair g = all[k] * Eigen::Map<const Pair>(work.without.data() + 2 * (t * most_pairs + k));
            others += g;
            ahead += (q.at[k] - 1.0) * g;
        }
        const double full = scale * others.sum() - integrated;
        Found found;
        found.all = fewer + full;
        found.held = full > never * found.all ? full : 0.0;
        found.ahead = found.held > 0.0 ? std::max(found.held, scale * ahead.sum() - integrated_ahead - most * full) : 0.0;
        found.all *= per_all, found.held *= per_all, found.ahead *= per_all;
        work.found[t] = found;
    }
    return true;
}

// The same for one input with no more messages than there are VCs.
bool add_up_alone(std::size_t v, const Input& in, Workspace& work) {
    double g = 1.0, z = 1.0;
    work.busy[0] = 1.0;
    std::fill_n(work.busy.begin() + 1, v, 0.0);
    for (std::size_t m = 1; m <= static_cast<std::size_t>(in.cap); ++m) {
        g *= in.rate / work.mu[m];
        work.busy[m] = g;
        z += g;
    }
    if (!std::isfinite(z)) return false;
    const double per_all = 1.0 / z;
    for (std::size_t m = 0; m <= static_cast<std::size_t>(in.cap); ++m) work.busy[m] *= per_all;
    work.found[0] = {};
    work.found[0].all = (z - g) * per_all;
    return true;
}

// The same by the products themselves, however many messages there are.
bool add_up(std::size_t v, double room, double square, double staying, std::span<const Input> inputs, Workspace& work) {
    const std::size_t count = inputs.size();
    // A power of this for every message in the rates, and its inverse in the weights, keep both in the range of a double.
    const double unit = 40.0 / work.mu[v];
    work.begin.resize(count + 2);
    if (work.prefix.size() < (count + 1) * (most_messages + 1)) work.prefix.resize((count + 1) * (most_messages + 1));
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

    double z = 0.0;
    std::fill_n(work.busy.begin(), v + 1, 0.0);
    for (std::size_t n = 0; n < size; ++n) {
        const double g = all[n] * work.weight[n];
        z += g;
        work.busy[std::min(n, v)] += g;
    }
    if (!std::isfinite(z) || !(z > 0.0)) return false;
    const double per_all = 1.0 / z;
    for (std::size_t m = 0; m <= v; ++m) work.busy[m] *= per_all;

    // Numbers of messages that are never reached are left out from here on.
    std::size_t most = size;
    for (double tail = 0.0; most > v + 2; --most) {
        tail += all[most - 1] * work.weight[most - 1];
        if (tail > negligible * z) break;
    }

    // Every input without one message of its own.
    work.suffix[0] = 1.0;
    std::size_t right = 1;
    for (std::size_t t = count; t-- > 0;) {
        const Input& in = inputs[t];
        const double* const left = work.prefix.data() + work.begin[t];
        const std::size_t lefts = std::min(work.begin[t + 1] - work.begin[t], most);
        const std::size_t rest = std::min(lefts + right - 1, most);
        product(left, lefts, work.suffix.data(), right, work.others.data(), rest);
        const double* mine = work.others.data();
        std::size_t terms = rest;
        if (in.cap > 1) {
            terms = multiply(work.others.data(), rest, unit * in.rate, in.cap - 1, work.mine.data(), most);
            mine = work.mine.data();
        }
        Found found;
        for (std::size_t n = 0; n < terms; ++n) {
            const double g = mine[n] * work.weight[n];
            found.all += g;
            if (n >= v) {
                found.held += g;
                found.ahead += g * static_cast<double>(n - v + 1);
            }
        }
        if (room > 0.0 && found.ahead > 0.0) {
            const double accept = std::clamp(found.all * per_all, least_accept, 1.0);
            split_wait(v, room / wait_weight(static_cast<int>(v), in, accept, square, staying), in, unit, {work.others.data(), std::min(rest, most)}, work, found);
        }
        found.all *= per_all, found.held *= per_all, found.ahead *= per_all;
        work.found[t] = found;
        if (t > 0) {
            right = multiply(work.suffix.data(), right, unit * in.rate, in.cap, work.mine.data(), most);
            std::copy_n(work.mine.begin(), right, work.suffix.begin());
        }
    }
    return true;
}

}  // namespace

bool solve_station(int vcs, double room, double holding, double square, double staying, std::span<const Input> inputs, Workspace& work,
                   std::span<const double> alike) {
    const auto v = static_cast<std::size_t>(vcs);
    std::size_t messages = 0;
    for (const Input& in : inputs) messages += static_cast<std::size_t>(in.cap);
    const bool integrable = room == 0.0 && staying == 1.0 && messages < 2 * most_points;
    work.inputs.resize(inputs.size()), work.found.resize(inputs.size());
    if (integrable && vcs == 1 && messages == inputs.size()) return solve_single(holding, square, inputs, work);
    const bool lone = inputs.size() == 1 && inputs.front().cap <= vcs;  // each of its messages finds a VC
    const bool solved = lone ? add_up_alone(v, inputs.front(), work) : integrable ? integrate(v, inputs, work) : add_up(v, room, square, staying, inputs, work);
    if (!solved) return false;
    double busy = 0.0, through = 0.0;
    for (std::size_t m = 1; m <= v; ++m) busy += work.busy[m] * static_cast<double>(m), through += work.busy[m] * work.mu[m];
    if (!std::isfinite(busy)) return false;
    const double service = 1.0 / work.mu[v];  // cycles until a VC becomes free
    const double all_stretch = through > 0.0 ? busy / through - holding : 0.0;
    const double least_stretch = 1.0 / work.mu[1] - holding;
    if (alike.empty()) alike = work.mu;
    double serial = 0.0, squares = 0.0;
    for (std::size_t t = 0; t < inputs.size(); ++t) {
        const Input& in = inputs[t];
        const Found& found = work.found[t];
        InputResult& r = work.inputs[t];
        const double of_all = 1.0 / found.all;
        r.accept = std::clamp(found.all, least_accept, 1.0);
        r.blocked = found.held * of_all;
        r.ahead = found.held > 0.0 ? found.ahead / found.held - 1.0 : 0.0;
        r.wait = found.ahead * of_all * service * wait_weight(vcs, in, r.accept, square, staying);
        r.outside = found.outside, r.front = found.front;
        // The same station fed by this input alone: what is in a row already does not share.
        double g = 1.0, b = 0.0, thr = 0.0, alone = 1.0, alone_ahead = 0.0;
        for (int k = 1; k <= in.cap; ++k) {
            const std::size_t m = std::min(static_cast<std::size_t>(k), v);
            g *= in.rate / alike[m] * (static_cast<std::size_t>(k) > v ? staying : 1.0);
            b += g * static_cast<double>(m);
            thr += g * alike[m];
            if (k == in.cap) break;  // one that comes
            alone += g;
            if (m == v) alone_ahead += g * static_cast<double>(static_cast<std::size_t>(k) - v + 1);
        }
        // Nor does it wait: the later of two has waited for the other already.
        if (in.in_turn && alone_ahead > 0.0) r.wait *= std::max(0.0, 1.0 - alone_ahead / alone * found.all / std::max(found.ahead, 1e-300));
        serial += in.of_station * ((thr > 0.0 ? b / thr - holding : least_stretch) - least_stretch);
        squares += in.of_station * in.of_station;
    }
    work.beside = std::max(0.0, least_stretch);
    work.stretch = std::max(0.0, all_stretch - work.beside);
    if (1.0 - squares > 0.02) work.stretch = std::max(0.0, all_stretch - least_stretch - serial) / (1.0 - squares);
    return true;
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
