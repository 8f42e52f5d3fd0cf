#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "command.hpp"
#include "output.hpp"
#include "report/layout.hpp"
#include "values.hpp"
#include "wafernet/error.hpp"

namespace wafernet::cli {

namespace {

std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // what a signal handler may touch

constexpr unsigned seconds_to_stop = 2;

extern "C" void end_now(int) {
    constexpr std::string_view line = "error: interrupted\n";
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

bool catch_interrupts() { return handle(SIGALRM, end_now) && handle(SIGINT, note_interrupt); }

void show_progress(const std::string& what, std::uint64_t done, std::uint64_t of) {
    if (isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r%s: %llu of %llu\x1b[K%s", one_line(what).c_str(), static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(of), done == of ? "\r\x1b[K" : "");
}

bool for_people(Format format) { return format == Format::text || format == Format::markdown; }

}  // namespace

void Run::print(const Table& table) { parts_.emplace_back(table); }

void Run::print(const std::string& text) {
    if (for_people(common_.render.format)) parts_.emplace_back(text);
}

RowStream Run::stream(Table head, bool only) { return {*this, std::move(head), only}; }

void Run::warn(const std::string& line) const {
    if (!common_.quiet) std::fprintf(stderr, "warning: %s\n", one_line(line, 1000).c_str());
}

void Run::note(const std::string& line) const {
    if (!common_.quiet) std::fprintf(stderr, "note: %s\n", one_line(line, 1000).c_str());
}

void Run::progress(const std::string& what, std::uint64_t done, std::uint64_t of) const {
    if (!common_.quiet) show_progress(what, done, of);
}

std::function<bool(std::uint64_t, std::uint64_t)> Run::watch(std::string what, std::uint64_t every) const {
    return [what = std::move(what), every, quiet = common_.quiet](std::uint64_t done, std::uint64_t of) {
        if (interrupted()) return false;
        if (!quiet && (done % every == 0 || done == of)) show_progress(what, done, of);
        return true;
    };
}

bool Run::interrupted() {
    static const bool caught = catch_interrupts();
    return caught && interrupt_seen;
}

void Run::keep_finished(const std::string& what, bool any) const {
    if (!any) throw ComputationError("interrupted");
    warn("interrupted at " + what + ": only what is finished is shown");
}

void end_at_interrupt() { handle(SIGINT, end_now); }

void Run::write_now(std::string_view text) {
    begun_ = begun_ || !text.empty();
    write_stdout(text);
}

void Run::flush() {
    ::alarm(0);  // after Ctrl-C: it has come to printing
    std::string out;
    if (parts_.size() == 1 && std::holds_alternative<std::string>(parts_.front())) {
        out = std::move(std::get<std::string>(parts_.front()));
    } else if (common_.render.format == Format::json) {
        std::vector<Table> tables;
        for (auto& part : parts_) tables.push_back(std::move(std::get<Table>(part)));
        if (!tables.empty()) out = render(tables, common_.render);
    } else {
        for (const auto& part : parts_) {
            if (const auto* text = std::get_if<std::string>(&part)) {
                out += *text;
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
        write_file(common_.output, out);
    }
}

/// What a growing table has shown so far.
struct RowStream::State {
    Layout layout;
    std::string waiting;  // not shown yet
};

constexpr std::size_t laid_out_rows = 1U << 12U;  // of an only table, whose columns are as wide as these need
constexpr std::size_t most_waiting = 1U << 16U;   // characters

// Text and CSV can grow; the others are printed at the end where other tables may follow.
bool RowStream::streams() const {
    if (only_) return true;
    const Format format = run_->common().render.format;
    return format == Format::text || format == Format::csv;
}

void RowStream::emit(std::string text) {
    if (run_->common().output.empty()) {
        run_->write_now(text);
    } else if (run_->parts_.empty() || !std::holds_alternative<std::string>(run_->parts_.back())) {
        run_->parts_.emplace_back(std::move(text));
    } else {
        std::get<std::string>(run_->parts_.back()) += text;
    }
}

void RowStream::add(std::vector<Value> row) {
    table_.add(std::move(row));
    if (!streams() || (only_ && !state_ && table_.rows.size() < laid_out_rows)) return;
    const Renderer& as = renderer(run_->common().render);
    const bool first = !state_;
    if (first) {
        state_ = std::make_shared<State>();
        Layout& layout = state_->layout;
        constexpr std::size_t narrowest = 10;  // later numbers may be longer than the first
        for (std::size_t i = 0; i < table_.columns.size() && !only_; ++i) {
            const Value& value = table_.rows.front()[i];
            const bool text = std::holds_alternative<std::string>(value);
            layout.right.push_back(!text);
            layout.widths.push_back(std::max({heading(table_.columns[i]).size(), shown(value, table_.columns[i]).size(), text ? 0 : narrowest}));
        }
        if (run_->common().output.empty()) run_->flush();
        const bool follows = run_->begun_ || !run_->parts_.empty();
        state_->waiting = (follows ? run_->common().render.format == Format::csv ? "\r\n" : "\n" : "") + as.head(table_, layout);
    }
    std::string& waiting = state_->waiting;
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
        if (!first || i > 0) waiting += as.between;
        waiting += as.row(table_, table_.rows[i], state_->layout);
    }
    table_.rows.clear();
    if (only_ && waiting.size() < most_waiting) return;
    emit(std::move(waiting));
    waiting.clear();
}

void RowStream::end() {
    if (state_) {
        emit(std::move(state_->waiting) + renderer(run_->common().render).tail(table_, state_->layout));
    } else {
        run_->print(table_);
    }
}

}  // namespace wafernet::cli
