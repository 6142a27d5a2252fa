// How the games of a file were made: kept beside it, so that a file is gone on with by the settings it was begun with or
// not at all. Used by the generator of `losange selfplay`.
#pragma once

#include <filesystem>
#include <string>

#include "train/value/generate.h"

namespace losange::train {

// The file beside a file of samples.
std::filesystem::path begun_path(const std::filesystem::path& samples);

// True where there is a file to go on with, false where one begins. Throws base::UserError where what lies there was begun
// with other settings (it says which), or where nothing tells how it was begun. `teacher` is the hash of its net.
bool goes_on(const std::filesystem::path& samples, const GenerateRequest& request,
             const std::string& teacher);

// Before the first game of a file.
void write_begun(const std::filesystem::path& samples, const GenerateRequest& request,
                 const std::string& teacher);

}  // namespace losange::train
