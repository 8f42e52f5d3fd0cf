// The picture of planes in tiles, with the wires in tracks between the tiles.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "report/picture_parts.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

struct Packed {
    std::vector<std::uint32_t> track;  // of every interval
    std::uint32_t tracks = 0;
};

// Intervals in tracks side by side, none of which touch in a track: the first track that is free, from left to right.
Packed packed(const std::vector<std::pair<double, double>>& intervals) {
    std::vector<std::size_t> order(intervals.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return intervals[x].first < intervals[y].first; });
    std::vector<double> ends;
    Packed out{std::vector<std::uint32_t>(intervals.size())};
    for (const std::size_t i : order) {
        std::size_t t = 0;
        while (t < ends.size() && ends[t] >= intervals[i].first) ++t;
        if (t == ends.size()) ends.push_back(0.0);
        ends[t] = intervals[i].second;
        out.track[i] = static_cast<std::uint32_t>(t);
    }
    out.tracks = static_cast<std::uint32_t>(ends.size());
    return out;
}

struct Wire {
    Link link = 0;
    std::size_t a = 0, b = 0;  // positions among the nodes of the plane
    std::uint32_t pin_a = 0, pin_b = 0;
    bool bottom_a = true, bottom_b = false;  // pins are on the lower edge of a tile, or on its right one
    std::uint32_t row_track = 0, column_track = 0;
};

constexpr double used_edge = 0.9;  // share of a tile's edge that has pins

double share(std::uint32_t pin, std::uint32_t of) { return (pin + 1.0) / (of + 1.0) * used_edge; }

struct Wiring {
    std::uint32_t columns = 1, rows = 1;
    std::vector<Wire> wires;
    std::vector<std::uint32_t> bottom_pins, right_pins, vertical;  // of every tile; links to other planes
    std::vector<std::uint32_t> row_tracks, column_tracks;
    std::uint64_t crossing = 0;  // links to other planes
};

// Pins in the order of where their wires go would cross less; the order of the links is enough to tell them apart.
Wiring wires_of(const Network& network, const TilePlane& plane) {
    const Graph& graph = network.graph;
    constexpr std::size_t elsewhere = ~std::size_t{0};
    std::vector<std::size_t> position(graph.nodes(), elsewhere);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Node> taken;
    Wiring w;
    for (std::size_t i = 0; i < plane.nodes.size(); ++i) {
        position[plane.nodes[i]] = i;
        w.columns = std::max(w.columns, plane.at[i].first + 1);
        w.rows = std::max(w.rows, plane.at[i].second + 1);
        const auto [found, fresh] = taken.emplace(plane.at[i], plane.nodes[i]);
        if (!fresh)
            throw InputError("nodes " + network.addresses.print(found->second) + " and " +
                             network.addresses.print(plane.nodes[i]) +
                             " lie on the same tile of a plane, need a layout that is not z-stacked");
    }
    w.bottom_pins.assign(plane.nodes.size(), 0);
    w.right_pins = w.vertical = w.bottom_pins;
    for (Link l = 0; l < graph.links(); ++l) {
        const std::size_t a = position[graph.source(2 * l)], b = position[graph.target(2 * l)];
        if (a == elsewhere && b == elsewhere) continue;
        if (a == elsewhere || b == elsewhere) {
            ++w.vertical[a == elsewhere ? b : a];
            ++w.crossing;
            continue;
        }
        Wire wire{.link = l, .a = a, .b = b};
        wire.bottom_a = plane.at[a].first != plane.at[b].first;
        wire.bottom_b = plane.at[a].second == plane.at[b].second;
        wire.pin_a = wire.bottom_a ? w.bottom_pins[a]++ : w.right_pins[a]++;
        wire.pin_b = wire.bottom_b ? w.bottom_pins[b]++ : w.right_pins[b]++;
        w.wires.push_back(wire);
    }
    return w;
}

// Gives every wire its track below a row of tiles and beside a column.
void assign_tracks(const TilePlane& plane, Wiring& w) {
    const auto pin_x = [&](std::size_t tile, std::uint32_t pin) {
        return plane.at[tile].first + share(pin, w.bottom_pins[tile]);
    };
    const auto pin_y = [&](std::size_t tile, std::uint32_t pin) {
        return plane.at[tile].second + share(pin, w.right_pins[tile]);
    };
    using Spans = std::vector<std::pair<double, double>>;
    std::vector<std::vector<Wire*>> in_row(w.rows), in_column(w.columns);
    std::vector<Spans> row_spans(w.rows), column_spans(w.columns);
    for (Wire& wire : w.wires) {
        const auto [column, row] = std::pair(plane.at[wire.b].first, plane.at[wire.a].second);
        if (wire.bottom_a) {
            const double from = pin_x(wire.a, wire.pin_a);
            const double to = wire.bottom_b ? pin_x(wire.b, wire.pin_b) : column + 0.95;
            in_row[row].push_back(&wire);
            row_spans[row].push_back(std::minmax(from, to));
        }
        if (!wire.bottom_b) {
            const double from = wire.bottom_a ? row + 0.95 : pin_y(wire.a, wire.pin_a);
            in_column[column].push_back(&wire);
            column_spans[column].push_back(std::minmax(from, pin_y(wire.b, wire.pin_b)));
        }
    }
    for (std::uint32_t r = 0; r < w.rows; ++r) {
        const Packed tracks = packed(row_spans[r]);
        for (std::size_t k = 0; k < in_row[r].size(); ++k) in_row[r][k]->row_track = tracks.track[k];
        w.row_tracks.push_back(tracks.tracks);
    }
    for (std::uint32_t c = 0; c < w.columns; ++c) {
        const Packed tracks = packed(column_spans[c]);
        for (std::size_t k = 0; k < in_column[c].size(); ++k) in_column[c][k]->column_track = tracks.track[k];
        w.column_tracks.push_back(tracks.tracks);
    }
}

// Where tiles and tracks of a plane are on the page.
struct Raster {
    double tile_width = 0.0, tile_height = 0.0;
    double pitch = 0.0;               // of tracks
    std::vector<double> left, upper;  // of every column and row, and behind the last
    [[nodiscard]] double width() const { return left.back() - left.front(); }
    [[nodiscard]] double height() const { return upper.back() - upper.front() + 18.0; }
};

std::string line_of(const TilePlane& plane, const Wiring& w, const Raster& raster, const Wire& wire) {
    const auto x_of = [&](std::size_t i, std::uint32_t pin) {
        return svg_number(raster.left[plane.at[i].first] +
                          share(pin, w.bottom_pins[i]) / used_edge * raster.tile_width);
    };
    const auto y_of = [&](std::size_t i, std::uint32_t pin) {
        return svg_number(raster.upper[plane.at[i].second] +
                          share(pin, w.right_pins[i]) / used_edge * raster.tile_height);
    };
    const auto below = [&](std::size_t i) { return raster.upper[plane.at[i].second] + raster.tile_height; };
    const auto beside = [&](std::size_t i) { return raster.left[plane.at[i].first] + raster.tile_width; };
    const double row_y = below(wire.a) + (wire.row_track + 1) * raster.pitch;
    const double column_x = beside(wire.b) + (wire.column_track + 1) * raster.pitch;
    std::string d = wire.bottom_a
                        ? 'M' + x_of(wire.a, wire.pin_a) + ' ' + svg_number(below(wire.a)) + 'V' + svg_number(row_y)
                        : 'M' + svg_number(beside(wire.a)) + ' ' + y_of(wire.a, wire.pin_a);
    if (wire.bottom_b) return d + 'H' + x_of(wire.b, wire.pin_b) + 'V' + svg_number(below(wire.b));
    return d + 'H' + svg_number(column_x) + 'V' + y_of(wire.b, wire.pin_b) + 'H' + svg_number(beside(wire.b));
}

// The planes on a page, one after the other from left to right, then in the next row.
class TilesPicture {
public:
    TilesPicture(const Network& network, const std::vector<TilePlane>& planes, const Shown& shown,
                 const std::string& title)
        : graph_(network.graph),
          planes_(planes),
          shown_(shown),
          names_(graph_.nodes()),
          strong_(graph_.links()),
          faulty_(graph_.nodes()),
          least_width_(std::max(title_width(title), 460.0)) {
        for (Node v = 0; v < graph_.nodes(); ++v) {
            names_[v] = network.addresses.print(v);
            widest_ = std::max(widest_, text_width(names_[v], 9.0));
        }
        std::size_t most_nodes = 0;
        for (const TilePlane& plane : planes) most_nodes = std::max(most_nodes, plane.nodes.size());
        drawn_nodes_ = most_nodes * planes.size();
        labels_ = drawn_nodes_ <= 256 && widest_ < 100.0;
        for (const Channel c : shown.route) strong_[Graph::link(c)] = true;
        for (const auto& [c, vc] : shown.cycle) strong_[Graph::link(c)] = true;
        for (const Node v : shown.faulty) faulty_[v] = true;
    }

    void draw(const TilePlane& plane, const Wiring& w) {
        for (const std::uint32_t t : w.row_tracks) most_row_tracks_ = std::max(most_row_tracks_, t);
        for (const std::uint32_t t : w.column_tracks) most_column_tracks_ = std::max(most_column_tracks_, t);
        wires_ += w.wires.size();
        crossing_ += w.crossing;
        const Raster raster = placed(w);
        svg_.text({x_, y_ + 10.0}, plane.name, note_size);
        draw_wires(plane, w, raster);
        for (std::size_t i = 0; i < plane.nodes.size(); ++i)
            draw_tile(plane.nodes[i], {raster.left[plane.at[i].first], raster.upper[plane.at[i].second]}, raster,
                      w.vertical[i] > 0);
        right_ = std::max(right_, x_ + raster.width());
        row_height_ = std::max(row_height_, raster.height());
        x_ += raster.width() + 24.0;
    }

    std::string finished(const std::string& title, const Provenance* made_by) {
        const double width = std::max(right_ + margin, least_width_);
        heading(svg_, title, width);
        Legend legend(svg_, y_ + row_height_ + 4.0, width);
        if (crossing_ > 0) legend.item(filled(colours::blue), "tile with links to other planes", true);
        legend.shown(shown_);
        legend.line(std::to_string(wires_) + " wires within the planes shown; at most " +
                    with_noun(most_row_tracks_, "track") + " below a row and " +
                    with_noun(most_column_tracks_, "track") + " beside a column in this drawing, packed wire by wire");
        return svg_.picture(width, legend.bottom(), title, made_by);
    }

private:
    // The raster of the next plane, in the next row of the page where this one is full.
    Raster placed(const Wiring& w) {
        std::uint32_t pins = 1;
        for (std::size_t i = 0; i < w.bottom_pins.size(); ++i)
            pins = std::max({pins, w.bottom_pins[i], w.right_pins[i]});
        Raster raster;
        raster.pitch = drawn_nodes_ <= 1024 ? 4.0 : 2.5;
        raster.tile_height = std::max(labels_ ? 18.0 : 8.0, (pins + 1) * raster.pitch / used_edge * 0.8);
        raster.tile_width = std::max(labels_ ? widest_ + 8.0 : 8.0, raster.tile_height);
        raster.left = {x_};
        raster.upper = {y_ + 18.0};
        for (const std::uint32_t tracks : w.column_tracks)
            raster.left.push_back(raster.left.back() + raster.tile_width + (tracks + 2) * raster.pitch);
        for (const std::uint32_t tracks : w.row_tracks)
            raster.upper.push_back(raster.upper.back() + raster.tile_height + (tracks + 2) * raster.pitch);
        if (page_ == 0.0) {
            const double across =
                std::ceil(std::sqrt(static_cast<double>(planes_.size()) * raster.height() / raster.width()));
            page_ = std::max(margin * 2 + across * (raster.width() + 24.0), least_width_);
        }
        if (x_ > margin && x_ + raster.width() > page_ - margin + 12.0) {
            const double dx = margin - x_, dy = row_height_ + 20.0;
            for (double& x : raster.left) x += dx;
            for (double& y : raster.upper) y += dy;
            x_ = margin;
            y_ += dy;
            row_height_ = 0.0;
        }
        return raster;
    }

    void draw_wires(const TilePlane& plane, const Wiring& w, const Raster& raster) {
        const double most = most_load(shown_);
        std::string plain, strong;
        std::vector<std::string> loaded(load_steps);
        for (const Wire& wire : w.wires) {
            const std::string d = line_of(plane, w, raster, wire);
            if (strong_[wire.link]) strong += d;
            else if (most > 0.0) {
                const Channel there = 2 * wire.link, back = Graph::reverse(there);
                const double load = graph_.exists(back) ? shown_.channel_load[back] : 0.0;
                loaded[step_of(std::max(shown_.channel_load[there], load), most)] += d;
            } else plain += d;
        }
        svg_.path(plain, stroke("#7A7A7A", 0.7));
        for (std::size_t i = 0; i < load_steps; ++i)
            svg_.path(loaded[i], stroke(load_scale[i], 0.7 + 0.2 * static_cast<double>(i)));
        svg_.path(strong, stroke(colours::vermilion, 2.0));
    }

    void draw_tile(Node v, Point corner, const Raster& raster, bool has_vertical_links) {
        const double wide = raster.tile_width, high = raster.tile_height;
        const bool end = v == shown_.from || v == shown_.to;
        svg_.box(corner, wide, high,
                 filled(end          ? "#FBE3D3"
                        : faulty_[v] ? "#FFFFFF"
                                     : "#E8F1F8") +
                     " stroke=\"" + (end || faulty_[v] ? colours::vermilion : colours::ink) + "\" stroke-width=\"" +
                     (end || faulty_[v] ? "1.6" : "0.6") + '"',
                 0.0, labels_ ? "" : names_[v]);
        if (labels_) svg_.text({corner.x + wide / 2, corner.y + high / 2 + 3.2}, names_[v], 9.0, Anchor::middle);
        if (has_vertical_links)
            svg_.circle({corner.x + 3.4, corner.y + 3.4}, labels_ ? 2.2 : 1.6, filled(colours::blue));
        if (faulty_[v]) draw_cross(svg_, corner, {corner.x + wide, corner.y + high}, 1.2);
    }

    const Graph& graph_;
    const std::vector<TilePlane>& planes_;
    const Shown& shown_;
    std::vector<std::string> names_;
    std::vector<bool> strong_, faulty_;  // links of the route or the cycle; nodes
    double widest_ = 0.0, least_width_;
    std::size_t drawn_nodes_ = 0;
    bool labels_ = false;
    double x_ = margin, y_ = margin + 26.0, row_height_ = 0.0, right_ = 0.0, page_ = 0.0;
    std::uint64_t wires_ = 0, crossing_ = 0;
    std::uint32_t most_row_tracks_ = 0, most_column_tracks_ = 0;
    Svg svg_;
};

}  // namespace

std::string tiles_picture(const Network& network, const std::vector<TilePlane>& planes, const Shown& shown,
                          const std::string& title, const Provenance* made_by) {
    check_drawable(network);
    TilesPicture picture(network, planes, shown, title);
    for (const TilePlane& plane : planes) {
        Wiring wiring = wires_of(network, plane);
        assign_tracks(plane, wiring);
        picture.draw(plane, wiring);
    }
    return picture.finished(title, made_by);
}

}  // namespace wafernet
