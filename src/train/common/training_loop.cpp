#include "train/common/training_loop.h"

#include <fmt/format.h>

#include "base/aside.h"
#include "base/system/file.h"
#include "train/common/log.h"
#include "train/common/run_folder.h"

namespace losange::train {

TrainingLoop::TrainingLoop(const TrainingRequest& request, std::string method,
                           const std::stop_token& stop)
    : request_(request), method_(std::move(method)), ending_(stop, request.minutes * 60) {
  if (writes()) claim_.emplace(log_path());
}

TrainingSummary TrainingLoop::run(Trainer& trainer) {
  claim_folder(trainer);
  Workload work = trainer.workload();
  const std::uint64_t total = work.total;
  const std::uint64_t first_round = trainer.rounds();
  if (first_round > 0) base::say_aside("going on after round {}\n", first_round);
  saves_inside_ = trainer.keeps_left_rounds() && request_.save_minutes > 0;
  // Where there is no other end, the sitting's is shown.
  if (total == 0 && request_.max_rounds > 0)
    work.total = trainer.done() + request_.max_rounds * work.a_round;
  progress_.emplace(work, trainer.done(), first_round);
  trainer.prepare();
  const auto complete = [&] { return total > 0 && trainer.done() >= total; };
  bool dropped = false;
  while (!complete() && !all_over() &&
         (request_.max_rounds == 0 || trainer.rounds() - first_round < request_.max_rounds)) {
    const std::uint64_t before = trainer.done();
    if (const auto report = trainer.do_round()) {
      end_round(trainer, *report, before);
    } else if (!all_over()) {
      save(trainer);  // else it is saved at the end
    } else {
      dropped = !trainer.keeps_left_rounds();
    }
  }
  save(trainer);
  trainer.finish();
  progress_.reset();
  if (dropped) {
    base::say_aside("what was done of round {} is not kept: it will be begun again\n",
                    trainer.rounds() + 1);
  }
  return {trainer.rounds(), trainer.done(), complete(),
          trainer.keeps_left_rounds() && trainer.is_inside_round()};
}

bool TrainingLoop::over() const {
  return ending_.token().stop_requested() || (request_.stopped && request_.stopped());
}

bool TrainingLoop::all_over() const {
  return request_.cluster == nullptr ? over() : request_.cluster->highest(over() ? 1 : 0) > 0;
}

bool TrainingLoop::leaves_for_good() {
  progress_->show(request_.minutes > 0 ? std::optional(request_.minutes * 60 - seconds())
                                       : std::nullopt);
  return over();
}

// Saves belong between rounds: only where one takes far longer than the time between two saves, it is saved inside.
bool TrainingLoop::leaves() {
  return leaves_for_good() ||
         (saves_inside_ && since_save_.seconds() >= 2 * 60 * request_.save_minutes);
}

void TrainingLoop::claim_folder(Trainer& trainer) const {
  if (!writes()) return;
  if (!holds_run(request_.folder, method_)) {
    base::make_folder(request_.folder);
    trainer.begin_folder();
  }
  cut_log(log_path(), trainer.rounds());
}

void TrainingLoop::end_round(Trainer& trainer, const RoundReport& report,
                             std::uint64_t done_before) {
  if (writes()) base::append_file(log_path(), report.log_line + "\n");
  progress_->end_round(report.details, report.play_seconds, report.learn_seconds, trainer.done());
  const std::uint64_t every = request_.keep_every;
  if (every > 0 && done_before / every != trainer.done() / every && writes()) trainer.keep_net();
  if (since_save_.seconds() >= request_.save_minutes * 60) save(trainer);
}

void TrainingLoop::save(Trainer& trainer) {
  if (writes()) trainer.save();
  since_save_.restart();
}

}  // namespace losange::train
