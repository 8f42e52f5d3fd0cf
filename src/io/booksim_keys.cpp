// Keys, types and defaults as in BookSim2's booksim_config.cpp; the grammar as in its config.l and config.y.
#include "booksim_keys.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/input_file.hpp"
#include "base/number_in.hpp"
#include "base/text.hpp"
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

struct Keys {
    BooksimType type;
    BooksimUse use;
    std::string_view all;  // each with its default
    std::string_view why{};
};
constexpr Keys groups[] = {
    {word, mapped, "topology=torus network_file= routing_function=none traffic=uniform sim_type=latency"},
    {whole, mapped,
     "k=8 n=2 c=1 use_noc_latency=1 num_vcs=16 vc_buf_size=8 routing_delay=1 credit_delay=0 speculative=0 "
     "injection_rate_uses_flits=0 warmup_periods=3 sample_period=1000 max_samples=10 sim_count=1"},
    {real_or_word, mapped, "injection_rate=0.1"},
    {whole_or_word, mapped, "packet_size=1 packet_size_rate=1"},
    {whole, only, "vc_alloc_delay=1 sw_alloc_delay=1 st_prepare_delay=0 st_final_delay=1 output_delay=0", two_cycles},
    {whole, only, "spec_check_elig=1 spec_check_cred=1 spec_mask_by_reqs=0",
     "wafernet's speculation checks what BookSim2's does by default"},
    {word, only, "spec_sw_allocator=prio", "wafernet's speculation goes with its switch allocator"},
    {word, only, "injection_process=bernoulli", "wafernet's sources draw every cycle by itself"},
    {whole, only, "include_queuing=1", "wafernet's latency begins when a message is created"},
    {real, only, "internal_speedup=1.0", link_rate},
    {whole, only, "input_speedup=1 output_speedup=1", link_rate},
    {word, only, "router=iq", "wafernet follows BookSim2's iq router"},
    {whole, only, "output_buffer_size=-1", "wafernet's booksim presets have no output buffers"},
    {whole, only, "noq=0", "wafernet's input ports have no queue an output"},
    {whole, only, "vct=0", "wafernet switches flit by flit"},
    {whole, only, "hold_switch_for_packet=0", "wafernet's switch is given flit by flit"},
    {whole, only, "buf_size=-1 private_bufs=-1", own_buffers},
    {word, only, "buffer_policy=private", own_buffers},
    {whole, only, "wait_for_tail_credit=0 vc_busy_when_full=0", at_once},
    {whole, only, "vc_prioritize_empty=0 vc_shuffle_requests=0",
     "wafernet asks for all permitted virtual channels alike"},
    {whole, only, "vc_priority_donation=0", "wafernet's messages have no priorities"},
    {word, only, "vc_allocator=islip sw_allocator=islip", islip},
    {word, only, "arb_type=round_robin", "wafernet's arbiters are round robin"},
    {whole, only, "alloc_iters=1", islip},
    {word, only, "priority=none", "wafernet's messages have no priorities"},
    {whole_or_word, only, "class_priority=0 use_read_write=0", one_class},
    {whole, only, "classes=1", one_class},
    {whole, only, "subnets=1", "wafernet has one network"},
    {whole, only, "max_outstanding_requests=0", open_loop},
    {word, only, "channel_file=", whole_net},
    {whole, only, "link_failures=0", whole_net},
    {whole, only, "sim_power=0", no_power},
    {whole_or_word, warned, "seed=0", random_numbers},
    {real_or_word, warned,
     "latency_thres=500.0 warmup_thres=0.05 acc_warmup_thres=0.05 stopping_thres=0.05 acc_stopping_thres=0.05",
     own_judge},
    {whole, silent,
     "x=8 y=8 xr=1 yr=1 deadlock_warn_timeout=256 max_held_slots=-1 feedback_aging_scale=1 feedback_offset=0 "
     "read_request_begin_vc=0 read_request_end_vc=5 write_request_begin_vc=2 write_request_end_vc=7 "
     "read_reply_begin_vc=8 read_reply_end_vc=13 write_reply_begin_vc=10 write_reply_end_vc=15 "
     "read_request_subnet=0 read_reply_subnet=0 write_request_subnet=0 write_reply_subnet=0 batch_size=1000 "
     "batch_count=1 in_ports=5 out_ports=5 pair_stats=0 print_activity=0 print_csv_results=0 viewer_trace=0 "
     "channel_width=128 channel_sweep=0"},
    {real, silent, "burst_alpha=0.5 burst_beta=0.5 burst_r1=-1.0"},
    {whole_or_word, silent,
     "perm_seed=0 private_buf_size=1 private_buf_start_vc=-1 private_buf_end_vc=-1 read_request_size=1 "
     "write_request_size=1 read_reply_size=1 write_reply_size=1 fail_seed=0 measure_stats=1"},
    {real_or_word, silent, "write_fraction=0.5"},
    {word, silent,
     "watch_file= watch_flits= watch_packets= watch_transactions= watch_out= stats_out= injected_flits_out= "
     "received_flits_out= stored_flits_out= sent_flits_out= outstanding_credits_out= ejected_flits_out= "
     "active_packets_out= used_credits_out= free_credits_out= max_credits_out= sent_packets_out= "
     "power_output_file=pwr_tmp tech_file="}};

constexpr bool word_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_-/.+(){},").find(c) != std::string_view::npos;
}

// A number as BookSim2's scanner tells whole ones from others, or a word.
std::optional<std::variant<long long, double, std::string>> value_of(std::string_view text) {
    if (const auto whole_number = number_in<long long>(text)) return *whole_number;
    const bool numeric = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || std::string_view(".eE+-").find(c) != std::string_view::npos;
    });
    if (const auto number = number_in<double>(text); numeric && number && text.back() != '.') return *number;
    if (text.front() >= '0' && text.front() <= '9') return std::nullopt;
    return std::string(text);
}

struct Reader {
    std::map<std::string, BooksimValue>& said;
    const std::vector<std::string>& ignored;

    void assign(const std::string& key, std::string_view text, const std::string& place) const {
        const auto known = std::ranges::find(booksim_keys(), key, &BooksimKey::name);
        if (known == booksim_keys().end() || std::ranges::find(ignored, key) != ignored.end()) {
            said[key] = {std::string(text), std::string(text), place};
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

const std::vector<BooksimKey>& booksim_keys() {
    static const std::vector<BooksimKey> all = [] {
        std::vector<BooksimKey> keys;
        for (const Keys& group : groups) {
            for (const std::string_view key : split(group.all, ' ')) {
                const std::size_t equals = key.find('=');
                keys.push_back({key.substr(0, equals), group.type, key.substr(equals + 1), group.use, group.why});
            }
        }
        return keys;
    }();
    return all;
}

std::map<std::string, BooksimValue> booksim_statements(const std::string& path,
                                                       const std::vector<std::string>& overrides,
                                                       const std::vector<std::string>& ignored) {
    std::map<std::string, BooksimValue> said;
    const Reader reader{said, ignored};
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
    return said;
}

}  // namespace wafernet::model
