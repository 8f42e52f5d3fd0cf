// Printed orderings of two networks, judged claim by claim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ordering.hpp"
#include "tried.hpp"

namespace wafernet::published {

// One way to look at a printed ordering: a road.
struct Compared {
    const Tried* left = nullptr;
    const Tried* right = nullptr;
    const std::vector<std::string>* order = nullptr;

    [[nodiscard]] std::optional<Ordering> ordering() const {
        const auto a = number_of(left->result.value);
        const auto b = number_of(right->result.value);
        if (!a || !b) return std::nullopt;
        return ordered(*a, left->result.error.value_or(0.0), (*order)[1], *b, right->result.error.value_or(0.0));
    }
    /// Whether no two values within proven bounds are in the order.
    [[nodiscard]] bool impossible() const {
        const auto range = [](const Evaluation& e) {
            const double value = number_of(e.value).value_or(0.0);
            return e.bounds.value_or(std::pair(value, value));
        };
        const auto a = range(left->result), b = range(right->result);
        const auto possible = [&](double x, double y) {
            return ordered(x, 0.0, (*order)[1], y, 0.0) != Ordering::fails;
        };
        return !possible(a.first, b.second) && !possible(a.second, b.first) &&
               ((*order)[1] != "=" || a.second < b.first || b.second < a.first);
    }
    [[nodiscard]] std::string said() const {
        return said(left->result) + " " + (*order)[1] + " " + said(right->result);
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

// A printed ordering of two networks, looked at by every road: way w is the same for all pairs of a claim.
struct Pair {
    Finding* finding = nullptr;
    const PrintedColumn* column = nullptr;
    std::vector<Tried> left, right;
    std::vector<Compared> ways;
};

/// Returns what all ways give for a printed ordering.
Pair compare(Finding& finding, const PrintedColumn& column, const PrintedRow& row, Workbench& bench);

/// Judges the pairs of a claim by one way: that under which most hold.
void judge_claim(const std::vector<Pair>& pairs);

}  // namespace wafernet::published
