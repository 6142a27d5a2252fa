// The solver behind the dfpn commands: what it was told of its limits, and what it found out about the boards of one size,
// which stays for the next question.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "game/record.h"
#include "protocol/htp/settings.h"
#include "solver/hex_solver.h"

namespace losange::protocol {

class HtpSolver {
 public:
  // Who wins, or which moves win too. Throws base::UserError when the time or a stop came first.
  solver::HexAnswer solve(const game::GameRecord& record, bool all_moves,
                          const std::function<void(const std::string&)>& show_live,
                          std::stop_token stop);
  void forget() { solver_.reset(); }
  std::vector<HtpSetting> settings();

 private:
  base::Millis time_{0};  // 0: none
  int memory_mib_ = 256;
  bool shows_progress_ = false;
  int size_ = 0;  // of the boards that the solver knows
  std::unique_ptr<solver::HexSolver> solver_;
};

}  // namespace losange::protocol
