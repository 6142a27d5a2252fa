// Which board sizes a run plays on, and how much on each.
#pragma once

#include <string>
#include <vector>

namespace losange::train {

// How large a share of the games is played on boards of one size.
struct SizeShare {
  int size = 11;
  double share = 1;
};

// "11:60,13:15,7:25": shares need not add up to anything. Throws base::UserError.
std::vector<SizeShare> parse_sizes(const std::string& text);

}  // namespace losange::train
