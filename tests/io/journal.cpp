// The journal: records that are kept whole, whatever happens to the process or the file.
#include "io/journal.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <unistd.h>

#include "cli/program.hpp"
#include "wafernet/base/error.hpp"

using namespace wafernet;
using wafernet::test::contents;
using wafernet::test::Folder;

namespace {

const std::vector<std::string> about = {"wafernet 0", "command = latency"};

// What opening the file is refused with.
std::string refusal(const std::string& path, const std::vector<std::string>& of, Journal::Use use) {
    try {
        const Journal journal(path, of, use);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a journal gives back the texts that were appended, the last of each key") {
    const Folder folder;
    const std::string path = folder / "j";
    {
        Journal journal(path, about, Journal::Use::begin);
        journal.append("a", "one\ntwo\\n\r\t");
        journal.append("b", "");
        journal.append("b", "x");
    }
    const Journal journal(path, about, Journal::Use::read);
    CHECK(journal.damaged().empty());
    CHECK(journal.records() == std::map<std::string, std::string>{{"a", "one\ntwo\\n\r\t"}, {"b", "x"}});
}

TEST_CASE("a record that is cut short or changed is named and left out, and the next one stands behind it") {
    const Folder folder;
    const std::string path = folder / "j";
    {
        Journal journal(path, about, Journal::Use::begin);
        for (const char* key : {"a", "b", "c"}) journal.append(key, "text");
    }
    const std::string whole = contents(path);
    for (std::size_t cut = 1; cut < 16; ++cut) {  // 16 characters are the whole record
        folder.write("j", whole.substr(0, whole.size() - cut));
        {
            Journal journal(path, about, Journal::Use::go_on);
            CHECK(journal.records().size() == 2);
            CHECK(journal.damaged() == std::vector<std::string>{"line 7: cut short"});
            journal.append("c", "again");
        }
        const Journal journal(path, about, Journal::Use::read);
        CHECK(journal.records().at("c") == "again");
        // A record that lacks its line end alone is whole when it has one.
        CHECK(journal.damaged() ==
              (cut == 1 ? std::vector<std::string>() : std::vector<std::string>{"line 7: the checksum does not fit"}));
    }
    const std::size_t first = whole.find("---\n") + 4;
    for (std::size_t at = first; at + 1 < whole.size(); ++at) {  // one byte changed
        if (whole[at] == '\n') continue;
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        folder.write("j", changed);
        const Journal journal(path, about, Journal::Use::read);
        CHECK(journal.records().size() == 2);
        CHECK(journal.damaged().size() == 1);
    }
}

TEST_CASE("a journal is refused where it is in use, of something else or no journal") {
    const Folder folder;
    const std::string path = folder / "j";
    {
        Journal journal(path, about, Journal::Use::begin);
        CHECK(refusal(path, about, Journal::Use::go_on).find("in use") != std::string::npos);
        journal.append("a", "text");
    }
    CHECK(refusal(path, about, Journal::Use::begin).find("--resume") != std::string::npos);
    CHECK(refusal(path, {"wafernet 1", "command = latency"}, Journal::Use::go_on).find("'wafernet 0'") !=
          std::string::npos);
    CHECK(refusal(path, {"wafernet 0"}, Journal::Use::read).find("nothing more") != std::string::npos);
    CHECK(refusal(folder / "none", about, Journal::Use::read).find("cannot open") != std::string::npos);
    folder.write("k", "some text\n");
    CHECK(refusal(folder / "k", about, Journal::Use::go_on).find("no journal") != std::string::npos);
    folder.write("k", "wafernet journal 1\n# wafernet 0\n");
    CHECK(refusal(folder / "k", about, Journal::Use::go_on).find("head") != std::string::npos);
}

TEST_CASE("a journal that got no record is gone, but not a file that was there before") {
    const Folder folder;
    const std::string path = folder / "j";
    { const Journal journal(path, about, Journal::Use::go_on); }
    CHECK(!std::filesystem::exists(path));
    {
        Journal journal(path, about, Journal::Use::go_on);
        CHECK(refusal(path, about, Journal::Use::go_on).find("in use") != std::string::npos);
        journal.append("a", "text");
    }
    CHECK(Journal(path, about, Journal::Use::read).records().size() == 1);
    folder.write("empty", "");
    { const Journal journal(folder / "empty", about, Journal::Use::begin); }
    CHECK(std::filesystem::exists(folder / "empty"));
}

TEST_CASE("texts have keys of their own") {
    CHECK(text_key("a") == text_key("a"));
    CHECK(text_key("a") != text_key("b"));
    CHECK(text_key("").size() == 32);
}
