// Dally and Aoki's dynamic routing (glass1992, sec. 2.4): when a message escapes.
#pragma once

#include "wafernet/core/routing.hpp"

namespace wafernet {

/// A routing whose messages label the channels they hold with their dimension reversals so far, hops from a higher axis
/// to a lower one, and take an escape hop exactly where all others open to them are held with labels of at most their
/// own count. `next` gives hops of both kinds: only who knows the holders can tell.
class EscapesByLabels {
public:
    EscapesByLabels() = default;
    EscapesByLabels(const EscapesByLabels&) = delete;
    EscapesByLabels& operator=(const EscapesByLabels&) = delete;

protected:
    ~EscapesByLabels() = default;
};

/// Returns whether it is one.
inline bool escapes_by_labels(const Routing& routing) {
    return dynamic_cast<const EscapesByLabels*>(&routing) != nullptr;
}

}  // namespace wafernet
