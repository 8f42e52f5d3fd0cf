// A product form with limited inputs [gordon1967, for rates that depend on the number]:
//
//   p(n_1 .. n_k) ~ n! / prod_(j <= n) mu(min(j, V)) * prod_i (load lambda_i / a_i)^n_i / n_i!
//   n = sum n_i , n_i <= u_i ;   a_i = Z_i / Z ;   b_i = P_i(n >= V) ;   W_i = E_i[(n - V + 1)+] / mu(V) * y_i
//   y = (1 - w)(1 + C^2) / 2 + w ,  w = 0.7 (1 - a) [V = 1] + o / (1 + o) ,  o = 2.5 q^2 (1 - a)
//
// Z is the sum over all numbers; Z_i, P_i, E_i are over those that an arriving message of i finds, one of its own
// resources taken out. Dividing by a_i restores the rate: what is offered gets through. y is the residual of the
// service that a message meets (Pollaczek and Khinchine), w the weight of waits for a whole service.
#include "queueing/vc_server.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wafernet::queueing {

namespace {

constexpr double negligible_share = 1e-14;  // probability of more messages than are counted
constexpr double alone = 0.02;              // 1 - sum f_i^2 below which an input counts as the only one

// The first terms of a(z) * sum over k <= cap of (x z)^k / k!, at most `most`; returns their number.
std::size_t multiply(const double* a, std::size_t size, double x, int cap, double* out, std::size_t most) {
    const std::size_t terms = std::min(size + static_cast<std::size_t>(cap), most);
    std::fill_n(out, terms, 0.0);
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

// y, where an input finds one of its own messages with the probability 1 - a.
double residual(const Arrivals& in, double accept, double square) {
    const double odds = in.backlogged * (1.0 - accept);
    const double whole = std::min(1.0, in.returning * (1.0 - accept) + odds / (1.0 + odds));
    return (1.0 - whole) * (1.0 + square) / 2.0 + whole;
}

// What a message of an input finds; sums of the weights of all numbers of messages.
struct Found {
    double all = 0.0;    // what the others of its input and all other inputs make
    double held = 0.0;   // the same where all VCs are held
    double ahead = 0.0;  // the same, times the messages that wait, with itself
};

class ProductForm {
public:
    ProductForm(int vcs, std::span<const Arrivals> inputs, Workspace& work)
        : v_(static_cast<std::size_t>(vcs)), inputs_(inputs), w_(work), unit_(40.0 / w_.mu[v_]) {}

    // Weights of all numbers and the VCs that are held. False where they leave the range of a double.
    bool weigh() {
        const std::size_t count = inputs_.size();
        most_ = most_that_count();
        w_.begin.resize(count + 2);
        w_.begin[0] = 0, w_.begin[1] = 1;
        std::size_t need = 1;
        for (const Arrivals& in : inputs_) need += most_messages + 1 + static_cast<std::size_t>(in.cap);
        if (w_.prefix.size() < need) w_.prefix.resize(need);
        w_.prefix[0] = 1.0;
        for (std::size_t t = 0; t < count; ++t) {
            const std::size_t size = w_.begin[t + 1] - w_.begin[t];
            w_.begin[t + 2] = w_.begin[t + 1] + multiply(w_.prefix.data() + w_.begin[t], size, scaled(t),
                                                         inputs_[t].cap, w_.prefix.data() + w_.begin[t + 1], most_);
        }
        const double* const all = w_.prefix.data() + w_.begin[count];
        const std::size_t size = w_.begin[count + 1] - w_.begin[count];
        w_.weight[0] = 1.0;
        for (std::size_t n = 1; n < size; ++n)
            w_.weight[n] = w_.weight[n - 1] * static_cast<double>(n) / (unit_ * w_.mu[std::min(n, v_)]);
        double z = 0.0;
        std::fill_n(w_.busy.begin(), v_ + 1, 0.0);
        for (std::size_t n = 0; n < size; ++n) {
            z += all[n] * w_.weight[n];
            w_.busy[std::min(n, v_)] += all[n] * w_.weight[n];
        }
        if (!std::isfinite(z) || !(z > 0.0)) return false;
        per_all_ = 1.0 / z;
        for (std::size_t m = 0; m <= v_; ++m) w_.busy[m] *= per_all_;
        most_ = std::min(most_, size);
        return true;
    }

    // Calls `seen` with every input, the last first, and with what its messages find.
    template <class Seen> void each_input(Seen seen) {
        w_.suffix[0] = 1.0;
        std::size_t right = 1;
        for (std::size_t t = inputs_.size(); t-- > 0;) {
            const std::size_t lefts = std::min(w_.begin[t + 1] - w_.begin[t], most_);
            const std::size_t others = std::min(lefts + right - 1, most_);
            product(w_.prefix.data() + w_.begin[t], lefts, w_.suffix.data(), right, w_.others.data(), others);
            const std::size_t terms =
                multiply(w_.others.data(), others, scaled(t), inputs_[t].cap - 1, w_.mine.data(), most_);
            Found found;
            for (std::size_t n = 0; n < terms; ++n) {
                const double g = w_.mine[n] * w_.weight[n];
                found.all += g;
                if (n < v_) continue;
                found.held += g;
                found.ahead += g * static_cast<double>(n - v_ + 1);
            }
            seen(t, found);
            if (t == 0) return;
            right = multiply(w_.suffix.data(), right, scaled(t), inputs_[t].cap, w_.mine.data(), most_);
            std::copy_n(w_.mine.begin(), right, w_.suffix.begin());
        }
    }

    [[nodiscard]] double per_all() const { return per_all_; }

private:
    // Numbers of messages beyond these are hardly ever reached: without the limits of the inputs they would have the
    // weights prod lambda / mu(j), and 1 is less than the sum of all.
    [[nodiscard]] std::size_t most_that_count() const {
        double rate = 0.0, weight = 1.0;
        for (const Arrivals& in : inputs_) rate += in.rate;
        for (std::size_t n = 1; n <= most_messages; ++n) {
            const double use = rate / w_.mu[std::min(n, v_)];
            weight *= use;
            if (weight < negligible_share * (1.0 - use)) return n;
        }
        return most_messages + 1;
    }
    [[nodiscard]] double scaled(std::size_t t) const { return inputs_[t].rate * unit_; }

    std::size_t v_;
    std::span<const Arrivals> inputs_;
    Workspace& w_;
    // A power of this for every message in the rates, and its inverse in the weights, keep both in the range of a
    // double.
    double unit_;
    double per_all_ = 0.0;
    std::size_t most_ = 0;
};

struct Alone {
    double ahead = 0.0;    // messages that wait where one comes
    double holding = 0.0;  // of a message, cycles

    Alone(std::size_t v, const Arrivals& in, const Workspace& work) {
        double g = 1.0, busy = 0.0, through = 0.0, all = 1.0, waiting = 0.0;
        for (int k = 1; k <= in.cap; ++k) {
            const std::size_t m = std::min(static_cast<std::size_t>(k), v);
            g *= in.rate / work.mu[m];
            busy += g * static_cast<double>(m), through += g * work.mu[m];
            if (k == in.cap) break;  // one that comes
            all += g;
            if (m == v) waiting += g * static_cast<double>(static_cast<std::size_t>(k) - v + 1);
        }
        ahead = waiting / all;
        holding = through > 0.0 ? busy / through : 1.0 / work.mu[1];
    }
};

}  // namespace

// Messages that came one after the other by one channel have waited for each other already, and do not share it again:
// of W the part that the input alone would make is taken out, and of the stretch that of each input alone.
bool solve_class(int vcs, double holding, double square, std::span<const Arrivals> inputs, Workspace& work) {
    const auto v = static_cast<std::size_t>(vcs);
    work.inputs.resize(inputs.size());
    ProductForm form(vcs, inputs, work);
    if (!form.weigh()) return false;
    double busy = 0.0, through = 0.0;
    for (std::size_t m = 1; m <= v; ++m)
        busy += work.busy[m] * static_cast<double>(m), through += work.busy[m] * work.mu[m];
    if (!std::isfinite(busy)) return false;
    const double all_stretch = through > 0.0 ? busy / through - holding : 0.0;
    const double least_stretch = 1.0 / work.mu[1] - holding;
    double serial = 0.0, squares = 0.0;
    form.each_input([&](std::size_t t, const Found& found) {
        const Arrivals& in = inputs[t];
        Waits& r = work.inputs[t];
        r.accept = std::clamp(found.all * form.per_all(), least_accept, 1.0);
        r.blocked = found.held / found.all;
        r.wait = found.ahead / found.all / work.mu[v] * residual(in, r.accept, square);
        const Alone alone_here(v, in, work);
        if (in.in_turn && alone_here.ahead > 0.0)
            r.wait *= std::max(0.0, 1.0 - alone_here.ahead * found.all / std::max(found.ahead, 1e-300));
        serial += in.of_class * (alone_here.holding - holding - least_stretch);
        squares += in.of_class * in.of_class;
    });
    work.beside = std::max(0.0, least_stretch);
    work.stretch = std::max(0.0, all_stretch - work.beside);
    if (1.0 - squares > alone) work.stretch = std::max(0.0, all_stretch - least_stretch - serial) / (1.0 - squares);
    return true;
}

PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work) {
    const auto v = static_cast<std::size_t>(vcs);
    const double rho = rate / work.mu[v];
    if (!(rho < 1.0))
        return {false, std::numeric_limits<double>::infinity(), std::max(0.0, vcs / work.mu[v] - holding)};
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
    if (!(rate > 0.0)) return {};
    return {true, waiting / rate * (1.0 + square) / 2.0, std::max(0.0, busy / z / rate - holding)};
}

}  // namespace wafernet::queueing
