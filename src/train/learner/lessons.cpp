// Learning: minibatch by minibatch, the shards of each by different ranks.
#include <utility>

#include "cluster/alone.h"
#include "train/learner/learner_inside.h"

namespace losange::train {

// Learning, from where it stands until it is whole or left.
class Learner::Sitting {
 public:
  Sitting(Inside& inside, const Curriculum& curriculum, Learning& learning,
          cluster::Cluster& cluster)
      : in_(inside),
        curriculum_(curriculum),
        learning_(learning),
        cluster_(cluster),
        own_(cluster::share_of(in_.options.shards, cluster.rank(), cluster.size())) {
    const auto& sums = learning.sums;
    losses_ = in_.upload({static_cast<float>(sums.q), static_cast<float>(sums.value),
                          static_cast<float>(sums.policy), static_cast<float>(sums.auxiliary)});
    lengths_ = in_.upload({static_cast<float>(sums.gradient)});
    for (const auto& lesson : curriculum.lessons) upload(lesson);
    begin_shards();
    for (int i = own_.begin; i < own_.end && !learning.shards.empty(); ++i) resume(i);
  }

  bool run(double learning_rate, const std::function<bool()>& stopped) {
    for (; learning_.batches < curriculum_.order.size(); ++learning_.batches) {
      bool left = false;
      for (int i = own_.begin; i < own_.end && !left; ++i) left = !learn_shard(i, stopped);
      if (cluster_.highest(left ? 1 : 0) > 0) {
        close();
        keep_shards();
        return false;
      }
      const torch::NoGradGuard no_grad;
      const auto [gradient, losses] = sum();
      losses_ += losses;
      lengths_ += in_.descend(gradient, learning_rate);
      begin_shards();
    }
    close();
    learning_.shards.clear();
    return true;
  }

 private:
  // The lessons of a size on the device; tensors that are undefined are of heads that are not there.
  struct Uploaded {
    Tensor codes, moves, targets;
    AuxiliaryTargets more;
  };
  struct Shard {
    std::int64_t positions = 0;
    Tensor gradient, losses;
  };

  void upload(const Lessons& lesson) {
    const auto count = static_cast<std::int64_t>(lesson.moves.size());
    const std::int64_t cells = static_cast<std::int64_t>(lesson.size) * lesson.size;
    const auto there = [&]<class T>(const std::vector<T>& numbers, at::IntArrayRef shape,
                                    torch::ScalarType type) {
      return numbers.empty() ? Tensor() : borrowed<T>(numbers, shape, type).to(in_.device);
    };
    lessons_.push_back({there(lesson.codes, {count, cells}, torch::kUInt8),
                        there(lesson.moves, {count}, torch::kLong),
                        there(lesson.targets, {count}, torch::kFloat),
                        {there(lesson.policies, {count, cells}, torch::kFloat),
                         there(lesson.replies, {count}, torch::kLong),
                         there(lesson.endings, {count, cells}, torch::kUInt8),
                         there(lesson.near_targets, {count}, torch::kFloat)}});
  }

  Shard& shard(int index) { return shards_[static_cast<std::size_t>(index - own_.begin)]; }
  void begin_shards() {
    shards_.assign(static_cast<std::size_t>(own_.count()), {});
    for (auto& shard : shards_) shard.losses = in_.no_losses();
  }
  void resume(int index) {
    const auto& kept = learning_.shards[static_cast<std::size_t>(index)];
    if (kept.gradient.empty()) return;
    const auto [gradient, losses] = parted(kept.gradient);
    shard(index) = {kept.positions, gradient, losses};
  }
  std::pair<Tensor, Tensor> parted(const std::vector<float>& gradient_and_losses) const {
    const Tensor all = in_.upload(gradient_and_losses);
    const std::int64_t count = all.numel() - static_cast<std::int64_t>(kShardLosses);
    return {all.narrow(0, 0, count), all.narrow(0, count, all.numel() - count).clone()};
  }
  std::vector<float> joined(const Shard& shard) const {
    return net::to_vector(torch::cat(
        {shard.gradient.defined() ? shard.gradient : torch::zeros_like(in_.values), shard.losses}));
  }

  // A shard that takes long is learnt in parts, between which there may be a stop: false.
  bool learn_shard(int index, const std::function<bool()>& stopped) {
    const auto& batch = curriculum_.order[learning_.batches];
    const int size = curriculum_.lessons[batch.lessons].size;
    const auto& from = lessons_[batch.lessons];
    const auto range = cluster::share_of(static_cast<int>(batch.count), index, in_.options.shards);
    const std::int64_t at_once =
        in_.device.is_cuda() ? batch.count : in_.positions_learnt_at_once(size);
    Shard& shard = this->shard(index);
    while (shard.positions < range.count()) {
      if (stopped && stopped()) return false;
      const std::int64_t count = std::min(at_once, range.count() - shard.positions);
      const auto part = [&](const Tensor& all) {
        return all.defined() ? all.narrow(0, batch.begin + range.begin + shard.positions, count)
                             : all;
      };
      Tensor codes = part(from.codes), moves = part(from.moves);
      AuxiliaryTargets more{part(from.more.policy), part(from.more.replies),
                            part(from.more.endings), part(from.more.near_win)};
      if (batch.rotated) rotate(size, codes, moves, more);
      const double share = static_cast<double>(count) / static_cast<double>(batch.count);
      const Tensor of_part =
          in_.gradient_of(codes, moves, part(from.targets), more, size, share, shard.losses);
      shard.gradient = shard.gradient.defined() ? shard.gradient + of_part : of_part;
      shard.positions += count;
    }
    return true;
  }

  // Row by row, a half turn of the board is the reversed list of its cells.
  static void rotate(int size, Tensor& codes, Tensor& moves, AuxiliaryTargets& more) {
    const int last = size * size - 1;
    codes = codes.flip(1);
    moves = last - moves;
    if (more.policy.defined()) more.policy = more.policy.flip(1);
    if (more.endings.defined()) more.endings = more.endings.flip(1);
    if (more.replies.defined()) {
      more.replies = torch::where(more.replies.ge(0), last - more.replies, more.replies);
    }
  }

  // The gradient of the whole minibatch, and its losses.
  std::pair<Tensor, Tensor> sum() {
    if (in_.options.shards == 1 && cluster_.size() == 1) {
      return {shards_.front().gradient, shards_.front().losses};
    }
    std::vector<float> mine, all(static_cast<std::size_t>(in_.values.numel()) + kShardLosses);
    for (const auto& shard : shards_) {
      const auto list = joined(shard);
      mine.insert(mine.end(), list.begin(), list.end());
    }
    cluster_.sum_in_order(mine, in_.options.shards, all);
    return parted(all);
  }

  void close() {
    const auto sums = net::to_vector(losses_);
    learning_.sums = {sums[0], sums[1], sums[2], sums[3], lengths_.item<double>()};
  }

  // Every rank gets what is known of each.
  void keep_shards() {
    learning_.shards.assign(static_cast<std::size_t>(in_.options.shards), {});
    for (int i = 0; i < in_.options.shards; ++i) {
      LearntShard& kept = learning_.shards[static_cast<std::size_t>(i)];
      if (i >= own_.begin && i < own_.end && shard(i).positions > 0) {
        kept = {shard(i).positions, joined(shard(i))};
      }
      const int owner = cluster::owner_of(i, in_.options.shards, cluster_.size());
      cluster::broadcast_number(cluster_, owner, kept.positions);
      kept.gradient.resize(kept.positions > 0 ? in_.decays.numel() + kShardLosses : 0);
      cluster_.broadcast(owner, cluster::bytes_of(kept.gradient));
    }
  }

  Inside& in_;
  const Curriculum& curriculum_;
  Learning& learning_;
  cluster::Cluster& cluster_;
  const cluster::Share own_;  // of the shards of every minibatch
  std::vector<Uploaded> lessons_;
  std::vector<Shard> shards_;  // this rank's
  Tensor losses_, lengths_;    // sums over the minibatches
};

bool Learner::learn(const Curriculum& curriculum, double learning_rate, Learning& learning,
                    const std::function<bool()>& stopped, cluster::Cluster* cluster) {
  cluster::Alone alone;
  return Sitting(*inside_, curriculum, learning, cluster == nullptr ? alone : *cluster)
      .run(learning_rate, stopped);
}

}  // namespace losange::train
