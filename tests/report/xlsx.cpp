#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <sys/resource.h>

#include "wafernet/report/render.hpp"
#include "workbook.hpp"

using namespace wafernet;
using namespace wafernet::test;

namespace {

const Provenance made_by{
    "9.9.9", {"latency", "file:my net.csv", "--loads", "0.1"}, 7, {{"networks", "file:my net.csv"}}};

std::string workbook(const std::vector<Table>& tables) { return render(tables, {Format::xlsx, {}, made_by}); }

Table curve() {
    Table table{"latency by model: a/b [1]",
                {{"load_flits_per_node_cycle", "", 3}, {"latency_cycles", "", 2}, {"network", ""}},
                {},
                {"a note about <all> rows"}};
    for (int i = 1; i <= 4; ++i) {
        table.add({0.1 * i, i < 4 ? Value(20.0 + 1.0 / 3.0 * i) : Value(Missing{"saturated at 0.35"}),
                   std::string("torus:8x8")});
    }
    return table;
}

// The numbers of a sheet in their order, without a parser: that of workbook.hpp is slow on many cells.
std::vector<double> numbers_of(const std::string& sheet) {
    std::vector<double> numbers;
    for (std::size_t at = 0; (at = sheet.find("<c ", at)) != std::string::npos; ++at) {
        const std::size_t end = sheet.find('>', at), value = sheet.find("<v>", at);
        if (sheet.substr(at, end - at).find(" t=") == std::string::npos)
            numbers.push_back(std::strtod(sheet.c_str() + value + 3, nullptr));
    }
    return numbers;
}

}  // namespace

TEST_CASE("a workbook has a sheet for each table with numbers as numbers and texts as texts") {
    if (!can_unzip()) {
        MESSAGE("skipped: unzip is not installed");
        return;
    }
    Table words{"words", {{"name", ""}, {"count", ""}}, {}, {}};
    const std::vector<std::string> texts{
        "=1+1", "@x", "<script>alert('1')</script>", "a\x01\x1b[31mb\n", "_x0041_", "0011", "\xC3\xA9\xFF"};
    for (const std::string& text : texts) words.add({text, std::int64_t{3}});
    words.add({std::string("large"), std::int64_t{9007199254740993}});
    const Folder folder;
    const std::string file = folder.write("book.xlsx", workbook({curve(), words, words}));
    CHECK(sheets(file) == std::vector<std::string>{"latency by model  a b  1", "words", "words 2", "provenance"});
    const auto first = cells(file, 1);
    CHECK(first.at("A1").value == "load_flits_per_node_cycle");
    CHECK(first.at("A2").type == "n");
    CHECK(std::strtod(first.at("A2").value.c_str(), nullptr) == 0.1);
    CHECK(first.at("B2").value == "20.33333333333333");  // 61 / 3 to 16 digits
    CHECK_FALSE(first.contains("B5"));                   // a missing value
    CHECK(first.at("C2").type == "s");
    const auto second = cells(file, 2);
    const std::vector<std::string> read{
        "=1+1", "@x", "<script>alert('1')</script>", "a\\x01\\x1b[31mb\\n", "_x005F_x0041_", "0011", "\xC3\xA9\\xff"};
    for (std::size_t i = 0; i < read.size(); ++i) {
        const Cell& cell = second.at("A" + std::to_string(i + 2));
        CHECK(cell.type == "s");
        CHECK(cell.value == read[i]);
        CHECK(second.at("B" + std::to_string(i + 2)).type == "n");
    }
    CHECK(second.at("B9").type == "s");  // beyond 2^53 a number would lose digits
    CHECK(second.at("B9").value == "9007199254740993");
}

TEST_CASE("a workbook has notes and reasons as comments, a frozen head with filters and its provenance") {
    if (!can_unzip()) {
        MESSAGE("skipped: unzip is not installed");
        return;
    }
    const Folder folder;
    const std::string file = folder.write("book.xlsx", workbook({curve()}));
    const std::string comments = part(file, "xl/comments1.xml");
    CHECK(comments.find("a note about &lt;all&gt; rows") != std::string::npos);
    CHECK(comments.find("saturated at 0.35") != std::string::npos);
    CHECK(comments.find("ref=\"B5\"") != std::string::npos);
    const std::string sheet = part(file, "xl/worksheets/sheet1.xml");
    CHECK(sheet.find("state=\"frozen\"") != std::string::npos);
    CHECK(sheet.find("<autoFilter ref=\"A1:C5\"/>") != std::string::npos);
    const auto provenance = cells(file, 2);
    CHECK(provenance.at("B1").value == "wafernet 9.9.9");
    CHECK(provenance.at("B2").value == "wafernet latency 'file:my net.csv' --loads 0.1");
    CHECK(provenance.at("B3").value == "7");
    CHECK(workbook({curve()}) == workbook({curve()}));  // the same bytes
}

TEST_CASE("many rows are written as they come, and none is lost") {
    Table table{"many", {{"number", ""}, {"half", ""}, {"word", ""}}, {}, {}};
    constexpr std::int64_t rows = 20000;
    for (std::int64_t i = 0; i < rows; ++i) table.add({i, 0.5 * static_cast<double>(i), std::string("=a")});
    const std::string bytes = workbook({table});
    CHECK(bytes.starts_with("PK"));
    if (!can_unzip()) return;
    const Folder folder;
    const std::string sheet = part(folder.write("many.xlsx", bytes), "xl/worksheets/sheet1.xml");
    std::int64_t found = 0;
    for (std::size_t at = 0; (at = sheet.find("<row ", at)) != std::string::npos; ++at) ++found;
    CHECK(found == rows + 1);
    CHECK(sheet.find("<c r=\"A20001\"") != std::string::npos);
    CHECK(sheet.find("<v>9999.5</v>") != std::string::npos);
    CHECK(sheet.find("<c r=\"C20001\" t=\"inlineStr\"><is><t>=a</t></is></c>") != std::string::npos);
}

TEST_CASE("numbers of a workbook are those of the table to 16 digits, on every sheet and in long tables") {
    if (!can_unzip()) {
        MESSAGE("skipped: unzip is not installed");
        return;
    }
    std::mt19937_64 random(1);
    const auto any_double = [&] {
        for (;;) {
            const std::uint64_t bits = random();
            double number = 0.0;
            std::memcpy(&number, &bits, sizeof number);
            if (std::isnormal(number)) return number;
        }
    };
    for (const std::size_t rows : {std::size_t{200}, std::size_t{3000}}) {
        CAPTURE(rows);
        Table table{"numbers", {{"any", ""}, {"third", "", 2}, {"word", ""}, {"whole", ""}}, {}, {}};
        for (std::size_t i = 0; i < rows; ++i)
            table.add({any_double(), static_cast<double>(i) / 3.0, std::string("w"), std::int64_t(i)});
        const Folder folder;
        const std::string file = folder.write("book.xlsx", workbook({table, table}));
        CHECK(shell("unzip -tq book.xlsx", folder.path().string()).code == 0);  // its check sums
        for (const char* sheet : {"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"}) {
            const std::vector<double> read = numbers_of(part(file, sheet));
            REQUIRE(read.size() == 3 * rows);
            std::size_t differ = 0;
            for (std::size_t i = 0; i < rows; ++i) {
                // Half a unit of the 16th digit is at most 5e-16 of the number, the double nearest to it 1.2e-16 more.
                for (const std::size_t c : {0, 1}) {
                    const double exact = std::get<double>(table.rows[i][c]);
                    differ += !(std::abs(read[3 * i + c] / exact - 1.0) <= 6.5e-16) && read[3 * i + c] != exact;
                }
                differ += read[3 * i + 2] != static_cast<double>(i);
            }
            CHECK(differ == 0);
        }
    }
}

TEST_CASE("LibreOffice reads the values of a workbook, to 16 digits") {
    if (shell("command -v libreoffice >/dev/null").code != 0) {
        MESSAGE("skipped: libreoffice is not installed");
        return;
    }
    const Folder folder;
    Table table{"values", {{"a", ""}, {"b", "", 2}, {"c", ""}}, {}, {}};
    for (const double number : {61.0 / 3.0, 1.0 / 3.0, 0.1 + 0.2, 1e-300 / 7.0, 1234567.8901234567, -2.0 / 3e20})
        table.add({number, number, std::string("=1+1")});
    folder.write("book.xlsx", workbook({table}));
    // As .xls, which holds numbers in binary: its other formats have 15 digits.
    REQUIRE(shell("HOME=$PWD libreoffice --headless --convert-to xls book.xlsx >/dev/null 2>&1", folder.path().string())
                .code == 0);
    const std::string binary = contents(folder / "book.xls");
    for (const auto& row : table.rows) {
        char bytes[sizeof(double)];
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.16g", std::get<double>(row[0]));
        const double written = std::strtod(digits, nullptr);
        std::memcpy(bytes, &written, sizeof bytes);
        const std::string_view number(bytes, sizeof bytes);
        const std::size_t first = binary.find(number);
        CHECK(first != std::string::npos);
        CHECK(binary.find(number, first + 1) != std::string::npos);  // the second column
    }
    // What a spreadsheet shows when it is asked for CSV.
    Table shown{"values", {{"a", ""}, {"b", ""}}, {}, {}};
    shown.add({0.1, std::string("=1+1")});
    shown.add({1234.5, std::string("x,y")});
    folder.write("shown.xlsx", workbook({shown}));
    const Outcome csv = shell(
        "HOME=$PWD libreoffice --headless --convert-to csv:'Text - txt - csv (StarCalc)':"
        "44,34,76,1,,0,false,false shown.xlsx >/dev/null 2>&1; cat shown.csv",
        folder.path().string());
    CHECK(csv.out == "a,b\n0.1,=1+1\n1234.5,\"x,y\"\n");
}

TEST_CASE("a sheet of 100,000 rows takes less than two seconds and 200 MB" * doctest::test_suite("long")) {
    Table table{"large", {{"a", ""}, {"b", ""}, {"c", ""}, {"word", ""}}, {}, {}};
    for (int i = 0; i < 100000; ++i)
        table.add({i / 3.0, std::sqrt(static_cast<double>(i)), std::int64_t{i}, std::string("ok")});
    const auto most_memory = [] {  // KB
        struct rusage use = {};
        ::getrusage(RUSAGE_SELF, &use);
        return use.ru_maxrss;
    };
    const auto begun = std::clock();
    const long before = most_memory();
    const std::string bytes = workbook({table});
    CHECK(most_memory() - before < 200 * 1024);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    MESSAGE(bytes.size() << " bytes in " << seconds << " s");
    CHECK(seconds < 2.0);
}
