#include "wafernet/queueing/model_terms.hpp"

#include <array>

namespace wafernet {

std::span<const ModelTerm> model_terms() {
    static constexpr std::array<ModelTerm, static_cast<std::size_t>(Term::count)> terms = {{
        {Term::waited_in_turn, "messages in a row have waited for each other", 5},
        {Term::backlogged, "whole services of backlogged streams (o)", 5},
        {Term::returning, "whole services behind a message that comes back", 5},
        {Term::room_in_buffers, "where a wait is spent (room of buffers)", 5},
        {Term::last_message_ahead, "the message before, that waits ahead", 5},
        {Term::head_of_line, "head-of-line queues", 6},
        {Term::wait_variance, "second moment of waits (C²)", 3},
        {Term::late_tails, "late tails and entering", 2},
        {Term::credit_stall, "free VCs without credits", 7},
        {Term::on_the_way, "messages on their way through the router (h')", 4},
        {Term::whole_flits, "whole flits", 4},
        {Term::together, "classes that slow each other down", 4},
        {Term::packing_loss, "packing loss", 4},
        {Term::stock, "flits that wait in deep buffers", 4},
        {Term::one_stream, "a source's tails one a cycle", 4},
        {Term::shared_in_row, "messages in a row do not share again", 5},
        {Term::shared_beside, "the same between classes", 5},
        {Term::catching_up, "tails that catch up", 7},
        {Term::closing_up, "tails that close up while headers wait", 3},
        {Term::present_upstream, "no more messages than have come (u)", 5},
        {Term::tandem_queues, "tandem queues", 7},
        {Term::given_to_others, "cycles that inputs give to others", 7},
        {Term::shared_inputs, "shared inputs of crossbars", 7},
        {Term::wasted_cycles, "cycles wasted by headers", 7},
        {Term::spare_vcs, "VCs of a source beyond those ahead", 8},
        {Term::entry, "wait for entry at sources with one buffer", 8},
        {Term::one_arrival, "Geo/G/1", 8},
    }};
    return terms;
}

std::span<const TunedNumber> tuned_numbers() {
    static constexpr std::array<TunedNumber, 5> numbers = {{
        {"backlogged", &ModelParameters::backlogged},
        {"returning", &ModelParameters::returning},
        {"square_of_wait", &ModelParameters::square_of_wait},
        {"staying_power", &ModelParameters::staying_power, true},
        {"choice_load", &ModelParameters::choice_load, true},
    }};
    return numbers;
}

}  // namespace wafernet
