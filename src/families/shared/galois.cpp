#include "shared/galois.hpp"

namespace wafernet {

std::optional<PrimePower> prime_power(std::uint64_t q) {
    if (q < 2) return {};
    std::uint64_t p = 2;
    while (p * p <= q && q % p != 0) ++p;
    if (q % p != 0) p = q;
    PrimePower result{p, 0};
    for (; q % p == 0; q /= p) ++result.m;
    if (q != 1) return {};
    return result;
}

std::string nearest_prime_powers(std::uint64_t q, bool (*fits)(std::uint64_t)) {
    std::string text;
    for (std::uint64_t below = q; below-- > 2;) {
        if (!prime_power(below) || !fits(below)) continue;
        text = std::to_string(below) + " or ";
        break;
    }
    std::uint64_t above = q + 1;
    while (!prime_power(above) || !fits(above)) ++above;
    return text + std::to_string(above);
}

namespace {

// The powers of a step in GF(q)'s multiplicative group; none where they are not q - 1 that return to 1.
template <class Step> std::vector<std::uint32_t> powers(std::uint32_t q, const Step& step) {
    std::vector<std::uint32_t> all{1};
    for (std::uint32_t x = step(1); x > 1 && all.size() < q - 1; x = step(x)) all.push_back(x);
    if (all.size() != q - 1 || step(all.back()) != 1) all.clear();
    return all;
}

}  // namespace

GaloisField::GaloisField(std::uint32_t q) : q_(q), p_(static_cast<std::uint32_t>(prime_power(q).value().p)) {
    if (p_ == q) {
        for (std::uint32_t g = 1; power_.size() != q - 1; ++g) {
            power_ = powers(q, [&](std::uint32_t x) { return static_cast<std::uint32_t>(std::uint64_t{x} * g % q); });
        }
    } else {
        // A polynomial x^m = c(x) for which x itself generates all elements but 0.
        const std::uint32_t top = q / p_;
        for (std::uint32_t c = 1; power_.size() != q - 1; ++c) {
            power_ = powers(q, [&](std::uint32_t a) {
                std::uint32_t shifted = a % top * p_;
                for (std::uint32_t carry = a / top; carry > 0; --carry) shifted = add(shifted, c);
                return shifted;
            });
        }
    }
    log_.assign(q, 0);
    for (std::uint32_t i = 0; i < power_.size(); ++i) log_[power_[i]] = i;
}

std::uint32_t GaloisField::add(std::uint32_t a, std::uint32_t b) const {
    if (p_ == q_) return static_cast<std::uint32_t>((std::uint64_t{a} + b) % q_);
    std::uint32_t sum = 0;
    for (std::uint32_t place = 1; a > 0 || b > 0; place *= p_, a /= p_, b /= p_) sum += (a % p_ + b % p_) % p_ * place;
    return sum;
}

std::uint32_t GaloisField::negative(std::uint32_t a) const {
    std::uint32_t result = 0;
    for (std::uint32_t place = 1; a > 0; place *= p_, a /= p_) result += (p_ - a % p_) % p_ * place;
    return result;
}

}  // namespace wafernet
