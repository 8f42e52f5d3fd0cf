#include "wafernet/io/technology.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "about.hpp"
#include "this_build.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

const std::string good =
    "name = \"t\"\ntitle = \"t\"\n"
    "pe_side = {value = 2.0, unit = \"mm\", source = \"here\"}\n"
    "tile_side = {value = 0.3, unit = \"cm\", source = \"here\"}\n"
    "via_pitch = {value = 500, unit = \"um\", source = \"here\"}\n"
    "line_width = {value = 2, unit = \"um\"}\n"
    "lines_per_link = {value = 16, unit = \"1\", source = \"here\"}\n"
    "blocks = {value = 4, unit = \"1\", source = \"here\"}\n"
    "plane_pitch = {value = 0.5, unit = \"mm\", source = \"here\"}\n"
    "switch_share = {value = 30, unit = \"percent\", source = \"here\"}\n"
    "critical_share = {value = 0.5, unit = \"1\", source = \"here\"}\n";

class File {
public:
    explicit File(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                ("wafernet-technology-" + std::to_string(++number_) + ".toml")) {
        std::ofstream(path_) << text;
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { std::filesystem::remove(path_); }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    static inline int number_ = 0;
    std::filesystem::path path_;
};

std::string replaced(const std::string& from, const std::string& to) {
    std::string text = good;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
    const File file(text);
    try {
        (void)read_technology(file.path());
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("every technology that comes with wafernet reads, and what has no source is called an assumption") {
    REQUIRE(technology_names().size() >= 6);
    for (const std::string& name : technology_names()) {
        CAPTURE(name);
        const Technology t = read_technology(name);
        CHECK(t.name == name);
        CHECK(t.tile_side.value >= t.pe_side.value);
        std::size_t assumed = 0;
        for (const auto& [source, key] : {std::pair{t.pe_side.source, "pe_side"},
                                          {t.via_pitch.source, "via_pitch"},
                                          {t.line_width.source, "line_width"}}) {
            bool listed = false;
            for (const auto* items : {&t.assumptions, &t.price_assumptions, &t.energy_assumptions}) {
                for (const std::string& item : *items) listed = listed || item.starts_with(key);
            }
            CHECK(listed == source.empty());
            assumed += listed ? 1 : 0;
        }
        CHECK(assumed <= t.assumptions.size() + t.price_assumptions.size() + t.energy_assumptions.size());
    }
}

TEST_CASE(
    "the technology of the thesis has its PE of 4 mm2, its switch area of 0.75 mm2 a tile and its plane of 0.056 cm") {
    const Technology t = read_technology("thesis");
    CHECK(t.pe_critical_area().in(units::mm2) == about(4.0));
    CHECK(t.switch_critical_area().in(units::mm2) == about(0.75));
    CHECK(t.plane_pitch.value.in(units::cm) == about(0.056));
    CHECK(t.note.find("a fit") == 0);
    CHECK(t.assumptions == std::vector<std::string>{"line_width = 2 um"});
}

TEST_CASE("units of a technology file are converted") {
    const File file(good);
    const Technology t = read_technology(file.path());
    CHECK(t.tile_side.value.in(units::mm) == about(3.0));
    CHECK(t.via_pitch.value.in(units::mm) == about(0.5));
    CHECK(t.switch_share.value == about(0.3));
}

TEST_CASE("a technology with a missing, negative or unit-less value is refused with the place") {
    CHECK(complaint(good).empty());
    const std::string missing =
        complaint(replaced("via_pitch = {value = 500, unit = \"um\", source = \"here\"}\n", ""));
    CHECK(missing.find("no via_pitch, need via_pitch = {value = .., unit = \"mm\"") != std::string::npos);
    const std::string negative = complaint(replaced("value = 2.0", "value = -2.0"));
    CHECK(negative.find(":3:") != std::string::npos);
    CHECK(negative.find("pe_side is -2, need more than 0") != std::string::npos);
    CHECK(complaint(replaced("value = 2.0", "value = 0")).find("need more than 0") != std::string::npos);
    const std::string unitless = complaint(replaced("{value = 2.0, unit = \"mm\",", "{value = 2.0,"));
    CHECK(unitless.find("pe_side has no unit, need unit = mm or cm or um") != std::string::npos);
    CHECK_FALSE(complaint(replaced("{value = 2.0, unit = \"mm\", source = \"here\"}", "2.0")).empty());
    CHECK(complaint(replaced("unit = \"mm\"", "unit = \"ns\"")).find("unit = 'ns', need mm or cm or um") !=
          std::string::npos);
    CHECK_FALSE(complaint(replaced("value = 2.0", "value = nan")).empty());
    CHECK_FALSE(complaint(replaced("value = 2.0", "value = \"two\"")).empty());
    CHECK(complaint(replaced("value = 30, unit", "value = 130, unit")).find("need 0..1") != std::string::npos);
    CHECK(complaint(replaced("value = 2.0", "value = 4.0")).find("the tile of 3 mm is smaller than the PE of 4 mm") !=
          std::string::npos);
    const std::string slip = complaint(replaced("via_pitch", "via_ptch"));
    CHECK(slip.find(":5:1: unknown key 'via_ptch' (did you mean 'via_pitch'?)") != std::string::npos);
    CHECK(complaint(replaced("value = 16,", "value = 64.5,"))
              .find(":7:19: lines_per_link is 64.5, need a whole number") != std::string::npos);
    CHECK_FALSE(complaint(good + "via_pich = {value = 1, unit = \"um\"}\n").empty());
    CHECK_FALSE(complaint(replaced("source = \"here\"", "sorce = \"here\"")).empty());
    CHECK_FALSE(complaint("").empty());
}

TEST_CASE("a technology whose wires, areas or blocks no number holds is refused with the place") {
    CHECK(complaint(replaced("value = 16,", "value = 4.7e17,"))
              .find(":7:19: lines_per_link is 4.7e+17, need a whole number from 1 to 1000000") != std::string::npos);
    CHECK(complaint(replaced("value = 16,", "value = 1e30,")).find("need a whole number from 1 to 1000000") !=
          std::string::npos);
    CHECK(complaint(replaced("value = 4,", "value = 1e300,"))
              .find(":8:11: blocks is 1e+300, need a whole number from 1 to 1000000") != std::string::npos);
    CHECK(complaint(replaced("value = 0.3,", "value = 1e300,")).find(":4:14: tile_side is 1e+300, need at most 1e9") !=
          std::string::npos);
    CHECK(complaint(replaced("value = 500,", "value = 1e-200,")).find("via_pitch is 1e-200, need at least 1e-9") !=
          std::string::npos);
    CHECK(complaint(replaced("value = 16,", "value = 1000000,")).empty());
}

TEST_CASE("an unknown technology is refused with the nearest name") {
    CHECK_THROWS_WITH_AS(read_technology("thesiss"), doctest::Contains("did you mean 'thesis'?"), InputError);
    CHECK_THROWS_AS(read_technology("no/such.toml"), InputError);
}

TEST_CASE("a technology takes from another what its file does not give") {
    const Technology base = read_technology("hybrid-bond");
    const File file("inherits = \"hybrid-bond\"\nname = \"mine\"\npe_side = {value = 0.5, unit = \"mm\"}\n");
    const Technology t = read_technology(file.path());
    CHECK(t.name == "mine");
    CHECK(t.title == base.title);
    CHECK(t.pe_side.value.in(units::mm) == about(0.5));
    CHECK(t.tile_side.value.in(units::mm) == base.tile_side.value.in(units::mm));
    CHECK(t.wafer_price->value.in(units::usd) == base.wafer_price->value.in(units::usd));
    CHECK(t.values.size() == base.values.size());
    const File third("inherits = \"" + file.path() + "\"\nname = \"third\"\nfo4 = {value = 9, unit = \"ps\"}\n");
    CHECK(read_technology(third.path()).pe_side.value.in(units::mm) == about(0.5));
    CHECK(complaint("inherits = \"hybrid-bnd\"\nname = \"t\"\n").find(":1:1: no technology 'hybrid-bnd'") !=
          std::string::npos);
    CHECK(complaint("inherits = \"hybrid-bond\"\npe_sde = {value = 1, unit = \"mm\"}\n").find("unknown key 'pe_sde'") !=
          std::string::npos);
    const File own("");
    std::ofstream(own.path()) << "inherits = \"" << own.path() << "\"\n";
    CHECK_THROWS_WITH_AS((void)read_technology(own.path()), doctest::Contains("inherit from each other"), InputError);
}

TEST_CASE("all keys that a technology lacks are named at once, and the list of keys has every one that is read") {
    const std::string all = complaint("name = \"t\"\ntitle = \"t\"\npe_side = {value = 1, unit = \"mm\"}\n");
    for (const char* key : {"tile_side", "line_width (mm)", "via_pitch (mm)", "lines_per_link (1)", "plane_pitch (mm)",
                            "switch_share (1)", "critical_share (1)"})
        CHECK(all.find(key) != std::string::npos);
    CHECK(all.find("pe_side") == std::string::npos);
    // From the code: every key that is asked for.
    std::ifstream code(source_folder() / "src/io/technology_file.cpp"),
        list(source_folder() / "models/technology/keys.csv");
    std::set<std::string> read, listed;
    const std::regex asks("(?:value|maybe|word_of|text|maybe_text|having)\\((?:[^\"()]*, )?\"([a-z_0-9]+)\"");
    for (std::string line; std::getline(code, line);) {
        for (std::sregex_iterator m(line.begin(), line.end(), asks), end; m != end; ++m) read.insert((*m)[1]);
    }
    for (const char* of_entry : {"value", "unit", "source", "low", "high"}) read.erase(of_entry);
    std::string line;
    std::getline(list, line);
    while (std::getline(list, line)) listed.insert(line.substr(0, line.find(',')));
    CHECK(read == listed);
}
