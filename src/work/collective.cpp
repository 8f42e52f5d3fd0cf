// From the work to jobs in one direction, and the best of what the algorithms give.
#include "wafernet/work/collective.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

#include "wafernet/base/error.hpp"
#include "work/parts.hpp"

namespace wafernet {
namespace {

using namespace work;

constexpr std::array<std::string_view, 9> operations{"broadcast",      "multicast",  "reduce",
                                                     "scatter",        "gather",     "all-gather",
                                                     "reduce-scatter", "all-reduce", "all-to-all"};
constexpr std::array<std::string_view, 9> algorithms{"best",    "bucket", "greedy", "spread", "ring",
                                                     "halving", "swing",  "tree",   "direct"};

// The nodes that take part, checked.
std::vector<Node> members_of(const Network& network, const CollectiveWork& work, bool rooted) {
    std::vector<Node> members = work.members.empty() ? terminals_of(network) : work.members;
    for (const Node v : members) check_ends(network, v, v);
    if (rooted) check_ends(network, work.root, work.root);
    const bool takes_part = std::ranges::binary_search(members, work.root);
    if (work.operation == Operation::multicast && !takes_part)
        members.insert(std::ranges::upper_bound(members, work.root), work.root);
    else if (rooted && !takes_part)
        throw InputError("root " + network.addresses.print(work.root) + " does not take part, must be one of the " +
                         std::to_string(members.size()) + " nodes that do");
    if (members.size() < 2) throw InputError(network.word + ": one node takes part, must be 2 or more");
    return members;
}

Job reversed(Job job) {
    std::swap(job.links.from, job.links.to), std::swap(job.links.out, job.links.in);
    job.back = !job.back;
    return job;
}

Job job_of(const Network& network, const Fabric& links, const CollectiveWork& work) {
    if (network.shared_nodes > 0)
        throw InputError(network.word + " has shared channels, need a network whose links join two nodes");
    if (!(work.bytes > 0.0 && work.bytes < 1e18))
        throw InputError("an operation of " + std::to_string(work.bytes) + " bytes, must be above 0 and below 1e18");
    if (!(work.skew >= 0.0 && work.skew <= 100.0) || (work.skew > 0.0 && work.operation != Operation::all_to_all))
        throw InputError("a skew of " + std::to_string(work.skew) + ", must be 0 to 100 and of all-to-all");
    using enum Operation;
    Operation base = work.operation;
    if (base == multicast || base == reduce) base = broadcast;
    if (base == gather) base = scatter;
    if (base == reduce_scatter || base == all_reduce) base = all_gather;
    const bool rooted = base == broadcast || base == scatter;
    Job job{base, links, false, &network, nullptr, work.bytes, work.root, members_of(network, work, rooted)};
    double sum = 0.0;
    for (std::size_t i = 0; i < job.members.size(); ++i)
        sum += job.shares.emplace_back(std::pow(static_cast<double>(i + 1), -work.skew));
    for (double& share : job.shares) share /= sum;
    for (const Job& way : {job, reversed(job)}) {
        const Paths paths = shortest_paths(way.links, job.members.front(), way.links.byte);
        for (const Node v : job.members)
            if (!std::isfinite(paths.distance[v]))
                throw InputError(network.word + " is in pieces: no way between " +
                                 network.addresses.print(job.members.front()) + " and " + network.addresses.print(v));
    }
    return job;
}

// Whether it begins with a reduction or a gathering.
bool is_back(Operation o) {
    using enum Operation;
    return o == reduce || o == gather || o == reduce_scatter || o == all_reduce;
}

// A schedule on reversed links as that of the network, backwards in time.
Schedule turned_back(Schedule s, const CollectiveWork& work) {
    const bool sums = work.operation != Operation::gather;
    for (Transfer& t : s.transfers) {
        const double start = t.start_ns;
        t.start_ns = s.time_ns - t.end_ns, t.end_ns = s.time_ns - start, t.adds = sums;
    }
    for (Chunk& c : s.chunks) {
        std::swap(c.of, c.to);
        if (sums) c.of = every_node;
        if (work.operation == Operation::all_reduce) c.to = every_node;
    }
    return s;
}

// What of a schedule of all nodes serves some of them: sums of what those have, and copies that come to them at last.
Schedule served(Schedule all, const Fabric& links, std::span<const Node> some) {
    const std::size_t chunks = all.chunks.size();
    std::vector<bool> serves(links.nodes(), false), has;
    for (const Node v : some) serves[v] = true;
    for (const bool one : serves) has.insert(has.end(), chunks, one);
    std::vector<bool> wanted = has;
    Schedule out{all.algorithm, 0.0, all.steps};
    std::vector<std::uint32_t> number(chunks, no_task);  // of the chunks that are left
    const auto counts = [&](Node v) { return v == every_node || serves[v]; };
    for (std::size_t c = 0; c < chunks; ++c) {
        if (!counts(all.chunks[c].of) || !counts(all.chunks[c].to)) continue;
        number[c] = static_cast<std::uint32_t>(out.chunks.size());
        out.chunks.push_back(all.chunks[c]);
    }
    std::ranges::stable_sort(all.transfers, {}, &Transfer::start_ns);
    struct Message {
        const Transfer *first = nullptr, *last = nullptr;  // nodes between pass it on
        std::vector<std::uint32_t> carries{};
    };
    std::unordered_map<std::uint32_t, Message> messages;
    for (const Transfer& t : all.transfers) messages.try_emplace(t.message, Message{&t}).first->second.last = &t;
    const auto pass = [&](const Transfer& t, std::vector<bool>& there, bool back) {
        Message& m = messages[t.message];
        const std::size_t from = chunks * (back ? links.to : links.from)[t.channel],
                          to = chunks * (back ? links.from : links.to)[t.channel];
        for (std::uint32_t k = t.first; k < t.first + t.chunks && &t == (back ? m.last : m.first); ++k)
            if (const std::uint32_t c = all.carried[k]; number[c] != no_task && there[from + c]) m.carries.push_back(c);
        for (const std::uint32_t c : m.carries)
            if (&t == (back ? m.first : m.last)) there[to + c] = true;
    };
    for (const Transfer& t : all.transfers)
        if (t.adds) pass(t, has, false);
    for (const Transfer& t : std::views::reverse(all.transfers))
        if (!t.adds) pass(t, wanted, true);
    double begins = 0.0;
    for (Transfer t : all.transfers) {
        const std::vector<std::uint32_t>& carries = messages[t.message].carries;
        if (carries.empty()) continue;
        if (out.transfers.empty()) begins = t.start_ns;
        t.first = static_cast<std::uint32_t>(out.carried.size()), t.chunks = static_cast<std::uint32_t>(carries.size());
        double bytes = 0.0;
        for (const std::uint32_t c : carries) bytes += all.chunks[c].bytes, out.carried.push_back(number[c]);
        t.start_ns -= begins, t.end_ns = t.start_ns + links.time(t.channel, bytes);
        out.time_ns = std::max(out.time_ns, t.end_ns);
        out.transfers.push_back(t);
    }
    return out;
}

// One way to do the job: an algorithm, in pieces or slices.
struct Way {
    std::string_view algorithm;
    std::uint32_t pieces = 1;
    std::uint64_t seed = 0;
    double least_ns = 0.0;  // no schedule of so many pieces is shorter
};

class Synthesis {
public:
    Synthesis(const Network& network, const LinkTimes& times, const CollectiveWork& work, const WorkProgress& progress)
        : work_(work), routing_(choose_routing(network, {})), ahead_(job_of(network, Fabric(network, times), work)) {
        for (Job* job : {&ahead_, &back_}) job->routing = &routing_, job->progress = &progress;
    }
    Schedule of(std::string_view algorithm) {
        const bool best = algorithm == "best", few = ahead_.members.size() < terminals_of(*ahead_.network).size(),
                   serves = few && ahead_.copies() && (best || algorithm == "greedy");
        const Job& job = is_back(work_.operation) ? back_ : ahead_;
        const double enough = best ? job_bound(job, work_.operation).ns * (1.0 + 1e-9) : 0.0;
        if (best || !serves) try_all(algorithm, enough);
        if (serves) {  // what is done for all nodes is done for some
            attempt(best, [&] {
                take_all_nodes();
                try_all(algorithm, enough);
            });
        }
        return std::move(best_);
    }

private:
    static constexpr std::uint64_t most_tried = 3'000'000;

    static void attempt(bool may_fail, const auto& what) {
        try {
            what();
        } catch (const InputError&) {  // it does not do this job, or not faster
            if (!may_fail) throw;
        }
    }
    void try_all(std::string_view algorithm, double enough) {
        if (algorithm != "best") {
            for (const Way& way : ways(algorithm, false)) try_way(way);
            return;
        }
        bool halves = both_ && !ahead_.network->graph.directed();  // both parts of an all-reduce take as long
        for (Channel c = 0; c < ahead_.links.channels(); ++c)
            halves = halves && ahead_.links.time(c, 1.0) == ahead_.links.time(c ^ 1U, 1.0) &&
                     ahead_.links.hop[c] == ahead_.links.hop[c ^ 1U];
        std::vector<Way> all;
        for (const std::string_view name : std::span(algorithms).subspan(1)) {
            attempt(true, [&] { all = ways(name, true); });
            for (const Way& way : std::exchange(all, {})) {
                if (best_.time_ns > 0.0) most_ns_ = best_.time_ns / (halves ? 2.0 : 1.0);
                if (best_.time_ns == 0.0 || best_.time_ns > enough) attempt(true, [&] { try_way(way); });
            }
        }
    }
    // Of a gathering or sums for each all nodes have as many bytes as the members have.
    void take_all_nodes() {
        CollectiveWork work = work_;
        work.members.clear();
        if (work.operation == Operation::all_gather || work.operation == Operation::reduce_scatter)
            work.bytes *=
                static_cast<double>(terminals_of(*ahead_.network).size()) / static_cast<double>(ahead_.members.size());
        Job all = job_of(*ahead_.network, ahead_.links, work);
        all.routing = ahead_.routing, all.progress = ahead_.progress;
        some_ = std::exchange(ahead_, std::move(all)).members;
        back_ = reversed(ahead_);
    }
    [[nodiscard]] std::uint64_t transfers(std::uint64_t pieces) const {
        const std::uint64_t n = ahead_.members.size();
        return pieces * (ahead_.operation == Operation::broadcast ? n : n * n);
    }
    // The pieces of an algorithm that are worth a try.
    [[nodiscard]] std::vector<Way> ways(std::string_view algorithm, bool many) const {
        std::vector<Way> all;
        if (algorithm == "greedy") return greedy_ways();
        if (algorithm != "spread") {
            for (const std::uint32_t slices : {1U, 4U, 16U, 64U})
                if (slices == 1 || (many && transfers(slices) <= most_tried / 4)) all.push_back({algorithm, slices});
            return all;
        }
        if (many && !both_ && ahead_.everywhere() && ahead_.copies() && transfers(1) > 2000) return {};
        for (const std::uint32_t k : {1U, 2U, 4U, 8U, 16U, 32U, 64U})
            for (const std::uint64_t powers : {0, 1})
                if ((!both_ || powers == 0) && (k == 1 || transfers(k) <= most_tried / (both_ ? 6 : 16)))
                    all.push_back({algorithm, k, powers});
        return all;
    }
    [[nodiscard]] std::vector<Way> greedy_ways() const {
        if (!ahead_.everywhere() || !ahead_.copies() || std::ranges::count(ahead_.links.keeps, false) > 0)
            throw InputError(
                "algorithm greedy: must be without switches and of all nodes, no scatter, gather or total exchange");
        std::vector<Way> all;
        for (std::uint32_t k = 1; k <= 4096 && (k == 1 || transfers(k) <= most_tried / 2); k += 1 + k / 8)
            all.push_back({"greedy", k, 0, least_greedy_time(ahead_, k) * (both_ ? 2.0 : 1.0)});
        std::ranges::stable_sort(all, {}, &Way::least_ns);
        all.resize(std::min<std::size_t>(all.size(), 3));
        for (std::size_t i = 0, first = all.size(); i < first; ++i)
            for (std::uint64_t seed = 1; seed < std::min<std::uint64_t>(most_tried / 8 / transfers(all[i].pieces), 16);
                 ++seed)
                all.push_back({"greedy", all[i].pieces, seed, all[i].least_ns});
        return all;
    }
    [[nodiscard]] Schedule once(const Way& way, const Job& job) const {
        if (way.algorithm == "greedy") return greedy_schedule(job, way.pieces, way.seed);
        if (way.algorithm == "spread") return spread_schedule(job, way.pieces, way.seed == 1, most_ns_);
        return step_schedule(job, way.algorithm, way.pieces, most_ns_);
    }
    void try_way(const Way& way) {
        if (!best_.transfers.empty() && way.least_ns >= best_.time_ns * (1.0 - 1e-9)) return;
        const bool trees = both_ && way.algorithm == "spread";
        Schedule s = trees ? spread_sums(ahead_, back_, way.pieces, best_.time_ns > 0.0 ? best_.time_ns : most_ns_)
                           : once(way, is_back(work_.operation) ? back_ : ahead_);
        if (both_ && !trees) s = with_gather(way, std::move(s));
        else if (is_back(work_.operation) && !trees) s = turned_back(std::move(s), work_);
        s.algorithm = way.algorithm;
        if (!some_.empty()) s = served(std::move(s), ahead_.links, some_);
        if (best_.transfers.empty() || s.time_ns < best_.time_ns) best_ = std::move(s);
    }
    // An all-reduce: what is scattered as sums is gathered behind it.
    [[nodiscard]] Schedule with_gather(const Way& way, Schedule back) const {
        const Schedule gather = once(way, ahead_);
        Schedule all = turned_back(std::move(back), work_);
        const auto messages = static_cast<std::uint32_t>(all.transfers.size() + all.chunks.size() + all.carried.size()),
                   carried = static_cast<std::uint32_t>(all.carried.size());
        for (Transfer t : gather.transfers) {
            t.start_ns += all.time_ns, t.end_ns += all.time_ns, t.first += carried, t.message += messages;
            all.transfers.push_back(t);
        }
        all.carried.insert(all.carried.end(), gather.carried.begin(), gather.carried.end());
        all.time_ns += gather.time_ns, all.steps += gather.steps;
        return all;
    }

    const CollectiveWork& work_;
    ChosenRouting routing_;
    Job ahead_, back_ = reversed(ahead_);
    const bool both_ = work_.operation == Operation::all_reduce;
    std::vector<Node> some_{};  // whom the schedules of all nodes are for
    Schedule best_;
    double most_ns_ = std::numeric_limits<double>::infinity();
};
}  // namespace

std::span<const std::string_view> operation_names() { return operations; }
std::span<const std::string_view> algorithm_names() { return algorithms; }

Operation operation_named(std::string_view name) {
    const auto found = std::ranges::find(operations, name);
    if (found == operations.end())
        throw InputError("unknown operation '" + std::string(name) + "'" + did_you_mean(name, operations));
    return static_cast<Operation>(found - operations.begin());
}

Schedule collective_schedule(const Network& network, const LinkTimes& times, const CollectiveWork& work,
                             std::string_view algorithm, const WorkProgress& progress) {
    if (std::ranges::find(algorithms, algorithm) == algorithms.end())
        throw InputError("unknown algorithm '" + std::string(algorithm) + "'" + did_you_mean(algorithm, algorithms));
    return Synthesis(network, times, work, progress).of(algorithm);
}

TimeBound collective_bound(const Network& network, const LinkTimes& times, const CollectiveWork& work) {
    const WorkProgress none;
    Job job = job_of(network, Fabric(network, times), work);
    job.progress = &none;
    return job_bound(is_back(work.operation) ? reversed(std::move(job)) : job, work.operation);
}

double schedule_joules(const Design& design, const Schedule& schedule) {
    const Graph& graph = design.network().graph;
    std::vector<double> crossing(graph.channels(), 0.0), starting(graph.nodes(), 0.0);
    std::vector<const Transfer*> order;
    for (const Transfer& t : schedule.transfers) order.push_back(&t);
    std::ranges::stable_sort(order, {}, &Transfer::start_ns);
    std::unordered_set<std::uint32_t> begun;
    for (const Transfer* t : order) {
        double bytes = 0.0;
        for (std::uint32_t k = 0; k < t->chunks; ++k) bytes += schedule.chunks[schedule.carried[t->first + k]].bytes;
        crossing[t->channel] += bytes;
        if (begun.insert(t->message).second) starting[graph.source(t->channel)] += bytes;
    }
    return network_joules(design, schedule.time_ns, crossing, starting);
}

}  // namespace wafernet
