// Routings that never come to a node a second time: on a tree they have one way for every pair.
#pragma once

namespace wafernet {

/// What a routing is besides where none of its paths passes a node twice.
class TurnsNowhere {
public:
    TurnsNowhere() = default;
    TurnsNowhere(const TurnsNowhere&) = delete;
    TurnsNowhere& operator=(const TurnsNowhere&) = delete;
    virtual ~TurnsNowhere() = default;
};

}  // namespace wafernet
