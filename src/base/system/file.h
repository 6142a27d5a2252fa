// Files that lose nothing, and the only way this program writes any (tests/unit/base/writing_test.cpp sees to it):
// whole files are written beside and renamed, logs are appended to. Links are followed; devices, pipes and what
// /dev/stdout stands for are written to and never replaced or removed; folders are refused. Every failure, a full disk
// first of all, is a UserError that names the file, the reason the system gave and a way out, and leaves what was
// there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace losange::base {

// Reads a whole file. Refuses folders and files over max_bytes.
std::string read_file(const std::filesystem::path& path, std::size_t max_bytes = 64u << 20);

// Replaces the file in one step: readers see the old content or the new, never a part.
void write_file(const std::filesystem::path& path, std::string_view content);

// Makes a folder, and those above it, where they are missing.
void make_folder(const std::filesystem::path& folder);

// Throws what write_file() would throw for reasons that can be known before: for commands that write at the end of long
// work. Changes nothing.
void check_writable(const std::filesystem::path& path);

// Throws UserError where two of these are one file: what is written to it last would be all that is left. Empty names, devices
// and pipes do not count.
void check_different(const std::vector<std::filesystem::path>& files);

// For what took long to make and is lost with the program when write_file() refused it: a new file among the user's
// data or the temporary files. Nothing when these refuse it too.
std::optional<std::filesystem::path> keep_elsewhere(const std::filesystem::path& path,
                                                    std::string_view content);

// Appends and flushes; the text should end in a newline. A partial write (disk full) is undone.
void append_file(const std::filesystem::path& path, std::string_view text);

// A file that is appended to again and again. It stays open, so that whoever reads a pipe sees one stream.
class GrowingFile {
 public:
  enum class From { Nothing, ItsEnd };

  GrowingFile(const std::filesystem::path& path, From from);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  // As append_file().
  void append(std::string_view text);
  // Some systems tell only now that the disk is full.
  void close();

 private:
  std::filesystem::path name_, path_;  // as it was named, and where links lead
  int file_ = -1;
  bool made_here_ = false, undoable_ = false;
};

// A name among the temporary files for a library that writes only to names; what stands there goes with this object.
// Such libraries do not tell when the disk is full: check what they wrote, then hand it to write_file().
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view ending);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

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
