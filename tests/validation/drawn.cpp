// Cases that were drawn and simulated once: fields are read from the right, a network word may hold commas.
#include "drawn.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/input_file.hpp"
#include "values.hpp"
#include "wafernet/base/error.hpp"

namespace wafernet::cli {

namespace {

constexpr std::string_view header =
    "network,preset,vcs,buffer,flits,link,traffic,routing,saturation,load1,latency1,load2,latency2,load3,latency3,half";

class Fields {
public:
    Fields(std::string line, std::string place) : rest_(std::move(line)), place_(std::move(place)) {}

    std::string text() {
        const std::size_t comma = rest_.rfind(',');
        if (comma == std::string::npos)
            throw InputError(place_ + ": too few fields, need one for each of the header's");
        std::string field = rest_.substr(comma + 1);
        rest_.resize(comma);
        return field;
    }
    double positive(const char* name) {
        const std::string field = text();
        const double x = real_number(field, place_ + ": " + name);
        if (!(x > 0.0)) throw InputError(place_ + ": " + name + " is " + one_line(field) + ", need a number above 0");
        return x;
    }
    std::uint64_t number(const char* name) { return whole_number(text(), place_ + ": " + name); }
    // What is left, without the quotes around it.
    [[nodiscard]] std::string first() const {
        if (rest_.size() >= 2 && rest_.front() == '"' && rest_.back() == '"') return rest_.substr(1, rest_.size() - 2);
        return rest_;
    }

private:
    std::string rest_, place_;
};

ValidationCase read_case(const std::string& line, const std::string& place) {
    Fields fields(line, place);
    ValidationCase c;
    const std::string half = fields.text();
    if (half != "derive" && half != "report")
        throw InputError(place + ": half is '" + one_line(half) + "', need derive or report");
    c.derives = half == "derive";
    KeptCurve& kept = c.kept;
    for (const char* point : {"3", "2", "1"}) {
        const double latency = fields.positive((std::string("latency") + point).c_str());
        kept.points.emplace_back(fields.positive((std::string("load") + point).c_str()), latency);
    }
    std::reverse(kept.points.begin(), kept.points.end());
    kept.saturation = fields.positive("saturation");
    c.choice.routing = fields.text();  // empty: the network's own
    c.choice.traffic = fields.text();
    c.choice.link_cycles = fields.number("link");
    c.choice.flits = fields.number("flits");
    c.choice.buffer = fields.number("buffer");
    c.choice.vcs = fields.number("vcs");
    c.choice.preset = fields.text();
    c.network = fields.first();
    return c;
}

}  // namespace

std::vector<ValidationCase> drawn_cases(const std::string& file) {
    if (std::filesystem::is_directory(file)) throw InputError(file + " is a directory, need a file of drawn cases");
    std::ifstream in = opened(file);
    if (!in) throw InputError(file + " cannot be read, need a file of drawn cases");
    std::vector<ValidationCase> cases;
    bool begun = false;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        const std::string place = file + ":" + std::to_string(++number);
        if (line.empty() || line.front() == '#') continue;
        if (begun) cases.push_back(read_case(line, place));
        else if (line != header)
            throw InputError(place + ": not a file of drawn cases, need the header " +
                             std::string(header.substr(0, 40)) + "..");
        begun = true;
    }
    if (cases.empty()) throw InputError(file + " holds no drawn case, need one at least");
    return cases;
}

}  // namespace wafernet::cli
