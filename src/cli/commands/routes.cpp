// wafernet routes: a routing as a table.
#include <memory>

#include "../command.hpp"
#include "../routing_options.hpp"
#include "wafernet/io/make_network.hpp"
#include "wafernet/io/routes_file.hpp"

namespace wafernet::cli {

Command routes_command() {
    struct Options {
        std::string network;
        RoutingWords words;
    };
    const auto o = std::make_shared<Options>();
    Command command;
    command.options = {{"network", &o->network, {}, true}};
    add_options(command.options, o->words.options());
    command.tables = false;
    command.documents = {"csv", "nrl", "vn", "lft", "json", "rt"};
    command.run = [o](Run& run) {
        const Network network = make_network(o->network);
        const ChosenRouting chosen = choose_routing(network, o->words.choice());
        run.document(write_routes(network, *chosen.routing, chosen.rule, run.common().document));
        return 0;
    };
    return command;
}

}  // namespace wafernet::cli
