// Numbers that follow from other printed numbers by one operation: arguments a, b.
#include "wafernet/published/published.hpp"

namespace wafernet::published {

namespace {

Evaluation product(const Subject& s, Workbench&) { return {s.number("a") * s.number("b"), {}}; }

Evaluation quotient(const Subject& s, Workbench&) {
    if (s.number("b") == 0) return {Missing{"division by zero"}, {}};
    return {s.number("a") / s.number("b"), {}};
}

Evaluation increase(const Subject& s, Workbench&) {
    if (s.number("b") == 0) return {Missing{"division by zero"}, {}};
    return {100.0 * (s.number("a") - s.number("b")) / s.number("b"), {}};
}

Evaluation reduction(const Subject& s, Workbench&) {
    if (s.number("a") == 0) return {Missing{"division by zero"}, {}};
    return {100.0 * (s.number("a") - s.number("b")) / s.number("a"), {}};
}

constexpr Quantity list[] = {
    {"increase_percent", "(a - b) / b, percent", Kind::formula, true, increase},
    {"product", "a x b", Kind::formula, true, product},
    {"quotient", "a / b", Kind::formula, true, quotient},
    {"reduction_percent", "(a - b) / a, percent", Kind::formula, true, reduction},
};

}  // namespace

namespace quantity_list {
std::span<const Quantity> arithmetic() { return list; }
}  // namespace quantity_list

}  // namespace wafernet::published
