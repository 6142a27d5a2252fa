#include "window/table/table.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "players/files/saved_game.h"
#include "players/registry.h"
#include "window/choices/levels.h"
#include "window/table/table_engine.h"

namespace losange::window {

using game::Side;

// What the session knows of a seat. It is never asked for a move here: the engine room does that.
class Table::SeatPlayer : public players::Player {
 public:
  SeatPlayer(bool person, std::shared_ptr<Engine> engine)
      : person_(person), engine_(std::move(engine)) {}

  players::Answer choose(const game::GameRecord& record, const search::Limits& limits,
                         const players::Observer& observer, std::stop_token stop) override {
    return engine_->choose(record, limits, observer, stop);
  }
  bool waits_for_person() const override { return person_; }
  void new_game() override { engine_->starts_over = true; }

 private:
  bool person_;
  std::shared_ptr<Engine> engine_;
};

Table::Table(TableOptions options) : options_(std::move(options)) {
  if (options_.adviser.empty()) options_.adviser = adviser_spec({});
  seat_adviser({});
  for (const Side side : {Side::First, Side::Second}) {
    seat_player(side, players::Seat::parse("human", players::default_engine()));
  }
}

void Table::set_options(TableOptions options) {
  if (options.adviser.empty()) options.adviser = options_.adviser;
  if (!options.make_player) options.make_player = options_.make_player;
  options_ = std::move(options);
  seat_adviser(record().setup);
}

// The one that was asked for, or where it does not play the game the usual one.
void Table::seat_adviser(const game::GameSetup& setup) {
  const auto& asked = players::find_strategy(players::PlayerSpec::parse(options_.adviser).name);
  const std::string spec = asked.plays(setup.game) ? options_.adviser : adviser_spec(setup);
  if (adviser_ && adviser_->spec == spec) return;
  adviser_ = make_engine(spec);
  // Nobody waits any longer for what was asked of the one before.
  hint_asked_ = false;
  analysed_ = {};
  if (asked_.key.kind != TaskKind::Hint && asked_.key.kind != TaskKind::Analysis) return;
  room_.stop();
  asked_ = {};
}

const base::Message* Table::trouble() const {
  const bool stands = trouble_ && trouble_->game == game_ && trouble_->node == record().cursor() &&
                      !session_.over() && !person_to_move() &&
                      trouble_->engine == engines_[index(session_.to_move())];
  return stands ? &trouble_->reason : nullptr;
}

void Table::fail(const base::Message& reason, Time now) {
  hold_turn(now);
  due_.reset();
  message_ = reason;
  trouble_ = {reason, engines_[index(session_.to_move())], game_, record().cursor()};
}

std::string Table::program_name(Side side) const { return engines_[index(side)]->own_name(); }

std::shared_ptr<Table::Engine> Table::make_engine(const std::string& spec) const {
  return std::make_shared<Engine>(spec, options_.make_player);
}

void Table::seat_player(Side side, players::Seat seat) {
  auto& engine = engines_[index(side)];
  if (!engine || engine->spec != seat.engine) {
    engine = make_engine(seat.engine);
    ready_[index(side)] = 0;
  }
  session_.set_player(side, std::make_unique<SeatPlayer>(seat.person, engine), seat.name());
  seats_[index(side)] = std::move(seat);
}

void Table::start(const game::GameSetup& setup, const std::array<std::string, 2>& players,
                  players::TimeControl clock) {
  const std::string engine = players::default_engine(setup);
  std::array<players::Seat, 2> seats{players::Seat::parse(players[0], engine),
                                     players::Seat::parse(players[1], engine)};
  // A side that is handed over goes to the engine one plays against.
  for (const std::size_t s : {0u, 1u}) {
    if (seats[s].person && !seats[s].shared && !seats[1 - s].person)
      seats[s].engine = seats[1 - s].engine;
  }
  players::make_position(setup);  // throws on a bad size, before anything is given up
  remember_game();
  seat_player(Side::First, seats[0]);
  seat_player(Side::Second, seats[1]);
  seat_adviser(setup);
  session_.set_time_control(clock);
  session_.restart(setup);
  session_.edit_record().date = players::today();
  game_ = ++games_;
  sweep_depth_ = 0;
  find_own_side();
  continue_game();
  tree_changed();
}

void Table::find_own_side() {
  std::optional<Side> own;
  if (seats_[0].person != seats_[1].person) own = seats_[0].person ? Side::First : Side::Second;
  if (std::exchange(own_side_, own) != own) turned_ = false;
}

void Table::load(game::GameRecord record) {
  const auto names = record.players;
  players::replay(record);  // throws, before anything is given up
  remember_game();
  session_.load(std::move(record));
  name_people(names);
  game_ = ++games_;
  waits_ = true;
  game_changed();
  came_edits_ = edits_;
}

// People keep the names the game gives them.
void Table::name_people(const std::array<std::string, 2>& names) {
  for (const Side side : {Side::First, Side::Second}) {
    const auto& name = names[index(side)];
    if (!seat(side).person || name.empty()) continue;
    session_.set_player(side, std::make_unique<SeatPlayer>(true, engines_[index(side)]), name);
  }
}

void Table::game_changed() {
  sweep_depth_ = 0;
  paused_ = false;
  browsing_ = !session_.over() && !person_to_move();
  tree_changed();
}

void Table::position_changed() {
  ++revision_;
  const auto line = record().line();
  way_.resize(record().size(), game::kRoot);
  for (std::size_t i = 1; i < line.size(); ++i) way_[line[i - 1]] = line[i];
  hint_asked_ = false;
  turn_began_.reset();
  turn_spent_ = base::Millis(0);
  read_analysis();
}

void Table::tree_grew() {
  ++edits_;
  left_turn_.reset();
  position_changed();
}

// Of who sat there before; the position and the clock go on.
void Table::give_up_thought() {
  ++revision_;
  ++edits_;
}

void Table::turn_ended(base::Millis used) {
  history_.played(line_length() + 1);
  tree_grew();
  turn_spent_ = used;
}

void Table::tree_changed() {
  ++tree_;
  way_.clear();
  sweep_.stop();
  trouble_.reset();
  tree_grew();
}

void Table::play(std::string_view text) {
  const auto time = base::Clock::now();
  session_.play_on(text, time_of_move(time));
  history_.played(line_length());
  continue_game();
  last_move_ = time;
  ++played_;
  tree_grew();
}

void Table::resign() {
  if (session_.over()) return;
  // The game is given up where it stands, and not where one looks.
  if (browsing_) go_to(left_turn_ ? left_turn_->node : end_of_line());
  if (session_.over()) return;
  browsing_ = false;
  // A person resigns for their own side, also while the engine thinks.
  Side side = session_.to_move();
  if (!seat(side).person && seat(game::other(side)).person) side = game::other(side);
  const auto used = spent(base::Clock::now());
  session_.lose(side, "resign");
  turn_ended(used);
}

void Table::switch_seat(Side side) {
  players::Seat next = seat(side);
  next.person = !next.person;
  next.shared = true;
  seat_player(side, std::move(next));
  continue_game();
  give_up_thought();
}

void Table::set_engine(Side side, const std::string& spec) {
  players::Seat next = seat(side);
  next.engine = spec;
  seat_player(side, std::move(next));
  give_up_thought();
}

void Table::set_paused(bool paused) {
  if (paused) hold_turn(base::Clock::now());
  paused_ = paused;
}

void Table::continue_game() {
  browsing_ = paused_ = waits_ = false;
  trouble_.reset();
}

void Table::go_to(game::NodeId node) {
  if (node == record().cursor()) return;
  if (!session_.over() && !browsing_) left_turn_ = {record().cursor(), spent(base::Clock::now())};
  session_.go_to(node);
  browsing_ = !session_.over();
  position_changed();
  take_up_left_turn();
}

// Back where the game stands: a person's turn goes on as it was left, an engine's when it is told to.
void Table::take_up_left_turn() {
  if (!browsing_ || !left_turn_ || left_turn_->node != record().cursor()) return;
  turn_spent_ = left_turn_->spent;
  if (person_to_move()) browsing_ = false;
}

void Table::step(int moves) {
  game::NodeId node = record().cursor();
  for (; moves > 0 && next_of(node); --moves) node = *next_of(node);
  for (; moves < 0 && node != game::kRoot; ++moves) node = record().node(node).parent;
  go_to(node);
}

void Table::go_to_sibling(int direction) {
  const game::NodeId here = record().cursor();
  if (here == game::kRoot) return;
  const auto& siblings = record().node(record().node(here).parent).children;
  const auto at = std::find(siblings.begin(), siblings.end(), here) - siblings.begin() + direction;
  if (at >= 0 && at < static_cast<std::ptrdiff_t>(siblings.size())) {
    go_to(siblings[static_cast<std::size_t>(at)]);
  }
}

std::optional<game::NodeId> Table::next_of(game::NodeId node) const {
  const auto& children = record().node(node).children;
  if (children.empty()) return std::nullopt;
  const game::NodeId passed = node < way_.size() ? way_[node] : game::kRoot;
  return passed != game::kRoot ? passed : children.front();
}

game::NodeId Table::end_of_line() const {
  game::NodeId node = record().cursor();
  while (const auto next = next_of(node)) node = *next;
  return node;
}

game::NodeId Table::end_of_main_line() const {
  game::NodeId node = game::kRoot;
  while (!record().node(node).children.empty()) node = record().node(node).children.front();
  return node;
}

bool Table::turn_counts() const {
  return session_.clock().control().kind != players::TimeControl::Kind::None && !session_.over() &&
         !paused_ && !browsing_ && trouble() == nullptr;
}

bool Table::clocks_wait() const {
  return waits_ && session_.clock().control().kind != players::TimeControl::Kind::None &&
         !session_.over();
}

bool Table::clock_runs() const {
  const bool between_people = seats_[0].person && seats_[1].person;
  return turn_counts() && !waits_ && !engine_gets_ready() &&
         !(covered_ && person_to_move() && !between_people);
}

void Table::set_covered(bool covered, Time now) {
  if (covered != covered_) hold_turn(now);
  covered_ = covered;
}

void Table::hold_turn(Time now) {
  turn_spent_ = spent(now);
  turn_began_.reset();
}

// A move that is there and waits to be seen costs no more time.
base::Millis Table::spent(Time now) const {
  if (!turn_began_) return turn_spent_;
  const Time until = move_is_due() ? std::min(now, due_->came) : now;
  return turn_spent_ +
         std::chrono::duration_cast<base::Millis>(std::max(until, *turn_began_) - *turn_began_);
}

// Nothing where the clock stands still: such a move costs no time, and earns none.
std::optional<base::Millis> Table::time_of_move(Time now) const {
  return turn_counts() ? std::optional(spent(now)) : std::nullopt;
}

std::optional<base::Millis> Table::time_left(Side side, Time now) const {
  auto left = session_.clock().left(side);
  if (left && side == session_.to_move()) *left -= spent(now);
  return left;
}

double Table::thinking_seconds(Time now) const {
  return std::chrono::duration<double>(now - asked_.began).count();
}

bool Table::mind_clock(Time now) {
  if (!clock_runs()) return false;
  if (!turn_began_) turn_began_ = now;
  const auto left = time_left(session_.to_move(), now);
  if (!left || left->count() > 0) return false;
  const auto used = spent(now);
  session_.lose(session_.to_move(), "time");
  turn_ended(used);
  return true;
}

bool Table::tick(Time now) {
  // What is no longer wanted is given up first, so that its answer is not taken for one to what is asked next.
  reconcile(now);
  bool changed = take_results(now);
  changed |= play_due_move(now);
  changed |= mind_clock(now);
  reconcile(now);
  return changed;
}

std::optional<base::Message> Table::take_message() { return std::exchange(message_, std::nullopt); }

bool Table::play_due_move(Time now) {
  if (!move_is_due() || paused_ || browsing_) return false;
  const bool watched = !anyone_here();
  if (watched && now - last_move_ < base::to_millis(options_.pace_s)) return false;
  try {
    session_.play(due_->text, time_of_move(now));
    history_.played(line_length() + (session_.over() ? 1 : 0));
  } catch (const base::UserError& error) {
    fail(error.message(), now);
    return true;
  }
  last_move_ = now;
  ++played_;
  tree_grew();
  return true;
}

}  // namespace losange::window
