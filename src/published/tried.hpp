// What the roads of a column give for a printed number, and what a finding says of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "printed_number.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::published {

enum class Role : std::uint8_t { definition, reading, formula };

struct Tried {
    Role role{};
    const Road* road = nullptr;
    Evaluation result;
};

/// Kind of a finding that nothing but formulas and printed inputs gives.
inline constexpr std::string_view formula_only = "formula only";

/// Returns a value as notes have it.
std::string shown(const Value& value);
/// Returns what a road takes the printed number for.
std::string meaning(const Road& road);
/// Whether a value is not Missing.
bool present(const Value& value);
/// Returns what a road gives for a network of a row. Throws InputError with the place of the row.
Evaluation evaluate(const Road& road, Evaluation (*how)(const Subject&, Workbench&), const std::string& network,
                    const PrintedColumn& column, const PrintedRow& row, Workbench& bench);
/// Returns what all roads of a column give: the definition, the readings, the formula.
std::vector<Tried> try_all(const PrintedColumn& column, const PrintedRow& row, const std::string& network,
                           Workbench& bench);
/// Returns "shortest paths in the graph: 18, Eq. 3.3: 19": every road with a value but `except`.
std::string evidence(const std::vector<Tried>& tried, const Tried* except);
/// Appends to a note.
void add_note(std::string& note, const std::string& more);
/// Returns the kind of a finding that rests on `chosen`.
std::string kind_of(const Tried& chosen, const std::vector<Tried>& tried);
/// Gives a finding its verdict, with value, kind and note of the road that decides it.
void settle(Finding& finding, Verdict verdict, const Tried* chosen, const std::vector<Tried>& tried);
/// Returns how a value agrees with a printed text.
Agreement agreement_of(const std::string& text, const PrintedColumn& column, const Value& value);

/// Judges a printed formula: it is held against the definition, then the readings, for every member of the row.
void judge_formula(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench);

/// A printed number and what its column may mean by it.
struct Number {
    std::size_t finding = 0;
    const PrintedColumn* column = nullptr;
    const PrintedRow* row = nullptr;
    std::vector<Tried> tried;
};
/// Judges the numbers of a column together: where only one reading can be meant, all take the same.
void judge_column(std::span<Finding> findings, std::span<const Number> numbers, Workbench& bench);

}  // namespace wafernet::published
