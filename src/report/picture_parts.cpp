#include "report/picture_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

std::string stroke(std::string_view colour, double width, std::string_view more) {
    return "stroke=\"" + std::string(colour) + "\" stroke-width=\"" + svg_number(width) + "\" fill=\"none\"" +
           (more.empty() ? "" : " ") + std::string(more);
}

std::string filled(std::string_view colour) { return "fill=\"" + std::string(colour) + '"'; }

double most_load(const Shown& shown) {
    return shown.channel_load.empty() ? 0.0 : *std::max_element(shown.channel_load.begin(), shown.channel_load.end());
}

std::size_t step_of(double load, double most) {
    if (most <= 0.0) return 0;
    return std::min(static_cast<std::size_t>(load / most * static_cast<double>(load_steps)), load_steps - 1);
}

void heading(Svg& svg, const std::string& title, double width) {
    double size = 15.0;
    while (size > 9.0 && text_width(title, size) > width - 2 * margin) size -= 1.0;
    svg.text({margin, margin + 2.0}, title, size, Anchor::start, "font-weight=\"bold\"");
}

double title_width(const std::string& title) { return text_width(title, 10.0) + 2 * margin; }

void draw_cross(Svg& svg, Point corner, Point opposite, double width) {
    std::string cross;
    svg.line(cross, corner, opposite);
    svg.line(cross, {corner.x, opposite.y}, {opposite.x, corner.y});
    svg.path(cross, stroke(colours::vermilion, width));
}

void Legend::item(const std::string& style, const std::string& what, bool dot) {
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

void Legend::line(const std::string& text) {
    next();
    for (const std::string& part : wrapped(escaped(text), fits(0.0))) {
        y_ += line_height;
        svg_.text({margin, y_}, part, note_size);
    }
}

void Legend::scale(double most, const std::string& unit) {
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

std::size_t Legend::fits(double indent) const {
    return static_cast<std::size_t>(std::max(20.0, (width_ - 2 * margin - indent) / text_width("n", note_size)));
}

void Legend::shown(const Shown& shown) {
    if (!shown.route.empty()) item(stroke(colours::vermilion, 3.0), "route, " + with_noun(shown.route.size(), "hop"));
    if (!shown.cycle.empty())
        item(stroke(colours::vermilion, 2.5), "cycle: a message holds each numbered channel and needs the next");
    if (!shown.faulty.empty())
        item(filled("#FFFFFF") + " stroke=\"" + colours::vermilion + "\" stroke-width=\"1.5\"", "faulty node", true);
    if (!shown.channel_load.empty()) scale(most_load(shown), shown.load_unit);
    for (const std::string& note : shown.notes) line(note);
}

void check_drawable(const Network& network) {
    const Graph& graph = network.graph;
    if (graph.nodes() <= most_drawn_nodes && graph.links() <= most_drawn_links) return;
    throw InputError(network.word + " has " + std::to_string(graph.nodes()) + " nodes and " +
                     std::to_string(graph.links()) + " links, a picture shows at most " +
                     std::to_string(most_drawn_nodes) + " nodes and " + std::to_string(most_drawn_links) + " links");
}

}  // namespace wafernet
