// What the rooms below say, read in French: errors that people can meet in the window, raised for real, and
// the strategies they choose from.
#include "window/words/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "players/files/open_game.h"
#include "players/game/session.h"
#include "players/registry.h"

namespace losange::window {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_errors::error_of;

std::string in_french(const std::string& message) { return error_text(Language::French, message); }

void expect_translated(const std::string& message) {
  ASSERT_NE(message, "");
  EXPECT_THAT(in_french(message), Not(HasSubstr("dite en anglais"))) << message;
  EXPECT_EQ(error_text(Language::English, message), message);
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
           "(;GM[11]SZ[5]PL[X])",
           "(;GM[11]SZ[5](B[a1]))",
           "(;GM[11]SZ[5]!)",
           "(;GM[11]SZ[5:6])",
           "(;GM[11]SZ[55])",
           "(;GM[11]SZ[many])",
           "(;GM[1]SZ[9])",
           "https://hexworld.org/board/#x",
           "https://hexworld.org/board/#99,a1",
           "https://hexworld.org/board/#5 ?,a1",
           "https://hexworld.org/board/#5,a1:x",
           "https://hexworld.org/board/#5,a1,b2,c3",
           "https://hexworld.org/board/#5,a1 b2!",
           "https://hexworld.org/board/#5,a1zz",
           "a3 a3",
           "a3 b4 q",
           "a3!b4",
           "hello",
       }) {
    expect_translated(error_of([&] { players::open_game(game, {}); }));
  }
  EXPECT_EQ(
      in_french(error_of([] { players::open_game("(;GM[11]SZ[5];B[z9])", {}); })),
      "ligne 1, colonne 17 : « z9 » n’est pas une case du plateau 5x5 : une lettre de a à e puis "
      "un nombre de 1 à 5, par exemple c3");
  EXPECT_EQ(in_french(error_of([] { players::open_game("nowhere/game.sgf", {}); })),
            "impossible d’ouvrir nowhere/game.sgf : ce fichier ou ce dossier n’existe pas");
}

TEST(ErrorsInFrench, OfPlayersThatFail) {
  game::GameSetup setup;
  setup.size = 5;
  for (const char* spec : {"htp:exit 3", "htp:no-such-program-anywhere"}) {
    players::Session session(setup);
    session.set_player(game::Side::First, players::make_player(spec), spec);
    expect_translated(error_of([&] { session.ask({}, {}); }));
  }
  expect_translated(error_of([] { players::make_player("nobody"); }));
  expect_translated(error_of([] { players::make_player("zero:model=nowhere.safetensors"); }));
}

TEST(ErrorsInFrench, WhatNobodyTranslatedIsSaidToBeEnglish) {
  EXPECT_EQ(in_french("nobody foresaw this"), "Erreur, dite en anglais : nobody foresaw this");
}

TEST(SentencesInFrench, EveryStrategyIsDescribed) {
  for (const auto& strategy : players::strategies()) {
    if (!strategy.engine || !strategy.plays("hex")) continue;
    EXPECT_NE(sentence(Language::French, strategy.description), strategy.description);
    EXPECT_EQ(sentence(Language::English, strategy.description), strategy.description);
  }
}

TEST(SentencesInFrench, FrenchHasNoMoreValuesThanEnglish) {
  const auto holes = [](std::string_view text) {
    int count = 0;
    for (std::size_t at = text.find("{}"); at != text.npos; at = text.find("{}", at + 2)) ++count;
    return count;
  };
  for (const auto& [english, french] : french_sentences()) {
    EXPECT_LE(holes(french), holes(english)) << english;
  }
}

}  // namespace
}  // namespace losange::window
