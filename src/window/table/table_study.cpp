// What is thought about at the table, and what is kept of it.
#include <algorithm>

#include "base/error.h"
#include "window/table/table.h"
#include "window/table/table_engine.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kAnalysisTime{60'000};  // then the picture no longer changes much
constexpr double kSweepShare = 0.25;           // of the thinking time, for each position

}  // namespace

// One task at a time, the most urgent first.
Table::TaskKey Table::wanted() const {
  if (paused_) return {};
  if (!session_.over() && !person_to_move() && !browsing_) {
    return move_is_due() ? TaskKey{} : here(TaskKind::Move);
  }
  if (!sweep_.empty()) return {TaskKind::Sweep, sweep_.back(), sweep_number_};
  if (session_.over()) return {};
  if (hint_asked_) return here(TaskKind::Hint);
  if (analysing_ && analysed_ != here(TaskKind::Analysis)) return here(TaskKind::Analysis);
  return {};
}

void Table::reconcile(Time now) {
  const TaskKey next = wanted();
  if (next == asked_.key) return;
  if (next.kind == TaskKind::None) {
    room_.stop();
    asked_ = {};
    return;
  }
  begin(next, now);
}

void Table::begin(const TaskKey& key, Time now) {
  thought_.reset();
  game::GameRecord record = session_.record();
  record.go_to(key.node);
  search::Limits limits;
  limits.threads = options_.threads;
  limits.seed = revision_;
  limits.time = base::to_millis(options_.thinking_s);
  auto engine = adviser_;
  if (key.kind == TaskKind::Move) {
    engine = engines_[index(session_.to_move())];
    session_.base_limits() = limits;
    limits = session_.limits_for_move();
  }
  if (key.kind == TaskKind::Analysis) limits.time = kAnalysisTime;
  if (key.kind == TaskKind::Sweep) {
    limits.time = base::to_millis(std::max(0.05, options_.thinking_s * kSweepShare));
  }
  asked_.key = key;
  asked_.began = now;
  asked_.engine = engine->spec.substr(0, engine->spec.find(':'));
  asked_.mover = key.node == session_.record().cursor() ? session_.to_move()
                                                        : players::replay(record)->to_move();
  asked_.ticket =
      room_.start([engine, record = std::move(record), limits](const auto& observer, auto stop) {
        return engine->choose(record, limits, observer, stop);
      });
}

bool Table::take_results(Time now) {
  bool changed = false;
  const auto done = room_.take_done();
  if (asked_.key.kind == TaskKind::None) return false;
  // Engines report dozens of times a second: each is a frame, and nobody reads so fast.
  constexpr base::Millis kThought{500}, kFound{250};
  const auto pace = asked_.key.kind == TaskKind::Move ? kThought : kFound;
  const bool due = now - reported_ >= pace || reported_ < asked_.began;
  if (const auto report = due ? room_.take_report(asked_.ticket) : std::nullopt) {
    note_report(*report);
    reported_ = now;
    // What an opponent thinks is seen when its clock is drawn anew.
    changed = asked_.key.kind != TaskKind::Move || analysing_;
  }
  if (done && done->ticket == asked_.ticket) {
    finish(*done);
    changed = true;
  }
  return changed;
}

void Table::note_report(const players::TextReport& report) {
  if (report.lines.empty()) return;
  const auto found = analysis_of(report, asked_.mover, asked_.engine);
  if (asked_.key.kind == TaskKind::Move) {
    thought_ = found;
    if (!analysing_) return;  // an opponent's thoughts are shown while it thinks, and not kept
  }
  auto& node = session_.edit_record().node(asked_.key.node);
  const auto kept = analysis_at(node);
  if (!kept || found.visits >= kept->visits || found.proven) {
    keep_analysis(node, found);
    ++analyses_;
  }
  if (asked_.key.node == record().cursor()) read_analysis();
}

void Table::finish(const EngineRoom::Done& done) {
  const TaskKey task = asked_.key;
  if (!done.error) note_report(done.answer.report);
  asked_ = {};
  if (done.error) {
    message_ = done.error;
    if (task.kind == TaskKind::Move) browsing_ = true;
    analysing_ = hint_asked_ = false;
    sweep_.clear();
    return;
  }
  if (done.stopped) return;
  switch (task.kind) {
    case TaskKind::Move: due_ = {task, done.answer.resign ? "resign" : done.answer.move}; break;
    case TaskKind::Sweep: sweep_.pop_back(); break;
    case TaskKind::Hint: hint_asked_ = false; break;
    case TaskKind::Analysis: analysed_ = task; break;
    case TaskKind::None: break;
  }
}

void Table::read_analysis() { analysis_ = analysis_at(record().node(record().cursor())); }

const LineStudy& Table::line_study() {
  if (studied_.revision != revision_ || studied_.analyses != analyses_) {
    studied_ = {revision_, analyses_, study_line(record(), end_of_line())};
  }
  return studied_.study;
}

void Table::set_analysing(bool on) {
  analysing_ = on;
  analysed_ = {};
}

void Table::ask_hint() { hint_asked_ = !session_.over(); }

void Table::start_sweep() {
  sweep_.clear();
  ++sweep_number_;
  game::GameRecord line = record();
  for (const game::NodeId node : record().line_to(end_of_line())) {
    line.go_to(node);
    if (players::replay(line)->outcome() == game::Outcome::Ongoing) sweep_.push_back(node);
  }
  // From the end backwards: what is proven there is known first, and the graph grows towards the
  // start.
  sweep_total_ = sweep_.size();
}

double Table::sweep_share() const {
  return sweep_total_ == 0
             ? 1
             : 1 - static_cast<double>(sweep_.size()) / static_cast<double>(sweep_total_);
}

}  // namespace losange::window
