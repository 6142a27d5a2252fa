// What the rooms below say, read in French: errors that people can meet in the window, raised for real, and
// the strategies they choose from. That each message has its French is held by unit/house/messages_test.cpp; here no
// word of English may come in by its values.
#include "window/words/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/system/file.h"
#include "base/text.h"
#include "error_of.h"
#include "players/check_plays.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/game/session.h"
#include "players/registry.h"
#include "window/board/board_layout.h"
#include "window_fixture.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing_errors::message_of;

std::string in_french(const base::Message& message) {
  return error_text(Language::French, message);
}

std::vector<std::string> english_words_in(std::string text) {
  static const std::set<std::string> kEnglish{"the",  "is",     "are",   "not",    "and",    "or",
                                              "of",   "to",     "with",  "choose", "write",  "give",
                                              "it",   "this",   "that",  "there",  "file",   "no",
                                              "from", "cannot", "white", "black",  "english"};
  for (char& c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0 && static_cast<unsigned char>(c) < 0x80)
      c = ' ';
  }
  std::vector<std::string> found;
  for (const auto& word : base::split_words(base::lower(text))) {
    if (kEnglish.contains(word)) found.push_back(word);
  }
  return found;
}

void expect_french(const std::string& french, const std::string& english) {
  EXPECT_NE(english, "") << "no error";
  EXPECT_NE(french, english);
  EXPECT_THAT(english_words_in(french), testing::IsEmpty()) << french << "\n" << english;
}

void expect_translated(const base::Message& message) {
  expect_french(in_french(message), message.english);
  EXPECT_EQ(error_text(Language::English, message), message.english);
}

TEST(ErrorsInFrench, OfGamesThatCannotBeRead) {
  for (const char* game : {
           "nowhere/game.sgf",
           "(;GM[11]SZ[5];B[z9])",
           "(;GM[11]SZ[5];B[a1]",
           "(;GM[11]SZ[5];B[a1",
           "(;GM[11]SZ[5];B[a1];W[a1])",
           "(;GM[11]SZ[5];B[a1](;W[b1])(;W[a1]))",
           "(;GM[11]SZ[5];B[a1]W[b2])",
           "(;GM[11]SZ[5]AB[a1]AW[a1])",
           "(;GM[11]SZ[5]AB[a1:b2:c3])",
           "(;GM[11]SZ[5]PL[X])",
           "(;GM[11]SZ[5]PL)",
           "(;GM[11]SZ[5](B[a1]))",
           "(;GM[11]SZ[5](;B[a1]);W[b2])",
           "(;GM[11]SZ[5]!)",
           "(;GM[11]SZ[5:6])",
           "(;GM[11]SZ[55])",
           "(;GM[11]SZ[many])",
           "(;GM[1]SZ[9])",
           "(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3])",
           "(;GM[11]SZ[5];B[a1];W[b1];B[swap-pieces])",
           "https://hexworld.org/board/",
           "https://hexworld.org/board/#x",
           "https://hexworld.org/board/#5x6,a1",
           "https://hexworld.org/board/#99,a1",
           "https://hexworld.org/board/#5;a1",
           "https://hexworld.org/board/#5,a1:x",
           "https://hexworld.org/board/#5,a1:rbb2",
           "https://hexworld.org/board/#5,a1,b2,c3",
           "https://hexworld.org/board/#5,a1!b2",
           "https://hexworld.org/board/#5,a1zz",
           "a3 a3",
           "a3 b4 q",
           "a3!b4",
           "hello",
           "",
           "1. 32-28 19-24 2. 1-2",
           "[GameType \"99\"] 1. 32-28",
           "[GameType \"21\"] 1. 32-28",
           "[White \"x\" 1. 32-28",
           "[White \"x",
           "[White x]",
           "[White \"x\"] }",
           "[White \"x\"] 1. 32-28 )",
           "[White \"x\"] ( 1. 32-28 )",
           "[White \"x\"] 1. 32-28 (31-27",
           "[White \"x\"] 1. 32-28 (31-27 2-0",
           "[White \"x\"] 1. 32-28 {never closed",
           "[White \"x\"] 1. 32-28 $",
           "[White \"x\"] 1. castling",
           "[White \"x\"] 1. 32-99",
           "[White \"x\"] 1. 1-6",
           "[White \"x\"] 1. 32-27 19-23 2. 28-19",
           "[FEN \"X:W31:B20\"] *",
           "[FEN \"W:W31:B31\"] *",
           "[FEN \"W:W31,1:B20\"] *",
           "[FEN \"W:W40-31:B20\"] *",
           "[FEN \"W:W31:W32\"] *",
           "[FEN \"W:W31\"] *",
           "[FEN \"W:W:B\"] *",
           "W:W31-50:B77",
       }) {
    SCOPED_TRACE(game);
    expect_translated(message_of([&] { players::open_game(game, {}); }));
  }
  expect_translated(
      message_of([&] { players::open_game("hello", {.game = "draughts", .size = 10}); }));
  EXPECT_EQ(
      in_french(message_of([] { players::open_game("(;GM[11]SZ[5];B[z9])", {}); })),
      "ligne 1, colonne 17 : « z9 » n’est pas une case du plateau 5x5 : une lettre de a à e puis "
      "un nombre de 1 à 5, par exemple c3");
  EXPECT_EQ(in_french(message_of([] { players::open_game("nowhere/game.sgf", {}); })),
            "impossible d’ouvrir nowhere/game.sgf : ce fichier ou ce dossier n’existe pas");
}

TEST(ErrorsInFrench, OfMovesThatAreRefused) {
  players::Session hex(game::GameSetup{.size = 3});
  hex.play("b2");
  for (const char* move : {"b2", "z9", "32-28", "swap-everything", ""}) {
    SCOPED_TRACE(move);
    expect_translated(message_of([&] { hex.play(move); }));
  }
  hex.play("a1");
  expect_translated(message_of([&] { hex.play("swap"); }));
  expect_translated(message_of([&] { hex.play_as(game::Side::Second, "swap"); }));
  hex.play("resign");
  expect_translated(message_of([&] { hex.play("c3"); }));

  for (const char* rules :
       {"international", "english", "russian", "brazilian", "italian", "frisian"}) {
    SCOPED_TRACE(rules);
    players::Session draughts(
        game::GameSetup{.game = "draughts", .size = 0, .swap = false, .variant = rules});
    for (const char* move :
         {"1-1", "15-15", "32-32", "22-22", "18-1", "99-1", "hello", "12-16-20"}) {
      SCOPED_TRACE(move);
      expect_translated(message_of([&] { draughts.play(move); }));
    }
  }
  for (const char* position :
       {"W:W28:B22,23,12,K5", "W:WK28:B3", "W:W28,37:B22,12,K5", "W:W28:B"}) {
    SCOPED_TRACE(position);
    players::Session draughts(players::open_game(position, {}));
    for (const char* move : {"28-33", "28-17", "28x1", "37-32", "28-28", "28x17x28"}) {
      if (draughts.over()) break;
      const auto refused = message_of([&] { draughts.play(move); });
      if (!refused.english.empty()) expect_translated(refused);
    }
  }
  players::Session draughts(
      game::GameSetup{.game = "draughts", .size = 10, .swap = false, .variant = "international"});
  EXPECT_EQ(in_french(message_of([&] { draughts.play("1-7"); })),
            "la pièce de 1 n’est pas à vous : le trait est au camp blanc");
  EXPECT_EQ(
      in_french(message_of([&] { draughts.play("32-22"); })),
      "32-22 n’est pas possible : un pion avance d’une case en diagonale (FMJD, annexe 1, 3.4)");
}

TEST(ErrorsInFrench, OfPlayersThatFail) {
  game::GameSetup setup;
  setup.size = 5;
  for (const char* spec :
       {"htp:exit 3", "htp:missing-program", "htp:kill -9 $$", "htp:echo '? non'; echo"}) {
    SCOPED_TRACE(spec);
    players::Session session(setup);
    session.set_player(game::Side::First, players::make_player(spec), spec);
    const auto message = message_of([&] { session.ask({}, {}); });
    expect_french(in_french(message).substr(0, in_french(message).find("erreur :")),
                  message.english);
  }
}

TEST(ErrorsInFrench, OfPlayersThatCannotBeMade) {
  for (const char* spec : {"nobody",
                           "zerro",
                           "zero:model=nowhere.safetensors",
                           "zero:model=/etc/passwd",
                           "zero:visits",
                           "zero:visits=-1",
                           "zero:visits=1,visits=2",
                           "zero:colour=red",
                           "zero:vists=3",
                           "random:a=1",
                           "mcts:rave=x",
                           "mcts:reuse=maybe",
                           "mcts:shapes=9",
                           "mcts:report=",
                           "negamax:eval=resistance,distance=3",
                           "negamax:report_lines=nodes",
                           "mcts:memory=16000000",
                           "mcts:report=x,report_lines=nodes",
                           "hybrid",
                           "hybrid:human",
                           "htp:",
                           "negamax-mlp:model=nowhere.pt",
                           "negamax-gnn:model=/etc/passwd",
                           "negamax-mlp:device=tpu",
                           "zero:book=/etc/passwd",
                           "zero:book=nowhere.book",
                           "zero:runtime=abacus"}) {
    SCOPED_TRACE(spec);
    expect_translated(message_of([&] { players::make_player(spec); }));
  }
  for (const char* spec : {"zero", "hybrid:yopt", "draughts:weights=/etc/passwd"}) {
    SCOPED_TRACE(spec);
    expect_translated(message_of([&] {
      players::check_plays(players::PlayerSpec::parse(spec),
                           {.game = "draughts", .size = 10, .swap = false});
    }));
  }
  expect_translated(message_of([] { players::TimeControl::parse("soon"); }));
}

TEST(ErrorsInFrench, OfFilesThatCannotBeWritten) {
  const players::Session session(game::GameSetup{.size = 5});
  for (const char* file :
       {"/dev/full", "/nowhere/game.sgf", "/", "/proc/none/game.sgf", "/etc/passwd/game.sgf"}) {
    SCOPED_TRACE(file);
    expect_translated(message_of([&] { players::save_game(session, file); }));
  }
  EXPECT_EQ(
      in_french(message_of([&] { players::save_game(session, "/dev/full"); })),
      "impossible d’écrire /dev/full : le disque est plein ; faites de la place, ou choisissez "
      "un autre endroit");
}

class FrenchWindow : public UiTest {
 protected:
  // Notices are told for some time from the last tick on.
  FrenchWindow() : ui_(make(french())) { ui_.tick(base::Clock::now()); }

  static Settings french() {
    auto settings = quiet_settings();
    settings.language = Language::French;
    return settings;
  }
  void expect_french_notice() {
    EXPECT_NE(ui_.notice(), "");
    EXPECT_THAT(english_words_in(ui_.notice()), testing::IsEmpty()) << ui_.notice();
  }

  Ui ui_;
};

TEST_F(FrenchWindow, WhatIsPastedAndCannotBeReadIsToldInFrench) {
  for (const char* text : {"hello", "(;GM[11]SZ[5];B[z9])", "https://hexworld.org/board/#x",
                           "[White x]", "W:W31:B31"}) {
    clipboard_ = text;
    ui_.perform(Action::Paste);
    expect_french_notice();
  }
}

TEST_F(FrenchWindow, RefusedMovesOfDraughtsAreExplainedInFrench) {
  const game::GameSetup setup{
      .game = "draughts", .size = 10, .swap = false, .variant = "international"};
  ui_.start_game(setup, {"human", "human"}, {});
  const auto names = board_layout(setup, {}).names;
  const auto click_square = [&](const char* name) {
    const auto at = std::find(names.begin(), names.end(), name);
    ASSERT_NE(at, names.end());
    click_cell(ui_, static_cast<int>(at - names.begin()));
  };
  click_square("50");
  EXPECT_THAT(ui_.notice(), HasSubstr("un pion avance d’une case"));
  expect_french_notice();
  click_square("1");
  EXPECT_THAT(ui_.notice(), HasSubstr("n’est pas à vous"));
  expect_french_notice();
}

TEST_F(FrenchWindow, AGameThatCannotBeKeptIsToldInFrench) {
  ui_.start_game({.size = 5, .swap = false}, {"human", "human"}, {});
  ::setenv("XDG_DATA_HOME", "/proc/none", 1);
  ui_.table().play("c3");
  ui_.tick(base::Clock::now());
  EXPECT_THAT(ui_.notice(),
              HasSubstr("la partie n’est pas gardée : impossible de créer le dossier"));
  expect_french_notice();
  ui_.leave();
  EXPECT_THAT(in_one_line(ui_), HasSubstr("La partie n’est pas gardée : impossible de créer"));
  EXPECT_THAT(english_words_in(in_one_line(ui_)), testing::IsEmpty());
}

TEST_F(FrenchWindow, AnEngineThatCannotPlayIsToldInFrench) {
  ui_.start_game({.size = 5, .swap = false}, {"htp:exit 3", "human"}, {});
  ASSERT_TRUE(wait(ui_, [&] { return !ui_.notice().empty(); }));
  expect_french_notice();
}

TEST(ErrorsInFrench, WhatNobodyTranslatedIsSaidToBeEnglish) {
  EXPECT_EQ(in_french(base::Message::verbatim("nobody foresaw this")),
            "Erreur, dite en anglais : nobody foresaw this");
  EXPECT_EQ(in_french(unexpected_error(std::runtime_error("why"))), "erreur imprévue : why");
}

// One sign for an apostrophe, and what French sets off stands off.
TEST(SentencesInFrench, AreSetAsFrenchIs) {
  std::vector<std::string> all;
  for (const auto& [word, text] : french_words()) all.push_back(text);
  for (const auto table : {french_of_games(), french_of_players()}) {
    for (const auto& [key, text] : table) all.emplace_back(text);
  }
  const auto is_sgf = [](const std::string& text, std::size_t at) {
    return text[at] == ';' && (text[at - 1] == '(' || text[at - 1] == ']');
  };
  for (const auto& text : all) {
    EXPECT_EQ(text.find('\''), text.npos) << text;
    for (const char mark : {'!', '?', ';'}) {
      for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1))
        EXPECT_TRUE(at > 0 && (text[at - 1] == ' ' || is_sgf(text, at))) << text;
    }
  }
}

TEST(SentencesInFrench, EveryStrategyIsDescribed) {
  for (const auto& strategy : players::strategies()) {
    const std::string french = sentence(Language::French, strategy.description);
    EXPECT_NE(french, strategy.description.english);
    EXPECT_THAT(english_words_in(french), testing::IsEmpty()) << french;
    EXPECT_EQ(sentence(Language::English, strategy.description), strategy.description.english);
  }
}

}  // namespace
}  // namespace losange::window
