// An application as operations of ranks with dependences: calculations, messages sent and messages received.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace wafernet {

inline constexpr std::uint32_t no_operation = std::numeric_limits<std::uint32_t>::max();

enum class OperationKind : std::uint8_t { calc, send, recv };
/// Returns "calc", "send" or "recv".
const char* name(OperationKind kind);

struct RankOperation {
    double amount = 0.0;  ///< calc: units of time of the file; send, recv: bytes
    std::uint32_t rank = 0;
    std::uint32_t peer = 0;  ///< of a message: the rank at its other end
    std::uint32_t tag = 0;
    std::uint32_t line = 0;  ///< of the file, from 1
    OperationKind kind = OperationKind::calc;
    std::uint8_t cpu = 0;  ///< of the rank, which does one calc at a time
};

/// Operations in the order of the file. Those of 2^31 and more have no place.
struct Program {
    std::string path;
    std::uint32_t ranks = 0;
    std::vector<RankOperation> operations;
    std::vector<std::uint32_t> first;  ///< operations + 1: where the row of each begins in `after`
    std::vector<std::uint32_t> after;  ///< twice an operation that requires the row's, 1 more where its start is enough
    std::vector<std::uint32_t> partner;  ///< of a send the receive that takes its message, and the reverse
};

/// Returns the program of a file: GOAL as LogGOPSim's text2bin reads it (`num_ranks N`, `rank R { l1: calc N cpu C`,
/// `l2: send Nb to R tag T`, `l3: recv Nb from R tag T`, `l2 requires l1`, `l3 irequires l1 }`, // and /* */ comments),
/// or CSV under the header rank,operation,kind,peer,bytes,tag,compute_ns,after: whole numbers that name the operation
/// in its rank, kinds calc, send and recv, in `after` numbers of operations of the rank between blanks, those whose
/// start is enough as start:N. The n-th receive of a rank from a peer with a tag takes the n-th message of that kind,
/// in the order of the file. Throws InputError with file and line: what is no such file, a file that ends within a rank
/// or without all ranks, messages of 0 bytes, without an end, or larger than their receive, dependences in a circle.
Program read_program(const std::string& path);

}  // namespace wafernet
