// Learning a book by the Petits Diables' way: UCT with constant C, one scenario a descent, one node a
// scenario, playouts to the full board. A result counts for the side that moved into a node: it changes
// sign from node to node, so each side chooses what is best for itself.
//
// The state is the tree alone: scenario n draws from its own stream of the book's seed, where n is the
// visits of the root. Learning in parts gives the same tree as learning at once.
#pragma once

#include <cstdint>
#include <stop_token>

#include "book/tree.h"

namespace losange::book {

struct LearnSettings {
  double exploration = 2;      // C of UCT
  bool even_openings = false;  // answers: every first move gets as many scenarios as any other
};

// Runs until the tree's root has `scenarios` visits or a stop is requested. Two trees of one book may
// learn at the same time, on a thread each.
void learn(Book& book, Role role, std::uint64_t scenarios, const LearnSettings& settings,
           std::stop_token stop);

}  // namespace losange::book
