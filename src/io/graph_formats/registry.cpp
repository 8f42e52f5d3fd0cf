#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr const GraphFormat* all[] = {
    &graphml_format,       &matrix_market_format, &json_format,      &gml_format,   &dot_format,
    &pajek_format,         &fabric_format,        &anynet_format,    &metis_format, &edges_format,
    &counted_edges_format, &graph_golf_format,    &adjacency_format, &matrix_format};

}  // namespace

std::span<const GraphFormat* const> formats() { return all; }

const GraphFormat& format_named(std::string_view name) {
    std::vector<std::string_view> names;
    std::string list;
    for (const GraphFormat* format : all) {
        if (format->name == name) return *format;
        names.push_back(format->name);
        list += (list.empty() ? "" : ", ") + std::string(format->name);
    }
    throw InputError("unknown file format '" + shown(name) + "'" + did_you_mean(name, names) + ", need one of " + list);
}

}  // namespace wafernet::graph_formats
