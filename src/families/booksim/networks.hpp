// BookSim2's networks that are no family of their own here: numbered, wired and routed as BookSim2 does (its files
// src/networks and src/routefunc.cpp, commit 28f43299, held against runs of it).
#pragma once

#include "wafernet/core/family.hpp"

namespace wafernet::booksim {

extern const Family cmesh, dragonfly, fattree, flatfly, qtree, tree4;

}  // namespace wafernet::booksim
