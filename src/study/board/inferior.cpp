#include "study/board/inferior.h"

#include "hex/shapes/inferior.h"
#include "players/game/games.h"

namespace losange::study {

namespace {

template <int W>
std::vector<InferiorCell> list(const hex::Position<W>& position) {
  using Kind = InferiorCell::Kind;
  const auto inferior = hex::inferior_cells(position);
  std::vector<InferiorCell> cells;
  position.empty().for_each([&](int cell) {
    if (inferior.dead.test(cell)) {
      cells.push_back({cell, Kind::Dead, -1});
    } else if (inferior.captured[0].test(cell)) {
      cells.push_back({cell, Kind::CapturedByFirst, -1});
    } else if (inferior.captured[1].test(cell)) {
      cells.push_back({cell, Kind::CapturedBySecond, -1});
    } else if (inferior.vulnerable.test(cell) || inferior.dominated.test(cell)) {
      cells.push_back({cell, inferior.vulnerable.test(cell) ? Kind::Vulnerable : Kind::Dominated,
                       inferior.killer[static_cast<std::size_t>(cell)]});
    }
  });
  return cells;
}

}  // namespace

std::vector<InferiorCell> inferior_cells(const game::GameRecord& record) {
  if (!players::is_hex(record.setup)) return {};
  return players::with_hex(record.setup, [&](auto tag, const auto& config) {
    using G = typename decltype(tag)::Game;
    return list(players::replay<G>(record, config));
  });
}

}  // namespace losange::study
