// What the module losange-mpi.so offers to the program that opens it.
#pragma once

#include "cluster/cluster.h"

// Joins the ranks that were started together. Called once; the cluster is there until the program ends.
extern "C" __attribute__((visibility("default"))) losange::cluster::Cluster* losange_open_mpi();
