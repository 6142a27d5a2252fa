// A game through the terminal face, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "base/system/file.h"
#include "error_of.h"
#include "players/files/open_game.h"
#include "scripted_input.h"
#include "terminal/play.h"

namespace losange::terminal {

using test::ScriptedInput;

class TerminalPlay : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    empty_folder();
    setup_.size = 3;
    setup_.swap = false;
    options_.save_file = folder_ / "autosave.sgf";
    options_.resume_command = [](const auto&, const auto&) { return "losange play --resume"; };
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void empty_folder() const {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void seats(const char* black, const char* white) {
    options_.seats = {players::Seat::parse(black, "random"), players::Seat::parse(white, "random")};
  }

  // Plays the script to its end; the game stays in play_, the output in text_, what run() threw in
  // failure_.
  Play& play(ScriptedInput& input, std::optional<players::Session> session = std::nullopt) {
    std::ostringstream out;
    if (!session) session.emplace(setup_);
    session->base_limits().seed = 7;
    session->set_time_control(control_);
    play_ = std::make_unique<Play>(*std::move(session), input, out, options_, stop_.get_token());
    failure_ = testing_errors::error_of([&] { play_->run(); });
    text_ = out.str();
    return *play_;
  }
  Play& play(std::initializer_list<const char*> lines) {
    ScriptedInput input(lines);
    return play(input);
  }
  std::vector<std::string> moves() const { return play_->session().record().moves(); }
  static std::vector<std::string> moves_in(const std::filesystem::path& file) {
    return players::open_game(file.string(), {}).moves();
  }
  // An outside program in sh: what it does when it starts, and when a move is asked of it.
  std::string program(const std::string& at_start, const std::string& at_move) const {
    const auto file = folder_ / "program.sh";
    base::write_file(file, at_start + "\nwhile read -r name rest; do case $name in\ngenmove) " +
                               at_move + ";;\n*) printf '= \\n\\n';;\nesac; done\n");
    return "htp:exec sh " + file.string();
  }

  std::filesystem::path folder_;
  game::GameSetup setup_;
  players::TimeControl control_;
  PlayOptions options_;
  std::stop_source stop_;
  std::unique_ptr<Play> play_;
  std::string text_, failure_;
};

}  // namespace losange::terminal
