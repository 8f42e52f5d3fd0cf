// Numbers that follow from other printed numbers by one operation: arguments a, b.
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

Evaluation product(const Subject& s, Workbench&) { return {s.number("a") * s.number("b")}; }

Evaluation quotient(const Subject& s, Workbench&) {
    if (s.number("b") == 0) return {Missing{"division by zero"}};
    return {s.number("a") / s.number("b")};
}

Evaluation increase(const Subject& s, Workbench&) {
    if (s.number("b") == 0) return {Missing{"division by zero"}};
    return {100.0 * (s.number("a") - s.number("b")) / s.number("b")};
}

Evaluation reduction(const Subject& s, Workbench&) {
    if (s.number("a") == 0) return {Missing{"division by zero"}};
    return {100.0 * (s.number("a") - s.number("b")) / s.number("a")};
}

constexpr Quantity list[] = {
    {.name = "increase_percent",
     .title = "(a - b) / b, percent",
     .kind = Kind::formula,
     .settled = true,
     .evaluate = increase,
     .arithmetic = true},
    {.name = "product",
     .title = "a x b",
     .kind = Kind::formula,
     .settled = true,
     .evaluate = product,
     .arithmetic = true},
    {.name = "quotient",
     .title = "a / b",
     .kind = Kind::formula,
     .settled = true,
     .evaluate = quotient,
     .arithmetic = true},
    {.name = "reduction_percent",
     .title = "(a - b) / a, percent",
     .kind = Kind::formula,
     .settled = true,
     .evaluate = reduction,
     .arithmetic = true},
};

}  // namespace

std::span<const Quantity> arithmetic_quantities() { return list; }

}  // namespace wafernet::published
