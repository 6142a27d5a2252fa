// How a process finds the other ranks, and how it ends among them. A command that can share its work joins; rank 0 alone
// speaks and writes, the others have no voice but for an error that is theirs alone.
#pragma once

#include <string>
#include <vector>

#include "cluster/cluster.h"

namespace losange::cluster {

// What must be the same on all ranks, by its name: results would depend on who did what.
struct Trait {
  std::string name, value;
};

// All that mpirun or srun started together; a cluster of one process where neither did. Later calls give the same.
// Throws base::UserError where several were started and this build has no MPI, and on rank 0 where ranks differ.
Cluster& join(const std::vector<Trait>& traits);

// Whether the module that speaks MPI stands where this program looks for it.
bool has_mpi();

// On the first of several processes that mpirun or srun started together: how many there are; 1 on
// all others, and where neither did. Asks nobody.
int processes_of_first();

// A process among others cannot become another program any more.
bool has_joined_others();

// Says what ended this process, and ends all ranks; gives the code to leave with where there are no others. An error
// that all ranks have is said by rank 0 alone: the others wait a moment, and are ended with it.
int end_with_error(const std::string& message, int code);

// The end of a command that did its work: waits for all ranks, so that none takes the others with it.
void leave();

}  // namespace losange::cluster
