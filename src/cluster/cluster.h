// The processes that work on one thing together, each a rank: who am I, how many are we, and how bytes and numbers get
// from one to another. Alone there is one rank, and nothing travels; under mpirun or srun the same calls go over MPI
// (mpi.cpp, the only source that knows it). Used by matches and by training; which rank does what is theirs to say.
//
// Calls below the line are made by all ranks in the same order. One thread of a process calls at a time. A wait gives
// its core away.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace losange::cluster {

struct Message {
  int from = 0;
  std::string bytes;
};

// The part of `count` things that a rank has: in order, all of them once, as even as they go.
struct Share {
  int begin = 0, end = 0;
  int count() const { return end - begin; }
};
constexpr Share share_of(int count, int rank, int ranks) {
  const auto bound = [&](int r) { return static_cast<int>(std::int64_t{count} * r / ranks); };
  return {bound(rank), bound(rank + 1)};
}
// The rank that has a thing, by its index.
constexpr int owner_of(int index, int count, int ranks) {
  return static_cast<int>(((std::int64_t{index} + 1) * ranks - 1) / count);
}

class Cluster {
 public:
  virtual ~Cluster() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  // The same among the ranks of this machine.
  virtual int rank_here() const = 0;
  virtual int size_here() const = 0;
  bool is_first() const { return rank() == 0; }

  virtual void send(int to, std::string_view bytes) = 0;
  // A message that has come, the oldest of its sender; nothing when there is none.
  virtual std::optional<Message> receive() = 0;
  // Ends all ranks at once.
  [[noreturn]] virtual void abort(int code) = 0;

  // ----
  // Fills `bytes`, as many on each rank, with those of the rank `from`.
  virtual void broadcast(int from, std::span<char> bytes) = 0;
  // The highest of all ranks' numbers.
  virtual int highest(int number) = 0;
  // Adds lists of numbers in one order: `shards` lists as long as `sum`, of which each rank has share_of(shards, ...),
  // one after the other in `mine`. Every rank gets list 0 + list 1 + ..., bit for bit the same for any number of ranks.
  virtual void sum_in_order(std::span<const float> mine, int shards, std::span<float> sum) = 0;
  // Waits until all ranks are here; the last call.
  virtual void leave() = 0;
};

// A text of any length, which other ranks than `from` need not know.
void broadcast_text(Cluster& cluster, int from, std::string& text);

// One number, or the bytes of a list whose length all ranks know.
template <class Number>
void broadcast_number(Cluster& cluster, int from, Number& number) {
  cluster.broadcast(from, {reinterpret_cast<char*>(&number), sizeof number});
}
template <class Number>
std::span<char> bytes_of(std::vector<Number>& numbers) {
  return {reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

// The cores that a rank may use: those it was bound to, else its part of the machine.
int cores_of(const Cluster& cluster);

}  // namespace losange::cluster
