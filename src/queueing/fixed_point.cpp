// The iteration: one round after the other, Anderson's acceleration (anderson1965) between them.
#include "queueing/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "queueing/round.hpp"
#include "queueing/solver_options.hpp"

namespace wafernet::queueing {

namespace {

constexpr SolverOptions::Iteration numeric;

using Eigen::Index;
using Eigen::VectorXd;

constexpr Index memory = 8;  // earlier steps that the acceleration looks at

}  // namespace

class Solver::Iteration {
public:
    explicit Iteration(const Plan& plan) : plan_(plan), round_(plan), live_(round_.live()) {
        const auto live = static_cast<Index>(live_.size());
        moves_.resize(live, memory), changes_.resize(live, memory);
        x_.resize(live), image_.resize(live);
        low_ = Eigen::Map<const VectorXd>(round_.low().data(), live);
        high_ = Eigen::Map<const VectorXd>(round_.high().data(), live);
    }

    Solution idle() {
        Solution solution;
        solution.latency = solution.total = plan_.zero_load;
        solution.state = round_.begin(1e-6 * plan_.bound);
        return solution;
    }

    Solution run(double load, const SolveOptions& options, const State* start) {
        o_ = options;
        Solution solution;
        const bool load_given = o_.strain == 0.0;
        if (start == nullptr || load_given != load_was_given_)
            kept_ = oldest_ = 0;  // earlier steps were taken far from here
        load_was_given_ = load_given;
        take_live(start != nullptr ? *start : round_.begin(load), x_);
        double& log_load = x_[x_.size() - 1];
        if (load_given) log_load = std::log(load);
        state_.assign(round_.size(), std::numeric_limits<double>::quiet_NaN());  // what is not live is not read
        limit();
        weigh();
        safe_ = x_;
        bool follows = false;  // last_image_ and last_residual_ are those of the step before
        bool accelerated = false, restarted = start == nullptr;
        int plain = 0;  // steps to go without acceleration
        const double loose = o_.impatient ? numeric.roughly : 1.0;
        double least = 0.0, last = o_.expected, mark = 0.0;
        int beyond = 0, marked = 0, full = 0;
        Outcome outcome = Outcome::exhausted;
        for (int step = 1; step <= o_.most_steps; ++step) {
            solution.steps = step;
            for (std::size_t j = 0; j < live_.size(); ++j) state_[live_[j]] = x_[static_cast<Index>(j)];
            if (!round_.evaluate(std::exp(log_load), load_given, state_)) {
                // From an idle network plain steps rise to the solution: only there an unstable queue means that there
                // is none. Where the load follows, none fails but by leaving the range of a double.
                if (!accelerated && (!load_given || restarted || (step == 1 && start == nullptr))) {
                    outcome = Outcome::saturated;
                    break;
                }
                if (!accelerated) {
                    take_live(round_.begin(std::exp(log_load)), x_);
                    restarted = true;
                    plain = 4;
                    least = mark = 0.0;
                } else {
                    x_ = safe_ + numeric.damping * safe_step_;
                    limit();
                }
                kept_ = oldest_ = 0;
                accelerated = false;
                follows = false;
                continue;
            }
            const double within = round_.latency_within(), now = within + round_.late() + round_.mean_source_wait();
            take_live(round_.implied(), image_);
            double& next_load = image_[image_.size() - 1];
            next_load = log_load + (load_given ? 0.0 : numeric.damping * round_.towards_strain(o_.strain, within));
            full = log_load >= round_.most_load() && next_load > log_load ? full + 1 : 0;
            residual_ = (image_ - x_).cwiseProduct(weight_);
            const double worst = residual_.lpNorm<Eigen::Infinity>(), norm = residual_.norm();
            beyond = o_.give_up > 0.0 && now > o_.give_up ? beyond + 1 : 0;
            if ((load_given && !std::isfinite(now)) || !std::isfinite(worst) || (beyond >= 3 && step > 4)) {
                outcome = Outcome::saturated;
                break;
            }
            // Where the load follows, the latency says how far up the curve this is, and not more.
            const double change = loose * std::clamp(numeric.delay_enough * (now - plan_.zero_load),
                                                     numeric.least_change * now, numeric.latency_enough * now);
            const bool settled = load_given ? std::abs(now - last) <= change : std::isfinite(now);
            const bool choices = !plan_.choices.empty();  // single residuals shift what the search makes of these
            const bool mostly = !(choices && o_.impatient) &&
                                norm < (o_.impatient ? numeric.mostly_roughly : 1.0) * numeric.mostly_enough *
                                           std::sqrt(static_cast<double>(residual_.size()));
            const bool small = worst < (!mostly ? 1.0 : choices ? 2.0 : 5.0) * loose * numeric.enough;
            if (settled && small && (load_given || step > 1)) {
                if (!round_.overfull()) outcome = Outcome::converged;
                last = now;
                break;
            }
            last = now;
            if (!load_given && step == 1 && worst > numeric.far) break;
            // A search for the knee does not wait for what does not settle.
            if (mark == 0.0 || norm < 0.5 * mark) mark = norm, marked = step;
            if (o_.impatient && step - marked > numeric.patience) break;
            if (full > 4 && residual_.head(residual_.size() - 1).lpNorm<Eigen::Infinity>() <
                                numeric.nearly) {  // the bound of the channels keeps the load from rising
                outcome = Outcome::saturated;
                break;
            }
            if (least > 0.0 && accelerated && norm > 2.0 * least) {
                x_ = safe_ + numeric.damping * safe_step_;  // back, and on without acceleration for a step
                limit();
                kept_ = oldest_ = 0;
                accelerated = false;
                follows = false;
                least = 0.0;
                continue;
            }
            least = norm;
            safe_ = x_;
            safe_step_ = image_ - x_;
            if (follows) {
                changes_.col(oldest_) = residual_ - last_residual_;
                moves_.col(oldest_) = image_ - last_image_;
                kept_ = std::max(kept_, oldest_ + 1);
            }
            const SmallVector along = changes_.leftCols(kept_).transpose() * residual_;
            if (follows) {
                for (Index k = 0; k < kept_; ++k)
                    normal_(oldest_, k) = normal_(k, oldest_) =
                        k == oldest_ ? changes_.col(k).squaredNorm() : along[k] - last_along_[k];
                oldest_ = (oldest_ + 1) % memory;
            }
            last_along_.head(kept_) = along;
            last_image_ = image_;
            last_residual_ = residual_;
            follows = true;
            accelerated = kept_ > 0 && plain-- <= 0;
            if (!accelerated) {
                x_ += numeric.damping * safe_step_;
            } else {
                // Least squares over the last steps.
                Small normal = normal_.topLeftCorner(kept_, kept_);
                normal.diagonal().array() *= 1.0 + 1e-10;
                normal.diagonal().array() += 1e-300;
                const SmallVector share = normal.ldlt().solve(along);
                x_ = image_;
                x_.noalias() -= moves_.leftCols(kept_) * share;
                if (!x_.allFinite()) x_ = safe_ + numeric.damping * safe_step_;
            }
            limit();
        }
        solution.outcome = outcome;
        solution.state = round_.implied();
        for (std::size_t j = 0; j < live_.size(); ++j) solution.state[live_[j]] = x_[static_cast<Index>(j)];
        if (outcome == Outcome::saturated) return solution;
        solution.total = last;
        solution.load = std::exp(log_load);
        solution.strain = round_.strain(round_.latency_within());
        solution.latency = last - (o_.hold_from_entry ? round_.before_entry() : 0.0);
        solution.source_wait = round_.mean_source_wait();
        solution.shares = round_.shares();
        return solution;
    }

private:
    void take_live(const State& from, VectorXd& to) const {
        for (std::size_t j = 0; j < live_.size(); ++j) to[static_cast<Index>(j)] = from[live_[j]];
    }

    // Into the range where everything means something.
    void limit() { x_ = x_.cwiseMax(low_).cwiseMin(high_); }

    // Every quantity relative to its size.
    void weigh() {
        VectorXd now = x_.array().abs().max(1.0).inverse();
        now[now.size() - 1] = 1.0;
        for (Index k = 0; k < kept_; ++k) changes_.col(k).array() *= now.array() / weight_.array();
        for (Index k = 0; k < kept_; ++k) {
            for (Index j = 0; j <= k; ++j) normal_(k, j) = normal_(j, k) = changes_.col(k).dot(changes_.col(j));
        }
        weight_ = now;
    }

    const Plan& plan_;
    Round round_;
    const std::vector<std::size_t>& live_;  // what is iterated of a state; the logarithm of the load is the last
    bool load_was_given_ = true;
    SolveOptions o_;
    State state_;
    VectorXd low_, high_;  // range of the live
    VectorXd x_, image_, last_image_;
    VectorXd weight_, residual_, last_residual_;  // residuals are relative to the sizes at the start
    VectorXd safe_, safe_step_;  // from here a plain step is taken when an accelerated one has led astray
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, memory, memory>;
    using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, memory, 1>;
    Eigen::MatrixXd moves_,
        changes_;  // of the image and of the residual over the last steps, of this load and of the one before
    Eigen::Matrix<double, memory, memory> normal_;
    Eigen::Matrix<double, memory, 1> last_along_;  // products of changes_ with the residual
    Index kept_ = 0, oldest_ = 0;                  // of these
};

Solver::Solver(const Plan& plan) : iteration_(std::make_unique<Iteration>(plan)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Solution Solver::idle() { return iteration_->idle(); }
Solution Solver::solve(double load, const SolveOptions& options, const State* start) {
    return iteration_->run(load, options, start);
}

}  // namespace wafernet::queueing
