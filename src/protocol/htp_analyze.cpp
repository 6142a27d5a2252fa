// The commands that HexGui offers in its analyze menu.
#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "protocol/htp_engine.h"

namespace losange::protocol {

namespace {

// Short enough to stand in a cell: the chance to win in percent, or what is proven.
std::string value_text(const search::Line<std::string>& line) {
  if (line.proven) return line.value > 0 ? "W" : line.value < 0 ? "L" : "D";
  return fmt::format("{:.0f}", 100 * search::win_chance(line.value));
}

std::string pairs_text(const players::TextReport& report, const players::AnyPosition& position) {
  std::string text;
  for (const auto& line : report.lines) {
    if (line.visits == 0 || position.cell_of(line.move) < 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", line.move, value_text(line));
  }
  return text;
}

std::string variation_text(const players::Answer& answer, const players::AnyPosition& position) {
  std::string text;
  std::vector<std::string> moves{answer.move};
  if (!answer.report.lines.empty()) moves = answer.report.lines.front().variation;
  for (const auto& move : moves) {
    if (position.cell_of(move) < 0) break;  // only cells can be drawn
    text += text.empty() ? move : " " + move;
  }
  return text;
}

}  // namespace

void HtpEngine::add_analyze_commands() {
  add("hexgui-analyze_commands", "", 0, 0, "what HexGui offers in its analyze menu",
      [player = game_.player_spec().name](const Call&) {
        return fmt::format(
            "param/Game Param/param_game\n"
            "param/Player Param/param_{}\n"
            "plist/All Legal Moves/all_legal_moves %c\n"
            "string/ShowBoard/showboard\n"
            "string/Final Score/final_score\n"
            "string/Time Left/time_left\n"
            "varc/Reg GenMove/reg_genmove %c\n"
            "pspairs/Losange Values/losange-values %m\n"
            "var/Losange PV/losange-pv %m",
            player);
      });
  const auto ask = [this](const Call& call) {
    const game::Side side = call.colour(0);
    if (game_.session().over())
      throw base::UserError("the game is over: there is no move to value");
    return game_.ask(side, call.stop);
  };
  add("losange-values", "COLOR", 1, 1,
      "searches, and gives the chance in percent that each move wins, best first",
      [this, ask](const Call& call) {
        return pairs_text(ask(call).report, game_.session().position());
      });
  add("losange-pv", "COLOR", 1, 1, "searches, and gives the play it expects",
      [this, ask](const Call& call) {
        return variation_text(ask(call), game_.session().position());
      });
}

}  // namespace losange::protocol
