// Options of the simulator by name, for the command line and for TOML files.
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "base/number_in.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/sim/simulator.hpp"

namespace wafernet {

namespace {

std::uint64_t whole(std::string_view key, std::string_view text, std::uint64_t most) {
    const auto value = number_in<std::uint64_t>(text);
    if (!value || *value > most)
        throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) +
                         "', need a whole number of at most " + std::to_string(most));
    return *value;
}

double real(std::string_view key, std::string_view text) {
    const auto value = number_in<double>(text);
    if (!value || !std::isfinite(*value))
        throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) + "', need a number");
    return *value;
}

template <typename T> using Choice = std::pair<std::string_view, T>;

template <typename T> T word(std::string_view key, std::string_view text, std::span<const Choice<T>> choices) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : choices) {
        if (name == text) return value;
        names.push_back(name);
    }
    throw InputError(std::string(key) + " is '" + std::string(text.substr(0, 40)) + "'" + did_you_mean(text, names) +
                     fmt::format(", need one of {}", fmt::join(names, ", ")));
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
using Getter = std::string (*)(const SimulationOptions&);

struct Setting {
    SimulationSetting info;
    Setter set;
    Getter get;  // what `set` would read back
};

// The struct of a setting's member.
template <class T> auto& part(SimulationOptions& o) {
    if constexpr (std::is_same_v<T, RouterConfig>) return o.router;
    else if constexpr (std::is_same_v<T, PortConfig>) return o.router.ports;
    else return o;
}
template <class T, class Value> Value& at(SimulationOptions& o, Value T::*member) { return part<T>(o).*member; }
template <class T, class Value> const Value& at(const SimulationOptions& o, Value T::*member) {
    return part<T>(const_cast<SimulationOptions&>(o)).*member;  // NOLINT: read only
}

template <auto Member, std::uint64_t most> constexpr Setting number(std::string_view name, std::string_view meaning) {
    return {{name, meaning},
            [](SimulationOptions& o, std::string_view key, std::string_view text) {
                auto& member = at(o, Member);
                member = static_cast<std::decay_t<decltype(member)>>(whole(key, text, most));
            },
            [](const SimulationOptions& o) { return std::to_string(at(o, Member)); }};
}
template <auto Member> constexpr Setting count(std::string_view name, std::string_view meaning) {
    return number<Member, 0xFFFFFFFFU>(name, meaning);
}
template <auto Member> constexpr Setting cycles(std::string_view name, std::string_view meaning) {
    return number<Member, 1000000000>(name, meaning);
}

// The first name of a value is the one that is shown.
template <auto Member, auto& choices> constexpr Setting one_of(std::string_view name, std::string_view meaning) {
    using T = std::decay_t<decltype(choices[0].second)>;
    return {{name, meaning},
            [](SimulationOptions& o, std::string_view key, std::string_view text) {
                at(o, Member) = word<T>(key, text, choices);
            },
            [](const SimulationOptions& o) {
                for (const auto& [word, value] : choices) {
                    if (value == at(o, Member)) return std::string(word);
                }
                return std::string();
            }};
}

constexpr Choice<bool> yes_no[] = {{"yes", true}, {"no", false}, {"true", true}, {"false", false}};
constexpr Choice<HoldVc> holds[] = {{"until-buffer-left", HoldVc::until_buffer_left},
                                    {"until-tail-sent", HoldVc::until_tail_sent}};
constexpr Choice<ExtraVcs> extras[] = {{"spread", ExtraVcs::spread},
                                       {"free", ExtraVcs::free},
                                       {"adaptive", ExtraVcs::adaptive},
                                       {"unused", ExtraVcs::unused}};
constexpr Choice<InputPolicy> input_policies[] = {{"fifo", InputPolicy::fifo},
                                                  {"round-robin", InputPolicy::round_robin},
                                                  {"random", InputPolicy::random},
                                                  {"no-turn", InputPolicy::no_turn},
                                                  {"global-fifo", InputPolicy::global_fifo},
                                                  {"distance-travelled", InputPolicy::distance_travelled},
                                                  {"least-adaptive", InputPolicy::least_adaptive},
                                                  {"distance-least", InputPolicy::distance_least}};
constexpr Choice<OutputPolicy> output_policies[] = {
    {"preferred", OutputPolicy::preferred}, {"random", OutputPolicy::random},   {"xy", OutputPolicy::xy},
    {"zigzag", OutputPolicy::zigzag},       {"no-turn", OutputPolicy::no_turn}, {"most-free", OutputPolicy::most_free}};
constexpr Choice<LatencyStart> starts[] = {{"creation", LatencyStart::creation}, {"entry", LatencyStart::entry}};
constexpr Choice<Arrivals> arrival_kinds[] = {
    {"bernoulli", Arrivals::bernoulli}, {"poisson", Arrivals::poisson}, {"fixed", Arrivals::fixed}};

template <auto Member> constexpr Setting flag(std::string_view name, std::string_view meaning) {
    return one_of<Member, yes_no>(name, meaning);
}

std::string text_of(const std::vector<LengthShare>& lengths) {
    std::string out;
    for (const LengthShare& l : lengths) {
        out += (out.empty() ? "" : ",") + std::to_string(l.flits);
        if (l.share != 1.0) out += fmt::format(":{}", l.share);
    }
    return out;
}

constexpr Setting settings[] = {
    number<&RouterConfig::vcs, max_vcs>("vcs", "virtual channels of every channel"),
    count<&RouterConfig::buffer_flits>("buffer", "input buffer of a virtual channel, flits"),
    flag<&RouterConfig::buffer_per_link_cycle>("buffer-per-link-cycle",
                                               "yes: the buffer of a D-cycle link holds D times as many"),
    count<&RouterConfig::output_buffer_flits>("output-buffer", "output buffer of a virtual channel, flits; 0: none"),
    {{"flits", "message length: 16, or a mix: 10,200 or, with shares, 10:0.7,200:0.3; shares are relative"},
     [](SimulationOptions& o, std::string_view key, std::string_view text) { o.router.lengths = lengths(key, text); },
     [](const SimulationOptions& o) { return text_of(o.router.lengths); }},
    count<&RouterConfig::link_cycles>("link-cycles", "latency of a link that has none of its own"),
    count<&RouterConfig::router_cycles>("router-cycles", "from the input buffer to the next channel, every flit"),
    count<&RouterConfig::routing_cycles>("routing-cycles", "routing decision, headers only"),
    count<&RouterConfig::allocation_cycles>("allocation-cycles",
                                            "from getting a virtual channel to crossing, headers only"),
    count<&RouterConfig::credit_cycles>("credit-cycles", "until the slot of a flit that left can be filled"),
    flag<&RouterConfig::credit_uses_link>("credit-uses-link", "yes: plus the latency of the link"),
    count<&PortConfig::injection_cycles>("injection-cycles", "from the source to its router"),
    count<&PortConfig::injection_credit_cycles>("injection-credit-cycles", "credit delay of the injection channel"),
    count<&PortConfig::ejection_cycles>("ejection-cycles", "from the last router to the sink"),
    flag<&PortConfig::ejection_buffer>("ejection-buffer", "yes: the sink returns credits as a router does"),
    flag<&PortConfig::terminals_are_ports>(
        "terminals-are-ports",
        "yes: nodes that share a router in a network's file are its ports, not routers of their own"),
    count<&PortConfig::injection_channels>("injection-channels",
                                           "of every node; injection buffers of a processor on a shared channel"),
    flag<&PortConfig::injection_direct>("injection-direct", "yes: from the source queue straight to the first switch"),
    flag<&PortConfig::injection_serial>("injection-serial", "yes: one message at a time on an injection channel"),
    count<&PortConfig::ejection_channels>("ejection-channels", "of every node; 0: it takes every flit that arrives"),
    flag<&RouterConfig::crossbar_limit>("crossbar-limit", "yes: one flit a cycle from every input port"),
    one_of<&RouterConfig::hold, holds>("hold",
                                       "how long a message holds a virtual channel: until-buffer-left, until-tail-sent "
                                       "(early buffer free, of several messages a buffer)"),
    one_of<&RouterConfig::extra, extras>("extra-vcs",
                                         "virtual channels beyond those of the rule: spread, free, adaptive, unused"),
    one_of<&RouterConfig::input, input_policies>("input-policy",
                                                 "who gets a free virtual channel: fifo, round-robin, random, no-turn, "
                                                 "global-fifo, distance-travelled, least-adaptive, distance-least"),
    one_of<&RouterConfig::output, output_policies>(
        "output-policy", "which permitted output is preferred: preferred, random, xy, zigzag, no-turn, most-free"),
    one_of<&RouterConfig::latency_from, starts>("latency-from", "what latency_cycles starts from: creation, entry"),
    one_of<&RouterConfig::arrivals, arrival_kinds>("arrivals", "of messages at a source: bernoulli, poisson, fixed"),
    count<&SimulationOptions::source_queue>("source-queue", "messages that wait at a source at most; 0: any number"),
    cycles<&SimulationOptions::cycles>("cycles", "of the measurement"),
    cycles<&SimulationOptions::warmup>("warmup", "cycles before it"),
    cycles<&SimulationOptions::drain>("drain", "cycles at most to deliver what was created in it"),
    flag<&SimulationOptions::from_empty>("from-empty",
                                         "yes: measure from the empty network, whatever is delivered counts"),
};

const Setting& setting_named(std::string_view key) {
    std::vector<std::string_view> names;
    for (const Setting& s : settings) {
        if (s.info.name == key) return s;
        names.push_back(s.info.name);
    }
    throw InputError("unknown simulator option '" + std::string(key.substr(0, 40)) + "'" + did_you_mean(key, names));
}

}  // namespace

std::vector<SimulationSetting> simulation_settings() {
    std::vector<SimulationSetting> out;
    for (const Setting& s : settings) out.push_back(s.info);
    return out;
}

void set_simulation_option(SimulationOptions& options, std::string_view key, std::string_view text) {
    setting_named(key).set(options, key, text);
}

std::string simulation_option(const SimulationOptions& options, std::string_view key) {
    return setting_named(key).get(options);
}

SimulationOptions simulation_preset(const Preset& preset) {
    SimulationOptions o;
    o.router = preset.router;
    o.warmup = preset.warmup;
    o.cycles = preset.cycles;
    o.from_empty = preset.from_empty;
    return o;
}

SimulationOptions simulation_preset(std::string_view name) { return simulation_preset(preset_named(name)); }

}  // namespace wafernet
