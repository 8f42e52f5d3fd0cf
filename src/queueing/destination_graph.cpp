// The places on the way to one destination: a directed graph without circles, over which its messages are carried.
#include <algorithm>
#include <numeric>

#include "queueing/follower.hpp"

namespace wafernet::queueing {

// The vertices of one destination are listed by their places, a list that is of an older stamp is empty.
void Follower::begin_destination() {
    vertices_.clear();
    successors_.clear();
    begins_.clear();
    began_.clear();
    ends_.clear();
    order_.clear();
    ++stamp_;
    table_.resize(graph_.channels() + std::size_t{graph_.nodes()});
}

std::uint32_t Follower::vertex(std::uint32_t place, std::uint32_t station, std::uint32_t state, std::int16_t vc) {
    auto& [stamp, last] = table_[place];
    if (std::exchange(stamp, stamp_) != stamp_) last = none;
    for (std::uint32_t v = last; v != none; v = vertices_[v].before) {
        const Vertex& at = vertices_[v];
        if (at.station == station && at.state == state && at.vc == vc) return v;
    }
    Vertex v;
    v.place = place, v.station = station, v.state = state, v.vc = vc;
    v.before = std::exchange(last, static_cast<std::uint32_t>(vertices_.size()));
    vertices_.push_back(v);
    return last;
}

// Depth first, with a stack of our own: a path may be long.
void Follower::follow(std::uint32_t start, Node s, Node d) {
    stack_.clear();
    open(start, s, d);
    while (!stack_.empty()) {
        auto& [v, at] = stack_.back();
        if (at == vertices_[v].end) {
            vertices_[v].mark = 2;
            order_.push_back(v);
            stack_.pop_back();
            continue;
        }
        const std::uint32_t next = successors_[at++].vertex;
        if (next == none) continue;  // arrived
        if (vertices_[next].mark == 1) ways_.lost(s, d);
        if (vertices_[next].mark == 0) open(next, s, d);
    }
}

void Follower::open(std::uint32_t v, Node source, Node d) {
    const Vertex at = vertices_[v];
    const Channel by = channel_of(at.place);
    const Node node = node_at(at.place);
    const auto first = static_cast<std::uint32_t>(successors_.size());
    if (set_ != 0 && destinations_.parts(set_) && destinations_.among(node, set_)) {
        ends_.push_back(v);
    } else if (node == case_.exit(d)) {
        if (const std::uint32_t end = stations_.ejection(d); end != none)
            successors_.push_back({none, passages_.number(at.station, end, by), 1.0});
    } else {
        ways_.from(node, at.place < graph_.channels() ? by : case_.way_in(at.place - graph_.channels()), at.state,
                   at.vc, d, on_);
        const bool several = case_.chooses && on_.size() > 1;
        if (several) order_ways(by);
        for (const Way& way : on_) {
            const std::uint32_t passed =
                at.station == none ? none : passages_.number(at.station, way.station, by, way.channel);
            successors_.push_back({vertex(way.channel, way.station, way.state, way.vc), passed, way.share});
        }
        if (several && at.station != none) {
            key_.clear();
            for (std::size_t k = first; k < successors_.size(); ++k) key_.push_back(successors_[k].passage);
            vertices_[v].choice = choice();
            const std::vector<double>& shares = all_.choices[vertices_[v].choice].shares;
            for (std::size_t k = 0; k < shares.size(); ++k) successors_[first + k].share = shares[k];
        }
    }
    if (stack_.size() > 4 * std::size_t{graph_.channels()} + 16) ways_.lost(source, d);
    vertices_[v].mark = 1;
    vertices_[v].first = first;
    vertices_[v].end = static_cast<std::uint32_t>(successors_.size());
    stack_.emplace_back(v, first);
}

void Follower::order_ways(Channel by) {
    const auto axis = [&](const Way& w) { return graph_.label(Graph::link(w.channel)).axis; };
    if (o_.choice == WayChoice::lowest_axis)
        std::stable_sort(on_.begin(), on_.end(), [&](const Way& a, const Way& b) { return axis(a) < axis(b); });
    if (o_.choice == WayChoice::straight) {
        std::stable_sort(on_.begin(), on_.end(), [&](const Way& a, const Way& b) {
            const bool x = passages_.straight(by, a.channel), y = passages_.straight(by, b.channel);
            return x != y ? x : axis(a) < axis(b);
        });
    }
    std::stable_sort(on_.begin(), on_.end(), [](const Way& a, const Way& b) { return a.detour < b.detour; });
}

// The choice between the passages of key_.
std::uint32_t Follower::choice() {
    const auto [found, fresh] = choice_of_.try_emplace(key_, static_cast<std::uint32_t>(all_.choices.size()));
    if (fresh) {
        all_.choices.push_back({key_, std::vector<double>(key_.size()), 0.0});
        std::vector<double>& shares = all_.choices.back().shares;
        if (ways_known_ + key_.size() <= shares_.size()) {
            std::copy_n(shares_.begin() + static_cast<std::ptrdiff_t>(ways_known_), key_.size(), shares.begin());
        } else {
            open_.clear();
            for (const std::uint32_t by : key_)
                open_.push_back({0.5, static_cast<double>(stations_[passages_[by].to].vcs)});
            choose(open_, o_.choice != WayChoice::most_free);
            for (std::size_t k = 0; k < open_.size(); ++k) shares[k] = open_[k].share;
        }
        ways_known_ += key_.size();
        const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& share : shares) share /= all;
    }
    return found->second;
}

void Follower::spread_flow() {
    steps_.assign(vertices_.size(), 1);
    longest_.assign(vertices_.size(), 0);
    const auto reach = [&](std::uint32_t v, std::uint32_t by, std::uint32_t steps, std::uint32_t run) {
        all_.longest = std::max(all_.longest, steps + 1);
        if (v == none) return;
        steps_[v] = std::max(steps_[v], steps + 1);
        longest_[v] = std::max(longest_[v], passages_.run_after(by, run));
    };
    for (const Begin& begin : begins_) {
        const Bound& from = bounds_[begin.bound];
        for (std::uint32_t k = vertices_[begin.vertex].first; k < vertices_[begin.vertex].end; ++k) {
            const Vertex& to = vertices_[successors_[k].vertex];
            began_.push_back(passages_.number(from.station, to.station, channel_of(from.place), to.place));
            reach(successors_[k].vertex, began_.back(), from.steps, from.runs - 1);
        }
    }
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::uint32_t v = order_[i];
        if (vertices_[v].station == none) continue;
        for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k)
            reach(successors_[k].vertex, successors_[k].passage, steps_[v], longest_[v]);
    }
    carried_.clear();
    // The flow of every vertex, by run.
    offset_.resize(vertices_.size() + 1);
    offset_[0] = 0;
    for (std::size_t v = 0; v < vertices_.size(); ++v) offset_[v + 1] = offset_[v] + longest_[v] + 1;
    flow_.assign(offset_.back(), 0.0);
    const auto spread = [&](std::uint32_t to, std::uint32_t by, const double* flow, std::uint32_t last, double share) {
        double* const rates = passages_.rates(by, last + 1);
        const Passage& p = passages_[by];
        double sum = 0.0;
        for (std::uint32_t run = 0; run <= last; ++run) {
            rates[run] += flow[run] * share;
            sum += flow[run] * share;
        }
        if (lone_sender_) carried_[stations_[p.to].group] += sum;
        if (to == none) return;
        all_.hops += sum;
        double* const next = flow_.data() + offset_[to];
        if (stations_[p.to].kind != Kind::network) next[0] += sum;
        else if (!p.straight) next[1] += sum;
        else
            for (std::uint32_t run = 0; run <= last; ++run) next[std::min(run + 1, longest_run)] += flow[run] * share;
    };
    auto by = began_.begin();
    for (const Begin& begin : begins_) {
        const Bound& from = bounds_[begin.bound];
        const std::uint32_t first = vertices_[begin.vertex].first, end = vertices_[begin.vertex].end;
        const double* const flow = runs_.data() + from.first;
        const double share = destinations_.members(set_) * from.share;
        Several* chosen = nullptr;
        if (case_.chooses && end - first > 1) {
            key_.assign(by, by + (end - first));
            chosen = &all_.choices[choice()];
            chosen->rate += share * std::accumulate(flow, flow + from.runs, 0.0);
        }
        for (std::uint32_t k = first; k < end; ++k)
            spread(successors_[k].vertex, *by++, flow, from.runs - 1,
                   share * (chosen != nullptr ? chosen->shares[k - first] : successors_[k].share));
    }
    for (std::size_t i = order_.size(); i-- > 0;) {
        const std::uint32_t v = order_[i];
        if (vertices_[v].station == none) continue;
        double* const flow = flow_.data() + offset_[v];
        flow[0] += vertices_[v].flow;
        if (vertices_[v].choice != none)
            all_.choices[vertices_[v].choice].rate += std::accumulate(flow, flow + longest_[v] + 1, 0.0);
        for (std::uint32_t k = vertices_[v].first; k < vertices_[v].end; ++k)
            spread(successors_[k].vertex, successors_[k].passage, flow, longest_[v], successors_[k].share);
    }
    for (const auto& [group, rate] : carried_) all_.streams[group] += rate * rate;
    for (const std::uint32_t v : ends_) {
        const Vertex at = vertices_[v];
        const Node node = graph_.target(at.place);
        const std::size_t first = runs_.size();
        const double share = 1.0 / destinations_.members(set_);
        runs_.insert(runs_.end(), flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v]),
                     flow_.begin() + static_cast<std::ptrdiff_t>(offset_[v + 1]));
        bounds_.push_back({at.place, at.station, at.state, at.vc, steps_[v], first, longest_[v] + 1, share});
        if (!part(node, set_) || stations_.ejection(node) == none) continue;
        const std::uint32_t out = passages_.number(at.station, stations_.ejection(node), at.place);
        for (std::uint32_t run = 0; run <= longest_[v]; ++run) passages_.count(out, run, share * runs_[first + run]);
        all_.longest = std::max(all_.longest, steps_[v] + 1);
    }
}

}  // namespace wafernet::queueing
