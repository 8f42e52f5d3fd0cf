// [figure] and [[series]] of tables/*.toml: how a figure is drawn anew.
#include <algorithm>

#include "io/toml.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/published/figure.hpp"

namespace wafernet::published {

namespace {

using model::TomlSection;

bool yes_or_no(const TomlSection& section, std::string_view key) {
    const std::string word = section.maybe_text(key).value_or("no");
    if (word != "yes" && word != "no") section.fail(key, "need yes or no");
    return word == "yes";
}

PrintedFigure figure_of(const TomlSection& section, std::string& command) {
    PrintedFigure figure;
    command = section.maybe_text("command").value_or("");
    figure.bars = yes_or_no(section, "bars");
    figure.x = section.text("x");
    figure.y = section.text("y");
    figure.x_column = section.text("x_column");
    figure.log_x = yes_or_no(section, "log_x");
    figure.log_y = yes_or_no(section, "log_y");
    if (section.has("names")) figure.names = section.texts("names");
    section.finish();
    return figure;
}

// The word of latency over load, which is no quantity of one number.
constexpr std::string_view latency_over_load = "latency_over_load";

// `command`: of the figure, where the series has none of its own.
PrintedSeries series_of(const TomlSection& section, std::span<const PrintedColumn> columns,
                        const std::string& command) {
    PrintedSeries series;
    series.command = section.maybe_text("command").value_or(command);
    series.name = section.text("name");
    series.panel = section.maybe_text("panel").value_or("");
    if (section.has("column")) {
        const std::string name = section.text("column");
        const auto column = std::ranges::find_if(columns, [&](const PrintedColumn& c) { return c.name == name; });
        if (column == columns.end() || !column->definition)
            section.fail("column", "no column of this name has a definition");
        series.road = column->settled() == nullptr ? *column->definition : *column->settled();
        for (const auto& [key, value] : column->arguments) series.road.arguments.try_emplace(key, value);
    } else if (section.text("quantity") != latency_over_load) {
        try {
            series.road.quantity = &quantity(section.text("quantity"));
        } catch (const InputError& error) {
            section.fail("quantity", error.what());
        }
    }
    if (series.command.empty() && series.road.quantity != nullptr)
        section.fail("command", "need the command that shows the points too, and its column");
    if (series.command.empty()) series.command = "latency latency_cycles";
    if (const auto arguments = section.maybe_section("arguments")) {
        for (const std::string& key : arguments->keys())
            series.road.arguments.insert_or_assign(key, arguments->number_or_text(key));
    }
    series.networks = section.texts("networks");
    if (series.networks.empty()) section.fail("networks", "an empty list, need at least one network");
    series.argument = section.maybe_text("argument").value_or("");
    if (section.has("values")) series.values = section.numbers("values");
    if (!series.argument.empty() && (series.networks.size() != 1 || series.values.empty()))
        section.fail("argument", "need one network and the values");
    const std::size_t points = series.argument.empty() ? series.networks.size() : series.values.size();
    if (series.argument.empty() && !series.values.empty() && series.values.size() != points)
        section.fail("values", "need as many as networks");
    if (section.has("printed")) series.printed = section.texts("printed");
    if (!series.printed.empty() && series.printed.size() != points)
        section.fail("printed", "need as many as points, empty texts where none is printed");
    section.finish();
    return series;
}

}  // namespace

std::optional<PrintedFigure> read_figure(const std::filesystem::path& file, std::span<const PrintedColumn> columns) {
    const TomlSection top = TomlSection::of_file(file);
    const auto section = top.maybe_section("figure");
    if (!section) return std::nullopt;
    std::string command;
    PrintedFigure figure = figure_of(*section, command);
    for (const TomlSection& series : top.sections("series"))
        figure.series.push_back(series_of(series, columns, command));
    if (figure.series.empty()) section->fail({}, "a figure without series, need [[series]]");
    return figure;
}

}  // namespace wafernet::published
