#include "io/journal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::string_view magic = "wafernet journal 1";

// The CRC-32 of IEEE 802.3, as zlib and gzip have it.
std::uint32_t crc32(std::string_view text) {
    static const std::array<std::uint32_t, 256> table = [] {
        std::array<std::uint32_t, 256> t{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t c = i;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
            t[i] = c;
        }
        return t;
    }();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : text) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    return crc ^ 0xFFFFFFFFU;
}

std::string hex(std::uint64_t number, int digits) {
    char text[20];
    std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(number));
    return text;
}

// "CRC KEY TEXT", the checksum over the rest of the line.
std::string record_line(const std::string& key, std::string_view text) {
    std::string rest = key;
    rest += ' ';
    rest += on_one_line(text);
    return hex(crc32(rest), 8) + ' ' + rest + '\n';
}

std::string quoted(const std::string& path) { return "'" + escaped(path) + "'"; }

std::string contents_of(int file, const std::string& path) {
    std::string all;
    std::array<char, 1U << 16U> buffer{};
    for (;;) {
        const ssize_t got = ::read(file, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw InputError("cannot read the journal " + quoted(path) + ": " + std::strerror(errno));
        if (got == 0) return all;
        all.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

std::string on_one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') out += "\\\\";
        else if (c == '\n') out += "\\n";
        else if (c == '\r') out += "\\r";
        else out += c;
    }
    return out;
}

std::string as_it_was(std::string_view line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            out += line[i];
            continue;
        }
        const char c = line[++i];
        out += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    }
    return out;
}

std::string text_key(std::string_view text) {
    // FNV-1a with 64 bits, from two beginnings.
    std::string key;
    for (std::uint64_t hash : {0xCBF29CE484222325ULL, 0x84222325CBF29CE4ULL}) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
        key += hex(hash, 16);
    }
    return key;
}

Journal::Journal(const std::string& path, const std::vector<std::string>& about, Use use) : path_(path) {
    const std::string content = open(use);
    try {
        read_all(content, about);
        if (use == Use::begin && !records_.empty())
            throw InputError("the journal " + quoted(path) + " has " + std::to_string(records_.size()) +
                             " finished records, need --resume to go on or another file");
        if (use != Use::read && content.empty()) {
            std::string head(magic);
            head += '\n';
            for (const std::string& line : about) head += "# " + on_one_line(line) + '\n';
            write(head + "---\n");
        } else if (use != Use::read && content.back() != '\n') {
            write("\n");
        }
    } catch (...) {
        close();
        throw;
    }
}

Journal::~Journal() { close(); }

// Returns what the file holds; it is locked then, but to be read only.
std::string Journal::open(Use use) {
    for (;;) {
        struct stat status = {}, named = {};
        const bool is_new = use != Use::read && ::lstat(path_.c_str(), &status) != 0;
        file_ = ::open(path_.c_str(), (use == Use::read ? O_RDONLY : O_RDWR | O_CREAT | O_APPEND) | O_CLOEXEC, 0666);
        if (file_ < 0) throw InputError("cannot open the journal " + quoted(path_) + ": " + std::strerror(errno));
        try {
            if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
                throw InputError("the journal " + quoted(path_) + " is no file, need one");
            if (use != Use::read && ::flock(file_, LOCK_EX | LOCK_NB) != 0)
                throw InputError("the journal " + quoted(path_) +
                                 " is in use by another process, need another one or to wait");
            std::string content = contents_of(file_, path_);
            size_ = content.size();
            made_ = is_new && content.empty();
            // The process that had it before may have removed it just now.
            if (::stat(path_.c_str(), &named) == 0 && named.st_ino == status.st_ino && named.st_dev == status.st_dev)
                return content;
        } catch (...) {
            ::close(file_);
            throw;
        }
        ::close(file_);
    }
}

void Journal::close() {
    if (made_ && records_.empty()) ::unlink(path_.c_str());
    ::close(file_);
}

void Journal::read_all(const std::string& content, const std::vector<std::string>& about) {
    if (content.empty()) return;
    std::vector<std::string_view> lines = split(content, '\n');
    const bool ends = content.back() == '\n';
    if (ends) lines.pop_back();
    std::size_t at = 1;
    if (lines.front() != magic) throw InputError(quoted(path_) + " is no journal, need one or a new name");
    std::vector<std::string> head;
    for (; at < lines.size() && lines[at].starts_with("# "); ++at) head.push_back(as_it_was(lines[at].substr(2)));
    if (at == lines.size() || lines[at] != "---")
        throw InputError("the head of the journal " + quoted(path_) + " is damaged, need a new file");
    for (std::size_t i = 0; i < std::max(head.size(), about.size()); ++i) {
        const std::string there = i < head.size() ? head[i] : "nothing more",
                          here = i < about.size() ? about[i] : "nothing more";
        if (there != here)
            throw InputError("the journal " + quoted(path_) + " is about something else: it has '" +
                             printable(there, 80) + "', now there is '" + printable(here, 80) +
                             "'; name a new file, or delete this one");
    }
    for (++at; at < lines.size(); ++at) {
        const std::string_view line = lines[at];
        if (line.empty()) continue;  // behind a record that was cut short
        const std::string where = "line " + std::to_string(at + 1);
        if (at + 1 == lines.size() && !ends) {
            damaged_.push_back(where + ": cut short");
            continue;
        }
        const std::size_t space = line.size() > 9 ? line.find(' ', 9) : std::string_view::npos;
        if (space == std::string_view::npos || line[8] != ' ' || line.substr(0, 8) != hex(crc32(line.substr(9)), 8)) {
            damaged_.push_back(where + ": the checksum does not fit");
            continue;
        }
        records_.insert_or_assign(std::string(line.substr(9, space - 9)), as_it_was(line.substr(space + 1)));
    }
}

void Journal::write(const std::string& text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t wrote = ::write(file_, rest.data(), rest.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) {
            const int error = errno;
            // What is left of a record would only be found damaged.
            [[maybe_unused]] const int cut = ::ftruncate(file_, static_cast<off_t>(size_));
            throw ComputationError("cannot write the journal " + quoted(path_) + ": " + std::strerror(error));
        }
        rest.remove_prefix(static_cast<std::size_t>(wrote));
    }
    size_ += text.size();
}

void Journal::append(const std::string& key, std::string_view text) {
    write(record_line(key, text));
    records_.insert_or_assign(key, std::string(text));
}

}  // namespace wafernet
