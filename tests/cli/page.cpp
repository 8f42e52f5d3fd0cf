#include <doctest/doctest.h>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

std::string html_page(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--format", "html"});
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
}

}  // namespace

TEST_CASE("a page has figures, curve, network, stack, layout, assumptions and the command, and loads nothing") {
    const std::string html = html_page({"estimate", "torus:4x4", "--planes", "4", "--technology", "tsv"});
    CHECK(html.starts_with("<!DOCTYPE html>"));
    CHECK(html.ends_with("</html>\n"));
    CHECK(count(html, "<svg ") == 4);
    CHECK(count(html, "<svg ") == count(html, "</svg>"));
    CHECK(count(html, "<table") == count(html, "</table>"));
    CHECK(count(html, "<div") == count(html, "</div>"));
    for (const char* text :
         {"Latency over load", "torus:4x4, stack", "layout ", "Assumptions of technology tsv", "How this page was made",
          "wafernet estimate torus:4x4 --planes 4", "saturates at", "<td>diameter_hops</td>", "deadlock free"}) {
        CAPTURE(text);
        CHECK(html.find(text) != std::string::npos);
    }
    // Every value of the page is that of the CSV.
    const Records rows = csv({"estimate", "torus:4x4", "--planes", "4", "--technology", "tsv"});
    for (std::size_t row = 1; row < rows.size(); ++row) {
        CAPTURE(rows[row][0]);
        CHECK(html.find("<td>" + rows[row][0] + "</td>") != std::string::npos);
    }
    CHECK(html.find("<script") == std::string::npos);
    CHECK(count(html, "http") == count(html, "http://www.w3.org/2000/svg") +
                                     count(html, "http://www.w3.org/1999/xlink") + count(html, "http-equiv"));
}

TEST_CASE("a comparison as a page has a column a network and the curves of all") {
    const std::string html = html_page({"compare", "torus:4x4", "mesh:4x4", "--planes", "4"});
    CHECK(html.find("<th scope=\"col\">torus:4x4</th><th scope=\"col\">mesh:4x4</th>") != std::string::npos);
    CHECK(count(html, "<svg ") == 7);
    CHECK(html.find("torus:4x4, mesh:4x4</h1>") != std::string::npos);
}

TEST_CASE("tables of any command are a page, with the picture of their curves") {
    const std::string html = html_page({"latency", "mesh:3x3", "--loads", "0.1:0.3:0.1"});
    CHECK(count(html, "<svg ") == 1);
    CHECK(html.find("<th scope=\"col\">load, flits a node and cycle</th>") != std::string::npos);
    const Folder folder;
    const std::string file = folder.write("<b>&net", "\"<script>alert(1)</script>\" b\nb c\n");
    const std::string own = html_page({"topology", "file:" + file});
    CHECK(own.find("<b>&net") == std::string::npos);
    CHECK(own.find("&lt;b&gt;&amp;net") != std::string::npos);
    const std::string estimate = html_page({"estimate", "file:" + file, "--planes", "3"});
    CHECK(estimate.find("<script>") == std::string::npos);
    CHECK(estimate.find("&lt;script&gt;alert(1)&lt;/script&gt;") != std::string::npos);
}

TEST_CASE("a browser shows the page without a script error, prints it, and at 400 pixels nothing stands out") {
    if (shell("command -v chromium >/dev/null").code != 0) {
        MESSAGE("skipped: chromium is not installed");
        return;
    }
    const Folder folder;
    REQUIRE(program({"estimate", "torus:4x4", "--planes", "4", "-o", folder / "page.html"}).code == 0);
    const auto browser = [&](const std::string& what, const std::string& page) {
        return shell(
            "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
            "--disable-background-networking --disable-component-update --disable-sync "
            "--user-data-dir=$PWD/user --enable-logging=stderr " +
                what + " file://$PWD/" + page,
            folder.path().string());
    };
    for (const char* width : {"400", "1280"}) {
        CAPTURE(width);
        const Outcome shot =
            browser("--window-size=" + std::string(width) + ",1600 --screenshot=$PWD/shot.png", "page.html");
        CHECK(shot.code == 0);
        CHECK(shot.err.find("CONSOLE") == std::string::npos);
        CHECK(contents(folder / "shot.png").size() > 10000);
        std::filesystem::remove(folder / "shot.png");
    }
    CHECK(browser("--print-to-pdf=$PWD/page.pdf", "page.html").code == 0);
    CHECK(contents(folder / "page.pdf").starts_with("%PDF"));
    // A window is never as narrow, a frame is. The page itself forbids scripts: a copy without that says how wide it
    // is.
    std::string copy = contents(folder / "page.html");
    const std::size_t forbids = copy.find("<meta http-equiv");
    REQUIRE(forbids != std::string::npos);
    copy.erase(forbids, copy.find('>', forbids) + 1 - forbids);
    copy.insert(copy.rfind("</body>"),
                "<script>parent.postMessage(document.documentElement.scrollWidth <= innerWidth,'*')</script>");
    folder.write("copy.html", copy);
    folder.write("frame.html",
                 "<title>silent</title><script>onmessage = e => document.title = e.data ? 'fits' : 'too wide'</script>"
                 "<iframe src='copy.html' width='400' height='1600' style='border: 0'></iframe>");
    const Outcome frame = browser("--virtual-time-budget=3000 --dump-dom", "frame.html");
    CHECK(frame.out.find("<title>fits</title>") != std::string::npos);
}
