// What a format's reader finds in a file, before it becomes a network.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "source.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/io/graph_file.hpp"

namespace wafernet::graph_formats {

inline constexpr std::uint32_t no_latency = 0;       ///< the file gives none
inline constexpr std::uint32_t most = 0x7FFF'FFFEU;  ///< nodes or links that a file may count

struct RawLink {
    std::uint32_t a = 0;  ///< positions in RawGraph::names
    std::uint32_t b = 0;
    Place at;  ///< of the second end, for complaints
    std::uint32_t latency = no_latency;
    std::uint32_t back = no_latency;
    bool one_way = false;
    std::uint32_t bits = 0, back_bits = 0;  ///< width; 0: the file gives none
};

/// What an attribute of a link is by its name; `weight` may be a latency if the options say so.
enum class Kind : std::uint8_t { latency, weight, width, other };
Kind kind_of(std::string_view name);
/// Whether a name speaks of a latency or delay at all: link_delay_ms.
bool like_latency(std::string_view name);

/// The attributes of a link that are read, by their kind; without a name where there is none.
struct Attribute {
    std::string name;
    Word value;
};
using Attributes = std::array<Attribute, 3>;

/// Reads numbers that may be latencies or widths.
class AttributeReader {
public:
    explicit AttributeReader(std::optional<FileWeights> weights) : weights_(weights) {}
    /// Whether an attribute of this name is read.
    [[nodiscard]] bool takes(std::string_view name) const;
    /// Takes an attribute of a link. Throws where another of its kind has another value.
    void read(Attributes& link, std::string_view name, const Word& value);
    /// Sets latency and width of the link; what is called a latency goes before weights.
    void set(const Attributes& said, RawLink& link);
    /// Takes a number without a name, which is a weight.
    void weigh(const Word& word, RawLink& link);
    /// Remembers that a weight was left aside, or what has the name of a delay and no unit that is known.
    void note(std::string_view name);
    /// Returns what was left aside.
    [[nodiscard]] std::vector<std::string> remarks() const;

private:
    std::optional<FileWeights> weights_;
    bool left_aside_ = false, behind_ = false;
    std::string other_;
};
/// Takes from `defaults` the kinds that `said` has not.
void fill_in(Attributes& said, const Attributes& defaults);

/// Whether the file itself says that links go one way.
enum class Direction : std::uint8_t { untold, one_way, both_ways, each };  ///< each: some links do

struct RawGraph {
    explicit RawGraph(const GraphFileOptions& how) : options(how), attributes(how.weights) {}

    const GraphFileOptions& options;
    AttributeReader attributes;
    std::vector<std::string> names;
    std::vector<RawLink> links;
    Direction direction = Direction::untold;
    Place says_so;                       ///< where the file says it
    bool pairs_are_ways_back = false;    ///< "b a" after "a b" is the way back of the same link, not a second one
    bool drops_loops = false;            ///< a node with itself is no link in this format: the diagonal of a matrix
    std::vector<bool> terminals;         ///< which send and receive, where the file says it; empty: all, or the options
    bool keeps_links = false;            ///< in their order and direction; else by the numbers of their ends
    bool terminals_are_routers = false;  ///< of their own, never ports of a switch
    std::vector<std::string> remarks;    ///< for Network::read_as

    /// Returns the position of a name, a new one where it has not been seen.
    std::uint32_t node(std::string_view name);
    /// Adds a name; throws where it is there.
    void add(const Word& name, const std::string& what = "every node once");
    [[nodiscard]] bool has(std::string_view name) const { return positions_.contains(std::string(name)); }
    /// Returns the position of a name that is there; throws "need `what`" where it is not.
    [[nodiscard]] std::uint32_t position(const Word& name, const std::string& what) const;
    [[nodiscard]] std::uint32_t position(std::string_view name) const { return positions_.at(std::string(name)); }
    /// Gives all nodes other names, in their order.
    void rename(std::vector<std::string> labels);
    /// Adds the nodes called first .. first + count - 1, with `before` before them. Throws at `word`, which gives the
    /// count, where most of very many would have no link in so many lines.
    void add_numbered(const Word& word, std::uint32_t first, std::uint32_t count, std::size_t lines,
                      const std::string& before = "");

private:
    std::unordered_map<std::string, std::uint32_t> positions_;
};

struct Pairs {
    std::vector<RawLink> links;  ///< in another order
    std::vector<RawLink> alone;  ///< those of them that have no partner
};
/// Makes one link of every two between the same nodes that go opposite ways: of the first in either direction, of the
/// second, and so on. It goes as the one that stands first in the file, the other is its way back.
Pairs paired(std::vector<RawLink> links);

/// Returns the network: nodes and links in canonical order, loops dropped or refused, arcs with their ways back made
/// links that go both ways where all have one, terminals as the options say. Throws InputError.
Network network_of(RawGraph graph, std::string_view title);

/// Returns the terminals that the options name, by position; empty: all. Throws for names that are none and fewer than
/// two terminals.
std::vector<bool> chosen_terminals(const RawGraph& graph);

}  // namespace wafernet::graph_formats
