// Where a number or a formula comes from.
#pragma once

#include <string_view>

namespace wafernet {

/// A place in a document. `document` is a key of tables/sources.toml: "rahman2006" (the HTN thesis), "glass1992" (the
/// turn model), "rahman2012" (hierarchical 3D mesh), "ziavras" (HOW networks), "mudawwar" (k-ary m-way networks), or
/// "wafernet" for what was derived here.
struct Source {
    std::string_view document;
    std::string_view place;  ///< "Eq. 3.3", "Table 7.1", "sec. 4.5.1"
};

}  // namespace wafernet
