// LibTorch takes half a second to load and many minutes to install, and the window needs the libraries of a desktop, so
// the program people start does without both. What needs one goes on, with the same command line, in a twin beside it:
// the same sources linked with more. `losange-torch` has LibTorch and the window, `losange-window` the window and no
// command but those that play, and goes on in `losange` for the others.
//
// A package for x86-64 has a fourth and a fifth: libexec/losange-x86-64-v3, and the same of the window, are `losange` and
// `losange-window` compiled for CPUs since about 2013.
//
// The script ./losange names itself in LOSANGE_SCRIPT: where LibTorch is missing it installs it, builds the twin and runs
// it.
#pragma once

#include <span>
#include <string_view>

namespace losange::commands {

// Whether the command, with the words after it, belongs in the twin with LibTorch where there is one.
bool may_use_torch(std::string_view command, std::span<const std::string_view> words);

// Once the command line is found to be right: becomes the twin with LibTorch for commands that may use it, where there is
// one, and for players with a model of TorchScript or with LibTorch as their runtime, which need it.
void continue_in_torch_twin(int argc, char** argv);
// Before anything is read: becomes the twin with the window for the window.
void continue_in_window_twin(int argc, char** argv);

// Becomes the program of libexec for newer CPUs where there is one, this is such a CPU and LOSANGE_CPU is not "baseline".
void continue_for_this_cpu(char** argv);

// Becomes `losange`; returns where there is none.
void continue_in_losange(char** argv);

// After net::NeedsLibTorch. Returns where there is neither a twin nor the script: the error then says what is missing.
void restart_with_torch(int argc, char** argv);

}  // namespace losange::commands
