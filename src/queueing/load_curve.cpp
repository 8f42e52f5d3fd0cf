// Continuation by the strain: where the load follows, the iteration settles also near saturation, and the highest load
// is the top of a smooth curve. y = latency without load / latency falls from 1 to 1 / 8; the load is a smooth function
// of it, also where it turns.
#include "queueing/load_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <math.h>  // the interpolator of Boost 1.74 wants isnan without its namespace

#include <boost/math/interpolators/pchip.hpp>

#include "base/activity.hpp"

namespace wafernet::queueing {

namespace {

constexpr double least = 1.0 / knee_latency;
constexpr std::array stops{0.84, 0.7, 0.5, 0.35, 0.22, least};  // of y
constexpr double near_stop = 0.87;                              // of the last y: a stop that is nearer is left out
constexpr std::size_t most_points = 24;
constexpr int most_halvings = 3;         // of the way to a stop that is too far off
constexpr int few_steps = 80;            // of the iteration, where there may be no solution
constexpr double flat = 0.01;            // of the load, by which it still rises, that ends the climb
constexpr double under_way = 0.5;        // y above which it goes on all the same
constexpr double least_left = 0.2;       // of 1 - strain, at the next stop
constexpr double knee_width = 0.015;     // of the load, where the search by halves ends
constexpr double most_of_bound = 0.999;  // of the bound: the highest load that is solved
constexpr double near_knee = 0.85;       // above, a solution counts where it lies on the branch
constexpr double other_branch = 1e-3;    // relative difference of latencies that are of different solutions
constexpr int places = 1000;             // of the table

// A load at which the VCs would be held for a fifth of the time, did no message wait.
double light_load(const QueueNetwork& net) {
    double full = 1.0 / net.bounds.load;
    for (const Resource& p : net.resources) full = std::max(full, p.rate * (p.pace + p.hold) / p.vcs);
    return 0.2 / full;
}

}  // namespace

LoadCurve::LoadCurve(const QueueNetwork& net) : net_(net) {
    Solver solver(net);
    if (!begin(solver)) return;
    climb(solver);
    tabulate();
}

// From the idle network to a light load.
bool LoadCurve::begin(Solver& solver) {
    points_.push_back(solver.idle());
    for (double load = light_load(net_); load > 1e-4 * net_.bounds.load; load /= 2.0) {
        Solution s = solver.solve({.load = load});
        if (s.outcome != Outcome::converged || s.total >= knee_latency * net_.totals.zero_load) continue;
        add(std::move(s));
        return true;
    }
    return false;
}

void LoadCurve::add(Solution s) {
    // Where no message waits for another the latency does not rise; the points stay in their order.
    s.total = std::max(s.total, (1.0 + 1e-9) * points_.back().total);
    points_.push_back(std::move(s));
}

void LoadCurve::climb(Solver& solver) {
    Activity activity("looking for saturation", 100);
    double farthest = 1.0;  // by which the strain rises to the next stop
    while (points_.size() < most_points && y(points_.size() - 1) > 1.2 * least) {
        activity.at(static_cast<std::uint64_t>(100.0 * (1.0 - y(points_.size() - 1)) / (1.0 - least)));
        const double last = points_.back().strain;
        double rise = std::min(next_strain() - last, farthest);
        bool reached = climb_to(last + rise, true, solver);
        for (int nearer = 0; nearer < most_halvings && !reached && knee_ == 0.0; ++nearer) {
            farthest = rise /= 2.0;
            reached = climb_to(last + rise, false, solver);
        }
        farthest *= 1.5;
        if (knee_ > 0.0) return;
        if (!reached) {
            if (rises_less_than(2.0 * flat)) break;
            return by_loads(solver);
        }
        if (points_.back().load < points_[points_.size() - 2].load || rises_less_than(flat)) break;
    }
    const bool at_bound = net_.bounds.load < (1.0 + 2.0 * flat) * points_.back().load;
    if (y(points_.size() - 1) > under_way && at_bound) knee_ = net_.bounds.load;  // latency has hardly begun to rise
    else knee_ = std::min(net_.bounds.load, top());
}

// A point at a strain; `patient`: where the guess leads nowhere in some steps, from the last point as well. Where the
// bound of the channels keeps the load from it, saturation is that bound.
bool LoadCurve::climb_to(double strain, bool patient, Solver& solver) {
    Wanted wanted{.strain = strain, .most_steps = few_steps, .rough = true};
    Solution s = solver.solve(wanted, guess(strain));
    if (patient && s.outcome == Outcome::exhausted) s = solver.solve(wanted, points_.back().state);
    if (s.outcome == Outcome::saturated && !rises_less_than(2.0 * flat)) {
        Solution there = solver.solve({.load = most_of_bound * net_.bounds.load}, s.state);
        if (there.outcome == Outcome::converged && there.total > points_.back().total &&
            there.total < knee_latency * net_.totals.zero_load) {
            add(std::move(there));
            knee_ = net_.bounds.load;
        }
    }
    const bool reached = s.outcome == Outcome::converged && s.total > points_.back().total * (1.0 - 1e-3);
    if (reached) add(std::move(s));
    return reached;
}

// The knee by loads, halving the way to where none is found.
void LoadCurve::by_loads(Solver& solver) {
    double high = net_.bounds.load;
    while (high - points_.back().load > knee_width * high) {
        const double load = (points_.back().load + high) / 2.0, most = knee_latency * net_.totals.zero_load;
        Solution s =
            solver.solve({.load = load, .most_steps = few_steps, .rough = true, .give_up = most}, points_.back().state);
        if (s.outcome == Outcome::converged && s.total < most) add(std::move(s));
        else high = load;
    }
    knee_ = (points_.back().load + high) / 2.0;
}

// Lines overstate it: the curve bends down. The strain nears 1 long before a latency that is mostly spent in the
// network is the knee's.
bool LoadCurve::rises_less_than(double part) const {
    const std::size_t n = points_.size();
    const Solution& last = points_[n - 1];
    if (net_.bounds.load < (1.0 + part) * last.load) return true;
    if (n < 3 || y(n - 1) >= under_way) return false;
    const Solution& before = points_[n - 2];
    const double rose = (last.load - before.load) / last.load;
    return rose * std::min((y(n - 1) - least) / (y(n - 2) - y(n - 1)),
                           (1.0 - last.strain) / (last.strain - before.strain)) <
           part;
}

// The strain that is likely at the next stop: the latency is c / (1 - strain), c on the line through the last two
// points.
double LoadCurve::next_strain() const {
    const std::size_t last = points_.size() - 1;
    const double stop =
        *std::find_if(stops.begin(), stops.end() - 1, [&](double s) { return s < near_stop * y(last); });
    const auto c = [&](std::size_t i) { return (1.0 - points_[i].strain) / y(i); };
    const double step = points_[last].strain - points_[last - 1].strain;
    const double rise = step > 0.0 ? (c(last) - c(last - 1)) / step : 0.0, from = points_[last].strain;
    double low = from, high = 1.0 - least_left * (1.0 - from);
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2.0;
        (c(last) + rise * (middle - from) < (1.0 - middle) / stop ? low : high) = middle;
    }
    return high;
}

// The state at a strain, on the polynomial through the last three points.
std::vector<double> LoadCurve::guess(double strain) const {
    const std::size_t last = points_.size() - 1, first = last < 2 ? 0 : last - 2;
    const auto share = [&](std::size_t k, std::size_t from) {
        double product = 1.0;
        for (std::size_t j = from; j <= last; ++j) {
            if (j != k) product *= (strain - points_[j].strain) / (points_[k].strain - points_[j].strain);
        }
        return product;
    };
    std::vector<double> state(points_[last].state.size(), 0.0);
    double per_load = 0.0;  // strain over load, which changes little; the idle network has no load
    for (std::size_t k = first; k <= last; ++k) {
        const double part = share(k, first);
        for (std::size_t i = 0; i < state.size(); ++i) state[i] += part * points_[k].state[i];
        if (k > 0) per_load += share(k, std::max<std::size_t>(first, 1)) * points_[k].strain / points_[k].load;
    }
    state.back() = std::log(strain / (per_load > 0.0 ? per_load : points_[last].strain / points_[last].load));
    return state;
}

// The highest load down to y = 1 / 8. A top between two points or beyond the last, on the parabola through the last
// three, rises above them by no more than they differ.
double LoadCurve::top() const {
    const std::size_t n = points_.size();
    double highest = 0.0;
    for (std::size_t k = 0; k < n && (k == 0 || y(k) >= least); ++k) highest = std::max(highest, points_[k].load);
    const auto slope = [&](std::size_t i) { return (points_[i + 1].load - points_[i].load) / (y(i + 1) - y(i)); };
    const double bend = n < 3 ? 0.0 : (slope(n - 2) - slope(n - 3)) / (y(n - 1) - y(n - 3));
    const double turn = bend < 0.0 ? std::max(least, (y(n - 1) + y(n - 2) - slope(n - 2) / bend) / 2.0) : least;
    const double there = points_[n - 1].load + (turn - y(n - 1)) * (slope(n - 2) + bend * (turn - y(n - 2)));
    return highest + std::clamp(there - highest, 0.0, std::abs(points_[n - 1].load - points_[n - 2].load));
}

// Over x = 1 - y, down to the knee's latency: the load of a queue is x over a straight line.
void LoadCurve::tabulate() {
    std::vector<double> x, load, within, source;
    const auto add_row = [&](double its_x, double its_load, const Solution& s) {
        x.push_back(its_x), load.push_back(its_load);
        within.push_back(s.within / s.total), source.push_back(s.source_wait / s.total);
    };
    for (std::size_t k = 1; k < points_.size(); ++k) {
        const double its_x = 1.0 - y(k);
        if (!x.empty() && its_x <= x.back() + 1e-6) continue;
        add_row(its_x, std::min(knee_, x.empty() ? points_[k].load : std::max(load.back(), points_[k].load)),
                points_[k]);
    }
    if (x.back() < 1.0 - least - 1e-6) add_row(1.0 - least, knee_, points_.back());
    for (std::size_t i = 0; i < x.size(); ++i) load[i] = x[i] / load[i];
    for (const std::size_t i = x.size() - 1; x.size() < 4;) {  // as many as the interpolation takes, on straight lines
        for (std::vector<double>* const v : {&x, &load, &within, &source})
            v->insert(v->begin() + static_cast<std::ptrdiff_t>(i), ((*v)[i - 1] + (*v)[i]) / 2.0);
    }
    const double first = x.front(), last = x.back(), lone = net_.totals.zero_load;
    const auto curve = [&](const std::vector<double>& v) {
        return boost::math::interpolators::pchip<std::vector<double>>(std::vector<double>(x), std::vector<double>(v));
    };
    const auto loads = curve(load), withins = curve(within), sources = curve(source);
    for (int i = 0; i <= places; ++i) {
        const double at = (1.0 - least) * i / places, inside = std::clamp(at, first, last);
        CurvePoint p{at / loads(inside), lone / (1.0 - at), 0.0, 0.0};
        p.within = p.total * withins(inside), p.source_wait = p.total * sources(inside);
        if (!table_.empty()) {  // everything rises
            const CurvePoint& before = table_.back();
            p.load = std::max(p.load, before.load), p.within = std::max(p.within, before.within);
            p.source_wait = std::max(p.source_wait, before.source_wait);
        }
        table_.push_back(p);
    }
}

CurvePoint LoadCurve::between(double load) const {
    const auto next = std::lower_bound(table_.begin() + 1, table_.end() - 1, load,
                                       [](const CurvePoint& p, double l) { return p.load < l; });
    const CurvePoint &a = *(next - 1), &b = *next;
    const double part = b.load > a.load ? std::clamp((load - a.load) / (b.load - a.load), 0.0, 1.0) : 0.0;
    return {load, std::lerp(a.total, b.total, part), std::lerp(a.within, b.within, part),
            std::lerp(a.source_wait, b.source_wait, part)};
}

CurvePoint LoadCurve::at(double load, Solver& solver) const {
    const CurvePoint there = between(load);
    std::size_t k = 1;
    while (k + 1 < points_.size() && points_[k].load < load && points_[k + 1].load > points_[k].load) ++k;
    const Solution &low = points_[k - 1], &high = points_[k];
    const double part = std::clamp((load - low.load) / (high.load - low.load), 0.0, 1.0);
    std::vector<double> start = low.state;
    for (std::size_t i = 0; i < start.size(); ++i) start[i] += part * (high.state[i] - start[i]);
    const Solution s = solver.solve({.load = load, .give_up = knee_latency * net_.totals.zero_load}, start);
    const bool on_branch = load < near_knee * knee_ || std::abs(s.total - there.total) <= other_branch * s.total;
    if (s.outcome != Outcome::converged || !on_branch || s.total >= knee_latency * net_.totals.zero_load) return there;
    return {load, s.total, s.within, s.source_wait};
}

}  // namespace wafernet::queueing
