// Which metrics words mean, which rows are shown and in what order.
#include "selection.hpp"

#include <doctest/doctest.h>

#include "checks.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::cli;
using namespace wafernet::test;

namespace {

constexpr std::string_view known[] = {"nodes",      "links",         "diameter_hops", "degree_min",
                                      "degree_max", "deadlock_free", "bisection",     "bisection_links"};

// What went wrong, in words.
template <class Work> std::string complaint(Work work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

// Rows of nodes, diameter_hops and deadlock_free.
const std::vector<std::vector<Value>> figure_rows = {{std::int64_t{64}, 8.0, std::string("yes")},
                                                     {std::int64_t{16}, Missing{"takes long"}, std::string("no")},
                                                     {std::int64_t{64}, 4.0, std::string("yes")},
                                                     {std::int64_t{256}, 16.0, Missing{"too large"}}};

std::optional<Value> figure(std::size_t row, const std::string& metric) {
    const std::vector<std::string> metrics = {"nodes", "diameter_hops", "deadlock_free"};
    const auto at = std::find(metrics.begin(), metrics.end(), metric);
    return at == metrics.end() ? std::nullopt
                               : std::optional(figure_rows[row][static_cast<std::size_t>(at - metrics.begin())]);
}

using Rows = std::vector<std::size_t>;

Rows rows(const std::vector<std::string>& where, const std::string& sort = "") {
    SelectionWords words;
    words.where = where;
    words.sort = sort;
    return selected_rows(figure_rows.size(), words.selection(known), figure);
}

}  // namespace

TEST_CASE("metrics come by commas and words, by name or by a beginning that only one has, each once") {
    const std::vector<std::string> words = {"links,diam", "nodes", "links", " degree_max , deadl"};
    CHECK(metrics_named(words, known) ==
          std::vector<std::string>{"links", "diameter_hops", "nodes", "degree_max", "deadlock_free"});
    CHECK(metric_named("bisection", known, "--metric") == "bisection");  // a name is no beginning
    CHECK(complaint([] { (void)metric_named("degree", known, "--sort"); }) ==
          "--sort 'degree': more than one metric begins so, need one of: degree_min, degree_max");
    CHECK(complaint([] {
              (void)metric_named("lniks", known, "--metric");
          }).find("unknown metric (did you mean 'links'?)") != std::string::npos);
    for (const char* bad : {"", "links,", ",links", "links,,nodes"})
        CHECK_FALSE(complaint([&] { (void)metrics_named(std::vector<std::string>{bad}, known); }).empty());
}

TEST_CASE("a condition is a metric, a relation and a value") {
    CHECK(rows({"nodes=64"}) == Rows{0, 2});
    CHECK(rows({"nodes != 64"}) == Rows{1, 3});
    CHECK(rows({"nodes>64"}) == Rows{3});
    CHECK(rows({"nodes>=64"}) == Rows{0, 2, 3});
    CHECK(rows({"nodes<64"}) == Rows{1});
    CHECK(rows({"nodes<=6.4e1"}) == Rows{0, 1, 2});
    CHECK(rows({"deadlock_free=yes"}) == Rows{0, 2});
    CHECK(rows({"deadlock_free!=yes"}) == Rows{1});  // what is not known is not known to differ
    CHECK(rows({"diam<9", "deadlock=yes"}) == Rows{0, 2});
    CHECK(rows({"nodes=1"}).empty());
    for (const char* bad : {"", "nodes", "nodes=", "=4", "nodes~4", "nodes==4", "nodes=<4", "nodes!4", "nodes=1=2",
                            "<=", "nodez=4", "degree=4"}) {
        CAPTURE(bad);
        CHECK(complaint([&] { (void)condition_of(bad, known); }).starts_with("--where '"));
    }
    CHECK(complaint([] { (void)rows({"nodes=many"}); }) == "--where: nodes is a number, found 'many', need a number");
    CHECK(complaint([] { (void)rows({"deadlock_free>yes"}); }) ==
          "--where: deadlock_free is a word such as 'yes', need = or !=");
    CHECK(complaint([] { (void)rows({"links=4"}); }) == "--where links: none of the networks has this figure");
}

TEST_CASE("rows are sorted by metrics, rising or falling, those without a value last") {
    CHECK(rows({}, "nodes") == Rows{1, 0, 2, 3});
    CHECK(rows({}, "-nodes") == Rows{3, 0, 2, 1});
    CHECK(rows({}, "diameter_hops") == Rows{2, 0, 3, 1});
    CHECK(rows({}, "-diam") == Rows{3, 0, 2, 1});
    CHECK(rows({}, "-nodes,diam") == Rows{3, 2, 0, 1});
    CHECK(rows({"nodes<=64"}, "deadlock_free,-diam") == Rows{1, 0, 2});
    CHECK(complaint([] { (void)rows({}, "-degree"); }).find("more than one metric begins so") != std::string::npos);
    CHECK(complaint([] { (void)rows({}, "links"); }) == "--sort links: none of the networks has this figure");
    CHECK_FALSE(complaint([] { (void)rows({}, "nodes,"); }).empty());
}

TEST_CASE("compare shows the networks that meet the conditions in the order asked for") {
    const Records some = csv({"compare", "mesh:4x4", "torus:4x4", "hypercube:5", "complete:8", "--metric",
                              "links,diameter_h", "--where", "nodes<=16", "--sort", "-diameter_hops"});
    REQUIRE(some.size() == 4);
    CHECK(some[0] == std::vector<std::string>{"network", "nodes", "links", "diameter_hops"});
    CHECK(some[1] ==
          std::vector<std::string>{"mesh:4x4", "16", "24", "6"});  // counted by hand: 2 x 4 x 3 links, 3 + 3 hops
    CHECK(some[2] == std::vector<std::string>{"torus:4x4", "16", "32", "4"});
    CHECK(some[3] == std::vector<std::string>{"complete:8", "8", "28", "1"});
    CHECK(csv({"compare", "mesh:4x4", "ring:5", "--metric", "links", "--metric", "diameter_h,links"})[0].size() == 4);
    const Outcome none =
        program({"compare", "mesh:4x4", "--metric", "links", "--where", "nodes>16", "--format", "csv"});
    CHECK(none.code == 0);
    CHECK(none.out == "network,nodes,links\r\n");
    CHECK(none.err == "warning: no network meets the conditions of --where\n");
    CHECK(csv({"compare", "mesh:4x4", "--metric", "links", "--sort=-nodes"}).size() == 2);
    refused({"compare", "mesh:4x4", "--metric", "diam"},
            "need one of: diameter_hops, diameter_router_hops, diameter_channels");
    refused({"compare", "mesh:4x4", "--metric", "degree"}, "degree_min, degree_max");
    refused({"compare", "mesh:4x4", "--metric", "lniks"}, "did you mean 'links'?");
    refused({"compare", "mesh:4x4", "--metric", "sharing_factor"}, "none of the networks has this figure");
    refused({"compare", "mesh:4x4", "--metric", "simulated_saturation"},
            "none of the networks has this figure, --simulate gives it");
    refused({"compare", "mesh:4x4", "--where", "nodes"}, "need a metric, one of");
    refused({"compare", "mesh:4x4", "--where", "nodez=4"}, "did you mean 'nodes'?");
    refused({"compare", "mesh:4x4", "--sort", "sharing_factor"}, "none of the networks has this figure");
}
