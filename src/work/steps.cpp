// Published algorithms, step by step.
#include <algorithm>
#include <bit>
#include <numeric>

#include "wafernet/base/error.hpp"
#include "wafernet/routing/route.hpp"
#include "work/parts.hpp"

namespace wafernet::work {
namespace {

using Ranks = std::vector<std::uint32_t>;

// Messages become tasks; each waits for the chunks in it to come.
class Messages {
public:
    Messages(const Job& of_work, std::uint32_t slices, double most_ns)
        : job(of_work), slices_(slices), most_ns_(most_ns) {}

    void cut(std::uint32_t pieces) {
        chunks = job.chunks(pieces * slices_);
        if (job.operation != Operation::all_to_all) came_.assign(n * chunks.size(), no_task);
    }
    void send(std::uint64_t step, std::uint32_t from, std::uint32_t to, Ranks parts) {
        steps = std::max(steps, step + 1);
        const std::vector<Channel> path = channels(job.members[from], job.members[to]);
        for (std::uint32_t& part : parts) part *= slices_;
        for (std::uint32_t slice = 0; slice < slices_; ++slice) {
            Task task{no_channel, static_cast<std::uint32_t>(plan.carried.size()),
                      static_cast<std::uint32_t>(parts.size())};
            for (const std::uint32_t c : parts) task.bytes += chunks[c].bytes;
            plan.carried.insert(plan.carried.end(), parts.begin(), parts.end());
            std::uint32_t last = came_.empty() ? no_task : when_there(from, parts);
            for (const Channel c : path) {
                task.channel = c;
                last = plan.add(task, last);
                if (task.message == no_task) task.message = last;
                if ((busy_[c] += job.links.time(c, task.bytes)) > most_ns_) throw InputError("slower than another");
            }
            for (std::uint32_t& part : parts) {
                if (!came_.empty()) came_[to * chunks.size() + part] = last;
                ++part;
            }
        }
    }

    const Job& job;
    const std::uint32_t n = static_cast<std::uint32_t>(job.members.size());
    Plan plan;
    std::uint64_t steps = 0;
    std::vector<Chunk> chunks;

private:
    // The network's own route; on reversed links that of the other way, last channel first.
    [[nodiscard]] std::vector<Channel> channels(Node from, Node to) const {
        if (job.back) std::swap(from, to);
        std::vector<Channel> path;
        for (const RouteStep& step : route(job.network->graph, *job.routing->routing, from, to))
            if (step.hop.channel != no_channel) path.push_back(step.hop.channel);
        if (job.back) std::reverse(path.begin(), path.end());
        return path;
    }
    std::uint32_t when_there(std::uint32_t rank, const Ranks& parts) {
        Ranks before;
        for (const std::uint32_t c : parts) before.push_back(came_[rank * chunks.size() + c]);
        std::sort(before.begin(), before.end());
        before.erase(std::unique(before.begin(), before.end()), before.end());
        if (before.back() == no_task) before.pop_back();
        if (before.size() < 2) return before.empty() ? no_task : before.front();
        const std::uint32_t join = plan.add({}, no_task);
        for (const std::uint32_t b : before) plan.after.emplace_back(b, join);
        return join;
    }

    std::uint32_t slices_;
    double most_ns_;
    std::vector<double> busy_ = std::vector<double>(job.links.channels(), 0.0);
    Ranks came_;  // the task that brings a chunk, a row of chunks a member
};

// The members as a grid: the radices of their addresses where all nodes take part, else one line.
Ranks extents(const Job& job) {
    Ranks all;
    std::uint64_t nodes = 1;
    for (const auto& group : job.network->addresses.radices())
        for (const std::uint32_t radix : group)
            if (radix > 1) all.push_back(radix), nodes *= radix;
    if (!job.everywhere() || job.network->addresses.labelled() || nodes != job.members.size())
        all = {static_cast<std::uint32_t>(job.members.size())};
    return all;
}

// The rank `by` further along a digit, round its end; `stride`: ranks from one value of the digit to the next.
std::uint32_t moved(std::uint32_t rank, std::uint32_t extent, std::uint32_t stride, std::int64_t by) {
    const std::int64_t digit = rank / stride % extent, n = extent;
    return rank + static_cast<std::uint32_t>(((digit + by) % n + n) % n - digit) * stride;
}

// Ranks in an order in which neighbours differ by 1 in one digit.
Ranks reflected(const Ranks& extent) {
    Ranks order{0};
    for (const std::uint32_t radix : extent) {
        Ranks next;
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::uint32_t x = 0; x < radix; ++x)
                next.push_back(order[i] * radix + (i % 2 == 0 ? x : radix - 1 - x));
        order = std::move(next);
    }
    return order;
}

Ranks from_to(std::uint32_t first, std::uint32_t last) {
    Ranks all(last - first);
    std::iota(all.begin(), all.end(), first);
    return all;
}

// Of every digit how far apart the ranks are whose values of it differ by 1.
Ranks strides(const Ranks& extent) {
    Ranks stride(extent.size(), 1);
    for (std::size_t d = extent.size() - 1; d-- > 0;) stride[d] = stride[d + 1] * extent[d + 1];
    return stride;
}

// Part q goes along the digits in the order q / 2, q / 2 + 1, .., up or down; along each all that was there goes round.
void gather_bucket(Messages& m) {
    const Ranks extent = extents(m.job), stride = strides(extent);
    Ranks owners;
    const auto dims = static_cast<std::uint32_t>(extent.size());
    const std::uint32_t longest = std::ranges::max(extent), ways = longest > 2 ? 2 : 1, parts = ways * dims;
    m.cut(parts);
    for (std::uint32_t step = 0; step < dims * (longest - 1); ++step) {
        const std::uint32_t phase = step / (longest - 1), s = step % (longest - 1);
        for (std::uint32_t q = 0; q < parts; ++q) {
            const std::uint32_t d = (q / ways + phase) % dims;
            const std::int64_t sign = q % ways == 0 ? 1 : -1;
            for (std::uint32_t r = 0; r < m.n && s + 1 < extent[d]; ++r) {
                owners = {moved(r, extent[d], stride[d], -sign * static_cast<std::int64_t>(s))};
                for (std::uint32_t earlier = 0; earlier < phase; ++earlier) {
                    const std::uint32_t e = (q / ways + earlier) % dims;
                    for (std::size_t i = 0, before = owners.size(); i < before; ++i)
                        for (std::uint32_t x = 1; x < extent[e]; ++x)
                            owners.push_back(moved(owners[i], extent[e], stride[e], x));
                }
                for (std::uint32_t& owner : owners) owner = owner * parts + q;
                m.send(step, r, moved(r, extent[d], stride[d], sign), owners);
            }
        }
    }
}

// Everybody exchanges all that is there of each part with peer(part, step, rank).
void exchange(Messages& m, std::uint32_t parts, std::uint32_t steps, const auto& peer) {
    m.cut(parts);
    for (std::uint32_t q = 0; q < parts; ++q) {
        std::vector<Ranks> there(m.n);
        for (std::uint32_t r = 0; r < m.n; ++r) there[r] = {r * parts + q};
        for (std::uint32_t step = 0; step < steps; ++step) {
            const std::vector<Ranks> before = there;
            for (std::uint32_t r = 0; r < m.n; ++r) {
                const std::uint32_t to = peer(q, step, r);
                m.send(step, r, to, before[r]);
                there[to].insert(there[to].end(), before[r].begin(), before[r].end());
            }
        }
    }
}

// Of 2 parts a digit the even ranks of one go +1, -1, +3, -5, .. along the digits in turn, those of the other -1, +1,
// ..
void gather_swing(Messages& m) {
    const Ranks extent = extents(m.job), stride = strides(extent);
    const std::size_t dims = extent.size();
    std::vector<std::vector<std::pair<std::size_t, std::int64_t>>> turns(dims);  // digit and distance, nearest last
    for (std::size_t first = 0; first < dims; ++first) {
        std::int64_t power = -2;
        for (std::uint32_t width = 1; width < std::ranges::max(extent); width *= 2, power *= -2)
            for (std::size_t d = 0; d < dims; ++d)
                if (const std::size_t at = (first + d) % dims; width < extent[at])
                    turns[first].insert(turns[first].begin(), {at, (1 - power) / 3});
    }
    exchange(m, static_cast<std::uint32_t>(2 * dims), static_cast<std::uint32_t>(turns[0].size()),
             [&](std::uint32_t q, std::uint32_t step, std::uint32_t r) {
                 const auto [d, distance] = turns[q / 2][step];
                 const bool forward = (r / stride[d] % extent[d] + q) % 2 == 0;
                 return moved(r, extent[d], stride[d], forward ? distance : -distance);
             });
}

// Of parts for all, or for each; whether the algorithm is known of them.
bool among_all(Messages& m, std::string_view algorithm) {
    const bool copies = m.job.copies();
    const std::uint32_t n = m.n;
    if (algorithm == "bucket" && copies) return gather_bucket(m), true;
    if ((algorithm == "halving" || algorithm == "swing") && copies) {
        for (const std::uint32_t extent : algorithm == "swing" ? extents(m.job) : Ranks{n})
            if (!std::has_single_bit(extent))
                throw InputError("algorithm " + std::string(algorithm) + ": " + std::to_string(extent) +
                                 " members in a row, must be a power of two");
        if (algorithm == "swing") return gather_swing(m), true;
        const auto steps = static_cast<std::uint32_t>(std::countr_zero(n));
        exchange(m, 1, steps, [](std::uint32_t, std::uint32_t step, std::uint32_t r) { return r ^ 1U << step; });
        return true;
    }
    m.cut(1);
    if (algorithm == "ring" && copies) {
        const Ranks order = reflected(extents(m.job));
        for (std::uint32_t s = 0; s + 1 < n; ++s)
            for (std::uint32_t r = 0; r < n; ++r) m.send(s, order[r], order[(r + 1) % n], {order[(r + n - s) % n]});
    } else if (algorithm == "direct") {
        for (std::uint32_t s = 1; s < n; ++s)
            for (std::uint32_t r = 0; r < n; ++r) m.send(0, r, (r + s) % n, {copies ? r : r * n + (r + s) % n});
    } else {
        return false;
    }
    return true;
}

bool from_root(Messages& m, std::string_view algorithm) {
    m.cut(1);
    const bool copies = m.job.copies();
    const std::uint32_t n = m.n, root = static_cast<std::uint32_t>(std::ranges::find(m.job.members, m.job.root) -
                                                                   m.job.members.begin());
    // The ranks from the root on; the holder of what [r, last) gets gives that of [to, last) away.
    const auto send = [&](std::uint64_t step, std::uint32_t r, std::uint32_t to, std::uint32_t last) {
        Ranks parts = from_to(to, last);
        for (std::uint32_t& part : parts) part = (part + root) % n;
        m.send(step, (r + root) % n, (to + root) % n, copies ? Ranks{0} : parts);
    };
    if (algorithm == "direct") {
        for (std::uint32_t r = 1; r < n; ++r) send(0, 0, r, r + 1);
    } else if (algorithm == "tree") {
        std::uint64_t step = 0;
        for (std::uint32_t width = std::bit_ceil(n) / 2; width > 0; width /= 2, ++step)
            for (std::uint32_t r = 0; r + width < n; r += 2 * width)
                send(step, r, r + width, std::min(r + 2 * width, n));
    } else if (algorithm == "ring" && copies) {
        Ranks order = reflected(extents(m.job));
        std::rotate(order.begin(), std::ranges::find(order, root), order.end());
        for (std::uint32_t r = 0; r + 1 < n; ++r) m.send(r, order[r], order[r + 1], {0});
    } else {
        return false;
    }
    return true;
}
}  // namespace

Schedule step_schedule(const Job& job, std::string_view algorithm, std::uint32_t slices, double most_ns) {
    Messages m(job, slices, most_ns);
    if (!(job.rooted() ? from_root(m, algorithm) : among_all(m, algorithm)))
        throw InputError("algorithm " + std::string(algorithm) + ": not known of this operation, need best or another");
    Schedule out = list_schedule(job, std::move(m.plan));
    out.steps = m.steps, out.chunks = std::move(m.chunks);
    return out;
}

}  // namespace wafernet::work
