// wafernet router: gates and delays.
#include <memory>

#include "../command.hpp"
#include "wafernet/error.hpp"
#include "wafernet/network.hpp"
#include "wafernet/router_cost.hpp"

namespace wafernet::cli {

namespace {

struct Arguments {
    std::optional<std::uint64_t> ports;
    std::optional<std::uint64_t> freedom;
    std::uint64_t vcs = 3;
    std::string algorithm = "dor";
    std::optional<std::string> network;
};

std::uint64_t ports_of(const Arguments& arguments) {
    if (arguments.ports && arguments.network) throw InputError("both --ports and --network, need one of them");
    if (arguments.network) {
        return router_ports(make_network(*arguments.network));
    }
    return arguments.ports.value_or(9);
}

Table table_of(const RouterParameters& parameters) {
    const RouterCost cost = router_cost(parameters);
    Table table{"router of " + std::to_string(parameters.ports) + " ports, freedom " + std::to_string(parameters.freedom) + ", " +
                    std::to_string(parameters.vcs) + " virtual channels",
                {{"module", ""}, {"count", ""}, {"gates", ""}, {"delay_ns", "", 4}, {"delay_printed_ns", "", 2}},
                {},
                {"gates and delays after A. A. Chien: rahman2006, sec. 4.6; 0.8 micron CMOS",
                 "rounded as printed (delay_printed_ns): each module to 0.01 ns before it sums, as the document does"}};
    for (const RouterModule& m : cost.modules) {
        const Value gates = m.gates_each > 0.0 ? Value(static_cast<std::int64_t>(m.gates_each * static_cast<double>(m.count)))
                                               : Value(Missing{"the documents give none"});
        table.add({std::string(m.name), static_cast<std::int64_t>(m.count), gates, m.delay.in(units::ns), m.delay_printed.in(units::ns)});
    }
    table.add({std::string("total"), Missing{"a sum"}, static_cast<std::int64_t>(cost.gates), Missing{"see setup"}, Missing{"see setup"}});
    table.add({std::string("setup"), Missing{"a path"}, Missing{"a path"}, cost.setup.in(units::ns), cost.setup_printed.in(units::ns)});
    table.add({std::string("flow-control-path"), Missing{"a path"}, Missing{"a path"}, cost.flow_control.in(units::ns), cost.flow_control_printed.in(units::ns)});
    return table;
}

}  // namespace

Command router_command() {
    const auto a = std::make_shared<Arguments>();
    return {"router",
            "gates and delays of a router",
            "examples:\n  wafernet router --ports 9 --vcs 3\n  wafernet router --ports 9 --vcs 3 --algorithm ls+cs\n  wafernet router --network htn:4,4,2,0 --vcs 2",
            {{"--ports", "inputs of the crossbar, the processor's included (9 where no network is given)", &a->ports},
             {"--network", "take the ports from this network: those of its widest router, and one for a processor there", &a->network},
             {"--freedom", "output choices of an input (as many as ports where not given)", &a->freedom},
             {"--vcs", "virtual channels of a physical channel", &a->vcs},
             {"--algorithm", "ls, cs and ls+cs add the header selection", &a->algorithm, false, {"dor", "ls", "cs", "ls+cs"}}},
            [a](Run& run) {
                const std::uint64_t ports = ports_of(*a);
                run.print(table_of({ports, a->freedom.value_or(ports), a->vcs, router_kind(a->algorithm)}));
                return 0;
            }};
}

}  // namespace wafernet::cli
