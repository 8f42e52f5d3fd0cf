// A subcommand as data: its options and what it does. Only parse.cpp knows CLI11.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "wafernet/base/error.hpp"
#include "wafernet/report/plot.hpp"
#include "wafernet/report/render.hpp"
#include "wafernet/report/table.hpp"

namespace wafernet::cli {

/// One option or positional of a command. `names` is "--planes" or "-o,--output" for an option, "networks" for a
/// positional. An optional stays empty where the option is not given. A positional vector takes all words that are
/// left; an option with a vector takes one value each time it is given. Numbers are strict: whole numbers have digits
/// only, real numbers are finite. The target's value before parsing is the default that --help shows. Without `help`
/// it has the one of options.csv: that of "COMMAND --planes", or of "--planes" for all commands.
struct Option {
    using Target = std::variant<std::string*, std::vector<std::string>*, std::optional<std::string>*, std::uint64_t*,
                                std::optional<std::uint64_t>*, double*, std::optional<double>*, bool*>;
    std::string names;
    std::string help;  ///< one line; the default is appended by the parser
    Target target;
    std::vector<std::string> choices;  ///< permitted words; empty: any
    bool required;

    Option(std::string its_names, std::string its_help, Target its_target, std::vector<std::string> its_choices = {},
           bool is_required = false)
        : names(std::move(its_names)),
          help(std::move(its_help)),
          target(its_target),
          choices(std::move(its_choices)),
          required(is_required) {}
    Option(std::string its_names, Target its_target, std::vector<std::string> its_choices = {},
           bool is_required = false)
        : Option(std::move(its_names), {}, its_target, std::move(its_choices), is_required) {}
};

template <class... Words> std::vector<std::string> one_of(Words... words) { return {words...}; }

template <class... Lists> void add_options(std::vector<Option>& to, const Lists&... lists) {
    (to.insert(to.end(), lists.begin(), lists.end()), ...);
}
std::vector<Option> options_but(std::vector<Option> options, std::initializer_list<std::string_view> names);

struct CommonOptions {
    RenderOptions render;
    std::optional<Picture> picture;  ///< drawn in place of tables
    std::string output;              ///< file; empty: standard output
    bool format_given = false;       ///< by --format
    std::string document;            ///< what is asked for in place of tables, one of Command::documents; empty: tables
    unsigned threads = 1;
    std::uint64_t seed = 1;
    bool quiet = false;
    std::optional<std::string> title{};  ///< of the picture
    std::optional<Table> points{};       ///< measured ones, drawn beside the figures
    PictureLook look{};
    std::function<void()> add_routes{};  ///< makes --routes part of the words of networks; null: there is none
};

struct SeveralTables {
    std::string command;                ///< its name, with which those of the files begin
    std::optional<std::string> folder;  ///< --out: a file each
    std::string reason;  ///< which options ask for several, "--profile and --formulas"; empty: there is one
};

/// Returns the options that are given, in words: "--profile and --formulas"; empty where none is.
std::string words_of(std::initializer_list<std::pair<bool, std::string_view>> options);

/// Returns the option --out of a command that may have several tables.
Option out_option(std::optional<std::string>& folder);

class OutFolder;
class RowStream;

/// Returns the figures of a table of a command, whose name is the one of its file; none where it has nothing to draw.
using Draw = std::function<std::vector<Plot>(const Table& table, const std::string& name)>;

class Run {
public:
    explicit Run(CommonOptions common, Draw draw = nullptr, std::string draws = {})
        : common_(std::move(common)), draw_(std::move(draw)), draws_(std::move(draws)) {}

    [[nodiscard]] const CommonOptions& common() const { return common_; }
    /// Adds the table to the output, which appears as a whole when the command has succeeded. Several tables are
    /// separated by an empty line; in JSON they are one array of {"title", "rows"}. `name` is that of its file after
    /// `several`.
    void print(const Table& table, const std::string& name = "table");
    /// Adds a figure to those of the tables; it appears where a picture is asked for.
    void draw(Plot plot);
    /// Says before anything is computed how many tables there will be. With a folder every table is a file
    /// <command>-<name>.<format> in it, CSV where no format is asked for, and the output lists them. Throws InputError
    /// where several tables would be one CSV, whose rows must all have the same fields; where --out and -o are both
    /// given; where the folder cannot be made.
    void several(const SeveralTables& tables);
    /// Makes the text the whole output, in place of tables: a picture, a page, a graph for other programs.
    void document(std::string text) { document_ = std::move(text); }
    /// Adds lines for people to the output; they are left out of CSV and JSON.
    void print(const std::string& text);
    /// Returns a table whose rows appear on standard output as soon as they are added, for computations that take long.
    /// `head` has columns and no rows. A file still appears as a whole at the end. JSON and Markdown do not grow,
    /// unless the table is the `only` one of the output: then none of its rows is kept, and they may be millions, which
    /// appear by the many.
    RowStream stream(Table head, bool only = false, std::string name = "table");
    /// Writes one line to standard error, "warning: ...", unless --quiet.
    void warn(const std::string& line) const;
    /// Writes one line to standard error, "note: ...", unless --quiet.
    void note(const std::string& line) const;
    /// The same of how the input was read, at the end: where it is refused the reason is the one line there is.
    void note_last(std::string line) { last_notes_.push_back(std::move(line)); }
    void warn_last(std::string line) { last_warnings_.push_back(std::move(line)); }
    /// Writes what the two have kept.
    void write_last_notes() const;
    /// Shows how far a long computation is, on standard error and only on a terminal: "compare, now mesh:8x8: 3 of 10
    /// networks done"; of one thing alone `what` says all.
    void progress(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things = "") const;
    /// Returns what shows the same for work that may outlive this, now and then, and returns whether it is to go on:
    /// until Ctrl-C.
    [[nodiscard]] std::function<bool(std::uint64_t done, std::uint64_t of)> watch(std::string what,
                                                                                  std::uint64_t every = 64) const;
    /// Whether Ctrl-C was pressed, or SIGTERM or SIGHUP came. From the first call on, the first of them only sets this:
    /// the command stops at its next row, prints what it has and returns 1. A second Ctrl-C ends the program at once;
    /// so does the first one before that call, and two seconds after it where the command has not come to printing.
    [[nodiscard]] static bool interrupted();
    /// Returns what `work` returns. After Ctrl-C it has one second to end; then it is left where it is, and nothing is
    /// returned. It must own all that it uses, because it may outlive its caller.
    template <class Work> [[nodiscard]] static std::optional<std::invoke_result_t<Work>> unless_interrupted(Work work);
    /// Shows on a terminal how far work is that may outlive this, as `progress` does; `before`: how many of those done
    /// took none of its time.
    static void show(const std::string& what, std::uint64_t done, std::uint64_t of, const std::string& things,
                     std::uint64_t before = 0);
    /// From now on nothing is written: tables are kept whole for take_tables.
    void keep_tables() { keeps_ = true; }
    /// Returns the tables that have been printed so far, and forgets them.
    [[nodiscard]] std::vector<Table> take_tables();
    /// Warns that Ctrl-C came while `what` was computed and that only what is finished is shown; `go_on` says how the
    /// rest is done. Throws ComputationError with the same in one line where `any` is false: nothing is written then.
    void keep_finished(const std::string& what, bool any, const std::string& go_on = "") const;
    /// Returns what a command with a store has to say at Ctrl-C; empty where there is none.
    [[nodiscard]] static std::string goes_on(const std::optional<std::string>& store);
    /// Writes what has been printed so far to standard output, or to the file through a temporary file and a rename.
    /// Throws InputError where the file cannot be made, ComputationError where writing fails.
    void flush();
    /// Writes the rest and ends the result; the last call.
    void finish();

private:
    friend class RowStream;
    void write_now(std::string_view text);

    [[nodiscard]] std::string drawn();

    CommonOptions common_;
    Draw draw_;
    std::string draws_;
    std::vector<Plot> plots_;
    std::vector<std::variant<Table, std::string>> parts_;
    std::optional<std::string> document_;
    SeveralTables several_;
    std::shared_ptr<OutFolder> out_folder_;
    std::vector<std::pair<std::string, std::string>> files_;  // with --out: names and contents
    std::vector<std::string> last_notes_, last_warnings_;
    bool keeps_ = false;    // nothing is written
    bool begun_ = false;    // something is on standard output already
    bool any_row_ = false;  // of any table
};

template <class Work> std::optional<std::invoke_result_t<Work>> Run::unless_interrupted(Work work) {
    using namespace std::chrono_literals;
    if (interrupted()) return std::nullopt;
    const auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work>()>>(std::move(work));
    auto result = task->get_future();
    std::thread thread;
    try {
        thread = std::thread([task] { (*task)(); });
    } catch (const std::system_error&) {  // there are no more: it is done here
        (*task)();
    }
    while (result.wait_for(20ms) != std::future_status::ready) {
        if (!interrupted()) continue;
        if (result.wait_for(1s) == std::future_status::ready || !thread.joinable()) break;
        thread.detach();
        return std::nullopt;
    }
    if (thread.joinable()) thread.join();
    try {
        return result.get();
    } catch (const ComputationError&) {
        if (interrupted()) return std::nullopt;  // it has stopped by itself
        throw;
    }
}

class RowStream {
public:
    RowStream(Run& run, Table head, bool only = false, std::string name = "table")
        : run_(&run), table_(std::move(head)), only_(only), name_(std::move(name)) {}
    void add(std::vector<Value> row);
    /// Ends the table: its notes and footnotes follow. Call it once, also after Ctrl-C.
    void end();

private:
    [[nodiscard]] bool streams() const;
    void emit(std::string text);
    void begin();
    void page(bool last);
    [[nodiscard]] std::string line(const std::vector<Value>& row) const;
    [[nodiscard]] Table rest() const;

    Run* run_;
    Table table_;
    bool only_;
    std::string name_;
    struct State;
    std::shared_ptr<State> state_;
};

/// A subcommand. Its file in src/cli/commands defines `Command <file name>_command()`; what --help says of it, and its
/// examples, are in help_pages.txt.
struct Command {
    std::vector<Option> options;
    std::function<int(Run&)> run;  ///< returns the exit code
    Draw draw{};                   ///< its figures; null: it has none
    std::string draws{};           ///< what it takes for a figure, where not every call has one: "--histogram"
    bool tables = true;            ///< false: it has none, and writes documents
    /// What it writes in place of tables, by --format and by the ending of the -o file; the first unless asked: "svg".
    std::vector<std::string> documents{};
    std::string name{}, summary{};  ///< of its file, and its line in the list of commands
};

/// Returns all subcommands, in the order of the help text.
std::vector<Command> commands();
/// Returns a fresh subcommand, which shares nothing with any other one. Throws InputError where there is none.
Command command_named(std::string_view name);

/// Stores a value for the option called `name`, without its dashes, or "network" for the positional of that name,
/// checked as on the command line; "seed" is checked and left to the caller. Throws InputError: an option that the
/// command does not have, a value that it does not take.
void set_option(const Command& command, std::string_view name, const std::string& value);
/// Throws InputError where an option that the command needs has not been stored.
void check_required(const Command& command);

/// Stores what a file says for an option, checked as on the command line, which goes before it.
void store_from_file(const Option& option, const std::string& text);

/// From now on Ctrl-C, SIGTERM and SIGHUP end the program with one line and exit code 1, until Run::interrupted is
/// called.
void end_at_interrupt();

/// Parses the command line, runs the command and returns the exit code: 0 done, 1 a check failed or a computation could
/// not finish, 2 the input was wrong.
int run_command_line(int argc, const char* const* argv);

}  // namespace wafernet::cli
