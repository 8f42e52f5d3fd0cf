#include "common_words.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <unistd.h>

#include <fmt/format.h>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "file_options.hpp"
#include "help.hpp"
#include "points/columns.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

// "500M", "4G" or a number of bytes.
std::uint64_t bytes_of(std::string_view text) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
    constexpr const char* need = "bytes above 0, such as 500M or 4G (K, M, G or T behind a number)";
    double bytes = real_number(unit < units.size() ? text.substr(0, text.size() - 1) : text, "--memory", need);
    if (unit < units.size()) bytes = std::ldexp(bytes, 10 * static_cast<int>(unit + 1));
    if (!(bytes >= 1.0) || bytes >= 0x1p63) throw InputError("--memory '" + one_line(text) + "': need " + need);
    return static_cast<std::uint64_t>(bytes);
}

// A CSV file as the table that it could have been written from; lines that begin with # are what --provenance says.
Table points_of(const std::string& path) {
    std::ifstream file = opened(path);
    Table table;
    std::string line;
    for (std::size_t number = 0; next_line(file, line, number);) {
        if (line.starts_with('#')) continue;
        const std::string place = path + ':' + std::to_string(number) + ": ";
        const std::vector<std::string> cells = csv_cells(line, place);
        if (table.columns.empty()) {
            table.columns.assign(cells.begin(), cells.end());
            continue;
        }
        if (cells.size() != table.columns.size())
            throw InputError(place + "need as many cells as the line of names has");
        std::vector<Value> row;
        for (const std::string& cell : cells) row.push_back(value_of(cell));
        table.add(std::move(row));
    }
    if (table.rows.empty()) throw InputError("--points " + path + ": no file with rows below the names of columns");
    return table;
}

PictureLook look_of(const std::optional<std::string>& size, std::optional<double> font_size) {
    PictureLook look;
    if (font_size) look.font_size = *font_size;
    if (!(look.font_size >= 4.0 && look.font_size <= 48.0)) throw InputError("--font-size, need 4 to 48 points");
    if (size) std::tie(look.width, look.height) = picture_size(*size);
    return look;
}

std::vector<std::string> forms(const Command* command) {
    if (command != nullptr && !command->tables) return command->documents;
    std::vector<std::string> words;
    for (const OutputForm& form : output_forms()) words.emplace_back(form.word);
    return words;
}
// The endings of files that choose them: ".csv, .json or .md".
std::string endings(const Command* command) {
    std::vector<std::string> all = forms(command);
    std::erase(all, "text");
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) out += (i == 0 ? "." : i + 1 < all.size() ? ", ." : " or .") + all[i];
    return out;
}

}  // namespace

std::vector<Option> CommonWords::options(const Command* command) {
    std::vector<Option> all{
        {"--format",
         "how results are written; by the ending of the -o file else, " + endings(command) + "; " +
             (command != nullptr && !command->tables
                  ? command->documents.front() + " for none"
                  : std::string("text for .txt or none; svg, png and pdf are figures, drawn by gnuplot")),
         &format, forms(command)},
        {"--plot", &plot},
        {"-o,--output", &output},
        {"-j,--threads", &threads},
        {"--memory", &memory},
        {"--seed", &seed},
        {"--provenance", &provenance},
        {"--notes", &notes},
        {"--quiet", &quiet}};
    if (command == nullptr || command->draw != nullptr)
        add_options(all,
                    std::vector<Option>{
                        {"--title", &title}, {"--points", &points}, {"--size", &size}, {"--font-size", &font_size}});
    add_options(all, files.options(), faults.options());
    add_help(all);
    if (command != nullptr) {  // whose own means something else
        std::erase_if(all, [&](const Option& option) {
            return std::ranges::any_of(command->options, [&](const Option& own) { return own.names == option.names; });
        });
    }
    return all;
}

std::string CommonWords::form_word(const Command& command) const {
    std::string usual = command.tables ? "text" : command.documents.front();
    if (format || !output || output == "-" || output == "/dev/stdout") return format.value_or(usual);
    if (command.tables) return std::string(form_of_file(*output).word);
    const std::string ending = lower(std::filesystem::path(*output).extension().string());
    if (ending.empty()) return usual;
    for (const std::string& known : command.documents) {
        if (ending == "." + known) return known;
    }
    throw InputError("-o '" + one_line(*output) + "': no format ends in '" + one_line(ending) + "', need " +
                     endings(&command) + ", or --format");
}

std::optional<Picture> CommonWords::picture_of(const OutputForm& form) const {
    if (const auto* drawn = std::get_if<Picture>(&form.form)) {
        if (plot) throw InputError("--plot with " + std::string(form.word) + ", need one of them");
        return *drawn;
    }
    if (plot && std::get<Format>(form.form) != Format::text)
        throw InputError("--plot with " + std::string(form.word) + ", it draws with text, need --format text");
    return plot ? std::optional(Picture::text) : std::nullopt;
}

CommonOptions CommonWords::checked(const Command& command, bool to_folder) const {
    const std::string as = form_word(command);
    if (!command.tables && plot)
        throw InputError("--plot of '" + command.name + "', which has no tables, need -o FILE.svg");
    const OutputForm* form = command.tables ? &output_form(as) : nullptr;
    const std::optional<Picture> picture = form != nullptr ? picture_of(*form) : std::nullopt;
    if (picture && command.draw == nullptr)
        throw InputError((plot ? std::string("--plot") : "a picture (" + as + ")") + " of '" + command.name +
                         "', which draws nothing, need .csv, .json, .md, .html, .tex, .xlsx or .txt");
    if ((size || font_size) && (!picture || plot))
        throw InputError("--size or --font-size without a file of a picture, need -o FILE.svg, .png or .pdf");
    if (!picture && (title || points))
        throw InputError("--title or --points without a picture, need -o FILE.svg, .png or .pdf, or --plot");
    check_between(threads, "--threads", 1, 1024);
    if (memory) limit_memory(bytes_of(*memory));
    const bool to_file = output && output != "-" && output != "/dev/stdout";
    if (as == "xlsx" && !to_file && !to_folder)
        throw InputError("--format xlsx to standard output, need -o FILE.xlsx or, where a command has it, --out DIR");
    if (to_file) check_writable(*output);
    const std::optional<std::size_t> width = to_file || as != "text" ? std::nullopt : terminal_width(STDOUT_FILENO);
    if (picture) check_can_draw(*picture);
    const auto* tables = form != nullptr ? std::get_if<Format>(&form->form) : nullptr;
    return {{tables == nullptr ? Format::text : *tables, width, {}, notes},
            picture,
            to_file ? *output : "",
            format.has_value(),
            form == nullptr ? as : "",
            static_cast<unsigned>(threads),
            seed,
            quiet,
            title,
            points ? std::optional(points_of(*points)) : std::nullopt,
            look_of(size, font_size)};
}

std::vector<Option> FaultWords::options() {
    return {{"--faults", &faults_}, {"--fault-kind", &kinds_}, {"--fault-rate", &rate_}};
}

void FaultWords::apply(const std::vector<Option>& of_command, std::uint64_t seed) const {
    if (!faults_ && !rate_ && !kinds_) return;
    if (faults_ && rate_) throw InputError("--faults with --fault-rate, need one of them");
    if (rate_ && !(*rate_ >= 0.0 && *rate_ <= 1.0))
        throw InputError(fmt::format("--fault-rate {}, need a probability from 0 to 1", *rate_));
    const bool drawn = rate_ || (faults_ && faults_->find_first_not_of("0123456789") == std::string::npos);
    if (kinds_ && !drawn) throw InputError("--fault-kind without --faults N or --fault-rate, nothing is drawn");
    FaultWord fault{{}, {}, {}, rate_, kinds_.value_or("link"), seed};
    bool none = rate_ == 0.0, stacked = fault.kinds.find("vertical") != std::string::npos;
    if (drawn && faults_) {
        fault.count = whole_number(*faults_, "--faults");
        none = *fault.count == 0;
    } else if (faults_) {
        fault.file = *faults_;
        const std::vector<FaultLine> lines = read_fault_lines(fault.file);
        for (const FaultLine& line : lines) stacked = stacked || line.kind == "vertical" || line.kind == "plane";
        none = lines.empty();
    }
    std::optional<std::string> planes;
    for (const Option& option : of_command) {
        if (option_name(option) == "--planes") planes = setting(option);
        if (option_name(option) == "--placement" && stacked && setting(option).value_or("auto") != "auto")
            throw InputError("faults of planes and vertical links with --placement " + *setting(option) +
                             ", must be auto: the faults stand in the planes of that placement");
    }
    const std::vector<std::string*> words = network_words(of_command);
    if (words.empty()) throw InputError("--faults or --fault-rate without a network, need one that has them");
    for (std::string* word : words) {
        fault.network = *word;
        if (stacked && !none)
            fault.planes = planes ? whole_number(*planes, "--planes") : usual_planes(make_network(*word));
        if (!none) *word = fault.word();
    }
}

}  // namespace wafernet::cli
