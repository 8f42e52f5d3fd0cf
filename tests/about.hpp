// What a number of a test is compared with.
#pragma once

#include <doctest/doctest.h>

/// Returns what accepts numbers that differ from `value` by less than a share `.epsilon()` of the larger one. doctest's
/// own Approx takes that share of the value plus 1: of loads and probabilities it would accept anything.
inline doctest::Approx about(double value) { return doctest::Approx(value).scale(1e-300); }
