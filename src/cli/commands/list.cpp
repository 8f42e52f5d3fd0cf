// wafernet list: what exists.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "../command.hpp"
#include "../points/candidates.hpp"
#include "../selection.hpp"
#include "../values.hpp"
#include "base/csv.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/members.hpp"
#include "wafernet/core/metric.hpp"
#include "wafernet/core/traffic.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/io/graph_file.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/technology.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/routing/routings.hpp"
#include "wafernet/routing/vc_rules.hpp"
#include "wafernet/sim/simulator.hpp"
#include "wafernet/traffic/make_traffic.hpp"
#include "wafernet/windows/collectives.hpp"
#include "wafernet/windows/embeddings.hpp"

namespace wafernet::cli {

namespace {

Table empty_table(const std::string& title, const char* third = "") {
    return {title, {"name", "title", {"parameters", third}}};
}

std::string source_text(const Source& source) { return std::string(source.document) + ' ' + std::string(source.place); }

std::string signature(const Family& family) {
    std::string out;
    for (const ParameterSpec& spec : family.parameters) {
        out += (out.empty() ? "" : spec.kind == ParameterKind::network ? ":" : ",") + std::string(spec.name);
        if (spec.fallback) out += '=' + std::to_string(*spec.fallback);
    }
    return out;
}

Table list_families() {
    Table table = empty_table("network families");
    table.columns.insert(table.columns.end(), {Column("example"), Column("source")});
    for (const Family* f : families())
        table.row(f->name, f->title, signature(*f),
                  f->examples.empty() ? Value(Missing{"none given"}) : Value(std::string(f->examples.back())),
                  source_text(f->source));
    return table;
}

// Routings of one name are one entry, where some families have their own and others a generic one too.
Table list_routings() {
    Table table = empty_table("routings", "networks");
    std::map<std::string, std::pair<std::string, std::string>> own;  // name -> title, families
    for (const Family* f : families()) {
        for (const RoutingSpec& spec : f->routings) {
            auto& [title, names] = own[std::string(spec.name)];
            if (title.empty()) title = spec.title;
            names += (names.empty() ? "" : " ") + std::string(f->name);
        }
    }
    std::vector<const GenericRouting*> others;
    for (const GenericRouting& g : generic_routings()) {
        const auto same = own.find(std::string(g.spec.name));
        if (same == own.end()) {
            others.push_back(&g);
            continue;
        }
        auto& [title, names] = same->second;
        title += "; elsewhere " + std::string(g.spec.title);
        names += g.applies == nullptr ? ", any" : ", where it applies";
    }
    for (const auto& [name, entry] : own) table.row(name, entry.first, entry.second);
    for (const GenericRouting* g : others)
        table.row(g->spec.name, g->spec.title, g->applies == nullptr ? "any" : "where it applies");
    return table;
}

Table list_traffic() {
    Table table = empty_table("traffic patterns");
    for (const TrafficPattern& pattern : traffic_patterns()) table.row(pattern.name, pattern.title, std::string());
    table.add(
        {std::string("file:FILE"), std::string("a matrix or list of rates from a CSV file"), std::string("FILE")});
    table.notes = {
        "digits are those of an address as 'wafernet route' prints it, the last one x; bits those of a node's number "
        "among the nodes that send, the highest first",
        "a node that would send to itself is silent, unless --include-self"};
    return table;
}

Table list_vc_rules() {
    Table table = empty_table("assignments of virtual channels", "source");
    for (const auto& rules : {vc_rules(), routed_vc_rules()}) {
        for (const VcRuleInfo& rule : rules) table.row(rule.name, rule.title, source_text(rule.source));
    }
    return table;
}

Table list_tables() {
    Table table = empty_table("published tables", "document");
    for (const auto& t : published::read_tables(data_folder("tables"))) table.row(t.id, t.title, t.document);
    return table;
}

Table list_sources() {
    Table table = empty_table("documents", "address");
    for (const auto& c : published::read_sources(data_folder("tables") / "sources.toml"))
        table.row(c.key, c.text, c.url);
    return table;
}

Table list_quantities() {
    Table table = empty_table("quantities that a published number is compared with", "kind");
    for (const published::Quantity* q : published::quantities()) table.row(q->name, q->title, published::name(q->kind));
    return table;
}

Table list_models() {
    Table table = empty_table("network models that come with wafernet", "network");
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder("models"))) {
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
        const NetworkModel model = read_network_model(file.string());
        table.row("@models/" + file.filename().string(), model.title, model.word);
    }
    return table;
}

Table list_technologies() {
    Table table = empty_table("technologies that come with wafernet", "assumptions");
    for (const std::string& name : technology_names()) {
        const Technology t = read_technology(name);
        table.row(name, t.title + (t.note.empty() ? "" : "; " + t.note),
                  std::to_string(t.assumptions.size() + t.price_assumptions.size() + t.energy_assumptions.size()) +
                      " values without a source");
    }
    return table;
}

Table list_technology_keys() {
    Table table = empty_table("keys of a technology's file", "unit");
    table.columns.push_back({"default", ""});
    const std::filesystem::path path = data_folder("models") / "technology" / "keys.csv";
    std::ifstream file(path);
    std::string line;
    for (std::size_t number = 0; next_line(file, line, number);) {
        const std::string place = path.string() + ":" + std::to_string(number);
        const auto cells = csv_cells(line, place);
        if (cells.size() != 4) throw InputError(place + ": need key,unit,default,meaning");
        if (number > 1) table.add({cells[0], cells[3], cells[1], cells[2]});
    }
    return table;
}

Table list_collectives() {
    Table table = empty_table("collective operations", "source");
    constexpr std::string_view titles[] = {"a message from one node to another", "a broadcast",
                                           "a broadcast of every node", "a message of its own for every node, from one",
                                           "a message of its own for every node, from every node"};
    constexpr std::string_view places[] = {"sec. 5.1", "sec. 5.2", "sec. 5.3", "sec. 5.4", "sec. 5.5"};
    for (const Collective c : all_collectives()) {
        const auto i = static_cast<std::size_t>(c);
        table.row(name(c), titles[i], source_text({"ziavras", places[i]}));
    }
    return table;
}

Table list_embeddings() {
    Table table = empty_table("maps of one network into another", "source");
    for (const NamedMap& map : named_maps()) table.row(map.name, map.title, source_text(map.source));
    return table;
}

Table list_formats() {
    Table table = empty_table("output formats");
    table.row("text", "aligned columns for people", std::string());
    table.row("csv", "RFC 4180, full precision, texts as they are", std::string());
    table.row("json", "an array with one object a row", std::string());
    table.row("md", "a Markdown table", std::string());
    table.row("tex", "a LaTeX table with the rules of the package booktabs", std::string());
    return table;
}

Table list_file_formats() {
    Table table = empty_table("formats of networks from files");
    for (const auto& [name, about] : graph_file_formats())
        table.row(name, about, std::string("--file-format ") + std::string(name));
    table.notes = {
        "known by signature or ending, else an edge list of two names a line; what can be something else is refused"};
    return table;
}

// Each with those parameters in which the presets differ.
Table list_presets() {
    Table table = empty_table("presets: configured routers");
    const std::span<const Preset> all = presets();
    std::vector<std::string_view> differing;
    for (const SimulationSetting& setting : simulation_settings()) {
        const auto value = [&](const Preset& preset) {
            return simulation_option(simulation_preset(preset), setting.name);
        };
        if (std::any_of(all.begin(), all.end(), [&](const Preset& p) { return value(p) != value(all.front()); }))
            differing.push_back(setting.name);
    }
    for (const Preset& preset : all) {
        std::string values;
        for (const std::string_view key : differing)
            values += (values.empty() ? "" : " ") + std::string(key) + '=' +
                      simulation_option(simulation_preset(preset), key);
        table.row(preset.name, preset.title, values);
    }
    table.notes = {
        "ideal is the default, of networks of shared channels kmway; 'wafernet explain preset NAME' shows every "
        "parameter, also those that are alike in all"};
    return table;
}

struct MembersAsked {
    std::optional<std::string> nodes, terminals;
    std::vector<std::string> families, where;
    bool all = false;
};

constexpr std::size_t most_lines = 26;  // families that have one of their own

// What --where may ask of a member: nothing is built, so that a distance is its formula's.
const std::string_view asked_of_members[] = {"nodes",           "switches",          "links",
                                             "degree_min",      "degree_max",        name(Metric::diameter_hops),
                                             "bisection_links", "avg_distance_hops", "arc_connectivity"};

Value figure_of(const Member& member, const std::string& metric) {
    if (metric == "nodes") return whole(member.nodes);
    if (metric == "switches") return whole(member.switches);
    const NetworkWord word = parse_network_word(member.word);
    std::optional<double> found;
    for (const ClosedForm& form : word.family->closed_forms) {
        const bool wrong = form.known_wrong != nullptr && form.known_wrong(word.parameters);
        if (name(form.metric) != metric || wrong || (found && !form.corrected)) continue;
        if (const auto value = form.value(word.parameters)) found = value;
    }
    return value_or(found, {"no formula"});
}

// Calls `see(family, member)` for every member that meets the conditions.
template <class See> void for_each_member(const MembersAsked& asked, const FamilyChoice& choice, See see) {
    const std::string& nodes = asked.nodes ? *asked.nodes : *asked.terminals;
    const auto [least, most] = node_range(nodes, asked.nodes ? "--nodes" : "--terminals");
    std::vector<Condition> conditions;
    for (const std::string& word : asked.where) conditions.push_back(condition_of(word, asked_of_members));
    for (const Family* f : choice.families) {
        for (const Member& member : members(*f, least, most)) {
            if (!admits(choice, *f, member)) continue;
            if (std::ranges::all_of(conditions,
                                    [&](const Condition& c) { return meets(c, figure_of(member, c.metric)); }))
                see(*f, member);
        }
    }
}

Table list_members(const MembersAsked& asked, const FamilyChoice& choice) {
    Table table{"", {"name", "title", "parameters", "network", "nodes", "free"}};
    table.columns.push_back({"switches", ""});
    for_each_member(asked, choice, [&](const Family& f, const Member& member) {
        table.row(f.name, f.title, signature(f), member.word, member.nodes,
                  member.free.empty() ? Value(Missing{""}) : Value(member.free), member.switches);
    });
    table.notes = {
        "nodes: those that send; free: parameters that may be chosen without another number of nodes, where they fit "
        "together; the word has their least values",
        "extents in rising order; others make the same network turned"};
    return table;
}

// The same by family: how many members, and the first of them.
Table count_members(const MembersAsked& asked, FamilyChoice choice) {
    struct Count {
        const Family* family;
        std::size_t members = 0;
        Member first;
    };
    // Those of other networks, which there are of every network with fewer nodes, are counted where they are named.
    std::string of_others;
    if (asked.families.empty()) {
        std::erase_if(choice.families, [&](const Family* f) {
            const bool of_networks = f->parameters.back().kind == ParameterKind::network;
            if (of_networks) of_others += (of_others.empty() ? "" : ", ") + std::string(f->name);
            return of_networks;
        });
    }
    const FamilyChoice common = families_chosen({"common"}, "");
    std::vector<Count> counts;
    for_each_member(asked, choice, [&](const Family& f, const Member& member) {
        if (counts.empty() || counts.back().family != &f) counts.push_back({&f, 0, member});
        // The example is one that is built, where there is one.
        if (counts.back().members++ > 0 && !admits(common, f, counts.back().first)) counts.back().first = member;
    });
    const auto rank = [&](const Count& c) { return std::ranges::find(common.families, c.family); };
    std::ranges::stable_sort(counts, {}, rank);
    Table table{"networks by family with " + (asked.nodes ? *asked.nodes : *asked.terminals) + " nodes that send",
                {{"name", ""}, {"members", ""}, {"network", "for example"}, {"nodes", ""}, {"switches", ""}},
                {},
                {}};
    std::size_t networks = 0;
    std::string rest;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const Count& c = counts[i];
        networks += c.members;
        if (i < most_lines) table.row(c.family->name, c.members, c.first.word, c.first.nodes, c.first.switches);
        else rest += (rest.empty() ? "" : ", ") + std::string(c.family->name) + ' ' + std::to_string(c.members);
    }
    if (!rest.empty()) table.notes.push_back("and " + rest);
    table.notes.push_back(std::to_string(networks) + " networks; --all shows each, --families and --where fewer" +
                          (of_others.empty() ? "" : "; not counted: networks of networks (" + of_others + ")"));
    return table;
}

struct List {
    std::string_view name;
    Table (*table)();
};

constexpr List lists[] = {{"families", list_families},
                          {"routings", list_routings},
                          {"traffic", list_traffic},
                          {"vc-rules", list_vc_rules},
                          {"tables", list_tables},
                          {"sources", list_sources},
                          {"quantities", list_quantities},
                          {"models", list_models},
                          {"technologies", list_technologies},
                          {"technology-keys", list_technology_keys},
                          {"presets", list_presets},
                          {"collectives", list_collectives},
                          {"embeddings", list_embeddings},
                          {"formats", list_formats},
                          {"file-formats", list_file_formats}};

}  // namespace

Command list_command() {
    const auto what = std::make_shared<std::string>("families");
    const auto asked = std::make_shared<MembersAsked>();
    std::vector<std::string> names;
    for (const List& list : lists) names.emplace_back(list.name);
    return {{{"what", what.get(), names},
             {"--nodes", &asked->nodes},
             {"--terminals", &asked->terminals},
             {"--families", &asked->families},
             {"--where", &asked->where},
             {"--all", &asked->all}},
            [what, asked](Run& run) {
                const bool members = asked->nodes || asked->terminals;
                if (asked->nodes && asked->terminals) throw InputError("--nodes and --terminals, need one of them");
                if (!members && (asked->all || !asked->families.empty() || !asked->where.empty()))
                    throw InputError("--families, --where or --all without --nodes, need --nodes N");
                if (members && *what != "families")
                    throw InputError("--nodes with 'list " + *what + "', which have none, need 'list families'");
                if (members) {
                    const FamilyChoice choice = families_chosen(asked->families, "all");
                    const bool each = asked->all || for_programs(run.common().render.format);
                    run.print(each ? list_members(*asked, choice) : count_members(*asked, choice));
                    return 0;
                }
                for (const List& list : lists) {
                    if (list.name != *what) continue;
                    Table table = list.table();
                    // Scripts find the third column under the name that all lists share and under the one that people
                    // see.
                    const Format format = run.common().render.format;
                    const std::string own = table.columns[2].title;
                    if (!own.empty() && (format == Format::csv || format == Format::json)) {
                        table.columns.push_back({own, ""});
                        for (auto& row : table.rows) row.push_back(Value(row[2]));
                    }
                    run.print(table);
                }
                return 0;
            }};
}

}  // namespace wafernet::cli
