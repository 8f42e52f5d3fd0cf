// The picture of a network: nodes where they are placed, links as lines between them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "report/picture_parts.hpp"

namespace wafernet {

namespace {

constexpr Node most_labels = 150, few_nodes = 30;
constexpr double widest_name = 110.0, widest_few = 420.0;  // that stands in a node
constexpr double largest_picture = 4000.0;

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
    [[nodiscard]] Way turned() const {
        Way back{b, a, {}};
        if (bend) back.bend = {bend->second, bend->first};
        return back;
    }
    [[nodiscard]] Way moved(Point by) const {
        Way other{a + by, b + by, {}};
        if (bend) other.bend = {bend->first + by, bend->second + by};
        return other;
    }
    // Two points at `t` between which the way runs there.
    [[nodiscard]] std::pair<Point, Point> direction(double t) const { return {at(t - 0.05), at(t)}; }
};

constexpr const char* level_colours[] = {colours::grey, colours::blue, colours::orange, colours::green,
                                         colours::purple};
const char* level_colour(std::uint8_t level) {
    return level_colours[std::min<std::size_t>(level > 0 ? level - 1U : 0U, 4)];
}

struct Sheet {
    std::vector<Point> at;
    double gap = 1.0;     // between the nearest nodes
    double radius = 1.0;  // of a node
    bool labels = false;  // names stand in the nodes
    double width = 0.0, bottom = 0.0;
};

// As large as names need, or as dots do, and not larger than a picture may be.
Sheet sheet_of(const NodePlaces& places, const Shown& shown, const std::vector<std::string>& names,
               const std::string& title) {
    const auto nodes = static_cast<Node>(names.size());
    double widest = 0.0;
    for (const std::string& name : names) widest = std::max(widest, text_width(name, label_size));
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
    Sheet sheet;
    sheet.gap = scale * least;
    sheet.labels = named && sheet.gap >= widest + 12.0;
    sheet.radius = sheet.labels ? 9.0 : std::clamp(sheet.gap * 0.2, 0.8, 6.0);
    const double around = margin + 0.6 * sheet.gap + sheet.radius;
    const double top = margin + 20.0;
    sheet.at.resize(nodes);
    for (Node v = 0; v < nodes; ++v)
        sheet.at[v] = {around + scale * (places.at[v].x - low.x),
                       top + around * 0.7 + scale * (places.at[v].y - low.y)};
    sheet.width = 2 * around + scale * (high.x - low.x);
    const double shift = std::max(0.0, std::max(title_width(title), 420.0) - sheet.width) / 2.0;
    for (Point& p : sheet.at) p.x += shift;
    sheet.width += 2 * shift;
    sheet.bottom = top + 1.4 * around + scale * (high.y - low.y);
    return sheet;
}

// Ways of the links: parallel ones side by side, and round nodes that are in the way.
std::vector<Way> ways_of(const Graph& graph, const Sheet& sheet) {
    const Nearby nearby(sheet.at, sheet.gap);
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
        Way& way = ways[l] = {sheet.at[a], sheet.at[b]};
        const Point along = way.b - way.a;
        const double far = length(along);
        if (far <= 0.0) continue;
        const Point unit = (1.0 / far) * along;
        Point normal{unit.y, -unit.x};
        if (normal.y > 1e-9 || (std::abs(normal.y) <= 1e-9 && normal.x > 0)) normal = -1.0 * normal;  // up, or left
        if (const std::uint32_t many = lanes[ends_of(l)]; many > 1) {
            const double lane = drawn[ends_of(l)]++ - 0.5 * (many - 1);
            way = way.moved((lane * std::min(4.0, 1.6 * sheet.radius / many)) * normal);
        }
        if (far > 1.5 * sheet.gap && nearby.in_the_way(a, b, sheet.radius + 1.5)) {
            const double out = sheet.gap * (0.42 + 0.07 * std::log2(far / sheet.gap));
            const double step = std::min(0.6 * sheet.gap, far / 3);
            way.bend = {way.a + step * unit + out * normal, way.b + (-step) * unit + out * normal};
        }
    }
    return ways;
}

class GraphPicture {
public:
    GraphPicture(const Network& network, const NodePlaces& places, const Shown& shown, const std::string& title)
        : network_(network),
          graph_(network.graph),
          shown_(shown),
          names_(graph_.nodes()),
          faulty_(graph_.nodes()),
          broken_(graph_.links()) {
        for (Node v = 0; v < graph_.nodes(); ++v) names_[v] = network.addresses.print(v);
        for (const Node v : shown.faulty) faulty_[v] = true;
        for (const Channel c : shown.broken) broken_[Graph::link(c)] = true;
        sheet_ = sheet_of(places, shown, names_, title);
        ways_ = ways_of(graph_, sheet_);
        heading(svg_, title, sheet_.width);
    }

    std::string drawn(const NodePlaces& places, const std::string& title, const Provenance* made_by) {
        draw_links();
        draw_marked_channels();
        draw_nodes();
        draw_numbers();
        if (!sheet_.labels) draw_ends();
        const double bottom = draw_legend(places);
        return svg_.picture(sheet_.width, bottom, title, made_by);
    }

private:
    [[nodiscard]] Way way_of(Channel c) const {
        const Way& way = ways_[Graph::link(c)];
        return (c & 1U) == 0 ? way : way.turned();
    }

    // The way of a channel, on its right-hand side.
    [[nodiscard]] Way side_of(Channel c) const {
        const Way way = way_of(c);
        const double far = length(way.b - way.a);
        const double aside = std::min(2.2, sheet_.gap * 0.07);
        return way.moved(far > 0.0 ? (aside / far) * Point{way.a.y - way.b.y, way.b.x - way.a.x} : Point{});
    }

    void draw_links() {
        const double most = most_load(shown_), thin = std::clamp(sheet_.gap / 14.0, 0.5, 1.4);
        std::map<std::uint8_t, std::string> plain;
        std::string broken, heads;
        std::vector<std::string> loaded(load_steps);
        for (Link l = 0; l < graph_.links(); ++l) {
            const std::uint8_t level = graph_.label(l).level;
            if (broken_[l] || faulty_[graph_.source(2 * l)] || faulty_[graph_.target(2 * l)]) {
                broken += ways_[l].d();
            } else if (most > 0.0) {
                for (const Channel c : {2 * l, 2 * l + 1}) {
                    if (graph_.exists(c)) loaded[step_of(shown_.channel_load[c], most)] += side_of(c).d();
                }
            } else {
                plain[level] += ways_[l].d();
                ++links_of_level_[level];
                if (!graph_.one_way(l)) continue;
                const auto [from, to] = ways_[l].direction(0.62);
                heads += arrow_head(from, to, std::clamp(sheet_.gap * 0.2, 3.0, 9.0));
            }
        }
        for (const auto& [level, d] : plain) svg_.path(d, stroke(level_colour(level), thin * (level > 1 ? 1.3 : 1.0)));
        svg_.path(heads, "fill=\"#555555\"");
        svg_.path(broken, stroke("#BBBBBB", thin, "stroke-dasharray=\"3 3\""));
        for (std::size_t i = 0; i < load_steps; ++i)
            svg_.path(loaded[i], stroke(load_scale[i], thin * (0.9 + 0.28 * static_cast<double>(i))));
    }

    void draw_marked_channels() {
        const double thick = std::clamp(sheet_.gap / 10.0, 1.6, 4.0), head = std::clamp(sheet_.gap * 0.22, 4.0, 11.0);
        std::string strong, heads;
        const auto mark = [&](Channel c, double head_at) {
            const Way way = way_of(c);
            strong += way.d();
            const auto [from, to] = way.direction(head_at);
            heads += arrow_head(from, to, head);
        };
        for (const Channel c : shown_.route) mark(c, 0.6);
        for (std::size_t i = 0; i < shown_.cycle.size(); ++i) {
            const auto [c, vc] = shown_.cycle[i];
            std::string& text = steps_of_[c];
            if (text.empty()) mark(c, 0.7);
            text += (text.empty() ? "" : ", ") + std::to_string(i + 1) + (vc >= 0 ? " vc" + std::to_string(vc) : "");
        }
        svg_.path(strong, stroke(colours::vermilion, thick, "stroke-linecap=\"round\" stroke-opacity=\"0.9\""));
        svg_.path(heads, filled(colours::vermilion));
    }

    void draw_nodes() {
        std::vector<bool> terminal(graph_.nodes(), network_.terminals.empty());
        for (const Node v : network_.terminals) terminal[v] = true;
        for (Node v = 0; v < graph_.nodes(); ++v) draw_node(v, terminal[v]);
    }

    void draw_node(Node v, bool terminal) {
        const bool end = v == shown_.from || v == shown_.to, marked = end || faulty_[v], labels = sheet_.labels;
        const Point at = sheet_.at[v];
        const double radius = sheet_.radius;
        const std::string fill = end ? "#FBE3D3" : faulty_[v] ? "#FFFFFF" : terminal ? "#E8F1F8" : "#DDDDDD";
        const std::string style = filled(fill) + " stroke=\"" + (marked ? colours::vermilion : colours::ink) +
                                  "\" stroke-width=\"" + svg_number(marked ? 1.8 : 0.8) + '"';
        const double half = labels ? std::max(radius, text_width(names_[v], label_size) / 2 + 5.0) : radius;
        if (labels) svg_.box({at.x - half, at.y - radius}, 2 * half, 2 * radius, style, radius);
        else if (marked) svg_.circle(at, radius + 1.5, style, names_[v]);
        else svg_.circle(at, radius, terminal ? "" : "fill=\"#888888\"", names_[v]);
        if (faulty_[v]) {
            const double x = labels ? half : radius + 1.0, y = labels ? radius : radius + 1.0;
            draw_cross(svg_, {at.x - x, at.y - y}, {at.x + x, at.y + y}, 1.4);
        }
        if (labels) svg_.text({at.x, at.y + 3.6}, names_[v], label_size, Anchor::middle, faulty_[v] ? halo : "");
    }

    void draw_numbers() {
        for (const auto& [c, text] : steps_of_) {
            const Point where = way_of(c).at(0.42);
            svg_.text({where.x, where.y + 3.0}, text, label_size, Anchor::middle,
                      std::string(halo) + " font-weight=\"bold\"");
        }
    }

    void draw_ends() {
        for (const auto& [node, word] : {std::pair{shown_.from, "from "}, std::pair{shown_.to, "to "}}) {
            if (!node) continue;
            const Point at = sheet_.at[*node];
            const bool right = at.x < sheet_.width / 2, above = node == shown_.from;
            svg_.text({at.x + (right ? 1 : -1) * (sheet_.radius + 5.0),
                       at.y + (above ? -sheet_.radius - 3.0 : sheet_.radius + 12.0)},
                      word + names_[*node], 11.0, right ? Anchor::start : Anchor::end,
                      std::string(halo) + " font-weight=\"bold\"");
        }
    }

    // Returns where it ends.
    double draw_legend(const NodePlaces& places) {
        Legend legend(svg_, sheet_.bottom, sheet_.width);
        if (links_of_level_.size() > 1) {
            for (const auto& [level, links] : links_of_level_)
                legend.item(stroke(level_colour(level), 2.0),
                            "level " + std::to_string(level) + ": " + std::to_string(links) + " links");
        }
        if (!network_.terminals.empty()) {
            const bool labels = sheet_.labels;
            legend.item(labels ? "fill=\"#E8F1F8\" stroke=\"#222222\"" : "", "sends and receives", true);
            legend.item(labels ? "fill=\"#DDDDDD\" stroke=\"#222222\"" : "fill=\"#888888\"", "switch", true);
        }
        legend.shown(shown_);
        legend.line(std::to_string(graph_.nodes()) + " nodes, " + std::to_string(graph_.links()) + " links, placed " +
                    places.how);
        return legend.bottom();
    }

    const Network& network_;
    const Graph& graph_;
    const Shown& shown_;
    std::vector<std::string> names_;
    std::vector<bool> faulty_, broken_;
    Sheet sheet_;
    std::vector<Way> ways_;
    std::map<std::uint8_t, std::size_t> links_of_level_;
    std::map<Channel, std::string> steps_of_;  // numbers of the steps of the cycle that hold a channel
    Svg svg_;
};

}  // namespace

std::string graph_picture(const Network& network, const NodePlaces& places, const Shown& shown,
                          const std::string& title, const Provenance* made_by) {
    check_drawable(network);
    return GraphPicture(network, places, shown, title).drawn(places, title, made_by);
}

}  // namespace wafernet
