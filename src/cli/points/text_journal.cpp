#include "text_journal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sys/file.h>

#include <fmt/format.h>

#include "../values.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
#include "columns.hpp"
#include "locks.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

constexpr std::string_view magic = "wafernet journal 1\n";

std::string unescaped(std::string_view line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            out += line[i];
            continue;
        }
        const char c = line[++i];
        out += c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    return out;
}

// The CRC-32 of IEEE 802.3, bit by bit.
std::uint32_t crc32(std::string_view text) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : text) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? 0xEDB88320U ^ (crc >> 1U) : crc >> 1U;
    }
    return crc ^ 0xFFFFFFFFU;
}

// Before the store is opened: to close a file gives up the locks of the process on it.
bool is_text_journal(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return false;
    std::ifstream in(path, std::ios::binary);
    std::string begin(magic.size(), '\0');
    return in.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

// Lines "CRC KEY WORDS\nTEXT", the record escaped; of two with one key the last counts. A line that is cut short or
// changed is left out.
TextJournal read_text_journal(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    TextJournal journal;
    std::map<std::string, std::pair<std::string, std::string>> records;
    bool head = true;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        if (head) {
            head = line != "---";
            if (line.starts_with("# ")) journal.head.push_back(unescaped(line.substr(2)));
            continue;
        }
        if (line.empty()) continue;
        const std::size_t space = line.size() > 9 ? line.find(' ', 9) : std::string::npos;
        if (in.eof() || space == std::string::npos ||
            line.substr(0, 9) != fmt::format("{:08x} ", crc32(line.substr(9)))) {
            ++journal.damaged;
            continue;
        }
        const std::string record = unescaped(line.substr(space + 1));
        const std::size_t end = std::min(record.find('\n'), record.size());
        records[line.substr(9, space - 9)] = {unescaped(record.substr(0, end)),
                                              record.substr(std::min(end + 1, record.size()))};
    }
    for (auto& [key, record] : records) journal.records.push_back(std::move(record));
    return journal;
}

void convert_journal(const Run* run, const std::string& from, const std::string& path, const std::string& kind,
                     const FromJournal& convert) {
    // One process converts a journal; another one waits and finds a store.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(from.c_str(), "re"), std::fclose);
    if (!file || ::flock(::fileno(file.get()), LOCK_EX) != 0)
        throw InputError("cannot read the text journal '" + one_line(from, 200) + "': " + std::strerror(errno));
    std::error_code none;
    if (from == path ? !is_text_journal(from) : std::filesystem::exists(path, none)) return;
    const std::string making = path + ".converting";
    std::filesystem::remove(making, none);
    const TextJournal journal = read_text_journal(from);
    {
        Store store(making, kind, StoreUse::alone);
        for (const auto& [words, text] : journal.records) {
            const JournalPoint point = convert(journal, words, text);
            if (!point.key.empty()) store.keep(point.key, point.options, point.result);
        }
    }
    const std::string old = from == path ? path + ".old" : from;
    if (from == path) {
        std::filesystem::remove(old, none);
        std::filesystem::create_hard_link(path, old, none);
    }
    if (std::filesystem::exists(making, none)) std::filesystem::rename(making, path);
    else if (from == path) std::filesystem::remove(path, none);  // it had no record
    if (run == nullptr) return;
    run->note(fmt::format("'{}' is a store now, with {} points of a text journal{}; '{}' has the text", path,
                          journal.records.size(),
                          journal.damaged > 0 ? fmt::format(" but for {} damaged lines", journal.damaged) : "", old));
}

}  // namespace

std::vector<Value> journal_cells(std::string_view text) {
    std::vector<Value> cells;
    for (const std::string_view cell : split(text, '\t')) {
        const std::string value = unescaped(cell.substr(std::min<std::size_t>(cell.size(), 1)));
        const auto number = [&](auto start) {
            const auto found = number_in<decltype(start)>(value);
            if (!found) throw InputError("'" + one_line(value) + "' in a text journal, it must be a number");
            return *found;
        };
        switch (cell.empty() ? ' ' : cell.front()) {
            case 'i':
                cells.emplace_back(number(std::int64_t{}));
                break;
            case 'd':
                cells.emplace_back(number(0.0));
                break;
            case 's':
                cells.emplace_back(value);
                break;
            case 'm':
                cells.emplace_back(Missing{value});
                break;
            default:
                throw InputError("'" + one_line(cell) + "' in a text journal, it must be a cell");
        }
    }
    return cells;
}

NamedValues journal_options(std::string_view words) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string_view word : split(words, ' ')) {
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && word.find_first_of(":@#,") > equals)
            texts.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        else if (!texts.empty()) texts.back().second += ' ' + std::string(word);
    }
    NamedValues options;
    for (const auto& [name, value] : texts) options.emplace_back(name, value_of(value));
    return options;
}

StoreUse use_of(const std::string& path) { return locks_work(path) ? StoreUse::write : StoreUse::alone; }

std::shared_ptr<Store> open_store(const Run* run, const std::string& path, const std::string& kind, StoreUse use,
                                  const FromJournal& convert, const std::string& older) {
    std::error_code none;
    const std::string from = is_text_journal(path) ? path : older;
    if (is_text_journal(from) && (from == path || !std::filesystem::exists(path, none)))
        convert_journal(run, from, path, kind, convert);
    return std::make_shared<Store>(path, kind, use);
}

}  // namespace wafernet::cli
