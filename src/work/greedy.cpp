// Copies by events: whenever a channel is free it takes a chunk that its end lacks.
#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <queue>
#include <random>

#include "work/parts.hpp"

namespace wafernet::work {
namespace {

class Matcher {
public:
    Matcher(const Job& job, Schedule& out, std::uint64_t seed, double deadline)
        : job_(job), out_(out), random_(static_cast<unsigned>(seed + 1)), deadline_(deadline) {
        for (std::uint32_t c = 0; c < out.chunks.size(); ++c) {
            add(there_, out.chunks[c].of, c), add(promised_, out.chunks[c].of, c);
            wake(out.chunks[c].of);
        }
    }
    void run() {
        const std::uint64_t all = out_.chunks.size() * (links_.nodes() - 1);
        out_.transfers.reserve(all);
        for (std::uint64_t round = 0;; ++round) {
            if (round % 64 == 0) job_.go_on(out_.transfers.size(), all);
            match();
            if (arrivals_.empty()) {
                if (out_.transfers.size() == all) break;
                deadline_ = std::numeric_limits<double>::infinity();  // it cannot be held
                for (Node v = 0; v < links_.nodes(); ++v) wake(v);
                continue;
            }
            now_ = arrivals_.top().first;
            while (!arrivals_.empty() && arrivals_.top().first == now_) {
                const Transfer& t = out_.transfers[arrivals_.top().second];
                arrivals_.pop();
                add(there_, links_.to[t.channel], t.first);
                busy_[t.channel] = false;
                list(t.channel);
                wake(links_.to[t.channel]);
            }
        }
        out_.time_ns = now_;
        out_.carried.resize(out_.chunks.size());
        std::iota(out_.carried.begin(), out_.carried.end(), 0U);
    }

private:
    void add(std::vector<std::uint64_t>& sets, Node v, std::uint32_t chunk) const {
        sets[v * words_ + chunk / 64] |= std::uint64_t{1} << chunk % 64;
    }
    void list(Channel c) {
        if (!busy_[c] && !listed_[c]) listed_[c] = true, free_.push_back(c);
    }
    void wake(Node v) {
        for (const Channel c : links_.out[v]) list(c);
    }
    // Free channels, those with fewest chunks to choose from first.
    void match() {
        open_.clear();
        for (const Channel c : free_) {
            listed_[c] = false;
            std::uint32_t choices = 0;
            for (std::size_t i = 0; i < words_; ++i)
                choices += static_cast<std::uint32_t>(std::popcount(lacking(c, i)));
            if (choices > 0) open_.emplace_back(choices, random_(), c);
        }
        free_.clear();
        std::sort(open_.begin(), open_.end());
        for (const auto& [choices, lot, channel] : open_) take(channel);
    }
    [[nodiscard]] std::uint64_t lacking(Channel c, std::size_t i) const {
        return there_[links_.from[c] * words_ + i] & ~promised_[links_.to[c] * words_ + i];
    }
    void take(Channel c) {
        constexpr std::uint32_t enough = 64;  // of many candidates these are as good as all
        const std::size_t begin = random_() % words_;
        std::uint32_t best = 0, fewest = 0xFFFFFFFFU, seen = 0, equal = 0;
        for (std::size_t k = 0; k < words_ && seen < enough; ++k) {
            const std::size_t i = (begin + k) % words_;
            for (std::uint64_t left = lacking(c, i); left != 0; left &= left - 1, ++seen) {
                const auto chunk =
                    static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(std::countr_zero(left)));
                if (holders_[chunk] > fewest) continue;
                equal = holders_[chunk] < fewest ? 1 : equal + 1;
                if (equal == 1 || random_() % equal == 0) best = chunk;
                fewest = holders_[chunk];
            }
        }
        const double end = now_ + links_.time(c, out_.chunks[best].bytes);
        if (seen == 0 || end > deadline_) return;
        add(promised_, links_.to[c], best);
        ++holders_[best];
        busy_[c] = true;
        const auto number = static_cast<std::uint32_t>(out_.transfers.size());
        arrivals_.emplace(end, number);
        out_.transfers.push_back({now_, end, c, best, 1, false, number});
    }

    const Job& job_;
    Schedule& out_;
    const Fabric& links_ = job_.links;
    std::size_t words_ = (out_.chunks.size() + 63) / 64;
    std::vector<std::uint64_t> there_ =
        std::vector<std::uint64_t>(links_.nodes() * words_, 0);  // a row of chunks a node
    std::vector<std::uint64_t> promised_ = there_;
    std::vector<std::uint32_t> holders_ = std::vector<std::uint32_t>(out_.chunks.size(), 1);
    std::vector<bool> busy_ = std::vector<bool>(links_.channels(), false), listed_ = busy_;
    std::vector<Channel> free_;
    std::vector<std::tuple<std::uint32_t, std::uint64_t, Channel>> open_;  // choices, a lot, channel
    using Arrival = std::pair<double, std::uint32_t>;                      // when which transfer arrives
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals_;
    std::minstd_rand random_;
    double deadline_, now_ = 0.0;
};
}  // namespace

Schedule greedy_schedule(const Job& job, std::uint32_t pieces, std::uint64_t seed) {
    Schedule out;
    out.chunks = job.chunks(pieces);
    // A slow channel that took the last chunk would hold up all.
    const double least = least_greedy_time(job, pieces) * (1.0 + 1e-9);
    Matcher(job, out, seed, seed % 2 == 1 ? least : std::numeric_limits<double>::infinity()).run();
    return out;
}

double least_greedy_time(const Job& job, std::uint32_t pieces) {
    const Fabric& links = job.links;
    const bool one = job.operation == Operation::broadcast;
    const double n = static_cast<double>(job.members.size()), k = pieces;
    const double chunk = job.bytes / (one ? k : n * k), come = one ? k : k * (n - 1);
    std::vector<double> time;
    for (Channel c = 0; c < links.channels(); ++c) time.push_back(links.time(c, chunk));
    const Paths paths = shortest_paths(links, job.root, time);
    double latest = 0.0;
    for (const Node v : job.members) {
        if (one && v == job.root) continue;
        double low = 0.0, high = come * time[links.in[v].front()];
        for (int i = 0; i < 60; ++i) {  // when the channels into v have carried so many
            const double end = (low + high) / 2;
            double carried = 0.0;
            for (const Channel c : links.in[v]) carried += std::floor(end / time[c] * (1.0 + 1e-12));
            (carried < come ? low : high) = end;
        }
        latest = std::max(latest, high + (one ? paths.distance[v] - time[paths.by[v]] : 0.0));
    }
    return latest;
}

}  // namespace wafernet::work
