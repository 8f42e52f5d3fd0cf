// Placements of the user's own.
#include <doctest/doctest.h>

#include "checks.hpp"

using namespace wafernet::test;

namespace {

// mesh:4x4 in rows of two planes: node v on plane v / 8 + 1, tile (v mod 4, v / 4 mod 2), `mm` apart.
std::string rows_of_mesh(const std::string& head, double mm, const std::string& bottom, const std::string& top) {
    std::string text = head + "\n";
    for (int v = 0; v < 16; ++v)
        text += std::to_string(v) + "," + (v < 8 ? bottom : top) + "," + std::to_string(v % 4 * mm) + "," +
                std::to_string(v / 4 % 2 * mm) + "\n";
    return text;
}

}  // namespace

TEST_CASE("a file of the rows of a mesh is the placement in address order") {
    const Folder folder;
    const std::string tiles = folder.write("tiles.csv", rows_of_mesh("node,plane,x,y", 1.0, "1", "2")),
                      mm = folder.write("mm.csv", rows_of_mesh("node,plane,x_mm,y_mm", 1.0, "base", "upper"));
    for (const char* command : {"stack", "cost", "energy", "latency"}) {
        CAPTURE(command);
        const std::vector<std::string> rest =
            command == std::string("energy")    ? std::vector<std::string>{"--loads", "0.1"}
            : command == std::string("latency") ? std::vector<std::string>{"--loads", "0.1"}
                                                : std::vector<std::string>();
        // All but the placement's names and the documents' formula, which knows no file.
        const auto with = [&](std::vector<std::string> words) {
            words.insert(words.begin(), {command, "mesh:4x4", "--technology", "hybrid-bond"});
            words.insert(words.end(), rest.begin(), rest.end());
            Records rows = csv(words);
            for (const char* name : {"placement", "layout", "peak_formula_links"}) {
                const auto at = std::ranges::find(rows[0], name) - rows[0].begin();
                for (auto& row : rows) {
                    if (at < std::ssize(row)) row.erase(row.begin() + at);
                }
            }
            return rows;
        };
        const Records address = with({"--planes", "2", "--placement", "address", "--layout", "raster"});
        CHECK(with({"--placement", "file:" + tiles}) == address);
        // A tile of hybrid-bond is 1 mm.
        CHECK(with({"--placement", "file:" + mm}) == address);
    }
}

TEST_CASE("wires and vertical links are those of the tiles that a file gives") {
    const Folder folder;
    // A ring of four on two planes, neighbours 0-1, 1-2, 2-3, 3-0: 0 and 2 below, 1 and 3 above. All four links are
    // vertical; no wire is within a plane. The plane has 3 x 2 tiles.
    const std::string file = folder.write("ring.csv", "node,plane,x,y\n0,1,0,0\n2,1,2,1\n1,2,0,0\n3,2,2,1\n");
    const Records rows = csv({"stack", "ring:4", "--placement", "file:" + file, "--technology", "hybrid-bond"});
    const auto column = [&](const std::string& name) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), name);
        REQUIRE(at != rows[0].end());
        return rows[1][static_cast<std::size_t>(at - rows[0].begin())];
    };
    CHECK(column("planes") == "2");
    CHECK(column("peak_vertical_links") == "4");
    CHECK(column("nodes_per_plane") == "2");
    CHECK(program({"draw", "ring:4", "--layout", "--placement", "file:" + file, "-o", folder / "ring.svg"}).code == 0);
}

TEST_CASE("what is wrong with a placement is said with its line") {
    const Folder folder;
    const auto wrong = [&](const std::string& text, const std::string& hint) {
        refused({"stack", "ring:3", "--placement", "file:" + folder.write("p.csv", text)}, hint);
    };
    wrong("0,1,0,0\n", "must name the columns node,plane,x,y");
    wrong("node,plane,x,y\n0,1,0,0\n0,1,1,0\n", "p.csv:3: node 0 a second time");
    wrong("node,plane,x,y\n0,1,0,0\n1,1,0,0\n", "p.csv:3: node 1 on the tile of line 2");
    wrong("node,plane,x,y\n0,1,0,0\n1,1,1,0\n", "no line for node 2");
    wrong("node,plane,x,y\n0,1,0,0\n1,3,1,0\n2,3,2,0\n", "a plane without a node");
    wrong("node,plane,x,y\n0,1,0,0\n1,top,1,0\n", "p.csv:3: 'top' is no plane");
    wrong("node,plane,x,y\n0,1,0.5,0\n", "p.csv:2: '0.5' is no place");
    wrong("node,plane,x,y\n7,1,0,0\n", "p.csv:2:");
    refused({"stack", "ring:3", "--placement", "file:" + (folder / "none.csv")}, "none.csv");
    refused({"stack", "ring:3", "--planes", "3", "--placement",
             "file:" + folder.write("q.csv", "node,plane,x,y\n0,1,0,0\n1,1,1,0\n2,2,0,0\n")},
            "which has 2 planes");
}
