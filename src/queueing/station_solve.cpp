// Product-form stations with input caps and path-limited bandwidth sharing.
#include "queueing/station_solve.hpp"

#include <algorithm>
#include <cmath>

namespace wafernet::queueing {

namespace {

constexpr double theta = 0.5;  // between perfect packing of flits into cycles and independent cycles

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

}  // namespace

void state_rates(int vcs, double capacity, double flits, double holding, double streaming, const Others& others, Workspace& work) {
    const double a = std::min(1.0, streaming / holding);
    const double r = std::min(1.0, flits / streaming);
    const double o = others.rate;
    std::array<double, most_vcs + 1> rate{};  // flits per cycle with k streaming
    double idle = 1.0;                        // no flit of k messages in a cycle
    for (int k = 1; k <= vcs; ++k) {
        idle *= 1.0 - r;
        double other_idle = 1.0;
        for (std::size_t j = 0; j < others.streaming.size(); ++j) {
            const double p = others.streaming[j];
            if (p > 0.0) {
                const double packed = fair_share(k, r, static_cast<int>(j), o, capacity);
                double smooth = packed;
                if (capacity <= 1.0) smooth = (1.0 - idle * other_idle) * k * r / (k * r + static_cast<double>(j) * o);
                rate[static_cast<std::size_t>(k)] += p * ((1.0 - theta) * packed + theta * smooth);
            }
            other_idle *= 1.0 - o;
        }
    }
    // Binomial mixture over how many of the k held VCs stream.
    std::array<double, most_vcs + 1> pmf{};
    pmf[0] = 1.0;
    for (int k = 1; k <= vcs; ++k) {
        double mean = 0.0;
        for (int i = k; i >= 1; --i) {
            auto& here = pmf[static_cast<std::size_t>(i)];
            here = here * (1.0 - a) + pmf[static_cast<std::size_t>(i - 1)] * a;
            mean += here * rate[static_cast<std::size_t>(i)];
        }
        pmf[0] *= 1.0 - a;
        work.mu[static_cast<std::size_t>(k)] = mean / flits;
    }
}

std::vector<double> streaming_messages(std::span<const double> busy, double active) {
    std::vector<double> out(busy.size(), 0.0);
    std::array<double, most_vcs + 1> pmf{};
    pmf[0] = 1.0;
    out[0] = busy[0];
    for (std::size_t m = 1; m < busy.size(); ++m) {
        for (std::size_t i = m; i >= 1; --i) pmf[i] = pmf[i] * (1.0 - active) + pmf[i - 1] * active;
        pmf[0] *= 1.0 - active;
        for (std::size_t i = 0; i <= m; ++i) out[i] += busy[m] * pmf[i];
    }
    return out;
}

bool solve_station(int vcs, double holding, double square, std::span<const Input> inputs, std::span<const double> of_station, Workspace& work) {
    const std::size_t count = inputs.size();
    work.prefix.resize(std::max(work.prefix.size(), count + 1));
    work.suffix.resize(std::max(work.suffix.size(), count + 1));
    const auto multiply = [](const std::vector<double>& a, double x, int cap, std::vector<double>& out) {
        const std::size_t size = std::min<std::size_t>(a.size() + static_cast<std::size_t>(cap), most_messages + 1);
        out.assign(size, 0.0);
        double c = 1.0;
        for (int k = 0; k <= cap; ++k) {
            if (k > 0) c *= x / k;
            for (std::size_t i = 0; i < a.size() && i + static_cast<std::size_t>(k) < size; ++i) out[i + static_cast<std::size_t>(k)] += c * a[i];
        }
    };
    work.prefix[0].assign(1, 1.0);
    for (std::size_t t = 0; t < count; ++t) multiply(work.prefix[t], inputs[t].rate, inputs[t].cap, work.prefix[t + 1]);
    const std::vector<double>& all = work.prefix[count];
    const std::size_t size = all.size();
    const auto v = static_cast<std::size_t>(vcs);
    work.weight.resize(std::max(size, v + 1));
    work.weight[0] = 1.0;
    for (std::size_t n = 1; n < size; ++n) work.weight[n] = work.weight[n - 1] * static_cast<double>(n) / work.mu[std::min(n, v)];

    double z = 0.0, busy = 0.0, through = 0.0;
    work.station.busy.assign(v + 1, 0.0);
    for (std::size_t n = 0; n < size; ++n) {
        const double g = all[n] * work.weight[n];
        z += g;
        const std::size_t m = std::min(n, v);
        work.station.busy[m] += g;
        busy += g * static_cast<double>(m);
        if (m > 0) through += g * work.mu[m];
    }
    if (!std::isfinite(z) || !(z > 0.0) || !std::isfinite(busy)) return false;
    for (double& p : work.station.busy) p /= z;
    const double all_stretch = through > 0.0 ? busy / through - holding : 0.0;
    const double least_stretch = 1.0 / work.mu[1] - holding;

    // Every input without one message of its own.
    work.inputs.assign(count, {});
    work.suffix[count].assign(1, 1.0);
    double others = 0.0, squares = 0.0;
    for (std::size_t t = count; t-- > 0;) {
        InputResult& r = work.inputs[t];
        const Input& in = inputs[t];
        const std::vector<double>& left = work.prefix[t];
        const std::vector<double>& right = work.suffix[t + 1];
        work.others.assign(std::min<std::size_t>(left.size() + right.size() - 1, most_messages + 1), 0.0);
        for (std::size_t i = 0; i < left.size(); ++i) {
            for (std::size_t j = 0; j < right.size() && i + j < work.others.size(); ++j) work.others[i + j] += left[i] * right[j];
        }
        multiply(work.others, in.rate, in.cap - 1, work.mine);
        double zt = 0.0, blocked = 0.0, ahead = 0.0;
        for (std::size_t n = 0; n < work.mine.size(); ++n) {
            const double g = work.mine[n] * work.weight[n];
            zt += g;
            if (n >= v) {
                blocked += g;
                ahead += g * static_cast<double>(n - v + 1);
            }
        }
        r.accept = std::clamp(zt / z, 0.02, 1.0);
        r.blocked = blocked / zt;
        const double blend = in.blend * (1.0 - r.accept);
        r.wait = ahead / zt / work.mu[v] * ((1.0 - blend) * (1.0 + square) / 2.0 + blend);
        // The same station fed by this input alone.
        double c = 1.0, b = 0.0, thr = 0.0;
        for (int k = 1; k <= in.cap; ++k) {
            c *= in.rate / k;
            const std::size_t m = std::min<std::size_t>(static_cast<std::size_t>(k), v);
            if (static_cast<std::size_t>(k) >= work.weight.size()) break;
            const double g = c * work.weight[static_cast<std::size_t>(k)];
            b += g * static_cast<double>(m);
            thr += g * work.mu[m];
        }
        r.alone_stretch = thr > 0.0 ? b / thr - holding : least_stretch;
        others += of_station[t] * (r.alone_stretch - least_stretch);
        squares += of_station[t] * of_station[t];
        if (t > 0) multiply(work.suffix[t + 1], in.rate, in.cap, work.suffix[t]);
    }
    double stretch = all_stretch;
    if (1.0 - squares > 0.02) stretch = least_stretch + std::max(0.0, all_stretch - least_stretch - others) / (1.0 - squares);
    work.station.stretch = std::max(0.0, stretch);
    return true;
}

PortResult solve_port(int vcs, double rate, double holding, double square, Workspace& work) {
    PortResult r;
    const auto v = static_cast<std::size_t>(vcs);
    const double rho = rate / work.mu[v];
    if (!(rho < 1.0)) {
        r.stable = false;
        return r;
    }
    double p = 1.0, z = 1.0, busy = 0.0;
    work.station.busy.assign(v + 1, 0.0);
    work.station.busy[0] = 1.0;
    for (std::size_t k = 1; k <= v; ++k) {
        p *= rate / work.mu[k];
        const double mass = k < v ? p : p / (1.0 - rho);
        z += mass;
        busy += static_cast<double>(k) * mass;
        work.station.busy[k] = mass;
    }
    for (double& b : work.station.busy) b /= z;
    const double waiting = p * rho / ((1.0 - rho) * (1.0 - rho)) / z;
    r.wait = rate > 0.0 ? waiting / rate * (1.0 + square) / 2.0 : 0.0;
    r.stretch = rate > 0.0 ? std::max(0.0, busy / z / rate - holding) : 0.0;
    return r;
}

}  // namespace wafernet::queueing
