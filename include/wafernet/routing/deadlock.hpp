// Can a routing deadlock? The channel dependency graph of all its routes, and what its cycles say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

class Traffic;

/// A channel of the cycle with a message that holds it and needs the next one.
struct CycleStep {
    Channel channel = no_channel;
    int vc = 0;
    Node source = 0;       ///< of the message
    Node destination = 0;  ///< of the message
};

/// Whether messages of a routing with choices can come to wait for each other for ever.
enum class DeadlockAnswer : std::uint8_t {
    cannot,    ///< whatever channels are held, one of the messages has a next channel that falls free
    can,       ///< messages just injected, each on its first channel, do
    undecided  ///< channels are left that may wait for each other; whether at one time is not known
};

/// A set of virtual channels of which each can be held by a message that waits for others of the set alone.
struct WaitingSet {
    DeadlockAnswer answer = DeadlockAnswer::undecided;
    std::uint64_t channels = 0;  ///< of the greatest set; 0: none (`cannot`), or not found in time
};

/// What the dependency graph says.
struct Verdict {
    std::uint64_t channels = 0;      ///< virtual channels: channels of the network x VCs
    std::uint64_t dependencies = 0;  ///< pairs (holds, needs next) that some message can form
    bool acyclic = true;
    VcSet used = 0;  ///< VCs that some message can take somewhere
    /// A shortest cycle: every step's message holds the step's channel and needs the next step's, the last the first's.
    std::vector<CycleStep> cycle;
    /// Of a cycle where messages choose (Routing::chooses), which a message may leave by another channel. It assumes
    /// what Duato's theorem does (VerdictOptions::escape). None where virtual networks wait for each other in a circle.
    std::optional<WaitingSet> waiting;

    /// Whether no deadlock can form; false also where that is not decided.
    [[nodiscard]] bool deadlock_free() const {
        return acyclic || (waiting && waiting->answer == DeadlockAnswer::cannot);
    }
};

/// Whether a hop on a VC belongs to the escape subfunction of an adaptive routing.
using EscapeSubfunction = std::function<bool(const Head& at, const Hop& hop, int vc, Node destination)>;

/// Returns the subfunction "the VCs of a set".
EscapeSubfunction escape_by_vcs(VcSet vcs);
/// Returns the subfunction that a routing itself names, Routing::escape_of, or none where it names none; the routing
/// must outlive it.
EscapeSubfunction escape_by_routing(const Routing& routing);
/// Returns that of the routing or, where it names none, that of its VC rule: the VCs that only one half of 'booksim'
/// has. None where neither has one.
EscapeSubfunction escape_by_both(const Routing& routing, const VcRule& rule);

struct VerdictOptions {
    unsigned threads = 1;
    /// Where given, the graph is Duato's extended dependency graph of this subfunction: direct, indirect, direct cross
    /// and indirect cross dependencies between its channels. Acyclic then means deadlock free although the whole graph
    /// may have cycles; the subfunction is checked to lead from everywhere to every destination. Duato's theorem
    /// assumes that a buffer holds one message at a time, and that a header can wait for its escape channel. The
    /// simulator keeps to that where the routing names the channels, not where the VC rule does (escape_of_rule): it
    /// follows BookSim2 there, which can deadlock beyond saturation.
    EscapeSubfunction escape{};
    /// Called from one thread at a time after every destination, with how many of how many have been followed. False
    /// ends the work with ComputationError "interrupted".
    std::function<bool(std::uint64_t done, std::uint64_t of)> progress{};
    /// Where given, messages of its pairs alone count, whatever their rates; it must outlive the call. A network whose
    /// graph has a cycle may have none that this traffic can close.
    const Traffic* traffic = nullptr;
    /// Virtual networks, with the VCs of the rule each, and which messages wait for which: one of network `first` that
    /// has arrived holds its last channel until an answer to its source has got the first one in network `second`. As
    /// where endpoints have finite buffers, whatever their size. Not together with an escape subfunction.
    int networks = 1;
    std::vector<std::pair<int, int>> endpoint_waits{};
};

/// Returns the verdict on `routing` with the VCs of `rule`, from all routes between all terminals, every branch of
/// them. The graph is exact; acyclic means deadlock free. A cycle means that a deadlock can form for routings that
/// depend on the channel and the destination only (rahman2006, Theorem 4.1); where messages choose, Verdict::waiting
/// says whether it does. Does not depend on the number of threads. Throws ComputationError where a message cannot go
/// on, or where the escape subfunction does not lead everywhere; InputError where the routing was made for another
/// network, the rule permits nothing, or there are 2^32 virtual channels or more.
Verdict deadlock_verdict(const Network& network, const Routing& routing, const VcRule& rule,
                         const VerdictOptions& options = {});

/// Returns whether deadlock_verdict follows destinations together because the routing corrects one digit of the address
/// after the other: it takes about three seconds for 65,536 nodes then, and as long for some 8,000 where it follows
/// every destination by itself.
bool judged_together(const Network& network, const Routing& routing);

}  // namespace wafernet
