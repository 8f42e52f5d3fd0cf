// Yield of modules, of redundant hierarchies and of bonded stacks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wafernet/base/units.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/wsi/repair.hpp"

namespace wafernet {

/// How defects are spread over the silicon.
enum class DefectModel : std::uint8_t {
    poisson,            ///< e^-x, x = area x density: what rahman2006 uses
    murphy,             ///< ((1 - e^-x) / x)^2
    seeds,              ///< 1 / (1 + x): exponentially distributed density
    seeds_sqrt,         ///< e^-sqrt(x), the form that also goes by the name of Seeds
    bose_einstein,      ///< (1 + x)^-layers, x per layer
    negative_binomial,  ///< (1 + x/alpha)^-alpha: gamma-distributed density
};

/// What shares one value of the gamma-distributed defect density.
enum class ClusterScope : std::uint8_t {
    module,        ///< every PE and every plane's switches draw their own
    basic_module,  ///< one density a basic module
    system,        ///< one density for everything
};

struct DefectStatistics {
    DefectModel model = DefectModel::poisson;
    double alpha = 2.0;  ///< negative_binomial
    int layers = 10;     ///< bose_einstein: critical layers
    ClusterScope scope = ClusterScope::module;
};

/// Returns the model called "poisson", "murphy", "seeds", "seeds-sqrt", "bose-einstein" or "negative-binomial".
/// Throws InputError for any other word.
DefectModel defect_model(std::string_view name);
/// Returns the scope called "module", "bm" or "system". Throws InputError for any other word.
ClusterScope cluster_scope(std::string_view name);

/// Returns the probability that `area` has no defect. Throws InputError where the area or the density is negative or
/// not finite, or where alpha is not in 0.01..10^6 or layers are not positive.
double area_yield(const DefectStatistics& statistics, Area area, DefectDensity density);

/// Returns the probability that at least `needed` of `total` modules work where each works with probability `yield`.
/// Throws InputError where needed > total or yield is outside 0..1. Binomial tail of rahman2006, Eqs. 5.2 and 5.5.
double at_least(std::uint64_t needed, std::uint64_t total, double yield);

/// Modules of one kind with spares: `needed` must work out of needed + spares.
struct SpareGroup {
    std::uint64_t needed = 16;
    std::uint64_t spares = 4;
};

/// A hierarchy with redundancy at each level (rahman2006, sec. 5.2). The default is HTN(4,4,L) with one spare column of
/// PEs in each plane of a basic module and one spare row of modules a level.
struct RedundantSystem {
    std::uint64_t planes = 4;                       ///< planes of a basic module
    std::uint64_t rows = 4;                         ///< rows of PEs in a plane
    std::uint64_t columns = 4;                      ///< columns of PEs in a plane that are needed
    std::uint64_t spare_columns = 1;                ///< 0: no spare PEs
    std::vector<SpareGroup> levels{{16, 4}};        ///< level 2 and up
    Area node_area = 4.0 * units::mm2;              ///< critical area of a PE: rahman2006, sec. 5.2.2
    Area switch_area_per_tile = 0.75 * units::mm2;  ///< critical area of switches and links: the same place
    Replacement replacement{};                      ///< which spare may stand in for which PE
    /// Switch area of a plane counts the tiles of the spare PEs too, as rahman2006 does.
    [[nodiscard]] Area switch_area() const {
        return switch_area_per_tile *
               (static_cast<double>(rows) * (static_cast<double>(columns) + static_cast<double>(spare_columns)));
    }
};

/// Returns the system that a network is: planes of the last two address digits in its basic module, one spare column a
/// plane, one spare row of modules in each plane of a level. Throws InputError where the nodes have no digits.
RedundantSystem redundant_system(const Network& network);
/// Returns the same system without any spare.
RedundantSystem without_spares(RedundantSystem system);

/// Throws InputError where the system has no modules, more spares than modules, more than 10^6 PEs in a plane or an
/// area that is negative or not finite; where the statistics are out of range; or where a clustering scope is asked of
/// a model other than the negative binomial.
void check_system(const RedundantSystem& system, const DefectStatistics& statistics);

/// Probabilities that the parts work.
struct SystemYield {
    double node = 0.0;
    double plane = 0.0;     ///< PEs of one plane, after replacement
    double switches = 0.0;  ///< switches and links of a basic module
    double basic_module = 0.0;
    std::vector<double> levels;  ///< level 2 and up
};

/// A yield model with everything that does not depend on the defect density worked out once.
class YieldModel {
public:
    /// Throws InputError as check_system does, and where the patterns of a plane are too many to count.
    YieldModel(RedundantSystem system, DefectStatistics statistics);
    /// Returns the yields at `density`. Throws InputError where it is negative or not finite.
    [[nodiscard]] SystemYield at(DefectDensity density) const;
    [[nodiscard]] const RedundantSystem& system() const { return system_; }

private:
    struct Weighted {
        double factor;  ///< of the mean density
        double weight;
    };
    [[nodiscard]] SystemYield conditional(DefectDensity density, const DefectStatistics& statistics) const;
    [[nodiscard]] double plane_yield(double node) const;
    void higher_levels(SystemYield& yield) const;

    RedundantSystem system_;
    DefectStatistics statistics_;
    std::vector<double>
        repairable_;  // of k faults: share of the patterns that can be repaired; empty: all up to the spares
    std::vector<Weighted> mixture_;  // of a shared gamma-distributed density
};

/// Vertical wires that share spares: groups of `group` signals and `spares` wires that can stand in for any of their
/// group.
struct WireGroups {
    std::uint64_t signals = 0;  ///< of the interface
    std::uint64_t group = 0;    ///< 0: one group
    std::uint64_t spares = 0;   ///< a group; the last, smaller group has as many
};

/// How faults of vertical wires gather.
enum class WireClusters : std::uint8_t {
    none,       ///< every wire fails by itself
    group,      ///< every group draws its own rate of faults
    interface,  ///< one rate for all
};

/// Returns the probability that an interface works where a wire fails with probability `failure`; clustered faults are
/// Poisson with a gamma-distributed rate of mean 1 and shape alpha. Throws InputError where `failure` is outside 0..1
/// or alpha is not in 0.01..10^6.
double interface_yield(const WireGroups& wires, double failure, WireClusters clusters = WireClusters::none,
                       double alpha = 1.0);
/// Returns the clusters called "none", "group" or "interface". Throws InputError for any other word.
WireClusters wire_clusters(std::string_view name);

}  // namespace wafernet
