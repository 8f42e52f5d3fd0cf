// wafernet list: what exists.
#include <memory>

#include "../command.hpp"
#include "wafernet/family.hpp"

namespace wafernet::cli {

namespace {

std::string signature(const Family& family) {
    std::string out;
    for (const ParameterSpec& spec : family.parameters) out += (out.empty() ? "" : ",") + std::string(spec.name);
    return out;
}

}  // namespace

Command list_command() {
    const auto what = std::make_shared<std::string>("families");
    return {"list", "what exists: families",
            "wafernet list families\nwafernet list --format csv -o families.csv", {{"what", "what to list", what.get(), false, {"families"}}}, [what](Run& run) {
                Table table{"network families", {{"name", ""}, {"title", ""}, {"parameters", ""}}, {}, {}};
                for (const Family* f : families()) table.add({std::string(f->name), std::string(f->title), signature(*f)});
                run.print(table);
                return 0;
            }};
}

}  // namespace wafernet::cli
