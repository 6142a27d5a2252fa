// The one loop of all training, whatever it teaches and by which method: rounds until all is done or a limit is
// reached, inside a round too; the folder that is the run's own, a line of the log a round, nets that are kept, saves
// now and then and at the end, and what a person is told meanwhile. A Trainer does the rounds. Where ranks train
// together, each runs the loop with a trainer of its own; rank 0 alone writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/system/claim.h"
#include "base/threads/alarm.h"
#include "cluster/cluster.h"
#include "train/common/run_progress.h"

namespace losange::train {

// What every training is asked.
struct TrainingRequest {
  std::filesystem::path folder;
  double minutes = 0;            // of this sitting; 0: no bound
  double save_minutes = 2;       // between saves; 0: after every round
  std::uint64_t max_rounds = 0;  // of this sitting; 0: no bound
  std::uint64_t keep_every =
      0;  // of what Trainer::done() counts, between nets that are kept; 0: none
  std::function<bool()> stopped = {};   // one more reason to stop, asked often: for tests
  cluster::Cluster* cluster = nullptr;  // of ranks that train together; nothing: alone
};

struct TrainingSummary {
  std::uint64_t round = 0, done = 0;  // over all sittings
  bool complete = false;
  bool inside = false;  // a round that is kept
};

// What is said of a round that is done.
struct RoundReport {
  std::string log_line;  // without a newline; a JSON object with "round", from 1
  std::string details;   // for people
  double play_seconds = 0, learn_seconds = 0;
};

class Trainer {
 public:
  virtual ~Trainer() = default;

  virtual Workload workload() const = 0;
  // Over all sittings: rounds that are whole, and what workload() counts.
  virtual std::uint64_t rounds() const = 0;
  virtual std::uint64_t done() const = 0;

  // The first files of a new run, a state among them: from then on the folder is its own.
  virtual void begin_folder() = 0;
  // What comes before the first round of a sitting.
  virtual void prepare() {}
  // Does a round, or goes on with the one that was left. Nothing when TrainingLoop::leaves() ended it.
  virtual std::optional<RoundReport> do_round() = 0;
  // Whether save() keeps what was done of a round that was left; else it is begun again.
  virtual bool keeps_left_rounds() const { return false; }
  virtual bool is_inside_round() const { return false; }

  virtual void save() = 0;
  virtual void keep_net() const = 0;
  // After the last save.
  virtual void finish() {}
};

class TrainingLoop {
 public:
  // Time counts from here, and the folder is claimed as long as this is there: who reads a run's state before it is his
  // would go on from where another run was. `method` is a name of run_folder.h. Throws base::UserError where another run
  // works in the folder.
  TrainingLoop(const TrainingRequest& request, std::string method, const std::stop_token& stop);

  // Starts or goes on with the run; ends when it is complete, at the limits, or soon after a stop request, with
  // everything saved. Throws base::UserError, and saves nothing then.
  TrainingSummary run(Trainer& trainer);

  // For the trainer while it works, from several threads: whether the sitting is over, whether the round is left for
  // that, and whether it is left for that or to be saved. The last two show how the round stands.
  bool over() const;
  bool leaves_for_good();
  bool leaves();
  // For work that looks at a token alone: asked to stop when the time is over or whoever started this wants it.
  std::stop_token stop_token() const { return ending_.token(); }
  RunProgress& progress() { return *progress_; }
  double seconds() const { return watch_.seconds(); }  // of this sitting
  std::filesystem::path log_path() const { return request_.folder / "log.jsonl"; }

 private:
  bool writes() const { return request_.cluster == nullptr || request_.cluster->is_first(); }
  // Whether the sitting is over for one rank, and so for all.
  bool all_over() const;
  void claim_folder(Trainer& trainer) const;
  void end_round(Trainer& trainer, const RoundReport& report, std::uint64_t done_before);
  void save(Trainer& trainer);

  TrainingRequest request_;
  std::string method_;
  std::optional<base::Claim> claim_;
  base::Stopwatch watch_, since_save_;
  base::StopAfter ending_;
  bool saves_inside_ = false;
  std::optional<RunProgress> progress_;
};

}  // namespace losange::train
