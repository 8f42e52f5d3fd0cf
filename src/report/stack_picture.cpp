#include <algorithm>

#include "base/text.hpp"
#include "report/picture_parts.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

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
        svg.text({numbers, y + gap / 2 + 4.0}, with_noun(links, "link") + (largest ? ", the peak" : ""), note_size,
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
