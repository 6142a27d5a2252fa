// Who plays, by what program, and which edges a side joins: named alike everywhere.
#include <gmock/gmock.h>

#include "base/system/file.h"
#include "context_fixture.h"
#include "places.h"
#include "players/files/open_game.h"
#include "window/common/player_text.h"

namespace losange::window {
namespace {

using game::Side;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr game::GameSetup kSmall{.size = 5, .swap = false};
const game::GameSetup kDraughts{
    .game = "draughts", .size = 10, .swap = false, .variant = "international"};

// A program in mini.sh that tells its name and answers every genmove so.
void write_mini(const std::string& answer) {
  base::write_file("mini.sh",
                   "while read line; do case $line in\n"
                   "  name) printf '= Mini 3\\n\\n' ;;\n"
                   "  genmove*) printf '" +
                       answer +
                       "\\n\\n' ;;\n"
                       "  *) printf '= \\n\\n' ;;\n"
                       "esac; done\n");
}

class Names : public UiInAFolder {
 protected:
  static constexpr const char* kFinished =
      "(;GM[11]SZ[3]PB[random]PW[zero:level=5]RE[B+Resign];B[a1];W[b2];B[c3])";
  static std::size_t moves(const Ui& ui) { return ui.table().record().moves().size(); }
};

TEST_F(Names, WhoPlayedIsNamedTheSameEverywhere) {
  Ui ui = make();
  ui.load_game(players::open_game(kFinished, {}));
  EXPECT_THAT(labels(ui), Contains("zero · level 5"));
  EXPECT_THAT(labels(ui), Not(Contains(HasSubstr("zero:level"))));
}

TEST_F(Names, AnOutsideProgramHasItsOwnName) {
  write_mini("= a1");
  Ui ui = make();
  ui.start_game(kSmall, {"human", "htp:sh mini.sh"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\nmini.sh\n")) << "until it is started";
  EXPECT_THAT(ui.title(), HasSubstr("mini.sh"));
  ui.table().play("c3");
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 2; })) << ui.notice();
  EXPECT_THAT(texts(ui), HasSubstr("\nMini 3\n"));
  EXPECT_THAT(ui.title(), HasSubstr("Mini 3"));
}

TEST_F(Names, AProgramThatFailsIsNamedAllTheSame) {
  write_mini("? no");
  Ui ui = make();
  ui.start_game(kSmall, {"htp:sh mini.sh", "human"}, {});
  ASSERT_TRUE(wait(ui, [&] { return ui.table().trouble() != nullptr; }));
  EXPECT_THAT(texts(ui), HasSubstr("\nMini 3 made no move\n"));
}

TEST_F(Names, AHubProgramHasItsOwnNameToo) {
  Ui ui = make();
  ui.start_game(kDraughts, {"hub:" + testing_places::program() + " hub --endings 0", "human"}, {});
  EXPECT_THAT(texts(ui), HasSubstr("\nlosange\n")) << "its file";
  ASSERT_TRUE(wait(ui, [&] { return moves(ui) == 1; })) << ui.notice();
  EXPECT_THAT(texts(ui), HasSubstr("\nLosange\n"));
}

TEST_F(ContextTest, AScriptIsNamedAndNotWhatRunsIt) {
  for (const auto& [line, name] :
       std::map<std::string, std::string>{{"/usr/bin/mohex --quiet", "mohex"},
                                          {"python3 /tmp/mini.py --fast", "mini.py"},
                                          {"/usr/bin/env A=b python3.11 -u mini.py", "mini.py"},
                                          {"java -jar hex.jar", "hex.jar"},
                                          {"python3", "python3"}}) {
    EXPECT_EQ(engine_text(context_, "htp:" + line), name);
  }
}

TEST_F(Names, ANameThatIsCutIsTold) {
  Ui ui = make();
  game::GameRecord record(kSmall);
  const std::string name = "Wilhelmina Augusta Alexandra Charlotte of Somewhere";
  record.players = {name, "Bea"};
  record.play({Side::First, "c3"});
  ui.load_game(record);
  ASSERT_NE(ui.frame().find("player.0"), nullptr);
  EXPECT_EQ(ui.frame().find("player.0")->tip, name);
  EXPECT_EQ(ui.frame().find("player.1"), nullptr) << "a short one is seen";
}

TEST_F(ContextTest, TheEdgesOfASideAreNamedAsTheBoardStands) {
  settings_.orientation = {0, false};
  EXPECT_EQ(edges_text(context_, Side::First), "joins top and bottom");
  EXPECT_EQ(edges_text(context_, Side::Second), "joins left and right");
  settings_.orientation.twelfths = 3;
  EXPECT_EQ(edges_text(context_, Side::First), "joins left and right");
  // However it stands, the two sides do not have the same edges, and a half turn changes nothing.
  for (const bool mirrored : {false, true}) {
    for (int turn = 0; turn < 12; ++turn) {
      settings_.orientation = {turn, mirrored};
      const std::string first = edges_text(context_, Side::First);
      EXPECT_NE(first, edges_text(context_, Side::Second)) << turn;
      settings_.orientation = {(turn + 6) % 12, mirrored};
      EXPECT_EQ(first, edges_text(context_, Side::First)) << turn;
    }
  }
}

}  // namespace
}  // namespace losange::window
