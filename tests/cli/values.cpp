#include "values.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::cli;

TEST_CASE("ranges include both ends and hold decimal numbers") {
    CHECK(number_range("0.02:0.1:0.02", "--loads", 0, 1) == std::vector<double>{0.02, 0.04, 0.06, 0.08, 0.1});
    CHECK(number_range("0:0.5:0.2", "--loads", 0, 1) == std::vector<double>{0, 0.2, 0.4});
    CHECK(number_range("1:1:5", "--loads", 0, 1) == std::vector<double>{1});
    CHECK(number_range("0.3,0.1,0.1", "--loads", 0, 1) == std::vector<double>{0.3, 0.1, 0.1});
    CHECK(number_range("1e-3", "--loads", 0, 1) == std::vector<double>{0.001});
    CHECK(number_range("0:99999:1", "--n", 0, 1e9).size() == 100000);
}

TEST_CASE("ranges that say nothing sensible are refused") {
    for (const char* bad :
         {"",          ":",       "::",      "0:1",      "0:1:0",      "0:1:-0.1",   "1:0:0.1",
          "0:1:0.1:2", "0:1:x",   "a",       "0.1,",     ",0.1",       "0.1,,0.2",   "nan",
          "inf",       "0:inf:1", "0:1:nan", "0:1:1e-6", "0:1:1e-320", "0:100000:1", "1e16:1e16:1e-9,",
          "2",         "-0.1",    "0:2:0.5", "1e400",    "0x1p3",      " 1",         "1 ",
          "+1"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS((void)number_range(bad, "--loads", 0, 1), InputError);
    }
}

TEST_CASE("numbers are read whole or not at all") {
    CHECK(whole_number("18446744073709551615", "--n") == std::numeric_limits<std::uint64_t>::max());
    CHECK(real_number("-2.5e3", "--x") == -2500);
    for (const char* bad : {"", "-1", "+1", "1.0", "1e3", "18446744073709551616", "1 ", "0x1", "1,000"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS((void)whole_number(bad, "--n"), InputError);
    }
    for (const char* bad : {"", "nan", "inf", "-inf", "1e999", "1,5", "1.5x", ".", "e3", "--1"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS((void)real_number(bad, "--x"), InputError);
    }
}

TEST_CASE("what is no UTF-8 and what a terminal obeys is escaped on a line for the terminal") {
    CHECK(one_line("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80") == "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
    CHECK(one_line("\xE0\x80\xAF") == R"(\xe0\x80\xaf)");          // a slash in three bytes
    CHECK(one_line("\xED\xA0\x80") == R"(\xed\xa0\x80)");          // half a pair of UTF-16
    CHECK(one_line("\xF4\x90\x80\x80") == R"(\xf4\x90\x80\x80)");  // beyond the last character
    CHECK(one_line("\xE2\x82") == R"(\xe2\x82)");
    CHECK(one_line("a\nb\r\tc") == R"(a\nb\r\tc)");
    CHECK(one_line("\x1b[31mred") == R"(\x1b[31mred)");
    CHECK(one_line("\xC2\x9B"
                   "31m") == R"(\u009b31m)");  // the same in one character
    CHECK(one_line("a\xE2\x80\xA8"
                   "b\xE2\x80\xA9"
                   "c\xC2\x85") == R"(a\u2028b\u2029c\u0085)");  // ends of lines and paragraphs
    CHECK(one_line(one_line("a\nb")) == one_line("a\nb"));
    CHECK(one_line("\xC3\xA4\xC3\xA4", 3) == "\xC3\xA4...");  // cut between characters
}
