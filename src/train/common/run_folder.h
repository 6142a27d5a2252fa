// The folder of a training run, whatever its method: every method asks here before it touches one, so that none
// takes the files of another for its own. A run writes its state before anything else, so files without a state are
// not ours to replace, and a new run has a folder of its own.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "train/common/losses.h"

namespace losange::train {

// The methods by the names of the options that choose them.
inline constexpr const char* kPolicyRun = "--method policy";
inline constexpr const char* kDraughtsRun = "--game draughts";
// A value run: "--method value-fit" or "--method value-rl".
std::string value_run_name(const std::string& method);

// True when the folder holds a run of this method, false when there is nothing in the way of a new one. Throws
// base::UserError when it holds a run of another method, or anything that belongs to no run.
bool holds_run(const std::filesystem::path& folder, const std::string& method);

// Whether a file of this name is a part of a saved state, state-ROUND-SAVE-…: those of older saves are removed.
bool is_part_of_state(std::string_view name);

// Throws base::UserError.
[[noreturn]] void refuse_damaged_state(const std::filesystem::path& folder);
// Throw base::UserError when learning went astray, so that nothing of it is saved over what was good.
void refuse_broken_losses(const Losses& losses, const std::filesystem::path& folder);
void refuse_broken_net(std::span<const float> values, const std::filesystem::path& folder);

}  // namespace losange::train
