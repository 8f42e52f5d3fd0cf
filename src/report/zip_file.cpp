// The format: PKWARE's APPNOTE.TXT, secs. 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (its end).
#include "report/zip_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <zlib.h>

#include "wafernet/base/error.hpp"

namespace wafernet {

namespace {

constexpr std::size_t end_size = 22, directory_size = 46, local_size = 30;
constexpr int raw_deflate = -15;        // no header of zlib's own; a window of 32 KB
constexpr std::size_t piece = 1 << 16;  // bytes

[[noreturn]] void broken() { throw ComputationError("the workbook is no zip file that can be changed"); }

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    if (at + size > bytes.size()) broken();
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8U | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

void put(std::string& bytes, std::size_t at, std::size_t size, std::uint32_t value) {
    for (std::size_t i = 0; i < size; ++i, value >>= 8U) bytes[at + i] = static_cast<char>(value & 0xFFU);
}

const Bytef* bytes_of(const char* text) { return reinterpret_cast<const Bytef*>(text); }

// What a part has become.
struct Packed {
    std::string data;
    std::uint32_t crc = 0, size = 0;
};

class Packer {
public:
    Packer() {
        // A workbook is not kept small for its own sake: level 1 takes a third of the time.
        if (::deflateInit2(&stream_, 1, Z_DEFLATED, raw_deflate, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    }
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;
    ~Packer() { ::deflateEnd(&stream_); }

    void add(std::string_view text, bool last) {
        packed_.crc =
            static_cast<std::uint32_t>(::crc32(packed_.crc, bytes_of(text.data()), static_cast<uInt>(text.size())));
        packed_.size += static_cast<std::uint32_t>(text.size());
        stream_.next_in = const_cast<Bytef*>(bytes_of(text.data()));
        stream_.avail_in = static_cast<uInt>(text.size());
        std::array<char, piece> out{};
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(out.data());
            stream_.avail_out = piece;
            ::deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
            packed_.data.append(out.data(), piece - stream_.avail_out);
        } while (stream_.avail_out == 0);
    }
    [[nodiscard]] const Packed& packed() const { return packed_; }

private:
    z_stream stream_{};
    Packed packed_;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view data) {
        stream_.next_in = const_cast<Bytef*>(bytes_of(data.data()));
        stream_.avail_in = static_cast<uInt>(data.size());
        if (::inflateInit2(&stream_, raw_deflate) != Z_OK) throw std::bad_alloc();
    }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;
    ~Unpacker() { ::inflateEnd(&stream_); }

    // Appends the next piece; false where it was the last.
    bool next(std::string& text) {
        std::array<char, piece> out{};
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = piece;
        const int status = ::inflate(&stream_, Z_NO_FLUSH);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status != Z_OK && status != Z_STREAM_END) broken();
        text.append(out.data(), piece - stream_.avail_out);
        return status == Z_OK;
    }

private:
    z_stream stream_{};
};

Packed changed(std::string_view data, const PartChange& change) {
    Unpacker from(data);
    Packer to;
    std::string text;
    for (bool more = true; more;) {
        more = from.next(text);
        const ChangedPiece now = change(text, !more);
        to.add(now.written, !more);
        text.erase(0, now.taken);
    }
    return to.packed();
}

}  // namespace

std::string with_changed_parts(const std::string& zip, const std::map<std::string, PartChange>& changes) {
    if (zip.size() < end_size || number(zip, zip.size() - end_size, 4) != 0x06054b50) broken();
    std::string end = zip.substr(zip.size() - end_size);
    const std::uint32_t entries = number(end, 10, 2);
    std::size_t at = number(end, 16, 4);
    std::string out, directory;
    for (std::uint32_t i = 0; i < entries; ++i) {
        if (number(zip, at, 4) != 0x02014b50) broken();
        const std::size_t name_size = number(zip, at + 28, 2);
        const std::size_t length = directory_size + name_size + number(zip, at + 30, 2) + number(zip, at + 32, 2);
        std::string entry = zip.substr(at, length);
        at += length;
        const std::string name = entry.substr(directory_size, name_size);
        const std::size_t local = number(entry, 42, 4);
        const std::size_t local_length = local_size + number(zip, local + 26, 2) + number(zip, local + 28, 2);
        std::string header = zip.substr(local, local_length);
        const std::string_view data = std::string_view(zip).substr(local + local_length, number(entry, 20, 4));
        put(entry, 42, 4, static_cast<std::uint32_t>(out.size()));
        if (const auto change = changes.find(name); change != changes.end() && number(entry, 10, 2) == Z_DEFLATED) {
            const Packed now = changed(data, change->second);
            // In both headers: check sum, packed size, size.
            for (const auto& [bytes, first] :
                 {std::pair{&header, std::size_t{14}}, std::pair{&entry, std::size_t{16}}}) {
                put(*bytes, first, 4, now.crc);
                put(*bytes, first + 4, 4, static_cast<std::uint32_t>(now.data.size()));
                put(*bytes, first + 8, 4, now.size);
            }
            out += header + now.data;
        } else {
            out += header;
            out += data;
        }
        directory += entry;
    }
    put(end, 12, 4, static_cast<std::uint32_t>(directory.size()));
    put(end, 16, 4, static_cast<std::uint32_t>(out.size()));
    return out + directory + end;
}

}  // namespace wafernet
