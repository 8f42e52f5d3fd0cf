// What a silicon process and its stacking are like: sizes, pitches, yields, each with its source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/base/units.hpp"

namespace wafernet {

/// A value and where it comes from. Without a source it is an assumption, and every output that uses the technology
/// says so.
template <typename T> struct Sourced {
    T value{};
    std::string source;
    [[nodiscard]] bool assumed() const { return source.empty(); }
};

/// A value in the unit of its file, with the range that sources give it where they do.
struct TechnologyValue {
    std::string key;
    std::string unit;
    double value = 0.0;
    std::optional<double> low, high;  ///< both or none
    std::string source;               ///< empty: assumed
    bool share = false;               ///< from 0 to 1
    bool whole = false;               ///< a whole number
};

/// How a plane holds its vertical wires.
enum class VerticalArea : std::uint8_t {
    strip,  ///< side by side in a strip along each block of the plane: the microbridges of rahman2006, Table 3.3
    array,  ///< each in the tile where its link ends: vias beside the gates, bonds above them
};

/// Silicon of a switch: a node that is no PE (Technology::switches).
struct SwitchSilicon {
    std::optional<Sourced<Area>> base;        ///< of any switch: its clock, configuration and test
    std::optional<Sourced<Area>> gate;        ///< of a gate of its control
    std::optional<Sourced<Area>> buffer_bit;  ///< of a bit of its buffers
    std::vector<std::string> assumptions;     ///< of these, without a source
};

/// A router of which it is known what a flit takes in it, random data.
struct ReferenceRouter {
    std::optional<Sourced<double>> ports, flit_bits, buffer_bits;
    std::optional<Sourced<Energy>> write, read, crossbar, arbitration;
    std::optional<Sourced<Energy>> clock;  ///< of the whole router in a cycle
    std::optional<Sourced<Power>> leakage;
};

struct Technology {
    std::string name;
    std::string title;
    std::string note;  ///< shown with every result: "a fit to ..."

    // Needed by the layout area (rahman2006, Table 3.3).
    Sourced<Length> pe_side;         ///< W_PE
    Sourced<Length> tile_side;       ///< pitch of PEs with their channels: what a wire of one tile is long
    Sourced<Length> line_width;      ///< W_line
    Sourced<Length> via_pitch;       ///< W_MB: side of the square that one vertical wire takes
    Sourced<double> lines_per_link;  ///< p: bits that a link carries in a cycle, each way
    Sourced<Length> plane_pitch;     ///< t: thickness of a plane and its bond
    VerticalArea vertical_area = VerticalArea::array;
    std::optional<Sourced<double>> blocks;         ///< L: blocks of a plane over which strips are spread; nothing: 1
    std::optional<Sourced<double>> vertical_bits;  ///< that a link between planes carries a cycle, each way; nothing: p
    std::optional<Sourced<double>> link_ways;      ///< sets of lines of a link: 1, both ways share them; nothing: 2
    std::optional<Sourced<double>> sideband_lines;  ///< of each set beside its data; nothing: none
    std::optional<Sourced<Length>> via_diameter;  ///< of an array's vias; nothing: a via takes the square of its pitch
    std::optional<Sourced<Length>> via_keep_out;  ///< ring round such a via without gates; nothing: none

    // Needed by the yield.
    Sourced<double> switch_share;                          ///< of the channel area that switches and links take
    Sourced<double> critical_share;                        ///< of that, the share in which a defect kills
    std::optional<Sourced<DefectDensity>> defect_density;  ///< typical
    std::optional<Sourced<double>> bond_yield;
    std::optional<Sourced<double>> wire_failure;  ///< of one vertical wire

    // Needed by the wire delay.
    std::optional<Sourced<ResistancePerLength>> wire_resistance;
    std::optional<Sourced<CapacitancePerLength>> wire_capacitance;
    std::optional<Sourced<Resistance>> driver_resistance;    ///< of the smallest repeater
    std::optional<Sourced<Capacitance>> driver_capacitance;  ///< its input

    // Needed by router delays and the clock.
    std::optional<Sourced<Time>> fo4;               ///< delay of an inverter that drives four of its size
    std::optional<Sourced<double>> latch_overhead;  ///< of latch, skew and jitter in every cycle, in FO4; nothing: none
    std::optional<Sourced<double>> clock_floor;     ///< shortest cycle that anybody has built, in FO4; nothing: none

    // Needed by the price of a system: all of them, the bond's by the way of bonding.
    std::optional<Sourced<Money>> wafer_price;  ///< processed
    std::optional<Sourced<Length>> wafer_diameter;
    std::optional<Sourced<Length>> wafer_edge;   ///< ring at the rim without good dies
    std::optional<Sourced<Length>> scribe_line;  ///< between two dies
    std::optional<Sourced<Money>> plane_test_price;
    std::optional<Sourced<double>> test_coverage;    ///< share of the faults of a plane that its test finds
    std::optional<Sourced<Money>> wafer_bond_price;  ///< of two wafers, thinning and vias included
    std::optional<Sourced<Money>> die_bond_price;    ///< of a die placed and bonded
    std::optional<Sourced<Money>> stack_test_price;
    std::optional<Sourced<Money>> package_price;
    std::optional<Sourced<Money>> final_test_price;
    std::optional<Sourced<double>> assembly_yield;
    bool whole_wafers = false;                     ///< every plane is a wafer of its own: tests and package are its
    std::optional<Sourced<Money>> power_price;     ///< of delivering power and cooling; nothing: in the package
    std::optional<Sourced<double>> wafer_corners;  ///< share of a plane that may lie beyond the rim; nothing: none

    SwitchSilicon switches;  ///< needed by the area of networks with switches

    // Needed by the energy.
    ReferenceRouter router;
    std::optional<Sourced<EnergyPerLength>> wire_energy;  ///< of a bit
    std::optional<Sourced<PowerPerLength>> wire_leakage;  ///< of the repeaters of one line; nothing: none
    std::optional<Sourced<Energy>> vertical_energy;       ///< of a bit from a plane to the next

    std::vector<std::string> assumptions;         ///< sizes, yields and wires without a source: "plane_pitch = 20 um"
    std::vector<std::string> price_assumptions;   ///< prices without a source, and what goes with them
    std::vector<std::string> energy_assumptions;  ///< energies without a source
    std::vector<TechnologyValue> values;          ///< all that the file or --set gives

    /// Lines of one way of a link, or of both where they share them: its data and their side-band.
    [[nodiscard]] double lines_per_way() const {
        return lines_per_link.value + (sideband_lines ? sideband_lines->value : 0.0);
    }
    /// Signal wires of a link, which carries lines_per_link bits each way in every cycle.
    [[nodiscard]] double wires_per_link() const { return (link_ways ? link_ways->value : 2.0) * lines_per_way(); }
    /// Delay of the gate that clocks are reckoned in: that of 0.8 micron (400 ps; 90 nm has 45 ps, and it goes with
    /// the feature size) where the technology gives none.
    [[nodiscard]] Time gate_delay() const { return fo4 ? fo4->value : 400.0 * units::ps; }
    /// Critical area of a PE: all of it, as in rahman2006, sec. 5.2.2.
    [[nodiscard]] Area pe_critical_area() const { return pe_side.value * pe_side.value; }
    /// Critical area of the switches and links of one tile (rahman2006, sec. 5.2.2): shares of the channels round the
    /// PE, 0 where `tile` leaves none.
    [[nodiscard]] Area switch_critical_area(Area tile) const {
        return std::max(tile - pe_critical_area(), Area{}) * (switch_share.value * critical_share.value);
    }
    [[nodiscard]] Area switch_critical_area() const { return switch_critical_area(tile_side.value * tile_side.value); }

    /// Returns a value that the technology may lack. Throws InputError that names it and `what` it is needed for, such
    /// as "the price".
    template <typename T>
    [[nodiscard]] T need(const std::optional<Sourced<T>>& value, std::string_view key, std::string_view what) const {
        if (value) return value->value;
        throw InputError("technology " + name + " gives no " + std::string(key) + ", need it for " + std::string(what) +
                         " (--set " + std::string(key) + "=VALUE)");
    }
};

/// Returns the technology of a name ("thesis", "tsv", ...: a file models/technology/NAME.toml) or of a path to a TOML
/// file. `values` are "KEY=VALUE" in the unit of the file, or the key's first unit where the file has no such key; they
/// take the place of the file's. Throws InputError naming the file and line where a value is missing, negative or
/// without a unit, or a key is unknown.
Technology read_technology(std::string_view name_or_path, const std::vector<std::string>& values = {});
/// Returns the names of the technologies that come with wafernet, in alphabetical order.
std::vector<std::string> technology_names();

}  // namespace wafernet
