// What tests/queueing/simulated.csv keeps is what the simulator says today.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "../cli/program.hpp"
#include "drawn.hpp"
#include "held.hpp"
#include "this_build.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

// One line of the file. Ties, hot spots and fixed points are those of the preset in all of them.
struct Kept {
    std::string network;
    DynamicChoice choice;
    SimulationEffort effort;
    double load = 0.0;
    SimulatedPoint point;
};

Kept read(const std::string& line) {
    const std::size_t quote = line.find('"', 1);
    REQUIRE(quote != std::string::npos);
    std::vector<std::string> fields;
    std::istringstream rest(line.substr(quote + 2) + ",|");  // the last field may be empty
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    REQUIRE(fields.size() == 22);
    Kept k;
    k.network = line.substr(1, quote - 1);
    k.choice.preset = fields[0];
    k.choice.routing = fields[1];
    k.choice.vc_rule = fields[2];
    k.choice.traffic = fields[4];
    k.choice.vcs = std::stoull(fields[5]);
    k.choice.flits = std::stoull(fields[6]);
    k.choice.buffer = std::stoull(fields[7]);
    k.choice.link_cycles = std::stoull(fields[8]);
    k.effort = {std::stoull(fields[12]), std::stoull(fields[13]), std::stoull(fields[14]), std::stoull(fields[15])};
    k.load = std::stod(fields[16]);
    k.point.status = fields[17];
    const auto number = [&](std::size_t at) {
        return fields[at].empty() ? std::optional<double>() : std::stod(fields[at]);
    };
    k.point.latency = number(18), k.point.ci95 = number(19), k.point.total = number(20);
    return k;
}

}  // namespace

TEST_CASE("five rows of the kept simulations, drawn by chance, are what the simulator says today" *
          doctest::test_suite("long")) {
    std::istringstream lines(contents(source_folder() / "tests/queueing/simulated.csv"));
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('"')) rows.push_back(line);  // neither where they come from nor the header
    }
    REQUIRE(rows.size() > 3000);
    std::mt19937_64 draw(2026);  // another number draws other rows; a test whose result hangs on the day is no test
    for (int compared = 0; compared < 5;) {
        const std::string& row = rows[draw() % rows.size()];
        CAPTURE(row);
        const Kept kept = read(row);
        const LatencyCase c = make_latency_case(kept.network, kept.choice);
        std::optional<LatencyModel> model;
        if (!beyond_model(*c.network, *c.routing, c.rule, c.simulation.router)) model.emplace(c.model());
        else if (kept.point.status != "ok") continue;  // no limit is known
        // Rows near a limit were kept when only the mean latency told a load that is past saturation: there chance
        // decides, and a source's growing backlog, which ends a run today. Of the 46 rows nearest to the limit 9 are
        // now on its other side.
        const double limit = model ? 8.0 * model->zero_load_latency() : std::numeric_limits<double>::infinity();
        if (model && kept.load > 0.95 * exact_bound(model->saturation())) continue;
        if (kept.point.total && std::abs(*kept.point.total / limit - 1.0) < 0.2) continue;
        ++compared;
        const SimulatedPoint now = simulate_point(c, kept.load, kept.effort);
        const auto past = [&](const SimulatedPoint& p) { return !p.total || *p.total > limit; };
        REQUIRE(past(now) == past(kept.point));
        if (past(now)) continue;
        CHECK(now.status == kept.point.status);
        CHECK(std::abs(*now.latency - *kept.point.latency) <= now.ci95.value_or(0.0) + kept.point.ci95.value_or(0.0));
    }
}

TEST_CASE("the latency of no drawn case falls with load") {
    int cases = 0;
    for (const ValidationCase& v : drawn_cases(source_folder() / "tests/queueing/drawn.csv")) {
        CAPTURE(v.network);
        CAPTURE(v.choice.traffic);
        const auto& points = v.kept.points;
        for (std::size_t i = 1; i < points.size(); ++i) {
            CHECK(points[i].first > points[i - 1].first);
            // Where no messages meet it stays; what was sent by chance differs by 0.05 %, more where ways differ much:
            // twenty times the cycles tell whether it falls.
            if (points[i].second > 0.999 * points[i - 1].second) continue;
            const LatencyCase c = make_latency_case(v.network, v.choice);
            const SimulatedPoint low = simulate_point(c, points[i - 1].first, {1, 400000}),
                                 high = simulate_point(c, points[i].first, {1, 400000});
            CHECK(high.latency.value() + high.ci95.value() > low.latency.value() - low.ci95.value());
        }
        ++cases;
    }
    CHECK(cases >= 280);
}
