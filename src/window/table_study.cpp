// What is thought about at the table, and what is kept of it.
#include <algorithm>

#include "base/error.h"
#include "window/table.h"
#include "window/table_engine.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kAnalysisTime{60'000};  // then the picture no longer changes much
constexpr double kSweepShare = 0.25;           // of the thinking time, for each position

}  // namespace

// One task at a time, the most urgent first.
Table::TaskKey Table::wanted(Time) const {
  const TaskKey here{TaskKind::None, record().cursor(), revision_};
  const auto key = [&](TaskKind kind) { return TaskKey{kind, here.node, here.revision}; };
  if (paused_) return {};
  if (!session_.over() && !person_to_move() && !browsing_) {
    return due_move_.empty() && !due_resign_ ? key(TaskKind::Move) : TaskKey{};
  }
  if (!sweep_.empty()) return {TaskKind::Sweep, sweep_.back(), sweep_revision_};
  if (session_.over()) return {};
  if (hint_asked_) return key(TaskKind::Hint);
  if (analysing_ && analysed_ != key(TaskKind::Analysis)) return key(TaskKind::Analysis);
  return {};
}

void Table::reconcile(Time now) {
  const TaskKey next = wanted(now);
  if (next == task_) return;
  if (next.kind == TaskKind::None) {
    room_.stop();
    ticket_ = 0;
    task_ = {};
    return;
  }
  begin(next, now);
}

void Table::begin(const TaskKey& key, Time now) {
  task_ = key;
  task_began_ = now;
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
  ticket_ =
      room_.start([engine, record = std::move(record), limits](const auto& observer, auto stop) {
        return engine->choose(record, limits, observer, stop);
      });
}

bool Table::take_results(Time now) {
  bool changed = false;
  if (const auto report = room_.take_report(ticket_)) {
    note_report(*report);
    changed = true;
  }
  if (const auto done = room_.take_done(); done && done->ticket == ticket_ && ticket_ != 0) {
    finish(*done, now);
    changed = true;
  }
  return changed;
}

void Table::note_report(const players::TextReport& report) {
  if (report.lines.empty() || task_.kind == TaskKind::None) return;
  game::GameRecord& record = session_.edit_record();
  if (task_.node >= record.size()) return;
  const auto& engine =
      task_.kind == TaskKind::Move ? seat(session_.to_move()).engine : adviser_->spec;
  Side mover = session_.to_move();
  if (task_.node != record.cursor()) {
    game::GameRecord there = record;
    there.go_to(task_.node);
    mover = players::replay(there)->to_move();
  }
  const auto found = analysis_of(report, mover, engine.substr(0, engine.find(':')));
  if (task_.kind == TaskKind::Move) {
    thought_ = found;
    if (!analysing_) return;  // an opponent's thoughts are shown while it thinks, and not kept
  }
  const auto kept = analysis_at(record.node(task_.node));
  if (!kept || found.visits >= kept->visits || found.proven) {
    keep_analysis(record.node(task_.node), found);
  }
  if (task_.node == record.cursor()) read_analysis();
}

void Table::finish(const EngineRoom::Done& done, Time) {
  const TaskKey task = task_;
  if (!done.error.empty()) {
    message_ = done.error;
    if (task.kind == TaskKind::Move) browsing_ = true;
    analysing_ = hint_asked_ = false;
    sweep_.clear();
    task_ = {};
    return;
  }
  note_report(done.answer.report);
  task_ = {};
  if (done.stopped) return;
  switch (task.kind) {
    case TaskKind::Move:
      due_move_ = done.answer.move;
      due_resign_ = done.answer.resign;
      break;
    case TaskKind::Sweep: sweep_.pop_back(); break;
    case TaskKind::Hint: hint_asked_ = false; break;
    case TaskKind::Analysis: analysed_ = task; break;
    case TaskKind::None: break;
  }
}

void Table::read_analysis() { analysis_ = analysis_at(record().node(record().cursor())); }

void Table::set_analysing(bool on) {
  analysing_ = on;
  analysed_ = {};
}

void Table::ask_hint() { hint_asked_ = !session_.over(); }

void Table::start_sweep() {
  sweep_.clear();
  sweep_revision_ = ++revision_;
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

void Table::set_up(const std::string& cell, std::optional<Side> stone) {
  auto& record = session_.edit_record();
  game::NodeId node = record.cursor();
  const auto is_setup = [&](game::NodeId id) {
    return !record.node(id).move && record.node(id).children.empty();
  };
  if (!is_setup(node)) node = record.add_setup_child(node);
  auto& stones = record.node(node).setup;
  // Kings of draughts are written with a K before their square.
  const auto square = [](std::string_view name) {
    return name.starts_with('K') ? name.substr(1) : name;
  };
  std::erase_if(stones, [&](const game::SetupStone& s) { return square(s.cell) == square(cell); });
  stones.push_back({cell, stone});
  session_.go_to(node);
  browsing_ = true;
  position_changed();
}

void Table::set_to_move(Side side) {
  auto& record = session_.edit_record();
  game::NodeId node = record.cursor();
  if (record.node(node).move || !record.node(node).children.empty()) {
    node = record.add_setup_child(node);
  }
  record.node(node).to_move = side;
  session_.go_to(node);
  browsing_ = true;
  position_changed();
}

}  // namespace losange::window
