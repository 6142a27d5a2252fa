#include "protocol/htp/solving.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/memory.h"
#include "study/solving/solver_input.h"

namespace losange::protocol {

namespace {

// As HexGui draws it: no stones and no labels, a line below the board.
std::string progress_block(const solver::HexProgress& progress) {
  std::string text = fmt::format("{} positions, proof {} disproof {}", progress.nodes,
                                 progress.proof, progress.disproof);
  if (progress.moves > 0) text += fmt::format(", {}/{} moves", progress.moves_done, progress.moves);
  return fmt::format("gogui-gfx:\ndfpn\nVAR\nLABEL\nTEXT {}\n\n", text);
}

}  // namespace

solver::HexAnswer HtpSolver::solve(const game::GameRecord& record, bool all_moves,
                                   const std::function<void(const std::string&)>& show_live,
                                   std::stop_token stop) {
  const auto board = study::solver_board(record);
  if (!solver_ || board.size != size_) {
    solver_ = solver::make_hex_solver(
        board.size, static_cast<std::size_t>(memory_mib_) * base::kMebibyte, study::solver_net());
    size_ = board.size;
  }
  solver::HexQuestion question{.all_moves = all_moves};
  if (time_ > base::Millis(0)) question.time = time_;
  solver::HexSolver::Observer observer;
  if (shows_progress_ && show_live) {
    observer = [&](const solver::HexProgress& progress) { show_live(progress_block(progress)); };
  }
  auto answer = solver_->solve(board, question, observer, std::move(stop));
  if (!answer.winner || !answer.open.empty()) {
    throw base::UserError(fmt::format(
        "stopped after {} positions before it was solved: ask again to go on", answer.nodes));
  }
  return answer;
}

std::vector<HtpSetting> HtpSolver::settings() {
  return {
      {"bool", "use_guifx", bool_text(shows_progress_),
       [this](const std::string& value) { shows_progress_ = parse_bool(value); }},
      {"string", "timelimit", fmt::format("{}", base::to_seconds(time_)),
       [this](const std::string& value) { time_ = parse_seconds(value); }},
      {"string", "memory", fmt::format("{}", memory_mib_),
       [this](const std::string& value) {
         const auto mib = parse_count(value, 1, 1 << 20);
         base::check_memory(static_cast<std::size_t>(mib), fmt::format("memory {}", mib));
         memory_mib_ = static_cast<int>(mib);
         forget();
       }},
  };
}

}  // namespace losange::protocol
