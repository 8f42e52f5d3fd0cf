#include "output.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number_in.hpp"
#include "base/text.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

std::string cannot_write_line(const std::string& path, int error) {
    return "cannot write '" + one_line(path, 200) + "': " + std::strerror(error);
}

[[noreturn]] void cannot_write(const std::string& path, int error) { throw InputError(cannot_write_line(path, error)); }

// The name was good, a full disk is not the input's fault.
[[noreturn]] void write_failed(const std::string& path, int error) {
    throw ComputationError(cannot_write_line(path, error));
}

// The temporary file that is being written, for signal handlers: empty, or a path that ends with a zero.
char unfinished[4096];
volatile std::sig_atomic_t is_unfinished = 0;

void begin_unfinished(const std::string& path) {
    is_unfinished = 0;
    if (path.size() >= sizeof unfinished) return;
    std::memcpy(unfinished, path.c_str(), path.size() + 1);
    is_unfinished = 1;
}

// Returns 0, or the error. A file system that cannot sync has done what it can.
int sync_all(int descriptor) {
    while (::fsync(descriptor) != 0) {
        if (errno == EINVAL || errno == ENOTSUP || errno == EROFS) return 0;
        if (errno != EINTR) return errno;
    }
    return 0;
}

// Returns 0, or the error.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = ::write(descriptor, text.data(), text.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return errno;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return 0;
}

// The file that `path` leads to through symbolic links, also where that file does not exist yet.
std::string final_target(std::string path) {
    for (int links = 0; links < 40; ++links) {
        std::error_code error;
        const std::filesystem::path to = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = (std::filesystem::path(path).parent_path() / to).string();
    }
    cannot_write(path, ELOOP);
}

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

}  // namespace

std::span<const OutputForm> output_forms() {
    static const std::vector<OutputForm> forms{
        {"text", {".txt", ".text"}, Format::text}, {"csv", {".csv"}, Format::csv},
        {"json", {".json"}, Format::json},         {"md", {".md"}, Format::markdown},
        {"html", {".html"}, Format::html},         {"tex", {".tex"}, Format::latex},
        {"xlsx", {".xlsx"}, Format::xlsx},         {"svg", {".svg"}, Picture::svg},
        {"png", {".png"}, Picture::png},           {"pdf", {".pdf"}, Picture::pdf}};
    return forms;
}

const OutputForm& output_form(std::string_view word) {
    for (const OutputForm& form : output_forms()) {
        if (form.word == word) return form;
    }
    throw InputError("unknown format '" + one_line(word) + "'");
}

const OutputForm& form_of_file(const std::string& path) {
    const std::string ending = lower(std::filesystem::path(path).extension().string());
    if (ending.empty()) return output_form("text");
    std::string known;
    for (const OutputForm& form : output_forms()) {
        for (const std::string_view one : form.endings) {
            if (one == ending) return form;
        }
        if (form.word != "text") known += std::string(form.endings.front()) + ", ";
    }
    known.resize(known.size() - 2);
    throw InputError("-o '" + one_line(path) + "': no format ends in '" + one_line(ending) + "', need " + known +
                     " or .txt, or --format");
}

std::pair<double, double> picture_size(std::string_view word) {
    std::string_view size = word == "column" ? "88x66mm" : word == "page" ? "180x110mm" : word;
    const double unit = size.ends_with("mm") ? 96.0 / 25.4 : 1.0;
    if (unit > 1.0) size.remove_suffix(2);
    const std::vector<std::string_view> sides = split(size, 'x');
    const auto side = [&](std::size_t i) { return unit * number_in<double>(sides[i]).value_or(0.0); };
    if (sides.size() != 2 || !(std::min(side(0), side(1)) >= 100.0 && std::max(side(0), side(1)) <= 10000.0))
        throw InputError("--size '" + one_line(word) +
                         "', must be WIDTHxHEIGHT of 100 to 10000 pixels each, or in mm (88x66mm), column or page");
    return {side(0), side(1)};
}

void write_stdout(std::string_view text) {
    const int error = write_all(STDOUT_FILENO, text);
    if (error == EPIPE) throw OutputClosed{};
    if (error != 0) throw ComputationError(std::string("cannot write to standard output: ") + std::strerror(error));
}

std::optional<std::size_t> terminal_width(int descriptor) {
    if (const char* columns = std::getenv("COLUMNS")) {
        if (const auto width = number_in<std::size_t>(columns); width && *width > 0) return width;
    }
    struct winsize size = {};
    if (::isatty(descriptor) != 0 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return std::nullopt;
}

void check_writable(const std::string& path) {
    if (path.empty()) throw InputError("-o needs the name of a file");
    const std::string target = final_target(path);
    struct stat status = {};
    if (::stat(target.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) cannot_write(path, EISDIR);
        if (::access(target.c_str(), W_OK) != 0) cannot_write(path, errno);
        if (!S_ISREG(status.st_mode)) return;
    } else if (errno != ENOENT || target.ends_with('/')) {
        cannot_write(path, errno == ENOENT ? EISDIR : errno);
    }
    const std::string folder = folder_of(target);
    if (::stat(folder.c_str(), &status) != 0) cannot_write(path, errno);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) cannot_write(path, errno);
}

void check_second_output(const std::string& option, const std::string& path, const std::vector<std::string>& others) {
    check_writable(path);
    if (path == "-") throw InputError(option + " -: standard output has the results, must be a file");
    const auto place = [](const std::string& file) {
        return std::filesystem::absolute(final_target(file)).lexically_normal();
    };
    for (const std::string& other : others) {
        if (!other.empty() && place(other) == place(path))
            throw InputError(option + " '" + escaped(path) +
                             "': the command reads or writes this file already, must be another one");
    }
}

void write_file(const std::string& path, std::string_view text) {
    check_writable(path);
    const std::string target = final_target(path);
    struct stat status = {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        const int device = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (device < 0) cannot_write(path, errno);
        const int error = write_all(device, text);
        ::close(device);
        if (error == EPIPE) throw OutputClosed{};
        if (error != 0) write_failed(path, error);
        return;
    }
    std::string temporary;
    int file = -1;
    for (unsigned attempt = 0; file < 0 && attempt < 1000; ++attempt) {
        temporary =
            folder_of(target) + "/.wafernet-" + std::to_string(::getpid()) + "-" + std::to_string(attempt) + ".part";
        begin_unfinished(temporary);  // first: a signal may come as soon as it is there
        file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) break;
    }
    if (file < 0) {
        is_unfinished = 0;
        write_failed(path, errno);
    }
    int error = write_all(file, text);
    if (error == 0) error = sync_all(file);
    if (error == 0 && exists && ::fchmod(file, status.st_mode & 07777U) != 0) error = errno;
    if (::close(file) != 0 && error == 0) error = errno;
    if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) ::unlink(temporary.c_str());
    is_unfinished = 0;
    if (error != 0) write_failed(path, error);
    // That the new name lasts is the folder's content. Its rename is done, so that no error of it is one of the file.
    if (const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
        (void)sync_all(folder);
        ::close(folder);
    }
}

OutFolder::OutFolder(const std::string& path) {
    std::error_code error;
    for (auto folder = std::filesystem::path(path); !folder.empty() && !std::filesystem::exists(folder, error);
         folder = folder.parent_path())
        made_.push_back(folder);
    std::filesystem::create_directories(path, error);
    if (!error) return;
    remove_empty();
    throw InputError("cannot make the folder '" + one_line(path) + "': " + error.message());
}

OutFolder::~OutFolder() { remove_empty(); }

void OutFolder::remove_empty() const {
    std::error_code not_empty;
    for (const std::filesystem::path& folder : made_) std::filesystem::remove(folder, not_empty);
}

void remove_unfinished() {
    if (is_unfinished != 0) ::unlink(unfinished);
}

}  // namespace wafernet::cli
