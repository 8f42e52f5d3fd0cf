#include "report/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr double margin = 24.0, title_size = 15.0, label_size = 10.0, note_size = 11.0, line_height = 16.0;
constexpr Node most_labels = 150, few_nodes = 30;
constexpr double widest_name = 110.0, widest_few = 420.0;  // that stands in a node
constexpr double largest_picture = 4000.0;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double f, Point a) { return {f * a.x, f * a.y}; }
double length(Point a) { return std::hypot(a.x, a.y); }

// The smallest distance of two nodes, those in the same place left aside; 1 where there is none.
double least_distance(const std::vector<Point>& at) {
    std::vector<Point> sorted = at;
    std::sort(sorted.begin(), sorted.end(), [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    double extent = 0.0;
    for (const Point p : sorted) extent = std::max({extent, p.x - sorted.front().x, std::abs(p.y - sorted.front().y)});
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = i + 1; j < sorted.size() && sorted[j].x - sorted[i].x < best; ++j) {
            const double d = length(sorted[j] - sorted[i]);
            if (d > 1e-9 * extent) best = std::min(best, d);
        }
    }
    return std::isfinite(best) ? best : 1.0;
}

// Nodes by where they are, to find those that a straight link would run through.
class Nearby {
public:
    Nearby(const std::vector<Point>& at, double cell) : at_(at), cell_(cell) {
        for (std::size_t v = 0; v < at.size(); ++v) cells_[key(at[v])].push_back(static_cast<Node>(v));
    }
    [[nodiscard]] bool in_the_way(Node a, Node b, double clearance) const {
        const Point from = at_[a], way = at_[b] - from;
        const double l = length(way);
        const auto steps = static_cast<int>(l / cell_ * 2.0);
        for (int i = 1; i < steps; ++i) {
            const Point p = from + (static_cast<double>(i) / steps) * way;
            for (int dx = -1; dx <= 1; ++dx) {
                for (int dy = -1; dy <= 1; ++dy) {
                    const auto found = cells_.find(key({p.x + dx * cell_, p.y + dy * cell_}));
                    if (found == cells_.end()) continue;
                    for (const Node v : found->second) {
                        if (v == a || v == b) continue;
                        const Point q = at_[v] - from;
                        const double along = (q.x * way.x + q.y * way.y) / l;
                        const double aside = std::abs(q.x * way.y - q.y * way.x) / l;
                        if (along > 0 && along < l && aside < clearance) return true;
                    }
                }
            }
        }
        return false;
    }

private:
    [[nodiscard]] std::pair<long, long> key(Point p) const {
        return {std::lround(std::floor(p.x / cell_)), std::lround(std::floor(p.y / cell_))};
    }
    const std::vector<Point>& at_;
    double cell_;
    std::map<std::pair<long, long>, std::vector<Node>> cells_;
};

// The way of a link on the page: straight, or a bend.
struct Way {
    Point a, b;
    std::optional<std::pair<Point, Point>> bend{};  // control points

    [[nodiscard]] std::string d() const {
        std::string out = 'M' + svg_number(a.x) + ' ' + svg_number(a.y);
        if (!bend) return out + 'L' + svg_number(b.x) + ' ' + svg_number(b.y);
        return out + 'C' + svg_number(bend->first.x) + ' ' + svg_number(bend->first.y) + ' ' +
               svg_number(bend->second.x) + ' ' + svg_number(bend->second.y) + ' ' + svg_number(b.x) + ' ' +
               svg_number(b.y);
    }
    [[nodiscard]] Point at(double t) const {
        if (!bend) return a + t * (b - a);
        const double s = 1.0 - t;
        return s * s * s * a + 3 * s * s * t * bend->first + 3 * s * t * t * bend->second + t * t * t * b;
    }
    // Two points at `t` between which the way runs there.
    [[nodiscard]] std::pair<Point, Point> direction(double t) const { return {at(t - 0.05), at(t)}; }
};

std::string stroke(std::string_view colour, double width, std::string_view more = {}) {
    return "stroke=\"" + std::string(colour) + "\" stroke-width=\"" + svg_number(width) + "\" fill=\"none\"" +
           (more.empty() ? "" : " ") + std::string(more);
}

constexpr const char* halo = "stroke=\"#FFFFFF\" stroke-width=\"3\" paint-order=\"stroke\"";

constexpr const char* level_colours[] = {colours::grey, colours::blue, colours::orange, colours::green,
                                         colours::purple};

std::size_t step_of(double load, double most) {
    if (most <= 0.0) return 0;
    return std::min(static_cast<std::size_t>(load / most * static_cast<double>(load_steps)), load_steps - 1);
}

// The lines below a picture, each its own or an item of the legend.
class Legend {
public:
    Legend(Svg& svg, double top, double width) : svg_(svg), y_(top), width_(width) {}

    // A short line and what it stands for; items stand side by side.
    void item(const std::string& style, const std::string& what, bool dot = false) {
        const std::vector<std::string> parts = wrapped(escaped(what), fits(34.0));
        const double wide = 34.0 + text_width(parts.front(), note_size) + 18.0;
        if (x_ > margin && x_ + wide > width_ - margin) next();
        if (x_ == margin) y_ += line_height;
        if (dot) svg_.circle({x_ + 14.0, y_ - 4.0}, 5.0, style);
        else svg_.path('M' + svg_number(x_) + ' ' + svg_number(y_ - 4.0) + 'h' + "28", style);
        svg_.text({x_ + 34.0, y_}, parts.front(), note_size);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            y_ += line_height;
            svg_.text({x_ + 34.0, y_}, parts[i], note_size);
        }
        x_ += wide;
    }
    void line(const std::string& text) {
        next();
        for (const std::string& part : wrapped(escaped(text), fits(0.0))) {
            y_ += line_height;
            svg_.text({margin, y_}, part, note_size);
        }
    }
    void scale(double most, const std::string& unit) {
        next();
        y_ += line_height + 4;
        double x = margin;
        constexpr double wide = 28.0;
        for (const char* colour : load_scale) {
            svg_.box({x, y_ - 10.0}, wide, 11.0, "fill=\"" + std::string(colour) + '"');
            x += wide;
        }
        y_ += line_height;
        svg_.text({margin, y_}, "0", note_size);
        svg_.text({x, y_}, fmt::format("{:.4g}", most), note_size, Anchor::end);
        line("load: " + unit);
    }
    void next() { x_ = margin; }
    [[nodiscard]] double bottom() const { return y_ + margin * 0.7; }

private:
    // Characters of a line that begins `indent` from the margin.
    [[nodiscard]] std::size_t fits(double indent) const {
        return static_cast<std::size_t>(std::max(20.0, (width_ - 2 * margin - indent) / text_width("n", note_size)));
    }

    Svg& svg_;
    double y_, width_;
    double x_ = margin;
};

void heading(Svg& svg, const std::string& title, double width) {
    double size = title_size;
    while (size > 9.0 && text_width(title, size) > width - 2 * margin) size -= 1.0;
    svg.text({margin, margin + 2.0}, title, size, Anchor::start, "font-weight=\"bold\"");
}

double title_width(const std::string& title) { return text_width(title, 10.0) + 2 * margin; }

void legend_of_shown(Legend& legend, const Shown& shown, double most) {
    if (!shown.route.empty())
        legend.item(stroke(colours::vermilion, 3.0),
                    "route, " + std::to_string(shown.route.size()) + (shown.route.size() == 1 ? " hop" : " hops"));
    if (!shown.cycle.empty())
        legend.item(stroke(colours::vermilion, 2.5), "cycle: a message holds each numbered channel and needs the next");
    if (!shown.faulty.empty())
        legend.item("fill=\"#FFFFFF\" stroke=\"" + std::string(colours::vermilion) + "\" stroke-width=\"1.5\"",
                    "faulty node", true);
    if (!shown.channel_load.empty()) legend.scale(most, shown.load_unit);
    for (const std::string& note : shown.notes) legend.line(note);
}

}  // namespace

void check_drawable(const Network& network) {
    const Graph& graph = network.graph;
    if (graph.nodes() <= most_drawn_nodes && graph.links() <= most_drawn_links) return;
    throw InputError(network.word + " has " + std::to_string(graph.nodes()) + " nodes and " +
                     std::to_string(graph.links()) + " links, a picture shows at most " +
                     std::to_string(most_drawn_nodes) + " nodes and " + std::to_string(most_drawn_links) + " links");
}

std::string graph_picture(const Network& network, const NodePlaces& places, const Shown& shown,
                          const std::string& title, const Provenance* made_by) {
    check_drawable(network);
    const Graph& graph = network.graph;
    const Node nodes = graph.nodes();
    std::vector<std::string> names(nodes);
    double widest = 0.0;
    for (Node v = 0; v < nodes; ++v) {
        names[v] = network.addresses.print(v);
        widest = std::max(widest, text_width(names[v], label_size));
    }
    // As large as names need, or as dots do, and not larger than a picture may be.
    Point low{1e300, 1e300}, high{-1e300, -1e300};
    for (const Point p : places.at)
        low = {std::min(low.x, p.x), std::min(low.y, p.y)}, high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    const double least = least_distance(places.at);
    const double extent = std::max({high.x - low.x, high.y - low.y, least});
    const bool named = nodes <= most_labels && widest <= (nodes <= few_nodes ? widest_few : widest_name);
    // What stands on the links needs room between the names.
    const double on_links = !shown.cycle.empty()                                  ? 62.0
                            : !shown.route.empty() || !shown.channel_load.empty() ? 40.0
                                                                                  : 22.0;
    const double wish = named ? std::max(44.0, widest + on_links) : nodes <= 600 ? 26.0 : nodes <= 2000 ? 16.0 : 11.0;
    const double scale = std::min(wish / least, largest_picture / extent);
    const double gap = scale * least;
    const bool labels = named && gap >= widest + 12.0;
    const double radius = labels ? 9.0 : std::clamp(gap * 0.2, 0.8, 6.0);
    const double around = margin + 0.6 * gap + radius;
    const double top = margin + 20.0;
    std::vector<Point> at(nodes);
    for (Node v = 0; v < nodes; ++v)
        at[v] = {around + scale * (places.at[v].x - low.x), top + around * 0.7 + scale * (places.at[v].y - low.y)};
    double width = 2 * around + scale * (high.x - low.x);
    const double shift = std::max(0.0, std::max(title_width(title), 420.0) - width) / 2.0;
    for (Point& p : at) p.x += shift;
    width += 2 * shift;
    const double bottom = top + 1.4 * around + scale * (high.y - low.y);

    // Ways of the links: parallel ones side by side, and round nodes that are in the way.
    const Nearby nearby(at, gap);
    std::vector<Way> ways(graph.links());
    std::map<std::pair<Node, Node>, std::uint32_t> lanes;
    const auto ends_of = [&](Link l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        return std::pair(std::min(a, b), std::max(a, b));
    };
    for (Link l = 0; l < graph.links(); ++l) ++lanes[ends_of(l)];
    std::map<std::pair<Node, Node>, std::uint32_t> drawn;
    for (Link l = 0; l < graph.links(); ++l) {
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        Way& way = ways[l] = {at[a], at[b]};
        const Point along = at[b] - at[a];
        const double far = length(along);
        if (far <= 0.0) continue;
        const Point unit = (1.0 / far) * along;
        Point normal{unit.y, -unit.x};
        if (normal.y > 1e-9 || (std::abs(normal.y) <= 1e-9 && normal.x > 0)) normal = -1.0 * normal;  // up, or left
        if (const std::uint32_t many = lanes[ends_of(l)]; many > 1) {
            const double lane = drawn[ends_of(l)]++ - 0.5 * (many - 1);
            const double apart = std::min(4.0, 1.6 * radius / many);
            way.a = way.a + (lane * apart) * normal;
            way.b = way.b + (lane * apart) * normal;
        }
        if (far > 1.5 * gap && nearby.in_the_way(a, b, radius + 1.5)) {
            const double out = gap * (0.42 + 0.07 * std::log2(far / gap));
            const double step = std::min(0.6 * gap, far / 3);
            way.bend = {way.a + step * unit + out * normal, way.b + (-step) * unit + out * normal};
        }
    }

    Svg svg;
    heading(svg, title, width);
    std::vector<bool> faulty(nodes, false);
    for (const Node v : shown.faulty) faulty[v] = true;
    const double thin = std::clamp(gap / 14.0, 0.5, 1.4);
    const double most =
        shown.channel_load.empty() ? 0.0 : *std::max_element(shown.channel_load.begin(), shown.channel_load.end());
    std::vector<std::size_t> of_level(256, 0);
    std::map<std::uint8_t, std::string> plain;  // by level
    std::string broken, heads;
    std::vector<std::string> loaded(load_steps), loaded_heads(load_steps);
    for (Link l = 0; l < graph.links(); ++l) {
        const Way& way = ways[l];
        const Node a = graph.source(2 * l), b = graph.target(2 * l);
        const std::uint8_t level = graph.label(l).level;
        if (faulty[a] || faulty[b]) {
            broken += way.d();
        } else if (most > 0.0) {
            // Both directions, each on its right-hand side.
            for (const Channel c : {2 * l, 2 * l + 1}) {
                if (!graph.exists(c)) continue;
                Way one = (c & 1U) == 0 ? way : Way{way.b, way.a, {}};
                if ((c & 1U) != 0 && way.bend) one.bend = {way.bend->second, way.bend->first};
                const double far = length(one.b - one.a);
                const double aside = std::min(2.2, gap * 0.07);
                const Point right = far > 0.0 ? (aside / far) * Point{one.a.y - one.b.y, one.b.x - one.a.x} : Point{};
                one.a = one.a + right;
                one.b = one.b + right;
                if (one.bend) one.bend = {one.bend->first + right, one.bend->second + right};
                loaded[step_of(shown.channel_load[c], most)] += one.d();
            }
        } else {
            plain[level] += way.d();
            ++of_level[level];
            if (graph.one_way(l)) {
                const auto [from, to] = way.direction(0.62);
                heads += arrow_head(from, to, std::clamp(gap * 0.2, 3.0, 9.0));
            }
        }
    }
    for (const auto& [level, d] : plain) {
        const double width_of_level = thin * (level > 1 ? 1.3 : 1.0);
        svg.path(d, stroke(level_colours[std::min<std::size_t>(level > 0 ? level - 1U : 0U, 4)], width_of_level));
    }
    svg.path(heads, "fill=\"#555555\"");
    svg.path(broken, stroke("#BBBBBB", thin, "stroke-dasharray=\"3 3\""));
    for (std::size_t i = 0; i < load_steps; ++i)
        svg.path(loaded[i], stroke(load_scale[i], thin * (0.9 + 0.28 * static_cast<double>(i))));

    const double thick = std::clamp(gap / 10.0, 1.6, 4.0), head = std::clamp(gap * 0.22, 4.0, 11.0);
    const auto way_of = [&](Channel c) {
        const Way& way = ways[Graph::link(c)];
        if ((c & 1U) == 0) return way;
        Way back{way.b, way.a, {}};
        if (way.bend) back.bend = {way.bend->second, way.bend->first};
        return back;
    };
    std::string strong, strong_heads;
    for (const Channel c : shown.route) {
        const Way way = way_of(c);
        strong += way.d();
        const auto [from, to] = way.direction(0.6);
        strong_heads += arrow_head(from, to, head);
    }
    std::vector<std::pair<Point, std::string>> numbers;
    std::map<Channel, std::string> by_channel;  // numbers of the steps that hold it
    for (std::size_t i = 0; i < shown.cycle.size(); ++i) {
        const auto [c, vc] = shown.cycle[i];
        std::string& text = by_channel[c];
        if (text.empty()) {
            const Way way = way_of(c);
            strong += way.d();
            const auto [from, to] = way.direction(0.7);
            strong_heads += arrow_head(from, to, head);
        }
        text += (text.empty() ? "" : ", ") + std::to_string(i + 1) + (vc >= 0 ? " vc" + std::to_string(vc) : "");
    }
    for (const auto& [c, text] : by_channel) numbers.emplace_back(way_of(c).at(0.42), text);
    svg.path(strong, stroke(colours::vermilion, thick, "stroke-linecap=\"round\" stroke-opacity=\"0.9\""));
    svg.path(strong_heads, "fill=\"" + std::string(colours::vermilion) + '"');

    std::vector<bool> terminal(nodes, network.terminals.empty());
    for (const Node v : network.terminals) terminal[v] = true;
    const bool switches = !network.terminals.empty();
    std::string group;
    for (Node v = 0; v < nodes; ++v) {
        const bool end = v == shown.from || v == shown.to;
        const std::string edge = faulty[v] || end ? colours::vermilion : colours::ink;
        const std::string fill = end ? "#FBE3D3" : faulty[v] ? "#FFFFFF" : terminal[v] ? "#E8F1F8" : "#DDDDDD";
        const double edge_width = faulty[v] || end ? 1.8 : labels ? 0.8 : 0.0;
        const std::string style = "fill=\"" +
                                  (labels || end || faulty[v] ? fill
                                   : terminal[v]              ? "#333333"
                                                              : "#888888") +
                                  "\" stroke=\"" + edge + "\" stroke-width=\"" + svg_number(edge_width) + '"';
        const double half = labels ? std::max(radius, text_width(names[v], label_size) / 2 + 5.0) : radius;
        if (labels) svg.box({at[v].x - half, at[v].y - radius}, 2 * half, 2 * radius, style, radius);
        else
            svg.circle(at[v], end || faulty[v] ? radius + 1.5 : radius,
                       end || faulty[v] ? style
                       : terminal[v]    ? ""
                                        : "fill=\"#888888\"",
                       names[v]);
        if (faulty[v]) {
            const double x = labels ? half : radius + 1.0, y = labels ? radius : radius + 1.0;
            std::string cross;
            svg.line(cross, {at[v].x - x, at[v].y - y}, {at[v].x + x, at[v].y + y});
            svg.line(cross, {at[v].x - x, at[v].y + y}, {at[v].x + x, at[v].y - y});
            svg.path(cross, stroke(colours::vermilion, 1.4));
        }
        if (labels) svg.text({at[v].x, at[v].y + 3.6}, names[v], label_size, Anchor::middle, faulty[v] ? halo : "");
    }
    for (const auto& [where, text] : numbers)
        svg.text({where.x, where.y + 3.0}, text, label_size, Anchor::middle,
                 std::string(halo) + " font-weight=\"bold\"");
    if (!labels) {
        for (const auto& [node, word] : {std::pair{shown.from, "from "}, std::pair{shown.to, "to "}}) {
            if (!node) continue;
            const bool right = at[*node].x < width / 2, above = node == shown.from;
            svg.text({at[*node].x + (right ? 1 : -1) * (radius + 5.0),
                      at[*node].y + (above ? -radius - 3.0 : radius + 12.0)},
                     word + names[*node], 11.0, right ? Anchor::start : Anchor::end,
                     std::string(halo) + " font-weight=\"bold\"");
        }
    }

    Legend legend(svg, bottom, width);
    if (plain.size() > 1) {
        for (const auto& [level, d] : plain)
            legend.item(stroke(level_colours[std::min<std::size_t>(level > 0 ? level - 1U : 0U, 4)], 2.0),
                        "level " + std::to_string(level) + ": " + std::to_string(of_level[level]) + " links");
    }
    if (switches) {
        legend.item(labels ? "fill=\"#E8F1F8\" stroke=\"#222222\"" : "", "sends and receives", true);
        legend.item(labels ? "fill=\"#DDDDDD\" stroke=\"#222222\"" : "fill=\"#888888\"", "switch", true);
    }
    legend_of_shown(legend, shown, most);
    legend.line(std::to_string(nodes) + " nodes, " + std::to_string(graph.links()) + " links, placed " + places.how);
    return svg.picture(width, legend.bottom(), title, made_by);
}

// --- tiles -----------------------------------------------------------------------------------------------------------

namespace {

// Intervals in tracks side by side, none of which touch in a track: the first track that is free, from left to right.
class Tracks {
public:
    // Returns the tracks in the order of the intervals.
    static std::vector<std::uint32_t> packed(const std::vector<std::pair<double, double>>& intervals,
                                             std::uint32_t& count) {
        std::vector<std::size_t> order(intervals.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t x, std::size_t y) { return intervals[x].first < intervals[y].first; });
        std::vector<double> ends;
        std::vector<std::uint32_t> track(intervals.size());
        for (const std::size_t i : order) {
            std::size_t t = 0;
            while (t < ends.size() && ends[t] >= intervals[i].first) ++t;
            if (t == ends.size()) ends.push_back(0.0);
            ends[t] = intervals[i].second;
            track[i] = static_cast<std::uint32_t>(t);
        }
        count = static_cast<std::uint32_t>(ends.size());
        return track;
    }
};

struct Wire {
    Link link = 0;
    std::size_t a = 0, b = 0;  // positions among the nodes of the plane
    std::uint32_t pin_a = 0, pin_b = 0;
    bool bottom_a = true, bottom_b = false;  // pins are on the lower edge of a tile, or on its right one
    std::uint32_t row_track = 0, column_track = 0;
};

}  // namespace

std::string tiles_picture(const Network& network, const std::vector<TilePlane>& planes, const Shown& shown,
                          const std::string& title, const Provenance* made_by) {
    check_drawable(network);
    const Graph& graph = network.graph;
    double widest = 0.0;
    Node most_nodes = 0;
    std::vector<std::string> names(graph.nodes());
    for (Node v = 0; v < graph.nodes(); ++v) {
        names[v] = network.addresses.print(v);
        widest = std::max(widest, text_width(names[v], 9.0));
    }
    for (const TilePlane& plane : planes) most_nodes = std::max(most_nodes, static_cast<Node>(plane.nodes.size()));
    const Node drawn_nodes = most_nodes * static_cast<Node>(planes.size());
    const bool labels = drawn_nodes <= 256 && widest < 100.0;
    const double most =
        shown.channel_load.empty() ? 0.0 : *std::max_element(shown.channel_load.begin(), shown.channel_load.end());
    std::vector<bool> on_route(graph.links(), false), in_cycle(graph.links(), false), faulty(graph.nodes(), false);
    for (const Channel c : shown.route) on_route[Graph::link(c)] = true;
    for (const auto& [c, vc] : shown.cycle) in_cycle[Graph::link(c)] = true;
    for (const Node v : shown.faulty) faulty[v] = true;

    Svg svg;
    const double top = margin + 26.0;
    double x0 = margin, y0 = top, row_height = 0.0, right = 0.0;
    double page = 0.0;
    std::uint64_t wires_drawn = 0, crossing = 0;
    std::uint32_t most_row_tracks = 0, most_column_tracks = 0;
    for (std::size_t p = 0; p < planes.size(); ++p) {
        const TilePlane& plane = planes[p];
        constexpr std::size_t elsewhere = ~std::size_t{0};
        std::vector<std::size_t> position(graph.nodes(), elsewhere);
        std::uint32_t columns = 1, rows = 1;
        std::map<std::pair<std::uint32_t, std::uint32_t>, Node> taken;
        for (std::size_t i = 0; i < plane.nodes.size(); ++i) {
            position[plane.nodes[i]] = i;
            columns = std::max(columns, plane.at[i].first + 1);
            rows = std::max(rows, plane.at[i].second + 1);
            const auto [found, fresh] = taken.emplace(plane.at[i], plane.nodes[i]);
            if (!fresh)
                throw InputError("nodes " + names[found->second] + " and " + names[plane.nodes[i]] +
                                 " lie on the same tile of a plane, need a layout that is not z-stacked");
        }
        std::vector<Wire> wires;
        std::vector<std::uint32_t> bottom_pins(plane.nodes.size(), 0), right_pins(plane.nodes.size(), 0);
        std::vector<std::uint32_t> vertical(plane.nodes.size(), 0);
        for (Link l = 0; l < graph.links(); ++l) {
            const std::size_t a = position[graph.source(2 * l)], b = position[graph.target(2 * l)];
            if (a == elsewhere && b == elsewhere) continue;
            if (a == elsewhere || b == elsewhere) {
                ++vertical[a == elsewhere ? b : a];
                ++crossing;
                continue;
            }
            Wire wire{l, a, b, 0, 0, true, false, 0, 0};
            const bool same_row = plane.at[a].second == plane.at[b].second;
            const bool same_column = plane.at[a].first == plane.at[b].first;
            wire.bottom_a = !same_column;
            wire.bottom_b = same_row;
            wire.pin_a = wire.bottom_a ? bottom_pins[a]++ : right_pins[a]++;
            wire.pin_b = wire.bottom_b ? bottom_pins[b]++ : right_pins[b]++;
            wires.push_back(wire);
        }
        wires_drawn += wires.size();
        // Pins in the order of where their wires go would cross less; the order of the links is enough to tell them
        // apart.
        const auto share = [](std::uint32_t pin, std::uint32_t of) { return (pin + 1.0) / (of + 1.0) * 0.9; };
        const auto pin_x = [&](const Wire& w, bool first) {
            const std::size_t i = first ? w.a : w.b;
            return plane.at[i].first + share(first ? w.pin_a : w.pin_b, bottom_pins[i]);
        };
        const auto pin_y = [&](const Wire& w, bool first) {
            const std::size_t i = first ? w.a : w.b;
            return plane.at[i].second + share(first ? w.pin_a : w.pin_b, right_pins[i]);
        };
        std::vector<std::vector<std::size_t>> in_row(rows), in_column(columns);
        for (std::size_t i = 0; i < wires.size(); ++i) {
            if (wires[i].bottom_a) in_row[plane.at[wires[i].a].second].push_back(i);
            if (!wires[i].bottom_b) in_column[plane.at[wires[i].b].first].push_back(i);
        }
        std::vector<std::uint32_t> row_tracks(rows, 0), column_tracks(columns, 0);
        for (std::uint32_t r = 0; r < rows; ++r) {
            std::vector<std::pair<double, double>> spans;
            for (const std::size_t i : in_row[r]) {
                const double from = pin_x(wires[i], true);
                const double to = wires[i].bottom_b ? pin_x(wires[i], false) : plane.at[wires[i].b].first + 0.95;
                spans.push_back(std::minmax(from, to));
            }
            const auto tracks = Tracks::packed(spans, row_tracks[r]);
            for (std::size_t k = 0; k < tracks.size(); ++k) wires[in_row[r][k]].row_track = tracks[k];
        }
        for (std::uint32_t c = 0; c < columns; ++c) {
            std::vector<std::pair<double, double>> spans;
            for (const std::size_t i : in_column[c]) {
                const double from = wires[i].bottom_a ? plane.at[wires[i].a].second + 0.95 : pin_y(wires[i], true);
                spans.push_back(std::minmax(from, pin_y(wires[i], false)));
            }
            const auto tracks = Tracks::packed(spans, column_tracks[c]);
            for (std::size_t k = 0; k < tracks.size(); ++k) wires[in_column[c][k]].column_track = tracks[k];
        }
        for (const std::uint32_t t : row_tracks) most_row_tracks = std::max(most_row_tracks, t);
        for (const std::uint32_t t : column_tracks) most_column_tracks = std::max(most_column_tracks, t);

        // From tiles and tracks to pixels.
        std::uint32_t pins = 1;
        for (std::size_t i = 0; i < plane.nodes.size(); ++i) pins = std::max({pins, bottom_pins[i], right_pins[i]});
        const double pitch = drawn_nodes <= 1024 ? 4.0 : 2.5;
        const double tile_height = std::max(labels ? 18.0 : 8.0, (pins + 1) * pitch / 0.9 * 0.8);
        const double tile_width = std::max(labels ? widest + 8.0 : 8.0, tile_height);
        std::vector<double> left(columns + 1, x0), upper(rows + 1, y0 + 18.0);
        for (std::uint32_t c = 0; c < columns; ++c) left[c + 1] = left[c] + tile_width + (column_tracks[c] + 2) * pitch;
        for (std::uint32_t r = 0; r < rows; ++r) upper[r + 1] = upper[r] + tile_height + (row_tracks[r] + 2) * pitch;
        const double plane_width = left[columns] - x0, plane_height = upper[rows] - y0;
        if (page == 0.0) {
            const auto across = static_cast<double>(
                std::ceil(std::sqrt(static_cast<double>(planes.size()) * plane_height / plane_width)));
            page = std::max(margin * 2 + across * (plane_width + 24.0), std::max(title_width(title), 460.0));
        }
        if (x0 > margin && x0 + plane_width > page - margin + 12.0) {
            const double dx = margin - x0, dy = row_height + 20.0;
            for (double& x : left) x += dx;
            for (double& y : upper) y += dy;
            x0 = margin;
            y0 += dy;
            row_height = 0.0;
        }
        svg.text({x0, y0 + 10.0}, plane.name, note_size);
        std::string plain, strong;
        std::vector<std::string> loaded(load_steps);
        for (const Wire& w : wires) {
            const auto x_of = [&](std::size_t i, std::uint32_t pin) {
                return left[plane.at[i].first] + share(pin, bottom_pins[i]) / 0.9 * tile_width;
            };
            const auto y_of = [&](std::size_t i, std::uint32_t pin) {
                return upper[plane.at[i].second] + share(pin, right_pins[i]) / 0.9 * tile_height;
            };
            const auto number = svg_number;
            std::string d;
            const double row_y = upper[plane.at[w.a].second] + tile_height + (w.row_track + 1) * pitch;
            const double column_x = left[plane.at[w.b].first] + tile_width + (w.column_track + 1) * pitch;
            const double right_of_b = left[plane.at[w.b].first] + tile_width;
            if (w.bottom_a) {
                d = 'M' + number(x_of(w.a, w.pin_a)) + ' ' + number(upper[plane.at[w.a].second] + tile_height) + 'V' +
                    number(row_y);
            } else {
                d = 'M' + number(left[plane.at[w.a].first] + tile_width) + ' ' + number(y_of(w.a, w.pin_a));
            }
            if (w.bottom_b)
                d += 'H' + number(x_of(w.b, w.pin_b)) + 'V' + number(upper[plane.at[w.b].second] + tile_height);
            else d += 'H' + number(column_x) + 'V' + number(y_of(w.b, w.pin_b)) + 'H' + number(right_of_b);
            if (on_route[w.link] || in_cycle[w.link]) strong += d;
            else if (most > 0.0) {
                const Channel there = 2 * w.link, back = Graph::reverse(there);
                const double load = graph.exists(back) ? shown.channel_load[back] : 0.0;
                loaded[step_of(std::max(shown.channel_load[there], load), most)] += d;
            } else plain += d;
        }
        svg.path(plain, stroke("#7A7A7A", 0.7));
        for (std::size_t i = 0; i < load_steps; ++i)
            svg.path(loaded[i], stroke(load_scale[i], 0.7 + 0.2 * static_cast<double>(i)));
        svg.path(strong, stroke(colours::vermilion, 2.0));
        for (std::size_t i = 0; i < plane.nodes.size(); ++i) {
            const Node v = plane.nodes[i];
            const bool end = v == shown.from || v == shown.to;
            const Point corner{left[plane.at[i].first], upper[plane.at[i].second]};
            const std::string fill = end ? "#FBE3D3" : faulty[v] ? "#FFFFFF" : "#E8F1F8";
            svg.box(corner, tile_width, tile_height,
                    "fill=\"" + fill + "\" stroke=\"" + (end || faulty[v] ? colours::vermilion : colours::ink) +
                        "\" stroke-width=\"" + (end || faulty[v] ? "1.6" : "0.6") + '"',
                    0.0, labels ? "" : names[v]);
            if (labels)
                svg.text({corner.x + tile_width / 2, corner.y + tile_height / 2 + 3.2}, names[v], 9.0, Anchor::middle);
            if (vertical[i] > 0)
                svg.circle({corner.x + 3.4, corner.y + 3.4}, labels ? 2.2 : 1.6,
                           "fill=\"" + std::string(colours::blue) + '"');
            if (faulty[v]) {
                std::string cross;
                svg.line(cross, corner, {corner.x + tile_width, corner.y + tile_height});
                svg.line(cross, {corner.x, corner.y + tile_height}, {corner.x + tile_width, corner.y});
                svg.path(cross, stroke(colours::vermilion, 1.2));
            }
        }
        right = std::max(right, x0 + plane_width);
        row_height = std::max(row_height, plane_height);
        x0 += plane_width + 24.0;
    }
    const double width = std::max({right + margin, title_width(title), 460.0});
    heading(svg, title, width);
    Legend legend(svg, y0 + row_height + 4.0, width);
    if (crossing > 0)
        legend.item("fill=\"" + std::string(colours::blue) + '"', "tile with links to other planes", true);
    legend_of_shown(legend, shown, most);
    const auto tracks = [](std::uint32_t count) { return std::to_string(count) + (count == 1 ? " track" : " tracks"); };
    legend.line(std::to_string(wires_drawn) + " wires within the planes shown; at most " + tracks(most_row_tracks) +
                " below a row and " + tracks(most_column_tracks) +
                " beside a column in this drawing, packed wire by wire");
    return svg.picture(width, legend.bottom(), title, made_by);
}

// --- stack -----------------------------------------------------------------------------------------------------------

std::string stack_picture(const StackGaps& stack, const std::vector<std::string>& notes, const std::string& title,
                          const Provenance* made_by) {
    const std::size_t planes = stack.links.size() + 1;
    if (planes > most_drawn_planes)
        throw InputError("a picture of a stack of " + std::to_string(planes) + " planes, need at most " +
                         std::to_string(most_drawn_planes));
    const std::uint64_t peak = stack.links.empty() ? 0 : *std::max_element(stack.links.begin(), stack.links.end());
    const double slab = planes <= 32 ? 14.0 : 9.0, gap = planes <= 32 ? 26.0 : 16.0, wide = 380.0, left = margin + 74.0;
    const double numbers = left + wide + 14.0;
    const double width =
        std::max(numbers + text_width("1000000 links, the peak", note_size) + margin, title_width(title));
    Svg svg;
    heading(svg, title, width);
    double y = margin + 28.0;
    for (std::size_t p = planes; p-- > 0;) {  // the top first
        svg.box({left, y}, wide, slab, "fill=\"#E8F1F8\" stroke=\"#222222\" stroke-width=\"0.8\"", 2.0);
        svg.text({left - 8.0, y + slab - 3.0}, "plane " + std::to_string(p + 1), note_size, Anchor::end);
        y += slab;
        if (p == 0) break;
        const std::uint64_t links = stack.links[p - 1];
        const bool largest = links == peak && peak > 0;
        const std::string colour = largest ? colours::vermilion : colours::blue;
        // A line a link where they can be told apart, else a bar; both as wide as the gap is full.
        const double share = peak == 0 ? 0.0 : static_cast<double>(links) / static_cast<double>(peak) * (wide - 20.0);
        if (peak <= 90) {
            const double step = (wide - 20.0) / static_cast<double>(std::max<std::uint64_t>(peak, 1));
            std::string lines;
            for (std::uint64_t i = 0; i < links; ++i) {
                const double x = left + 10.0 + (static_cast<double>(i) + 0.5) * step;
                lines += 'M' + svg_number(x) + ' ' + svg_number(y) + 'v' + svg_number(gap);
            }
            svg.path(lines, stroke(colour, std::clamp(step * 0.35, 0.8, 3.0)));
        } else if (links > 0) {
            svg.box({left + 10.0, y}, share, gap, "fill=\"" + colour + "\" fill-opacity=\"0.75\"");
        }
        svg.text({numbers, y + gap / 2 + 4.0},
                 std::to_string(links) + (links == 1 ? " link" : " links") + (largest ? ", the peak" : ""), note_size,
                 Anchor::start, largest ? "font-weight=\"bold\"" : "");
        y += gap;
    }
    Legend legend(svg, y + 6.0, width);
    const std::string equal = (planes == 1 ? "plane, " : "planes of ") + std::to_string(stack.nodes_per_plane) +
                              " nodes" + (planes == 1 ? "" : " each");
    legend.line(std::to_string(planes) + ' ' + (stack.uneven.empty() ? equal : stack.uneven) +
                "; a link crosses every gap between its ends");
    for (const std::string& note : notes) legend.line(note);
    return svg.picture(width, legend.bottom(), title, made_by);
}

}  // namespace wafernet
