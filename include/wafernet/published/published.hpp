// Published tables regenerated: every printed number beside what the definition, other readings and the printed formula
// give.
//
// A table file (tables/*.toml) says what is printed and which quantities it may mean; it never says how the comparison
// ends. The verdict is computed:
// - reproduced: the quantity that the document defines agrees at the printed rounding.
// - reproduced-as: only another reading agrees (the routed path in place of the shortest, ...), or, for a quantity that
//   a graph alone does not settle, only the printed formula.
// - misprint: the number contradicts its own formula.
// - refuted: the graph or a proof contradicts the number, formula or claim, or the formula that it follows from.
// - not-reproducible: no road gives the number, and none proves it wrong; or what it is about cannot run (its rule
//   deadlocks).
// - open: nothing could be evaluated (a simulation that was not asked for, say), or a tie: an ordering of values that
//   lie within their intervals of each other.
// The orderings that a table prints in one column are one claim unless its rows say otherwise, and one reading (one
// definition, layout or routing, one choice of networks) is taken for all pairs of a claim: that under which most of
// them hold; so a pair of a claim may be reproduced-as although the definition orders it alike, as its note says. So
// are the numbers of a column whose definition and readings are simulations, for they come from one simulator, and what
// a column claims in words ("yes", "often"): all by the reading under which most agree. Where nothing but formulas and
// printed inputs was evaluated, the kind is "formula only": the document multiplied rightly, which says nothing of its
// subject.
#pragma once

#include <any>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/measure/verify.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::published {

/// How a number was reached.
enum class Kind : std::uint8_t { exact, routed, formula, model, simulated };
/// Returns "exact", "routed", "formula", "model" or "simulated".
std::string_view name(Kind kind);

using Verdict = ClaimVerdict;

/// Named numbers and words that a quantity needs besides its network: {"load", 0.3}, {"place", "Eq. 3.3"}.
using Arguments = std::map<std::string, std::variant<double, std::string>, std::less<>>;

/// What a quantity is evaluated for.
struct Subject {
    std::string network;  ///< network word; empty where the quantity is not one of a network
    Arguments arguments;

    /// Returns the number called `name`. Throws InputError where there is none.
    [[nodiscard]] double number(std::string_view name) const;
    /// Returns the number called `name`. Throws InputError where it is not there or no whole number from 0.
    [[nodiscard]] std::uint64_t count(std::string_view name) const;
    /// Returns the number called `name`, or nothing where there is none. Throws InputError where it is a text.
    [[nodiscard]] std::optional<double> maybe_number(std::string_view name) const;
    /// Returns the word called `name`. Throws InputError where there is none.
    [[nodiscard]] std::string word(std::string_view name) const;
    /// Returns the word called `name`, or nothing where there is none. Throws InputError where it is a number.
    [[nodiscard]] std::optional<std::string> maybe_word(std::string_view name) const;
};

/// The value of a quantity for one subject.
struct Evaluation {
    Value value;  ///< a number, a word ("yes", "no"), or why there is none
    /// Proven bounds of the true value where `value` is only the best known: a printed number between them is not
    /// proven wrong.
    std::optional<std::pair<double, double>> bounds{};
    std::string note{};             ///< numbers behind a word: "0.0432 > 0.0389"
    std::optional<double> error{};  ///< of a simulated or estimated value: half width of its interval of 95 %
    bool tie = false;               ///< a comparison whose sides lie within their intervals of each other
    bool impossible = false;        ///< there is no value because what the document describes cannot run
};

/// Returns "yes" or "no".
inline Evaluation answer(bool holds, std::string note = {}) {
    return {std::string(holds ? "yes" : "no"), {}, std::move(note)};
}

/// Results of simulations by what they are of, on one line: "simulated_max_throughput mesh:8x8 traffic=transpose".
using Simulations = std::map<std::string, Evaluation>;
/// Returns the simulations of a file that was made from simulations_table. Throws InputError with the line that is
/// wrong.
Simulations read_simulations(const std::filesystem::path& file);
/// Columns simulation,value,missing,error,tie,impossible,note: one row a simulation.
Table simulations_table(const Simulations& simulations);

/// What evaluations share: networks built once, anything else that is worth remembering, and the user's wishes.
class Workbench {
public:
    unsigned threads = 1;
    std::uint64_t seed = 1;
    unsigned seeds = 5;     ///< independent runs of each simulated load, whose spread is the error of what is simulated
    bool simulate = false;  ///< evaluate quantities of kind `simulated`, which take minutes
    Simulations simulations{};  ///< with `simulate` those that were made, else those of which results are known
    bool thorough =
        false;  ///< ask the queueing model about orderings of large networks too, which takes seconds a table
    std::function<bool()> stop{};  ///< where given and true, quantities of kind `simulated` are left open from then on
    /// Where given, evaluations that take minutes go through it, with words that tell them apart: it returns what
    /// `evaluate` returns, or has kept from then.
    std::function<Evaluation(const std::string& words, const std::function<Evaluation()>& evaluate)> kept_evaluation{};

    /// Returns the network of a word, built on first use.
    const Network& network(const std::string& word);
    /// Returns what `compute()` gave when this key was first asked for. Throws InputError where it was of another type
    /// then.
    template <class Compute> const auto& remember(const std::string& key, Compute&& compute) {
        using T = std::decay_t<decltype(compute())>;
        auto found = memory_.find(key);
        if (found == memory_.end()) found = memory_.emplace(key, std::make_shared<T>(compute())).first;
        const auto* kept = std::any_cast<std::shared_ptr<T>>(&found->second);
        if (kept == nullptr) throw InputError("'" + key + "' is remembered as another type, need one type a key");
        return **kept;
    }

private:
    std::map<std::string, std::any> memory_;
};

/// Something a printed number may be compared with. A file in src/published/quantities defines
/// `std::span<const Quantity> <file name>_quantities()`; the registry is generated from the folder.
struct Quantity {
    std::string_view name;   ///< as in table files: "routed_diameter_hops"
    std::string_view title;  ///< "longest path of the network's own routing"
    Kind kind = Kind::exact;
    /// Whether the subject alone settles the value: a number that disagrees is wrong. False for what depends on how it
    /// was measured (distances of "the" path, simulations).
    bool settled = false;
    /// Returns the value. Throws InputError where the subject lacks something or its network cannot be built.
    Evaluation (*evaluate)(const Subject& subject, Workbench& bench) = nullptr;
    bool quick = false;  ///< of kind `simulated`: takes no minutes, evaluated without being asked for
    /// Returns the queueing model's value of the same case, or why it has none. Null: not a quantity that it knows.
    Evaluation (*model)(const Subject& subject, Workbench& bench) = nullptr;
    /// Whether nothing but the graph and its routing enters: a formula that differs from it is wrong, and so is what
    /// follows from the formula. (Another reading may still give the number.)
    bool of_graph = false;
    /// Whether it computes with printed numbers, given as arguments: it confirms nothing that was counted otherwise.
    bool arithmetic = false;
    /// Of a simulation that takes minutes: returns, in a moment, an impossible evaluation where a short run of it
    /// deadlocks. Null: not tried.
    Evaluation (*cannot_run)(const Subject& subject, Workbench& bench) = nullptr;
};

/// Returns all quantities in alphabetical order of their names.
std::span<const Quantity* const> quantities();
/// Returns the quantity called `name`. Throws InputError with the nearest name where there is none.
const Quantity& quantity(std::string_view name);

/// One road to a number: a quantity, what it means in words, and arguments of its own.
struct Road {
    const Quantity* quantity = nullptr;
    std::string reading;  ///< "the longest path of the network's own routing"; empty: the quantity's title
    Arguments arguments;
};

/// What the printed numbers of one column are compared with.
struct PrintedColumn {
    std::string name;
    std::optional<Road> definition;  ///< what the document says it is
    std::vector<Road> readings;      ///< what else it may be
    std::optional<Road> formula;     ///< the document's own formula for it
    std::string judged_by;           ///< the reading of all its orderings, where other tables of the document settle it
    Arguments arguments;
    double tolerance = 0.0;          ///< absolute, beyond the printed rounding
    double tolerance_percent = 0.0;  ///< of the printed value
    std::string tolerance_reason;    ///< needed where there is a tolerance

    /// Returns the road named by `judged_by`; null where it names none.
    [[nodiscard]] const Road* settled() const;
};

/// One row: what it is about and what is printed in it.
struct PrintedRow {
    std::string name;
    std::string network;               ///< one network ..
    std::vector<std::string> members;  ///< .. or several, for which a printed formula is held against the graph ..
    std::vector<std::string> order;    ///< .. or a claim {"htn:4,4,2,0", "<", "torus:32x32"}
    std::string claim;  ///< orderings of one column with the same claim are judged together, by one reading
    Arguments arguments;
    std::vector<std::pair<std::string, std::string>> printed;  ///< column and text, in the table's column order
    std::string note;
    std::string place;  ///< file, line and column, for messages
};

struct PrintedTable {
    std::string id;
    std::string title;
    std::string document;
    std::string place;
    std::vector<PrintedColumn> columns;
    std::vector<PrintedRow> rows;
};

/// One printed number judged.
struct Finding {
    std::string table;
    std::string row;
    std::string quantity;
    std::string printed;
    Value value;       ///< what it is compared with: the road that agrees, else the definition
    std::string kind;  ///< of that road, "formula only" where no road is more than a formula; empty where there is none
    Verdict verdict = Verdict::open;
    std::string note;
    std::string reading;                          ///< of an ordering: which road it was judged by, in words
    bool tie = false;                             ///< open because the sides lie within their intervals of each other
    Value exact, routed, formula;                 ///< all roads side by side; Missing where there is none
    Value model = Missing{"not dynamic"};         ///< the queueing model's value beside a dynamic one
    Value model_agrees = Missing{"not dynamic"};  ///< "yes" or "no": with the printed number, at the column's tolerance
    Value networks = Missing{
        "not of a network"};  ///< what the row is about: "htn:4,4,2,0", members after one another, or an ordering
};

/// Returns the table of a file. Throws InputError with file, line and column.
PrintedTable read_table(const std::filesystem::path& file);
/// Returns the tables of a folder in the order of their ids (3.2 before 3.10); the files are <id>.toml. sources.toml is
/// not one.
std::vector<PrintedTable> read_tables(const std::filesystem::path& folder);

/// Returns one finding a printed number. Throws InputError with the place of the row where a network cannot be built.
std::vector<Finding> judge(const PrintedTable& table, Workbench& bench);

/// Columns table,row,quantity,printed,value,kind,verdict,note and, where `all_roads`,
/// exact,routed,formula,model,model_agrees,networks; else model and model_agrees follow `value` where there are dynamic
/// numbers.
Table findings_table(std::span<const Finding> findings, bool all_roads);
/// Columns table,title,numbers,reproduced,reproduced_as,misprint,refuted,not_reproducible,open,formula_only: one row a
/// table, and a last one for all. A number that nothing but formulas and printed inputs gives counts as formula_only.
Table summary_table(std::span<const PrintedTable> tables, std::span<const Finding> findings);

/// Columns document,numbers,recomputed,formula_only,simulated,tie,open and the verdicts: one row a document, and a last
/// one for all. Recomputed: counted on the graph, modelled, or a formula that was held against what was counted.
Table document_table(std::span<const PrintedTable> tables, std::span<const Finding> findings);

/// A document of tables/sources.toml.
struct Citation {
    std::string key;
    std::string text;  ///< authors, title, where, year
    std::string url;
};
/// Returns the documents of a sources file, in its order.
std::vector<Citation> read_sources(const std::filesystem::path& file);

}  // namespace wafernet::published
