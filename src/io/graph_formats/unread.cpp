// Formats that are known and not read, each with how to make one that is.
#include <algorithm>

#include <fmt/format.h>

#include "registry.hpp"

namespace wafernet::graph_formats {

namespace {

constexpr std::string_view by_networkx = "networkx reads it and write_graphml writes GraphML",
                           by_yaml = "write its links as two names a line, as a few lines of Python with yaml do",
                           by_pairs = "write its links as two names a line",
                           by_booksim = "--booksim reads it, file: reads its network_file",
                           by_running = "run it and give what it writes";

// What is not empty must fit, in lower case, or one of the texts between | signs. A row without ending and beginning is
// asked where the file is refused.
struct Unread {
    std::string_view ending;  // of the path
    std::string_view begin;   // of the file, or of its first line that is no comment; < for XML
    std::string_view inside;  // somewhere in its first 4,000 bytes
    std::string_view title, way_out;
};

constexpr Unread known[] = {
    {"", ">>graph6<<|>>sparse6<<|>>digraph6<<", "", "graph6", by_networkx},
    {".g6|.s6|.d6", "", "", "graph6", by_networkx},
    {"", "id,label|id;label|id\tlabel", "", "a table of nodes", "give the table of links"},
    {"", "% sym|% asym|% bip|%sym|%asym|%bip", "", "KONECT",
     "grep -v '^%' leaves two numbers a line, one-way where it says asym, of two kinds where it says bip"},
    {"", "%matrixmarket", "", "Matrix Market", "its first line begins with %%MatrixMarket, two signs"},
    {"", "#!/", "", "a script", by_running},
    {"", "import m5|from m5", "", "a gem5 configuration", "gem5 writes the topology as config.dot"},
    {"", "import sst", "", "an SST configuration", "sst --output-dot writes DOT"},
    {"", "topology=|topology =", "", "a configuration of BookSim2", by_booksim},
    {".grf", "", "", "Scotch", "gmk_msh and gtst of Scotch, or write it as METIS: 'n m', then neighbours from 1"},
    {".hgr", "", "", "hMETIS", "where every net has two pins, --file-format counted-edges takes it"},
    {".lgl", "", "", "LGL", "igraph reads it and writes GraphML"},
    {".ned", "", "", "OMNeT++'s NED", "write its connections as two names and --> on a line"},
    {"", "switchname=|blockname=", "", "Slurm's topology.conf",
     "write a switch and a node or switch below it on every line"},
    {"", "router\n", "\nlink", "a topology of ndnSIM", "the lines below 'link' begin with two names: write these"},
    {"", "switch: 0x|ca: ", "", "the output of iblinkinfo", by_pairs},
    {"", "graph (#nodes", "", "GT-ITM", "its lines below EDGES begin with two nodes: write these"},
    {"", "gpu0", "affinity", "the matrix of nvidia-smi topo -m", "write two GPUs a line, a line for every NVLink"},
    {"", "{", "\"routing_table\":|\"rotation\":", "a design or a placement of RapidChiplet",
     "its links are in its topology, inputs/topologies"},
    {"", "p edge |p col |p sp |p tw ", "", "DIMACS", "awk '/^[ea] / { print $2, $3 }' takes its links"},
    {"", "config ", "\nlink ", "a network of nocsim", "awk '$1 == \"link\" { print $2, $3 }' takes its links"},
    {"", "node ", "edge ", "ELK text", "write two names and --> between them on every line"},
    {"", "topology:", "npus_count", "a network of ASTRA-sim", "give its dimensions as a word, as in torus:4x4"},
    {".yml|.yaml", "", "endpoints:", "a topology of containerlab or FlooNoC", by_yaml},
    {"", "name:", "endpoints:", "a topology of containerlab or FlooNoC", by_yaml},
    {".yml|.yaml", "", "", "YAML", by_yaml},
    {"", "---\n|network:\n|topology:|nodes:\n|links:\n", "", "YAML", by_yaml},
    {"", "", "routing_function", "a configuration of BookSim2", by_booksim},
    {"", "", "gbps ", "a topology of ns-3 (HPCC)", "its last lines are links: write their first two words"},
    {"", "", "-eth0", "what Mininet's net and links print", "write the names of two nodes a line, without their ports"},
    {"", "", "\"from\" \"to\"", "R's write.table with names of rows", "row.names = FALSE leaves them out"},
    {"", "", " -> <", "Rocketfuel", "write its edges as two names a line, or take its .weights"},
    {"", "", "|-1", "CAIDA's AS relations", "awk -F'|' '!/^#/ { print $1, $2 }' writes two names a line"},
    {"", "<", "<gexf", "GEXF", "Gephi or networkx reads it and writes GraphML"},
    {"", "<", "<html", "HTML", "a page is no graph, download the file itself"},
    {"", "<", "<network-on-chip", "Ratatoskr's network.xml",
     "its elements con join two ports: write their nodes, two a line"},
    {"", "<", "<platform", "a platform of SimGrid", by_pairs},
    {"", "<?xml|<!", "", "XML, but not like GraphML", "write the links as GraphML, or two names a line"},
    {"", "<", "</|/>", "XML, but not like GraphML", "write the links as GraphML, or two names a line"},
};

// Whether one of the texts between | signs, or the only one, `fits`; |-1 is one text.
template <class Fits>
bool any_of(std::string_view texts, const Fits& fits) {
    if (texts.starts_with('|')) return fits(texts);
    return std::ranges::any_of(split(texts, '|'), fits);
}

// The first 4,000 bytes in lower case, from the first line that is none of blanks.
std::string beginning(const Source& source) {
    const std::string text = lower(std::string_view(source.text).substr(0, 4000));
    return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

// What follows the comments.
std::string_view below_comments(std::string_view text) {
    while (is_comment(text)) {
        text.remove_prefix(std::min(text.find('\n'), text.size()));
        text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
    }
    return text;
}

}  // namespace

std::string unread_format(const Source& source, bool refused) {
    const std::string begin = beginning(source), path = lower(source.path);
    const std::string_view below = below_comments(begin);
    const bool graphml = graphml_format.recognise(source);
    for (const Unread& f : known) {
        if ((f.ending.empty() && f.begin.empty()) != refused || (graphml && f.begin.starts_with('<'))) continue;
        if (any_of(f.ending, [&](std::string_view end) { return path.ends_with(end); }) &&
            any_of(f.begin, [&](std::string_view b) { return begin.starts_with(b) || below.starts_with(b); }) &&
            any_of(f.inside, [&](std::string_view i) { return below.find(i) != std::string_view::npos; }))
            return fmt::format("looks like {}, which is not read: {}", f.title, f.way_out);
    }
    const bool settings = !refused && below.size() > 1 && below[0] == '[' && below[1] >= 'a' && below[1] <= 'z' &&
                          below.find('=') < below.size();
    return settings ? "looks like TOML or INI, which is not read: a model of a network is given as @FILE" : "";
}

}  // namespace wafernet::graph_formats
