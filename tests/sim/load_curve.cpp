// Curves: which loads get a point, what a point says of its runs, and how a curve ends.
#include "wafernet/load_curve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "helpers.hpp"
#include "wafernet/error.hpp"

using namespace wafernet;
using namespace wafernet::sim_test;

namespace {

// Uniform traffic that counts its messages.
class Counted final : public Traffic {
public:
    explicit Counted(const Network& network) : uniform_(make_traffic("uniform", network)) {}
    void row(Node source, std::vector<Demand>& row) const override { uniform_->row(source, row); }
    [[nodiscard]] double rate(Node source) const override { return uniform_->rate(source); }
    [[nodiscard]] Node sample(Node source, double u) const override {
        ++messages;
        return uniform_->sample(source, u);
    }
    mutable std::atomic<std::uint64_t> messages = 0;

private:
    std::unique_ptr<Traffic> uniform_;
};

}  // namespace

TEST_CASE("where nobody takes the points any more the runs that are left are not made") {
    const Case c("mesh:4x4");
    const Counted traffic(c.network);
    SimulationOptions o = simulation_preset("ideal");
    o.cycles = 100000;
    std::uint64_t of_one = 0;
    const auto closed = [&](const CurvePoint&) {
        of_one = traffic.messages;
        throw std::runtime_error("nobody reads this");
    };
    CHECK_THROWS_AS((void)simulate_curve({c.network, *c.routing, c.rule, traffic}, o, {std::vector<double>(20, 0.2)}, closed), std::runtime_error);
    CHECK(of_one > 0);
    CHECK(traffic.messages < 10 * of_one);
}
