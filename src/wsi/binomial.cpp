// The only file that knows Boost.Math: binomial tails, gamma and normal quantiles.
#include "binomial.hpp"

#include <cmath>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss.hpp>

namespace wafernet {

double binomial_at_least(std::uint64_t needed, std::uint64_t total, double probability) {
    if (needed == 0) return 1.0;
    const boost::math::binomial_distribution<double> successes(static_cast<double>(total), probability);
    return boost::math::cdf(boost::math::complement(successes, static_cast<double>(needed - 1)));
}

double normal_quantile(double confidence) {
    return boost::math::quantile(boost::math::normal_distribution<double>(), 0.5 + confidence / 2.0);
}

double gamma_factor(double alpha, double u) {
    return boost::math::quantile(boost::math::gamma_distribution<double>(alpha, 1.0 / alpha), u);
}

std::vector<GammaNode> gamma_nodes(double alpha) {
    // The density of g is alpha^alpha g^(alpha-1) e^(-alpha g) / Gamma(alpha). With alpha < 1 it has a pole at 0, which
    // g = v^(1/alpha) removes; otherwise v = g. Gauss-Legendre panels, finer towards 0 where a yield falls steeply at
    // high density, up to where the tail is below 1e-16.
    const boost::math::gamma_distribution<double> density(alpha, 1.0 / alpha);
    const bool pole = alpha < 1.0;
    const double last = boost::math::quantile(boost::math::complement(density, 1e-16));
    const double end = pole ? std::pow(last, alpha) : last;
    using Rule = boost::math::quadrature::gauss<double, 7>;
    constexpr int panels = 8;
    std::vector<GammaNode> nodes;
    const auto add = [&](double v, double weight) {
        const double g = pole ? std::pow(v, 1.0 / alpha) : v;
        // dg / dv = g / (alpha v) under the substitution; v is never 0 at a Gauss node
        const double jacobian = pole ? g / (alpha * v) : 1.0;
        nodes.push_back({g, weight * jacobian * boost::math::pdf(density, g)});
    };
    for (int panel = 0; panel < panels; ++panel) {
        const auto edge = [&](int i) { return end * std::pow(static_cast<double>(i) / panels, 3.0); };
        const double half = (edge(panel + 1) - edge(panel)) / 2.0;
        const double middle = edge(panel) + half;
        for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
            const double x = Rule::abscissa()[i];
            const double w = Rule::weights()[i] * half;
            add(middle + x * half, w);
            if (x > 0.0) add(middle - x * half, w);
        }
    }
    return nodes;
}

}  // namespace wafernet
