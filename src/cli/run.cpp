#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

#include "command.hpp"
#include "out_of_memory.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report/layout.hpp"
#include "report/page.hpp"
#include "report/picture_provenance.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // what a signal handler may touch

constexpr unsigned seconds_to_stop = 2;

extern "C" void end_now(int) {
    constexpr std::string_view line = "error: interrupted\n";
    remove_unfinished();
    [[maybe_unused]] const ssize_t wrote = ::write(STDERR_FILENO, line.data(), line.size());
    ::_exit(1);
}

extern "C" void note_interrupt(int) {
    interrupt_seen = true;
    ::alarm(seconds_to_stop);
}

bool handle(int signal, void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESETHAND;  // the second one ends the program
    return ::sigaction(signal, &action, nullptr) == 0;
}

// Ctrl-C, what a batch system sends at the end of its time, and a terminal that goes away; nohup's wish stands.
bool handle_interrupts(void (*handler)(int)) {
    struct sigaction hangup = {};
    const bool ignored = ::sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
    return handle(SIGINT, handler) && handle(SIGTERM, handler) && (ignored || handle(SIGHUP, handler));
}

bool catch_interrupts() { return handle(SIGALRM, end_now) && handle_interrupts(note_interrupt); }

bool for_people(Format format) {
    return format == Format::text || format == Format::markdown || format == Format::html;
}

template <class Tables> std::string rendered(const Tables& tables, const RenderOptions& options) {
    if (options.format != Format::xlsx) return render(tables, options);
    const UncheckedAllocations by_library;
    std::string out = render(tables, options);
    by_library.check();
    return out;
}

// What stands around the result; a document says itself what made it.
Frame frame_of(const CommonOptions& common) {
    return common.document.empty() && !common.picture ? provenance_frame(common.render) : Frame{};
}

}  // namespace

std::string words_of(std::initializer_list<std::pair<bool, std::string_view>> options) {
    std::string words;
    for (const auto& [given, option] : options) {
        if (given) words += (words.empty() ? "" : " and ") + std::string(option);
    }
    return words;
}

Option out_option(std::optional<std::string>& folder) { return {"--out", &folder}; }

void Run::several(const SeveralTables& tables) {
    several_ = tables;
    if (several_.folder) {
        if (common_.picture) throw InputError("--out with a picture, which is one file, need -o alone");
        const std::string shown = one_line(*several_.folder);
        if (!common_.output.empty()) throw InputError("--out '" + shown + "' with -o, need one of them");
        if (several_.folder->empty()) throw InputError("--out '', need the name of a folder");
        out_folder_ = std::make_shared<OutFolder>(*several_.folder);
    } else if (!several_.reason.empty() && common_.render.format == Format::csv) {
        throw InputError(several_.reason +
                         " with CSV is more than one table, need --out DIR for a file each, or text, JSON or Markdown");
    }
}

void Run::draw(Plot plot) {
    if (common_.picture) plots_.push_back(std::move(plot));
}

// The figures as one picture, with the notes of the tables below a plot in text.
std::string Run::drawn() {
    if (plots_.empty())
        throw InputError("nothing of this can be drawn, need " + (draws_.empty() ? "" : draws_ + " for a figure, or ") +
                         ".csv, .json, .md or .txt for the tables");
    if (common_.title) (plots_.size() == 1 ? plots_.front().title : plots_.front().heading) = *common_.title;
    std::string out = wafernet::draw(plots_, *common_.picture, common_.render.width.value_or(80), common_.look);
    plots_.clear();
    if (*common_.picture != Picture::text) return out;
    std::string notes;
    for (const auto& part : parts_) {
        if (const auto* table = std::get_if<Table>(&part)) {
            for (const std::string& note : table->notes) notes += fitted_lines(note, common_.render.width.value_or(80));
        }
    }
    return out + (notes.empty() ? "" : "\n") + notes;
}

void Run::print(const Table& table, const std::string& name) {
    any_row_ = any_row_ || !table.rows.empty();
    if (draw_ && (common_.picture || common_.render.format == Format::html)) {
        const std::vector<Plot> measured = common_.points ? draw_(*common_.points, name) : std::vector<Plot>();
        for (std::size_t i = 0; Plot & plot : draw_(table, name)) {
            for (const PlotSeries& series : i < measured.size() ? measured[i++].series : std::vector<PlotSeries>())
                plot.series.push_back({"measured, " + series.name, series.points, false});
            plots_.push_back(std::move(plot));
        }
    }
    if (common_.picture) return static_cast<void>(parts_.emplace_back(table));
    if (!several_.folder) {
        const auto is_table = [](const auto& part) { return std::holds_alternative<Table>(part); };
        if (common_.render.format == Format::csv && std::any_of(parts_.begin(), parts_.end(), is_table))
            throw std::logic_error("several tables in one CSV");
        parts_.emplace_back(table);
        return;
    }
    RenderOptions as = common_.render;
    as.width.reset();
    if (!common_.format_given) as.format = Format::csv;
    const Frame frame = provenance_frame(as);
    const auto form = std::ranges::find(output_forms(), decltype(OutputForm::form)(as.format), &OutputForm::form);
    const std::string file = several_.command + '-' + name + std::string(form->endings.front()),
                      path = (std::filesystem::path(*several_.folder) / file).string();
    files_.emplace_back(path, frame.before + rendered(table, as) + frame.after);
}

void Run::print(const std::string& text) {
    if (for_people(common_.render.format)) parts_.emplace_back(text);
}

RowStream Run::stream(Table head, bool only, std::string name) {
    return {*this, std::move(head), only, std::move(name)};
}

void Run::warn(const std::string& text) const {
    const auto line_is_free = clear_progress();
    if (!common_.quiet) std::fprintf(stderr, "warning: %s\n", one_line(text, 1000).c_str());
}

void Run::note(const std::string& text) const {
    const auto line_is_free = clear_progress();
    if (!common_.quiet) std::fprintf(stderr, "note: %s\n", one_line(text, 2000).c_str());
}

void Run::write_last_notes() const {
    for (const std::string& line : last_notes_) note(line);
    for (const std::string& line : last_warnings_) warn(line);
}

void Run::progress(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things) const {
    if (!common_.quiet) show_progress(what, done, of, things);
}

std::function<bool(std::uint64_t, std::uint64_t)> Run::watch(std::string what, std::uint64_t every) const {
    return [what = std::move(what), every, quiet = common_.quiet](std::uint64_t done, std::uint64_t of) {
        if (interrupted()) return false;
        if (!quiet && (done % every == 0 || done == of)) show_progress(what, done, of);
        return true;
    };
}

void Run::show(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things,
               std::uint64_t before) {
    show_progress(what, done, of, things, before);
}

std::vector<Table> Run::take_tables() {
    std::vector<Table> tables;
    for (auto& part : parts_) {
        if (auto* table = std::get_if<Table>(&part)) tables.push_back(std::move(*table));
    }
    parts_.clear();
    return tables;
}

bool Run::interrupted() {
    static const bool caught = catch_interrupts();
    return caught && interrupt_seen;
}

void Run::keep_finished(const std::string& what, bool any, const std::string& go_on) const {
    const std::string then = go_on.empty() ? "" : "; " + go_on;
    if (any) return warn("interrupted at " + what + ": only what is finished is shown" + then);
    const bool file = !common_.output.empty() || several_.folder;
    throw ComputationError(std::string("interrupted") +
                           (file            ? " before a row was finished, nothing is written"
                            : !then.empty() ? " before a row was finished"
                                            : "") +
                           then);
}

std::string Run::goes_on(const std::optional<std::string>& store) {
    return store && !store->empty() ? "the same command goes on, with what " + one_line(*store) + " keeps" : "";
}

void end_at_interrupt() { handle_interrupts(end_now); }

void Run::write_now(std::string_view text) {
    const auto line_is_free = clear_progress();
    if (!begun_ && !text.empty()) write_stdout(frame_of(common_).before);
    begun_ = begun_ || !text.empty();
    write_stdout(text);
}

void Run::flush() {
    ::alarm(0);  // after Ctrl-C: it has come to printing
    if (interrupt_seen && !any_row_ && (!common_.output.empty() || !files_.empty()))
        throw ComputationError("interrupted before a row was finished, nothing is written");
    if (!common_.output.empty() && parts_.empty() && plots_.empty() && !document_)
        return warn("there are no rows, '" + one_line(common_.output, 200) + "' is not written");
    for (const auto& [path, text] : files_) {
        write_file(path, text);
        parts_.emplace_back("written: " + one_line(path, 1000) + "\n");
    }
    const bool lines = for_people(common_.render.format) && common_.render.format != Format::html;
    if (!files_.empty() && (!lines || common_.quiet)) parts_.clear();
    files_.clear();
    std::string out;
    if (common_.picture) {
        out = drawn();
        if (common_.render.provenance) out = with_provenance(out, *common_.picture, *common_.render.provenance);
        parts_.clear();
    }
    const auto& width = common_.render.width;
    const auto fit = [&](const std::string& text) {
        return width && common_.render.format == Format::text ? fitted_lines(text, *width) : text;
    };
    if (document_) {
        out = std::move(*document_);
    } else if (parts_.size() == 1 && std::holds_alternative<std::string>(parts_.front()) &&
               common_.render.format != Format::html) {
        out = fit(std::get<std::string>(parts_.front()));
    } else if (common_.render.format == Format::json || common_.render.format == Format::xlsx) {
        std::vector<Table> tables;
        for (auto& part : parts_) tables.push_back(std::move(std::get<Table>(part)));
        if (!tables.empty()) out = rendered(tables, common_.render);
    } else if (common_.render.format == Format::html) {
        const Provenance* made_by = common_.render.provenance ? &*common_.render.provenance : nullptr;
        Page page{made_by != nullptr ? command_line(*made_by) : "wafernet", {}, {}};
        std::erase_if(plots_, [](const Plot& plot) { return plot.series.empty(); });
        if (!plots_.empty()) page.parts.emplace_back(plot_picture(plots_));
        for (auto& part : parts_) {
            if (auto* text = std::get_if<std::string>(&part)) page.parts.emplace_back(Lines{std::move(*text)});
            else page.parts.emplace_back(std::move(std::get<Table>(part)));
        }
        if (!parts_.empty()) out = html_page(page, made_by);
    } else {
        for (const auto& part : parts_) {
            if (const auto* text = std::get_if<std::string>(&part)) {
                out += fit(*text);
            } else {
                if (begun_ || !out.empty()) out += common_.render.format == Format::csv ? "\r\n" : "\n";
                out += render(std::get<Table>(part), common_.render);
            }
        }
    }
    parts_.clear();
    if (common_.output.empty()) {
        write_now(out);
    } else {
        const Frame frame = frame_of(common_);
        write_file(common_.output, frame.before + out + frame.after);
    }
}

void Run::finish() {
    flush();
    if (begun_) write_now(frame_of(common_).after);
}

struct RowStream::State {
    Layout layout;
    std::string waiting;   // not shown yet
    std::size_t live = 0;  // columns that appear at once, where the terminal is too narrow for all; 0: all
    Table kept;            // rows whose other columns appear at the end
    bool paged = false;    // a page has been shown
};

constexpr std::size_t most_waiting = 1U << 16U;  // characters

// Text and CSV can grow; the others are printed at the end where other tables may follow.
bool RowStream::streams() const {
    if (run_->several_.folder || run_->keeps_ || run_->common().picture) return false;
    const Format format = run_->common().render.format;
    if (only_) return format != Format::xlsx && format != Format::html && format != Format::latex;
    return format == Format::text || format == Format::csv;
}

void RowStream::emit(std::string text) {
    if (run_->common().output.empty()) run_->write_now(text);
    else if (run_->parts_.empty() || !std::holds_alternative<std::string>(run_->parts_.back()))
        run_->parts_.emplace_back(std::move(text));
    else std::get<std::string>(run_->parts_.back()) += text;
}

// The head of a table that grows, by its first row.
void RowStream::begin() {
    state_ = std::make_shared<State>();
    Layout& layout = state_->layout;
    const auto& width = run_->common().render.width;
    constexpr std::size_t narrowest = 10;  // later numbers may be longer than the first
    constexpr std::size_t status = 9;      // "saturated" after "ok", where lines must not become longer
    std::size_t sum = 0;
    for (std::size_t i = 0; i < table_.columns.size() && !only_; ++i) {
        const Value& value = table_.rows.front()[i];
        const bool text = std::holds_alternative<std::string>(value);
        layout.right.push_back(!text);
        layout.widths.push_back(std::max({heading(table_.columns[i]).size(), shown(value, table_.columns[i]).size(),
                                          text ? (width ? status : 0) : narrowest}));
        sum += layout.widths.back() + (i > 0 ? 2 : 0);
        if (width && sum > *width && state_->live == 0) state_->live = std::max<std::size_t>(i, 1);
    }
    if (run_->common().output.empty()) run_->flush();
    const bool follows = run_->begun_ || !run_->parts_.empty();
    Table head = table_;
    if (state_->live > 0) {
        state_->kept = {"", table_.columns, {}, table_.notes};
        head.columns.resize(state_->live);
        layout.widths.resize(state_->live);
        layout.right.resize(state_->live);
    }
    state_->waiting = (follows ? run_->common().render.format == Format::csv ? "\r\n" : "\n" : "") +
                      renderer(run_->common().render).head(head, layout);
}

std::string RowStream::line(const std::vector<Value>& row) const {
    const Renderer& as = renderer(run_->common().render);
    if (!run_->common().render.width) return as.row(table_, row, state_->layout);
    const std::size_t columns = state_->live > 0 ? state_->live : row.size();
    const std::string text =
        as.row(table_, {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(columns)}, state_->layout);
    return fitted_lines(text, *run_->common().render.width);
}

// The columns that did not fit, behind those that tell the rows apart.
Table RowStream::rest() const {
    std::vector<std::size_t> columns = repeated_columns(state_->kept);
    for (std::size_t i = state_->live; i < table_.columns.size(); ++i) {
        if (std::find(columns.begin(), columns.end(), i) == columns.end()) columns.push_back(i);
    }
    Table rest{"", {}, {}, table_.notes};
    for (const std::size_t i : columns) rest.columns.push_back(table_.columns[i]);
    for (const auto& row : state_->kept.rows) {
        std::vector<Value> values;
        for (const std::size_t i : columns) values.push_back(row[i]);
        rest.rows.push_back(std::move(values));
    }
    return rest;
}

// Rows of an only table on a terminal: as many at a time as can be laid out together.
void RowStream::page(bool last) {
    if (!state_) state_ = std::make_shared<State>();
    if (last && table_.rows.empty()) {
        for (const std::string& note : table_.notes) emit(fitted_lines(note, *run_->common().render.width));
        return;
    }
    Table page{state_->paged ? std::string() : table_.title, table_.columns, std::move(table_.rows),
               last ? table_.notes : std::vector<std::string>()};
    table_.rows.clear();
    const RenderOptions& options = run_->common().render;
    const bool whole = last && !state_->paged;
    emit((state_->paged ? "\n" : "") + (whole ? render(page, options) : fitted(page, *options.width)));
    state_->paged = true;
}

void RowStream::add(std::vector<Value> row) {
    run_->any_row_ = true;
    table_.add(std::move(row));
    if (!streams() || (only_ && !state_ && table_.rows.size() < laid_out_rows)) return;
    const RenderOptions& render = run_->common().render;
    if (only_ && render.format == Format::text && render.width) {
        if (table_.rows.size() >= laid_out_rows) page(false);
        return;
    }
    const Renderer& as = renderer(render);
    const bool first = !state_;
    if (first) begin();
    std::string& waiting = state_->waiting;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
        if (!first || i > 0) waiting += as.between;
        waiting += line(table_.rows[i]);
        if (state_->live > 0) state_->kept.rows.push_back(table_.rows[i]);
    }
    table_.rows.clear();
    if (only_ && waiting.size() < most_waiting) return;
    emit(std::move(waiting));
    waiting.clear();
}

void RowStream::end() {
    if (!state_) return run_->print(table_, name_);
    if (state_->paged) return page(true);
    const Renderer& as = renderer(run_->common().render);
    const auto& width = run_->common().render.width;
    const bool more = state_->live > 0;
    Table last = table_;
    if (more) last.notes.clear();
    std::string tail = as.tail(last, state_->layout);
    if (width) tail = fitted_lines(tail, *width);
    emit(std::move(state_->waiting) + tail + (more ? "\n" + render(rest(), run_->common().render) : ""));
}

}  // namespace wafernet::cli
