#include "fuzz.h"
#include "htp_replies.h"

namespace {

// Without the commands that open files: what files hold is not the fuzzer's to choose.
std::string without_files(const std::string& input) {
  std::istringstream lines(input);
  std::string line, kept;
  while (std::getline(lines, line)) {
    const auto command = losange::protocol::parse_command(line);
    if (command && (command->name == "exec" || command->name == "loadsgf")) continue;
    kept += line + "\n";
  }
  return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input = without_files(std::string(losange::fuzz::text_of(data, size)));
  losange::fuzz::require_none(losange::testing::htp_problem(input, size % 2 == 0));
  return 0;
}
