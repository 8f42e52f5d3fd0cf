#include "sim/backlog.hpp"

#include <cmath>

#include <boost/math/distributions/students_t.hpp>

namespace wafernet::sim {

void Backlogs::leaves(Node source, std::uint64_t cycle, bool last) {
    Source& s = sources_[source];
    if (cycle == s.since) {  // has not waited at all
        if (last) s.since = Source::idle;
        return;
    }
    ++s.left;
    if (!last) return;
    s.cycles += cycle - s.since;
    s.since = Source::idle;
}

void Backlogs::restart(std::uint64_t cycle, std::uint64_t batch_cycles) {
    for (Source& s : sources_) {
        const std::uint64_t since = s.since == Source::idle ? s.since : cycle;
        s = {};
        s.since = since;
    }
    begin_ = end_ = cycle;
    batch_cycles_ = batch_cycles;
    drift_ = drift_squared_ = 0.0;
    batches_ = 0;
}

void Backlogs::end_batches(std::uint64_t cycle, const std::vector<double>& rates) {
    while (begun() && end_ + batch_cycles_ <= cycle) end_batch(end_ + batch_cycles_, rates);
}

void Backlogs::end_batch(std::uint64_t cycle, const std::vector<double>& rates) {
    end_ = cycle;
    double drift = 0.0;
    for (Node v = 0; v < sources_.size(); ++v) {
        Source& s = sources_[v];
        if (s.since != Source::idle) {
            s.cycles += cycle - s.since;
            s.since = cycle;
        }
        if (s.cycles == 0) {
            s.left = 0;
            continue;
        }
        const auto cycles = static_cast<double>(s.cycles);
        const auto left = static_cast<double>(s.left);
        s.sum_cycles += cycles;
        s.sum_left += left;
        s.cycles_cycles += cycles * cycles;
        s.cycles_left += cycles * left;
        s.left_left += left * left;
        ++s.batches;
        s.cycles = s.left = 0;
        drift += rates[v] * cycles - left;
    }
    drift_ += drift;
    drift_squared_ += drift * drift;
    ++batches_;
}

Backlogs::Service Backlogs::service(Node source) const {
    const Source& s = sources_[source];
    Service out;
    if (s.batches < 2) return out;
    out.rate = s.sum_left / s.sum_cycles;
    const double residuals = s.left_left - 2.0 * out.rate * s.cycles_left + out.rate * out.rate * s.cycles_cycles;
    const double n = s.batches;
    out.error = std::sqrt(std::fmax(residuals, 0.0) * n / (n - 1.0)) / s.sum_cycles;
    out.freedom = s.batches - 1;
    out.waiting = end_ > begin_ ? s.sum_cycles / static_cast<double>(end_ - begin_) : 0.0;
    return out;
}

bool Backlogs::grow_together(double false_alarm) const {
    if (batches_ < 2) return false;
    const double n = batches_;
    const double mean = drift_ / n;
    const double variance = std::fmax(drift_squared_ / n - mean * mean, 0.0) * n / (n - 1.0);
    return mean > student_quantile(false_alarm, batches_ - 1) * std::sqrt(variance / n);
}

double student_quantile(double probability, int freedom) {
    return boost::math::quantile(
        boost::math::complement(boost::math::students_t_distribution<double>(freedom), probability));
}

}  // namespace wafernet::sim
