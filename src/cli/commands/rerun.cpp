// wafernet rerun: makes a file again that says what made it, and compares.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "../command.hpp"
#include "../output.hpp"
#include "../values.hpp"
#include "base/input_file.hpp"
#include "base/program.hpp"
#include "io/graph_formats/value.hpp"
#include "wafernet/base/version.hpp"
#include "wafernet/report/provenance.hpp"

namespace wafernet::cli {

namespace {

struct RerunOptions {
    std::string file;
    std::optional<std::string> keep;
};

// A folder that is gone with it, and with the program at a signal.
class Scratch {
public:
    Scratch() : path_((std::filesystem::temp_directory_path() / "wafernet-XXXXXX").string()) {
        if (const int error = make_scratch(path_); error != 0)
            throw ComputationError("cannot make the folder '" + path_ + "': " + std::strerror(error));
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
        forget_scratch();
    }
    [[nodiscard]] std::string file() const { return path_ + "/again"; }

private:
    std::string path_;
};

std::string contents(const std::string& file) {
    std::ifstream in = opened(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in && bytes.empty()) throw InputError("cannot read '" + one_line(file, 200) + "'");
    return bytes;
}

// What of a workbook may hold the provenance: its texts.
std::string workbook_texts(const std::string& file) {
    const auto unzip = found_program("unzip");
    if (!unzip) throw InputError("'unzip', which reads .xlsx, is not installed, need the package unzip");
    std::string texts =
        run_program(*unzip, {"-p", file, "xl/sharedStrings.xml", "xl/worksheets/*.xml"}, "", &Run::interrupted).text;
    // An underscore before what looks like the code of a character.
    constexpr std::string_view underscore = "_x005F_";
    for (std::size_t at = 0; (at = texts.find(underscore, at)) != std::string::npos; ++at)
        texts.replace(at, underscore.size(), "_");
    return texts;
}

// The JSON object that begins at `text`; empty where it has no end.
std::string_view object_of(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            else if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return text.substr(0, i + 1);
        }
    }
    return {};
}

struct Made {
    std::string version;
    std::vector<std::string> command;
};

Made made_by(const std::string& file, const std::string& bytes) {
    const std::string text = bytes.starts_with("PK") ? workbook_texts(file) : bytes;
    const std::string none = one_line(file, 200) + ": found nothing that says what made it, need a file of wafernet: " +
                             ".svg, .png, .pdf, .html, .xlsx, or any with --provenance";
    // The mark stands before an object, and perhaps elsewhere.
    for (std::size_t at = 0; (at = text.find(provenance_mark, at)) != std::string::npos; ++at) {
        const std::size_t begin = text.find_first_not_of("\": ", at + std::string_view(provenance_mark).size());
        if (begin == std::string::npos || text[begin] != '{') continue;
        const std::string_view object = object_of(std::string_view(text).substr(begin));
        if (object.empty()) continue;
        const graph_formats::Value value = graph_formats::in_file(file, [&] {
            return graph_formats::parse_json({file, std::string(object)});
        });
        const auto* version = value.find("version");
        const auto* command = value.find("command");
        if (version == nullptr || command == nullptr || command->items.empty()) throw InputError(none);
        Made made{version->text, {}};
        for (const auto& word : command->items) made.command.push_back(word.text);
        return made;
    }
    throw InputError(none);
}

// Where two files differ first: "line 3: 'a' was 'b'".
std::string difference(const std::string& before, const std::string& now) {
    const auto [a, b] = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    const auto at = static_cast<std::size_t>(a - before.begin());
    const auto line = 1 + std::count(before.begin(), a, '\n');
    const auto line_at = [at](const std::string& text) {
        const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        const std::size_t from = std::max(begin, at > 20 ? at - 20 : 0);
        return one_line(text.substr(from, text.find('\n', at) - from), 60);
    };
    if (before.starts_with("PK")) return "byte " + std::to_string(at + 1);
    return "line " + std::to_string(line) + ": '" + line_at(now) + "', was '" + line_at(before) + "'";
}

int rerun(Run& run, const RerunOptions& o) {
    const std::string before = contents(o.file);
    const Made made = made_by(o.file, before);
    if (made.command.front() == "rerun") throw InputError(one_line(o.file, 200) + ": made by 'rerun' itself");
    const Scratch scratch;
    const std::string file = o.keep ? *o.keep : scratch.file();
    const int code = run_again(made.command, file);
    const std::string now = contents(file);
    if (made.version != version())
        run.note(one_line(o.file, 200) + " was made by version " + one_line(made.version) + ", this is " +
                 std::string(version()));
    const bool same = now == before;
    Table table{"", {"file", "result", "first_difference", "version", "command"}};
    table.add({o.file, std::string(same ? "the same" : "differs"),
               same ? Value(Missing{"none"}) : Value(difference(before, now)), made.version,
               command_line({made.version, made.command, 0, {}})});
    if (code != 0) table.notes.push_back("the command's exit code is " + std::to_string(code));
    run.print(table);
    return same ? 0 : 1;
}

}  // namespace

Command rerun_command() {
    const auto o = std::make_shared<RerunOptions>();
    return {"rerun",
            "makes a file again that says what made it, and compares",
            "examples:\n  wafernet rerun curve.xlsx\n  wafernet rerun table.csv --keep again.csv",
            {{"file",
              "a file that wafernet wrote: .svg, .png, .pdf, .html, .xlsx, or any with --provenance",
              &o->file,
              {},
              true},
             {"--keep", "file to keep what is made again (default: none)", &o->keep}},
            [o](Run& run) { return rerun(run, *o); }};
}

}  // namespace wafernet::cli
