#include "digest.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "io/word_escapes.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/io/data_folder.hpp"

namespace wafernet::cli {

namespace {

namespace fs = std::filesystem;

// Files by their paths, each with the digest of what it holds.
using Contents = std::map<std::string, std::string>;

void add_files(std::string_view value, const fs::path& folder, Contents& contents);

// Models and configurations name networks and each other: file:PATH, file+OPTION:PATH, network_file = PATH, inherits =
// PATH.
void add_named_in(const std::string& text, const fs::path& folder, Contents& contents) {
    constexpr std::string_view between = " \t\r\n\"'=;,";
    std::string_view before;
    for (std::size_t at = 0, end = 0; (at = text.find_first_not_of(between, end)) != std::string::npos;) {
        end = std::min(text.find_first_of(between, at), text.size());
        const std::string_view token = std::string_view(text).substr(at, end - at);
        if (token.starts_with("file:") || token.starts_with("file+") || before == "network_file" ||
            before == "inherits")
            add_files(token, folder, contents);
        before = token;
    }
}

void add_file(const fs::path& path, Contents& contents) {
    constexpr std::uintmax_t longest_model = 1U << 16U;
    std::error_code none;
    if (!fs::is_regular_file(path, none) || contents.contains(path.string())) return;
    std::ifstream in(path, std::ios::binary);
    Digest digest;
    std::string begin;
    for (std::array<char, 1U << 16U> block{}; in;) {
        in.read(block.data(), block.size());
        digest.add(block.data(), static_cast<std::size_t>(in.gcount()));
        if (begin.empty()) begin.assign(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    contents[path.string()] = digest.text();
    if (fs::file_size(path, none) <= longest_model) add_named_in(begin, path.parent_path(), contents);
}

// A path may be the whole value or stand behind file:, @, a key of --set or within other words; it is
// seen from the folder at hand, from that of the file that names it, and @ from those that come with the program.
void add_files(std::string_view value, const fs::path& folder, Contents& contents) {
    for (std::size_t at = 0; at != std::string_view::npos && at < value.size();) {
        const std::string_view rest = value.substr(at);
        const std::string named = decoded(rest.substr(0, rest.find_first_of("+:")));  // of a network word
        for (const std::string_view path :
             {rest, rest.substr(0, rest.find(',')), rest.substr(0, rest.find(' ')), std::string_view(named)}) {
            add_file(path, contents);
            if (!folder.empty()) add_file(folder / path, contents);
            if (at > 0 && value[at - 1] == '@') {
                try {
                    add_file(data_file(path), contents);
                } catch (const InputError&) {  // there are none
                }
            }
        }
        at = value.find_first_of(":@=, ", at);
        if (at != std::string_view::npos) ++at;
    }
}

}  // namespace

std::string contents_of(std::string_view value) {
    Contents contents;
    add_files(value, {}, contents);
    std::string text;
    for (const auto& [path, digest] : contents) text += (text.empty() ? "" : " ") + path + ' ' + digest;
    return text;
}

std::string Digest::text() const {
    std::ostringstream out;
    out << '#' << std::hex << sum_;
    return out.str();
}

std::string digest_of(const Network& network) {
    if (network.family != nullptr) return {};
    Digest digest;
    const Graph& graph = network.graph;
    for (Channel c = 0; c < graph.channels(); ++c) digest.add(graph.source(c)), digest.add(graph.target(c));
    for (Link l = 0; graph.directed() && l < graph.links(); ++l) digest.add(graph.one_way(l) ? 1 : 0);
    for (const auto cycles : network.channel_latency_cycles) digest.add(cycles);
    for (const auto cycles : network.channel_flit_cycles) digest.add(cycles);
    for (const Node v : network.terminals) digest.add(v);
    for (const Node v : network.router_of_terminal) digest.add(v);
    return digest.text();
}

void add_traffic(Digest& digest, const Traffic& traffic, Node nodes) {
    std::vector<Demand> row;
    for (Node v = 0; v < nodes; ++v) {
        digest.add(traffic.rate(v));
        traffic.row(v, row);
        for (const Demand& d : row) digest.add(d.destination), digest.add(d.share);
    }
}

}  // namespace wafernet::cli
