// rahman2006, sec. 5.2.2, Eqs. 5.1-5.5, as printed, except: any module size, number of spares and level; other defect
// models than Poisson; the replacement rule within a plane is an option (printed: "any four faults", which is the rule
// `any`). The printed model has no yield term for switches and links above the basic module; neither has this one.
#include "wafernet/wsi/yield.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/named.hpp"
#include "binomial.hpp"
#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::array<std::string_view, 6> model_names = {"poisson",    "murphy",        "seeds",
                                                         "seeds-sqrt", "bose-einstein", "negative-binomial"};
constexpr std::array<std::string_view, 3> scope_names = {"module", "bm", "system"};

std::string shown(double value) { return fmt::format("{:.6g}", value); }

void check_density(DefectDensity density) {
    const double d = density.in(units::per_cm2);
    if (!(d >= 0.0) || !std::isfinite(d)) throw InputError("defect density " + shown(d) + " per cm2, need 0 or more");
}

void check_area(Area area) {
    const double a = area.in(units::mm2);
    if (!(a >= 0.0) || !std::isfinite(a)) throw InputError("an area of " + shown(a) + " mm2, need 0 or more");
}

void check_statistics(const DefectStatistics& s) {
    if (!(s.alpha >= 0.01 && s.alpha <= 1e6))
        throw InputError("clustering alpha " + shown(s.alpha) + ", need 0.01 to 1000000");
    if (s.layers < 1) throw InputError(std::to_string(s.layers) + " critical layers, need at least 1");
    if (s.scope != ClusterScope::module && s.model != DefectModel::negative_binomial)
        throw InputError("a clustering scope of a whole basic module or system needs the model negative-binomial");
}

}  // namespace

DefectModel defect_model(std::string_view name) {
    return named<DefectModel>(name, model_names, "no defect model",
                              ", need poisson, murphy, seeds, seeds-sqrt, bose-einstein or negative-binomial");
}

ClusterScope cluster_scope(std::string_view name) {
    return named<ClusterScope>(name, scope_names, "no clustering scope", ", need module, bm or system");
}

double area_yield(const DefectStatistics& statistics, Area area, DefectDensity density) {
    check_area(area);
    check_density(density);
    check_statistics(statistics);
    const double x = number(area * density);
    switch (statistics.model) {
        case DefectModel::poisson: return std::exp(-x);
        case DefectModel::murphy: {
            if (x == 0.0) return 1.0;
            const double mean = -std::expm1(-x) / x;
            return mean * mean;
        }
        case DefectModel::seeds: return 1.0 / (1.0 + x);
        case DefectModel::seeds_sqrt: return std::exp(-std::sqrt(x));
        case DefectModel::bose_einstein: return std::pow(1.0 + x, -statistics.layers);
        case DefectModel::negative_binomial: return std::exp(-statistics.alpha * std::log1p(x / statistics.alpha));
    }
    return 0.0;
}

double at_least(std::uint64_t needed, std::uint64_t total, double yield) {
    if (needed > total)
        throw InputError(std::to_string(needed) + " modules needed of " + std::to_string(total) +
                         ", need no more than there are");
    if (!(yield >= 0.0 && yield <= 1.0)) throw InputError("yield " + shown(yield) + ", need 0..1");
    return binomial_at_least(needed, total, yield);
}

RedundantSystem redundant_system(const Network& network) {
    if (network.addresses.labelled() || network.addresses.radices().empty())
        throw InputError(network.word +
                         ": nodes without address digits have no rows and columns for spares, need a network with "
                         "digits, or no spares");
    if (!network.terminals.empty())
        throw InputError(network.word + ": " + std::to_string(network.graph.nodes() - network.terminals.size()) +
                         " of its nodes are no PEs, which spare PEs do not replace, need a network of PEs");
    const auto& groups = network.addresses.radices();
    const std::vector<std::uint32_t>& bm = groups.back();
    RedundantSystem system;
    system.columns = bm.back();
    system.rows = bm.size() > 1 ? bm[bm.size() - 2] : 1;
    system.planes = 1;
    for (std::size_t i = 0; i + 2 < bm.size(); ++i) system.planes *= bm[i];
    system.levels.clear();
    for (std::size_t g = groups.size() - 1; g-- > 0;) {
        // One spare row in each of the level's planes, as the basic module has a spare column in each of its own: 25 %
        // for n = 4.
        std::uint64_t needed = 1, spares = groups[g].back();
        for (const std::uint32_t radix : groups[g]) needed *= radix;
        for (std::size_t i = 0; i + 2 < groups[g].size(); ++i) spares *= groups[g][i];
        system.levels.push_back({needed, spares});
    }
    return system;
}

RedundantSystem without_spares(RedundantSystem system) {
    system.spare_columns = 0;
    for (SpareGroup& level : system.levels) level.spares = 0;
    return system;
}

void check_system(const RedundantSystem& s, const DefectStatistics& statistics) {
    check_statistics(statistics);
    check_area(s.node_area);
    check_area(s.switch_area_per_tile);
    if (s.planes == 0 || s.rows == 0 || s.columns == 0)
        throw InputError("a basic module without PEs, need at least one plane, row and column");
    // More spares than modules they stand in for is a slip of the pen: the plane is specified the wrong way round.
    if (s.spare_columns > s.columns)
        throw InputError(std::to_string(s.spare_columns) + " spare columns for " + std::to_string(s.columns) +
                         " columns of PEs, need no more spares than columns");
    for (const SpareGroup& level : s.levels) {
        if (level.needed == 0) throw InputError("a level without modules, need at least one");
        if (level.spares > level.needed)
            throw InputError(std::to_string(level.spares) + " spares for " + std::to_string(level.needed) +
                             " modules, need no more spares than modules");
        static_cast<void>(checked_add(level.needed, level.spares, "modules"));
    }
    if (checked_mul(s.rows, checked_add(s.columns, s.spare_columns, "PEs"), "PEs") > 1'000'000)
        throw InputError("more than 1000000 PEs in a plane of a basic module, need fewer");
}

YieldModel::YieldModel(RedundantSystem system, DefectStatistics statistics)
    : system_(std::move(system)), statistics_(statistics) {
    check_system(system_, statistics_);
    const RedundantSystem& s = system_;
    const bool any = s.replacement == Replacement{};
    const bool in_row = s.replacement == replacement("row");
    if (!any && !in_row) {
        const Plane plane{static_cast<int>(s.rows), static_cast<int>(s.columns), static_cast<int>(s.spare_columns)};
        const int spares = plane.rows * plane.spare_columns;
        const std::vector<std::uint64_t> good = count_repairable(plane, s.replacement, spares);
        for (int k = 0; k <= spares; ++k) {
            const auto all =
                static_cast<double>(choose(static_cast<std::uint64_t>(plane.cells()), static_cast<std::uint64_t>(k)));
            repairable_.push_back(static_cast<double>(good[static_cast<std::size_t>(k)]) / all);
        }
    }
    if (statistics_.scope != ClusterScope::module) {
        for (const GammaNode& node : gamma_nodes(statistics_.alpha)) mixture_.push_back({node.factor, node.weight});
    }
}

double YieldModel::plane_yield(double node) const {
    const RedundantSystem& s = system_;
    const std::uint64_t cells = s.rows * (s.columns + s.spare_columns);
    if (!repairable_.empty()) {
        double sum = 0.0;
        for (std::size_t k = 0; k < repairable_.size(); ++k) {
            const auto ways = static_cast<double>(choose(cells, k));
            sum += repairable_[k] * ways * std::pow(1.0 - node, static_cast<double>(k)) *
                   std::pow(node, static_cast<double>(cells - k));
        }
        return std::min(sum, 1.0);
    }
    if (s.replacement == Replacement{}) return at_least(s.rows * s.columns, cells, node);  // Eq. 5.2
    return std::pow(at_least(s.columns, s.columns + s.spare_columns, node),
                    static_cast<double>(s.rows));  // each row for itself
}

SystemYield YieldModel::conditional(DefectDensity density, const DefectStatistics& statistics) const {
    SystemYield yield;
    yield.node = area_yield(statistics, system_.node_area, density);
    yield.plane = plane_yield(yield.node);
    const auto planes = static_cast<double>(system_.planes);
    yield.switches = std::pow(area_yield(statistics, system_.switch_area(), density), planes);  // Eq. 5.4
    yield.basic_module = std::pow(yield.plane, planes) * yield.switches;                        // Eqs. 5.1, 5.3
    return yield;
}

void YieldModel::higher_levels(SystemYield& yield) const {
    double below = yield.basic_module;
    for (const SpareGroup& level : system_.levels) {
        below = at_least(level.needed, level.needed + level.spares, below);  // Eq. 5.5
        yield.levels.push_back(below);
    }
}

SystemYield YieldModel::at(DefectDensity density) const {
    check_density(density);
    if (statistics_.scope == ClusterScope::module) {
        SystemYield yield = conditional(density, statistics_);
        higher_levels(yield);
        return yield;
    }
    // Given the density everything is Poisson; the shared part of it is averaged over its gamma distribution.
    SystemYield mean;
    mean.levels.assign(system_.levels.size(), 0.0);
    DefectStatistics poisson;
    for (const Weighted& w : mixture_) {
        SystemYield given = conditional(density * w.factor, poisson);
        mean.node += w.weight * given.node;
        mean.plane += w.weight * given.plane;
        mean.switches += w.weight * given.switches;
        mean.basic_module += w.weight * given.basic_module;
        if (statistics_.scope == ClusterScope::system) {
            higher_levels(given);
            for (std::size_t i = 0; i < mean.levels.size(); ++i) mean.levels[i] += w.weight * given.levels[i];
        }
    }
    // the weights sum to 1 up to rounding
    for (double* part : {&mean.node, &mean.plane, &mean.switches, &mean.basic_module}) *part = std::min(*part, 1.0);
    for (double& level : mean.levels) level = std::min(level, 1.0);
    if (statistics_.scope == ClusterScope::basic_module) {
        mean.levels.clear();
        higher_levels(mean);
    }
    return mean;
}

}  // namespace wafernet
