// wafernet tables: the published tables regenerated, every printed number with a verdict.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "../command.hpp"
#include "../digest.hpp"
#include "../output.hpp"
#include "../points/columns.hpp"
#include "../points/locks.hpp"
#include "../points/store.hpp"
#include "../values.hpp"
#include "report/page.hpp"
#include "report/svg.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/base/version.hpp"
#include "wafernet/io/data_folder.hpp"
#include "wafernet/published/figure.hpp"
#include "wafernet/published/published.hpp"
#include "wafernet/published/shape.hpp"

namespace wafernet::cli {

namespace {

using namespace published;

struct TablesOptions {
    std::vector<std::string> ids;
    std::string out;
    std::optional<std::string> tables;
    bool simulate = false;
    bool summary = false;
    bool list = false;
    bool points = false;
    bool page = false;
    std::optional<std::uint64_t> seeds;
    std::optional<std::string> store;
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

struct Shaped {
    PrintedTable table;
    TableShape shape;
    std::optional<PrintedFigure> figure;
};

Shaped shaped_of(const PrintedTable& table, const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / (table.id + ".toml");
    return {table, read_shape(file), read_figure(file, table.columns)};
}

// The page of all tables: a summary by document, then document by document every table in its shape or every figure,
// with its verdicts.
class TablesPage {
public:
    TablesPage(const std::filesystem::path& folder, std::vector<Citation> sources)
        : folder_(folder), sources_(std::move(sources)) {}

    void add(const Shaped& shaped, const std::vector<Finding>& findings, const std::vector<FigureSeries>& series,
             const RenderOptions& csv, bool pictures) {
        const PrintedTable& table = shaped.table;
        const std::string id = xml_text(table.id);
        if (table.document != document_) {
            document_ = table.document;
            const auto source = std::ranges::find(sources_, document_, &Citation::key);
            const std::string name = xml_text(source == sources_.end() ? document_ : source->text);
            parts_.emplace_back(Markup{"<h1>" + name + "</h1>\n"});
            links_ += (links_.empty() ? "<p>" : "</p>\n<p>") + name + "<br>";
        }
        links_ += " <a href=\"#" + id + "\">" + xml_text(table.place) + "</a>;";
        parts_.emplace_back(Markup{"<h2 id=\"" + id + "\">" + xml_text(table.place + ": " + table.title) + "</h2>\n"});
        std::string links = "<p><a href=\"" + id + ".csv\">every number with its verdict</a>";
        if (!shaped.figure) {
            parts_.emplace_back(shaped_table(table, shaped.shape, findings));
        } else {
            const Table points = points_table(table, *shaped.figure, series);
            write_file((folder_ / (table.id + "-points.csv")).string(), render(points, csv));
            const std::vector<Plot> plots = figure_plots(table, *shaped.figure, series, {});
            if (pictures && !plots.empty()) {  // none where all that is drawn is simulated, and that was not asked for
                const std::string svg = draw(plots, Picture::svg);
                write_file((folder_ / (table.id + ".svg")).string(), svg);
                parts_.emplace_back(PagePicture{svg.substr(svg.find("<svg")), table.title});
            } else {
                parts_.emplace_back(points);
            }
            std::string verdicts;
            for (const std::string& line : verdict_lines(findings)) verdicts += line + '\n';
            parts_.emplace_back(Lines{verdicts});
            links += ", <a href=\"" + id + "-points.csv\">points</a>";
        }
        parts_.emplace_back(Markup{links + "; wafernet tables " + id + "</p>\n"});
    }

    void write(const Table& documents) {
        Page page{"Published tables and figures, regenerated", "", {documents, Markup{links_ + "</p>\n"}}};
        std::ranges::move(parts_, std::back_inserter(page.parts));
        write_file((folder_ / "index.html").string(), html_page(page, nullptr));
    }

private:
    std::filesystem::path folder_;
    std::vector<Citation> sources_;
    std::string document_, links_;  // of the tables so far
    decltype(Page::parts) parts_;
};

PointResult result_of(const Evaluation& e) {
    PointResult result;
    result.table.columns = {"value", "lower", "upper", "note", "error", "tie", "impossible"};
    result.table.row(e.value, e.bounds ? Value(e.bounds->first) : Missing{},
                     e.bounds ? Value(e.bounds->second) : Missing{}, e.note, value_or(e.error, {}), e.tie,
                     e.impossible);
    return result;
}

Evaluation evaluation_of(const PointResult& result) {
    if (result.table.rows.size() != 1 || result.table.columns.size() != 7)
        throw InputError("a point of the store is no number of a table, it must be another store");
    const std::vector<Value>& cells = result.table.rows.front();
    const auto maybe = [&](std::size_t i) {
        const auto* x = std::get_if<double>(&cells[i]);
        return x == nullptr ? std::nullopt : std::optional(*x);
    };
    Evaluation e{cells[0]};
    if (maybe(1) && maybe(2)) e.bounds = {*maybe(1), *maybe(2)};
    e.note = std::get<std::string>(cells[3]);
    e.error = maybe(4);
    e.tie = std::get<std::int64_t>(cells[5]) != 0;
    e.impossible = std::get<std::int64_t>(cells[6]) != 0;
    return e;
}

// Simulations are evaluated once: what the store has is not run again.
void keep_in(const std::string& path, Workbench& bench) {
    const auto store = open_store(path, "tables");
    bench.kept_evaluation = [store](const std::string& words, const std::function<Evaluation()>& evaluate) {
        const std::string held = contents_of(words);
        const std::string key = "wafernet " + std::string(version()) + ' ' + words + (held.empty() ? "" : " | " + held);
        if (const auto known = store->find(key)) return evaluation_of(*known);
        Evaluation made = evaluate();
        if (Run::interrupted()) return made;  // it may have stopped half way
        NamedValues options = options_in(words);
        options.emplace_back("quantity", words.substr(0, words.find(' ')));
        store->keep(key, options, result_of(made));
        return made;
    };
}

void check_options(const TablesOptions& options, const Run& run) {
    if (options.page && options.out.empty()) throw InputError("--page without --out, need the folder that it is for");
    if (options.list + options.points + options.summary + (options.out.empty() ? 0 : 1) > 1 &&
        !(options.summary && !options.out.empty() && !options.list && !options.points))
        throw InputError("more than one of --list, --points, --summary and --out, need one of them");
    if (run.common().picture && (options.list || options.points || options.summary || !options.out.empty()))
        throw InputError("a picture with --list, --points, --summary or --out, need one of them");
    if (options.seeds && !options.simulate) throw InputError("--seeds without --simulate, which it belongs to");
    check_between(options.seeds.value_or(5), "--seeds", 5, 1000);  // a verdict on an ordering rests on their spread
    if (options.store && !options.simulate) throw InputError("--store without --simulate, whose results it keeps");
}

std::shared_ptr<Workbench> workbench(const TablesOptions& options, const Run& run,
                                     const std::filesystem::path& folder) {
    const auto bench = std::make_shared<Workbench>();
    bench->threads = run.common().threads;
    bench->seed = run.common().seed;
    bench->simulate = options.simulate;
    if (options.seeds) bench->seeds = static_cast<unsigned>(*options.seeds);
    bench->thorough = options.simulate || !options.ids.empty();
    if (options.simulate) bench->stop = [] { return Run::interrupted(); };
    else if (const auto before = folder / "simulated.csv"; std::filesystem::exists(before))
        bench->simulations = read_simulations(before);
    if (options.store) keep_in(*options.store, *bench);
    return bench;
}

// Leaves the figures, which have points and are drawn. Throws where a table is asked for that is none.
void keep_figures(std::vector<PrintedTable>& tables, const std::filesystem::path& folder, const TablesOptions& options,
                  const Run& run) {
    const auto no_figure = [&](const PrintedTable& t) { return !shaped_of(t, folder).figure; };
    const auto none = std::find_if(tables.begin(), tables.end(), no_figure);
    if (none != tables.end() && !options.ids.empty())
        throw InputError(none->id + " is no figure that is drawn, need one such as fig-3.8");
    std::erase_if(tables, no_figure);
    if (tables.size() > 1 && options.points && run.common().render.format == Format::csv)
        throw InputError("--points of several figures in one CSV, whose rows must all have the same fields; need one");
}

// Puts the tables of a document together, documents in the order of sources.toml; returns what that has of them.
std::vector<Citation> by_document(std::vector<PrintedTable>& tables, const std::filesystem::path& folder) {
    const auto file = folder / "sources.toml";
    const auto sources = std::filesystem::exists(file) ? read_sources(file) : std::vector<Citation>();
    std::ranges::stable_sort(tables, {}, [&](const PrintedTable& t) {
        return std::ranges::find(sources, t.document, &Citation::key) - sources.begin();
    });
    return sources;
}

int run_tables(const TablesOptions& options, Run& run) {
    check_options(options, run);
    const std::filesystem::path folder =
        options.tables ? std::filesystem::path(*options.tables) : data_folder("tables");
    std::vector<PrintedTable> tables = chosen_tables(options.ids, folder);
    std::optional<OutFolder> out_folder;
    if (!options.out.empty()) out_folder.emplace(options.out);
    const auto bench = workbench(options, run, folder);
    bool stopped = false;
    std::vector<Finding> findings;
    bool pictures = true;
    if (options.page) {
        try {
            check_can_draw(Picture::svg);
        } catch (const InputError& error) {
            run.warn(error.what());
            pictures = false;
        }
    }
    if (options.points || run.common().picture) keep_figures(tables, folder, options, run);
    const bool data = for_programs(run.common().render.format);
    // Rows of several tables have not the same fields.
    const bool sheet = run.common().render.format != Format::json && !run.common().output.empty() && tables.size() == 1;
    const bool shaped = options.out.empty() && !options.summary && !options.list && !options.points &&
                        !options.ids.empty() && (!data || sheet) && !run.common().picture;
    const bool drawn = options.points || options.page || run.common().picture;
    TablesPage page(options.out, options.page ? by_document(tables, folder) : std::vector<Citation>());
    const RenderOptions csv{Format::csv};
    const std::filesystem::path out(options.out);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        run.progress("tables, judging " + tables[i].id, i, tables.size(), "tables");
        const bool judged = !options.points;
        const Shaped form = shaped_of(tables[i], folder);
        const auto both = Run::unless_interrupted([form, bench, judged, drawn] {
            return std::pair(judged ? judge(form.table, *bench) : std::vector<Finding>(),
                             drawn && form.figure ? figure_series(*form.figure, *bench) : std::vector<FigureSeries>());
        });
        const auto own = both ? std::optional(both->first) : std::nullopt;
        stopped = Run::interrupted();
        if (own) {
            if (!options.out.empty())
                write_file((out / (tables[i].id + ".csv")).string(), render(findings_table(*own, true), csv));
            if (options.page) page.add(form, *own, both->second, csv, pictures);
            if (shaped) run.print(shaped_table(tables[i], form.shape, *own), tables[i].id);
            if (options.points) run.print(points_table(tables[i], *form.figure, both->second), tables[i].id);
            if (run.common().picture) {
                for (Plot& plot : figure_plots(tables[i], *form.figure, both->second, *own)) run.draw(std::move(plot));
            }
            findings.insert(findings.end(), own->begin(), own->end());
        }
        if (!stopped) continue;
        run.keep_finished(tables[i].id, i > 0 || own, Run::goes_on(options.store));
        tables.resize(own ? i + 1 : i);
    }
    run.progress("tables", tables.size(), tables.size());
    if (options.summary) {
        const Table documents = document_table(tables, findings);
        if (!options.out.empty()) write_file((out / "documents.csv").string(), render(documents, csv));
        run.print(documents);
    } else if (shaped) {
        std::string ids;
        for (const PrintedTable& table : tables) ids += ' ' + table.id;
        if (!data) run.print("wafernet tables" + ids + " --list says how each number is reached\n");
    } else if (options.out.empty()) {
        if (!options.points && !run.common().picture) run.print(findings_table(findings, data));
    } else {
        const Table summary = summary_table(tables, findings);
        write_file((out / "summary.csv").string(), render(summary, csv));
        if (options.simulate && !stopped)
            write_file((out / "simulated.csv").string(),
                       fmt::format("# wafernet {}, 'tables --simulate --seed {} --seeds {}'\n", version(), bench->seed,
                                   bench->seeds) +
                           render(simulations_table(bench->simulations), csv));
        run.print(summary);
    }
    if (options.page) page.write(document_table(tables, findings));
    return stopped ? 1 : 0;
}

}  // namespace

Command tables_command() {
    const auto options = std::make_shared<TablesOptions>();
    Command command;
    command.options = {
        {"tables", &options->ids},          {"--out", &options->out},       {"--tables", &options->tables},
        {"--list", &options->list},         {"--points", &options->points}, {"--page", &options->page},
        {"--summary", &options->summary},   {"--seeds", &options->seeds},   {"--store", &options->store},
        {"--simulate", &options->simulate},
    };
    command.run = [options](Run& run) { return run_tables(*options, run); };
    command.draw = [](const Table&, const std::string&) { return std::vector<Plot>(); };
    command.draws = "the id of a figure, such as fig-3.8,";
    return command;
}

}  // namespace wafernet::cli
