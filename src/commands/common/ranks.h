// Commands that share their work among the processes that mpirun or srun started (cluster/).
#pragma once

#include "cluster/cluster.h"

namespace losange::commands {

// To be called before a command does or says anything. All ranks must run the same program, on the same kind of CPU,
// with the same command line.
cluster::Cluster& join_ranks();

}  // namespace losange::commands
