// A page to hand over: one file, nothing loaded, no script.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "wafernet/report/plot.hpp"
#include "wafernet/report/render.hpp"

namespace wafernet {

struct Heading {
    std::string text;
};
struct Lines {
    std::string text;
};
struct Markup {
    std::string html;
};
struct PagePicture {
    std::string svg;
    std::string caption;
    bool wide = true;  ///< false: pictures stand side by side where there is room
};
/// A few figures that are read first.
struct KeyFigures {
    struct One {
        std::string what, value, unit;
    };
    std::vector<One> all;
};

struct Page {
    std::string title;
    std::string subtitle;
    std::vector<std::variant<Heading, Lines, Markup, PagePicture, KeyFigures, Table>> parts;
};

/// Returns the page as HTML, readable on a narrow screen, on a wide one and printed: wide tables scroll by themselves,
/// pictures shrink. At its end stands what made it, with all options; the same for programs in its head.
std::string html_page(const Page& page, const Provenance* made_by);

std::string tables_page(std::span<const Table> tables, const RenderOptions& options);

/// Returns figures as gnuplot draws them; where it cannot the caption says why.
PagePicture plot_picture(std::span<const Plot> plots);

}  // namespace wafernet
