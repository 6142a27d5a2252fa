// The part of `losange train` that teaches value nets: --method value-fit and value-rl.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "commands/line/command_line.h"
#include "train/value/run.h"

namespace losange::commands {

class ValueTraining {
 public:
  // Adds the options that only value nets have.
  void add_options(Command app);
  // An option of `losange train` that means the same here; `take` reads it where it was given.
  void share(const char* key, Option option, std::function<void(train::ValueOptions&)> take);
  // Trains in the folder and with the limits of the request, which is filled but for its options.
  void run(const std::string& method, train::ValueRunRequest request);

 private:
  struct Shared {
    Option option;
    std::function<void(train::ValueOptions&)> take;
  };

  void check_resumed(const train::ValueRunRequest& request) const;

  train::ValueOptions options_;
  std::vector<std::string> data_;
  std::map<std::string, Option> shaping_;  // by their name in a run's state
  std::map<std::string, Shared> shared_;
};

}  // namespace losange::commands
