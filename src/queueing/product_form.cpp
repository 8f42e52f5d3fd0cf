// Product-form stations with input caps.
#include "queueing/product_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace wafernet::queueing {

namespace {

constexpr double negligible = 1e-14;  // probability of more messages than are counted

// The first terms of a(z) * sum over k <= cap of (x z)^k / k!, at most `most`; returns their number.
std::size_t multiply(const double* a, std::size_t size, double x, int cap, double* out,
                     std::size_t most = most_messages + 1) {
    const std::size_t terms = std::min(size + static_cast<std::size_t>(cap), most);
    out[0] = a[0];
    for (std::size_t i = 1; i < size; ++i) out[i] = a[i] + x * a[i - 1];
    if (terms > size) out[size] = x * a[size - 1];
    for (std::size_t i = size + 1; i < terms; ++i) out[i] = 0.0;
    double c = x;
    for (std::size_t shift = 2; shift <= static_cast<std::size_t>(cap) && shift < terms; ++shift) {
        c *= x / static_cast<double>(shift);
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

// Where the wait of an input with buffers behind it is spent: outside, while those before it still fill the buffers.
// `fit`: `room` where messages are served in exponential times, more where fewer wait, as Little's law has it.
// `others`: of n messages by other inputs.
void split_wait(std::size_t v, double fit, const Input& in, double unit, std::span<const double> others,
                const Workspace& work, Found& found) {
    double c = 1.0, outside = 0.0;
    for (int k = 0; k < in.cap; ++k) {  // own ones that it finds
        if (k > 0) c *= unit * in.rate / k;
        const auto own = static_cast<std::size_t>(k);
        const double last = 1.0 / (1.0 + static_cast<double>(k) / in.channels);
        const std::size_t first = std::max(v, own), end = std::min(own + others.size(), most_messages + 1);
        if (first >= end) continue;
        const auto from = [&](const double* values) {
            return Eigen::Map<const Eigen::ArrayXd>(values, static_cast<Eigen::Index>(end - first));
        };
        const auto in_front = from(work.number.data() + first - v + 1);
        const auto g = from(others.data() + first - own) * from(work.weight.data() + first);
        const auto here = last * in_front * from(work.number.data() + first - own) * from(work.inverse.data() + first);
        outside += c * (g * (in_front - here.max(fit)).max(0.0)).sum();
    }
    found.outside = outside / found.ahead;
}

// Either comes about where a message waits while another of its input is served. Of those that may go elsewhere only so
// many do as stay.
double wait_weight(const Input& in, double accept, double square, double staying) {
    const double odds = in.backlogged * (1.0 - accept);
    const double whole = std::min(1.0, staying * (in.returning * (1.0 - accept) + odds / (1.0 + odds)));
    return (1.0 - whole) * (1.0 + square) / 2.0 + whole;
}

// The product form by the products of the inputs' polynomials, however many messages there are.
bool product_form(std::size_t v, double room, double square, double staying, std::span<const Input> inputs,
                  Workspace& work) {
    const std::size_t count = inputs.size();
    // A power of this for every message in the rates, and its inverse in the weights, keep both in the range of a
    // double.
    const double unit = 40.0 / work.mu[v];
    work.begin.resize(count + 2);
    if (work.prefix.size() < (count + 1) * (most_messages + 1)) work.prefix.resize((count + 1) * (most_messages + 1));
    work.begin[0] = 0;
    work.begin[1] = 1;
    work.prefix[0] = 1.0;
    for (std::size_t t = 0; t < count; ++t) {
        const std::size_t size = work.begin[t + 1] - work.begin[t];
        work.begin[t + 2] =
            work.begin[t + 1] + multiply(work.prefix.data() + work.begin[t], size, unit * inputs[t].rate, inputs[t].cap,
                                         work.prefix.data() + work.begin[t + 1]);
    }
    const double* const all = work.prefix.data() + work.begin[count];
    const std::size_t size = work.begin[count + 1] - work.begin[count];
    work.weight[0] = 1.0;
    for (std::size_t n = 1; n <= v && n < size; ++n)
        work.weight[n] = work.weight[n - 1] * static_cast<double>(n) / (unit * work.mu[n]);
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
            split_wait(v, room / wait_weight(in, accept, square, staying), in, unit,
                       {work.others.data(), std::min(rest, most)}, work, found);
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

bool solve_station(int vcs, double room, double holding, double square, double staying, std::span<const Input> inputs,
                   Workspace& work, std::span<const double> alike) {
    const auto v = static_cast<std::size_t>(vcs);
    work.inputs.resize(inputs.size()), work.found.resize(inputs.size());
    if (!product_form(v, room, square, staying, inputs, work)) return false;
    double busy = 0.0, through = 0.0;
    for (std::size_t m = 1; m <= v; ++m)
        busy += work.busy[m] * static_cast<double>(m), through += work.busy[m] * work.mu[m];
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
        r.wait = found.ahead * of_all * service * wait_weight(in, r.accept, square, staying);
        r.outside = found.outside;
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
        if (in.in_turn && alone_ahead > 0.0)
            r.wait *= std::max(0.0, 1.0 - alone_ahead / alone * found.all / std::max(found.ahead, 1e-300));
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
