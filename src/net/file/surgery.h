// Nets made from nets without learning: larger ones that give the same answers, to be taught on, and means of
// several.
#pragma once

#include <cstdint>
#include <span>

#include "net/file/weights.h"

namespace losange::net {

// A net with at least as many blocks and channels that answers as `weights` does. New blocks come last and start
// as identities; new channels hear all others and nobody hears them yet, so both are open to learning. What is
// new is drawn by `seed`. Throws base::UserError where something would shrink.
Weights grown(const Weights& weights, const NetConfig& config, std::uint64_t seed);

// The mean, value by value, of nets of one architecture that come from one ancestor: where each ends a fall of
// the learning rate, their mean is often better than any (Izmailov et al. 2018). Its history is the last one's.
// Throws base::UserError where the architectures differ. Precondition: at least one.
Weights averaged(std::span<const Weights> nets);

}  // namespace losange::net
