#include "fault_options.hpp"

#include <fmt/format.h>

#include "file_options.hpp"
#include "help.hpp"
#include "values.hpp"
#include "wafernet/design/design.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

std::vector<Option> FaultWords::options() {
    return {{"--faults", &faults_}, {"--fault-kind", &kinds_}, {"--fault-rate", &rate_}};
}

void FaultWords::apply(const std::vector<Option>& of_command, std::uint64_t seed) const {
    if (!faults_ && !rate_ && !kinds_) return;
    if (faults_ && rate_) throw InputError("--faults with --fault-rate, need one of them");
    if (rate_ && !(*rate_ >= 0.0 && *rate_ <= 1.0))
        throw InputError(fmt::format("--fault-rate {}, need a probability from 0 to 1", *rate_));
    const bool drawn = rate_ || (faults_ && faults_->find_first_not_of("0123456789") == std::string::npos);
    if (kinds_ && !drawn) throw InputError("--fault-kind without --faults N or --fault-rate, nothing is drawn");
    FaultWord fault{{}, {}, {}, rate_, kinds_.value_or("link"), seed};
    bool none = rate_ == 0.0, stacked = fault.kinds.find("vertical") != std::string::npos;
    if (drawn && faults_) {
        fault.count = whole_number(*faults_, "--faults");
        none = *fault.count == 0;
    } else if (faults_) {
        fault.file = *faults_;
        const std::vector<FaultLine> lines = read_fault_lines(fault.file);
        for (const FaultLine& line : lines) stacked = stacked || line.kind == "vertical" || line.kind == "plane";
        none = lines.empty();
    }
    std::optional<std::string> planes;
    for (const Option& option : of_command) {
        if (option_name(option) == "--planes") planes = setting(option);
        if (option_name(option) == "--placement" && stacked && setting(option).value_or("auto") != "auto")
            throw InputError("faults of planes and vertical links with --placement " + *setting(option) +
                             ", must be auto: the faults stand in the planes of that placement");
    }
    const std::vector<std::string*> words = network_words(of_command);
    if (words.empty()) throw InputError("--faults or --fault-rate without a network, need one that has them");
    for (std::string* word : words) {
        fault.network = *word;
        if (stacked && !none)
            fault.planes = planes ? whole_number(*planes, "--planes") : usual_planes(make_network(*word));
        if (!none) *word = fault.word();
    }
}

}  // namespace wafernet::cli
