// Programs that the tests write themselves, as GOAL.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include "wafernet/work/program.hpp"

namespace wafernet::work_test {

/// A file that is gone with it.
class Written {
public:
    explicit Written(const std::string& text, const std::string& ending = ".goal")
        : path_((std::filesystem::temp_directory_path() / ("wafernet-work-" + std::to_string(getpid()) + ending))
                    .string()) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    Written(const Written&) = delete;
    Written& operator=(const Written&) = delete;
    ~Written() { std::filesystem::remove(path_); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

inline Program program_of(const std::string& goal) { return read_program(Written(goal).path()); }

/// The statements of every rank.
inline std::string goal(const std::vector<std::string>& ranks) {
    std::string out = "num_ranks " + std::to_string(ranks.size()) + "\n";
    for (std::size_t r = 0; r < ranks.size(); ++r) out += "rank " + std::to_string(r) + " {\n" + ranks[r] + "}\n";
    return out;
}

/// All-reduce of `bytes` by the ring of ranks: 2 (p - 1) steps in which everybody sends a p-th of the bytes to the next
/// rank, as soon as what came in the step before is there.
inline std::string ring_all_reduce(std::uint32_t p, std::uint64_t bytes) {
    std::vector<std::string> ranks(p);
    for (std::uint32_t r = 0; r < p; ++r) {
        for (std::uint32_t s = 0; s < 2 * (p - 1); ++s) {
            const std::string step = std::to_string(s), part = std::to_string(bytes / p);
            ranks[r] += "s" + step + ": send " + part + "b to " + std::to_string((r + 1) % p) + " tag 7\n";
            ranks[r] += "r" + step + ": recv " + part + "b from " + std::to_string((r + p - 1) % p) + " tag 7\n";
            if (s > 0) ranks[r] += "s" + step + " requires r" + std::to_string(s - 1) + "\n";
        }
    }
    return goal(ranks);
}

/// Broadcast from rank 0 by the binomial tree: who has it sends it to the rank 1, 2, 4, .. further in every round.
inline std::string binomial_broadcast(std::uint32_t p, std::uint64_t bytes) {
    std::vector<std::string> ranks(p);
    for (std::uint32_t r = 0; r < p; ++r) {
        std::uint32_t first = 1;  // round in which it can send
        std::string after;
        if (r > 0) {
            while (first * 2 <= r) first *= 2;
            ranks[r] += "got: recv " + std::to_string(bytes) + "b from " + std::to_string(r - first) + "\n";
            after = "got", first *= 2;
        }
        for (std::uint32_t d = first; r + d < p; d *= 2) {
            const std::string label = "to" + std::to_string(d);
            ranks[r] +=
                label + ": send " + std::to_string(bytes) + "b to " + std::to_string(r + d) + " tag 0 cpu 0 nic 0\n";
            if (!after.empty()) ranks[r] += label + " requires " + after + "\n";
            after = label;
        }
    }
    return goal(ranks);
}

/// Everybody sends to everybody else, first to the next rank; `in_turn`: each message when the one before has come.
inline std::string all_to_all(std::uint32_t p, std::uint64_t bytes, bool in_turn) {
    std::vector<std::string> ranks(p);
    for (std::uint32_t r = 0; r < p; ++r) {
        for (std::uint32_t d = 1; d < p; ++d) {
            const std::string step = std::to_string(d), size = std::to_string(bytes);
            ranks[r] += "s" + step + ": send " + size + "b to " + std::to_string((r + d) % p) + "\n";
            ranks[r] += "r" + step + ": recv " + size + "b from " + std::to_string((r + p - d) % p) + "\n";
            if (in_turn && d > 1) ranks[r] += "s" + step + " requires r" + std::to_string(d - 1) + "\n";
        }
    }
    return goal(ranks);
}

}  // namespace wafernet::work_test
