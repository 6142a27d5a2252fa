// Messages of the rooms below in the person's language: errors, and what strategies are. A message says which sentence
// it is by its key and has its values; the sentences of each language but English stand here, one table for games and
// one for players. A test holds that every key of the program has its sentence, with the same values.
#pragma once

#include <exception>
#include <span>
#include <string>

#include "base/message.h"
#include "window/words/words.h"

namespace losange::window {

// In English where the language has no sentence for it.
std::string sentence(Language language, const base::Message& message);
// The same for an error; a person is told when it is in English after all.
std::string error_text(Language language, const base::Message& message);

// Of an error that nobody foresaw.
base::Message unexpected_error(const std::exception& error);

// "{}" stands for values, as in English.
struct Translation {
  const char* key;
  const char* text;
};
std::span<const Translation> french_of_games();
std::span<const Translation> french_of_players();

}  // namespace losange::window
