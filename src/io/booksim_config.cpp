// BookSim2's keys as options of this program. The mapping was held against runs of BookSim2 (commit 28f43299).
#include "wafernet/io/booksim_config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.hpp"
#include "booksim_keys.hpp"
#include "wafernet/base/error.hpp"
#include "wafernet/core/synonyms.hpp"

namespace wafernet {

namespace {

using model::BooksimUse;
using model::BooksimValue;

class Mapping {
public:
    Mapping(std::string path, std::map<std::string, BooksimValue> said)
        : path_(std::move(path)), said_(std::move(said)) {}

    BooksimCase made() {
        refuse_what_differs();
        topology();
        router();
        traffic();
        sampling();
        return std::move(out_);
    }

private:
    [[nodiscard]] static std::string_view fallback(std::string_view key) {
        for (const model::BooksimKey& k : model::booksim_keys()) {
            if (k.name == key) return k.fallback;
        }
        return {};
    }
    [[nodiscard]] bool given(const std::string& key) const { return said_.contains(key); }
    [[nodiscard]] std::string text(const std::string& key) const {
        return given(key) ? said_.at(key).text : std::string(fallback(key));
    }
    [[nodiscard]] long long whole(const std::string& key) const {
        if (given(key) && std::holds_alternative<long long>(said_.at(key).value))
            return std::get<long long>(said_.at(key).value);
        if (given(key)) fail(key, "need one whole number");
        return std::stoll(std::string(fallback(key)));
    }
    [[nodiscard]] std::string place(const std::string& key) const { return given(key) ? said_.at(key).place : path_; }
    [[noreturn]] void fail(const std::string& key, const std::string& why) const {
        throw InputError(place(key) + ": " + key + " = " + text(key) + (given(key) ? "" : " (BookSim2's default)") +
                         " cannot be honoured, " + why);
    }
    [[nodiscard]] long long range(const std::string& key, long long least, long long most) const {
        const long long value = whole(key);
        if (value < least || value > most) fail(key, fmt::format("need a number from {} to {}", least, most));
        return value;
    }

    void option(const std::string& name, const std::string& value) { out_.options.emplace_back(name, value); }
    void say(const std::string& key, const std::string& what) {
        out_.said.push_back(key + " = " + text(key) + ": " + what);
    }

    // All at once, with the option that passes over them; the first in the file is told why.
    void refuse_what_differs() {
        std::vector<std::string_view> names;
        for (const model::BooksimKey& k : model::booksim_keys()) names.push_back(k.name);
        std::vector<std::array<std::string, 3>> refused;  // where, the key, what is wrong
        for (const auto& [key, value] : said_) {
            if (std::ranges::find(names, key) == names.end())
                refused.push_back({value.place, key.substr(0, 60),
                                   "unknown key '" + key.substr(0, 60) + "'" + did_you_mean(key, names) +
                                       ", BookSim2 stops there too"});
        }
        for (const model::BooksimKey& k : model::booksim_keys()) {
            const std::string key(k.name);
            if (!given(key)) continue;
            const BooksimValue& value = said_.at(key);
            bool same = value.text == k.fallback;
            if (const auto* number = std::get_if<double>(&value.value))
                same = *number == std::stod(std::string(k.fallback));
            if (key == "output_buffer_size" || key == "buf_size" || key == "private_bufs")
                same = std::holds_alternative<long long>(value.value) && std::get<long long>(value.value) < 0;
            if (same) continue;
            if (k.use == BooksimUse::only)
                refused.push_back(
                    {place(key), key, key + " = " + text(key) + " cannot be honoured, " + std::string(k.why)});
            if (k.use == BooksimUse::warned)
                out_.unheeded.push_back(key + " = " + value.text + ": " + std::string(k.why));
            const bool tiles = key == "x" || key == "y" || key == "xr" || key == "yr";
            if (tiles && text("topology") != "cmesh" && text("topology") != "flatfly")
                out_.unheeded.push_back(key + " = " + value.text + ": BookSim2 reads it for other topologies only");
        }
        if (refused.empty()) return;
        std::ranges::sort(refused, {}, [](const auto& one) { return std::pair(one[0].size(), one); });  // :9 before :10
        std::string more, all;
        for (const auto& [where, key, what] : refused) {
            more += all.empty() ? "" : (more.empty() ? ", nor can " : ", ") + key;
            all += (all.empty() ? "" : ",") + key;
        }
        throw InputError(refused[0][0] + ": " + refused[0][2] + more + "; --ignore " + all + " passes over");
    }

    void grid(const std::string& kind) {
        const long long k = range("k", 2, 100000), n = range("n", 1, 8);
        if (whole("c") != 1) fail("c", "BookSim2's " + kind + " has one node a router");
        out_.network = kind + ":";
        for (long long i = 0; i < n; ++i) out_.network += (i == 0 ? "" : "x") + std::to_string(k);
        out_.said.push_back(fmt::format("topology = {}, k = {}, n = {}: {}", kind, k, n, out_.network));
        if (kind == "torus") {
            option("ties", "split");
            option("vc-rule", "booksim");
        }
        if (kind == "torus" && whole("use_noc_latency") == 1) {
            option("link-cycles", "2");
            say("use_noc_latency", "--link-cycles 2");
        }
    }

    void from_file() {
        if (!given("network_file"))
            throw InputError(place("topology") +
                             ": topology = anynet without network_file, need the file of its routers");
        namespace fs = std::filesystem;
        std::string file = text("network_file");
        const fs::path beside = fs::path(path_).parent_path() / file;
        std::error_code none;
        if (!fs::exists(file, none) && fs::exists(beside, none)) file = beside.string();
        out_.network = "file:" + file;
        say("network_file", "network " + out_.network);
    }

    // A network of src/families/booksim: its word, and the routings that BookSim2 and wafernet both have.
    struct Routing {
        std::string_view booksim, here;
        std::string_view vcs{};  ///< "even": half for either order of the axes; "two": BookSim2 uses two of them
    };
    void as_booksim(const std::string& kind, const std::string& word, std::initializer_list<Routing> routings) {
        out_.network = word;
        out_.said.push_back("topology = " + kind + ": network " + word);
        const std::string routing = text("routing_function");
        std::string all;
        for (const Routing& r : routings) {
            all += (all.empty() ? "" : ", ") + std::string(r.booksim);
            if (r.booksim != routing) continue;
            here_ = r.here;
            if (r.vcs == "even" && range("num_vcs", 2, 64) % 2 != 0)
                fail("num_vcs", "each order of the axes has half of them, need an even number");
            if (r.vcs == "two") {
                (void)range("num_vcs", 2, 64);
                option("extra-vcs", "unused");
            }
            return;
        }
        fail("routing_function", "of the routings of BookSim2's " + kind + " wafernet has " + all);
    }
    [[nodiscard]] std::string noc() const { return whole("use_noc_latency") == 1 ? ",1" : ""; }
    void same(const std::string& key, long long value, const std::string& kind) const {
        if (whole(key) != value) fail(key, "BookSim2's " + kind + fmt::format(" needs {}", value));
    }

    void concentrated(const std::string& kind) {
        if (whole("x") != whole("y")) fail("y", "BookSim2 takes no other number than x");
        if (whole("xr") != whole("yr")) fail("yr", "BookSim2 takes no other number than xr");
        if (whole("c") != whole("xr") * whole("yr")) fail("c", "BookSim2 needs xr times yr");
        if (kind == "cmesh") {
            same("n", 2, kind);
            same("c", 4, kind);
            const long long k = range("k", 4, 1000);
            if (k % 2 != 0) fail("k", "need an even number: a link along a rim passes half of its routers");
            as_booksim(kind, fmt::format("booksim-cmesh:{}{}", k, noc()),
                       {{"dor", "dor"}, {"dor_no_express", "dor-no-express"}, {"xy_yx_no_express", "xy-yx", "even"}});
        } else {
            const long long k = range("k", 2, 1000);
            same("x", k, kind);
            (void)range("xr", 1, 3);
            as_booksim(kind, fmt::format("booksim-flatfly:{},{},{}{}", k, range("n", 1, 4), whole("xr"), noc()),
                       {{"ran_min", "dor"}, {"xyyx", "xy-yx", "even"}});
        }
    }

    void topology() {
        const std::string kind = text("topology");
        if (const long long latency = whole("use_noc_latency"); latency != 0 && latency != 1)
            fail("use_noc_latency", "need 0 or 1");
        const std::string routing = text("routing_function");
        here_ = routing_of_booksim(routing);
        if (routing == "none")
            throw InputError(place("routing_function") +
                             ": routing_function is 'none' where it is not said, and BookSim2 stops there too, need "
                             "one such as dim_order");
        if (kind == "mesh" || kind == "torus") {
            grid(kind);
            if (routing == "min_adapt" && kind == "torus")
                fail("routing_function",
                     "BookSim2's takes only the fourth virtual channel for its adaptive hops there");
            if (routing == "min_adapt") {
                (void)range("num_vcs", 2, 64);
                here_ = "dor";
                option("vc-rule", "booksim-min-adapt");
                // OutputSet orders its ranges by their priority alone and keeps the first of each.
                out_.said.push_back(
                    "routing_function = min_adapt: BookSim2 keeps one way of each priority, the one along the first "
                    "axis, so --routing dor --vc-rule booksim-min-adapt; the routing it means is min-adapt");
            } else if (routing != "dim_order" && (routing != "dor" || kind == "torus")) {
                fail("routing_function", "of the routings of BookSim2's " + kind + " wafernet has dim_order" +
                                             (kind == "mesh" ? " and min_adapt" : ""));
            }
        } else if (kind == "anynet") {
            from_file();
            if (routing != "min") fail("routing_function", "BookSim2's anynet has min");
            option("spread", "none");
            option("route-by", "latency");
        } else if (kind == "cmesh" || kind == "flatfly") {
            concentrated(kind);
        } else if (kind == "fattree") {
            as_booksim(kind, fmt::format("booksim-fattree:{},{}", range("k", 2, 1000), range("n", 2, 20)),
                       {{"nca", "up-down"}});
        } else if (kind == "dragonflynew") {
            same("n", 1, kind);
            as_booksim(kind, fmt::format("booksim-dragonfly:{}", range("k", 1, 40)), {{"min", "minimal", "two"}});
        } else if (kind == "qtree" || kind == "tree4") {
            same("k", 4, kind);
            same("n", 3, kind);
            as_booksim(kind, "booksim-" + kind, {{"nca", "up-down"}});
        } else if (kind == "fly") {
            as_booksim(kind, fmt::format("butterfly:{},{}", range("k", 2, 1000), range("n", 1, 20)),
                       {{"dest_tag", "destination-tag"}});
        } else {
            fail("topology",
                 "wafernet takes BookSim2's mesh, torus, cmesh, flatfly, fattree, fly, qtree, tree4, dragonflynew and "
                 "anynet");
        }
        option("routing", here_);
        say("routing_function", "--routing " + here_);
    }

    void router() {
        option("preset", "booksim-min");
        // With two cycles of routing latency near saturation is 5 % below BookSim2's, so that is left out.
        const long long routing = range("routing_delay", 0, 1), credit = range("credit_delay", 0, 100),
                        speculative = range("speculative", 0, 1);
        option("vcs", std::to_string(range("num_vcs", 1, 64)));
        option("buffer", std::to_string(range("vc_buf_size", 1, 65535)));
        option("routing-cycles", std::to_string(routing));
        option("allocation-cycles", speculative == 1 ? "0" : "1");
        option("credit-cycles", std::to_string(1 + credit));
        out_.said.push_back(
            fmt::format("num_vcs = {}, vc_buf_size = {}: --vcs, --buffer", text("num_vcs"), text("vc_buf_size")));
        out_.said.push_back(
            fmt::format("routing_delay = {}, speculative = {}, credit_delay = {}: --preset booksim-min, "
                        "--routing-cycles {}, --allocation-cycles {}, --credit-cycles {}",
                        routing, speculative, credit, routing, speculative == 1 ? 0 : 1, 1 + credit));
    }

    // "3" or, of one class, "{3}": its numbers. "{{1,5}}": several of the one class.
    [[nodiscard]] std::vector<long long> numbers(const std::string& key) const {
        std::string list = text(key);
        const auto bare = [&] { return list.size() >= 2 && list.front() == '{' && list.back() == '}'; };
        int depth = 0;
        for (; bare(); ++depth) list = list.substr(1, list.size() - 2);
        std::vector<long long> all;
        for (const std::string_view word : split(list, ',')) {
            long long number = 0;
            const bool digits = !word.empty() && word.size() < 8 &&
                                std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
            if (!digits) fail(key, "need whole numbers, as 4 or {{1,5}}");
            number = std::stoll(std::string(word));
            all.push_back(number);
        }
        if (depth > 2 || (depth == 1 && all.size() > 1))
            fail(key, "it is for several classes of messages, wafernet has one; sizes of one class are {{1,5}}");
        return all;
    }

    void lengths() {
        const std::vector<long long> sizes = numbers("packet_size");
        std::vector<long long> rates = numbers("packet_size_rate");
        if (rates.size() == 1) rates.assign(sizes.size(), 1);
        if (rates.size() != sizes.size())
            fail("packet_size_rate", fmt::format("there are {} sizes of packets", sizes.size()));
        double sum = 0.0;
        std::string flits;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] < 1 || sizes[i] > 1000000) fail("packet_size", "need sizes from 1 to 1000000");
            if (rates[i] < 1) fail("packet_size_rate", "need rates of 1 or more");
            sum += static_cast<double>(rates[i]);
            mean_flits_ += static_cast<double>(sizes[i] * rates[i]);
            flits += (i == 0 ? "" : ",") + std::to_string(sizes[i]) +
                     (sizes.size() > 1 ? ":" + std::to_string(rates[i]) : "");
        }
        mean_flits_ /= sum;
        option("flits", flits);
        say("packet_size", "--flits " + flits);
    }

    void traffic() {
        lengths();
        std::string pattern = text("traffic");
        if (pattern.size() > 2 && pattern.front() == '{' && pattern.back() == '}')
            pattern = pattern.substr(1, pattern.size() - 2);
        constexpr std::string_view known[] = {"uniform", "bitcomp", "bitrev",  "transpose",
                                              "shuffle", "tornado", "neighbor"};
        if (std::find(std::begin(known), std::end(known), pattern) == std::end(known)) {
            if (pattern.starts_with("hotspot("))
                fail("traffic",
                     "wafernet's hotspot is another, --traffic file:RATES.csv takes the rates of all traffic to the "
                     "named nodes");
            if (pattern.find(',') != std::string::npos)
                fail("traffic", "it is for several classes of messages, wafernet has one");
            const std::string hint = traffic_elsewhere(pattern);
            fail("traffic",
                 hint.empty()
                     ? "wafernet has BookSim2's uniform, bitcomp, bitrev, transpose, shuffle, tornado and neighbor"
                     : hint.substr(2, hint.size() - 3));
        }
        option("traffic", std::string(traffic_of_booksim(pattern)));
        const bool flits = range("injection_rate_uses_flits", 0, 1) == 1;
        std::string rate = text("injection_rate");
        if (rate.size() > 2 && rate.front() == '{' && rate.back() == '}') rate = rate.substr(1, rate.size() - 2);
        double load = -1.0;
        try {
            std::size_t read = 0;
            load = std::stod(rate, &read);
            if (read != rate.size()) load = -1.0;
        } catch (const std::logic_error&) {
        }
        if (!(load >= 0.0) || !std::isfinite(load)) fail("injection_rate", "need one number of 0 or more");
        if (!flits) load *= mean_flits_;
        const std::string loads = fmt::format("{:.12g}", load);
        option("loads", loads);
        say("traffic", "--traffic " + std::string(traffic_of_booksim(pattern)) +
                           ", which nodes send to themselves as well (--include-self)");
        say("injection_rate", fmt::format("--loads {} flits per node and cycle", loads));
    }

    void sampling() {
        const std::string type = text("sim_type");
        if (type != "latency" && type != "throughput") fail("sim_type", "wafernet measures latency and throughput");
        const long long warmup = range("warmup_periods", 0, 1000000), period = range("sample_period", 1, 10000000),
                        most = range("max_samples", 1, 1000000);
        if (whole("sim_count") > 1)
            out_.unheeded.push_back("sim_count = " + text("sim_count") + ": one run here, --seeds asks for more");
        const long long cycles = std::max(1LL, most - warmup) * period;
        if (warmup * period > 1000000000 || cycles > 1000000000)
            fail("sample_period", "wafernet runs for at most 1000000000 cycles");
        option("warmup", std::to_string(warmup * period));
        option("cycles", std::to_string(cycles));
        out_.said.push_back(
            fmt::format("sample_period = {}, warmup_periods = {}, max_samples = {}: --warmup {} --cycles {}", period,
                        warmup, most, warmup * period, cycles));
    }

    std::string path_;
    std::map<std::string, BooksimValue> said_;
    BooksimCase out_;
    std::string here_;  ///< the routing's name
    double mean_flits_ = 0.0;
};

}  // namespace

BooksimCase read_booksim_config(const std::string& path, const std::vector<std::string>& overrides,
                                const std::vector<std::string>& ignored) {
    std::vector<std::string> ignore;  // "a,b" is two
    for (const std::string& keys : ignored) {
        for (const std::string_view key : split(keys, ',')) ignore.emplace_back(key);
    }
    std::map<std::string, BooksimValue> said = model::booksim_statements(path, overrides, ignore);
    BooksimCase result;
    std::vector<std::string> unheeded;
    for (const std::string& key : ignore) {
        const auto found = said.find(key);
        std::vector<std::string_view> names;
        for (const model::BooksimKey& k : model::booksim_keys()) names.push_back(k.name);
        if (found == said.end() && std::find(names.begin(), names.end(), key) == names.end())
            throw InputError("--ignore '" + key.substr(0, 60) + "'" + did_you_mean(key, names) +
                             ", must be a key of the configuration or of BookSim2");
        if (found == said.end()) continue;
        unheeded.push_back(key + " = " + found->second.text + ": ignored");
        said.erase(found);
    }
    result = Mapping(path, std::move(said)).made();
    result.unheeded.insert(result.unheeded.begin(), unheeded.begin(), unheeded.end());
    return result;
}

}  // namespace wafernet
