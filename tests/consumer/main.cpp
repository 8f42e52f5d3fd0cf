#include <wafernet/distances.hpp>
#include <wafernet/error.hpp>
#include <wafernet/network.hpp>

#include <cstdio>

int main() {
    const wafernet::Network network = wafernet::make_network("torus:4x4");
    const auto diameter = wafernet::measure_distances(network.graph).diameter();
    std::printf("%s %u\n", network.word.c_str(), diameter.value_or(0));
    try {
        (void)wafernet::make_network("torsu:4x4");
    } catch (const wafernet::InputError&) {
        return diameter == 4U ? 0 : 1;
    }
    return 1;
}
