// The iteration: one evaluation after the other, the step by least squares over the last ones.
#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Dense>

#include "queueing/fixed_point.hpp"

namespace wafernet::queueing {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Numerical settings: how exactly and how long a solution is sought, not what it is.
constexpr Index memory = 8;              // earlier steps that the acceleration looks at
constexpr double enough = 1e-4;          // largest residual, relative
constexpr double mostly_enough = 3e-5;   // root mean square: five times `enough` do then
constexpr double roughly = 8.0;          // times these tolerances do for a rough solution
constexpr double mostly_roughly = 2.0;   // times mostly_enough does for it
constexpr double latency_enough = 5e-5;  // relative change of the latency
constexpr double delay_enough = 2e-3;    // the same of that part of it which the load brings
constexpr double least_change = 1e-9;    // of the latency; less is not asked for
constexpr double damping = 0.6;          // of plain steps
constexpr double far = 0.5;              // first residual that shows a bad start, where the load follows
constexpr double nearly = 0.02;          // residual where all but the load has settled
constexpr int patience = 10;             // steps in which the residual must halve, of a rough solution
constexpr int most_pinned = 4;           // steps at the bound of the channels that keeps the load from rising

class Acceleration {
public:
    explicit Acceleration(Index size) : moves_(size, memory), changes_(size, memory) {}

    void forget() { kept_ = oldest_ = 0, follows_ = false; }
    // Takes down a step; returns whether there are earlier ones.
    bool add(const VectorXd& image, const VectorXd& residual) {
        if (follows_) {
            changes_.col(oldest_) = residual - last_residual_, moves_.col(oldest_) = image - last_image_;
            kept_ = std::max(kept_, oldest_ + 1), oldest_ = (oldest_ + 1) % memory;
        }
        last_image_ = image, last_residual_ = residual, follows_ = true;
        return kept_ > 0;
    }
    [[nodiscard]] VectorXd next() const {
        const auto past = changes_.leftCols(kept_);
        Eigen::MatrixXd normal = past.transpose() * past;
        normal.diagonal().array() *= 1.0 + 1e-10;  // against steps that are alike
        normal.diagonal().array() += 1e-300;
        return last_image_ - moves_.leftCols(kept_) * normal.ldlt().solve(past.transpose() * last_residual_);
    }

private:
    Eigen::MatrixXd moves_, changes_;  // of the image and of the residual
    VectorXd last_image_, last_residual_;
    Index kept_ = 0, oldest_ = 0;
    bool follows_ = false;
};

struct Watch {
    double norm = 0.0;  // of the residual at step `at`, halved since the mark before
    int at = 0;
    int beyond = 0;  // steps in a row with a latency beyond the wanted one
    int pinned = 0;  // at the bound of the channels
    bool from_idle = false, restarted = false;
};

}  // namespace

struct Solver::Iteration {
    explicit Iteration(const QueueNetwork& its_net)
        : net(its_net), map(its_net), acceleration(static_cast<Index>(map.layout().size())) {
        std::vector<double> from, to;
        map.layout().limits(net, from, to);
        low = Eigen::Map<const VectorXd>(from.data(), static_cast<Index>(from.size()));
        high = Eigen::Map<const VectorXd>(to.data(), static_cast<Index>(to.size()));
    }

    void from(std::span<const double> start) {
        x = Eigen::Map<const VectorXd>(start.data(), static_cast<Index>(start.size()));
    }

    void begin(const Wanted& w, std::span<const double> start) {
        wanted = w;
        watch = {.from_idle = start.empty(), .restarted = start.empty()};
        if (start.empty()) from(map.layout().idle(net, w.load > 0.0 ? w.load : 1e-3 * net.bounds.load));
        else from(start);
        if (given()) log_load() = std::log(w.load);
        limit();
        weight = x.array().abs().max(1.0).inverse();  // every quantity relative to its size
        weight[weight.size() - 1] = 1.0;
        safe = x, safe_step = VectorXd::Zero(x.size());
        forget();
        least = last = 0.0;
    }

    [[nodiscard]] bool given() const { return wanted.load > 0.0; }
    double& log_load() { return x[x.size() - 1]; }
    void limit() { x = x.cwiseMax(low).cwiseMin(high); }
    void forget() { acceleration.forget(), accelerated = false; }

    // Where an evaluation fails: from an idle network plain steps rise to the solution, so that an unstable queue means
    // there that there is none. Returns false where nothing is left to try.
    bool recover(int step) {
        if (accelerated) {
            x = safe + damping * safe_step;
        } else if (given() || watch.restarted || (step == 1 && watch.from_idle)) {
            return false;
        } else {
            from(map.layout().idle(net, std::exp(log_load())));
            watch.restarted = true;
            least = watch.norm = 0.0;
        }
        limit();
        forget();
        return true;
    }

    // F(x) with the load that follows, and the residual.
    void compare(double within) {
        const std::vector<double>& next = map.next();
        image = Eigen::Map<const VectorXd>(next.data(), static_cast<Index>(next.size()));
        double& next_load = image[image.size() - 1];
        next_load = log_load() + (given() ? 0.0 : damping * map.towards_strain(wanted.strain, within));
        const bool at_bound = !given() && log_load() >= high[high.size() - 1] && next_load > log_load();
        watch.pinned = at_bound ? watch.pinned + 1 : 0;
        residual = (image - x).cwiseProduct(weight);
    }

    [[nodiscard]] bool settled(double now) const {
        const double loose = wanted.rough ? roughly : 1.0;
        const double change =
            loose * std::clamp(delay_enough * (now - net.totals.zero_load), least_change * now, latency_enough * now);
        const bool still = given() ? std::abs(now - last) <= change : std::isfinite(now);
        const double norm = residual.norm(), size = std::sqrt(static_cast<double>(residual.size()));
        const bool mostly = norm < (wanted.rough ? mostly_roughly : 1.0) * mostly_enough * size;
        return still && residual.lpNorm<Eigen::Infinity>() < (mostly ? 5.0 : 1.0) * loose * enough;
    }

    // What the iteration has come to, where it leads nowhere.
    std::optional<Outcome> lost(double now, int step) {
        const double worst = residual.lpNorm<Eigen::Infinity>(), norm = residual.norm();
        watch.beyond = wanted.give_up > 0.0 && now > wanted.give_up ? watch.beyond + 1 : 0;
        if ((given() && !std::isfinite(now)) || !std::isfinite(worst) || (watch.beyond >= 3 && step > 4))
            return Outcome::saturated;
        if (watch.pinned > most_pinned && residual.head(residual.size() - 1).lpNorm<Eigen::Infinity>() < nearly)
            return Outcome::saturated;
        if (!given() && step == 1 && worst > far) return Outcome::exhausted;
        if (watch.norm == 0.0 || norm < 0.5 * watch.norm) watch.norm = norm, watch.at = step;
        if (wanted.rough && step - watch.at > patience) return Outcome::exhausted;
        return std::nullopt;
    }

    // The next x: by least squares over the last steps, or a damped plain step.
    void advance() {
        const double norm = residual.norm();
        const bool astray = least > 0.0 && accelerated && norm > 2.0 * least;
        if (astray) {  // back, and on without acceleration for a step
            forget();
            least = 0.0;
        } else {
            least = norm;
            safe = x, safe_step = image - x;
            accelerated = acceleration.add(image, residual);
            if (accelerated) x = acceleration.next();
        }
        if (!accelerated || !x.allFinite()) x = safe + damping * safe_step;
        limit();
    }

    // Takes one plain step more: latencies are as good as the solution, which they follow many times over near a bound.
    void polish() {
        const VectorXd settled = x;
        x = image;
        limit();
        const auto again = [&] {
            return map.evaluate(std::exp(log_load()), true, {x.data(), static_cast<std::size_t>(x.size())});
        };
        if (!again()) {
            x = settled;
            again();
        }
        last = map.latency_within() + map.late() + map.source_wait();
    }

    Solution result(Outcome outcome) {
        Solution s;
        s.outcome = outcome;
        s.state.assign(x.data(), x.data() + x.size());
        s.load = std::exp(log_load());
        if (outcome == Outcome::saturated) return s;
        s.total = last, s.within = last - map.before_entry(), s.source_wait = map.source_wait();
        s.strain = map.strain(map.latency_within());
        return s;
    }

    const QueueNetwork& net;
    FixedPointMap map;
    Acceleration acceleration;
    Watch watch;
    Wanted wanted;
    VectorXd low, high, weight, x, image, residual;
    VectorXd safe, safe_step;  // from here a plain step is taken when an accelerated one has led astray
    double least = 0.0;        // residual there
    double last = 0.0;         // latency of the step before
    bool accelerated = false;
};

Solver::Solver(const QueueNetwork& net) : iteration_(std::make_unique<Iteration>(net)) {}
Solver::~Solver() = default;

Solution Solver::idle() const {
    const QueueNetwork& net = iteration_->net;
    Solution s;
    s.outcome = Outcome::converged, s.total = s.within = net.totals.zero_load;
    s.state = iteration_->map.layout().idle(net, 1e-6 * net.bounds.load);
    return s;
}

Solution Solver::solve(const Wanted& wanted, std::span<const double> start) {
    Iteration& it = *iteration_;
    it.begin(wanted, start);
    for (int step = 1; step <= wanted.most_steps; ++step) {
        const std::span<const double> x(it.x.data(), static_cast<std::size_t>(it.x.size()));
        if (!it.map.evaluate(std::exp(it.log_load()), it.given(), x)) {
            if (!it.recover(step)) return it.result(Outcome::saturated);
            continue;
        }
        const double within = it.map.latency_within(), now = within + it.map.late() + it.map.source_wait();
        it.compare(within);
        const std::optional<Outcome> lost = it.lost(now, step);
        const bool settled = it.settled(now) && (it.given() || step > 1);
        it.last = now;
        if (settled && it.given() && !wanted.rough) it.polish();
        if (settled) return it.result(Outcome::converged);
        if (lost) return it.result(*lost);
        it.advance();
    }
    return it.result(Outcome::exhausted);
}

}  // namespace wafernet::queueing
