// Keys, types and defaults as in BookSim2's booksim_config.cpp; the grammar as in its config.l and config.y.
#include "booksim_keys.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/input_file.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::model {

namespace {

using enum BooksimType;
using enum BooksimUse;

constexpr std::string_view link_rate = "wafernet's switch runs at the link rate";
constexpr std::string_view own_buffers = "wafernet's virtual channels have buffers of their own";
constexpr std::string_view one_class = "wafernet has one class of messages";
constexpr std::string_view whole_net = "wafernet has no failed or extra channels";
constexpr std::string_view islip = "wafernet's allocators are islip in one round";
constexpr std::string_view two_cycles = "wafernet follows BookSim2's smallest switch pipeline";
constexpr std::string_view at_once = "wafernet gives a virtual channel away when its tail has been sent";
constexpr std::string_view own_judge = "wafernet judges saturation by its own rule";
constexpr std::string_view open_loop = "wafernet's sources are open";
constexpr std::string_view no_power = "power is that of BookSim2's tables";
constexpr std::string_view random_numbers = "other random numbers here, --seed chooses them";

constexpr BooksimKey keys[] = {
    {"topology", word, "torus", mapped},
    {"k", whole, "8", mapped},
    {"n", whole, "2", mapped},
    {"c", whole, "1", mapped},
    {"x", whole, "8", silent},
    {"y", whole, "8", silent},
    {"xr", whole, "1", silent},
    {"yr", whole, "1", silent},
    {"network_file", word, "", mapped},
    {"routing_function", word, "none", mapped},
    {"use_noc_latency", whole, "1", mapped},
    {"num_vcs", whole, "16", mapped},
    {"vc_buf_size", whole, "8", mapped},
    {"routing_delay", whole, "1", mapped},
    {"vc_alloc_delay", whole, "1", only, two_cycles},
    {"sw_alloc_delay", whole, "1", only, two_cycles},
    {"st_prepare_delay", whole, "0", only, two_cycles},
    {"st_final_delay", whole, "1", only, two_cycles},
    {"output_delay", whole, "0", only, two_cycles},
    {"credit_delay", whole, "0", mapped},
    {"speculative", whole, "0", mapped},
    {"spec_check_elig", whole, "1", only, "wafernet's speculation checks what BookSim2's does by default"},
    {"spec_check_cred", whole, "1", only, "wafernet's speculation checks what BookSim2's does by default"},
    {"spec_mask_by_reqs", whole, "0", only, "wafernet's speculation checks what BookSim2's does by default"},
    {"spec_sw_allocator", word, "prio", only, "wafernet's speculation goes with its switch allocator"},
    {"traffic", word, "uniform", mapped},
    {"injection_rate", real_or_word, "0.1", mapped},
    {"injection_rate_uses_flits", whole, "0", mapped},
    {"packet_size", whole_or_word, "1", mapped},
    {"packet_size_rate", whole_or_word, "1", mapped},
    {"injection_process", word, "bernoulli", only, "wafernet's sources draw every cycle by itself"},
    {"burst_alpha", real, "0.5", silent},
    {"burst_beta", real, "0.5", silent},
    {"burst_r1", real, "-1.0", silent},
    {"sim_type", word, "latency", mapped},
    {"warmup_periods", whole, "3", mapped},
    {"sample_period", whole, "1000", mapped},
    {"max_samples", whole, "10", mapped},
    {"sim_count", whole, "1", mapped},
    {"seed", whole_or_word, "0", warned, random_numbers},
    {"perm_seed", whole_or_word, "0", silent},
    {"latency_thres", real_or_word, "500.0", warned, own_judge},
    {"warmup_thres", real_or_word, "0.05", warned, own_judge},
    {"acc_warmup_thres", real_or_word, "0.05", warned, own_judge},
    {"stopping_thres", real_or_word, "0.05", warned, own_judge},
    {"acc_stopping_thres", real_or_word, "0.05", warned, own_judge},
    {"deadlock_warn_timeout", whole, "256", silent},
    {"include_queuing", whole, "1", only, "wafernet's latency begins when a message is created"},
    {"internal_speedup", real, "1.0", only, link_rate},
    {"input_speedup", whole, "1", only, link_rate},
    {"output_speedup", whole, "1", only, link_rate},
    {"router", word, "iq", only, "wafernet follows BookSim2's iq router"},
    {"output_buffer_size", whole, "-1", only, "wafernet's booksim presets have no output buffers"},
    {"noq", whole, "0", only, "wafernet's input ports have no queue an output"},
    {"vct", whole, "0", only, "wafernet switches flit by flit"},
    {"hold_switch_for_packet", whole, "0", only, "wafernet's switch is given flit by flit"},
    {"buf_size", whole, "-1", only, own_buffers},
    {"buffer_policy", word, "private", only, own_buffers},
    {"private_bufs", whole, "-1", only, own_buffers},
    {"private_buf_size", whole_or_word, "1", silent},
    {"private_buf_start_vc", whole_or_word, "-1", silent},
    {"private_buf_end_vc", whole_or_word, "-1", silent},
    {"max_held_slots", whole, "-1", silent},
    {"feedback_aging_scale", whole, "1", silent},
    {"feedback_offset", whole, "0", silent},
    {"wait_for_tail_credit", whole, "0", only, at_once},
    {"vc_busy_when_full", whole, "0", only, at_once},
    {"vc_prioritize_empty", whole, "0", only, "wafernet asks for all permitted virtual channels alike"},
    {"vc_priority_donation", whole, "0", only, "wafernet's messages have no priorities"},
    {"vc_shuffle_requests", whole, "0", only, "wafernet asks for all permitted virtual channels alike"},
    {"vc_allocator", word, "islip", only, islip},
    {"sw_allocator", word, "islip", only, islip},
    {"arb_type", word, "round_robin", only, "wafernet's arbiters are round robin"},
    {"alloc_iters", whole, "1", only, islip},
    {"priority", word, "none", only, "wafernet's messages have no priorities"},
    {"class_priority", whole_or_word, "0", only, one_class},
    {"classes", whole, "1", only, one_class},
    {"subnets", whole, "1", only, "wafernet has one network"},
    {"use_read_write", whole_or_word, "0", only, one_class},
    {"write_fraction", real_or_word, "0.5", silent},
    {"read_request_begin_vc", whole, "0", silent},
    {"read_request_end_vc", whole, "5", silent},
    {"write_request_begin_vc", whole, "2", silent},
    {"write_request_end_vc", whole, "7", silent},
    {"read_reply_begin_vc", whole, "8", silent},
    {"read_reply_end_vc", whole, "13", silent},
    {"write_reply_begin_vc", whole, "10", silent},
    {"write_reply_end_vc", whole, "15", silent},
    {"read_request_subnet", whole, "0", silent},
    {"read_reply_subnet", whole, "0", silent},
    {"write_request_subnet", whole, "0", silent},
    {"write_reply_subnet", whole, "0", silent},
    {"read_request_size", whole_or_word, "1", silent},
    {"write_request_size", whole_or_word, "1", silent},
    {"read_reply_size", whole_or_word, "1", silent},
    {"write_reply_size", whole_or_word, "1", silent},
    {"batch_size", whole, "1000", silent},
    {"batch_count", whole, "1", silent},
    {"max_outstanding_requests", whole, "0", only, open_loop},
    {"channel_file", word, "", only, whole_net},
    {"link_failures", whole, "0", only, whole_net},
    {"fail_seed", whole_or_word, "0", silent},
    {"in_ports", whole, "5", silent},
    {"out_ports", whole, "5", silent},
    {"measure_stats", whole_or_word, "1", silent},
    {"pair_stats", whole, "0", silent},
    {"print_activity", whole, "0", silent},
    {"print_csv_results", whole, "0", silent},
    {"viewer_trace", whole, "0", silent},
    {"watch_file", word, "", silent},
    {"watch_flits", word, "", silent},
    {"watch_packets", word, "", silent},
    {"watch_transactions", word, "", silent},
    {"watch_out", word, "", silent},
    {"stats_out", word, "", silent},
    {"injected_flits_out", word, "", silent},
    {"received_flits_out", word, "", silent},
    {"stored_flits_out", word, "", silent},
    {"sent_flits_out", word, "", silent},
    {"outstanding_credits_out", word, "", silent},
    {"ejected_flits_out", word, "", silent},
    {"active_packets_out", word, "", silent},
    {"used_credits_out", word, "", silent},
    {"free_credits_out", word, "", silent},
    {"max_credits_out", word, "", silent},
    {"sent_packets_out", word, "", silent},
    {"sim_power", whole, "0", only, no_power},
    {"power_output_file", word, "pwr_tmp", silent},
    {"tech_file", word, "", silent},
    {"channel_width", whole, "128", silent},
    {"channel_sweep", whole, "0", silent},
};

constexpr bool word_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_-/.+(){},").find(c) != std::string_view::npos;
}

// A number as BookSim2's scanner tells whole ones from others, or a word.
std::optional<std::variant<long long, double, std::string>> value_of(std::string_view text) {
    const char* const end = text.data() + text.size();
    long long whole_number = 0;
    if (const auto read = std::from_chars(text.data(), end, whole_number); read.ec == std::errc{} && read.ptr == end)
        return whole_number;
    const bool numeric = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || std::string_view(".eE+-").find(c) != std::string_view::npos;
    });
    double number = 0.0;
    if (const auto read = std::from_chars(text.data(), end, number);
        numeric && read.ec == std::errc{} && read.ptr == end && text.back() != '.')
        return number;
    if (text.front() >= '0' && text.front() <= '9') return std::nullopt;
    return std::string(text);
}

struct Reader {
    std::map<std::string, BooksimValue>& said;
    const std::vector<std::string>& ignored;
    std::vector<std::string>& unknown;  // complaints, and the keys
    std::vector<std::string>& unknown_keys;

    void assign(const std::string& key, std::string_view text, const std::string& place) const {
        const BooksimKey* known = nullptr;
        std::vector<std::string_view> names;
        for (const BooksimKey& k : keys) {
            names.push_back(k.name);
            if (k.name == key) known = &k;
        }
        if (std::find(ignored.begin(), ignored.end(), key) != ignored.end()) {
            said[key] = {std::string(text), std::string(text), place};
            return;
        }
        if (known == nullptr) {
            unknown.push_back(place + ": unknown key '" + key.substr(0, 60) + "'" + did_you_mean(key, names));
            unknown_keys.push_back(key.substr(0, 60));
            return;
        }
        const auto value = value_of(text);
        const auto takes = [&](BooksimType a, BooksimType b) { return known->type == a || known->type == b; };
        const bool fits =
            value && (std::holds_alternative<long long>(*value) ? takes(whole, whole_or_word)
                      : std::holds_alternative<double>(*value)  ? takes(real, real_or_word)
                                                                : known->type != whole && known->type != real);
        if (!fits) {
            constexpr std::string_view needs[] = {"a whole number such as 2", "a number with a point such as 1.0",
                                                  "a word", "a whole number such as 2",
                                                  "a number with a point such as 0.1"};
            throw InputError(place + ": " + key + " = " + std::string(text.substr(0, 60)) + ", BookSim2 takes " +
                             std::string(needs[static_cast<std::size_t>(known->type)]) + " there");
        }
        said[key] = {*value, std::string(text), place};
    }

    // Statements "key = value;" with // comments, over any number of lines.
    void read(const std::string& text, const std::string& file) const {
        std::size_t at = 0, line = 1;
        const auto place = [&] { return file + ":" + std::to_string(line); };
        const auto skip = [&] {
            while (at < text.size()) {
                if (text[at] == '\n') ++line;
                if (text.compare(at, 2, "//") == 0) {
                    while (at < text.size() && text[at] != '\n') ++at;
                } else if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
                    ++at;
                } else {
                    return;
                }
            }
        };
        const auto fail = [&](const std::string& need) {
            std::string found = at < text.size() ? std::string("'") + text[at] + "'" : "the end of the file";
            if (at < text.size() && (text[at] < ' ' || text[at] > '~')) found = "a byte that is no plain text";
            throw InputError(place() + ": found " + found + ", need " + need);
        };
        const auto next_word = [&](const char* need) {
            skip();
            const std::size_t from = at;
            while (at < text.size() && word_letter(text[at]) && text.compare(at, 2, "//") != 0) ++at;
            if (at == from) fail(need);
            return text.substr(from, at - from);
        };
        for (skip(); at < text.size(); skip()) {
            const std::string key = next_word("a key, as in num_vcs = 2;");
            const std::string where = place();
            skip();
            if (at >= text.size() || text[at] != '=') fail("'=' after " + key.substr(0, 60));
            ++at;
            const std::string value = next_word("a value, which BookSim2 writes without quotes");
            skip();
            if (at >= text.size() || text[at] != ';') fail("';' after the value of " + key.substr(0, 60));
            ++at;
            assign(key, value, where);
        }
    }
};

}  // namespace

std::span<const BooksimKey> booksim_keys() { return keys; }

std::map<std::string, BooksimValue> booksim_statements(const std::string& path,
                                                       const std::vector<std::string>& overrides,
                                                       const std::vector<std::string>& ignored) {
    std::map<std::string, BooksimValue> said;
    std::vector<std::string> unknown, keys_unknown;
    const Reader reader{said, ignored, unknown, keys_unknown};
    std::error_code error;
    const std::string stored = readable(path);
    if (!std::filesystem::is_regular_file(stored, error))
        throw InputError(path + ": no such file, need a configuration of BookSim2");
    if (std::filesystem::file_size(stored, error) > (1U << 24U))
        throw InputError(path + ": larger than 16 MiB, need a configuration of BookSim2");
    std::ifstream file = opened(stored, std::ios::binary);
    std::ostringstream text;
    if (!(text << file.rdbuf()) && file.peek() != std::ifstream::traits_type::eof())
        throw InputError(path + ": cannot be read");
    reader.read(text.str(), path);
    for (const std::string& word : overrides) {
        const std::size_t equals = word.find('=');
        const std::string place = "'" + word.substr(0, 60) + "'";
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size())
            throw InputError(place + ": need key=value");
        const std::string value = word.substr(equals + 1);
        if (!std::all_of(value.begin(), value.end(), word_letter))
            throw InputError(place + ": need a value of letters, digits and _-/.+(){}, alone");
        reader.assign(word.substr(0, equals), value, place);
    }
    if (!unknown.empty()) {
        std::string more, all;
        for (std::size_t i = 0; i < keys_unknown.size(); ++i) {
            if (i > 0) more += (i == 1 ? ", nor does it know " : ", ") + keys_unknown[i];
            all += (i == 0 ? "" : ",") + keys_unknown[i];
        }
        throw InputError(unknown.front() + ", BookSim2 stops there too" + more + "; --ignore " + all + " passes over");
    }
    return said;
}

}  // namespace wafernet::model
