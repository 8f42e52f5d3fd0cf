// Whatever the user gets wrong: one line on standard error, nothing on standard output, exit code 2, no file.
#include <doctest/doctest.h>

#include <algorithm>

#include "program.hpp"

using namespace wafernet::test;

namespace {

void refused(const std::vector<std::string>& arguments, const std::string& hint = "") {
    std::string line;
    for (const std::string& a : arguments) line += a.substr(0, 100) + ' ';
    CAPTURE(line);
    const Outcome outcome = program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK(outcome.err.starts_with("error: "));
    CHECK(outcome.err.size() < 500);
    if (!hint.empty()) CHECK(outcome.err.find(hint) != std::string::npos);
}

}  // namespace

TEST_CASE("unknown commands and options are refused with the nearest one") {
    refused({"lsit"}, "did you mean 'list'?");
    refused({"--fromat"}, "unknown option '--fromat'");
    refused({""}, "unknown command");
    refused({"list", "--fromat", "csv"}, "did you mean '--format'?");
    refused({"list", "--threds=3"}, "did you mean '--threads'?");
    refused({"list", "familys"}, "did you mean 'families'?");
    refused({"list", "families", "more"}, "one word too many");
    refused({"list", "-x"}, "unknown option '-x'");
    refused({"list\nerror", "x"}, "unknown command 'list?error'");
}

TEST_CASE("values of options are read strictly") {
    for (const char* bad : {"-1", "1.5", "1e3", "0x10", "", " 1", "1 ", "nan", "one", "18446744073709551616", "99999999999999999999999999"}) {
        refused({"list", "--seed", bad}, "--seed");
    }
    refused({"list", "--seed"}, "--seed needs a value");
    refused({"list", "--seed", "1", "--seed", "2"}, "given 2 times");
    refused({"list", "--threads", "0"}, "need 1 to 1024");
    refused({"list", "--threads", "100000"}, "need 1 to 1024");
    refused({"list", "--format", "cvs"}, "did you mean 'csv'?");
    refused({"list", "--format", "xml"}, "need one of: text, csv, json, md");
    refused({"list", "--quiet=maybe"}, "takes no value");
}

TEST_CASE("an output that cannot be written is refused and leaves nothing behind") {
    const Folder folder;
    refused({"list", "-o", folder / "no/such/folder.csv"}, "No such file or directory");
    refused({"list", "-o", folder.path().string()}, "Is a directory");
    refused({"list", "-o", (folder / "new") + "/"}, "Is a directory");
    refused({"list", "-o", folder.write("file", "x") + "/below"}, "Not a directory");
    refused({"list", "-o", ""}, "name of a file");
    refused({"list", "-o", "/dev/full"}, "No space left on device");
    CHECK(folder.files() == 1);
    std::filesystem::create_symlink(folder / "loop", folder / "loop");
    refused({"list", "-o", folder / "loop"}, "symbolic links");
    std::filesystem::create_directory(folder / "closed");
    std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_read);
    if (::geteuid() != 0) refused({"list", "-o", folder / "closed/x"}, "Permission denied");
}
