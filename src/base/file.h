// Files that lose nothing: whole files are written beside and renamed, logs are appended a line at a
// time. Every failure is a UserError that names the file and the reason the system gave.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace losange::base {

// Reads a whole file. Refuses folders and files over max_bytes.
std::string read_file(const std::filesystem::path& path, std::size_t max_bytes = 64u << 20);

// Replaces the file in one step: readers see the old content or the new, never a part. Links are followed;
// devices and pipes are written to.
void write_file(const std::filesystem::path& path, std::string_view content);

// Appends and flushes; the text should end in a newline. A partial write (disk full) is undone.
void append_file(const std::filesystem::path& path, std::string_view text);

// The folder this program was started from, links resolved; the current folder where that is unknown.
std::filesystem::path program_folder();

// Where a file that comes with the program may lie ("models/hex.safetensors"), the first place first: beside the
// program or in the folder above it (a build, an unpacked archive), in share/losange of an installation, among the
// user's own data.
std::vector<std::filesystem::path> shipped_file_places(const std::filesystem::path& name);

// Where this user's data of the program belongs (XDG base directories); not created here.
std::filesystem::path user_data_folder();
// The same for its settings.
std::filesystem::path user_config_folder();

}  // namespace losange::base
