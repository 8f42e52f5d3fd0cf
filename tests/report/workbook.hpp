// Reads a workbook back with `unzip` and a reader of XML that has nothing to do with what wrote it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "../cli/program.hpp"
#include "io/graph_formats/source.hpp"
#include "io/graph_formats/xml.hpp"

namespace wafernet::test {

inline bool can_unzip() { return shell("command -v unzip >/dev/null").code == 0; }

/// One part of a workbook's file; empty where there is none.
inline std::string part(const std::string& file, const std::string& name) {
    return run_command({"/usr/bin/env", "unzip", "-p", file, name}).out;
}

/// The names of the sheets, in their order.
inline std::vector<std::string> sheets(const std::string& file) {
    const graph_formats::Source source{"workbook.xml", part(file, "xl/workbook.xml")};
    graph_formats::XmlReader xml(source);
    std::vector<std::string> names;
    for (int depth = 0;;) {
        const graph_formats::XmlEvent event = xml.next();
        if (event.kind == graph_formats::XmlEvent::Kind::begin) {
            ++depth;
            if (event.name == "sheet") names.push_back(event.attributes.at("name"));
        }
        if (event.kind == graph_formats::XmlEvent::Kind::end && --depth == 0) return names;
    }
}

struct Cell {
    std::string type;  ///< "n" a number, "s" a text, "f" a formula
    std::string value;
};

/// The cells of a sheet, from 1, by name.
inline std::map<std::string, Cell> cells(const std::string& file, std::size_t sheet) {
    using Kind = graph_formats::XmlEvent::Kind;
    std::vector<std::string> shared;
    if (const std::string text = part(file, "xl/sharedStrings.xml"); !text.empty()) {
        const graph_formats::Source source{"sharedStrings.xml", text};
        graph_formats::XmlReader xml(source);
        for (int depth = 0;;) {
            const graph_formats::XmlEvent event = xml.next();
            if (event.kind == Kind::begin) {
                ++depth;
                if (event.name == "si") shared.emplace_back();
            } else if (event.kind == Kind::text && depth > 2) {
                shared.back() += event.text;
            } else if (event.kind == Kind::end && --depth == 0) {
                break;
            }
        }
    }
    std::map<std::string, Cell> found;
    const graph_formats::Source source{"sheet.xml", part(file, "xl/worksheets/sheet" + std::to_string(sheet) + ".xml")};
    graph_formats::XmlReader xml(source);
    std::string at, type, inside;
    for (int depth = 0;;) {
        const graph_formats::XmlEvent event = xml.next();
        if (event.kind == Kind::begin) {
            ++depth;
            inside = event.name;
            if (event.name == "f") found[at].type = "f";
            if (event.name != "c") continue;
            at = event.attributes.at("r");
            const auto kind = event.attributes.find("t");
            type = kind == event.attributes.end() ? "n" : kind->second;
        } else if (event.kind == Kind::text && (inside == "v" || inside == "t")) {
            Cell& cell = found[at];
            cell.type = type == "inlineStr" ? "s" : type;
            cell.value += type == "s" ? shared.at(std::stoul(event.text)) : event.text;
        } else if (event.kind == Kind::end) {
            inside.clear();
            if (--depth == 0) return found;
        }
    }
}

}  // namespace wafernet::test
