// Printed orderings of two networks, judged claim by claim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ordering.hpp"
#include "tried.hpp"

namespace wafernet::published {

// One way to look at a printed ordering: a road, for the networks of the row or the other ones.
struct Compared {
    const Tried* left = nullptr;
    const Tried* right = nullptr;
    const std::vector<std::string>* order = nullptr;
    bool other = false;  ///< of the other networks

    [[nodiscard]] bool known() const { return present(left->result.value) && present(right->result.value); }
    [[nodiscard]] std::optional<Ordering> ordering() const {
        const auto a = number_of(left->result.value);
        const auto b = number_of(right->result.value);
        if (!a || !b) return std::nullopt;
        return ordered(*a, left->result.error.value_or(0.0), (*order)[1], *b, right->result.error.value_or(0.0));
    }
    [[nodiscard]] std::string said() const {
        return said(left->result) + " " + (*order)[1] + " " + said(right->result);
    }
    [[nodiscard]] std::string reading() const {
        return meaning(*left->road) + (other ? " of " + (*order)[0] + " and " + (*order)[2] : "");
    }
    [[nodiscard]] std::string judged() const {
        const auto how = ordering();
        return !how                      ? "is not known"
               : *how == Ordering::holds ? "is true"
               : *how == Ordering::tie   ? "is a tie"
                                         : "is not true";
    }

private:
    static std::string said(const Evaluation& e) {
        return shown(e.value) + (e.error ? fmt::format(" (+- {:.2g})", *e.error) : "");
    }
};

// A printed ordering of two networks, looked at in every way: number w is the same way for all pairs of a claim.
struct Pair {
    Finding* finding = nullptr;
    std::vector<std::vector<Tried>> tried;  ///< left and right of either order
    std::vector<Compared> ways;
};

/// Returns what all ways give for a printed ordering.
Pair compare(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench);

/// Judges the pairs of a claim by one way: that under which most hold.
void judge_claim(const std::vector<Pair>& pairs);

}  // namespace wafernet::published
