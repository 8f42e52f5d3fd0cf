// Communication steps of CONVERGE: rahman2006, sec. 5.3.5, Eqs. 5.9-5.24 and Table 5.1, as printed, except where a
// corrected row says so. FFT takes the steps of the bitonic merge (sec. 5.3.3). Sums over j up to log2 n need n to be a
// power of two.
#include <bit>
#include <cmath>

#include "wafernet/wsi/mapping.hpp"

namespace wafernet {

std::string_view name(Application application) {
    static constexpr std::string_view names[] = {"bitonic", "fft", "maximum"};
    return names[static_cast<std::size_t>(application)];
}

namespace {

using Steps = std::optional<double>;

// n/2 + n/4 + ... + 1 for a power of two
Steps halves(std::uint64_t n) {
    if (!std::has_single_bit(n)) return std::nullopt;
    return static_cast<double>(n - 1);
}

class Formulas {
public:
    std::vector<MappingFormula> all;

    void merge(Source source, std::string_view formula, Steps steps, bool corrected = false,
               std::string_view note = "") {
        all.push_back({Application::bitonic_merge, source, formula, steps, corrected, note});
        all.push_back({Application::fft, source, formula, steps, corrected, note});
    }
    void maximum(Source source, std::string_view formula, Steps steps, bool corrected = false,
                 std::string_view note = "") {
        all.push_back({Application::maximum, source, formula, steps, corrected, note});
    }
};

void torus(Formulas& out, const Network& network) {
    const auto& extents = network.parameters.extents("extents");
    for (const std::uint64_t e : extents) {
        if (e != extents.front()) return;
    }
    const Steps line = halves(extents.front());
    const auto times = [&](double factor) { return line ? Steps(factor * *line) : Steps(); };
    if (extents.size() == 2) {
        out.merge({"rahman2006", "Eq. 5.9"}, "4 (sqrt(N) - 1)", times(4));
        out.maximum({"rahman2006", "Eq. 5.10"}, "2 (sqrt(N) - 1)", times(2));
    }
    if (extents.size() == 3) {
        const double root = std::sqrt(static_cast<double>(network.graph.nodes())) - 1.0;
        const auto misprint = [&](double factor) { return line ? Steps(factor * root) : Steps(); };
        out.merge({"rahman2006", "Eq. 5.11"}, "6 (cbrt(N) - 1)", times(6));
        out.merge({"rahman2006", "Table 5.1"}, "6 (sqrt(N) - 1)", misprint(6), false,
                  "the square root should be the cube root of Eq. 5.11");
        out.maximum({"rahman2006", "Eq. 5.12"}, "3 (cbrt(N) - 1)", times(3));
        out.maximum({"rahman2006", "Table 5.1"}, "3 (sqrt(N) - 1)", misprint(3), false,
                    "the square root should be the cube root of Eq. 5.12");
    }
}

void hierarchical(Formulas& out, const Network& network, std::string_view name) {
    const Parameters& p = network.parameters;
    const auto upper = static_cast<double>(network.level_sizes.size() - 1);  // L - 1
    const auto module = static_cast<double>(network.module_size());
    const auto& groups = network.addresses.radices();
    const std::uint64_t n = groups.front().front();
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
        for (const std::uint32_t e : groups[g]) {
            if (e != n) return;  // the formulas know one extent for all upper levels
        }
    }
    const Steps level = upper > 0 ? halves(n) : Steps(0.0);
    const std::uint64_t side = groups.back().back();
    const Steps line = halves(side);
    if (!level || !line) return;
    const double bm =
        2.0 * static_cast<double>(groups.back().size()) * *line;  // 6 (m-1) of a cubic module: 18 for m = 4
    const double planes = std::ldexp(1.0, static_cast<int>(p["q"]));
    const std::string_view half = "S_bitonic of the module stands where half of it is meant";
    if (name == "h3dt") {
        out.merge({"rahman2006", "Eq. 5.13"}, "6 (L-1) (n-1) N_BM + S_BM", 6.0 * upper * *level * module + bm, false,
                  "N_sn is printed where N_HL is meant");
        out.maximum({"rahman2006", "Eq. 5.14"}, "6 (L-1) (n-1) + S_BM", 6.0 * upper * *level + bm, false, half);
    } else if (name == "h3dm") {
        out.merge({"rahman2006", "Eq. 5.17"}, "4 (L-1) (n-1) N_BM / 4 + S_BM",
                  4.0 * upper * *level * module / 4.0 + bm);
        out.maximum({"rahman2006", "Eq. 5.18"}, "4 (L-1) (n-1) + S_BM", 4.0 * upper * *level + bm, false, half);
    } else if (name == "htn") {
        const double m = static_cast<double>(side);
        const auto q = static_cast<double>(p["q"]);
        out.merge({"rahman2006", "Eq. 5.21"}, "4 (L-1) (n-1) m^3 / (m 2^q) + S_BM",
                  4.0 * upper * *level * module / (m * planes) + bm, true, "m 2^q in place of the printed m q");
        Steps printed;
        if (q > 0) printed = 4.0 * upper * *level * module / (m * q) + bm;
        out.merge({"rahman2006", "Eq. 5.21"}, "4 (L-1) (n-1) m^3 / (m q) + S_BM", printed, false,
                  "divides by zero for q = 0, for which Eq. 5.23 is printed");
        for (MappingFormula& f : out.all) f.divides_by_zero = q == 0 && !f.corrected;
        out.maximum({"rahman2006", "Eq. 5.22"}, "4 (L-1) (n-1) + S_BM", 4.0 * upper * *level + bm, false, half);
    } else if (name == "tesh") {
        out.merge({"wafernet", "by analogy with Eq. 5.21"}, "4 (L-1) (n-1) N_BM / 2^q + S_BM",
                  4.0 * upper * *level * module / planes + bm, false,
                  "the document draws TESH in its figures and gives no formula");
        out.maximum({"wafernet", "by analogy with Eq. 5.22"}, "4 (L-1) (n-1) + S_BM", 4.0 * upper * *level + bm, false,
                    "the document draws TESH in its figures and gives no formula");
    }
}

}  // namespace

std::vector<MappingFormula> mapping_formulas(const Network& network) {
    Formulas out;
    if (network.family == nullptr) return out.all;
    const std::string_view family = network.family->name;
    if (family == "torus") torus(out, network);
    if (family == "h3dt" || family == "h3dm" || family == "htn" || family == "tesh") hierarchical(out, network, family);
    return out.all;
}

}  // namespace wafernet
