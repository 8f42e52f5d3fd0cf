// models/technology/*.toml: a silicon process and its stacking. Every value is {value, unit, source}.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "base/number_in.hpp"
#include "toml.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/io/technology.hpp"

namespace wafernet {

namespace {

using model::TomlSection;

template <typename Q> struct Unit {
    std::string_view name;
    Q unit;
};

constexpr std::array<Unit<Length>, 3> lengths = {{{"mm", units::mm}, {"cm", units::cm}, {"um", units::um}}};
constexpr std::array<Unit<Area>, 2> areas = {{{"um2", units::um* units::um}, {"mm2", units::mm2}}};
constexpr std::array<Unit<double>, 2> numbers = {{{"1", 1.0}, {"percent", 0.01}}};
constexpr std::array<Unit<double>, 1> gates = {{{"fo4", 1.0}}};
constexpr std::array<Unit<DefectDensity>, 2> densities = {{{"per_cm2", units::per_cm2}, {"per_mm2", units::per_mm2}}};
constexpr std::array<Unit<Time>, 2> times = {{{"ps", units::ps}, {"ns", units::ns}}};
constexpr std::array<Unit<Resistance>, 2> resistances = {{{"ohm", units::ohm}, {"kiloohm", units::kiloohm}}};
constexpr std::array<Unit<Capacitance>, 2> capacitances = {{{"fF", units::fF}, {"pF", units::pF}}};
constexpr std::array<Unit<Money>, 1> prices = {{{"usd", units::usd}}};
constexpr std::array<Unit<Energy>, 2> energies = {{{"pJ", units::pJ}, {"fJ", units::fJ}}};
constexpr std::array<Unit<Power>, 2> powers = {{{"mW", units::mW}, {"W", units::W}}};
constexpr std::array<Unit<EnergyPerLength>, 1> energies_per_length = {{{"fJ_per_mm", units::fJ_per_mm}}};
constexpr std::array<Unit<PowerPerLength>, 1> powers_per_length = {{{"nW_per_mm", units::nW_per_mm}}};
constexpr std::array<Unit<ResistancePerLength>, 1> resistances_per_length = {{{"ohm_per_mm", units::ohm_per_mm}}};
constexpr std::array<Unit<CapacitancePerLength>, 1> capacitances_per_length = {{{"fF_per_mm", units::fF_per_mm}}};

// What a value may be.
enum class Range { positive, whole, zero_or_more, share };

std::string shown(double amount) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", amount);
    return text.data();
}

// The file that has a key, of one and those that it inherits from; else the first. All have been asked for the key.
const TomlSection& having(const std::vector<TomlSection>& files, std::string_view key) {
    const TomlSection* found = nullptr;
    for (const TomlSection& file : files) {
        if (file.has(key) && found == nullptr) found = &file;
    }
    return found == nullptr ? files.front() : *found;
}

class KeyReader {
public:
    // `given`: KEY=VALUE that take the place of the files'.
    KeyReader(const std::vector<TomlSection>& files, const std::vector<std::string>& given) : files_(files) {
        for (const std::string& text : given) {
            const std::size_t equals = text.find('=');
            const auto amount = number_in<double>(std::string_view(text).substr(std::min(equals + 1, text.size())));
            if (equals == std::string::npos || equals == 0 || !amount || !std::isfinite(*amount))
                throw InputError("--set '" + text + "', need KEY=VALUE, such as wafer_price=9346");
            if (!given_.emplace(text.substr(0, equals), *amount).second)
                throw InputError("--set " + text.substr(0, equals) + " twice, need one value");
        }
    }
    std::vector<std::string> assumptions;
    std::vector<TechnologyValue> values;

    template <typename Q, std::size_t n>
    Sourced<Q> value(std::string_view key, const std::array<Unit<Q>, n>& known, Range range) {
        const std::optional<double> given = take(key);
        const TomlSection& top = having(files_, key);
        if (!top.has(key)) {
            if (given) return set(key, *given, known[0], range);
            const std::string unit(known[0].name);
            if (missing_.empty()) missing_ = "{value = .., unit = \"" + unit + "\", source = \"..\"}", first_ = key;
            else also_missing_ += (also_missing_.empty() ? "" : ", ") + std::string(key) + " (" + unit + ")";
            return {};
        }
        const TomlSection entry = top.section(key);
        const double amount = entry.number("value");
        check(amount, key, range, entry);
        std::string names;
        for (const Unit<Q>& u : known) names += (names.empty() ? "" : " or ") + std::string(u.name);
        if (!entry.has("unit")) entry.fail("value", std::string(key) + " has no unit, need unit = " + names);
        const std::string unit = entry.text("unit");
        const auto found = std::find_if(known.begin(), known.end(), [&](const Unit<Q>& u) { return u.name == unit; });
        if (found == known.end()) entry.fail("unit", "unit = '" + unit + "', need " + names);
        Sourced<Q> result{amount * found->unit, entry.maybe_text("source").value_or("")};
        if constexpr (std::is_same_v<Q, double>) {
            if (range == Range::share && result.value > 1.0)
                entry.fail("value", std::string(key) + " is " + shown(result.value) + ", need 0..1");
            if (range == Range::whole && result.value != std::floor(result.value))
                entry.fail("value", std::string(key) + " is " + shown(result.value) + ", need a whole number");
        }
        const std::optional<double> low = entry.maybe_number("low"), high = entry.maybe_number("high");
        if (low.has_value() != high.has_value())
            entry.fail("value", std::string(key) + " has low or high alone, need both");
        if (low && !(*low <= amount && amount <= *high))
            entry.fail("low", std::string(key) + " is not between its low and high");
        entry.finish();
        if (given) return set(key, *given, *found, range);
        if (low) {
            check(*low, key, range, entry);
            check(*high, key, range, entry);
        }
        values.push_back(
            {std::string(key), unit, amount, low, high, result.source, range == Range::share, range == Range::whole});
        if (result.assumed())
            assumptions.push_back(std::string(key) + " = " + shown(amount) + (unit == "1" ? "" : " " + unit));
        return result;
    }

    template <typename Q, std::size_t n>
    std::optional<Sourced<Q>> maybe(std::string_view key, const std::array<Unit<Q>, n>& known, Range range) {
        if (!having(files_, key).has(key) && !given_.contains(key)) {
            keys_.emplace_back(key);
            return std::nullopt;
        }
        return value(key, known, range);
    }

    /// Whether --set gives this value.
    [[nodiscard]] bool gives(std::string_view key) const { return given_.contains(key); }

    /// Call it when all values have been asked for: a slip in a key says more than the value that is missing for it.
    void finish() const {
        for (const TomlSection& file : files_) file.finish();
        for (const auto& [key, amount] : given_) {
            if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) continue;
            const std::vector<std::string_view> known(keys_.begin(), keys_.end());
            throw InputError("--set " + key + ": unknown value of a technology" + did_you_mean(key, known) +
                             ", need one of its file in models/technology");
        }
        if (missing_.empty()) return;
        files_.front().fail({}, "no " + first_ + ", need " + first_ + " = " + missing_ +
                                    (also_missing_.empty() ? "" : "; nor " + also_missing_) +
                                    "; or inherits = \"hybrid-bond\", and of a technology only what differs");
    }

private:
    template <typename Q> Sourced<Q> set(std::string_view key, double given, const Unit<Q>& unit, Range range) {
        check(given, key, range, {});
        values.push_back({std::string(key),
                          std::string(unit.name),
                          given,
                          {},
                          {},
                          "--set",
                          range == Range::share,
                          range == Range::whole});
        return {given * unit.unit, "--set"};
    }

    std::optional<double> take(std::string_view key) {
        keys_.emplace_back(key);
        const auto found = given_.find(key);
        return found == given_.end() ? std::nullopt : std::optional(found->second);
    }

    // `entry`: where the number stands; nothing: on the command line.
    static void check(double amount, std::string_view key, Range range, const std::optional<TomlSection>& entry) {
        const bool above_0 = range == Range::positive || range == Range::whole;
        std::string needed;
        if (amount < 0.0 || (above_0 && amount == 0.0)) needed = above_0 ? "more than 0" : "0 or more";
        // Beyond these, products of them (areas, wires of a stack) leave the range of numbers.
        else if (range == Range::whole && amount > 1e6) needed = "a whole number from 1 to 1000000";
        else if (range != Range::share && amount > 1e9) needed = "at most 1e9";
        else if (above_0 && amount < 1e-9) needed = "at least 1e-9";
        else if (!entry && range == Range::share && amount > 1.0) needed = "0..1";
        else if (!entry && range == Range::whole && amount != std::floor(amount)) needed = "a whole number";
        if (needed.empty()) return;
        const std::string found = std::string(key) + " is " + shown(amount) + ", need " + needed;
        if (entry) entry->fail("value", found);
        throw InputError("--set " + found);
    }

    const std::vector<TomlSection>& files_;
    std::map<std::string, double, std::less<>> given_;
    std::vector<std::string> keys_;               // that were asked for
    std::string first_, missing_, also_missing_;  // the first that is missing, what it must be, and the others
};

// Which of two words a key has; the first where it is not there.
std::size_t word_of(const std::vector<TomlSection>& files, std::string_view key,
                    const std::array<std::string_view, 2>& words) {
    const TomlSection& top = having(files, key);
    const std::string word = top.maybe_text(key).value_or(std::string(words[0]));
    if (word == words[0] || word == words[1]) return word == words[0] ? 0 : 1;
    top.fail(key,
             std::string(key) + " = '" + word + "', must be " + std::string(words[0]) + " or " + std::string(words[1]));
}

std::filesystem::path technology_path(std::string_view name_or_path) {
    if (name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".toml"))
        return data_file(name_or_path);
    const std::vector<std::string> names = technology_names();
    if (std::find(names.begin(), names.end(), name_or_path) == names.end()) {
        const std::vector<std::string_view> known(names.begin(), names.end());
        std::string all;
        for (const std::string& n : names) all += (all.empty() ? "" : ", ") + n;
        throw InputError("no technology '" + std::string(name_or_path) + "'" + did_you_mean(name_or_path, known) +
                         ", need " + all + " or a .toml file");
    }
    return data_folder("models") / "technology" / (std::string(name_or_path) + ".toml");
}

// A file and those that it inherits from, each behind the one that names it.
std::vector<TomlSection> with_inherited(std::string_view name_or_path) {
    constexpr std::size_t most = 8;
    std::vector<TomlSection> files{TomlSection::of_file(technology_path(name_or_path))};
    while (const auto from = files.back().maybe_text("inherits")) {
        if (files.size() == most) files.back().fail("inherits", "more than 8 files inherit from each other");
        std::optional<std::filesystem::path> path;
        try {
            path = technology_path(*from);
        } catch (const InputError& error) {
            files.back().fail("inherits", error.what());
        }
        files.push_back(TomlSection::of_file(*path));
    }
    return files;
}

// The file is not at fault where the command line changed the value.
[[noreturn]] void throw_of(const std::vector<TomlSection>& files, const KeyReader& read, std::string_view key,
                           const std::string& what) {
    if (read.gives(key)) throw InputError("--set " + std::string(key) + ": " + what);
    having(files, key).fail(key, what);
}

}  // namespace

std::vector<std::string> technology_names() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder("models") / "technology", error)) {
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    }
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    std::sort(names.begin(), names.end());
    return names;
}

Technology read_technology(std::string_view name_or_path, const std::vector<std::string>& values) {
    const std::vector<TomlSection> files = with_inherited(name_or_path);
    KeyReader read(files, values);
    Technology t;
    t.name = having(files, "name").text("name");
    t.title = having(files, "title").text("title");
    t.note = having(files, "note").maybe_text("note").value_or("");
    t.pe_side = read.value("pe_side", lengths, Range::positive);
    t.tile_side = read.value("tile_side", lengths, Range::positive);
    t.line_width = read.value("line_width", lengths, Range::positive);
    t.via_pitch = read.value("via_pitch", lengths, Range::positive);
    t.lines_per_link = read.value("lines_per_link", numbers, Range::whole);
    t.blocks = read.maybe("blocks", numbers, Range::whole);
    t.link_ways = read.maybe("link_ways", numbers, Range::whole);
    t.sideband_lines = read.maybe("sideband_lines", numbers, Range::zero_or_more);
    t.via_diameter = read.maybe("via_diameter", lengths, Range::positive);
    t.via_keep_out = read.maybe("via_keep_out", lengths, Range::zero_or_more);
    t.vertical_area =
        word_of(files, "vertical_links", {"array", "strip"}) == 1 ? VerticalArea::strip : VerticalArea::array;
    t.plane_pitch = read.value("plane_pitch", lengths, Range::positive);
    t.switch_share = read.value("switch_share", numbers, Range::share);
    t.critical_share = read.value("critical_share", numbers, Range::share);
    t.defect_density = read.maybe("defect_density", densities, Range::zero_or_more);
    t.bond_yield = read.maybe("bond_yield", numbers, Range::share);
    t.wire_failure = read.maybe("wire_failure", numbers, Range::share);
    t.wire_resistance = read.maybe("wire_resistance", resistances_per_length, Range::positive);
    t.wire_capacitance = read.maybe("wire_capacitance", capacitances_per_length, Range::positive);
    t.driver_resistance = read.maybe("driver_resistance", resistances, Range::positive);
    t.driver_capacitance = read.maybe("driver_capacitance", capacitances, Range::positive);
    t.fo4 = read.maybe("fo4", times, Range::positive);
    t.latch_overhead = read.maybe("latch_overhead", gates, Range::zero_or_more);
    t.clock_floor = read.maybe("clock_floor", gates, Range::zero_or_more);
    t.assumptions = std::exchange(read.assumptions, {});
    t.switches.base = read.maybe("switch_base_area", areas, Range::zero_or_more);
    t.switches.gate = read.maybe("gate_area", areas, Range::zero_or_more);
    t.switches.buffer_bit = read.maybe("buffer_bit_area", areas, Range::zero_or_more);
    t.switches.assumptions = std::exchange(read.assumptions, {});
    t.wafer_price = read.maybe("wafer_price", prices, Range::zero_or_more);
    t.wafer_diameter = read.maybe("wafer_diameter", lengths, Range::positive);
    t.wafer_edge = read.maybe("wafer_edge", lengths, Range::zero_or_more);
    t.scribe_line = read.maybe("scribe_line", lengths, Range::zero_or_more);
    t.plane_test_price = read.maybe("plane_test_price", prices, Range::zero_or_more);
    t.test_coverage = read.maybe("test_coverage", numbers, Range::share);
    t.wafer_bond_price = read.maybe("wafer_bond_price", prices, Range::zero_or_more);
    t.die_bond_price = read.maybe("die_bond_price", prices, Range::zero_or_more);
    t.stack_test_price = read.maybe("stack_test_price", prices, Range::zero_or_more);
    t.package_price = read.maybe("package_price", prices, Range::zero_or_more);
    t.final_test_price = read.maybe("final_test_price", prices, Range::zero_or_more);
    t.assembly_yield = read.maybe("assembly_yield", numbers, Range::share);
    t.power_price = read.maybe("power_price", prices, Range::zero_or_more);
    t.whole_wafers = word_of(files, "planes", {"dies", "wafers"}) == 1;
    t.wafer_corners = read.maybe("wafer_corners", numbers, Range::share);
    t.price_assumptions = std::exchange(read.assumptions, {});
    t.router.ports = read.maybe("router_ports", numbers, Range::whole);
    t.router.flit_bits = read.maybe("router_flit_bits", numbers, Range::whole);
    t.router.buffer_bits = read.maybe("router_buffer_bits", numbers, Range::whole);
    t.router.write = read.maybe("router_write", energies, Range::zero_or_more);
    t.router.read = read.maybe("router_read", energies, Range::zero_or_more);
    t.router.crossbar = read.maybe("router_crossbar", energies, Range::zero_or_more);
    t.router.arbitration = read.maybe("router_arbitration", energies, Range::zero_or_more);
    t.router.clock = read.maybe("router_clock", energies, Range::zero_or_more);
    t.router.leakage = read.maybe("router_leakage", powers, Range::zero_or_more);
    t.wire_energy = read.maybe("wire_energy", energies_per_length, Range::zero_or_more);
    t.wire_leakage = read.maybe("wire_leakage", powers_per_length, Range::zero_or_more);
    t.vertical_energy = read.maybe("vertical_energy", energies, Range::zero_or_more);
    read.finish();
    if (t.link_ways && t.link_ways->value > 2.0) throw_of(files, read, "link_ways", "a link has 1 or 2 sets of lines");
    if (t.sideband_lines && t.sideband_lines->value != std::floor(t.sideband_lines->value))
        throw_of(files, read, "sideband_lines", "lines are a whole number");
    if (t.tile_side.value < t.pe_side.value) {
        const auto mm = [](const Sourced<Length>& side) { return shown(side.value.in(units::mm)) + " mm"; };
        const std::string small = "the tile of " + mm(t.tile_side) + " is smaller than the PE of " + mm(t.pe_side) +
                                  " on it, need tile_side at least pe_side";
        throw_of(files, read, read.gives("pe_side") && !read.gives("tile_side") ? "pe_side" : "tile_side", small);
    }
    t.energy_assumptions = std::move(read.assumptions);
    t.values = std::move(read.values);
    return t;
}

}  // namespace wafernet
