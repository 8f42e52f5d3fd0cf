#include "report/svg.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/text.hpp"

namespace wafernet {

std::string svg_number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : escaped(text)) {
        switch (c) {
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '&': out += "&amp;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

void Svg::line(std::string& path, Point a, Point b) const {
    path += 'M' + svg_number(a.x) + ' ' + svg_number(a.y) + 'L' + svg_number(b.x) + ' ' + svg_number(b.y);
}

void Svg::path(const std::string& d, const std::string& style) {
    if (!d.empty()) body_ += "<path d=\"" + d + "\" " + style + "/>\n";
}

void Svg::circle(Point at, double radius, const std::string& style, std::string_view hover) {
    body_ += "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" + svg_number(radius) +
             "\"" + (style.empty() ? "" : " ") + style;
    body_ += hover.empty() ? "/>\n" : "><title>" + xml_text(hover) + "</title></circle>\n";
}

void Svg::box(Point corner, double width, double height, const std::string& style, double round,
              std::string_view hover) {
    body_ += "<rect x=\"" + svg_number(corner.x) + "\" y=\"" + svg_number(corner.y) + "\" width=\"" +
             svg_number(width) + "\" height=\"" + svg_number(height) + "\"";
    if (round > 0.0) body_ += " rx=\"" + svg_number(round) + "\"";
    body_ += (style.empty() ? "" : " ") + style;
    body_ += hover.empty() ? "/>\n" : "><title>" + xml_text(hover) + "</title></rect>\n";
}

void Svg::text(Point at, std::string_view text, double size, Anchor anchor, const std::string& style) {
    body_ +=
        "<text x=\"" + svg_number(at.x) + "\" y=\"" + svg_number(at.y) + "\" font-size=\"" + svg_number(size) + "\"";
    if (anchor != Anchor::start)
        body_ += std::string(" text-anchor=\"") + (anchor == Anchor::end ? "end" : "middle") + '"';
    body_ += (style.empty() ? "" : " ") + style + ">" + xml_text(text) + "</text>\n";
}

std::string Svg::picture(double width, double height, std::string_view title, const Provenance* made_by) const {
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svg_number(width) + "\" height=\"" +
                      svg_number(height) + "\" viewBox=\"0 0 " + svg_number(width) + ' ' + svg_number(height) +
                      "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" fill=\"" + colours::ink + "\">\n<title>" +
                      xml_text(title) + "</title>\n";
    if (made_by != nullptr)
        out += "<metadata>" + std::string(provenance_mark) + ' ' + provenance_json(*made_by) + "</metadata>\n";
    return out + "<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n" + body_ + "</svg>\n";
}

double text_width(std::string_view text, double size) { return 0.64 * size * static_cast<double>(characters(text)); }

std::string arrow_head(Point from, Point to, double size) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (length <= 0.0) return "";
    const double ux = dx / length, uy = dy / length;
    const Point back{to.x - size * ux, to.y - size * uy};
    const double half = 0.42 * size;
    return 'M' + svg_number(to.x) + ' ' + svg_number(to.y) + 'L' + svg_number(back.x - half * uy) + ' ' +
           svg_number(back.y + half * ux) + 'L' + svg_number(back.x + half * uy) + ' ' +
           svg_number(back.y - half * ux) + 'Z';
}

}  // namespace wafernet
