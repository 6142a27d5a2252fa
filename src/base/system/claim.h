// A file that one run of the program works on for long: another run that names it is told, instead of both writing it.
#pragma once

#include <filesystem>

namespace losange::base {

class Claim {
 public:
  // Of a file that need not be there yet. Throws UserError where another run has claimed it. Devices and pipes may be shared,
  // and where there is no place for temporary files nothing is claimed.
  explicit Claim(const std::filesystem::path& file);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

}  // namespace losange::base
