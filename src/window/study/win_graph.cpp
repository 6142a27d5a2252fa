#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "window/common/drawing.h"
#include "window/study/study_parts.h"

namespace losange::window {

using game::Side;

void draw_win_bar(Pen& pen, const Context& context, Rect area) {
  const auto& colors = context.colors();
  const auto& analysis = context.table.analysis();
  // Where a game ended by resignation the board still says something else, and that is what is studied.
  const auto result = context.table.session().position().outcome();
  double share = analysis ? chance_for(Side::First, analysis->value) : 0.5;
  if (result != game::Outcome::Ongoing) {
    share = result == game::Outcome::FirstWins ? 1 : result == game::Outcome::Draw ? 0.5 : 0;
  }
  const bool known = analysis || result != game::Outcome::Ongoing;
  if (!known) {
    pen.fill(area, pen.theme().raised, 6);
    pen.text(area.center(), context.table.thinks() ? context.tr(Word::Analysing) : "–", 13,
             pen.theme().muted, Align::Center);
    return;
  }
  pen.fill(area, colors.of(Side::Second), 6);
  Rect first = area;
  first.width = area.width * share;
  if (first.width > pen.px(4)) pen.fill(first, colors.of(Side::First), 6);
  if (first.width > pen.px(12) && share < 0.97) {  // a straight edge where the colours meet
    pen.fill({first.right() - pen.px(8), first.y, pen.px(8), first.height}, colors.of(Side::First));
  }
  const double middle = area.center().y;
  if (share > 0.18) {
    pen.text({area.x + pen.px(10), middle}, fmt::format("{:.0f} %", 100 * share), 13,
             readable_on(colors.of(Side::First)), Align::Left, Weight::Bold);
  }
  if (share < 0.82) {
    pen.text({area.right() - pen.px(10), middle}, fmt::format("{:.0f} %", 100 * (1 - share)), 13,
             readable_on(colors.of(Side::Second)), Align::Right, Weight::Bold);
  }
}

namespace {

// The graph of one line, in its place.
class WinGraph {
 public:
  WinGraph(Pen& pen, const Context& context, Rect area)
      : pen_(pen),
        context_(context),
        study_(context.table.game_study()),
        shown_(context.table.line_study()),
        area_(area),
        inside_(area.inset(pen.px(8))),
        steps_(std::max<double>(
            1, static_cast<double>(std::max(study_.line.size(), shown_.line.size())) - 1)) {
    while (parted_ < std::min(study_.line.size(), shown_.line.size()) &&
           study_.line[parted_] == shown_.line[parted_])
      ++parted_;
    // The names stand before the curve: it never runs through them.
    double names = 0;
    for (const Side side : {Side::First, Side::Second})
      names = std::max(names, pen.text_width(context.side_text(side), kNames));
    inside_.take_left(names + pen.px(10));
    for (const game::NodeId node : study_.line) {
      const int before = numbers_.empty() ? 0 : numbers_.back();
      numbers_.push_back(before + (context.table.record().node(node).move ? 1 : 0));
    }
  }

  void draw() {
    pen_.fill(area_, pen_.theme().background, 8);
    pen_.line({inside_.x, inside_.center().y}, {inside_.right(), inside_.center().y},
              pen_.theme().line);
    pen_.text({area_.x + pen_.px(8), area_.y + pen_.px(12)}, context_.side_text(Side::First),
              kNames, pen_.theme().muted);
    pen_.text({area_.x + pen_.px(8), area_.bottom() - pen_.px(11)},
              context_.side_text(Side::Second), kNames, pen_.theme().muted);
    for (std::size_t i = 0; i < study_.line.size(); ++i) slot(i);
    // Of a variation there is a line of its own, from where it leaves the game.
    curve(shown_, parted_ == 0 ? 0 : parted_ - 1, mixed(pen_.theme().muted, pen_.theme().line, 0.3));
    curve(study_, 0, pen_.theme().accent);
    cursor();
    // The worst ones stand on top where there is little room.
    for (std::size_t i = study_.mistakes.size(); i-- > 0;) dot(study_.mistakes[i]);
    for (std::size_t i = 0; i < study_.line.size(); ++i) {
      if (pen_.hovered(id(i))) told(i);
    }
  }

 private:
  static constexpr double kNames = 11;  // letters of the sides
  static std::string id(std::size_t i) { return fmt::format("graph.{}", i); }
  double x_of(std::size_t i) const {
    return inside_.x + inside_.width * static_cast<double>(i) / steps_;
  }
  std::optional<Point> point(std::size_t i) const { return point(study_, i); }
  std::optional<Point> point(const LineStudy& study, std::size_t i) const {
    if (!study.values[i]) return std::nullopt;
    return Point{x_of(i),
                 inside_.bottom() - inside_.height * chance_for(Side::First, *study.values[i])};
  }

  // What is clicked to go to a move.
  void slot(std::size_t i) {
    const double width = inside_.width / (steps_ + 1);
    const double from = std::max(i == 0 ? area_.x : inside_.x, x_of(i) - width / 2),
                 to = std::min(area_.right(), x_of(i) + width / 2);
    if (pen_.hovered(id(i)))
      pen_.line({x_of(i), inside_.y}, {x_of(i), inside_.bottom()}, pen_.theme().muted);
    const Context& context = context_;
    Widget jump{.id = id(i),
                .area = {from, area_.y, to - from, area_.height},
                .act = [&context, node = study_.line[i]] { context.table.go_to(node); }};
    const auto& move = context_.table.record().node(study_.line[i]).move;
    const int number = move ? context_.move_number(numbers_[i], move->side) : numbers_[i];
    jump.name = context_.tr(Word::JumpToMove, std::to_string(number));
    pen_.add(std::move(jump));
  }

  // Where one stands, in the game or in a variation.
  void cursor() {
    const auto& line = shown_.line;
    const auto at = std::find(line.begin(), line.end(), context_.table.record().cursor());
    const double x = x_of(static_cast<std::size_t>(at - line.begin()));
    pen_.line({x, inside_.y}, {x, inside_.bottom()}, pen_.theme().ink, 1.5);
  }

  void curve(const LineStudy& study, std::size_t from, Color color) {
    Stroke part{{}, pen_.px(2), color, false};
    const auto flush = [&] {
      if (part.points.size() > 1) pen_.scene().push_back(part);
      if (part.points.size() == 1)
        pen_.scene().push_back(Disc{part.points[0], pen_.px(2), part.color});
      part.points.clear();
    };
    for (std::size_t i = from; i < study.line.size(); ++i) {
      if (const auto p = point(study, i)) {
        part.points.push_back(*p);
      } else {
        flush();
      }
    }
    flush();
  }

  void dot(const Mistake& mistake) {
    const auto at = std::find(study_.line.begin(), study_.line.end(), mistake.node);
    const auto p = point(static_cast<std::size_t>(at - study_.line.begin()));
    if (!p) return;
    const Color color = severity_color(pen_.theme(), severity(mistake.loss));
    pen_.scene().push_back(Disc{*p, pen_.px(4.5), pen_.theme().background});
    pen_.scene().push_back(Disc{*p, pen_.px(3.5), color});
  }

  // "12. f6 · Red 54 %", on a plate that stays inside.
  void told(std::size_t i) {
    const auto& record = context_.table.record();
    const auto& node = record.node(study_.line[i]);
    std::string text = node.move
                           ? context_.numbered(numbers_[i], node.move->side, node.move->text)
                           : context_.tr(i == 0 ? Word::ToStart : Word::PositionSetUp);
    if (study_.values[i]) {
      text += fmt::format(" · {} {:.0f} %", context_.side_text(Side::First),
                          100 * chance_for(Side::First, *study_.values[i]));
      if (const auto found = analysis_at(node); found && counts_men(found->engine))
        text += " · " + context_.number(men_text(found->value, 2));
    }
    if (const Mistake* mistake = study_.mistake_at(study_.line[i]))
      text += fmt::format(" · −{:.0f} %", 100 * mistake->loss);
    if (const auto p = point(i)) pen_.scene().push_back(Disc{*p, pen_.px(4), pen_.theme().ink});
    const double width = pen_.text_width(text, 12) + pen_.px(14), height = pen_.px(20);
    const double x =
        std::clamp(x_of(i) - width / 2, area_.x, std::max(area_.x, area_.right() - width));
    // Away from the curve.
    const bool low = study_.values[i] && chance_for(Side::First, *study_.values[i]) > 0.5;
    const Rect plate{x, low ? area_.bottom() - height - pen_.px(2) : area_.y + pen_.px(2), width,
                     height};
    const Color ground = mixed(pen_.theme().ink, pen_.theme().background, 0.08);
    pen_.fill(plate, ground, 5);
    pen_.text(plate.center(), text, 12, readable_on(ground), Align::Center);
  }

  Pen& pen_;
  const Context& context_;
  const LineStudy &study_, &shown_;  // of the game, and of the line one is on
  std::size_t parted_ = 0;           // how many nodes both begin with
  Rect area_, inside_;
  double steps_;
  std::vector<int> numbers_;  // of the moves, by their places: stones that were set up are none
};

}  // namespace

void draw_graph(Pen& pen, const Context& context, Rect area) {
  WinGraph(pen, context, area).draw();
}

}  // namespace losange::window
