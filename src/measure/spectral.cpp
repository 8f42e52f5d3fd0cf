// Lanczos without reorthogonalisation: extreme eigenvalues of the tridiagonal matrix stay right when orthogonality is
// lost (Paige 1971), only copies appear. The constant vector, eigenvalue 0, is projected out at every step. The vector
// is accumulated in a second run of the same recurrence, so that only three vectors are kept; its residual is then
// measured against the matrix itself, which is what the bound rests on.
#include "spectral.hpp"

#include <cmath>
#include <random>

#include <Eigen/Dense>

#include "adjacency.hpp"

namespace wafernet {

namespace {

using Eigen::VectorXd;

void project_out_constant(VectorXd& x) { x.array() -= x.mean(); }

VectorXd times_laplacian(const Adjacency& a, const VectorXd& x) {
    VectorXd y(x.size());
    for (Node v = 0; v < a.nodes(); ++v) {
        double sum = static_cast<double>(a.degree(v)) * x[v];
        for (const Node w : a.of(v)) sum -= x[w];
        y[v] = sum;
    }
    return y;
}

Fiedler measured(const Adjacency& a, VectorXd x) {
    project_out_constant(x);
    x.normalize();
    const VectorXd y = times_laplacian(a, x);
    const double value = x.dot(y);
    return {value, (y - value * x).norm(), std::vector<double>(x.data(), x.data() + x.size())};
}

Fiedler dense(const Adjacency& a) {
    const Eigen::Index n = a.nodes();
    Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
    for (Node v = 0; v < a.nodes(); ++v) {
        laplacian(v, v) = a.degree(v);
        for (const Node w : a.of(v)) laplacian(v, w) -= 1.0;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian);
    return measured(a, solver.eigenvectors().col(1));
}

struct Tridiagonal {
    std::vector<double> diagonal, off;  // off[i] joins i and i+1; the last one is the norm of what comes next

    // Number of eigenvalues below x (Sturm sequence).
    [[nodiscard]] std::size_t below(double x) const {
        std::size_t count = 0;
        double q = diagonal[0] - x;
        for (std::size_t i = 0;; ++i) {
            if (q < 0) ++count;
            if (i + 1 == diagonal.size()) return count;
            if (std::abs(q) < 1e-300) q = 1e-300;
            q = diagonal[i + 1] - x - off[i] * off[i] / q;
        }
    }
    [[nodiscard]] double smallest(double high) const {
        double low = -1e-9 * high - 1e-9;
        while (high - low > 1e-14 + 1e-14 * std::abs(high)) {
            const double middle = (low + high) / 2;
            if (middle <= low || middle >= high) break;
            (below(middle) > 0 ? high : low) = middle;
        }
        return low;
    }
    // Unit vector of the smallest eigenvalue, by inverse iteration with a shift just below it: no pivoting is needed.
    [[nodiscard]] std::vector<double> vector_of(double smallest) const {
        const std::size_t m = diagonal.size();
        const double shift = smallest - 1e-13 - 1e-13 * std::abs(smallest);
        std::vector<double> pivot(m), x(m, 1.0);
        pivot[0] = diagonal[0] - shift;
        for (std::size_t i = 1; i < m; ++i) {
            if (std::abs(pivot[i - 1]) < 1e-300) pivot[i - 1] = 1e-300;
            pivot[i] = diagonal[i] - shift - off[i - 1] * off[i - 1] / pivot[i - 1];
        }
        if (std::abs(pivot[m - 1]) < 1e-300) pivot[m - 1] = 1e-300;
        for (int round = 0; round < 3; ++round) {
            for (std::size_t i = 1; i < m; ++i) x[i] -= off[i - 1] / pivot[i - 1] * x[i - 1];
            x[m - 1] /= pivot[m - 1];
            for (std::size_t i = m - 1; i-- > 0;) x[i] = (x[i] - off[i] * x[i + 1]) / pivot[i];
            double norm = 0.0;
            for (const double e : x) norm = std::hypot(norm, e);
            for (double& e : x) e /= norm;
        }
        return x;
    }
};

VectorXd random_start(Eigen::Index n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    VectorXd x(n);
    for (Eigen::Index i = 0; i < n; ++i) x[i] = static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5;
    project_out_constant(x);
    x.normalize();
    return x;
}

// One step of the recurrence: from the last two vectors to the next, normalised.
struct Recurrence {
    const Adjacency& a;
    VectorXd before, now;
    double off = 0.0;

    // Returns the diagonal element; `off` is the norm of the next vector, which `now` becomes.
    double step() {
        VectorXd next = times_laplacian(a, now);
        const double diagonal = now.dot(next);
        next -= diagonal * now + off * before;
        project_out_constant(next);
        off = next.norm();
        before = std::move(now);
        now = off > 0 ? VectorXd(next / off) : std::move(next);
        return diagonal;
    }
};

}  // namespace

Fiedler fiedler(const Graph& graph, double tolerance, std::uint64_t seed) {
    const Adjacency a(graph);
    if (a.nodes() <= dense_nodes) return dense(a);
    double greatest = 0.0;  // 2 max degree bounds the spectrum
    for (Node v = 0; v < a.nodes(); ++v) greatest = std::max(greatest, 2.0 * a.degree(v));

    VectorXd start = random_start(a.nodes(), seed);
    Fiedler best;
    for (int restart = 0; restart < 4; ++restart) {
        Tridiagonal t;
        std::vector<double> weights;
        Recurrence first{a, VectorXd::Zero(a.nodes()), start};
        std::size_t check = 40;
        const std::size_t most = 4000;
        while (true) {
            t.diagonal.push_back(first.step());
            t.off.push_back(first.off);
            const std::size_t m = t.diagonal.size();
            const bool exhausted = first.off < 1e-12 * greatest;
            if (m < check && !exhausted && m < most) continue;
            const double smallest = t.smallest(greatest);
            weights = t.vector_of(smallest);
            if (exhausted || m == most || first.off * std::abs(weights.back()) < 0.3 * tolerance) break;
            check = m + std::max<std::size_t>(20, m / 5);
        }
        Recurrence second{a, VectorXd::Zero(a.nodes()), start};
        VectorXd x = VectorXd::Zero(a.nodes());
        for (const double w : weights) {
            x += w * second.now;
            second.step();
        }
        best = measured(a, x);
        if (best.residual <= tolerance) break;
        start = Eigen::Map<const VectorXd>(best.vector.data(), a.nodes());
    }
    return best;
}

}  // namespace wafernet
