// A traffic matrix as rows of demands, and from a CSV file.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "core/csv_terminal.hpp"
#include "traffic/patterns.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::traffic {

namespace {

class Matrix final : public Traffic {
public:
    explicit Matrix(std::vector<std::vector<Demand>> rows) : rows_(std::move(rows)), rates_(rows_.size()) {
        double busiest = 0.0;
        for (std::size_t v = 0; v < rows_.size(); ++v) {
            for (const Demand& d : rows_[v]) rates_[v] += d.share;
            busiest = std::max(busiest, rates_[v]);
        }
        for (std::size_t v = 0; v < rows_.size(); ++v) {
            rates_[v] /= busiest;
            std::vector<double> sums;
            double sum = 0.0;
            for (Demand& d : rows_[v]) sums.push_back(sum += d.share /= busiest);
            sums_.push_back(std::move(sums));
        }
    }

    void row(Node source, std::vector<Demand>& row) const override { row = rows_[source]; }
    [[nodiscard]] double rate(Node source) const override { return rates_[source]; }
    [[nodiscard]] Node sample(Node source, double u) const override {
        const std::vector<double>& sums = sums_[source];
        const auto at = std::upper_bound(sums.begin(), sums.end(), u * sums.back()) - sums.begin();
        return rows_[source][std::min(static_cast<std::size_t>(at), sums.size() - 1)].destination;
    }

private:
    std::vector<std::vector<Demand>> rows_;
    std::vector<double> rates_;
    std::vector<std::vector<double>> sums_;  // running sums of the shares
};

struct Place {
    const std::string& path;
    std::size_t line;
    [[nodiscard]] std::string text() const { return path + ":" + std::to_string(line) + ": "; }
};

double rate_of(std::string cell, const Place& place, char separator) {
    if (separator == ';') std::replace(cell.begin(), cell.end(), ',', '.');  // decimal commas go with semicolons
    const auto rate = number_in<double>(cell);
    if (!rate || !std::isfinite(*rate) || *rate < 0.0)
        throw InputError(place.text() + "'" + cell.substr(0, 40) + "' is no rate, need a number >= 0");
    return *rate;
}

struct Rates {
    std::vector<std::vector<Demand>> rows;
    std::vector<double> sums;
    double least = 0.0;  // of the rates that are not 0
    std::size_t least_line = 0;
};

void add(Rates& rates, Node from, Node to, double rate, const Place& place, std::size_t column) {
    if (rate == 0.0) return;
    if (from == to)
        throw InputError(place.text() + "column " + std::to_string(column) + ": node " + std::to_string(from) +
                         " sends to itself, need 0 there: a file says what goes over the network");
    rates.rows[from].push_back({to, rate});
    rates.sums[from] += rate;
    if (!std::isfinite(rates.sums[from]))
        throw InputError(place.text() + "the rates of node " + std::to_string(from) +
                         " add up to more than a number can hold, need smaller ones");
    if (rates.least_line == 0 || rate < rates.least) {
        rates.least = rate;
        rates.least_line = place.line;
    }
}

}  // namespace

std::unique_ptr<Traffic> matrix(std::vector<std::vector<Demand>> rows) {
    return std::make_unique<Matrix>(std::move(rows));
}

std::ifstream open_csv(const std::string& path) {
    std::ifstream file = opened(readable(path));
    if (!file || std::filesystem::is_directory(path))
        throw InputError("cannot read the traffic matrix '" + path + "', need a CSV file");
    return file;
}

std::unique_ptr<Traffic> from_csv(const std::string& path, const Network& network) {
    std::ifstream file = open_csv(path);
    const std::vector<Node> terminals = terminals_of(network);
    std::vector<bool> terminal(network.graph.nodes());
    for (const Node v : terminals) terminal[v] = true;
    const NodeNames names(network);

    Rates rates{std::vector<std::vector<Demand>>(network.graph.nodes()), std::vector<double>(network.graph.nodes())};
    std::string line;
    std::size_t number = 0;
    std::size_t row = 0;
    bool triples = false;
    char separator = 0;
    while (next_line(file, line, number)) {
        const Place place{path, number};
        if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
        if (separator == 0) separator = csv_separator(line);
        std::vector<std::string> cells = csv_cells(line, place.text(), separator);
        if (cells.back().empty()) cells.pop_back();  // a comma ends the line
        if (row == 0 && !triples && cells == std::vector<std::string>{"source", "destination", "rate"}) {
            triples = true;
            continue;
        }
        if (triples) {
            if (cells.size() != 3)
                throw InputError(place.text() + std::to_string(cells.size()) + " cells, need source,destination,rate");
            const auto node = [&](const std::string& cell) {
                return csv_terminal(cell, names, terminal, place.text());
            };
            add(rates, node(cells[0]), node(cells[1]), rate_of(cells[2], place, separator), place, 3);
            continue;
        }
        if (cells.size() != terminals.size())
            throw InputError(place.text() + std::to_string(cells.size()) +
                             " cells between commas or semicolons, need one for each of the " +
                             std::to_string(terminals.size()) + " nodes of " + network.word +
                             " (or a first line source,destination,rate)");
        if (row == terminals.size())
            throw InputError(place.text() + "more rows than the " + std::to_string(terminals.size()) + " nodes of " +
                             network.word);
        for (std::size_t i = 0; i < cells.size(); ++i)
            add(rates, terminals[row], terminals[i], rate_of(cells[i], place, separator), place, i + 1);
        ++row;
    }
    if (number == 0) throw InputError(nothing_in(path));
    if (!triples && row != terminals.size())
        throw InputError(path + ": " + std::to_string(row) + " rows, need one for each of the " +
                         std::to_string(terminals.size()) + " nodes of " + network.word);
    if (rates.least_line == 0) throw InputError(path + ": no node sends anything");
    // Shares of the busiest source, times a load, must stay numbers of full precision.
    constexpr double least_share = 1e-290;
    if (rates.least / *std::max_element(rates.sums.begin(), rates.sums.end()) < least_share)
        throw InputError(Place{path, rates.least_line}.text() +
                         "a rate that is not 0 is less than 1e-290 of what the busiest node sends, need 0 or more");
    return matrix(std::move(rates.rows));
}

}  // namespace wafernet::traffic
