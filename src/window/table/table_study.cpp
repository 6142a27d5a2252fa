// What is thought about at the table, and what is kept of it.
#include <algorithm>

#include "base/error.h"
#include "window/table/table.h"
#include "window/table/table_engine.h"

namespace losange::window {

using game::Side;

namespace {

constexpr base::Millis kAnalysisTime{std::chrono::days(30)};  // without end, as people see it

}  // namespace

std::optional<Side> Table::unready() const {
  if (browsing_ || trouble() != nullptr || session_.over() ||
      session_.clock().control().kind == players::TimeControl::Kind::None)
    return std::nullopt;
  for (const Side side : {session_.to_move(), game::other(session_.to_move())}) {
    if (!seat(side).person && ready_[index(side)] != game_) return side;
  }
  return std::nullopt;
}

// One task at a time, the most urgent first.
Table::TaskKey Table::wanted() const {
  if (paused_) return {};
  if (const auto side = unready())
    return {TaskKind::SetUp, static_cast<game::NodeId>(index(*side)), game_};
  if (!session_.over() && !person_to_move() && !browsing_ && trouble() == nullptr) {
    return move_is_due() ? TaskKey{} : here(TaskKind::Move);
  }
  if (aside_) return {TaskKind::Aside, game::kRoot, aside_number_};
  if (sweep_.running()) return {TaskKind::Sweep, sweep_.next().node, sweep_number_};
  if (!session_.open_on_board()) return {};
  if (hint_asked_) return here(TaskKind::Hint);
  if (analysing_ && adviser_tells_values() && analysed_ != here(TaskKind::Analysis))
    return here(TaskKind::Analysis);
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

search::Limits Table::limits_of(const TaskKey& key, Engine& engine) {
  search::Limits limits;
  limits.threads = options_.threads;
  limits.seed = revision_;
  limits.time = base::to_millis(options_.thinking_s);
  if (key.kind == TaskKind::Move) {
    session_.base_limits() = limits;
    return session_.limits_for_move();
  }
  if (key.kind == TaskKind::Analysis) limits.time = kAnalysisTime;
  // A sweep finds the same whenever it is made: nothing is left of what was thought before, and no clock decides. An
  // outside program counts in its own way: it has the time of a move.
  const bool aside = key.kind == TaskKind::Aside;
  if ((key.kind == TaskKind::Sweep || aside) && engine.counts_visits()) {
    engine.starts_over = true;
    limits = {};
    limits.nodes = aside ? aside_->visits : sweep_.next().visits;
  }
  limits.every_move = true;
  return limits;
}

void Table::begin(const TaskKey& key, Time now) {
  thought_.reset();
  if (key.kind == TaskKind::SetUp) {
    asked_ = {};
    asked_.key = key;
    asked_.began = now;
    asked_.ticket = room_.start(
        [engine = engines_[key.node], record = session_.record()](const auto&, auto stop) {
          engine->set_up(record, stop);
          return players::Answer{};
        });
    return;
  }
  game::GameRecord record = key.kind == TaskKind::Aside ? aside_->position : session_.record();
  if (key.kind != TaskKind::Aside) record.go_to(key.node);
  const auto engine = key.kind == TaskKind::Move ? engines_[index(session_.to_move())] : adviser_;
  const search::Limits limits = limits_of(key, *engine);
  asked_.key = key;
  asked_.began = now;
  asked_.engine = engine->label();
  asked_.mover = players::replay(record)->to_move();
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
  if (report.lines.empty()) return;  // a move alone, which says nothing of the chance to win
  if (asked_.key.kind == TaskKind::Analysis) {
    searched_ = asked_.key;
    tree_state_.tree_nodes = report.tree_nodes;
    tree_state_.tree_bytes = report.tree_bytes;
    tree_state_.out_of_memory = report.out_of_memory;
  }
  const auto found = analysis_of(report, asked_.mover, asked_.engine);
  if (asked_.key.kind == TaskKind::Aside) return;  // it is of another position; its end counts
  if (asked_.key.kind == TaskKind::Move) {
    thought_ = found;
    if (!analysing_) return;  // an opponent's thoughts are shown while it thinks, and not kept
  }
  auto& node = session_.edit_record().node(asked_.key.node);
  const auto kept = analysis_at(node);
  // What the adviser found stays where an opponent thinks of the same position in its own way.
  const bool another = kept && kept->engine != found.engine;
  if (!kept || (another ? asked_.key.kind != TaskKind::Move
                        : found.visits >= kept->visits || found.proven)) {
    keep_analysis(node, found);
    ++analyses_;
  }
  if (asked_.key.node == record().cursor()) read_analysis();
}

void Table::finish(const EngineRoom::Done& done) {
  const TaskKey task = asked_.key;
  const Side mover = asked_.mover;
  if (!done.error) note_report(done.answer.report);
  asked_ = {};
  if (done.error) {
    message_ = done.error;
    const bool its_turn = !person_to_move() && task.node == index(session_.to_move());
    if (task.kind == TaskKind::SetUp && !its_turn) {
      // Told once, and no reason to disturb the other side: its own turn is another try.
      ready_[task.node] = task.revision;
      return;
    }
    if (task.kind == TaskKind::Move || task.kind == TaskKind::SetUp)
      return fail(*done.error, done.ended);
    hint_asked_ = false;
    if (task.kind == TaskKind::Hint) return;  // the analysis is another question
    analysing_ = false;
    aside_.reset();
    sweep_.stop();
    return;
  }
  if (done.stopped) return;
  switch (task.kind) {
    case TaskKind::SetUp: ready_[task.node] = task.revision; break;
    case TaskKind::Move:
      due_ = {task, done.answer.resign ? "resign" : done.answer.move, done.ended};
      break;
    case TaskKind::Aside:
      // A program that tells no values cannot answer.
      if (!done.answer.report.lines.empty())
        aside_value_ = analysis_of(done.answer.report, mover, "").value;
      aside_.reset();
      break;
    case TaskKind::Sweep: sweep_.done(record()); break;
    case TaskKind::Hint:
      hint_asked_ = false;
      hint_ = {revision_, done.answer.move};
      break;
    case TaskKind::Analysis: analysed_ = task; break;
    case TaskKind::None: break;
  }
}

void Table::read_analysis() { analysis_ = deepest_analysis_at(record(), record().cursor()); }

const Table::Studies& Table::studies() {
  if (studied_.revision != revision_ || studied_.analyses != analyses_) {
    const game::NodeId game = end_of_main_line(), line = end_of_line();
    studied_ = {revision_, analyses_, study_line(record(), game), {}};
    studied_.line = line == game ? studied_.game : study_line(record(), line);
  }
  return studied_;
}

const Mistake* Table::mistake_at(game::NodeId node) {
  const Mistake* mistake = game_study().mistake_at(node);
  return mistake != nullptr ? mistake : line_study().mistake_at(node);
}

void Table::set_analysing(bool on) {
  analysing_ = on;
  analysed_ = {};
}

Table::AnalysisState Table::analysis_state() const {
  const TaskKey key = here(TaskKind::Analysis);
  AnalysisState state = searched_ == key ? tree_state_ : AnalysisState{};
  state.runs = asked_.key == key;
  state.ended = analysed_ == key;
  return state;
}

void Table::ask_hint() { hint_asked_ = session_.open_on_board(); }

void Table::ask_aside(game::GameRecord position, std::uint64_t visits) {
  aside_ = {std::move(position), visits};
  aside_value_.reset();
  ++aside_number_;
}

void Table::note_finding(const std::function<void(game::RecordNode&)>& write) {
  write(session_.edit_record().node(record().cursor()));
  ++analyses_;
  read_analysis();
}

std::string Table::adviser_name() const { return adviser_->name(); }

SweepVisits Table::visits_of_sweep() const {
  return sweep_visits(adviser_->name()).deeper(sweep_depth_);
}

void Table::start_sweep(bool deeper) {
  if (deeper) ++sweep_depth_;
  ++sweep_number_;
  game::GameRecord line = record();
  std::vector<game::NodeId> positions;
  for (const game::NodeId node : record().line_to(end_of_main_line())) {
    line.go_to(node);
    if (players::replay(line)->outcome() == game::Outcome::Ongoing) positions.push_back(node);
  }
  sweep_.start(record(), end_of_main_line(), positions, adviser_->name(), visits_of_sweep());
}

}  // namespace losange::window
