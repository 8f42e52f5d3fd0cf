// Reads a workbook back with `unzip` and pugixml, which has nothing to do with what wrote it.
#pragma once

#include <map>
#include <pugixml.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../cli/program.hpp"

namespace wafernet::test {

inline bool can_unzip() { return shell("command -v unzip >/dev/null").code == 0; }

/// One part of a workbook's file; empty where there is none.
inline std::string part(const std::string& file, const std::string& name) {
    return run_command({"/usr/bin/env", "unzip", "-p", file, name}).out;
}

/// The elements of a document, which must be well formed, that have this name and whatever prefix.
inline std::vector<pugi::xml_node> elements(const pugi::xml_document& document, const std::string& name) {
    std::vector<pugi::xml_node> found;
    for (const pugi::xpath_node& node : document.select_nodes(("//*[local-name() = '" + name + "']").c_str()))
        found.push_back(node.node());
    return found;
}

inline void load(pugi::xml_document& document, const std::string& text) {
    if (!document.load_buffer(text.data(), text.size())) throw std::runtime_error("XML that is not well formed");
}

/// The names of the sheets, in their order.
inline std::vector<std::string> sheets(const std::string& file) {
    pugi::xml_document document;
    load(document, part(file, "xl/workbook.xml"));
    std::vector<std::string> names;
    for (const pugi::xml_node& sheet : elements(document, "sheet")) names.emplace_back(sheet.attribute("name").value());
    return names;
}

struct Cell {
    std::string type;  ///< "n" a number, "s" a text, "f" a formula
    std::string value;
};

/// All texts within an element, one after the other.
inline std::string text_in(const pugi::xml_node& element) {
    std::string text;
    for (const pugi::xpath_node& node : element.select_nodes(".//text()")) text += node.node().value();
    return text;
}

/// The cells of a sheet, from 1, by name.
inline std::map<std::string, Cell> cells(const std::string& file, std::size_t sheet) {
    std::vector<std::string> shared;
    if (const std::string text = part(file, "xl/sharedStrings.xml"); !text.empty()) {
        pugi::xml_document strings;
        load(strings, text);
        for (const pugi::xml_node& one : elements(strings, "si")) shared.push_back(text_in(one));
    }
    pugi::xml_document document;
    load(document, part(file, "xl/worksheets/sheet" + std::to_string(sheet) + ".xml"));
    std::map<std::string, Cell> found;
    for (const pugi::xml_node& cell : elements(document, "c")) {
        const std::string type = cell.attribute("t").as_string("n");
        const std::string value = type == "inlineStr" ? text_in(cell) : cell.child("v").text().get();
        if (value.empty() && !cell.child("f")) continue;
        found[cell.attribute("r").value()] = {cell.child("f")       ? "f"
                                              : type == "inlineStr" ? "s"
                                                                    : type,
                                              type == "s" ? shared.at(std::stoul(value)) : value};
    }
    return found;
}

}  // namespace wafernet::test
