// Whatever the user gets wrong: one line on standard error, nothing on standard output, exit code 2, no file.
#include <doctest/doctest.h>

#include <algorithm>

#include "checks.hpp"

using namespace wafernet::test;

TEST_CASE("unknown commands and options are refused with the nearest one") {
    refused({"lsit"}, "did you mean 'list'?");
    refused({"--fromat"}, "unknown option '--fromat'");
    refused({""}, "unknown command");
    refused({"list", "--fromat", "csv"}, "did you mean '--format'?");
    refused({"list", "--threds=3"}, "did you mean '--threads'?");
    refused({"list", "familys"}, "did you mean 'families'?");
    refused({"list", "families", "more"}, "unexpected argument");
    refused({"list", "-x"}, "unknown option '-x'");
    refused({"list", "-x", "--", "families"}, "unknown option '-x'");
    for (const char* option : {"--format", "--no-such", "-x"}) {
        refused({"list", "--", "families", option, "csv"},
                "unexpected argument '" + std::string(option) + "' of 'list', need options before '--'");
    }
    refused({"list\nerror", "x"}, "unknown command 'list\\nerror'");
}

TEST_CASE("values of options are read strictly") {
    for (const char* bad : {"-1", "1.5", "1e3", "0x10", "", " 1", "1 ", "nan", "one", "18446744073709551616",
                            "99999999999999999999999999"}) {
        refused({"list", "--seed", bad}, "--seed");
    }
    refused({"list", "--seed"}, "--seed needs a value");
    refused({"list", "--seed", "1", "--seed", "2"}, "given 2 times");
    refused({"list", "--threads", "0"}, "must be from 1 to 1024");
    refused({"list", "--threads", "100000"}, "must be from 1 to 1024");
    refused({"list", "--format", "cvs"}, "did you mean 'csv'?");
    refused({"list", "--format", "xml"}, "need one of: text, csv, json, md, html, tex, xlsx");
    refused({"list", "--quiet=maybe"}, "takes no value");
}

TEST_CASE("an output that cannot be written is refused and leaves nothing behind") {
    const Folder folder;
    refused({"list", "-o", folder / "no/such/folder.csv"}, "No such file or directory");
    refused({"list", "-o", folder.path().string()}, "Is a directory");
    refused({"list", "-o", (folder / "new") + "/"}, "Is a directory");
    refused({"list", "-o", folder.write("file", "x") + "/below"}, "Not a directory");
    refused({"list", "-o", ""}, "name of a file");
    CHECK(program({"list", "-o", "/dev/full"}).code == 1);  // the name is good, and the work could not be finished
    CHECK(program({"list", "-o", "/dev/full"}).err == "error: cannot write '/dev/full': No space left on device\n");
    CHECK(folder.files() == 1);
    std::filesystem::create_symlink(folder / "loop", folder / "loop");
    refused({"list", "-o", folder / "loop"}, "symbolic links");
    std::filesystem::create_directory(folder / "closed");
    std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_read);
    if (::geteuid() != 0) refused({"list", "-o", folder / "closed/x"}, "Permission denied");
}

TEST_CASE("a wrong word is refused before other networks are warned of") {
    const Folder folder;
    refused({"deadlock", "htn:2,2,2,0", "mash:3x3"}, "did you mean 'mesh'?");
    refused({"mapping", "mesh:3x3", "mash:3x3"}, "did you mean 'mesh'?");
    refused({"verify", "file:" + folder.write("graph", "0 1\n1 2\n"), "mash:3x3"}, "did you mean 'mesh'?");
}

TEST_CASE("network words that are wrong are refused by every command that takes one" * doctest::test_suite("long")) {
    const Folder folder;
    const std::string binary = folder.write("binary", std::string("\x7f"
                                                                  "ELF\x01\0\0\xff\xfe\n1 2\0",
                                                                  14));
    const std::string broken = folder.write("broken.toml", "family = \"htn\"\n[parameters\nm = 4\n");
    for (const std::string& word : std::vector<std::string>{"",
                                                            "htm:4,4,2,1",
                                                            "htn",
                                                            "htn:",
                                                            "htn:4,4,2",
                                                            "htn:4,4,2,1,0,0",
                                                            "htn:0,4,2,1",
                                                            "htn:-4,4,2,1",
                                                            "htn:4,4,x,1",
                                                            "htn:4,4,99999999999999999999,1",
                                                            "htn:4,4,9,0",
                                                            "htn:4,4,2,7",
                                                            "htn:m=4,n=4,L=2",
                                                            "htn:m=4,m=4,L=2,q=0",
                                                            "htn:k=4,n=4,L=2,q=1",
                                                            "mesh:0x4",
                                                            "mesh:4x",
                                                            "mesh:x",
                                                            "mesh:4.5",
                                                            "torus:1e3",
                                                            "ring:nan",
                                                            "ccc:-3",
                                                            "hypercube:40",
                                                            "htn:8,8,9,0",
                                                            "mesh:99999x99999x99999x99999x99999",
                                                            "complete:4294967295",
                                                            "swapped:",
                                                            "swapped:swapped:complete:0",
                                                            "@",
                                                            "@/no/such/file.toml",
                                                            "file:",
                                                            "file:/no/such/file",
                                                            "@" + binary,
                                                            "file:" + binary,
                                                            "@" + broken,
                                                            "@" + folder.path().string(),
                                                            "file:" + folder.path().string(),
                                                            "\n",
                                                            "mesh:4x4\n",
                                                            std::string(100000, 'x'),
                                                            "mesh:" + std::string(100000, '1'),
                                                            "\xff\xfe",
                                                            "mesh:\x1b[31m"}) {
        refused({"estimate", word});
        refused({"compare", "mesh:4x4", word});
        refused({"explain", word, "links"});
        refused({"route", word, "0", "1"});
        refused({"topology", word});
        refused({"estimate", word, "-o", folder / "result"});
    }
    CHECK(folder.files() == 2);
    refused({"estimate", "htm:4,4,2,1"}, "did you mean 'htn'?");
    const std::string graph = folder.write("mine.net", "a b\nb c\nd e\n");
    const std::string model = folder.write("mine.toml", "network = \"mesh:3x3\"\n");
    refused({"topology", graph}, "mine.net' is a file and no network family, need file:" + graph + " for a graph");
    refused({"topology", model}, "mine.toml' is a file and no network family, need @" + model + " for a model");
    refused({"embed", "ring:4", "file:" + graph},
            "mine.net: no path between nodes d and a, need one where the guest has a link");
    refused({"estimate", "HTN:4,4,2,0"}, "did you mean 'htn'?");
    refused({"estimate", "mesh:8X8"}, "did you mean '8x8'?");
    refused({"estimate", "how:100000,2,4"}, "how:100000,2,4: the number of nodes");
    refused({"topology", "mesh:3x3", "complete:4294967295", "mesh:2x2"}, "complete:4294967295: the number of bytes");
    refused({"estimate", "swapped:file:x"}, "G = 'file:x', need a family");
    refused({"estimate", "htn:8,8,9,0"}, "need fewer than 2^32 - 1 nodes");
    refused({"estimate", "mesh:4x4", "mesh:4x4"}, "unexpected argument");
    refused({"estimate"}, "NETWORK is missing");
    refused({"compare"}, "NETWORK is missing");
    refused({"compare", "mesh:4x4", "--metric", "lniks"}, "did you mean 'links'?");
    refused({"explain", "mesh:4x4"}, "METRIC is missing");
}

TEST_CASE("addresses, routings and VC rules that are wrong are refused") {
    for (const char* address :
         {"", "(0,4)", "(0)", "(0,0,0)", "0,0", "16", "(-1,0)", "(0,99999999999999999999)", "x", "(0,0"}) {
        refused({"route", "mesh:4x4", "(0,0)", address}, "address");
        refused({"route", "mesh:4x4", address, "(0,0)"}, "address");
    }
    refused({"route", "mesh:4x4", "(0,0)"}, "TO is missing");
    refused({"load", "mesh:3x3", "--routing", "router"}, "west-first");
    refused({"route", "mesh:4x4", "(0,0)", "(1,1)", "--routing", "minmal"},
            "has no routing 'minmal' (did you mean 'minimal'?)");
    for (const char* command : {"load", "deadlock", "latency", "simulate"})
        refused({command, "mesh:4x4", "--routing", "dorr"}, "did you mean 'dor'?");
    refused({"route", "torus:4x4", "(0,0)", "(1,1)", "--vc-rule", "datline"}, "did you mean 'dateline'?");
    refused({"route", "torus:4x4", "(0,0)", "(1,1)", "--vcs", "1"}, "needs 2");
    refused({"route", "torus:4x4", "(0,0)", "(1,1)", "--vcs", "65"});
    refused({"route", "torus:4x4", "(0,0)", "(1,1)", "--vcs", "4294967297"});
    refused({"route", "torus:4x4", "(0,0)", "(1,1)", "--ties", "both"}, "need one of");
}

TEST_CASE("a value of a form that has more than a number is refused with the form") {
    refused({"list", "--memory", "foo"}, "--memory 'foo': need bytes above 0, such as 500M or 4G");
    refused({"list", "--memory", "0"}, "such as 500M or 4G");
    refused({"latency", "mesh:4x4", "--loads", "foo"}, "--loads 'foo': need a number in A:B:STEP, x,y,z or auto");
    refused({"yield", "mesh:4x4", "--defects", "0.1:x:1"}, "--defects 'x': need a number in A:B:STEP or x,y,z");
    refused({"list", "families", "--nodes", "foo"}, "--nodes 'foo': need a number of nodes N or a range A:B");
    refused({"explore", "--nodes", "16", "--vary", "vcs=xq"}, "such as vcs=x2");
}

TEST_CASE("a value of --set that does not fit is the command line's, not the file's") {
    refused({"energy", "mesh:4x4", "--set", "pe_side=400"},
            "error: --set pe_side: the tile of 1 mm is smaller than the PE of 400 mm on it");
    refused({"energy", "mesh:4x4", "--set", "tile_side=0.1"}, "error: --set tile_side: ");
}

TEST_CASE("stack has the planes that the other commands have") {
    CHECK(program({"stack", "htn:4,4,2,0"}).out == program({"stack", "htn:4,4,2,0", "--planes", "16"}).out);
}

TEST_CASE("traffic that a network does not take names some that it does") {
    refused({"simulate", "fattree:4", "--traffic", "tornado"}, "any network takes uniform, hotspot and file:FILE");
}
