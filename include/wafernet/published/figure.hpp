// Figures of documents drawn anew: their series computed, printed points beside them, the claims of the text below.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wafernet/published/published.hpp"
#include "wafernet/report/plot.hpp"

namespace wafernet::published {

/// One curve of a figure, or the bars of one kind: a quantity of several networks, or of one for several values of an
/// argument, or latency over load.
struct PrintedSeries {
    std::string name;
    std::string panel{};                ///< "(a) 256 nodes"; empty: the figure has one
    Road road;                          ///< arguments of its column and its own among them; its quantity is null of a
                                        ///< series of latency over load
    std::vector<std::string> networks;  ///< one, where an argument has several values
    std::string argument{};             ///< that has `values`; empty: none has
    std::vector<double> values{};  ///< of the argument; without one those of the abscissa, empty: the numbers of nodes
    std::vector<std::string> printed{};  ///< where the document prints its points, as many; empty: it does not
    std::string command{};  ///< that shows the points too, and the column: "topology --no-bisection diameter_hops"
};

/// How a figure of a document is drawn, and its series.
struct PrintedFigure {
    bool bars = false;     ///< bars with the names of the networks; else curves
    std::string x, y;      ///< labels with units
    std::string x_column;  ///< of the table of its points: "nodes"
    bool log_x = false, log_y = false;
    std::vector<std::string> names{};  ///< of the positions of bars; empty: the networks
    std::vector<PrintedSeries> series{};
};

/// Returns the figure of a table's file, or nothing where it has none. `columns` are those of the table. Throws
/// InputError with file, line and column.
std::optional<PrintedFigure> read_figure(const std::filesystem::path& file, std::span<const PrintedColumn> columns);

struct FigurePoint {
    double x = 0.0;                      ///< position of a bar, from 0
    Value y;                             ///< a number, or why there is none
    std::string printed{};               ///< as in the document; empty: not printed
    std::optional<double> half_width{};  ///< of the interval of what is simulated
};

struct FigureSeries {
    std::string name;
    std::string panel;
    std::vector<FigurePoint> points;
    bool simulated = false;
    std::string problem{};  ///< why it has no point
};

/// Returns the points of a figure's series, in the order of the file: static ones computed as the columns are, those of
/// latency over load by the queueing model, and where `bench.simulate` by the simulator too, as series of their own.
/// Throws InputError where a network cannot be built.
std::vector<FigureSeries> figure_series(const PrintedFigure& figure, Workbench& bench);

/// Returns the points as a table: one row an abscissa, one column a series; `panel` in front where there are several.
/// Printed points have columns of their own.
Table points_table(const PrintedTable& table, const PrintedFigure& figure, std::span<const FigureSeries> series);

/// Returns the figure, a plot a panel; the verdicts on the claims stand below the last one.
std::vector<Plot> figure_plots(const PrintedTable& table, const PrintedFigure& figure,
                               std::span<const FigureSeries> series, std::span<const Finding> findings);

}  // namespace wafernet::published
