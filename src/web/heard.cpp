#include "web/heard.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "players/game/games.h"
#include "window/draw/theme.h"
#include "window/words/words.h"

namespace losange::web {

using namespace window;

namespace {

const char* kind_name(Widget::Kind kind) {
  switch (kind) {
    case Widget::Kind::Button: return "button";
    case Widget::Kind::Field: return "field";
    case Widget::Kind::Slider: return "slider";
    case Widget::Kind::Board: return "board";
  }
  return "button";
}

}  // namespace

std::string heard_widgets(const Frame& frame) {
  auto all = nlohmann::json::array();
  for (std::size_t i = frame.modal; i < frame.widgets.size(); ++i) {
    const Widget& widget = frame.widgets[i];
    nlohmann::json heard{{"id", widget.id},
                         {"kind", kind_name(widget.kind)},
                         {"name", widget.name.empty() ? widget.tip : widget.name},
                         {"x", widget.area.x},
                         {"y", widget.area.y},
                         {"width", widget.area.width},
                         {"height", widget.area.height}};
    if (widget.on) heard["on"] = *widget.on;
    if (widget.kind == Widget::Kind::Slider) heard["value"] = widget.value;
    if (widget.text != nullptr) heard["text"] = *widget.text;
    for (const BoardCell& cell : widget.cells)
      heard["cells"].push_back({cell.name, cell.state, cell.at.x, cell.at.y});
    all.push_back(std::move(heard));
  }
  // A name of a file may hold bytes that are no text.
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string heard_move(const Ui& ui) {
  const auto& session = ui.table().session();
  const auto& record = ui.table().record();
  const auto& node = record.node(record.cursor());
  if (!node.move) return {};
  const auto language = ui.settings().language;
  const auto& colors = players::is_draughts(record.setup)
                           ? white_and_black(draughts::config_of(record.setup).rules->first ==
                                             draughts::Colour::White)
                           : palette(ui.settings().palette);
  const auto name = [&](game::Side side) {
    return word(language, colors.names[static_cast<std::size_t>(game::index(side))]);
  };
  std::string text = fmt::format("{} {}", name(node.move->side), node.move->text);
  if (session.over()) {
    const auto outcome = session.result().outcome;
    text += ". " + (outcome == game::Outcome::Draw
                        ? word(language, Word::Drawn)
                        : filled(word(language, Word::Wins),
                                 {name(outcome == game::Outcome::FirstWins ? game::Side::First
                                                                           : game::Side::Second)}));
  }
  return text;
}

}  // namespace losange::web
