// Graph files written by tests, and what was read from them in one line.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <unistd.h>

#include "wafernet/base/error.hpp"
#include "wafernet/core/family.hpp"
#include "wafernet/io/graph_file.hpp"

namespace wafernet::test {

class GraphText {
public:
    explicit GraphText(const std::string& content, const std::string& ending = ".net")
        : path_(std::filesystem::temp_directory_path() / ("wafernet_format_" + std::to_string(getpid()) + ending)) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~GraphText() { std::filesystem::remove(path_); }
    GraphText(const GraphText&) = delete;
    GraphText& operator=(const GraphText&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// "a b c: a-b b>c(3) ..": the nodes, then the links in the order of the graph; > one way, latencies where they are not
/// 1, (there/back) where they differ.
inline std::string summary(const Network& network) {
    std::string out;
    for (Node v = 0; v < network.graph.nodes(); ++v) out += (v == 0 ? "" : " ") + network.addresses.print(v);
    out += ":";
    for (Link l = 0; l < network.graph.links(); ++l) {
        const Channel c = 2 * l;
        out += " " + network.addresses.print(network.graph.source(c)) + (network.graph.one_way(l) ? ">" : "-") +
               network.addresses.print(network.graph.target(c));
        if (network.channel_latency_cycles.empty()) continue;
        const std::uint32_t there = network.channel_latency_cycles[c], back = network.channel_latency_cycles[c + 1];
        if (there == 1 && (back == 1 || network.graph.one_way(l))) continue;
        out += "(" + std::to_string(there) +
               (network.graph.one_way(l) || there == back ? "" : "/" + std::to_string(back)) + ")";
    }
    return out;
}

inline GraphFileOptions options_of(const std::string& words) {
    return parse_graph_file_word("file" + words + ":x").options;
}

inline Network read_text(const std::string& content, const std::string& words = "",
                         const std::string& ending = ".net") {
    return read_graph_file(GraphText(content, ending).path(), options_of(words));
}

/// What is said about a malformed file, without its path.
inline std::string complaint_about(const std::string& content, const std::string& words = "",
                                   const std::string& ending = ".net") {
    const GraphText file(content, ending);
    try {
        const Network network = read_graph_file(file.path(), options_of(words));
        return "no complaint: " + summary(network);
    } catch (const InputError& error) {
        const std::string line = error.what();
        return line.starts_with(file.path()) ? line.substr(file.path().size()) : line;
    }
}

struct Good {
    std::string text;
    std::string found;       ///< summary
    std::string words = "";  ///< options, as in "+directed"
};
struct Bad {
    std::string text;
    std::string complaint;  ///< how it begins
    std::string words = "";
};

/// `good_as` and `bad_as` are options of all good and all bad files.
inline void check_all(const std::string& title, std::span<const Good> good, std::span<const Bad> bad,
                      const std::string& good_as = "", const std::string& bad_as = "") {
    for (const Good& g : good) {
        CAPTURE(g.text);
        std::string found, as;
        try {
            const Network network = read_text(g.text, good_as + g.words);
            found = summary(network);
            as = network.read_as;
        } catch (const InputError& error) {
            found = error.what();
        }
        CHECK(found == g.found);
        CHECK(as.starts_with("read as " + title + ", "));
    }
    for (const Bad& b : bad) {
        CAPTURE(b.text);
        const std::string line = complaint_about(b.text, bad_as + b.words);
        CAPTURE(line);
        CHECK(line.starts_with(b.complaint));
        CHECK(line.find('\n') == std::string::npos);
    }
}

}  // namespace wafernet::test
