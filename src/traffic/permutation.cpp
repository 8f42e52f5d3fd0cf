// One destination for every source.
#include "traffic/patterns.hpp"

namespace wafernet::traffic {

namespace {

constexpr Node silent = 0xFFFFFFFFU;

class Permutation final : public Traffic {
public:
    explicit Permutation(std::vector<Node> images) : images_(std::move(images)) {}

    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (rate(source) > 0) row.push_back({images_[source], 1.0});
    }
    [[nodiscard]] double rate(Node source) const override { return images_[source] == silent ? 0.0 : 1.0; }
    [[nodiscard]] Node sample(Node source, double) const override { return images_[source]; }

private:
    std::vector<Node> images_;
};

}  // namespace

std::unique_ptr<Traffic> permutation(const Network& network, const std::vector<Node>& images, bool include_self) {
    std::vector<Node> sent(images.size(), silent);
    for (const Node v : terminals_of(network)) {
        if (images[v] != v || include_self) sent[v] = images[v];
    }
    return std::make_unique<Permutation>(std::move(sent));
}

}  // namespace wafernet::traffic
