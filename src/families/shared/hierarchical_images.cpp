// Symmetries of dimension-order routing on hierarchical networks.
#include <set>

#include "shared/hierarchical_dor.hpp"

namespace wafernet {

// Rings, whose gates may depend on the place in the last module, then the axes of the module from the last one on.
DigitOrder HierarchicalDor::digit_order() const {
    DigitOrder order;
    order.count = rings_.size() + lines_.size();
    for (const std::uint64_t module : digits_) {
        for (std::uint32_t local = 0; local < size_; ++local) {
            for (std::size_t s = 0; s < rings_.size(); ++s) {
                order.digits.push_back(static_cast<std::uint32_t>(module >> rings_[s].shift & rings_[s].mask));
                order.traits.push_back(row_[2 * s * size_ + local] << 16U | row_[(2 * s + 1) * size_ + local]);
            }
            for (std::size_t axis = lines_.size(); axis-- > 0;) {
                order.digits.push_back(places_[local][axis]);
                order.traits.push_back(0);
            }
        }
    }
    return order;
}

std::vector<DestinationClass> HierarchicalDor::destination_classes() const {
    const Images images = this->images(true);
    if (images.modules.empty() && images.mirrors.empty()) return {};
    std::vector<std::uint32_t> count(digits_.size() * size_);
    for (std::uint32_t module = 0; module < digits_.size(); ++module) {
        for (std::uint32_t local = 0; local < size_; ++local) ++count[first_image(images, module, local).node(size_)];
    }
    std::vector<DestinationClass> classes;
    for (Node v = 0; v < count.size(); ++v) {
        if (count[v] != 0) classes.push_back({v, count[v]});
    }
    return classes;
}

RoutingSymmetry HierarchicalDor::symmetry() const {
    const Images images = this->images(false);
    RoutingSymmetry found;
    found.mirrors = !images.mirrors.empty();
    found.node.resize(digits_.size() * size_);
    found.channel.resize(channels_);
    std::vector<std::uint32_t> copies(found.node.size());
    for (std::uint32_t module = 0; module < digits_.size(); ++module) {
        for (std::uint32_t local = 0; local < size_; ++local) {
            const Image image = first_image(images, module, local);
            const Node v = module * size_ + local;
            found.node[v] = image.node(size_);
            ++copies[found.node[v]];
            for (std::size_t axis = 0; axis < lines_.size(); ++axis) {
                for (std::uint32_t negative = 0; negative < 2; ++negative) {
                    const Channel c = inside_[(std::size_t{local} * 3 + axis) * 2 + negative];
                    if (c == no_channel) continue;
                    const std::uint32_t turned = negative ^ (image.by.lines >> axis & 1U);
                    const Channel inside = inside_[(std::size_t{image.local} * 3 + axis) * 2 + turned];
                    found.channel[module * module_channels_ + c] = image.module * module_channels_ + inside;
                }
            }
            for (std::size_t key = 0; key < 2 * rings_.size(); ++key) {
                const Channel c = upper_channel(module, local, key);
                if (c != no_channel)
                    found.channel[c] = upper_channel(image.module, image.local, key ^ (image.by.rings >> key / 2 & 1U));
            }
        }
    }
    found.copies = copies[found.node[0]];
    for (const std::uint32_t count : copies) {
        if (count != 0 && count != found.copies) return {};  // some map leaves a node in its place
    }
    if (found.copies == 1) return {};
    return found;
}

// Upper levels that are rings are shifted by whole modules, as far as ties do not look at addresses; those that are
// lines, and all where ties point as the address difference does, are mirrored where gates and outlets agree with it. A
// tie inside a module may be decided otherwise in the mirror, unless it points so: the path is another one, as long.
HierarchicalDor::Images HierarchicalDor::images(bool only_lengths) const {
    Images found;
    if (rings_.empty()) return found;
    if (ring_wraps_ && ties_ != Ties::literal) {
        const bool even = std::ranges::all_of(rings_, [](const Ring& r) { return r.row.extent % 2 == 0; });
        if (ties_ == Ties::parity && !even) return found;
        for (const std::uint8_t odd : module_odd_) found.modules.push_back(ties_ == Ties::parity ? odd : 0);
        return found;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> known{{0, 0}};
    for (std::uint32_t lines = 0; lines < 1U << lines_.size(); ++lines) {
        bool straight = true;
        for (std::size_t axis = 0; axis < lines_.size(); ++axis)
            straight = straight && ((lines >> axis & 1U) == 0 || !lines_[axis].wraps);
        if (!straight && !only_lengths && ties_ != Ties::literal) continue;
        // Every ring on its own: as it is, turned round, or either.
        Mirror whole{lines, 0};
        std::uint32_t either = 0;
        bool fits = true;
        for (std::uint32_t s = 0; s < rings_.size() && fits; ++s) {
            const bool as_it_is = mirrored(lines, s, false);
            const bool turned = mirrored(lines, s, true);
            fits = as_it_is || turned;
            if (!as_it_is) whole.rings |= 1U << s;
            if (as_it_is && turned) either |= 1U << s;
        }
        if (!fits) continue;
        for (std::uint32_t some = either;; some = (some - 1) & either) {
            known.emplace(whole.lines, whole.rings ^ some);
            if (some == 0) break;
        }
    }
    for (const auto& [lines, rings] : known) {
        if (lines != 0 || rings != 0) found.mirrors.push_back({lines, rings});
    }
    return found;
}

// Whether turning round these lines of the module, and ring `s` too or not, takes the ring's gates and outlets to
// themselves.
bool HierarchicalDor::mirrored(std::uint32_t lines, std::uint32_t s, bool turned) const {
    std::vector<std::uint32_t> image_of(size_);
    for (std::uint32_t v = 0; v < size_; ++v) image_of[v] = turned_local(v, lines);
    for (std::size_t negative = 0; negative < 2; ++negative) {
        const std::size_t key = 2 * std::size_t{s} + negative;
        const std::size_t image = key ^ (turned ? 1U : 0U);
        for (std::uint32_t v = 0; v < size_; ++v) {
            const std::uint32_t to = arrives_[key * size_ + v];
            if (arrives_[image * size_ + image_of[v]] != (to == no_channel ? no_channel : image_of[to])) return false;
        }
        for (std::uint32_t d = 0; d < size_; ++d) {
            for (std::uint32_t v = 0; v < size_; ++v) {
                if (outlet(image, image_of[d], image_of[v]) != image_of[outlet(key, d, v)]) return false;
            }
        }
    }
    return true;
}

std::uint32_t HierarchicalDor::turned_local(std::uint32_t local, std::uint32_t lines) const {
    std::uint32_t image = 0;
    for (std::size_t axis = lines_.size(); axis-- > 0;) {
        const std::uint32_t at = places_[local][axis];
        image = image * lines_[axis].extent + ((lines >> axis & 1U) != 0 ? lines_[axis].extent - 1 - at : at);
    }
    return image;
}

std::uint32_t HierarchicalDor::turned_module(std::uint32_t module, std::uint32_t rings) const {
    std::uint32_t image = 0;
    for (std::uint32_t s = 0; s < rings_.size(); ++s) {  // the last ring has the lowest digit
        const auto at = static_cast<std::uint32_t>(digits_[module] >> rings_[s].shift & rings_[s].mask);
        image = image * rings_[s].row.extent + ((rings >> s & 1U) != 0 ? rings_[s].row.extent - 1 - at : at);
    }
    return image;
}

// The image of lowest number.
HierarchicalDor::Image HierarchicalDor::first_image(const Images& images, std::uint32_t module,
                                                    std::uint32_t local) const {
    if (!images.modules.empty()) return {images.modules[module], local, {}};
    Image first{module, local, {}};
    for (const Mirror& by : images.mirrors) {
        const Image image{turned_module(module, by.rings), turned_local(local, by.lines), by};
        if (image.node(size_) < first.node(size_)) first = image;
    }
    return first;
}

}  // namespace wafernet
