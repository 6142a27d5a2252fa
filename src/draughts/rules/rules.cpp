#include "draughts/rules/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace losange::draughts {

namespace {

constexpr int kInternationalSizes[] = {10, 6, 8, 12};
constexpr int kSize8[] = {8};
constexpr int kEnglishSizes[] = {8, 6};
constexpr int kSize10[] = {10};

constexpr Ending kInternationalEndings[] = {
    {"a king against three pieces with a king", 4, 4, true, 1, 16},
    {"a king against at most two pieces with a king", 2, 3, true, 1, 5},
};
constexpr Ending kRussianEndings[] = {
    {"three kings or more against one", 4, 24, true, 3, 15},
    {"two or three pieces, kings on both sides", 2, 3, false, 1, 5},
    {"four or five pieces, kings on both sides", 4, 5, false, 1, 30},
    {"six or seven pieces, kings on both sides", 6, 7, false, 1, 60},
};
constexpr Ending kBrazilianEndings[] = {
    {"at most two kings against one", 2, 3, true, 1, 5},
};
constexpr Ending kFrisianEndings[] = {
    {"two kings against one", 3, 3, true, 2, 7},
    {"king against king", 2, 2, true, 1, 2},
};

// Articles are named where the text at hand has them; where editions number them differently, or only a summary was
// to be had, the rule book alone is.
constexpr Rules kAll[] = {
    {.name = "international",
     .title = {"rules.international.title", "International draughts"},
     .mechanics = &kInternationalMechanics,
     .sizes = kInternationalSizes,
     .game_type = 20,
     .first = Colour::White,
     .mirrored = false,
     .algebraic = false,
     .king_run = 0,
     .repetitions = 3,
     .quiet_moves = 25,
     .endings = kInternationalEndings,
     .endings_restart = false,
     .source = "FMJD, Annex 1: official rules for international draughts (November 2015)",
     .men_article = {"rules.international.men",
                     "a man moves one square diagonally forward (FMJD Annex 1, 3.4)"},
     .king_article = {"rules.international.king",
                      "a king moves any distance along an open diagonal (FMJD Annex 1, 3.9)"},
     .capture_article = {"rules.international.capture",
                         "capturing is obligatory (FMJD Annex 1, 4.2 and 4.3)"},
     .majority_article = {"rules.international.majority",
                          "the most pieces must be captured (FMJD Annex 1, 4.13)"},
     .draw_article = "FMJD Annex 1, 6.1 to 6.4"},
    {.name = "english",
     .title = {"rules.english.title", "English draughts (checkers)"},
     .mechanics = &kEnglishMechanics,
     .sizes = kEnglishSizes,
     .game_type = 21,
     .first = Colour::Black,
     .mirrored = false,
     .algebraic = false,
     .king_run = 0,
     .repetitions = 3,
     .quiet_moves = 40,
     .endings = {},
     .endings_restart = false,
     .source = "WCDF rules of draughts (checkers)",
     .men_article = {"rules.english.men",
                     "a man moves one square diagonally forward (WCDF rules 1.15)"},
     .king_article =
         {"rules.english.king",
          "a king moves one square diagonally in any direction (WCDF rules, section one)"},
     .capture_article = {"rules.english.capture", "capturing is obligatory (WCDF rules 1.20)"},
     .majority_article = {"rules.english.majority",
                          "a capture is taken to its end (WCDF rules 1.19 and 1.20)"},
     .draw_article = "WCDF rules, section one"},
    {.name = "russian",
     .title = {"rules.russian.title", "Russian draughts (shashki)"},
     .mechanics = &kRussianMechanics,
     .sizes = kSize8,
     .game_type = 25,
     .first = Colour::White,
     .mirrored = false,
     .algebraic = true,
     .king_run = 0,
     .repetitions = 3,
     .quiet_moves = 15,
     .endings = kRussianEndings,
     .endings_restart = true,
     .source = "FMJD-64 rules, Russian draughts",
     .men_article = {"rules.russian.men",
                     "a man moves one square diagonally forward (FMJD-64 rules)"},
     .king_article = {"rules.russian.king",
                      "a king moves any distance along an open diagonal (FMJD-64 rules)"},
     .capture_article = {"rules.russian.capture", "capturing is obligatory (FMJD-64 rules)"},
     .majority_article = {"rules.russian.majority",
                          "a capture is taken to its end (FMJD-64 rules)"},
     .draw_article = "FMJD-64 rules"},
    {.name = "brazilian",
     .title = {"rules.brazilian.title", "Brazilian draughts"},
     .mechanics = &kInternationalMechanics,
     .sizes = kSize8,
     .game_type = 26,
     .first = Colour::White,
     .mirrored = false,
     .algebraic = true,
     .king_run = 0,
     .repetitions = 3,
     .quiet_moves = 20,
     .endings = kBrazilianEndings,
     .endings_restart = false,
     .source = "FMJD-64 rules, Brazilian draughts",
     .men_article = {"rules.brazilian.men",
                     "a man moves one square diagonally forward (FMJD-64 rules)"},
     .king_article = {"rules.brazilian.king",
                      "a king moves any distance along an open diagonal (FMJD-64 rules)"},
     .capture_article = {"rules.brazilian.capture", "capturing is obligatory (FMJD-64 rules)"},
     .majority_article = {"rules.brazilian.majority",
                          "the most pieces must be captured (FMJD-64 rules)"},
     .draw_article = "FMJD-64 rules"},
    {.name = "italian",
     .title = {"rules.italian.title", "Italian draughts"},
     .mechanics = &kItalianMechanics,
     .sizes = kSize8,
     .game_type = 22,
     .first = Colour::White,
     .mirrored = true,
     .algebraic = false,
     .king_run = 0,
     .repetitions = 3,
     .quiet_moves = 40,
     .endings = {},
     .endings_restart = false,
     .source = "FID, rules of Italian draughts",
     .men_article = {"rules.italian.men",
                     "a man moves one square diagonally forward (FID rules, article 3)"},
     .king_article = {"rules.italian.king",
                      "a king moves one square diagonally in any direction (FID rules, article 3)"},
     .capture_article = {"rules.italian.capture",
                         "capturing is obligatory, and a man may not capture a king (FID rules, "
                         "article 5)"},
     .majority_article =
         {"rules.italian.majority",
          "the most pieces must be captured; then with a king; then the most kings; then "
          "the capture that meets a king first (FID rules, article 5)"},
     .draw_article = "FID rules"},
    {.name = "frisian",
     .title = {"rules.frisian.title", "Frisian draughts"},
     .mechanics = &kFrisianMechanics,
     .sizes = kSize10,
     .game_type = 40,
     .first = Colour::White,
     .mirrored = false,
     .algebraic = false,
     .king_run = 3,
     .repetitions = 3,
     .quiet_moves = 25,
     .endings = kFrisianEndings,
     .endings_restart = false,
     .source = "Official rules for Frisian draughts (2011)",
     .men_article = {"rules.frisian.men",
                     "a man moves one square diagonally forward (Frisian rules, article 7)"},
     .king_article =
         {"rules.frisian.king",
          "a king moves any distance along an open diagonal (Frisian rules, article 9), "
          "and beside men at most three times in a row"},
     .capture_article = {"rules.frisian.capture",
                         "capturing is obligatory (Frisian rules, part B)"},
     .majority_article =
         {"rules.frisian.majority",
          "the capture of the highest value must be made, two kings being worth less than "
          "four men and more than three, and with a king where it can (Frisian rules, part B)"},
     .draw_article = "Frisian rules, parts C and D"},
};

}  // namespace

std::span<const Rules> all_rules() { return kAll; }

const Rules& find_rules(std::string_view name) {
  const std::string word = base::lower(base::trim(name));
  std::vector<std::string> names;
  for (const auto& rules : kAll) {
    if (rules.name == word) return rules;
    names.emplace_back(rules.name);
  }
  const std::string nearest = base::nearest_word(word, names);
  throw base::UserError(
      "rules.none", "there are no rules of draughts called '{}': {}", base::printable(name),
      nearest.empty() ? base::Message("base.choose", "choose from {}", names)
                      : base::Message("base.did-you-mean", "did you mean '{}'?", nearest));
}

int checked_size(const Rules& rules, int size) {
  if (size == 0) return rules.sizes.front();
  if (std::find(rules.sizes.begin(), rules.sizes.end(), size) != rules.sizes.end()) return size;
  std::vector<int> sizes(rules.sizes.begin(), rules.sizes.end());
  std::sort(sizes.begin(), sizes.end());  // the usual one stood first
  throw base::UserError("rules.size", "{} is not played on {}x{}: choose size {}", rules.title,
                        size, size, fmt::format("{}", fmt::join(sizes, ", ")));
}

}  // namespace losange::draughts
