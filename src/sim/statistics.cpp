#include "sim/statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "wafernet/sim/load_curve.hpp"

namespace wafernet {

namespace sim {

namespace {

constexpr std::uint64_t exact = 16384;  // 2^14
constexpr std::uint64_t steps = 128;    // bins an octave beyond
constexpr std::size_t most_groups = 64;

std::size_t bin_of(std::uint64_t value) {
    if (value < exact) return value;
    const auto octave = static_cast<int>(std::bit_width(value)) - 1;  // >= 14
    const std::uint64_t within = (value >> (octave - 7)) - steps;
    return exact + (static_cast<std::uint64_t>(octave) - 14) * steps + within;
}

// The least value of a bin, and how many it has, a power of two.
struct BinRange {
    std::uint64_t from, values;
};
BinRange range_of(std::size_t bin) {
    if (bin < exact) return {bin, 1};
    const std::uint64_t values = std::uint64_t{1} << ((bin - exact) / steps + 7);
    return {(steps + (bin - exact) % steps) * values, values};
}

double value_of(std::size_t bin) {
    const BinRange r = range_of(bin);
    return static_cast<double>(r.from) + (r.values == 1 ? 0.0 : static_cast<double>(r.values) / 2.0);
}

double student(std::size_t degrees) {
    constexpr double table[] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                2.201, 2.179,  2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080,
                                2.074, 2.069,  2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (degrees < std::size(table)) return table[degrees];
    return 1.96 + 2.5 / static_cast<double>(degrees);
}

}  // namespace

void LatencySample::add(std::uint64_t cycles) {
    const std::size_t bin = bin_of(cycles);
    if (bin >= histogram_.size()) histogram_.resize(bin + 1);
    ++histogram_[bin];
    if (count_ == 0 || cycles < minimum_) minimum_ = cycles;
    if (count_ == 0 || cycles > maximum_) maximum_ = cycles;
    ++count_;
    sum_ += cycles;
    squares_ += Wide{cycles} * cycles;
    group_sum_ += static_cast<double>(cycles);
    if (++in_group_ < group_size_) return;
    sums_.push_back(group_sum_);
    group_sum_ = 0.0;
    in_group_ = 0;
    if (sums_.size() < most_groups) return;
    for (std::size_t i = 0; i < most_groups / 2; ++i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
    sums_.resize(most_groups / 2);
    group_size_ *= 2;
}

void LatencySample::add(const LatencySample& run) {
    if (run.count_ == 0) return;
    if (run.histogram_.size() > histogram_.size()) histogram_.resize(run.histogram_.size());
    for (std::size_t bin = 0; bin < run.histogram_.size(); ++bin) histogram_[bin] += run.histogram_[bin];
    minimum_ = count_ == 0 ? run.minimum_ : std::min(minimum_, run.minimum_);
    maximum_ = std::max(maximum_, run.maximum_);
    count_ += run.count_;
    sum_ += run.sum_;
    squares_ += run.squares_;
    sums_.clear();
}

std::vector<double> LatencySample::group_means() const {
    std::vector<double> means(sums_);
    for (double& m : means) m /= static_cast<double>(group_size_);
    return means;
}

// The middle of its bin, which may be beyond the greatest value there is.
double LatencySample::quantile(double share) const {
    const double rank = share * static_cast<double>(count_);
    std::uint64_t seen = 0;
    for (std::size_t bin = 0; bin < histogram_.size(); ++bin) {
        seen += histogram_[bin];
        if (static_cast<double>(seen) >= rank && histogram_[bin] > 0)
            return std::clamp(value_of(bin), static_cast<double>(minimum_), static_cast<double>(maximum_));
    }
    return static_cast<double>(maximum_);
}

std::optional<LatencySummary> LatencySample::summary() const {
    if (count_ == 0) return std::nullopt;
    LatencySummary out;
    out.mean = static_cast<double>(sum_) / static_cast<double>(count_);
    out.minimum = static_cast<double>(minimum_);
    out.maximum = static_cast<double>(maximum_);
    out.median = quantile(0.5);
    out.p95 = quantile(0.95);
    out.p99 = quantile(0.99);
    out.deviation = std::sqrt(static_cast<double>(count_ * squares_ - Wide{sum_} * sum_)) / static_cast<double>(count_);
    // Between 16 and 31 batches of the whole sample's order, made of 32 to 63 groups.
    const std::size_t per_batch = sums_.size() >= 32 ? 2 : 1;
    const std::size_t batches = sums_.size() / per_batch;
    if (batches >= 10 && group_size_ * per_batch >= 10) {
        std::vector<double> means;
        for (std::size_t b = 0; b < batches; ++b) {
            double sum = 0.0;
            for (std::size_t i = 0; i < per_batch; ++i) sum += sums_[b * per_batch + i];
            means.push_back(sum / static_cast<double>(group_size_ * per_batch));
        }
        out.ci95 = interval95(means);
    }
    return out;
}

std::vector<LatencyBin> LatencySample::histogram(std::size_t most) const {
    if (count_ == 0) return {};
    // Powers of two nest: no bin of the sample is in two of these.
    std::uint64_t width = range_of(bin_of(maximum_)).values;
    while (maximum_ / width - minimum_ / width >= most) width *= 2;
    std::vector<LatencyBin> bins;
    for (std::uint64_t from = minimum_ / width * width; from <= maximum_; from += width)
        bins.push_back({from, from + width - 1, 0});
    for (std::size_t bin = 0; bin < histogram_.size(); ++bin) {
        if (histogram_[bin] > 0) bins[range_of(bin).from / width - minimum_ / width].messages += histogram_[bin];
    }
    return bins;
}

}  // namespace sim

std::optional<double> interval95(std::span<const double> values) {
    if (values.size() < 2) return std::nullopt;
    const auto n = static_cast<double>(values.size());
    double mean = 0.0;
    for (const double v : values) mean += v;
    mean /= n;
    double squares = 0.0;
    for (const double v : values) squares += (v - mean) * (v - mean);
    return sim::student(values.size() - 1) * std::sqrt(squares / (n - 1.0) / n);
}

}  // namespace wafernet
