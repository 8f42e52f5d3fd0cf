// The output of ibnetdiscover (infiniband-diags, its page of the manual) and the nets of ibsim, which are its records
// with names of one's own. Hosts send and receive, switches do not.
#include "fabric.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

struct FabricPort {
    std::uint32_t number = 0, remote = 1;  // as in ibsim where it is not said
    Word other;                            // the node at the other end
    std::uint64_t guid = 0;
};
struct FabricRecord {
    Word id;
    bool is_switch = false;
    std::vector<FabricPort> ports;
};

class FabricReader {
public:
    explicit FabricReader(const Source& source) : source_(source) {}

    Fabric read() {
        for (number_ = 1; number_ <= source_.starts.size(); ++number_) {
            line_ = source_.line(number_).substr(0, source_.line(number_).find('#'));
            const Line words = bare_words(source_, number_);
            if (line_.empty() || words.empty()) continue;
            if (line_[0] == '[') port();
            else if (one_of(words[0].text, {"Switch", "Ca", "Hca", "Rt"})) record(words);
            else if (words[0].text.starts_with("switchguid=0x")) guid_ = hexadecimal(words[0].text.substr(13));
            else if (words[0].text.find('=') == std::string::npos && !one_of(words[0].text, {"Chassis", "Non-Chassis"}))
                need(words[0], "Switch, Ca, Hca or Rt with its ports below it, [1] \"S-1\"[2]");
        }
        connect();
        return std::move(out_);
    }

private:
    [[nodiscard]] Word word(std::size_t from, std::size_t to) const {
        return {std::string(line_.substr(from, to - from)), {number_, from + 1}};
    }

    void record(const Line& words) {
        const std::size_t open = line_.find('"'), close = line_.find('"', open + 1);
        if (words.size() < 3 || close == std::string_view::npos)
            need(words[0], "the number of its ports and its name: Switch 24 \"S-1\"");
        most_ports_ = whole_number(words[1], 1, 255, "a number of ports");
        records_.push_back({word(open + 1, close), words[0].text == "Switch", {}});
        const Word& id = records_.back().id;
        if (!numbers_.try_emplace(id.text, records_.size() - 1).second) need(id, "the name of a node, once");
        if (guid_ == 0 && id.text.starts_with("S-")) guid_ = hexadecimal(id.text.substr(2));
        if (guid_ != 0 && records_.back().is_switch) out_.guids[guid_] = id.text;
        guid_ = 0;
    }

    void port() {
        const std::size_t own = line_.find(']'), open = line_.find('"'), close = line_.find('"', open + 1);
        if (records_.empty() || close == std::string_view::npos || own > open)
            fail({number_, 1}, "found a port, need [1] \"S-1\"[2] below its node, Switch 24 \"S-2\"");
        FabricPort port{whole_number(word(1, own), 1, most_ports_, "a port"), 1, word(open + 1, close), 0};
        if (const std::size_t guid = line_.find('(', own); guid < open) port.guid = hexadecimal(line_.substr(guid + 1));
        if (close + 1 < line_.size() && line_[close + 1] == '[')
            port.remote = whole_number(word(close + 2, line_.find(']', close)), 1, 255, "a port");
        FabricRecord& of = records_.back();
        if (std::ranges::find(of.ports, port.number, &FabricPort::number) != of.ports.end())
            fail({number_, 1}, "found port " + std::to_string(port.number) + " again, need every port once");
        of.ports.push_back(port);
    }

    static std::string name_of(const FabricRecord& record, const FabricPort& port) {
        const bool several = !record.is_switch && record.ports.size() > 1;
        return record.id.text + (several ? fmt::format("[{}]", port.number) : "");
    }
    void connect() {
        for (const FabricRecord& record : records_) {
            for (const FabricPort& port : record.ports) {
                const auto other = numbers_.find(port.other.text);
                if (other == numbers_.end()) need(port.other, "a node with a record of its own in the file");
                const FabricRecord& there = records_[other->second];
                const auto back = std::ranges::find(there.ports, port.remote, &FabricPort::number);
                if (back == there.ports.end() || back->other.text != record.id.text || back->remote != port.number ||
                    &*back == &port)
                    fail(port.other.at,
                         fmt::format("found \"{}\"[{}], need a port that names this one, \"{}\"[{}]",
                                     shown(port.other.text), port.remote, shown(record.id.text), port.number));
                const std::string here = name_of(record, port);
                if (!record.is_switch) out_.hosts.push_back(here);
                if (port.guid != 0) out_.guids[port.guid] = here;
                if (back->other.at.line > port.other.at.line)
                    out_.links.push_back({here, name_of(there, *back), port.number, port.remote, port.other.at});
            }
        }
    }

    const Source& source_;
    std::size_t number_ = 1;
    std::string_view line_;  // without its comment
    std::uint32_t most_ports_ = 0;
    std::uint64_t guid_ = 0;  // of the next switch
    std::vector<FabricRecord> records_;
    std::unordered_map<std::string, std::size_t> numbers_;
    Fabric out_;
};

bool begins_as_fabric(const Source& source) {
    const bool begins = source.text.starts_with("Switch") || source.text.find("\nSwitch") != std::string::npos;
    return begins && source.text.find("\n[") != std::string::npos;
}

void read_fabric_graph(const Source& source, RawGraph& graph) {
    const Fabric fabric = read_fabric(source);
    if (graph.options.directed) fail("links of a fabric go both ways, need it without --directed");
    for (const std::string& name : fabric.hosts) graph.node(name);
    for (const Fabric::Link& link : fabric.links)
        graph.links.push_back({graph.node(link.a), graph.node(link.b), link.at});
    graph.keeps_links = true;
    if (graph.options.terminals.empty() && fabric.hosts.size() > 1) {
        graph.terminals.assign(graph.names.size(), false);
        std::fill_n(graph.terminals.begin(), fabric.hosts.size(), true);
    }
}

}  // namespace

Fabric read_fabric(const Source& source) { return FabricReader(source).read(); }

std::uint64_t hexadecimal(std::string_view text) {
    std::uint64_t out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out, 16);
    return out;
}

const GraphFormat fabric_format{"ibnetdiscover",
                                fabric_title,
                                "of ibnetdiscover and ibsim: Switch 8 \"S1\", then [1] \"H1\"[1] for a port",
                                "",
                                begins_as_fabric,
                                read_fabric_graph};

}  // namespace wafernet::graph_formats
