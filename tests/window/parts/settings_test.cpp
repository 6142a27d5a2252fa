// Settings, words, colours, levels and sounds.
#include "window/choices/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "players/registry.h"
#include "players/wrapped/levels.h"
#include "window/choices/actions.h"
#include "window/choices/levels.h"
#include "window/choices/sound.h"
#include "window/words/sentences.h"

namespace losange::window {
namespace {

TEST(WindowSettings, ComeBackAsTheyWereWritten) {
  Settings settings;
  settings.theme = ThemeName::Wood;
  settings.palette = PaletteName::ColourBlind;
  settings.shading = Shading::Rings;
  settings.orientation = {7, true};
  settings.language = Language::French;
  settings.music = 0.35;
  settings.threads = 3;
  settings.size = 14;
  settings.clock = "300+2";
  settings.second = "montecarlo:playouts=500";
  const Settings again = read_settings(write_settings(settings));
  EXPECT_EQ(write_settings(again), write_settings(settings));
  EXPECT_EQ(again.orientation, settings.orientation);
  EXPECT_EQ(again.second, "montecarlo:playouts=500");
}

TEST(WindowSettings, EachBadValueKeepsItsDefaultAndIsNamed) {
  std::vector<base::Message> complaints;
  const Settings settings = read_settings(
      R"({"theme":"neon","orientation":12,"music":"loud","threads":0,"size":20,"clock":"soon",
          "second":"nobody","mute":1,"language":"fr","text_size":-1})",
      &complaints);
  EXPECT_EQ(settings.theme, ThemeName::Light);
  EXPECT_EQ(settings.orientation.twelfths, 0);
  EXPECT_EQ(settings.size, 11);
  EXPECT_EQ(settings.second, "");
  EXPECT_EQ(settings.language, Language::French) << "good values beside bad ones are taken";
  EXPECT_EQ(complaints.size(), 9u);
  EXPECT_EQ(complaints[0].english, "theme should be one of light, dark, wood");
  EXPECT_EQ(sentence(Language::French, complaints[1]), "orientation doit être un entier de 0 à 11");
}

TEST(WindowSettings, WhatIsNoObjectGivesTheDefaults) {
  for (const char* text : {"", "[]", "{", "null", "\x01\xFF", "{\"theme\":"}) {
    std::vector<base::Message> complaints;
    EXPECT_EQ(write_settings(read_settings(text, &complaints)), write_settings({})) << text;
    EXPECT_EQ(complaints.size(), 1u) << text;
  }
}

int placeholders(const std::string& text) {
  int count = 0;
  for (std::size_t at = text.find("{}"); at != text.npos; at = text.find("{}", at + 2)) ++count;
  return count;
}

TEST(Words, BothTablesAreCompleteAndFillInTheSameValues) {
  std::map<Word, std::string> english, french;
  for (const auto& [word, text] : english_words())
    EXPECT_TRUE(english.emplace(word, text).second) << text;
  for (const auto& [word, text] : french_words())
    EXPECT_TRUE(french.emplace(word, text).second) << text;
  ASSERT_EQ(english.size(), static_cast<std::size_t>(Word::Count));
  ASSERT_EQ(french.size(), static_cast<std::size_t>(Word::Count));
  int different = 0;
  for (const auto& [word, text] : english) {
    EXPECT_FALSE(text.empty());
    EXPECT_FALSE(french[word].empty()) << text;
    EXPECT_EQ(placeholders(text), placeholders(french[word])) << text;
    different += text != french[word] ? 1 : 0;
  }
  EXPECT_GT(different, static_cast<int>(Word::Count) * 9 / 10) << "French is French";
  EXPECT_EQ(filled("{} of {}", {"1", "2"}), "1 of 2");
  EXPECT_EQ(filled("no {} value", {}), "no {} value");
}

TEST(Actions, NoKeyDoesTwoThings) {
  const auto& all = actions();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      EXPECT_FALSE(all[i].key == all[j].key) << word(Language::English, all[i].name);
      EXPECT_NE(all[i].action, all[j].action);
    }
    EXPECT_EQ(action_for(all[i].key), all[i].action);
    for (const Language language : {Language::English, Language::French}) {
      EXPECT_FALSE(key_text(all[i].key, language).empty()) << word(Language::English, all[i].name);
    }
  }
  EXPECT_EQ(action_for({Key::F1, 0, false, false}), Action::Help);
  EXPECT_EQ(action_for({Key::Letter, '?', false, true}), Action::Help) << "typed with Shift";
}

TEST(Theme, StonesDifferInBrightnessAndTextCanBeRead) {
  for (const auto name :
       {PaletteName::RedBlue, PaletteName::Ink, PaletteName::Forest, PaletteName::ColourBlind}) {
    const auto& stones = palette(name).stones;
    const double bright = std::max(luminance(stones[0]), luminance(stones[1]));
    const double dark = std::min(luminance(stones[0]), luminance(stones[1]));
    EXPECT_GE((bright + 0.05) / (dark + 0.05), 2.5) << static_cast<int>(name);
    for (const Color c : stones) {
      const double a = luminance(c), b = luminance(readable_on(c));
      EXPECT_GE((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 4.0) << static_cast<int>(name);
    }
  }
  EXPECT_TRUE(palette(PaletteName::ColourBlind).marks);
  for (const auto name : {ThemeName::Light, ThemeName::Dark, ThemeName::Wood}) {
    const auto& t = theme(name);
    for (const auto& [ink, ground] : {std::pair{t.ink, t.panel},
                                      {t.ink, t.background},
                                      {t.on_accent, t.accent},
                                      {t.muted, t.panel}}) {
      const double a = luminance(ink), b = luminance(ground);
      EXPECT_GE((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 4.2) << static_cast<int>(name);
    }
  }
}

TEST(Theme, StonesAreSeenOnEveryBoard) {
  for (const auto name : {ThemeName::Light, ThemeName::Dark, ThemeName::Wood}) {
    const auto& t = theme(name);
    for (const auto stones :
         {PaletteName::RedBlue, PaletteName::Ink, PaletteName::Forest, PaletteName::ColourBlind}) {
      for (const Color color : palette(stones).stones) {
        for (const Color ground : {t.cell, t.background, t.panel}) {
          EXPECT_TRUE(told_apart(color, ground) || told_apart(edge_of(color, ground, t), ground))
              << static_cast<int>(name) << static_cast<int>(stones);
        }
      }
    }
  }
}

TEST(Levels, EveryEngineHasASpecForEveryLevel) {
  for (const auto& strategy : players::strategies()) {
    if (!strategy.engine || !strategy.plays("hex")) continue;
    for (int level = 1; level <= players::kTopLevel; ++level) {
      const auto spec = spec_at_level(strategy.name, level);
      EXPECT_EQ(players::PlayerSpec::parse(spec).name, strategy.name);
      EXPECT_EQ(level_of(spec), level) << spec;
    }
  }
  EXPECT_EQ(spec_at_level("mcts", 3), "mcts:level=3");
  EXPECT_EQ(spec_at_level("mcts", 10), "mcts");
  EXPECT_NO_THROW(players::PlayerSpec::parse(adviser_spec({})));
}

TEST(Sound, EverySoundIsHeardEndsQuietlyAndNeverClips) {
  for (int i = 0; i < kSounds; ++i) {
    const auto samples = synthesise(static_cast<Sound>(i));
    ASSERT_GT(samples.size(), kSampleRate / 10);
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
    EXPECT_GT(*high, 2000);
    EXPECT_LT(std::max<int>(*high, -*low), 32767);
    EXPECT_LT(std::abs(samples.back()), 600) << "a sound that is cut off cracks";
  }
  const auto music = synthesise_music();
  EXPECT_LT(std::abs(music.front() - music.back()), 800) << "the loop has no seam";
}

}  // namespace
}  // namespace losange::window
