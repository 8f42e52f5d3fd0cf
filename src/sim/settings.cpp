// Options of the simulator by name, for the command line and for TOML files.
#include <charconv>
#include <cmath>
#include <functional>

#include "wafernet/error.hpp"
#include "wafernet/simulator.hpp"

namespace wafernet {

namespace {

std::uint64_t whole(std::string_view key, std::string_view text, std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || status != std::errc{} || end != text.data() + text.size() || value > most) {
        throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) + "', need a whole number of at most " + std::to_string(most));
    }
    return value;
}

double real(std::string_view key, std::string_view text) {
    double value = 0.0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || status != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) + "', need a number");
    }
    return value;
}

template <typename T>
T word(std::string_view key, std::string_view text, std::initializer_list<std::pair<std::string_view, T>> choices) {
    std::vector<std::string_view> names;
    std::string list;
    for (const auto& [name, value] : choices) {
        if (name == text) return value;
        names.push_back(name);
        list += (list.empty() ? "" : ", ") + std::string(name);
    }
    throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) + "'" + did_you_mean(text, names) + ", need one of " + list);
}

// "16", "10,200" (in equal numbers) or "10:0.7,200:0.3".
std::vector<LengthShare> lengths(std::string_view key, std::string_view text) {
    std::vector<LengthShare> out;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t colon = part.find(':');
        const double share = colon == std::string_view::npos ? 1.0 : real(key, part.substr(colon + 1));
        out.push_back({static_cast<std::uint32_t>(whole(key, part.substr(0, colon), 1000000)), share});
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

using Setter = void (*)(SimulationOptions&, std::string_view key, std::string_view text);

template <std::uint32_t SimulationOptions::* Member>
void set_count(SimulationOptions& o, std::string_view key, std::string_view text) {
    o.*Member = static_cast<std::uint32_t>(whole(key, text, 0xFFFFFFFFU));
}
template <std::uint64_t SimulationOptions::* Member>
void set_cycles(SimulationOptions& o, std::string_view key, std::string_view text) {
    o.*Member = whole(key, text, 1000000000);
}
template <bool SimulationOptions::* Member>
void set_flag(SimulationOptions& o, std::string_view key, std::string_view text) {
    o.*Member = word<bool>(key, text, {{"yes", true}, {"no", false}, {"true", true}, {"false", false}});
}

struct Setting {
    SimulationSetting info;
    Setter set;
};

constexpr Setting settings[] = {
    {{"vcs", "virtual channels of every channel"}, [](SimulationOptions& o, std::string_view k, std::string_view t) { o.vcs = static_cast<int>(whole(k, t, max_vcs)); }},
    {{"buffer", "input buffer of a virtual channel, flits"}, set_count<&SimulationOptions::buffer_flits>},
    {{"buffer-per-link-cycle", "yes: the buffer of a D-cycle link holds D times as many"}, set_flag<&SimulationOptions::buffer_per_link_cycle>},
    {{"output-buffer", "output buffer of a virtual channel, flits; 0: none"}, set_count<&SimulationOptions::output_buffer_flits>},
    {{"flits", "message length: 16, or a mix: 10,200 or, with shares, 10:0.7,200:0.3; shares are relative"}, [](SimulationOptions& o, std::string_view k, std::string_view t) { o.lengths = lengths(k, t); }},
    {{"link-cycles", "latency of a link that has none of its own"}, set_count<&SimulationOptions::link_cycles>},
    {{"router-cycles", "from the input buffer to the next channel, every flit"}, set_count<&SimulationOptions::router_cycles>},
    {{"routing-cycles", "routing decision, headers only"}, set_count<&SimulationOptions::routing_cycles>},
    {{"allocation-cycles", "from getting a virtual channel to crossing, headers only"}, set_count<&SimulationOptions::allocation_cycles>},
    {{"credit-cycles", "until the slot of a flit that left can be filled"}, set_count<&SimulationOptions::credit_cycles>},
    {{"credit-uses-link", "yes: plus the latency of the link"}, set_flag<&SimulationOptions::credit_uses_link>},
    {{"injection-cycles", "from the source to its router"}, set_count<&SimulationOptions::injection_cycles>},
    {{"injection-credit-cycles", "credit delay of the injection channel"}, set_count<&SimulationOptions::injection_credit_cycles>},
    {{"ejection-cycles", "from the last router to the sink"}, set_count<&SimulationOptions::ejection_cycles>},
    {{"ejection-buffer", "yes: the sink returns credits as a router does"}, set_flag<&SimulationOptions::ejection_buffer>},
    {{"terminals-are-ports", "yes: nodes that share a router in a network's file are its ports, not routers of their own"}, set_flag<&SimulationOptions::terminals_are_ports>},
    {{"injection-channels", "of every node; injection buffers of a processor on a shared channel"}, set_count<&SimulationOptions::injection_channels>},
    {{"injection-direct", "yes: from the source queue straight to the first switch"}, set_flag<&SimulationOptions::injection_direct>},
    {{"injection-serial", "yes: one message at a time on an injection channel"}, set_flag<&SimulationOptions::injection_serial>},
    {{"ejection-channels", "of every node; 0: it takes every flit that arrives"}, set_count<&SimulationOptions::ejection_channels>},
    {{"crossbar-limit", "yes: one flit a cycle from every input port"}, set_flag<&SimulationOptions::crossbar_limit>},
    {{"hold", "how long a message holds a virtual channel: until-buffer-left, until-tail-sent"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.hold = word<HoldVc>(k, t, {{"until-buffer-left", HoldVc::until_buffer_left}, {"until-tail-sent", HoldVc::until_tail_sent}});
     }},
    {{"extra-vcs", "virtual channels beyond those of the rule: spread, free, adaptive, unused"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.extra = word<ExtraVcs>(k, t, {{"spread", ExtraVcs::spread}, {"free", ExtraVcs::free}, {"adaptive", ExtraVcs::adaptive}, {"unused", ExtraVcs::unused}});
     }},
    {{"input-policy", "who gets a free virtual channel: fifo, round-robin, random, no-turn, global-fifo, distance-travelled, least-adaptive, distance-least"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.input = word<InputPolicy>(k, t, {{"fifo", InputPolicy::fifo}, {"round-robin", InputPolicy::round_robin}, {"random", InputPolicy::random},
                                            {"no-turn", InputPolicy::no_turn}, {"global-fifo", InputPolicy::global_fifo},
                                            {"distance-travelled", InputPolicy::distance_travelled}, {"least-adaptive", InputPolicy::least_adaptive},
                                            {"distance-least", InputPolicy::distance_least}});
     }},
    {{"output-policy", "which permitted output is preferred: preferred, random, xy, zigzag, no-turn, most-free"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.output = word<OutputPolicy>(k, t, {{"preferred", OutputPolicy::preferred}, {"random", OutputPolicy::random}, {"xy", OutputPolicy::xy},
                                              {"zigzag", OutputPolicy::zigzag}, {"no-turn", OutputPolicy::no_turn},
                                              {"most-free", OutputPolicy::most_free}});
     }},
    {{"latency-from", "what latency_cycles starts from: creation, entry"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.latency_from = word<LatencyStart>(k, t, {{"creation", LatencyStart::creation}, {"entry", LatencyStart::entry}});
     }},
    {{"arrivals", "of messages at a source: bernoulli, poisson, fixed"},
     [](SimulationOptions& o, std::string_view k, std::string_view t) {
         o.arrivals = word<Arrivals>(k, t, {{"bernoulli", Arrivals::bernoulli}, {"poisson", Arrivals::poisson}, {"fixed", Arrivals::fixed}});
     }},
    {{"source-queue", "messages that wait at a source at most; 0: any number"}, set_count<&SimulationOptions::source_queue>},
    {{"cycles", "of the measurement"}, set_cycles<&SimulationOptions::cycles>},
    {{"warmup", "cycles before it"}, set_cycles<&SimulationOptions::warmup>},
    {{"drain", "cycles at most to deliver what was created in it"}, set_cycles<&SimulationOptions::drain>},
    {{"from-empty", "yes: measure from the empty network, whatever is delivered counts"}, set_flag<&SimulationOptions::from_empty>},
};

}  // namespace

std::vector<SimulationSetting> simulation_settings() {
    std::vector<SimulationSetting> out;
    for (const Setting& s : settings) out.push_back(s.info);
    return out;
}

void set_simulation_option(SimulationOptions& options, std::string_view key, std::string_view text) {
    std::vector<std::string_view> names;
    for (const Setting& s : settings) {
        if (s.info.name == key) return s.set(options, key, text);
        names.push_back(s.info.name);
    }
    throw InputError("unknown simulator option '" + std::string(key.substr(0, 40)) + "'" + did_you_mean(key, names));
}

}  // namespace wafernet
