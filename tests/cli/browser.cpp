// The page of explore in a browser: chromium, where it is installed.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "points/explore_page.hpp"
#include "program.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

// What the page does when it is used: how many points there are, then with a slider at its middle, then with other
// figures on the axes; what a click shows; how long a change takes.
constexpr const char* use = R"js(
<script>
const points = () => document.querySelectorAll("circle").length;
const said = {all: points(), front: document.querySelectorAll("circle.front").length};
const slider = document.querySelector('input[data-metric="cost_usd_per_system"]');
const begin = performance.now();
slider.value = Math.floor(slider.max / 2);
slider.dispatchEvent(new Event("input"));
said.ms = Math.round(performance.now() - begin);
said.cheap = points();
byId("name").value = "mesh";
byId("name").dispatchEvent(new Event("input"));
said.meshes = points();
byId("x").value = "nodes";
byId("x").dispatchEvent(new Event("change"));
said.axis = [...document.querySelectorAll("#plot > text")].some(t => t.textContent === "nodes");
document.querySelector("circle").dispatchEvent(new Event("click"));
said.command = document.querySelector("#design code").textContent;
document.body.append(make("pre", {id: "said"}, JSON.stringify(said)));
</script>
)js";

}  // namespace

TEST_CASE("the page of explore works in a browser: sliders, axes, a click, 2,000 candidates without a wait" *
          doctest::test_suite("long")) {
    if (std::system("command -v chromium >/dev/null 2>&1") != 0) {
        MESSAGE("chromium is not installed, the page is not opened");
        return;
    }
    cli::ExplorePage page;
    page.about = "2,000 candidates </script> & 'more'";
    page.objectives = {
        {"zero_load_latency_ns", false}, {"saturation_gbit_per_s_per_node", true}, {"cost_usd_per_system", false}};
    for (int i = 0; i < 2000; ++i) {
        const std::string name = (i % 4 == 0 ? "mesh:" : "torus:") + std::to_string(i);
        page.designs.push_back({name,
                                "wafernet estimate " + name,
                                "dominated",
                                {{"nodes", std::int64_t{64 << (i % 3)}},
                                 {"zero_load_latency_ns", 5.0 + std::fmod(i * 0.618, 7.0)},
                                 {"saturation_gbit_per_s_per_node", 10.0 + i % 97},
                                 {"cost_usd_per_system", 1.0 + i},
                                 {"vc_rule", std::string("any")}}});
    }
    const Folder folder;
    std::string html = cli::explore_page(page, nullptr);
    html.insert(html.rfind("</body>"), use);
    folder.write("page.html", html);
    const Outcome opened = shell(
        "chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr "
        "--user-data-dir=profile --dump-dom page.html 2>log; cat log >&2",
        folder.path().string());
    CAPTURE(opened.err);
    const std::size_t at = opened.out.find("<pre id=\"said\">");
    REQUIRE(at != std::string::npos);
    const std::string said = opened.out.substr(at, opened.out.find("</pre>", at) - at);
    CAPTURE(said);
    CHECK(opened.err.find("CONSOLE") == std::string::npos);
    CHECK(said.find("\"all\":2000") != std::string::npos);
    CHECK(said.find("\"cheap\":1000") != std::string::npos);  // prices 1 to 2000, at most the 1,000th
    CHECK(said.find("\"meshes\":250") != std::string::npos);  // a quarter of these
    CHECK(said.find("\"axis\":true") != std::string::npos);
    CHECK(said.find("\"command\":\"wafernet estimate mesh:") != std::string::npos);
    const std::size_t ms = said.find("\"ms\":");
    REQUIRE(ms != std::string::npos);
    CHECK(std::stoi(said.substr(ms + 5)) < 1000);
}
