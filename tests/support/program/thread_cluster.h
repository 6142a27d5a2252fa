// A cluster whose ranks are threads of one process: what ranks do together, without mpirun.
#pragma once

#include <barrier>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "base/threads/parallel.h"
#include "cluster/cluster.h"
#include "cluster/sum_lists.h"

namespace losange::testing_cluster {

class ThreadCluster : public cluster::Cluster {
 public:
  // What all ranks see.
  struct Hub {
    explicit Hub(int ranks)
        : size(ranks), gate(ranks), boxes(at(ranks)), parts(at(ranks)), numbers(at(ranks)) {}
    static std::size_t at(int rank) { return static_cast<std::size_t>(rank); }

    int size;
    std::barrier<> gate;
    std::mutex mutex;  // guards the boxes
    std::vector<std::deque<cluster::Message>> boxes;
    std::vector<std::vector<float>> parts;
    std::vector<int> numbers;
    std::span<char> broadcast;
  };

  ThreadCluster(Hub& hub, int rank) : hub_(hub), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return hub_.size; }
  int rank_here() const override { return rank_; }
  int size_here() const override { return hub_.size; }

  void send(int to, std::string_view bytes) override {
    const std::lock_guard lock(hub_.mutex);
    hub_.boxes[Hub::at(to)].push_back({rank_, std::string(bytes)});
  }
  std::optional<cluster::Message> receive() override {
    const std::lock_guard lock(hub_.mutex);
    auto& box = hub_.boxes[Hub::at(rank_)];
    if (box.empty()) return std::nullopt;
    auto message = std::move(box.front());
    box.pop_front();
    return message;
  }
  [[noreturn]] void abort(int) override { std::abort(); }

  void broadcast(int from, std::span<char> bytes) override {
    if (rank_ == from) hub_.broadcast = bytes;
    hub_.gate.arrive_and_wait();
    if (rank_ != from && !bytes.empty()) {
      std::memcpy(bytes.data(), hub_.broadcast.data(), bytes.size());
    }
    hub_.gate.arrive_and_wait();
  }
  int highest(int number) override {
    hub_.numbers[Hub::at(rank_)] = number;
    hub_.gate.arrive_and_wait();
    const int result = *std::max_element(hub_.numbers.begin(), hub_.numbers.end());
    hub_.gate.arrive_and_wait();
    return result;
  }
  void sum_in_order(std::span<const float> mine, int, std::span<float> sum) override {
    hub_.parts[Hub::at(rank_)].assign(mine.begin(), mine.end());
    hub_.gate.arrive_and_wait();
    std::vector<float> all;
    for (const auto& part : hub_.parts) all.insert(all.end(), part.begin(), part.end());
    cluster::sum_lists(all, sum);
    hub_.gate.arrive_and_wait();
  }
  void leave() override { hub_.gate.arrive_and_wait(); }

 private:
  Hub& hub_;
  int rank_;
};

// Calls work(cluster) on each rank and waits for all.
inline void run_ranks(int ranks, const std::function<void(cluster::Cluster&)>& work) {
  ThreadCluster::Hub hub(ranks);
  base::run_on_threads(ranks, [&](int rank) {
    ThreadCluster cluster(hub, rank);
    work(cluster);
  });
}

}  // namespace losange::testing_cluster
