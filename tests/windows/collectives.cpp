// Collective communication on windows: printed times against bounds and schedules.
#include "wafernet/windows/collectives.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "wafernet/base/error.hpp"
#include "wafernet/io/make_network.hpp"

using namespace wafernet;

namespace {

// Links of the graph between nodes 0..c and the others.
std::uint64_t cut(const Graph& graph, Node c) {
    std::uint64_t links = 0;
    for (Channel channel = 0; channel < graph.channels(); channel += 2)
        links += (graph.source(channel) <= c) != (graph.target(channel) <= c) ? 1 : 0;
    return links;
}

}  // namespace

TEST_CASE("the bound of a total exchange on a line is what the cuts of its graph leave") {
    for (std::uint64_t q = 2; q <= 20; ++q) {
        for (std::uint64_t w = 1; w < q; ++w) {
            const Network line = make_network("how:" + std::to_string(q) + "," + std::to_string(w) + ",1");
            std::uint64_t steps = (q - 1 + w - 1) / w;
            for (Node c = 0; c + 1 < q; ++c) {
                const std::uint64_t messages = (c + 1) * (q - 1 - c);
                steps = std::max(steps, (messages + cut(line.graph, c) - 1) / cut(line.graph, c));
            }
            CAPTURE(q);
            CAPTURE(w);
            CHECK(least_line_exchange_steps(q, w) == steps);
        }
    }
}

TEST_CASE("the printed time of a total exchange on a line is below what the bisection allows once lines are long") {
    // ziavras, sec. 5.5: 2 ceil((q - 1)/w) - 1, called optimal. Bounds by hand: messages across a cut by its links.
    CHECK(printed_line_exchange_time(10, 3) == 5);
    CHECK(least_line_exchange_steps(10, 3) == 5);
    CHECK(printed_line_exchange_time(16, 3) == 9);
    CHECK(least_line_exchange_steps(16, 3) == 11);
    CHECK(printed_line_exchange_time(64, 3) == 41);
    CHECK(least_line_exchange_steps(64, 3) == 171);
    CHECK(printed_line_exchange_time(128, 8) == 31);
    CHECK(least_line_exchange_steps(128, 8) == 114);
    CHECK(printed_line_exchange_time(100, 3) == 65);
    CHECK(least_line_exchange_steps(100, 3) == 417);
}

TEST_CASE("a greedy total exchange delivers everything and is never faster than the bound") {
    for (std::uint64_t q = 2; q <= 24; ++q) {
        for (std::uint64_t w = 1; w < q; ++w)
            CHECK(greedy_line_exchange_steps(q, w) >= least_line_exchange_steps(q, w));
    }
    CHECK(greedy_line_exchange_steps(2, 1) == 1);
    CHECK(greedy_line_exchange_steps(8, 7) == 1);  // complete: everything at once
}

TEST_CASE("an all-to-all broadcast on a line takes as many steps as its diameter when all ports are used") {
    for (std::uint64_t q = 2; q < 30; ++q) {
        for (std::uint64_t w = 1; w < q; ++w) {
            CAPTURE(q);
            CAPTURE(w);
            CHECK(line_broadcast_steps(q, w) == (q - 1 + w - 1) / w);
        }
    }
}

TEST_CASE("table 3 follows from the printed times with w = sqrt p - 1 for the generalized hypercube") {
    // ziavras, Table 3, last row: 2m, m(1 + sqrt p), m sqrt p, mp
    const MessageCost five{.words = 5};
    CHECK(printed_time(Collective::one_to_all, 16, 15, five) == 10);
    CHECK(printed_time(Collective::all_to_all, 16, 15, five) == 5 * 17);
    CHECK(printed_time(Collective::one_to_all_personalized, 16, 15, five) == 5 * 16);
    CHECK(printed_time(Collective::all_to_all_personalized, 16, 15, five) == 5 * 256);
    CHECK(printed_hypercube_time(Collective::all_to_all_personalized, 8, 5) == 8 * 128 * 5);
    CHECK(printed_hypercube_time(Collective::all_to_all, 8, 5) == 5 * 255);
}

TEST_CASE(
    "printed times of broadcasts keep the bounds and the total exchange in two dimensions does not need them all") {
    for (std::uint64_t q = 2; q <= 40; ++q) {
        for (std::uint64_t w = 1; w < q; ++w) {
            for (const Collective c : {Collective::one_to_one, Collective::one_to_all, Collective::all_to_all,
                                       Collective::one_to_all_personalized}) {
                CAPTURE(q);
                CAPTURE(w);
                CHECK(printed_time(c, q, w) >= static_cast<double>(least_steps(c, q, w)));
            }
        }
    }
    // Two rounds of q exchanges on lines do; the complete line takes one step each: 2q steps where q^2 are printed.
    CHECK(printed_time(Collective::all_to_all_personalized, 16, 15) == 256);
    CHECK(2 * 16 * greedy_line_exchange_steps(16, 15) == 32);
    CHECK(least_steps(Collective::all_to_all_personalized, 16, 15) <= 32);
}

TEST_CASE("start-up, combining and wormhole times enter as printed") {
    // sec. 5.1: t_s + 2mc t_w + (2c - 1) t_c; wormhole t_s + 2c t_w + (m - 1) t_w; q = 8, w = 3: c = 3
    const MessageCost cost{.words = 4, .startup_time = 100, .word_time = 2, .combining_time = 10};
    CHECK(printed_time(Collective::one_to_one, 8, 3, cost) == 100 + 2 * 4 * 3 * 2 + 5 * 10);
    CHECK(printed_time(Collective::one_to_one, 8, 3, cost, Switching::wormhole) == 100 + 2 * 3 * 2 + 3 * 2);
    CHECK_THROWS_AS((void)printed_time(Collective::all_to_all, 8, 3, cost, Switching::wormhole), InputError);
    CHECK_THROWS_AS((void)printed_time(Collective::one_to_one, 8, 8), InputError);
    CHECK_THROWS_AS((void)printed_time(Collective::one_to_one, 1, 1), InputError);
    CHECK_THROWS_AS((void)collective("broadcast"), InputError);
    for (const char* word : {"one-to-one", "all-to-all-personalized"}) CHECK(name(collective(word)) == word);
}

TEST_CASE("a scatter takes the printed time where the window divides the side less one, and less elsewhere") {
    for (std::uint64_t q = 2; q <= 13; ++q) {
        for (std::uint64_t w = 1; w < q; ++w) {
            CAPTURE(q);
            CAPTURE(w);
            const auto printed = static_cast<std::uint64_t>(printed_time(Collective::one_to_all_personalized, q, w));
            if ((q - 1) % w == 0) {
                CHECK(scatter_steps(q, w) == printed);
            } else {
                CHECK(scatter_steps(q, w) < printed);
            }
            // From a corner w channels lead along the row, and all but the source's column goes that way.
            CHECK(scatter_steps(q, w) * w >= q * (q - 1));
        }
    }
}

TEST_CASE("one exchange after the other along each dimension takes the times of table 3 with one port") {
    for (std::uint64_t d = 1; d <= 8; ++d) {
        for (const Collective c : all_collectives()) {
            CAPTURE(d);
            CAPTURE(name(c));
            CHECK(static_cast<double>(one_port_hypercube_steps(c, d)) == printed_hypercube_time(c, d));
            CHECK(least_hypercube_steps(c, d) <= least_one_port_hypercube_steps(c, d));
            CHECK(least_one_port_hypercube_steps(c, d) ==
                  one_port_hypercube_steps(c, d));  // dimension by dimension is best with one port
        }
    }
}

TEST_CASE("what was run is never faster than the bound on any network") {
    for (const char* word : {"how:8,2,2", "how:9,4,2", "how:12,5,2", "gh:6,2", "gh:2,2", "hypercube:6", "how:3,1,2"}) {
        const CollectiveNetwork network = collective_network(parse_network_word(word));
        for (const Collective c : all_collectives()) {
            CAPTURE(word);
            CAPTURE(name(c));
            CHECK(scheduled_steps(c, network) >= least_steps(c, network));
            CHECK(printed_time(c, network) >= static_cast<double>(least_steps(c, network)));
        }
    }
}

TEST_CASE("tables 4 and 5 follow from the printed times, pins and bisections") {
    using enum CollectiveCost;
    // ziavras, Tables 4 and 5; the one-to-one row of Table 5 is not printed.
    CHECK(printed_growth(Collective::one_to_one, "how", time) == "m sqrt(p)/w");
    CHECK(printed_growth(Collective::one_to_one, "gh", time) == "m");
    CHECK(printed_growth(Collective::all_to_all, "how", pins) == "m p");
    CHECK(printed_growth(Collective::all_to_all_personalized, "hypercube", pins) == "m p log^2 p");
    CHECK(printed_growth(Collective::all_to_all_personalized, "how", time) == "m p^(3/2)/w");
    CHECK(printed_growth(Collective::all_to_all_personalized, "how", bisection) == "m p^2 w");
    CHECK(printed_growth(Collective::all_to_all_personalized, "gh", bisection) == "m p^(5/2)");
    CHECK_THROWS_AS((void)printed_growth(Collective::all_to_all, "torus", pins), InputError);
}

TEST_CASE("networks and costs that no time is known for are refused") {
    for (const char* word : {"mesh:4x4", "how:4,2,3", "how:9,2,2,1", "how:4,4,2", "gh:3,3"})
        CHECK_THROWS_AS((void)collective_network(parse_network_word(word)), InputError);
    CHECK(collective_network(parse_network_word("gh:8,1")).kind == CollectiveNetwork::Kind::line);
    CHECK_THROWS_AS((void)printed_time(Collective::one_to_all, collective_network(parse_network_word("gh:8,1"))),
                    InputError);
    CHECK_THROWS_AS((void)printed_time(Collective::one_to_all, collective_network(parse_network_word("hypercube:4")),
                                       {.words = 1, .startup_time = 3}),
                    InputError);
    CHECK_THROWS_AS((void)printed_time(Collective::one_to_all, collective_network(parse_network_word("hypercube:4")),
                                       {}, Switching::wormhole),
                    InputError);
    CHECK_THROWS_AS(check_cost({.words = 0}), InputError);
    CHECK_THROWS_AS(check_cost({.words = 1, .startup_time = -1}), InputError);
    CHECK_NOTHROW(check_cost({}));
}

TEST_CASE("printed times of fewer than one word, and of costs that are not numbers, are refused") {
    for (const double words : {-3.0, 0.5, double{NAN}, double{INFINITY}}) {
        MessageCost cost;
        cost.words = words;
        CHECK_THROWS_AS(printed_time(Collective::one_to_all, 8, 2, cost), InputError);
        CHECK_THROWS_AS(printed_line_exchange_time(8, 2, cost), InputError);
        CHECK_THROWS_AS(printed_hypercube_time(Collective::one_to_all, 4, words), InputError);
        CHECK_THROWS_AS(
            printed_time(Collective::one_to_all, collective_network(parse_network_word("hypercube:4")), cost),
            InputError);
    }
    CHECK_THROWS_AS(check_cost({.words = 1, .startup_time = NAN}), InputError);
}

TEST_CASE("the stages of an all-to-all broadcast that send one value at a time deliver everything, in 5 steps for 4") {
    // Stage by stage as ziavras, sec. 5.3, has it: position v passes on what came from v - i w, or from v + i w.
    const auto run = [](std::uint64_t q, std::uint64_t w) {
        std::vector<std::vector<bool>> has(q, std::vector<bool>(q, false));
        std::uint64_t steps = 0;
        for (std::uint64_t i = 0; i * w < q - 1; ++i) {
            std::vector<bool> sends(q, false);
            bool both = false;
            for (const bool up : {true, false})
                for (std::uint64_t v = 0; v < q; ++v) {
                    if (up ? v < i * w || v == q - 1 : v + i * w > q - 1 || v == 0) continue;
                    both = both || (sends[v] && i > 0);  // in the first stage both ways carry the same value
                    sends[v] = true;
                    for (std::uint64_t d = 1; d <= w && (up ? v + d < q : d <= v); ++d)
                        has[up ? v + d : v - d][up ? v - i * w : v + i * w] = true;
                }
            steps += both ? 2 : 1;
        }
        for (std::uint64_t v = 0; v < q; ++v)
            for (std::uint64_t m = 0; m < q; ++m) CHECK((has[v][m] || v == m));
        return steps;
    };
    for (std::uint64_t q = 2; q <= 20; ++q)
        for (std::uint64_t w = 1; w < q; ++w) CHECK(line_broadcast_prescribed_steps(q, w) == run(q, w));
    CHECK(17 * line_broadcast_prescribed_steps(16, 4) == 85);  // of how:16,4,2, where 68 is printed
    CHECK(9 * line_broadcast_prescribed_steps(8, 2) == 45);
}
