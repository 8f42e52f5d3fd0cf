// Quantities that know their dimension: mm + ns does not compile.
#pragma once

#include <compare>

namespace wafernet {

/// Exponents of length, time, electrical resistance, energy and money. A capacitance is time / resistance.
struct Dimension {
    int length = 0;
    int time = 0;
    int resistance = 0;
    int energy = 0;
    int money = 0;

    bool operator==(const Dimension&) const = default;
};

constexpr Dimension operator+(Dimension a, Dimension b) {
    return {a.length + b.length, a.time + b.time, a.resistance + b.resistance, a.energy + b.energy, a.money + b.money};
}
constexpr Dimension operator-(Dimension a, Dimension b) {
    return {a.length - b.length, a.time - b.time, a.resistance - b.resistance, a.energy - b.energy, a.money - b.money};
}

/// A number with a dimension. It is made from a unit (`2.0 * units::mm`) and read in a unit (`area.in(units::cm2)`).
/// Counts, hops and cycles are plain numbers with the unit in their name instead.
template <Dimension D> class Quantity {
public:
    constexpr Quantity() = default;
    /// The amount in the base units mm, ns, kilo-ohm, pJ and US dollar. Use the units below rather than this.
    static constexpr Quantity of_base(double amount) {
        Quantity q;
        q.amount_ = amount;
        return q;
    }
    [[nodiscard]] constexpr double base() const { return amount_; }
    /// Returns the number of `unit`s that this is.
    [[nodiscard]] constexpr double in(Quantity unit) const { return amount_ / unit.amount_; }

    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity operator+(Quantity other) const { return of_base(amount_ + other.amount_); }
    constexpr Quantity operator-(Quantity other) const { return of_base(amount_ - other.amount_); }
    constexpr Quantity operator*(double factor) const { return of_base(amount_ * factor); }
    constexpr Quantity operator/(double divisor) const { return of_base(amount_ / divisor); }
    friend constexpr Quantity operator*(double factor, Quantity q) { return q * factor; }

private:
    double amount_ = 0.0;
};

/// Returns the product, whose dimension is the sum of the exponents.
template <Dimension A, Dimension B> constexpr Quantity<A + B> operator*(Quantity<A> a, Quantity<B> b) {
    return Quantity<A + B>::of_base(a.base() * b.base());
}
/// Returns the quotient, whose dimension is the difference of the exponents.
template <Dimension A, Dimension B> constexpr Quantity<A - B> operator/(Quantity<A> a, Quantity<B> b) {
    return Quantity<A - B>::of_base(a.base() / b.base());
}
/// Returns the plain number that a quantity without dimension is.
constexpr double number(Quantity<Dimension{}> q) { return q.base(); }

using Length = Quantity<Dimension{1, 0, 0}>;
using Area = Quantity<Dimension{2, 0, 0}>;
using Time = Quantity<Dimension{0, 1, 0}>;
using Resistance = Quantity<Dimension{0, 0, 1}>;
using Capacitance = Quantity<Dimension{0, 1, -1}>;
using DefectDensity = Quantity<Dimension{-2, 0, 0}>;  ///< defects per area
using Energy = Quantity<Dimension{0, 0, 0, 1, 0}>;
using Power = Quantity<Dimension{0, -1, 0, 1, 0}>;
using EnergyPerLength = Quantity<Dimension{-1, 0, 0, 1, 0}>;
using PowerPerLength = Quantity<Dimension{-1, -1, 0, 1, 0}>;
using Money = Quantity<Dimension{0, 0, 0, 0, 1}>;
using ResistancePerLength = Quantity<Dimension{-1, 0, 1}>;
using CapacitancePerLength = Quantity<Dimension{-1, 1, -1}>;

namespace units {
inline constexpr Length mm = Length::of_base(1.0);
inline constexpr Length cm = mm * 10.0;
inline constexpr Length um = mm / 1000.0;
inline constexpr Area mm2 = mm * mm;
inline constexpr Area cm2 = cm * cm;
inline constexpr Time ns = Time::of_base(1.0);
inline constexpr Time ps = ns / 1000.0;
inline constexpr Resistance kiloohm = Resistance::of_base(1.0);
inline constexpr Resistance ohm = kiloohm / 1000.0;
inline constexpr Capacitance pF = ns / kiloohm;
inline constexpr Capacitance fF = pF / 1000.0;
inline constexpr DefectDensity per_cm2 = DefectDensity::of_base(0.01);
inline constexpr DefectDensity per_mm2 = DefectDensity::of_base(1.0);
inline constexpr Energy pJ = Energy::of_base(1.0);
inline constexpr Energy fJ = pJ / 1000.0;
inline constexpr Power mW = pJ / ns;
inline constexpr Power W = mW * 1000.0;
inline constexpr EnergyPerLength fJ_per_mm = fJ / mm;
inline constexpr PowerPerLength nW_per_mm = mW / 1e6 / mm;
inline constexpr Money usd = Money::of_base(1.0);
inline constexpr ResistancePerLength ohm_per_mm = ohm / mm;
inline constexpr CapacitancePerLength fF_per_mm = fF / mm;
}  // namespace units

}  // namespace wafernet
