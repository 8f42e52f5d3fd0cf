#include <algorithm>

#include "base/text.hpp"
#include "candidates.hpp"
#include "wafernet/core/network.hpp"

namespace wafernet::cli {

namespace {

constexpr CommonFamily common[] = {
    {"hypercube", "Cosmic Cube, iPSC, nCUBE, Origin 2000"},
    {.name = "mesh", .reason = "most chips of tiles, the wafer-scale engine", .most_aspect = 8, .most_extents = 3},
    {.name = "torus", .reason = "Cray T3D to XT, Blue Gene, TPU pods, Tofu", .most_aspect = 8, .most_extents = 6},
    {"karytree", "fat trees: CM-5, Quadrics, InfiniBand machines", 16},
    {"dragonfly", "Cascade, Slingshot [kim2008]", 8},
    {.name = "concentrated",
     .reason =
         "several tiles or hosts a router: chips [balfour2006], hosts of dragonflies and of networks of diameter 2",
     .most_aspect = 4,
     .most_extents = 3,
     .inner = "mesh torus hyperx flatbutterfly dragonfly slimfly polarfly"},
    {.name = "hyperx", .reason = "published for machines [ahn2009]", .most_aspect = 4, .most_extents = 3},
    {"flatbutterfly", "published for chips and machines [kim2007]", 16},
    {"slimfly", "published for machines [besta2014]"},
    {"polarfly", "published for machines [lakhotia2022]"},
    {.name = "hammingmesh", .reason = "published for machines [hoefler2022]", .most_aspect = 16, .square = true},
    {"switchless-dragonfly", "published for wafers [feng2024]"},
    {"reticles", "published for wafers [iff2026]", 2},
    {"hexmesh", "published for chiplets [iff2023]"},
    {"brickwall", "published for chiplets [iff2023]", 2},
    {"octamesh", "published for chiplets [rapidchiplet]", 2},
    {"ring", "chips of few cores", 0, 64},
    {"complete", "dies of one package, each joined to each", 0, 32},
    {"butterfly", "BBN Butterfly, Cedar, RP3", 16},
    {"kautz", "SiCortex"},
    {.name = "h3dm", .reason = "of the documents: stacked wafers [rahman2012]", .varies = true},
    {.name = "htn", .reason = "of the documents: stacked wafers [rahman2006]", .varies = true},
    {.name = "h3dt", .reason = "of the documents [rahman2006]", .varies = true},
    {.name = "mh3dt", .reason = "of the documents [rahman2006]", .varies = true},
    {.name = "tesh", .reason = "of the documents [rahman2006]", .varies = true},
    {.name = "ttn", .reason = "of the documents [rahman2006]", .varies = true},
    {"htn1", "of the documents, pruned [rahman2006]"},
    {"htn2", "of the documents, pruned [rahman2006]"},
    {"htn3", "of the documents, pruned [rahman2006]"},
};

// The documents whose tables and theorems are examined.
constexpr std::string_view documents[] = {"rahman2006", "rahman2012", "ziavras", "mudawwar", "glass1992"};

constexpr std::uint64_t most_concentration = 16;  // nodes of a router

const CommonFamily* entry(std::string_view name) {
    const auto* found = std::ranges::find(common, name, &CommonFamily::name);
    return found == std::end(common) ? nullptr : found;
}

// The longest extent of a member, or number where it has two or more, over the shortest.
std::uint64_t aspect(const Parameters& parameters) {
    std::uint64_t least = UINT64_MAX, most = 0;
    bool extents = false;
    for (const Parameters::Value& value : parameters.values()) extents = extents || value.numbers.size() > 1;
    for (const Parameters::Value& value : parameters.values()) {
        if (extents && value.numbers.size() < 2) continue;
        for (const std::uint64_t n : value.numbers) {
            if (n < 2) continue;
            least = std::min(least, n);
            most = std::max(most, n);
        }
    }
    return most == 0 ? 1 : most / least;
}

}  // namespace

std::span<const CommonFamily> common_families() { return common; }

FamilyChoice families_chosen(const std::vector<std::string>& words, std::string_view fallback) {
    FamilyChoice out;
    std::vector<std::string_view> names;
    for (const std::string& word : words) {
        for (const std::string_view name : split(word, ',')) names.push_back(name);
    }
    if (names.empty()) names.push_back(fallback);
    const auto add = [&](const Family& f) {
        if (std::ranges::find(out.families, &f) == out.families.end()) out.families.push_back(&f);
    };
    for (const std::string_view name : names) {
        if (name == "common" && names.size() == 1) out.common = true;
        if (name == "all") out.whole = true;
        if (name == "common" || (name == "all" && fallback == "common"))  // whose names explore keeps of equal networks
            for (const CommonFamily& c : common) add(family(c.name));
        if (name == "documents" || name == "all") {
            for (const Family* f : families()) {
                if (name == "all" || std::ranges::find(documents, f->source.document) != std::end(documents)) add(*f);
            }
        } else if (name != "common") {
            add(family(name));
        }
    }
    return out;
}

bool varies(const FamilyChoice& choice, const Family& family) {
    const CommonFamily* of = entry(family.name);
    return !choice.common || (of != nullptr && of->varies);
}

bool admits(const FamilyChoice& choice, const Family& family, const Member& member) {
    if (!choice.common) return true;
    const CommonFamily* of = entry(family.name);
    if (of == nullptr || member.nodes > of->most_nodes) return false;
    std::string_view name = family.name;
    Parameters parameters = parse_network_word(member.word).parameters;
    if (!of->inner.empty()) {
        const std::uint64_t each = parameters.values().front().numbers.front();
        const NetworkWord inner = parse_network_word(parameters.values().back().network);
        const std::vector<std::string_view> may = split(of->inner, ' ');
        name = inner.family->name;
        if (each < 2 || each > most_concentration || std::ranges::find(may, name) == may.end()) return false;
        parameters = inner.parameters;
    }
    const std::span<const Parameters::Value> values = parameters.values();
    if (values.front().numbers.size() > of->most_extents) return false;
    // One extent is a line, a cycle or a complete network.
    if ((name == "mesh" || name == "torus" || name == "hyperx") && values.front().numbers.size() < 2) return false;
    for (std::size_t i = 0; of->square && i + 1 < values.size(); i += 2) {
        if (values[i].numbers != values[i + 1].numbers) return false;
    }
    return of->most_aspect == 0 || aspect(parameters) <= of->most_aspect;
}

}  // namespace wafernet::cli
