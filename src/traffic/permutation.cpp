// One destination for every source.
#include "traffic/patterns.hpp"

namespace wafernet::traffic {

namespace {

class Permutation final : public Traffic {
public:
    Permutation(std::vector<Node> images, bool include_self) : images_(std::move(images)), self_(include_self) {}

    void row(Node source, std::vector<Demand>& row) const override {
        row.clear();
        if (rate(source) > 0) row.push_back({images_[source], 1.0});
    }
    [[nodiscard]] double rate(Node source) const override { return images_[source] != source || self_ ? 1.0 : 0.0; }
    [[nodiscard]] Node sample(Node source, double) const override { return images_[source]; }

private:
    std::vector<Node> images_;
    bool self_;
};

}  // namespace

std::unique_ptr<Traffic> permutation(std::vector<Node> images, bool include_self) {
    return std::make_unique<Permutation>(std::move(images), include_self);
}

}  // namespace wafernet::traffic
