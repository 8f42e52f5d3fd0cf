// What a working stack costs: known good or blind planes, bonds, tests, package and what is lost on the way. Not from
// the documents; the form of known good planes is that of Dong & Xie, System-level cost analysis and design exploration
// for 3D ICs, ASP-DAC 2009.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/wsi/cost.hpp"

namespace wafernet {

namespace {

void check_share(double value, const char* what) {
    if (!(value >= 0.0 && value <= 1.0))
        throw InputError(std::string(what) + " is " + std::to_string(value) + ", need 0..1");
}

void check_price(Money price, const char* what) {
    const double amount = price.in(units::usd);
    if (!(amount >= 0.0 && std::isfinite(amount)))
        throw InputError(std::string(what) + " is " + std::to_string(amount) + " usd, need 0 or more");
}

void check_flow(const StackFlow& f) {
    if (f.planes == 0 || f.planes > 1'000'000)
        throw InputError("a stack of " + std::to_string(f.planes) + " planes, need 1 to 1000000");
    for (const auto& [price, what] : {std::pair{f.plane.silicon, "the price of a plane"},
                                      {f.plane.test, "the test of a plane"},
                                      {f.bond, "the price of a bond"},
                                      {f.bond_test, "the test after a bond"},
                                      {f.stack_test, "the test of a stack"},
                                      {f.package, "the price of a package"},
                                      {f.final_test, "the final test"},
                                      {f.development, "the price of development"}}) {
        check_price(price, what);
    }
    check_share(f.plane.yield, "the yield of a plane");
    if (!f.unlike.empty() && f.unlike.size() != f.planes)
        throw InputError(std::to_string(f.unlike.size()) + " unlike planes in a stack of " + std::to_string(f.planes));
    for (const MadePlane& plane : f.unlike) {
        check_price(plane.silicon, "the price of a plane");
        check_price(plane.test, "the test of a plane");
        check_share(plane.yield, "the yield of a plane");
    }
    check_share(f.interface_yield, "the yield of an interface");
    check_share(f.assembly_yield, "the yield of packaging");
    check_share(f.coverage, "the coverage of a test");
    if (!(f.volume > 0.0 && std::isfinite(f.volume)))
        throw InputError("a volume of " + std::to_string(f.volume) + " systems, need more than 0");
}

}  // namespace

Tested tested(double yield, double coverage) {
    check_share(yield, "the yield of a plane");
    check_share(coverage, "the coverage of a test");
    return {std::pow(yield, coverage), std::pow(yield, 1.0 - coverage)};
}

std::optional<StackCost> stack_cost(const StackFlow& flow) {
    check_flow(flow);
    const double bonds = static_cast<double>(flow.planes) - 1.0;
    std::vector<MadePlane> kinds = flow.unlike;
    if (kinds.empty()) kinds = {flow.plane};
    const double of_each = flow.unlike.empty() ? static_cast<double>(flow.planes) : 1.0;
    Money silicon{}, bad{}, tests{}, good{};  // of all planes
    double quality = 1.0;
    std::vector<double> qualities;
    std::vector<Money> planes;
    for (const MadePlane& kind : kinds) {
        const Tested test = flow.known_good ? tested(kind.yield, flow.coverage) : Tested{1.0, kind.yield};
        if (test.pass == 0.0) return std::nullopt;
        const Money test_price = flow.known_good ? kind.test : Money{};
        planes.push_back((kind.silicon + test_price) / test.pass);
        qualities.push_back(test.quality);
        silicon = silicon + of_each * kind.silicon;
        bad = bad + of_each * (kind.silicon / test.pass - kind.silicon);
        tests = tests + of_each * (test_price / test.pass);
        good = good + of_each * planes.back();
        quality *= std::pow(test.quality, of_each);
    }
    const bool each = flow.test_each_bond && flow.planes > 1;
    const Money bond = flow.bond + (each ? flow.bond_test : Money{});
    const Money direct = good + bonds * bond + flow.stack_test;

    // All stacks that are bonded until one works, where interfaces have this yield.
    const auto paid = [&](double interface) {
        if (!each) return direct / (quality * std::pow(interface, bonds));
        Money stack = planes.front();
        for (std::size_t p = 1; p < flow.planes; ++p) {
            const std::size_t kind = std::min(p, planes.size() - 1);
            // A fault of the first plane is found out at the first bond.
            const double first = p == 1 ? qualities.front() : 1.0;
            stack = (stack + planes[kind] + bond) / (interface * qualities[kind] * first);
        }
        return stack + flow.stack_test;
    };
    const Money faultless_bonds = paid(1.0), stack = paid(flow.interface_yield);
    const Money packed = stack + flow.package + flow.final_test;
    const Money shipped = packed / flow.assembly_yield;
    StackCost cost;
    cost.stack_yield = quality * std::pow(flow.interface_yield, bonds);
    cost.parts = {{"silicon", silicon},
                  {"bad_planes", bad},
                  {"plane_tests", tests},
                  {"bonds", bonds * flow.bond},
                  {"stack_tests", bonds * (bond - flow.bond) + flow.stack_test},
                  {"faulty_planes_bonded", faultless_bonds - direct},
                  {"faulty_bonds", stack - faultless_bonds},
                  {"package", flow.package + flow.final_test},
                  {"faulty_packages", shipped - packed},
                  {"development", flow.development / flow.volume}};
    for (const StackCost::Part& part : cost.parts) cost.total = cost.total + part.amount;
    if (!std::isfinite(cost.total.in(units::usd))) return std::nullopt;
    return cost;
}

}  // namespace wafernet
