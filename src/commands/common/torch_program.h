// LibTorch takes half a second to load, so the program people start does without it. The commands that
// need it, and players with a model of TorchScript or with LibTorch as their runtime, continue in its twin
// `losange-torch`, built beside it where LibTorch is present.
#pragma once

#include <span>
#include <string_view>

namespace losange::commands {

// Whether the command with the words after it can do nothing without LibTorch.
bool needs_torch(std::string_view command, std::span<const std::string_view> words);

// Becomes the twin when the command named needs LibTorch and this program has none; does nothing
// otherwise, or where there is no twin: the command then says what is missing.
void continue_with_torch(int argc, char** argv);

}  // namespace losange::commands
