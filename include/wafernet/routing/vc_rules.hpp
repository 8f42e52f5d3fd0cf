// Assignments of virtual channels by name: each rule of the documents as printed, and repaired ones.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "wafernet/core/family.hpp"
#include "wafernet/core/router_config.hpp"
#include "wafernet/core/routing.hpp"

namespace wafernet {

/// A rule as the registry knows it.
struct VcRuleInfo {
    std::string_view name;   ///< "dateline", "seg", "t43", ...; on the command line --vc-rule
    std::string_view title;  ///< what it does, one line
    Source source{};
};

/// Returns all rules, in the order of the help text.
std::span<const VcRuleInfo> vc_rules();

/// Returns the rule called `name` for a network. `vcs` is the number of virtual channels there are; 0: as many as the
/// rule needs. "any" and "bubble" take all, "booksim" halves them (of an odd number both halves have the one in the
/// middle), every other rule uses the first VcRule::vcs and leaves the rest. Besides the names of vc_rules() it takes
/// an assignment that `deadlock --repair` has printed: "table:...". The network need not outlive it. Throws InputError:
/// unknown name (with the nearest), fewer VCs than the rule needs, a malformed table, or one of routed_vc_rules(),
/// which with_vc_rule makes.
VcRule make_vc_rule(std::string_view name, const Network& network, int vcs = 0);

/// Returns the rules that go by a routing's routes, which any network has: "hop", "layers" and "datelines".
std::span<const VcRuleInfo> routed_vc_rules();
/// Returns whether `name` is one of them.
bool is_routed_vc_rule(std::string_view name);

/// A routing with the rule for its virtual channels.
struct RuledRouting {
    std::unique_ptr<Routing> routing;
    VcRule rule;
};

/// Returns the routing with the rule called `name`, made for its routes where it is one of routed_vc_rules(), else as
/// make_vc_rule makes it. `vcs` is the number of virtual channels there are; 0: as many as the rule needs, `least` and
/// more.
///
/// "hop": a message takes virtual channel i, or those of class i, on its hop i, so that classes only grow (Gunther,
/// 1981; Merlin and Schweitzer, 1980); it needs as many classes as the longest route has hops between routers.
/// "layers": every pair of terminals has a layer, a class of virtual channels, in which the routes of all its pairs
/// close no cycle together (find_layers); the routing carries it in its header. Where there are more virtual channels
/// than classes, these share all of them. "datelines": a route goes on to the next class wherever it turns back in an
/// order of the nodes, the one of some orders with the fewest turns on a route; the class is in its header. Throws as
/// make_vc_rule does, ComputationError where a message cannot go on, and InputError where routes have no longest (hop),
/// or where the routing's header is too long for a layer, or there are too many pairs or layers.
RuledRouting with_vc_rule(std::unique_ptr<Routing> routing, std::string_view name, const Network& network, int vcs = 0,
                          int least = 1);

/// Returns the virtual channels that with_vc_rule gives the rule "hop" where the longest route has so many hops, of
/// which `vcs` and `least` say the same. Throws InputError where there are too many.
int vcs_by_hop(const Network& network, int longest_hops, int vcs = 0, int least = 1);

/// Throws InputError where no network has a rule called `name`, as make_vc_rule does.
void check_vc_rule_name(std::string_view name);

/// Returns the VCs that are the escape channels of a rule whose classes overlap: of 'booksim' with an odd number of VCs
/// all but the one in the middle, which both halves have. 0: the rule needs none.
VcSet escape_of_rule(const VcRule& rule);

/// Returns the rule with the VCs from rule.vcs up to `vcs` as free lanes: any message may take them on any hop. A
/// message that arrives by a free lane is to the rule as if it had just been sent. Safe where the route is fixed and a
/// VC is owned until the tail has left the next buffer; the verdict treats the rule's own VCs as the escape channels.
/// Throws InputError where vcs is above max_vcs or the rule permits nothing.
VcRule with_free_lanes(VcRule rule, int vcs);

/// Returns the virtual channels that each of the rule's `classes` gets of `vcs`; `escape`: classes that are escape
/// channels. Throws InputError unless 1 <= classes <= vcs <= max_vcs.
std::vector<VcSet> vcs_of_classes(int classes, int vcs, ExtraVcs extra, VcSet escape);

}  // namespace wafernet
