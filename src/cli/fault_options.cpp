#include "fault_options.hpp"

#include <algorithm>

#include "file_options.hpp"
#include "help.hpp"
#include "values.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

std::vector<Option> FaultWords::options() {
    return {{"--faults",
             "what has failed in the networks: a number of faults to draw (--seed), or a CSV file with the header "
             "kind,what or kind,what,share and lines such as node,5, router,5, processor,5, link,5-6, oneway,5>6, "
             "vertical,5-6 and plane,2; share: of its width that a link keeps",
             &faults_},
            {"--fault-kind", "what drawn faults are, with commas between: node, link, oneway, vertical (default: link)",
             &kinds_},
            {"--fault-rate", "the probability with which each node or link of --fault-kind has failed", &rate_}};
}

void FaultWords::apply(const std::vector<Option>& of_command, std::uint64_t seed) const {
    if (!faults_ && !rate_ && !kinds_) return;
    if (faults_ && rate_) throw InputError("--faults with --fault-rate, need one of them");
    if (rate_) check_fault_rate(*rate_, "--fault-rate");
    FaultWord fault;
    fault.seed = seed;
    if (kinds_) fault.kinds = *kinds_;
    const std::vector<FaultKind> kinds = fault_kinds(fault.kinds);
    bool stacked = std::ranges::find(kinds, FaultKind::vertical) != kinds.end();
    const bool drawn = rate_ || (faults_ && faults_->find_first_not_of("0123456789") == std::string::npos);
    if (kinds_ && !drawn) throw InputError("--fault-kind without --faults N or --fault-rate, nothing is drawn");
    bool none = false;
    if (rate_) {
        fault.rate = *rate_;
        none = *rate_ == 0.0;
    } else if (drawn) {
        fault.count = whole_number(*faults_, "--faults");
        none = *fault.count == 0;
    } else {
        fault.file = *faults_;
        const std::vector<FaultLine> lines = read_fault_lines(fault.file);
        none = lines.empty();
        stacked =
            std::ranges::any_of(lines, [](const FaultLine& l) { return l.kind == "vertical" || l.kind == "plane"; });
    }
    std::optional<std::uint64_t> planes;
    for (const Option& option : of_command) {
        if (option_name(option) != "--planes") continue;
        if (const auto given = setting(option); given && !given->empty()) planes = whole_number(*given, "--planes");
    }
    bool any = false;
    for (std::string* word : network_words(of_command)) {
        any = true;
        if (none) continue;
        fault.network = *word;
        if (stacked) fault.planes = planes ? *planes : usual_planes(make_network(*word));
        *word = fault.word();
    }
    if (!any)
        throw InputError(std::string(rate_ ? "--fault-rate" : "--faults") + " without a network, need one to fail");
}

}  // namespace wafernet::cli
