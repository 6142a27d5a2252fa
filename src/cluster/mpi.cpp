// The cluster over MPI: a module of its own (losange-mpi.so), opened when mpirun or srun started the program, so that
// the program itself needs no MPI. The only source that includes mpi.h.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "cluster/cluster.h"
#include "cluster/mpi_module.h"
#include "cluster/sum_lists.h"

namespace losange::cluster {

namespace {

// Counts of MPI are ints: longer lists travel in pieces.
constexpr std::size_t kMostBytes = std::size_t{1} << 28;
// MPI's own waits keep a core busy, which another rank or its engines could use. So long a wait only yields.
constexpr auto kEagerness = std::chrono::microseconds(200);
constexpr auto kNap = std::chrono::microseconds(100);

void wait(MPI_Request& request) {
  const auto begin = std::chrono::steady_clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (std::chrono::steady_clock::now() - begin < kEagerness) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(kNap);
    }
  }
}

class MpiCluster : public Cluster {
 public:
  MpiCluster() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &rank_here_);
    MPI_Comm_size(here, &size_here_);
    MPI_Comm_free(&here);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int rank_here() const override { return rank_here_; }
  int size_here() const override { return size_here_; }

  void send(int to, std::string_view bytes) override {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &request);
    wait(request);
  }

  std::optional<Message> receive() override {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(length), '\0')};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(message.bytes.data(), length, MPI_BYTE, message.from, 0, MPI_COMM_WORLD, &request);
    wait(request);
    return message;
  }

  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

  void broadcast(int from, std::span<char> bytes) override {
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), kMostBytes);
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Ibcast(bytes.data(), static_cast<int>(count), MPI_BYTE, from, MPI_COMM_WORLD, &request);
      wait(request);
      bytes = bytes.subspan(count);
    }
  }

  int highest(int number) override {
    int result = number;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&number, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    wait(request);
    return result;
  }

  // Each rank adds one slice of all lists and gives it to the others: no rank sees more than its part of the traffic,
  // and every number is added in the order of the lists.
  void sum_in_order(std::span<const float> mine, int shards, std::span<float> sum) override {
    const int length = static_cast<int>(sum.size());
    const auto slice = [&](int rank) { return share_of(length, rank, size_); };
    const int own = share_of(shards, rank_, size_).count(), own_slice = slice(rank_).count();
    std::vector<float> sent, lists(static_cast<std::size_t>(shards) * slice_size(own_slice)),
        added(slice_size(own_slice));
    sent.reserve(mine.size());
    std::vector<int> send_counts, send_places, get_counts, get_places, slice_counts, slice_places;
    for (int rank = 0; rank < size_; ++rank) {
      const auto part = slice(rank);
      send_counts.push_back(own * part.count());
      send_places.push_back(static_cast<int>(sent.size()));
      for (int list = 0; list < own; ++list) {
        const auto begin = mine.begin() + static_cast<std::ptrdiff_t>(list) * length + part.begin;
        sent.insert(sent.end(), begin, begin + part.count());
      }
      const auto theirs = share_of(shards, rank, size_);
      get_counts.push_back(theirs.count() * own_slice);
      get_places.push_back(theirs.begin * own_slice);
      slice_counts.push_back(part.count());
      slice_places.push_back(part.begin);
    }
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ialltoallv(sent.data(), send_counts.data(), send_places.data(), MPI_FLOAT, lists.data(),
                   get_counts.data(), get_places.data(), MPI_FLOAT, MPI_COMM_WORLD, &request);
    wait(request);
    if (own_slice > 0) sum_lists(lists, added);
    MPI_Iallgatherv(added.data(), own_slice, MPI_FLOAT, sum.data(), slice_counts.data(),
                    slice_places.data(), MPI_FLOAT, MPI_COMM_WORLD, &request);
    wait(request);
  }

  void leave() override {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait(request);
    MPI_Finalize();
  }

 private:
  static std::size_t slice_size(int count) { return static_cast<std::size_t>(count); }

  int rank_ = 0, size_ = 1, rank_here_ = 0, size_here_ = 1;
};

}  // namespace

}  // namespace losange::cluster

losange::cluster::Cluster* losange_open_mpi() { return new losange::cluster::MpiCluster; }
