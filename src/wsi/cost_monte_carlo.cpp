// The second road to the cost of a stack: planes, tests, bonds and packages are drawn, what was spent is divided by
// what works.
#include <cmath>
#include <string>

#include "base/random_faults.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/wsi/cost.hpp"

namespace wafernet {

namespace {

constexpr std::uint64_t most_stacks = 10'000'000, most_draws = 1'000'000;

class Line {
public:
    Line(const StackFlow& flow, std::uint64_t seed) : flow_(flow), random_(seed) {}

    // Makes one stack; adds what it takes to `spent`. Returns whether a working system comes of it, nothing where no
    // plane passes.
    std::optional<bool> make(Money& spent) {
        bool good = true;
        for (std::uint64_t p = 0; p < flow_.planes; ++p) {
            const std::optional<bool> plane = take_plane(flow_.unlike.empty() ? flow_.plane : flow_.unlike[p], spent);
            if (!plane) return std::nullopt;
            good = good && *plane;
            if (p == 0) continue;
            spent = spent + flow_.bond;
            good = random_.happens(flow_.interface_yield) && good;
            if (!flow_.test_each_bond) continue;
            spent = spent + flow_.bond_test;
            if (!good) return false;
        }
        spent = spent + flow_.stack_test;
        if (!good) return false;
        spent = spent + flow_.package + flow_.final_test;
        return random_.happens(flow_.assembly_yield);
    }

private:
    // Draws planes until one passes its test. Returns whether that one works.
    std::optional<bool> take_plane(const MadePlane& plane, Money& spent) {
        for (std::uint64_t draw = 0; draw < most_draws; ++draw) {
            spent = spent + plane.silicon + (flow_.known_good ? plane.test : Money{});
            const std::uint64_t faults = flow_.escapes == Escapes::linear ? (random_.happens(plane.yield) ? 0 : 1)
                                                                          : random_.poisson(plane.yield);
            bool found = false;
            for (std::uint64_t f = 0; f < faults && flow_.known_good; ++f)
                found = random_.happens(flow_.coverage) || found;
            if (!found) return faults == 0;
        }
        return std::nullopt;
    }

    const StackFlow& flow_;
    RandomFaults random_;
};

}  // namespace

std::optional<SimulatedCost> simulate_cost(const StackFlow& flow, std::uint64_t stacks, std::uint64_t seed, double z) {
    if (stacks == 0 || stacks > most_stacks)
        throw InputError(std::to_string(stacks) + " stacks to draw, need 1 to " + std::to_string(most_stacks));
    if (!stack_cost(flow)) return std::nullopt;  // its checks are these
    Line line(flow, seed);
    SimulatedCost result;
    double spent = 0.0, squares = 0.0, of_working = 0.0;  // of_working: spent on stacks that work
    for (std::uint64_t i = 0; i < stacks; ++i) {
        Money on_this{};
        const std::optional<bool> works = line.make(on_this);
        if (!works) return std::nullopt;
        const double usd = on_this.in(units::usd);
        spent += usd;
        squares += usd * usd;
        ++result.stacks;
        if (!*works) continue;
        ++result.working;
        of_working += usd;
    }
    if (result.working == 0) return std::nullopt;
    const auto n = static_cast<double>(result.stacks), good = static_cast<double>(result.working);
    const double ratio = spent / good;
    // Variance of a ratio of sums: that of spent - ratio * works.
    const double spread = std::max(0.0, squares - 2.0 * ratio * of_working + ratio * ratio * good);
    result.total = ratio * units::usd + flow.development / flow.volume;
    result.half_width = z * std::sqrt(spread) / good * (n > 1.0 ? std::sqrt(n / (n - 1.0)) : 1.0) * units::usd;
    return result;
}

}  // namespace wafernet
