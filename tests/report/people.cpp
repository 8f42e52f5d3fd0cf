// What text shows of a table: constants once, empty columns as notes, one format a column, three notes, the best
// marked.
#include <doctest/doctest.h>

#include "report/layout.hpp"
#include "wafernet/report/render.hpp"

using namespace wafernet;

TEST_CASE("what is the same in all rows stands once above the table, and a column without a value is a note") {
    Table table{"t", {{"network", ""}, {"vcs", ""}, {"diameter_hops", ""}, {"yield_stack", ""}}, {}, {}};
    table.add({std::string("a"), std::int64_t{2}, std::int64_t{4}, Missing{"one plane"}});
    table.add({std::string("b"), std::int64_t{2}, std::int64_t{6}, Missing{"one plane"}});
    CHECK(render(table, {}) ==
          "t\nVCs: 2\nnetwork  diameter, hops\na                     4\nb                     6\n"
          "no yield of the stack: one plane\n");
    // CSV has all of it, under its names.
    CHECK(render(table, {Format::csv}) == "network,vcs,diameter_hops,yield_stack\r\na,2,4,\r\nb,2,6,\r\n");
    // One row says everything in its place; where rows are alike in all, they stay.
    table.rows.pop_back();
    CHECK(render(table, {}).find("VCs") != std::string::npos);
    CHECK(render(table, {}).find("\na ") != std::string::npos);
    Table alike{"", {{"a", ""}, {"b", ""}}, {}, {}};
    alike.add({std::int64_t{1}, std::int64_t{2}});
    alike.add({std::int64_t{1}, std::int64_t{2}});
    CHECK(render(alike, {}) == "a  b\n1  2\n1  2\n");
}

TEST_CASE("numbers of a column have one format of five digits, unless small ones would vanish") {
    Table table{"", {{"x", ""}, {"y", ""}, {"z", ""}}, {}, {}};
    table.add({1086.8812, 0.5, 123456.7});
    table.add({971.93812, 1000.25, 1.0e-7});
    // 1086.8812 has five digits with one decimal; 0.5 has two digits with one; 1e-7 beside 123456.7 would be 0.
    CHECK(render(table, {}) == "     x       y       z\n1086.9     0.5  123460\n 971.9  1000.2   1e-07\n");
    // A column of its own decimals, and one of whole numbers too large for a double's digits to mean anything, have
    // six.
    Table large{"", {{"w", ""}, {"d", "", 3}, {"n", ""}}, {}, {}};
    large.add({12066676.0, 12345.6789, std::int64_t{12066676}});
    large.add({7.0, 1.5, std::int64_t{7}});
    CHECK(render(large, {}) ==
          "       w        d         n\n12067000  12345.7  12066676\n       7      1.5         7\n");
    CHECK(render(large, {Format::csv}).starts_with("w,d,n\r\n12066676,12345.6789,12066676\r\n"));
    CHECK(rounded(0.0) == "0");
    CHECK(rounded(1234567.0) == "1234600");
    CHECK(rounded(-0.000123456) == "-0.00012346");
    CHECK(rounded(2.5e12) == "2.5e+12");
}

TEST_CASE("three notes are shown, all of them where they are asked for, and the best has a mark") {
    Table table{"", {{"network", ""}, {"price", "", -1, -1}, {"speed", "", -1, 1}}, {}, {"n1", "n2", "n3", "n4"}};
    table.add({std::string("a"), 2.5, std::int64_t{7}});
    table.add({std::string("b"), 1.5, std::int64_t{9}});
    const std::string text = render(table, {});
    CHECK(text.starts_with("network  price  speed\na          2.5      7\nb         1.5*     9*\n"));
    CHECK(text.find("1.5*") != std::string::npos);
    CHECK(text.find("9*") != std::string::npos);
    CHECK(text.find("2.5*") == std::string::npos);
    CHECK(text.find("n1\nn2\n2 more notes with --notes\n") != std::string::npos);
    table.notes = {"price: in dollars; peak_vertical_links: no column"};
    table.columns[1].name = "cost_usd_per_node";
    table.notes.push_back("cost_usd_per_node, and (cost_usd_per_node)");
    CHECK(
        render(table, {}).ends_with("price: in dollars; peak_vertical_links: no column\n"
                                    "price a node, and (price a node)\n"));
    table.notes = {"n1", "n2", "n3", "n4"};
    RenderOptions all;
    all.all_notes = true;
    CHECK(render(table, all).find("n1\nn2\nn3\nn4\n") != std::string::npos);
}
