// Games played for their positions (as HexProject makes those of its graph net): two players whose depths are drawn for
// each game, from random starts, into one file a board size. Games are numbered, depend on their number alone, and are
// written in order, twenty at a time: a run that was cut goes on where its files end. The ranks of a cluster share the
// games; rank 0 alone writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/cluster.h"
#include "search/search.h"
#include "train/value/games.h"

namespace losange::train {

struct GenerateRequest {
  std::filesystem::path output = "selfplay_data";  // _N7.jsonl follows
  std::vector<int> sizes{7};
  std::uint64_t games = 1000;  // of each size
  std::string player = "negamax:eval=mix,table=2";
  int min_depth = 1, max_depth = 3;
  RandomStart start{.min_pairs = 2, .max_pairs = 6};
  double random_share = 0;        // of the moves, which are then any
  search::Limits limits;          // beside the depth; the seed is that of the run
  std::filesystem::path teacher;  // a policy-value net whose values are written too; empty: none
  int threads = 1;
  bool packed = false;  // as bytes (packed_samples.h) instead of JSON lines; _N7.positions follows
};

// The file of a size.
std::filesystem::path samples_path(const std::filesystem::path& output, int size,
                                   bool packed = false);

// Progress on stderr, and which files have all of their games already. False when it was stopped before the end. Throws
// base::UserError, also where a file that is there was begun with other settings.
bool generate(const GenerateRequest& request, std::stop_token stop,
              cluster::Cluster* cluster = nullptr);
// What the other ranks do meanwhile.
void help_generate(const GenerateRequest& request, cluster::Cluster& cluster);

}  // namespace losange::train
