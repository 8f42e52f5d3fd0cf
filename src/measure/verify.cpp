#include "wafernet/measure/verify.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "wafernet/measure/bisection.hpp"
#include "wafernet/measure/connectivity.hpp"
#include "wafernet/measure/distances.hpp"
#include "wafernet/measure/routed.hpp"
#include "wafernet/measure/router_graph.hpp"

namespace wafernet {

namespace {

struct Measurement {
    double lower = 0.0;
    double upper = 0.0;
    [[nodiscard]] bool exact() const { return lower == upper; }
};

class Measurements {
public:
    Measurements(const Network& network, const VerifyOptions& options)
        : network_(network), graph_(network.graph), options_(options) {
        std::tie(degree_min_, degree_max_) = degree_range(graph_);
    }

    // Nothing where the metric is not one of the graph or does not exist for it.
    std::optional<Measurement> operator()(Metric metric) {
        switch (metric) {
            case Metric::nodes: return one(graph_.nodes());
            case Metric::links: return one(graph_.links());
            case Metric::degree_min: return one(degree_min_);
            case Metric::degree_max: return one(degree_max_);
            case Metric::diameter_hops: return maybe(distances().diameter());
            case Metric::avg_distance_hops: return maybe(distances().average(Pairs::distinct));
            case Metric::avg_distance_all_pairs_hops: return maybe(distances().average(Pairs::all));
            case Metric::cost: {
                const auto diameter = distances().diameter();
                return diameter ? one(static_cast<double>(degree_max_) * *diameter) : std::nullopt;
            }
            case Metric::routed_diameter_hops: return routed() ? one(routed()->longest) : std::nullopt;
            case Metric::routed_avg_distance_hops:
                return routed() && routed()->pairs > 0 ? one(routed()->mean()) : std::nullopt;
            case Metric::arc_connectivity: return one(connectivity());
            case Metric::bisection_links: return bisection();
            case Metric::free_ports:
            case Metric::highest_level: return std::nullopt;
        }
        return std::nullopt;
    }

private:
    static std::optional<Measurement> one(double value) { return Measurement{value, value}; }
    template <class T> static std::optional<Measurement> maybe(const std::optional<T>& value) {
        return value ? one(*value) : std::nullopt;
    }

    const Distances& distances() {
        if (!distances_) distances_ = measure_distances(network_, {options_.threads, options_.exhaustive});
        return *distances_;
    }
    std::uint32_t connectivity() {
        if (!connectivity_) connectivity_ = arc_connectivity(graph_);
        return *connectivity_;
    }
    std::optional<Measurement> bisection() {
        if (graph_.nodes() < 2) return std::nullopt;
        if (!bisection_) bisection_ = measure_bisection(network_, {.at_least = connectivity(), .seed = options_.seed});
        return Measurement{static_cast<double>(bisection_->lower), static_cast<double>(bisection_->upper)};
    }
    const std::optional<RoutedLengths>& routed() {
        if (!routed_ && network_.family != nullptr && !network_.family->routings.empty()) {
            const auto routing = network_.family->routings.front().make(network_, {});
            const RoutedOptions options{options_.threads, options_.exhaustive};
            if (options.exhaustive || paths_to_follow(network_, *routing, options) <= unasked_paths)
                routed_ = measure_routed(network_, *routing, options);
        }
        return routed_;
    }

    const Network& network_;
    const Graph& graph_;
    VerifyOptions options_;
    std::uint32_t degree_min_ = 0;
    std::uint32_t degree_max_ = 0;
    std::optional<Distances> distances_;
    std::optional<RoutedLengths> routed_;
    std::optional<std::uint32_t> connectivity_;
    std::optional<Bisection> bisection_;
};

// A formula of up to a thousand roundings of 2^-53 each; measured values are quotients of whole numbers.
bool agree(double a, double b) { return std::abs(a - b) <= 1000 * 0x1p-53 * std::max(std::abs(a), std::abs(b)); }

std::string shown(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

std::string place(const Source& source) {
    return source.document == "wafernet" ? "the form derived here (" + std::string(source.place) + ")"
                                         : std::string(source.document) + " " + std::string(source.place);
}

// Another form for the same metric that gives what the graph gives.
const ClosedForm* holding_twin(const Network& network, const ClosedForm& form, double measured) {
    for (const ClosedForm& other : network.family->closed_forms) {
        if (&other == &form || other.metric != form.metric) continue;
        const auto value = other.value(network.parameters);
        if (value && agree(*value, measured)) return &other;
    }
    return nullptr;
}

// A document that prints one number for a length may mean the paths of its routing.
std::optional<Metric> routed_metric(Metric metric) {
    if (metric == Metric::diameter_hops) return Metric::routed_diameter_hops;
    if (metric == Metric::avg_distance_hops) return Metric::routed_avg_distance_hops;
    return std::nullopt;
}

void judge(const Network& network, const std::optional<Measurement>& measurement, CheckedClaim& claim) {
    const ClosedForm& form = *claim.form;
    const bool known_wrong = form.known_wrong != nullptr && form.known_wrong(network.parameters);
    if (!measurement) {
        claim.evidence = "not measured on this graph";
        return;
    }
    const auto [lower, upper] = *measurement;
    claim.measured = upper;
    if (agree(claim.claimed, upper)) {
        claim.verdict = ClaimVerdict::reproduced;
        if (!measurement->exact()) claim.evidence = "the least cut found, proven to be at least " + shown(lower);
        claim.unexpected = known_wrong && measurement->exact();
    } else if (!measurement->exact() && claim.claimed < upper && claim.claimed >= lower) {
        claim.verdict = ClaimVerdict::open;
        claim.evidence = "between the proven " + shown(lower) + " and the least cut found, " + shown(upper);
    } else {
        const ClosedForm* twin = form.corrected ? nullptr : holding_twin(network, form, upper);
        claim.verdict = form.corrected ? ClaimVerdict::not_reproducible : ClaimVerdict::refuted;
        claim.evidence = std::string("the graph gives ") + (measurement->exact() ? "" : "at most ") + shown(upper);
        if (twin != nullptr)
            claim.evidence += ", as does " + std::string(twin->formula) + " from " + place(twin->source);
        claim.unexpected = !known_wrong;
    }
    if (!form.note.empty()) claim.evidence += (claim.evidence.empty() ? "" : "; ") + std::string(form.note);
}

}  // namespace

std::string_view name(ClaimVerdict verdict) {
    static constexpr std::string_view names[] = {"reproduced", "reproduced-as",    "misprint",
                                                 "refuted",    "not-reproducible", "open"};
    return names[static_cast<std::size_t>(verdict)];
}

std::vector<CheckedClaim> verify(const Network& network, const VerifyOptions& options) {
    std::vector<CheckedClaim> claims;
    if (network.family == nullptr) return claims;
    Measurements measure(network, options);
    for (const ClosedForm& form : network.family->closed_forms) {
        const auto claimed = form.value(network.parameters);
        if (!claimed) continue;
        CheckedClaim claim{&form, *claimed, {}, ClaimVerdict::open, "", false};
        judge(network, measure(form.metric), claim);
        claims.push_back(std::move(claim));
    }
    for (CheckedClaim& claim : claims) {
        const auto routed = routed_metric(claim.form->metric);
        if (!routed || claim.verdict != ClaimVerdict::refuted) continue;
        for (const CheckedClaim& other : claims) {
            if (other.form->metric != *routed || other.form->source.place != claim.form->source.place ||
                other.verdict != ClaimVerdict::reproduced || other.claimed != claim.claimed)
                continue;
            claim.verdict = ClaimVerdict::reproduced_as;
            claim.evidence = "as " + std::string(name(*routed)) + ", of the family's own routing; " + claim.evidence;
            break;
        }
    }
    return claims;
}

}  // namespace wafernet
