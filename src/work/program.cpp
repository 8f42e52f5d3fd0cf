// Programs from files: GOAL, the text of LogGOPSim, as its txt2bin reads it but for receives from any rank; and CSV.
#include "wafernet/work/program.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "base/csv.hpp"
#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "wafernet/base/error.hpp"
#include "work/execution.hpp"

namespace wafernet {

const char* name(OperationKind kind) {
    return kind == OperationKind::calc ? "calc" : kind == OperationKind::send ? "send" : "recv";
}

namespace {

constexpr std::uint64_t most_amount = std::uint64_t{1} << 53U;  // a double has all of them
constexpr std::uint32_t most_ranks = 1U << 24U, most_number = 0xFFFFFFFFU;
constexpr std::string_view program_header = "rank,operation,kind,peer,bytes,tag,compute_ns,after";

// What the two formats have in common: the line at hand, the operations and dependences so far.
class ProgramReader {
public:
    ProgramReader(std::istream& file, const std::string& path, std::string line, std::size_t number)
        : file_(file), line_(std::move(line)), number_(number) {
        program_.path = path;
    }

protected:
    [[noreturn]] void refuse(const std::string& what, std::size_t line = 0) const {
        throw InputError(fmt::format("{}:{}: {}", program_.path, line > 0 ? line : number_, what));
    }
    std::uint64_t whole(std::string_view word, std::string_view what, std::uint64_t least, std::uint64_t most) const {
        const auto value = number_in<std::uint64_t>(word);
        if (!value || *value < least || *value > most)
            refuse(fmt::format("found {}, must be {}, a whole number from {} to {}",
                               word.empty() ? "nothing" : "'" + printable(word, 40) + "'", what, least, most));
        return *value;
    }
    std::uint32_t add(RankOperation o) {
        o.line = static_cast<std::uint32_t>(number_);
        program_.operations.push_back(o);
        return static_cast<std::uint32_t>(program_.operations.size() - 1);
    }

    Program finish() {
        const std::size_t count = program_.operations.size();
        if (count == 0) throw InputError(program_.path + ": no operation in it, must be one or more");
        match();
        program_.first.assign(count + 1, 0);
        for (const auto& [earlier, later] : dependences_) ++program_.first[earlier + 1];
        for (std::size_t i = 0; i < count; ++i) program_.first[i + 1] += program_.first[i];
        program_.after.resize(dependences_.size());
        std::vector<std::uint32_t> at(program_.first.begin(), program_.first.end() - 1);
        for (const auto& [earlier, later] : dependences_) program_.after[at[earlier]++] = later;
        dependences_ = {};
        need_no_circle();
        return std::move(program_);
    }

private:
    // The n-th message from a rank to another with a tag goes to the n-th receive.
    void match() {
        const std::vector<RankOperation>& all = program_.operations;
        const auto key = [&](std::uint32_t i) {
            const bool send = all[i].kind == OperationKind::send;
            return std::tuple(send ? all[i].rank : all[i].peer, send ? all[i].peer : all[i].rank, all[i].tag);
        };
        std::vector<std::uint32_t> sends, receives;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (all[i].kind != OperationKind::calc)
                (all[i].kind == OperationKind::send ? sends : receives).push_back(i);
        }
        const auto order = [&](std::uint32_t a, std::uint32_t b) {
            const auto x = key(a), y = key(b);
            return x != y ? x < y : a < b;
        };
        std::sort(sends.begin(), sends.end(), order);
        std::sort(receives.begin(), receives.end(), order);
        const auto alone = [&](std::uint32_t i) {
            const bool send = all[i].kind == OperationKind::send;
            refuse(
                fmt::format("found a {} of rank {} {} rank {} with tag {} that no {} of rank {} is left for, must have "
                            "one each",
                            name(all[i].kind), all[i].rank, send ? "to" : "from", all[i].peer, all[i].tag,
                            send ? "recv" : "send", all[i].peer),
                all[i].line);
        };
        program_.partner.assign(all.size(), no_operation);
        for (std::size_t i = 0; i < std::max(sends.size(), receives.size()); ++i) {
            if (i >= receives.size() || (i < sends.size() && key(sends[i]) < key(receives[i]))) alone(sends[i]);
            if (i >= sends.size() || key(receives[i]) < key(sends[i])) alone(receives[i]);
            const RankOperation &send = all[sends[i]], &receive = all[receives[i]];
            if (receive.amount < send.amount)
                refuse(fmt::format("found a recv of {} bytes for the message of {} that line {} sends, must be as many "
                                   "or more",
                                   receive.amount, send.amount, send.line),
                       receive.line);
            program_.partner[sends[i]] = receives[i];
            program_.partner[receives[i]] = sends[i];
        }
    }

    // Of the operations that a network without delay leaves undone every one waits for another: going from one to what
    // it waits for comes to a circle.
    void need_no_circle() const {
        work::Execution instant(program_, 0.0, false);
        instant.run_without_network();
        if (instant.finished()) return;
        const auto count = static_cast<std::uint32_t>(program_.operations.size());
        std::vector<std::uint32_t> waits_for(count, no_operation);
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t k = program_.first[i]; k < program_.first[i + 1]; ++k) {
                const std::uint32_t row = program_.after[k];
                if (row % 2 != 0 ? !instant[i].begun : !instant[i].ended) waits_for[row / 2] = i;
            }
            if (instant[i].begun && !instant[i].ended) waits_for[i] = program_.partner[i];  // a receive
        }
        std::uint32_t at = 0;
        while (instant[at].ended) ++at;
        std::vector<std::uint32_t> way;
        for (std::vector<bool> seen(count, false); !seen[at]; at = waits_for[at]) {
            seen[at] = true;
            way.push_back(at);
        }
        way.erase(way.begin(), std::find(way.begin(), way.end(), at));
        std::rotate(way.begin(), std::min_element(way.begin(), way.end()), way.end());
        std::string words;
        for (std::size_t i = 1; i < std::min<std::size_t>(way.size(), 5); ++i)
            words += fmt::format(", {}", program_.operations[way[i]].line);
        const RankOperation& o = program_.operations[way.front()];
        refuse(fmt::format("found a circle of {} dependences and messages, must be none: this {} waits for line{}{}",
                           way.size(), name(o.kind), words.empty() ? " " + std::to_string(o.line) : words.substr(1),
                           way.size() > 5 ? " .." : ""),
               o.line);
    }

protected:
    std::istream& file_;
    std::string line_;
    std::size_t number_;
    Program program_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> dependences_;  // the earlier one, the row of Program::after
};

class GoalReader : private ProgramReader {
public:
    using ProgramReader::ProgramReader;

    Program read() {
        expect("num_ranks");
        program_.ranks = static_cast<std::uint32_t>(whole(take(), "the number of ranks", 1, most_ranks));
        read_.assign(program_.ranks, false);
        while (to_word()) {
            expect("rank");
            read_rank();
        }
        const auto missing = std::find(read_.begin(), read_.end(), false) - read_.begin();
        if (missing < program_.ranks)
            refuse(fmt::format("the file ends without rank {}, must have all {}", missing, program_.ranks));
        return finish();
    }

private:
    [[noreturn]] void refuse_word(std::string_view found, std::string_view need) const {
        refuse(fmt::format("found {}, must be {}",
                           found.empty() ? "the end of the line" : "'" + printable(found, 40) + "'", need));
    }

    // To the next sign that is no blank, on this line.
    bool to_sign() {
        while (at_ < line_.size()) {
            if (in_comment_) {
                const std::size_t end = line_.find("*/", at_);
                in_comment_ = end == std::string::npos;
                at_ = in_comment_ ? line_.size() : end + 2;
            } else if (line_[at_] == ' ' || line_[at_] == '\t') {
                ++at_;
            } else if (line_.compare(at_, 2, "//") == 0) {
                at_ = line_.size();
            } else if (line_.compare(at_, 2, "/*") == 0) {
                in_comment_ = true;
                at_ += 2;
            } else {
                return true;
            }
        }
        return false;
    }

    // The same, on whichever line. Returns false at the end of the file.
    bool to_word() {
        for (; !to_sign(); at_ = 0) {
            if (next_line(file_, line_, number_)) continue;
            if (in_comment_) refuse("the file ends in a comment, must have its */");
            return false;
        }
        return true;
    }

    // A name, a number or one other sign.
    std::string_view take() {
        if (!to_sign()) return {};
        const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        const auto digit = [](char c) { return c >= '0' && c <= '9'; };
        const std::size_t from = at_++;
        const bool name = letter(line_[from]), number = digit(line_[from]) || line_[from] == '-';
        while (at_ < line_.size() && ((name && letter(line_[at_])) || ((name || number) && digit(line_[at_])))) ++at_;
        return std::string_view(line_).substr(from, at_ - from);
    }

    void expect(std::string_view sign) {
        if (const std::string_view found = take(); found != sign) refuse_word(found, fmt::format("'{}'", sign));
    }
    std::uint32_t take_rank() { return static_cast<std::uint32_t>(whole(take(), "a rank", 0, program_.ranks - 1)); }

    void read_rank() {
        rank_ = take_rank();
        if (read_[rank_]) refuse(fmt::format("found a second rank {}, must be one", rank_));
        read_[rank_] = true;
        labels_.clear();
        expect("{");
        const std::size_t begin = number_;
        while (to_word()) {
            const std::string word(take());
            if (word == "}") return;
            read_statement(word);
            if (to_sign() && line_[at_] != '}') refuse_word(take(), "the end of the line");
        }
        refuse(fmt::format("the file ends within rank {} of line {}, must have its '}}'", rank_, begin));
    }

    void read_statement(const std::string& word) {
        const auto is_kind = [](std::string_view w) { return w == "calc" || w == "send" || w == "recv"; };
        if (is_kind(word)) {
            (void)read_operation(word);
            return;
        }
        const std::string_view next = take();
        if (next == ":") {
            const std::string_view kind = take();
            if (!is_kind(kind)) refuse_word(kind, "calc, send or recv");
            if (!labels_.emplace(word, read_operation(kind)).second)
                refuse_word(word, fmt::format("another label: rank {} has this one", rank_));
        } else if (next == "requires" || next == "irequires") {
            const bool start = next == "irequires";
            const std::uint32_t later = label(word);
            dependences_.emplace_back(label(std::string(take())), later * 2 + (start ? 1 : 0));
        } else {
            refuse_word(next, "':', requires or irequires");
        }
    }

    std::uint32_t label(const std::string& word) const {
        const auto found = labels_.find(word);
        if (found == labels_.end()) refuse_word(word, fmt::format("a label of rank {} from a line before", rank_));
        return found->second;
    }

    std::uint32_t read_operation(std::string_view kind) {
        RankOperation o;
        o.rank = rank_;
        const bool calc = kind == "calc", send = kind == "send";
        o.amount = static_cast<double>(calc ? whole(take(), "a time", 0, most_amount)
                                            : whole(take(), "the bytes of a message", 1, most_amount));
        if (!calc) {
            o.kind = send ? OperationKind::send : OperationKind::recv;
            expect("b");
            expect(send ? "to" : "from");
            o.peer = take_rank();
        }
        while (to_sign() && line_[at_] != '}') {
            const std::string_view word = take();
            if (word == "cpu") o.cpu = static_cast<std::uint8_t>(whole(take(), "a processor", 0, 255));
            else if (word == "nic") (void)whole(take(), "a port", 0, 255);  // the design says how many a node has
            else if (word == "tag" && !calc) o.tag = static_cast<std::uint32_t>(whole(take(), "a tag", 0, most_number));
            else refuse_word(word, calc ? "cpu or the end of the line" : "tag, cpu, nic or the end of the line");
        }
        return add(o);
    }

    std::size_t at_ = 0;
    bool in_comment_ = false;
    std::uint32_t rank_ = 0;
    std::vector<bool> read_;  // ranks
    std::unordered_map<std::string, std::uint32_t> labels_;
};

class CsvReader : private ProgramReader {
public:
    using ProgramReader::ProgramReader;

    Program read() {
        const char separator = csv_separator(line_);
        const std::string place = program_.path + ":";
        if (fmt::format("{}", fmt::join(csv_cells(line_, place, separator), ",")) != program_header)
            refuse(fmt::format("found '{}', must be the header {}", printable(line_), program_header));
        while (next_line(file_, line_, number_)) {
            if (line_.find_first_not_of(" \t") == std::string::npos || line_.front() == '#') continue;
            read_row(csv_cells(line_, fmt::format("{}{}: ", place, number_), separator));
        }
        return finish();
    }

private:
    void read_row(const std::vector<std::string>& cells) {
        if (cells.size() != 8) refuse(fmt::format("found {} cells, must be the 8 of {}", cells.size(), program_header));
        RankOperation o;
        o.rank = static_cast<std::uint32_t>(whole(cells[0], "a rank", 0, most_ranks - 1));
        program_.ranks = std::max(program_.ranks, o.rank + 1);
        const bool calc = cells[2] == "calc", send = cells[2] == "send";
        if (!calc && !send && cells[2] != "recv")
            refuse(fmt::format("found '{}', must be calc, send or recv", printable(cells[2], 40)));
        if (calc ? !(cells[3] + cells[4] + cells[5]).empty() : !cells[6].empty())
            refuse(calc ? "found a peer, bytes or a tag of a calc, must be empty"
                        : "found compute_ns of a message, must be empty");
        if (calc) {
            o.amount = number_in<double>(cells[6]).value_or(-1.0);
            if (!(o.amount >= 0.0 && o.amount <= static_cast<double>(most_amount)))
                refuse(fmt::format("found '{}', must be compute_ns, a number from 0 to {}", printable(cells[6], 40),
                                   most_amount));
        } else {
            o.kind = send ? OperationKind::send : OperationKind::recv;
            o.peer = static_cast<std::uint32_t>(whole(cells[3], "a rank", 0, most_ranks - 1));
            o.amount = static_cast<double>(whole(cells[4], "the bytes of a message", 1, most_amount));
            if (!cells[5].empty()) o.tag = static_cast<std::uint32_t>(whole(cells[5], "a tag", 0, most_number));
        }
        const std::uint32_t operation = add(o);
        const auto key = [&](std::string_view word) {
            return std::uint64_t{o.rank} << 32U | whole(word, "the number of an operation", 0, most_number);
        };
        if (!operations_.emplace(key(cells[1]), operation).second)
            refuse(fmt::format("found a second operation {} of rank {}, must be one", cells[1], o.rank));
        for (std::string_view word : split(cells[7], ' ')) {
            const bool start = word.starts_with("start:");
            if (start) word.remove_prefix(6);
            if (word.empty() && !start) continue;
            const auto found = operations_.find(key(word));
            if (found == operations_.end() || found->second == operation)
                refuse(fmt::format("found '{}' in after, must be an operation of rank {} from a line before", word,
                                   o.rank));
            dependences_.emplace_back(found->second, operation * 2 + (start ? 1 : 0));
        }
    }

    std::unordered_map<std::uint64_t, std::uint32_t> operations_;  // by rank and number
};

}  // namespace

Program read_program(const std::string& path) {
    std::ifstream file = opened(readable(path));
    if (!file || std::filesystem::is_directory(path)) throw InputError("cannot read the program '" + path + "'");
    std::string line;
    std::size_t number = 0;
    while (next_line(file, line, number)) {
        const std::string begin = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
        if (begin.empty() || begin.starts_with('#') || begin.starts_with("//")) continue;
        if (begin.starts_with("rank") && begin.find_first_of(",;") != std::string::npos)
            return CsvReader(file, path, line, number).read();
        if (begin.starts_with("num_ranks")) return GoalReader(file, path, line, number).read();
        throw InputError(fmt::format("{}:{}: found '{}', must be 'num_ranks N' (GOAL) or the header {}", path, number,
                                     printable(begin), program_header));
    }
    throw InputError(number == 0 ? nothing_in(path) : path + ": no operation in it, must be one or more");
}

}  // namespace wafernet
