#include "xml.hpp"

#include <algorithm>

namespace wafernet::graph_formats {

namespace {

std::string without_prefix(const std::string& name) { return name.substr(name.rfind(':') + 1); }

}  // namespace

void XmlReader::need(std::size_t at, const std::string& what) const {
    at = std::min(at, source_.text.size());
    const std::string found =
        at == source_.text.size()
            ? "the end of the file"
            : "'" +
                  shown(std::string_view(source_.text)
                            .substr(at, std::min(source_.text.find_first_of(" \t\r\n>", at + 1), at + 30) - at)) +
                  "'";
    fail(source_, place_of(source_, at), "found " + found + ", need " + what);
}

void XmlReader::skip_past(std::string_view end, const std::string& what) {
    const std::size_t found = source_.text.find(end, at_);
    if (found == std::string::npos) need(source_.text.size(), what);
    at_ = found + end.size();
}

// <!DOCTYPE ..> may hold declarations in brackets.
void XmlReader::skip_declaration() {
    const std::size_t begin = at_;
    for (int brackets = 0; at_ < source_.text.size(); ++at_) {
        const char c = source_.text[at_];
        if (c == '[') ++brackets;
        if (c == ']') --brackets;
        if (c != '>' || brackets > 0) continue;
        ++at_;
        return;
    }
    need(begin, "the end of this declaration");
}

void XmlReader::skip_blanks() { at_ = std::min(source_.text.find_first_not_of(" \t\r\n", at_), source_.text.size()); }

std::string XmlReader::name() {
    const std::size_t end = std::min(source_.text.find_first_of(" \t\r\n/>=<\"'&", at_), source_.text.size());
    if (end == at_) need(at_, "a name");
    std::string out = source_.text.substr(at_, end - at_);
    at_ = end;
    return out;
}

std::string XmlReader::unescaped(std::size_t begin, std::size_t end) const {
    std::string out;
    for (std::size_t i = begin; i < end; ++i) {
        if (source_.text[i] != '&') {
            out += source_.text[i];
            continue;
        }
        const std::size_t stop = source_.text.find(';', i);
        if (stop == std::string::npos || stop >= end) need(i, "an entity such as &amp;");
        const std::string one = entity(std::string_view(source_.text).substr(i + 1, stop - i - 1));
        if (one.empty()) need(i, "an entity such as &amp; or &#65;");
        out += one;
        i = stop;
    }
    return out;
}

XmlEvent XmlReader::element() {
    XmlEvent event;
    event.kind = XmlEvent::Kind::begin;
    event.at = place(at_);
    if (open_.empty() && seen_) need(at_, "one root element");
    seen_ = true;
    ++at_;
    const std::string whole = name();
    event.name = without_prefix(whole);
    while (true) {
        skip_blanks();
        if (starts("/>") || starts(">")) break;
        const std::size_t begin = at_;
        const std::string key = name();
        skip_blanks();
        if (!starts("=")) need(at_, "= and a value in quotes");
        ++at_;
        skip_blanks();
        if (!starts("\"") && !starts("'")) need(at_, "a value in quotes");
        const std::size_t end = source_.text.find(source_.text[at_], at_ + 1);
        if (end == std::string::npos) need(at_, "a value that ends with its quote");
        if (!event.attributes.try_emplace(without_prefix(key), unescaped(at_ + 1, end)).second &&
            key.find(':') == std::string::npos)
            need(begin, "every attribute once");
        at_ = end + 1;
    }
    ended_ = starts("/>");
    at_ += ended_ ? 2 : 1;
    open_.push_back(whole);
    return event;
}

XmlEvent XmlReader::end_tag() {
    XmlEvent event;
    event.kind = XmlEvent::Kind::end;
    event.at = place(at_);
    const std::size_t begin = at_;
    at_ += 2;
    const std::string whole = name();
    skip_blanks();
    if (open_.empty() || whole != open_.back())
        need(begin, open_.empty() ? "no end without a begin" : "</" + shown(open_.back()) + ">");
    if (!starts(">")) need(at_, "'>'");
    ++at_;
    open_.pop_back();
    event.name = without_prefix(whole);
    return event;
}

XmlEvent XmlReader::next() {
    if (ended_) {
        ended_ = false;
        XmlEvent event;
        event.kind = XmlEvent::Kind::end;
        event.name = without_prefix(open_.back());
        event.at = place(at_);
        open_.pop_back();
        return event;
    }
    XmlEvent text;
    text.kind = XmlEvent::Kind::text;
    text.at = place(at_);
    while (at_ < source_.text.size()) {
        if (starts("<!--")) {
            skip_past("-->", "the end of the comment, -->");
        } else if (starts("<![CDATA[")) {
            const std::size_t begin = at_ + 9;
            skip_past("]]>", "the end of CDATA, ]]>");
            text.text += source_.text.substr(begin, at_ - 3 - begin);
        } else if (starts("<?")) {
            skip_past("?>", "the end of the instruction, ?>");
        } else if (starts("<!")) {
            skip_declaration();
        } else if (starts("<")) {
            break;
        } else {
            const std::size_t end = std::min(source_.text.find('<', at_), source_.text.size());
            if (open_.empty() && source_.text.find_first_not_of(" \t\r\n", at_) < end)
                need(source_.text.find_first_not_of(" \t\r\n", at_), "an element");
            text.text += unescaped(at_, end);
            at_ = end;
        }
    }
    if (text.text.find_first_not_of(" \t\r\n") != std::string::npos) return text;
    if (at_ == source_.text.size()) {
        if (!open_.empty()) need(at_, "</" + shown(open_.back()) + ">");
        if (!seen_) need(at_, "an element");
        return {};
    }
    return starts("</") ? end_tag() : element();
}

}  // namespace wafernet::graph_formats
