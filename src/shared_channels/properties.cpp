// Fig. 3 of mudawwar as printed; the diameters that hold; pins (sec. 2.2).
#include <cmath>
#include <string>

#include "wafernet/base/checked.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/shared_channels/shared_channels.hpp"

namespace wafernet {

namespace {

void check_shape(const SharedChannels& s) {
    if (s.k < 2 || s.n < 1)
        throw InputError("k = " + std::to_string(s.k) + ", n = " + std::to_string(s.n) + ", need k >= 2 and n >= 1");
}

}  // namespace

SharedChannels shared_channels_of(const Family& family, const Parameters& parameters) {
    if (!family.name.starts_with("kmway-"))
        throw InputError(std::string(family.name) +
                         " networks have no shared channels, need kmway-mesh or kmway-torus");
    return {static_cast<std::uint32_t>(parameters["k"]), static_cast<std::uint32_t>(parameters["n"]),
            static_cast<std::uint32_t>(parameters["p"]), family.name == "kmway-torus"};
}

SharedChannelProperties printed_properties(const SharedChannels& s) {
    check_shape(s);
    const double k = s.k;
    const double n = s.n;
    const double channels = std::pow(k, n);
    SharedChannelProperties out;
    out.channels = channels;
    out.routers = s.torus ? n * channels : n * (k - 1) * channels / k;
    out.processors = s.processors > 0 ? s.processors * channels : out.routers;
    if (s.torus) out.diameter_channels = s.processors > 0 ? n * std::floor(k / 2) + 1 : std::ceil(n * k / 2);
    if (!s.torus) out.diameter_channels = s.processors > 0 ? n * (k - 1) + 1 : n * (k - 1) - 1;
    out.sharing_factor = 2 * n + s.processors;
    return out;
}

std::uint64_t router_pins(std::uint64_t data_wires, std::uint64_t control_wires) {
    return checked_mul(2, checked_add(data_wires, control_wires, "pins"), "pins");
}

}  // namespace wafernet
