// wafernet verify: every closed form of a family held against the graph.
#include "wafernet/measure/verify.hpp"

#include <cmath>
#include <memory>

#include "../command.hpp"
#include "../values.hpp"
#include "wafernet/io/make_network.hpp"

namespace wafernet::cli {

namespace {

struct VerifyInput {
    std::vector<std::string> networks;
    bool exhaustive = false;
};

Value number(double value) {
    if (std::abs(value) < 0x1p53 && value == std::floor(value)) return static_cast<std::int64_t>(value);
    return value;
}

int verify_networks(Run& run, const VerifyInput& options) {
    std::vector<std::string> words = options.networks;
    check_words(words);
    if (words.empty()) {
        for (const Family* f : families()) words.insert(words.end(), f->examples.begin(), f->examples.end());
    }
    Table table{"closed forms against the graph",
                {"network", "metric", "source", "claimed", "measured", "verdict", "formula", "evidence"}};
    std::size_t counts[6] = {};
    std::size_t unexpected = 0;
    std::size_t done = 0;
    for (const std::string& word : words) {
        run.progress("verify, now " + word, done++, words.size(), "networks");
        const auto checked = Run::unless_interrupted([word, common = run.common(), exhaustive = options.exhaustive] {
            const Network network = make_network(word);
            return std::pair(network.word, verify(network, {common.threads, exhaustive, common.seed}));
        });
        if (!checked) {
            run.keep_finished(word, !table.rows.empty());
            break;
        }
        const auto& [known_as, claims] = *checked;
        if (claims.empty()) run.warn(known_as + " has no closed forms");
        for (const CheckedClaim& c : claims) {
            const std::string source = std::string(c.form->source.document) + ", " + std::string(c.form->source.place);
            table.row(known_as, name(c.form->metric), source, number(c.claimed),
                      c.measured ? number(*c.measured) : Value(Missing{"not measured"}), name(c.verdict),
                      c.form->formula, c.evidence);
            ++counts[static_cast<std::size_t>(c.verdict)];
            if (!c.unexpected) continue;
            ++unexpected;
            run.warn(known_as + ": " + std::string(name(c.form->metric)) + " = " + std::string(c.form->formula) + " (" +
                     source + ") is " + std::string(name(c.verdict)) + ", which the family does not expect");
        }
    }
    run.progress("verify", done, words.size());
    std::string verdicts;
    for (std::size_t v = 0; v < std::size(counts); ++v) {
        if (counts[v] > 0)
            verdicts += std::to_string(counts[v]) + ' ' + std::string(name(static_cast<ClaimVerdict>(v))) + ", ";
    }
    table.notes.push_back(std::to_string(table.rows.size()) + " claims: " + verdicts + std::to_string(unexpected) +
                          " unexpected");
    run.print(table);
    return unexpected == 0 && !run.interrupted() ? 0 : 1;
}

}  // namespace

Command verify_command() {
    const auto o = std::make_shared<VerifyInput>();
    return {{{"networks", &o->networks}, {"--exhaustive", &o->exhaustive}},
            [o](Run& run) { return verify_networks(run, *o); }};
}

}  // namespace wafernet::cli
