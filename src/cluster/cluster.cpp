#include "cluster/cluster.h"

#include <sched.h>

#include <algorithm>

#include "base/threads/parallel.h"

namespace losange::cluster {

void broadcast_text(Cluster& cluster, int from, std::string& text) {
  std::uint64_t length = text.size();
  broadcast_number(cluster, from, length);
  text.resize(length);
  cluster.broadcast(from, text);
}

int cores_of(const Cluster& cluster) {
  const int all = base::hardware_threads();
  if (cluster.size() == 1) return all;
  const int share = std::max(1, all / cluster.size_here());
  cpu_set_t bound;
  CPU_ZERO(&bound);
  if (::sched_getaffinity(0, sizeof bound, &bound) != 0) return share;
  const int mine = CPU_COUNT(&bound);
  return mine < all ? std::max(1, mine) : share;
}

}  // namespace losange::cluster
