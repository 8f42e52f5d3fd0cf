#include "report/picture_provenance.hpp"

#include <cstdint>
#include <zlib.h>

namespace wafernet {

namespace {

std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xFFU);
    return bytes;
}

// Signature and header come first in every PNG: 8 bytes, then a chunk of 25.
constexpr std::size_t png_header = 8 + 25;

std::string png_text(const std::string& text) {
    const std::string chunk = "tEXtComment" + std::string(1, '\0') + text;
    const auto sum = static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size())));
    return big_endian(static_cast<std::uint32_t>(chunk.size() - 4)) + chunk + big_endian(sum);
}

}  // namespace

std::string with_provenance(std::string picture, Picture kind, const Provenance& made_by) {
    const std::string text = std::string(provenance_mark) + ' ' + provenance_json(made_by);
    switch (kind) {
        case Picture::svg: {  // behind the opening of its first element
            const std::size_t opened = picture.find('>', picture.find("<svg"));
            if (opened < picture.size()) picture.insert(opened + 1, "<metadata>" + text + "</metadata>");
            break;
        }
        case Picture::png:
            if (picture.size() > png_header) picture.insert(png_header, png_text(text));
            break;
        case Picture::pdf: {  // behind everything that its last table says the place of
            const std::size_t end = picture.rfind("startxref");
            if (end != std::string::npos) picture.insert(end, "% " + text + "\n");
            break;
        }
        case Picture::text: break;
    }
    return picture;
}

}  // namespace wafernet
