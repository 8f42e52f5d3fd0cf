// What a format's reader finds in a file, before it becomes a network.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "source.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/io/graph_file.hpp"

namespace wafernet::graph_formats {

inline constexpr std::uint32_t no_latency = 0;  ///< the file gives none

struct RawLink {
    std::uint32_t a = 0;  ///< positions in RawGraph::names
    std::uint32_t b = 0;
    Place at;  ///< of the second end, for complaints
    std::uint32_t latency = no_latency;
    std::uint32_t back = no_latency;
    bool one_way = false;
    std::uint32_t bits = 0, back_bits = 0;  ///< width; 0: the file gives none
};

/// Whether the file itself says that links go one way.
enum class Direction : std::uint8_t { untold, one_way, both_ways, each };  ///< each: some links do

struct RawGraph {
    std::vector<std::string> names;
    std::vector<RawLink> links;
    Direction direction = Direction::untold;
    Place says_so;                     ///< where the file says it
    bool pairs_are_ways_back = false;  ///< "b a" after "a b" is the way back of the same link, not a second one
    bool drops_loops = false;          ///< a node with itself is no link in this format: the diagonal of a matrix
    std::vector<std::string> remarks;  ///< for Network::read_as

    /// Returns the position of a name, a new one where it has not been seen.
    std::uint32_t node(std::string_view name);
    /// Adds a name; returns false where it is there.
    bool add(std::string_view name);
    [[nodiscard]] bool has(std::string_view name) const { return positions_.contains(std::string(name)); }
    [[nodiscard]] std::uint32_t position(std::string_view name) const { return positions_.at(std::string(name)); }

private:
    std::unordered_map<std::string, std::uint32_t> positions_;
};

/// Adds the nodes called first .. first + count - 1. Throws InputError at `word`, which gives the count, where most of
/// very many would have no link.
void add_numbered(const Source& source, RawGraph& graph, const Word& word, std::uint32_t first, std::uint32_t count,
                  std::size_t links);

/// Whether "n10" comes after "n2": whole numbers first and by value, other names by their parts, digits by value.
bool natural_less(std::string_view a, std::string_view b);

/// Returns the network: nodes and links in canonical order, loops dropped or refused, arcs with their ways back made
/// links that go both ways where all have one, terminals as the options say. Throws InputError.
Network network_of(const Source& source, RawGraph graph, const GraphFileOptions& options, std::string_view title);

/// Sets the terminals that the options name; `keep_order` leaves the numbers of the nodes as they are. Throws
/// InputError for names that are none and fewer than two terminals.
std::vector<bool> chosen_terminals(const Source& source, const RawGraph& graph, const std::string& terminals);

/// What the attributes of one link say about its latency and width, read so far.
struct LatencyText {
    std::string name;  ///< of the attribute; empty: none yet
    std::string value;
    Place at;
    std::string bits;  ///< width; empty: none yet
    Place bits_at;
};

/// Reads numbers that may be latencies: attribute values by their name.
class LatencyReader {
public:
    LatencyReader(const Source& source, const GraphFileOptions& options) : source_(source), weights_(options.weights) {}
    /// Whether an attribute of this name is read.
    [[nodiscard]] bool takes(std::string_view name) const;
    /// Whether an attribute of this name may be a latency, if the options say so.
    [[nodiscard]] static bool weight(std::string_view name);
    /// Whether a name is that of a width: width_bits.
    [[nodiscard]] static bool width(std::string_view name);
    /// Whether a name speaks of a latency or delay at all: link_delay_ms.
    [[nodiscard]] static bool like_one(std::string_view name);
    [[nodiscard]] std::uint32_t operator()(std::string_view value, Place at) const;
    /// Takes a number without a name, which is a weight.
    void weigh(const Word& word, RawLink& link);
    /// Takes an attribute of a link. What is called a latency goes before weights, in whatever order they stand; throws
    /// InputError where two of one kind have different values.
    void read(LatencyText& link, std::string_view name, std::string_view value, Place at);
    /// Sets latency and width of the link to what was taken.
    void set(const LatencyText& text, RawLink& link) const;
    /// Takes from `defaults` what `text` has not.
    void fill_in(LatencyText& text, const LatencyText& defaults);
    /// Remembers that a weight was left aside, or what has the name of a delay and no unit that is known.
    void note(std::string_view name);
    /// Adds remarks about what was left aside.
    void finish(RawGraph& graph) const;

private:
    const Source& source_;
    std::optional<FileWeights> weights_;
    bool left_aside_ = false, behind_ = false;
    std::string other_;
};

}  // namespace wafernet::graph_formats
