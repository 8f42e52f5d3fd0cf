// wafernet tables: the published tables regenerated, every printed number with a verdict.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "../command.hpp"
#include "../output.hpp"
#include "../values.hpp"
#include "wafernet/core/error.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/published/published.hpp"

namespace wafernet::cli {

namespace {

using namespace published;

struct TablesOptions {
    std::vector<std::string> ids;
    std::string out;
    std::optional<std::string> tables;
    bool simulate = false;
    bool summary = false;
    std::optional<std::uint64_t> seeds;
};

// Ids with the same number: fig-4.18 for 4.18, 3.1 for table-3.1.
std::vector<std::string_view> of_same_number(std::string_view id, const std::vector<std::string_view>& known) {
    const auto number = [](std::string_view text) {
        const std::size_t digit = text.find_first_of("0123456789");
        return digit == std::string_view::npos || (digit > 0 && text[digit - 1] != '-') ? std::string_view()
                                                                                        : text.substr(digit);
    };
    std::vector<std::string_view> same;
    for (const std::string_view k : known) {
        if (number(id).empty() || number(k) != number(id)) continue;
        if (number(k) == k) return {k};  // that of a table
        same.push_back(k);
    }
    return same;
}

std::string unknown_table(const std::string& id, const std::vector<std::string_view>& known) {
    const std::vector<std::string_view> same = of_same_number(id, known);
    std::string names;
    for (const std::string_view k : same) names += (names.empty() ? "'" : "' or '") + std::string(k);
    return "unknown table '" + one_line(id) + "'" +
           (same.empty() ? did_you_mean(id, known) : " (did you mean " + names + "'?)") +
           ", see 'wafernet list tables'";
}

std::vector<PrintedTable> chosen_tables(const std::vector<std::string>& ids, const std::filesystem::path& folder) {
    std::vector<PrintedTable> all = read_tables(folder);
    if (ids.empty()) return all;
    std::vector<std::string_view> known;
    for (const PrintedTable& table : all) known.push_back(table.id);
    std::vector<PrintedTable> chosen;
    for (const std::string& id : ids) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const PrintedTable& t) { return t.id == id; });
        if (found == all.end()) throw InputError(unknown_table(id, known));
        const auto same = [&](const PrintedTable& t) { return t.id == id; };
        if (std::none_of(chosen.begin(), chosen.end(), same)) chosen.push_back(*found);
    }
    return chosen;
}

int run_tables(const TablesOptions& options, Run& run) {
    if (options.seeds && !options.simulate) throw InputError("--seeds without --simulate, which it belongs to");
    if (options.seeds && (*options.seeds < 5 || *options.seeds > 1000)) {
        throw InputError("--seeds " + std::to_string(*options.seeds) +
                         ", need 5 to 1000: a verdict on an ordering rests on their spread");
    }
    const std::filesystem::path folder =
        options.tables ? std::filesystem::path(*options.tables) : data_folder("tables");
    std::vector<PrintedTable> tables = chosen_tables(options.ids, folder);
    if (!options.out.empty()) {
        std::error_code error;
        std::filesystem::create_directories(options.out, error);
        if (error) throw InputError("cannot make the folder '" + one_line(options.out) + "': " + error.message());
    }
    const auto bench = std::make_shared<Workbench>();
    bench->threads = run.common().threads;
    bench->seed = run.common().seed;
    bench->simulate = options.simulate;
    if (options.seeds) bench->seeds = static_cast<unsigned>(*options.seeds);
    bench->thorough = options.simulate || !options.ids.empty();
    if (options.simulate) bench->stop = [] { return Run::interrupted(); };
    bool stopped = false;
    std::vector<Finding> findings;
    const RenderOptions csv{Format::csv, run.common().render.dialect};
    const std::filesystem::path out(options.out);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        run.progress("tables, judging " + tables[i].id, i, tables.size(), "tables");
        const auto own = Run::unless_interrupted([table = tables[i], bench] { return judge(table, *bench); });
        stopped = Run::interrupted();
        if (own) {
            if (!options.out.empty())
                write_file((out / (tables[i].id + ".csv")).string(), render(findings_table(*own, true), csv));
            findings.insert(findings.end(), own->begin(), own->end());
        }
        if (!stopped) continue;
        run.warn("interrupted at " + tables[i].id + ": only what is finished is shown");
        tables.resize(own ? i + 1 : i);
    }
    run.progress("tables", tables.size(), tables.size());
    if (options.summary) {
        const Table documents = document_table(tables, findings);
        if (!options.out.empty()) write_file((out / "documents.csv").string(), render(documents, csv));
        run.print(documents);
    } else if (options.out.empty()) {
        const bool data = for_programs(run.common().render.format);
        run.print(findings_table(findings, data));
    } else {
        const Table summary = summary_table(tables, findings);
        write_file((out / "summary.csv").string(), render(summary, csv));
        run.print(summary);
    }
    return stopped ? 1 : 0;
}

}  // namespace

Command tables_command() {
    const auto options = std::make_shared<TablesOptions>();
    Command command;
    command.name = "tables";
    command.summary = "published tables regenerated, every printed number with a verdict";
    command.footer =
        "verdicts: reproduced; reproduced-as (only under the reading in the note); misprint (contradicts its own "
        "formula or what the\n"
        "graph settles, or follows from a formula that the graph contradicts); not-reproducible; open (not evaluated, "
        "or a tie: an\n"
        "ordering of values within their intervals of each other). Kind 'formula only': nothing but formulas and "
        "printed inputs gives it\n"
        "model: of dynamic numbers what the queueing model gives for the case that --simulate simulates; it decides no "
        "verdict. Orderings of\n"
        "networks above 300 nodes only for tables asked for by id\n\n"
        "examples:\n"
        "  wafernet tables 7.1\n"
        "  wafernet tables --out out/tables";
    command.options = {
        {"tables", "ids of tables, as in 'wafernet list tables'; none: all", &options->ids, false, {}},
        {"--out",
         "folder: write <id>.csv for each table and summary.csv there, and print the summary (one output if not given)",
         &options->out,
         false,
         {}},
        {"--tables", "folder of table files (default: those that come with wafernet)", &options->tables, false, {}},
        {"--summary",
         "count by document how the numbers were reached, in place of the numbers",
         &options->summary,
         false,
         {}},
        {"--seeds", "with --simulate: runs of each load, 5 to 1000 (5)", &options->seeds, false, {}},
        {"--simulate",
         "evaluate simulated numbers too, which takes minutes a table; Ctrl-C keeps what is finished",
         &options->simulate,
         false,
         {}},
    };
    command.run = [options](Run& run) { return run_tables(*options, run); };
    return command;
}

}  // namespace wafernet::cli
