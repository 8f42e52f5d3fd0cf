// The search goes up by strains, and not by loads: where the load follows, the iteration settles also near saturation,
// and the highest load is the top of a smooth curve.
#include "queueing/saturation_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <math.h>  // the interpolator of Boost 1.74 wants isnan without its namespace
#include <optional>

#include <boost/math/interpolators/pchip.hpp>

#include "base/activity.hpp"
#include "queueing/solver_options.hpp"

namespace wafernet::queueing {

namespace {

constexpr SolverOptions::Search numeric;

constexpr double least = 1.0 / knee_latency;
constexpr std::array stops{0.84, 0.7, 0.5, 0.35, 0.22, least};

// A load at which the virtual channels would be held for a fifth of the time, did no message wait.
double light_load(const Plan& plan) {
    double full = 1.0 / plan.bound;
    for (const Station& s : plan.stations) {
        if (s.kind == Kind::network) full = std::max(full, s.rate * (s.pace + s.hold) / s.vcs);
    }
    return 0.2 / full;
}

class Search {
public:
    Search(const Plan& plan, bool from_entry, Climb& climb) : plan_(plan), solver_(plan), climb_(climb) {
        how_.hold_from_entry = from_entry;
        how_.most_steps = knee_steps;
        how_.impatient = true;
    }

    // From the idle network to a light load.
    bool begin() {
        climb_.add(1.0, solver_.idle());
        how_.impatient = false;
        for (double load = light_load(plan_); load > 1e-4 * plan_.bound && climb_.y.size() == 1; load /= 2.0)
            static_cast<void>(try_load(load, nullptr));
        how_.impatient = true;
        return climb_.y.size() > 1;
    }

    double run() {
        double high = plan_.bound;         // no solution is known from here on
        double step = numeric.first_step;  // of the search by loads, relative
        bool reachable = true;             // the next stop, perhaps
        double farthest = 1.0;             // by which the strain rises to there
        Activity activity("looking for saturation", 100);
        for (int failures = 0; !at_knee() && climb_.load.back() >= climb_.load[climb_.load.size() - 2];) {
            const std::size_t n = climb_.y.size();
            activity.at(static_cast<std::uint64_t>(100.0 * (1.0 - climb_.y.back()) / (1.0 - least)));
            const double y = *std::find_if(stops.begin(), stops.end(),
                                           [&](double stop) { return stop < numeric.near_stop * climb_.y.back(); });
            if (reachable && failures < numeric.most_failures && n < numeric.most_stops) {
                const double last = climb_.strain.back();
                double rise = std::min(climb_.strain_at(y) - last, farthest);
                bool reached =
                    try_strain(last + rise, climb_.guess(last + rise)) || (!full_ && try_patiently(last + rise));
                for (int nearer = 0; nearer < numeric.most_nearer && !reached && !full_; ++nearer) {
                    farthest = rise /= 2.0;
                    reached = try_strain(last + rise, climb_.guess(last + rise));
                }
                farthest *= 1.5;
                if (reached) {
                    if (climb_.load.back() > high) high = plan_.bound;
                    if (rises_no_more_than(numeric.flat)) break;
                    continue;
                }
                if (full_) return plan_.bound;
                ++failures;
                if (rises_no_more_than(2.0 * numeric.flat)) break;
            }
            // By loads, to where none is found.
            const double low = climb_.load.back();
            const double load = std::min((low + high) / 2.0, std::max((1.0 + step) * low, (low + climb_.at(y)) / 2.0));
            reachable = try_load(load, &climb_.state.back());
            if (reachable) step *= 2.0;
            else high = load;
            if (high - climb_.load.back() <= numeric.knee_width * high && !at_knee())
                return (climb_.load.back() + high) / 2.0;
        }
        if (climb_.y.back() > numeric.under_way && near_bound(2.0 * numeric.flat))
            return plan_.bound;  // where latency has hardly begun to rise
        return std::min(climb_.top(least), high);
    }

    // A point of its own at a load between two others.
    void refine(double load) {
        std::size_t k = 1;
        while (k < climb_.load.size() && climb_.load[k] < load) ++k;
        if (k == climb_.load.size()) return;
        const double part = (load - climb_.load[k - 1]) / (climb_.load[k] - climb_.load[k - 1]);
        State start = climb_.state[k - 1];
        for (std::size_t i = 0; i < start.size(); ++i) start[i] += part * (climb_.state[k][i] - start[i]);
        how_.impatient = false;
        Solution s = solve(load, &start);
        if (s.outcome != Outcome::converged) s = solve(load, &climb_.state[k - 1]);
        how_.impatient = true;
        const double y = plan_.zero_load / s.total;
        if (s.outcome != Outcome::converged || !(y < climb_.y[k - 1] && y > climb_.y[k])) return;
        Climb all;
        for (std::size_t i = 0; i < k; ++i) all.add(climb_, i);
        all.add(y, std::move(s));
        for (std::size_t i = k; i < climb_.y.size(); ++i) all.add(climb_, i);
        all.shares = std::move(climb_.shares);
        climb_ = std::move(all);
    }

    [[nodiscard]] bool full() const { return full_; }  // there is a solution up to the channels' bound

private:
    [[nodiscard]] bool at_knee() const { return climb_.y.back() <= 1.2 * least; }
    [[nodiscard]] bool near_bound(double part) const {
        return !climb_.load.empty() && plan_.bound < (1.0 + part) * climb_.load.back();
    }
    [[nodiscard]] bool rises_no_more_than(double part) const {
        return near_bound(part) ||
               (!climb_.y.empty() && climb_.y.back() < numeric.under_way && climb_.rise(least) < part);
    }

    bool try_strain(double strain, const State& start) {
        how_.strain = strain;
        Solution s = solver_.solve(0.0, how_, &start);
        how_.strain = 0.0;
        if (s.outcome == Outcome::saturated && !full_ && !rises_no_more_than(2.0 * numeric.flat) &&
            bound_tries_++ < numeric.most_bound_tries)
            full_ = up_to_bound(s.state);
        return add(std::move(s));
    }

    // What does not settle in a few steps may do so in many.
    bool try_patiently(double strain) {
        how_.impatient = false, how_.most_steps = SolveOptions().most_steps;
        const bool reached = try_strain(strain, climb_.state.back());
        how_.impatient = true, how_.most_steps = knee_steps;
        return reached;
    }

    // Whether the latency goes on rising to a solution at the channels' bound; adds that and one on the way.
    bool up_to_bound(const State& start) {
        const double bound = numeric.most_of_bound * plan_.bound;
        how_.impatient = false;
        Solution there = solve(bound, &start);
        bool rises = there.outcome == Outcome::converged;
        if (rises) {
            State between = climb_.state.back();
            for (std::size_t i = 0; i < between.size(); ++i) between[i] = (between[i] + there.state[i]) / 2.0;
            Solution middle = solve((climb_.load.back() + bound) / 2.0, &between);
            rises = middle.outcome == Outcome::converged &&
                    middle.total >= (1.0 - numeric.same_latency) * plan_.zero_load / climb_.y.back() &&
                    there.total >= (1.0 - numeric.same_latency) * middle.total && add(std::move(middle)) &&
                    add(std::move(there));
        }
        how_.impatient = true;
        return rises;
    }

    bool try_load(double load, const State* start) { return add(solve(load, start)); }
    bool add(Solution s) {
        const bool reached = s.outcome == Outcome::converged;
        if (const double y = plan_.zero_load / s.total; reached) climb_.add(y, std::move(s));
        return reached;
    }

    Solution solve(double load, const State* start) {
        how_.give_up = knee_latency * plan_.zero_load;
        Solution s = solver_.solve(load, how_, start);
        how_.give_up = 0.0;
        if (s.outcome == Outcome::converged && s.total >= knee_latency * plan_.zero_load)
            s.outcome = Outcome::saturated;
        return s;
    }

    const Plan& plan_;
    Solver solver_;
    Climb& climb_;
    SolveOptions how_;
    bool full_ = false;
    int bound_tries_ = 0;
};

}  // namespace

// Where no message waits for another the latency does not rise; the points stay in their order.
void Climb::add(double at, Solution s) {
    y.push_back(y.empty() ? at : std::min(at, (1.0 - 1e-9) * y.back())), load.push_back(s.load),
        strain.push_back(s.strain);
    from_entry.push_back(s.latency / s.total), at_source.push_back(s.source_wait / s.total);
    state.push_back(std::move(s.state));
    shares = std::move(s.shares);
}

void Climb::add(const Climb& other, std::size_t k) {
    y.push_back(other.y[k]), load.push_back(other.load[k]), strain.push_back(other.strain[k]);
    from_entry.push_back(other.from_entry[k]), at_source.push_back(other.at_source[k]);
    state.push_back(other.state[k]);
}

double Climb::bend() const {
    const std::size_t n = y.size();
    return n < 3 ? 0.0 : (slope(n - 2) - slope(n - 3)) / (y[n - 1] - y[n - 3]);
}

double Climb::at(double x) const {
    const std::size_t n = y.size();
    return load[n - 1] + (x - y[n - 1]) * (slope(n - 2) + bend() * (x - y[n - 2]));
}

// A top between two points or beyond the last rises above them by no more than they differ. Points beyond `end` do not
// count.
double Climb::top(double end) const {
    const std::size_t n = y.size();
    double highest = load.front();
    for (std::size_t k = 1; k < n && y[k] >= end; ++k) highest = std::max(highest, load[k]);
    const double b = bend();
    const double turn = b < 0.0 ? std::max(end, (y[n - 1] + y[n - 2] - slope(n - 2) / b) / 2.0) : end;
    return highest + std::clamp(at(turn) - highest, 0.0, std::abs(load[n - 1] - load[n - 2]));
}

// Lines overstate it: the curve bends down. The strain nears 1 long before a latency that is mostly spent in the
// network is the knee's.
double Climb::rise(double end) const {
    const std::size_t last = y.size() - 1;
    if (last < 2) return 1.0;
    const double rose = (load[last] - load[last - 1]) / load[last];
    return rose * std::min((y[last] - end) / (y[last - 1] - y[last]),
                           (1.0 - strain[last]) / (strain[last] - strain[last - 1]));
}

// The latency is c / (1 - strain), c on the line through the last two points.
double Climb::strain_at(double x) const {
    const std::size_t last = y.size() - 1;
    const auto c = [&](std::size_t i) { return (1.0 - strain[i]) / y[i]; };
    const double step = strain[last] - strain[last - 1], rise = step > 0.0 ? (c(last) - c(last - 1)) / step : 0.0;
    double low = strain[last], high = 1.0 - numeric.least_left * (1.0 - strain[last]);
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2.0;
        (c(last) + rise * (middle - strain[last]) < (1.0 - middle) / x ? low : high) = middle;
    }
    return high;
}

// On the polynomial through the last three points. The strain grows like the load as long as that is small.
State Climb::guess(double its_strain) const {
    const std::size_t last = y.size() - 1;
    std::size_t first = last;
    while (first > 0 && first + 2 > last && strain[first - 1] < strain[first]) --first;
    State guess(state[last].size(), 0.0);
    const auto share = [&](std::size_t k, std::size_t from) {
        double product = 1.0;
        for (std::size_t j = from; j <= last; ++j) {
            if (j != k) product *= (its_strain - strain[j]) / (strain[k] - strain[j]);
        }
        return product;
    };
    double per_load = 0.0;
    for (std::size_t k = first; k <= last; ++k) {
        const double part = share(k, first);
        for (std::size_t i = 0; i < guess.size(); ++i) guess[i] += part * state[k][i];
        if (k > 0)
            per_load +=
                share(k, std::max<std::size_t>(first, 1)) * strain[k] / load[k];  // the idle network has no load
    }
    guess.back() = std::log(its_strain / (per_load > 0.0 ? per_load : strain[last] / load[last]));
    return guess;
}

double find_knee(const Plan& plan, bool from_entry, Climb& climb) {
    Search search(plan, from_entry, climb);
    if (!search.begin()) return 0.0;
    const double knee = search.run();
    search.refine(curve_begins * knee);
    for (const double part : {0.9, 0.96}) {
        if (search.full()) search.refine(part * knee);  // no stops lie there
    }
    return knee;
}

std::vector<double> shares_near_knee(const Plan& plan) {
    Climb climb;
    Search search(plan, false, climb);
    if (search.begin()) static_cast<void>(search.run());
    return climb.shares;
}

// Over x = 1 - y, down to the knee's latency. The load of a queue is x over a straight line.
NearKnee::NearKnee(const Climb& climb, double knee) {
    std::vector<double> x, load, entry, source;
    const auto add = [&](double y, double its_load, std::size_t k) {
        x.push_back(1.0 - y), load.push_back(its_load);
        entry.push_back(climb.from_entry[k]), source.push_back(climb.at_source[k]);
    };
    for (std::size_t k = 1; k < climb.y.size(); ++k) {
        if (!x.empty() && 1.0 - climb.y[k] <= x.back() + 1e-6) continue;
        add(climb.y[k], std::min(knee, x.empty() ? climb.load[k] : std::max(load.back(), climb.load[k])), k);
    }
    if (x.back() < 1.0 - least - 1e-6) add(least, knee, climb.y.size() - 1);
    for (std::size_t i = 0; i < x.size(); ++i) load[i] = x[i] / load[i];
    for (const std::size_t i = x.size() - 1; x.size() < 4;) {  // as many as it takes, on straight lines
        for (std::vector<double>* const v : {&x, &load, &entry, &source}) {
            v->insert(v->begin() + static_cast<std::ptrdiff_t>(i), ((*v)[i - 1] + (*v)[i]) / 2.0);
        }
    }
    using Curve = boost::math::interpolators::pchip<std::vector<double>>;
    const double first = x.front(), last = x.back();
    const auto curve = [&](const std::vector<double>& y) {
        return Curve(std::vector<double>(x), std::vector<double>(y));
    };
    const Curve loads = curve(load), entries = curve(entry), sources = curve(source);
    for (int i = 0; i <= numeric.places; ++i) {
        const double at = (1.0 - least) * i / numeric.places, within = std::clamp(at, first, last);
        Point p{at / loads(within), 1.0 / (1.0 - at), 0.0, 0.0};
        p.from_entry = p.total * entries(within), p.at_source = p.total * sources(within);
        if (!points_.empty()) {  // everything rises
            const Point& before = points_.back();
            p.load = std::max(p.load, before.load), p.from_entry = std::max(p.from_entry, before.from_entry);
            p.at_source = std::max(p.at_source, before.at_source);
        }
        points_.push_back(p);
    }
}

NearKnee::Point NearKnee::at(double load) const {
    const auto next = std::lower_bound(points_.begin() + 1, points_.end() - 1, load,
                                       [](const Point& p, double l) { return p.load < l; });
    const Point &a = *(next - 1), &b = *next;
    const double part = b.load > a.load ? std::clamp((load - a.load) / (b.load - a.load), 0.0, 1.0) : 0.0;
    return {load, std::lerp(a.total, b.total, part), std::lerp(a.from_entry, b.from_entry, part),
            std::lerp(a.at_source, b.at_source, part)};
}

}  // namespace wafernet::queueing
