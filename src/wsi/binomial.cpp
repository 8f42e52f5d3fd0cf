// The only file that knows Boost.Math: binomial tails and a quadrature over gamma variables.
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

std::vector<GammaNode> gamma_nodes(double alpha) {
    // The mean of f(g) is the integral of f(g(z)) phi(z) over z, where phi is the normal density and g(z) has as much
    // of the gamma distribution below it as z of the normal one. So neither the pole of small alpha nor the peak of
    // large alpha is left: g(z) is smooth, and all but 1e-16 lies within 8.3. Gauss-Legendre panels over z.
    const boost::math::gamma_distribution<double> gamma(alpha, 1.0 / alpha);
    const boost::math::normal_distribution<double> normal;
    using Rule = boost::math::quadrature::gauss<double, 7>;
    constexpr int panels = 96;
    constexpr double end = 8.3, half = end / panels;
    std::vector<GammaNode> nodes;
    double sum = 0.0;
    const auto add = [&](double z, double weight) {
        const double share = boost::math::cdf(normal, -std::abs(z));
        const double g = z < 0.0 ? boost::math::quantile(gamma, share)
                                 : boost::math::quantile(boost::math::complement(gamma, share));
        nodes.push_back({g, weight * boost::math::pdf(normal, z)});
        sum += nodes.back().weight;
    };
    for (int panel = 0; panel < panels; ++panel) {
        const double middle = -end + (2 * panel + 1) * half;
        for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
            const double x = Rule::abscissa()[i] * half, w = Rule::weights()[i] * half;
            add(middle + x, w);
            if (x > 0.0) add(middle - x, w);
        }
    }
    for (GammaNode& node : nodes) node.weight /= sum;  // no yield above 1
    return nodes;
}

}  // namespace wafernet
