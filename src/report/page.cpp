#include "report/page.hpp"

#include <algorithm>

#include "base/embedded.hpp"
#include "base/text.hpp"
#include "report/layout.hpp"
#include "report/svg.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

void add(std::string& out, const Heading& heading) { out += "<h2>" + xml_text(heading.text) + "</h2>\n"; }

void add(std::string& out, const Lines& lines) {
    std::string text;
    for (const std::string_view line : split(lines.text, '\n')) text += (text.empty() ? "" : "\n") + xml_text(line);
    while (text.ends_with('\n')) text.pop_back();
    out += "<pre>" + text + "</pre>\n";
}

void add(std::string& out, const Markup& markup) { out += markup.html; }

// The ids that gnuplot gives are the same in all of its pictures.
std::string with_own_ids(std::string svg, std::size_t number) {
    const std::string own = "f" + std::to_string(number) + '-';
    for (const std::string_view id : {"gnuplot_canvas", "gnuplot_plot_", "gpDot", "gpPt"}) {
        for (std::size_t at = 0; (at = svg.find(id, at)) != std::string::npos; at += own.size() + id.size())
            svg.insert(at, own);
    }
    return svg;
}

void add(std::string& out, const PagePicture& picture) {
    if (picture.svg.empty() && !picture.caption.empty())
        out += "<p class=\"notes\">" + xml_text(picture.caption) + "</p>\n";
    if (picture.svg.empty()) return;
    out += "<figure>" + with_own_ids(picture.svg, out.size());
    if (!picture.caption.empty()) out += "<figcaption>" + xml_text(picture.caption) + "</figcaption>";
    out += "</figure>\n";
}

void add(std::string& out, const KeyFigures& figures) {
    out += "<div class=\"key\">\n";
    for (const auto& [what, value, unit] : figures.all)
        out += "<div><span>" + xml_text(what) + "</span><b>" + xml_text(value) + "</b><span>" + xml_text(unit) +
               "</span></div>\n";
    out += "</div>\n";
}

void add(std::string& out, const Table& table) {
    out += "<div class=\"scroll\"><table>\n";
    if (!table.title.empty()) out += "<caption>" + xml_text(table.title) + "</caption>\n";
    out += "<thead><tr>";
    for (const Column& column : table.columns) out += "<th scope=\"col\">" + xml_text(heading(column)) + "</th>";
    out += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
        out += "<tr>";
        for (std::size_t c = 0; c < row.size(); ++c) {
            const auto* missing = std::get_if<Missing>(&row[c]);
            out += missing != nullptr ? "<td class=\"missing\">" : is_number(row[c]) ? "<td class=\"number\">" : "<td>";
            out += xml_text(missing != nullptr ? (missing->reason.empty() ? "-" : missing->reason)
                                               : shown(row[c], table.columns[c])) +
                   "</td>";
        }
        out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
    for (const std::string& note : table.notes) out += "<p class=\"notes\">" + xml_text(note) + "</p>\n";
}

}  // namespace

PagePicture plot_picture(std::span<const Plot> plots) {
    try {
        std::string svg = draw(plots, Picture::svg);
        svg.erase(0, std::min(svg.find("<svg"), svg.size()));
        return {std::move(svg), ""};
    } catch (const InputError& error) {
        return {"", std::string("no curves: ") + error.what()};
    }
}

std::string html_page(const Page& page, const Provenance* made_by) {
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<title>" +
        xml_text(page.title) + "</title>\n";
    if (made_by != nullptr)
        out += "<meta name=\"" + std::string(provenance_mark) + "\" content='" + provenance_mark + ' ' +
               provenance_json(*made_by) + "'>\n";
    out += "<style>" + std::string(embedded::page_style) + "</style>\n</head>\n<body>\n<h1>" + xml_text(page.title) +
           "</h1>\n";
    if (!page.subtitle.empty()) out += "<p class=\"subtitle\">" + xml_text(page.subtitle) + "</p>\n";
    bool beside = false;  // among pictures side by side
    for (const auto& part : page.parts) {
        const auto* picture = std::get_if<PagePicture>(&part);
        const bool now = picture != nullptr && !picture->wide;
        if (now != beside) out += now ? "<div class=\"pictures\">\n" : "</div>\n";
        beside = now;
        std::visit([&](const auto& one) { add(out, one); }, part);
    }
    if (beside) out += "</div>\n";
    if (made_by != nullptr) {
        out += "<h2>How this page was made</h2>\n<pre>" + xml_text(command_line(*made_by)) + "</pre>\n";
        Table settings{"", {"option", "value"}};
        settings.add({std::string("version of wafernet"), made_by->version});
        settings.add({std::string("seed"), std::to_string(made_by->seed)});
        for (const auto& [name, value] : made_by->settings) settings.add({name, value});
        add(out, settings);
    }
    return out + "</body>\n</html>\n";
}

std::string tables_page(std::span<const Table> tables, const RenderOptions& options) {
    Page page{options.provenance ? command_line(*options.provenance) : "wafernet", "", {}};
    for (const Table& table : tables) page.parts.emplace_back(table);
    return html_page(page, options.provenance ? &*options.provenance : nullptr);
}

}  // namespace wafernet
