// What each term of the latency model earns on cases whose simulated values are kept.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "wafernet/design/design.hpp"
#include "wafernet/queueing/model_terms.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// The deriving half of the drawn cases, and sets A, B, C, D, H, K, L and T, with what was simulated of them once.
class Ablation {
public:
    enum Column : std::size_t {
        drawn_30,
        drawn_60,
        drawn_80,
        drawn_saturation,
        old_10_to_70,
        old_80,
        old_saturation,
        columns
    };
    using Means = std::array<double, columns>;  ///< mean errors, percent

    /// The errors of one model.
    struct Errors {
        std::vector<std::array<std::optional<double>, columns>>
            of_case;  ///< percent, without sign, mean over its points; nothing: none is known
        Means mean{};
    };

    /// Reads and makes the cases. Without the old sets their columns are 0.
    Ablation(unsigned threads, bool with_old_sets);
    ~Ablation();
    Ablation(Ablation&&) noexcept;
    Ablation& operator=(Ablation&&) noexcept;

    /// Returns the errors of the model without some terms, with those tuned numbers.
    [[nodiscard]] Errors errors(const Terms& without, const ModelParameters& parameters) const;
    /// Returns the two tables of section 13 of src/queueing/README.md: every term switched off, every tuned number 20 %
    /// lower and higher. `progress` is told how many of how many models are done, and says whether to go on; where it
    /// does not, ComputationError is thrown.
    [[nodiscard]] std::array<Table, 2> tables(const std::function<bool(std::size_t, std::size_t)>& progress) const;
    /// Returns the cells of a row: what is switched off, its section, the changes of the means, and where it earns
    /// most.
    [[nodiscard]] std::vector<Value> row(const ModelTerm& term, const Errors& all) const;

private:
    struct Case;
    [[nodiscard]] std::string earns_most(const Errors& all, const Errors& less) const;

    unsigned threads_;
    std::vector<Case> cases_;
};

}  // namespace wafernet::cli
