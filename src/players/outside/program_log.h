// What is said between Losange and the outside programs of one player: their standard error, and
// with a folder also every line that was sent and received. `losange match` has one for each player
// of each game that is played at once.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/system/file.h"

namespace losange::players {

// All functions may be called from any thread.
class ProgramLog {
 public:
  // A line for people; called from any thread.
  using Tell = std::function<void(const std::string&)>;

  // Without a folder what programs write to standard error is told after the name, and no more
  // kept.
  ProgramLog(std::string name, std::filesystem::path folder, Tell tell);

  // A program starts: what follows goes to a new file, FOLDER/NAME-N.log. Throws base::UserError
  // where it cannot be written. Later failures end the log and not the game; they are told once.
  void begin(std::string_view command_line);
  void sent(std::string_view line) { add('>', line); }
  void received(std::string_view line) { add('<', line); }
  void remark(std::string_view text) { add('#', text); }
  void error_line(std::string_view line);

 private:
  void add(char sign, std::string_view line);

  const std::string name_;
  const std::filesystem::path folder_;
  const Tell tell_;
  std::mutex mutex_;
  std::unique_ptr<base::GrowingFile> file_;
};

}  // namespace losange::players
