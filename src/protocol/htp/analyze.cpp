// The commands that HexGui offers in its analyze menu.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "hex/board/geometry.h"
#include "protocol/htp/engine.h"
#include "study/board/inferior.h"

namespace losange::protocol {

namespace {

// Short enough to stand in a cell: the chance to win in percent, or what is proven, W7 in seven moves of the winner at most;
// <=40 is 40 at most.
std::string value_text(const search::Line<std::string>& line) {
  if (line.proven && line.moves > 0)
    return fmt::format("{}{}", line.value > 0 ? "W" : "L", line.moves);
  if (line.proven) return line.value > 0 ? "W" : line.value < 0 ? "L" : "D";
  return fmt::format("{}{:.0f}", line.at_most ? "<=" : "", 100 * search::win_chance(line.value));
}

// Short for the same reason: 950, 12k, 3M.
std::string visits_text(const search::Line<std::string>& line) {
  if (line.visits < 10'000) return fmt::format("{}", line.visits);
  if (line.visits < 10'000'000) return fmt::format("{}k", line.visits / 1000);
  return fmt::format("{}M", line.visits / 1'000'000);
}

std::string pairs_text(const players::TextReport& report, const players::AnyPosition& position,
                       std::string (*text_of)(const search::Line<std::string>&)) {
  std::string text;
  for (const auto& line : report.lines) {
    if (line.visits == 0 || position.cell_of(line.move) < 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", line.move, text_of(line));
  }
  return text;
}

// A block of live graphics as HexGui of 2024 draws it: every move with its visits and its chance to win. The format has
// no word for a bound, so a move of which no more is known is left out.
std::string live_block(const players::TextReport& report, const players::AnyPosition& position) {
  std::string text;
  int order = 0;
  for (const auto& line : report.lines) {
    if (line.visits == 0 || line.at_most || position.cell_of(line.move) < 0) continue;
    text += fmt::format("{}info move {} visits {} winrate {:.4f} scoreLead 0 order {}",
                        text.empty() ? "" : " ", line.move, line.visits,
                        search::win_chance(line.value), order++);
  }
  return fmt::format("gogui-gfx:\nkata\n{}\n\n", text);
}

// A cell and its mark a pair, as HexGui colours them: filled in (fdb dead, fcb and fcw captured by a
// colour), or inferior to the cell in brackets (iv vulnerable, id dominated).
std::string inferior_marks(const game::GameRecord& record) {
  constexpr std::array kMarks{"fdb", "fcb", "fcw", "iv", "id"};
  std::string text;
  for (const auto& inferior : study::inferior_cells(record)) {
    const auto name = [&](int cell) { return hex::cell_name(record.setup.size, cell); };
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", name(inferior.cell),
                        kMarks[static_cast<std::size_t>(inferior.kind)]);
    if (inferior.killer >= 0) text += fmt::format("[{}]", name(inferior.killer));
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
            "string/Reg GenMove/reg_genmove %c\n"
            "pspairs/Losange Values/losange-values %m\n"
            "pspairs/Losange Visits/losange-visits %m\n"
            "var/Losange PV/losange-pv %m\n"
            "inferior/Losange Inferior/compute-inferior %m\n"
            "inferior/VC Build/vc-build %m\n"
            "plist/VC Must Play/vc-must-play %m\n"
            "vc/VC Between Cells Full/vc-between-cells-full %c %P\n"
            "vc/VC Between Cells Semi/vc-between-cells-semi %c %P\n"
            "plist/VC Connected To Full/vc-connected-to-full %c %p\n"
            "plist/VC Connected To Semi/vc-connected-to-semi %c %p\n"
            "plist/VC Union Full/vc-union-full %c %P\n"
            "plist/VC Union Semi/vc-union-semi %c %P\n"
            "plist/VC Intersection Full/vc-intersection-full %c %P\n"
            "plist/VC Intersection Semi/vc-intersection-semi %c %P\n"
            "param/DFPN Param/param_dfpn\n"
            "string/DFPN Solve State/dfpn-solve-state %m\n"
            "plist/DFPN Find Winning/dfpn-solver-find-winning %m\n"
            "var/DFPN Get PV/dfpn-get-pv %m\n"
            "none/DFPN Clear TT/dfpn-clear-tt\n"
            "none/Losange Live/gogui-gfx-analyze %m",
            player);
      });
  add("compute-inferior", "COLOR", 1, 1,
      "the cells that are filled in or need not be considered when this colour moves",
      [this](const Call& call) {
        const game::Side side = call.colour(0);
        require_game("no cell matters any more");
        return inferior_marks(game_.record_for(side));
      });
  add_search_commands();
}

std::string HtpEngine::considered_marks(game::Side side, const std::vector<int>& consider) const {
  const auto record = game_.record_for(side);
  std::vector<bool> marked(static_cast<std::size_t>(record.setup.size * record.setup.size));
  for (const auto& inferior : study::inferior_cells(record)) {
    marked[static_cast<std::size_t>(inferior.cell)] = true;
  }
  for (const int cell : consider) marked[static_cast<std::size_t>(cell)] = true;
  std::string text = inferior_marks(record);
  for (const auto& move : game_.session().position().legal_moves()) {
    const int cell = game_.session().position().cell_of(move);
    if (cell < 0 || marked[static_cast<std::size_t>(cell)]) continue;
    text += fmt::format("{}{} x", text.empty() ? "" : " ", move);
  }
  return text;
}

void HtpEngine::add_search_commands() {
  const auto ask = [this](const Call& call, const players::Observer& observer = {}) {
    const game::Side side = call.colour(0);
    require_game("there is no move to value");
    return game_.study(side, call.stop, observer);
  };
  add("losange-values", "COLOR", 1, 1,
      "searches, and gives the chance in percent that each move wins, best first",
      [this, ask](const Call& call) {
        return pairs_text(ask(call).report, game_.session().position(), value_text);
      });
  add("losange-visits", "COLOR", 1, 1,
      "searches, and gives how often each move was tried, best first",
      [this, ask](const Call& call) {
        return pairs_text(ask(call).report, game_.session().position(), visits_text);
      });
  add("gogui-gfx-analyze", "COLOR", 1, 1,
      "searches until its limits or '# interrupt', and shows the moves while it runs",
      [this, ask](const Call& call) -> std::string {
        const auto show = [&](const players::TextReport& report) {
          if (show_live_) show_live_(live_block(report, game_.session().position()));
        };
        show(ask(call, show).report);
        return "";
      });
  add("losange-pv", "COLOR", 1, 1, "searches, and gives the play it expects",
      [this, ask](const Call& call) {
        return variation_text(ask(call), game_.session().position());
      });
}

}  // namespace losange::protocol
