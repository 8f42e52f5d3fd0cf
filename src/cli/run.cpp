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

RowStream Run::stream(Table head) { return {*this, std::move(head)}; }

void Run::warn(const std::string& line) const {
    if (!common_.quiet) std::fprintf(stderr, "warning: %s\n", one_line(line, 1000).c_str());
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
    if (common_.render.format == Format::json) {
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
    bool headed = false;
};

// Text and CSV can grow; the others are printed at the end.
bool RowStream::streams() const {
    const Format format = run_->common().render.format;
    return format == Format::text || format == Format::csv;
}

void RowStream::emit(std::string text) {
    if (run_->common().output.empty()) {
        run_->write_now(text);
    } else {
        run_->parts_.emplace_back(std::move(text));
    }
}

void RowStream::add(std::vector<Value> row) {
    table_.add(std::move(row));
    if (!streams()) return;
    const Renderer& as = renderer(run_->common().render);
    if (!state_) state_ = std::make_shared<State>();
    Layout& layout = state_->layout;
    if (!state_->headed) {
        state_->headed = true;
        constexpr std::size_t narrowest = 10;  // later numbers may be longer than the first
        for (std::size_t i = 0; i < table_.columns.size(); ++i) {
            const Value& first = table_.rows.front()[i];
            const bool text = std::holds_alternative<std::string>(first);
            layout.right.push_back(!text);
            layout.widths.push_back(std::max({heading(table_.columns[i]).size(), shown(first, table_.columns[i]).size(), text ? 0 : narrowest}));
        }
        if (run_->common().output.empty()) run_->flush();
        const bool follows = run_->begun_ || !run_->parts_.empty();
        emit((follows ? run_->common().render.format == Format::csv ? "\r\n" : "\n" : "") + as.head(table_, layout));
    }
    emit(as.row(table_, table_.rows.back(), layout));
    table_.rows.clear();
}

void RowStream::end() {
    if (state_) {
        emit(renderer(run_->common().render).tail(table_, state_->layout));
    } else {
        run_->print(table_);
    }
}

}  // namespace wafernet::cli
