// Sentences of the rooms below, which write English, in the person's language: errors, and what strategies
// are. What can reach a person in the window is translated here, sentence by sentence with its values.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "window/words/words.h"

namespace losange::window {

// The sentence as it is when nobody translated it.
std::string sentence(Language language, std::string_view english);
// The same for an error; a person is told when it is in English after all.
std::string error_text(Language language, std::string_view message);

// English and French, with "{}" for values in the same order. A value may itself be a sentence; those at
// the end may be left out.
using SentenceTable = std::vector<std::pair<std::string, std::string>>;
const SentenceTable& french_sentences();

}  // namespace losange::window
