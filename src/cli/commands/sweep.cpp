// wafernet sweep: a grid of points for one command, on any number of machines, of which no finished point is lost.
#include "../points/sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include "../command.hpp"
#include "../points/columns.hpp"
#include "../points/locks.hpp"
#include "../values.hpp"
#include "base/parallel.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet::cli {

namespace {

constexpr std::size_t failures_shown = 20;

struct SweepOptions {
    std::vector<std::string> words;
    std::optional<std::string> store, shard;
    bool resume = false, retry = false, file_per_shard = false;
};

struct Shard {
    std::uint64_t number = 1, of = 1;
};

std::optional<std::uint64_t> variable(const char* name) {
    const char* text = std::getenv(name);
    if (text == nullptr || *text == '\0') return std::nullopt;
    return whole_number(text, name);
}

// From the environment of what started this process; `of`: how many where that does not say it.
Shard shard_from_environment(std::optional<std::uint64_t> of) {
    Shard shard;
    bool any = false;
    if (const auto id = variable("SLURM_ARRAY_TASK_ID")) {
        const std::uint64_t first = variable("SLURM_ARRAY_TASK_MIN").value_or(1),
                            step = std::max<std::uint64_t>(variable("SLURM_ARRAY_TASK_STEP").value_or(1), 1);
        const auto count = variable("SLURM_ARRAY_TASK_COUNT");
        if (!count || *id < first)
            throw InputError("SLURM_ARRAY_TASK_ID without _COUNT or below _MIN, need --shard i/n");
        shard = {(*id - first) / step + 1, *count};
        any = true;
    }
    for (const auto& [rank, size] :
         {std::pair{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}}) {
        const auto i = variable(rank), n = variable(size);
        if (!i || !n) continue;
        shard = {(shard.number - 1) * *n + *i + 1, shard.of * *n};  // steps within a task of an array
        any = true;
        break;
    }
    if (const auto sequence = variable("PARALLEL_SEQ"); sequence && !any) {
        if (!of)
            throw InputError(
                "--shard auto under GNU parallel, which does not say how many jobs there are, need auto/N");
        shard = {*sequence, *of};
        any = true;
    }
    if (!any)
        throw InputError(
            "--shard auto: no variable of a Slurm array or step, of OpenMPI or of GNU parallel is set, need i/n");
    return shard;
}

Shard shard_of(const std::string& word) {
    constexpr std::string_view forms = "i/n, auto or auto/n with whole numbers";
    const std::size_t slash = word.find('/');
    const std::string first = word.substr(0, slash);
    std::optional<std::uint64_t> of;
    if (slash != std::string::npos) of = whole_number(std::string_view(word).substr(slash + 1), "--shard", forms);
    Shard shard;
    if (first == "auto") shard = shard_from_environment(of);
    else if (!of) throw InputError("--shard '" + one_line(word) + "', need i/n, auto or auto/n");
    else shard = {whole_number(first, "--shard", forms), *of};
    if (shard.of < 1 || shard.of > 1'000'000 || shard.number < 1 || shard.number > shard.of)
        throw InputError(
            fmt::format("--shard {}/{}, need i/n with i from 1 to n and n up to 1000000", shard.number, shard.of));
    return shard;
}

// What the work shares with the one that waits for it.
struct State {
    Sweep sweep;
    Shard shard;
    std::shared_ptr<Store> store;
    bool retry = false, quiet = false;
    std::mutex guard;
    std::uint64_t done = 0, total = 0;  // points of this shard
    std::uint64_t done_before = 0;
};

bool finished(const State& state, const SweepPoint& point) {
    const auto result = state.store->find(key_of(state.sweep, point));
    return result && !(state.retry && result->failed);
}

template <class Use> void for_each_point(const Sweep& sweep, const Shard& shard, const Use& use) {
    for (std::uint64_t i = shard.number - 1; i < sweep.size(); i += shard.of) {
        if (const auto point = sweep.point(i)) use(*point);
    }
}

void count(State& state) {
    for_each_point(state.sweep, state.shard, [&](const SweepPoint& point) {
        ++state.total;
        state.done += finished(state, point) ? 1 : 0;
    });
    state.done_before = state.done;
}

void show(State& state) {
    if (!state.quiet) Run::show("sweep", state.done, state.total, "points", state.done_before);
}

// Nodes of the point's network by its family's formula, without building it: 0 where there is none.
std::uint64_t nodes_of(const SweepPoint& point) {
    const auto network = std::find_if(point.begin(), point.end(), [](const auto& o) { return o.first == "network"; });
    if (network == point.end()) return 0;
    try {
        const NetworkWord word = parse_network_word(network->second);
        return word.family == nullptr ? 0 : word.family->nodes(word.parameters);
    } catch (const InputError&) {  // a file, or what the command will refuse
        return 0;
    }
}

void work(State& state, unsigned threads) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> missing;  // nodes, point
    for (std::uint64_t i = state.shard.number - 1; i < state.sweep.size(); i += state.shard.of) {
        const auto point = state.sweep.point(i);
        if (point && !finished(state, *point)) missing.emplace_back(threads > 1 ? nodes_of(*point) : 0, i);
    }
    // The largest networks first, so that no thread begins one when the others have nothing left.
    std::stable_sort(missing.begin(), missing.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for_each_block(missing.size(), threads, [&](std::size_t k) {
        if (Run::interrupted()) return;
        const SweepPoint point = *state.sweep.point(missing[k].second);
        if (!finished(state, point)) {  // else another process has done it meanwhile
            const PointResult result = run_point(state.sweep, point);
            if (Run::interrupted()) return;  // it may have stopped half way
            state.store->keep(key_of(state.sweep, point), columns_of(point), result);
        }
        const std::lock_guard lock(state.guard);
        ++state.done;
        show(state);
    });
}

// The finished points of the shard as one table, the point's options in front; returns how many are missing or failed.
struct Exported {
    std::uint64_t missing = 0, failed = 0;
};

Exported print_points(Run& run, const State& state) {
    Exported exported;
    std::vector<std::string> failures;
    std::vector<std::string> options, columns;
    std::map<std::string, std::size_t> place;  // of a column of the command
    std::vector<std::pair<SweepPoint, Table>> results;
    for_each_point(state.sweep, state.shard, [&](const SweepPoint& point) {
        const auto result = state.store->find(key_of(state.sweep, point));
        if (!result) {
            ++exported.missing;
            return;
        }
        if (result->failed) {
            ++exported.failed;
            failures.push_back(words_of(state.sweep, point) + ": " + *result->failed);
            return;
        }
        if (options.empty()) {
            for (const auto& [name, value] : point) options.push_back(option_column(name));
        }
        for (const Column& column : result->table.columns) {
            if (std::find(options.begin(), options.end(), column.name) == options.end() &&
                place.try_emplace(column.name, columns.size()).second)
                columns.push_back(column.name);
        }
        results.emplace_back(point, result->table);
    });
    Table all{"", {}, {}, {}};
    for (const auto* names : {&options, &columns}) {
        for (const std::string& name : *names) all.columns.push_back({name, ""});
    }
    for (const auto& [point, table] : results) {
        for (const auto& values : table.rows) {
            std::vector<Value> row;
            for (const auto& [name, value] : point) row.push_back(value_of(value));
            std::vector<Value> cells(columns.size(), Missing{"not a column of this point"});
            for (std::size_t i = 0; i < values.size(); ++i) {
                const auto at = place.find(table.columns[i].name);
                if (at != place.end()) cells[at->second] = values[i];
            }
            row.insert(row.end(), cells.begin(), cells.end());
            all.add(std::move(row));
        }
    }
    for (std::size_t i = 0; i < std::min(failures.size(), failures_shown); ++i) run.warn("failed: " + failures[i]);
    if (failures.size() > failures_shown)
        run.warn(fmt::format("failed: {} more points, 'wafernet sweep status' counts them",
                             failures.size() - failures_shown));
    if (!results.empty()) run.print(all);
    return exported;
}

// The records of a store and, for `merge` and `status`, of its shards.
struct SweepQuestion {
    std::string action, file, store;
    std::vector<std::string> others;
    bool named = false;   // the store is given
    std::string options;  // the words that name store and shard
};

SweepQuestion question_of(const SweepOptions& o) {
    SweepQuestion q;
    std::vector<std::string> words = o.words;
    for (const char* action : {"status", "export", "merge"}) {
        if (!words.empty() && words.front() == action) {
            q.action = action;
            words.erase(words.begin());
            break;
        }
    }
    if (words.empty()) throw InputError("no file of a sweep, need one such as sweep.toml");
    q.file = words.front();
    q.others.assign(words.begin() + 1, words.end());
    if (!q.others.empty() && q.action != "merge")
        throw InputError("unexpected argument '" + one_line(q.others.front()) +
                         "', need one file, or status, export or merge before it");
    if (q.action == "merge" && q.others.empty())
        throw InputError("sweep merge " + one_line(q.file) + " without stores, need those of the shards");
    q.store = o.store.value_or(q.file + ".db");
    q.named = o.store.has_value();
    q.options = (o.store ? " --store " + *o.store : "") + (o.shard ? " --shard " + *o.shard : "") +
                (o.file_per_shard ? " --file-per-shard" : "");
    return q;
}

int merge(Run& run, const SweepQuestion& q, State& state) {
    std::uint64_t added = 0;
    for (const std::string& other : q.others) added += state.store->merge(other);
    Table table{"",
                {"store", "points_added", "points"},
                {},
                {"the rows: 'wafernet sweep export " + q.file + (q.named ? " --store " + q.store : "") + "'"}};
    table.row(state.store->path(), added, state.store->size());
    run.print(table);
    return 0;
}

int status(Run& run, State& state) {
    std::uint64_t points = 0, done = 0, failed = 0;
    for_each_point(state.sweep, state.shard, [&](const SweepPoint& point) {
        ++points;
        const auto result = state.store->find(key_of(state.sweep, point));
        done += result ? 1 : 0;
        failed += result && result->failed ? 1 : 0;
    });
    Table table{"", {"store", "points", "finished", "failed", "missing", "damaged_records"}};
    table.row(state.store->path(), points, done, failed, points - done, state.store->faults());
    run.print(table);
    return 0;
}

int run_points(Run& run, const std::shared_ptr<State>& state, bool resume, const SweepQuestion& q) {
    bool any = false;
    const Sweep& sweep = state->sweep;
    for (std::uint64_t i = state->shard.number - 1; i < sweep.size() && !any; i += state->shard.of)
        any = sweep.point(i).has_value();
    if (!any && state->shard.of == 1) throw InputError(q.file + ": no point meets the conditions, need one at least");
    count(*state);
    if (state->done > 0 && !resume)
        throw InputError(fmt::format(
            "the store '{}' has {} finished points of this sweep, it must be another one or --resume goes on",
            one_line(state->store->path(), 200), state->done));
    const std::string go_on = "go on with 'wafernet sweep " + q.file + q.options + " --resume'";
    std::optional<bool> done;
    try {
        done = Run::unless_interrupted([state, threads = run.common().threads] {
            work(*state, threads);
            return !Run::interrupted();
        });
    } catch (const ComputationError& error) {
        throw ComputationError(std::string(error.what()) + "; what is finished is kept, " + go_on);
    }
    run.progress("sweep", 1, 1);
    std::uint64_t finished_points = 0;
    {
        const std::lock_guard lock(state->guard);
        finished_points = state->done;
    }
    if (!done || !*done) {
        // An error: there is no result, and no file is written.
        throw ComputationError(fmt::format(
            "interrupted: {} of {} points are finished and kept, {}{}", finished_points, state->total, go_on,
            finished_points > 0 ? "; 'wafernet sweep export " + q.file + q.options + "' shows them" : ""));
    }
    const Exported exported = print_points(run, *state);
    if (exported.failed > 0) run.warn(fmt::format("{} of {} points failed", exported.failed, state->total));
    return exported.failed > 0 ? 1 : 0;
}

int run_sweep(Run& run, const SweepOptions& o) {
    const SweepQuestion q = question_of(o);
    auto state = std::make_shared<State>();
    state->sweep = read_sweep(q.file);
    state->quiet = run.common().quiet;
    state->retry = o.retry;
    if (o.shard) state->shard = shard_of(*o.shard);
    if (!q.action.empty() && (o.resume || o.retry))
        throw InputError("--resume or --retry with 'sweep " + q.action + "', need 'sweep FILE'");
    if (o.file_per_shard && !o.shard) throw InputError("--file-per-shard without --shard, to which it belongs");
    // Where locks work all shards write one file, else each its own.
    const bool locks = locks_work(q.store);
    const bool own = state->shard.of > 1 && (o.file_per_shard || !locks);
    const StoreUse writes = locks && !o.file_per_shard ? StoreUse::write : StoreUse::alone;
    const std::string path = own ? fmt::format("{}.{}-of-{}", q.store, state->shard.number, state->shard.of) : q.store;
    const bool reads = q.action == "status" || q.action == "export";
    const std::string kind = "sweep_" + state->sweep.command;
    state->store = std::make_shared<Store>(path, kind, reads ? StoreUse::read : writes);
    if (q.action == "merge") return merge(run, q, *state);
    if (q.action == "status") return status(run, *state);
    if (q.action != "export") return run_points(run, state, o.resume || o.retry, q);
    const Exported exported = print_points(run, *state);
    if (exported.missing > 0)
        run.warn(fmt::format("{} points are missing, 'wafernet sweep {}{} --resume' finds them", exported.missing,
                             q.file, q.options));
    return exported.missing + exported.failed > 0 ? 1 : 0;
}

}  // namespace

Command sweep_command() {
    const auto o = std::make_shared<SweepOptions>();
    return {{{"words", &o->words, {}, true},
             {"--store", &o->store},
             {"--resume", &o->resume},
             {"--retry", &o->retry},
             {"--shard", &o->shard},
             {"--file-per-shard", &o->file_per_shard}},
            [o](Run& run) { return run_sweep(run, *o); }};
}

}  // namespace wafernet::cli
