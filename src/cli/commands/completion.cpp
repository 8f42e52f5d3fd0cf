// wafernet completion: what shells complete, and the manual page.
#include <memory>

#include "../command.hpp"
#include "../shell_pages.hpp"

namespace wafernet::cli {

Command completion_command() {
    const auto kind = std::make_shared<std::string>();
    return {"completion",
            "the script that completes command lines in a shell, or the manual page",
            "examples:\n  wafernet completion bash\n"
            "  wafernet completion man",
            {{"for", "whom it is for", kind.get(), one_of("bash", "zsh", "fish", "man"), true}},
            [kind](Run& run) {
                run.print(*kind == "man" ? manual(commands(), common_options())
                                         : completion(*kind, commands(), common_options()));
                return 0;
            }};
}

}  // namespace wafernet::cli
