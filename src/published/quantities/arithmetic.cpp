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

constexpr Quantity of_printed(std::string_view name, std::string_view title,
                              Evaluation (*evaluate)(const Subject&, Workbench&)) {
    return {
        .name = name, .title = title, .kind = Kind::formula, .settled = true, .evaluate = evaluate, .arithmetic = true};
}

constexpr Quantity list[] = {
    of_printed("increase_percent", "(a - b) / b, percent", increase),
    of_printed("product", "a x b", product),
    of_printed("quotient", "a / b", quotient),
    of_printed("reduction_percent", "(a - b) / a, percent", reduction),
};

}  // namespace

std::span<const Quantity> arithmetic_quantities() { return list; }

}  // namespace wafernet::published
