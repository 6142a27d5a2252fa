// What people are told beside results, on stderr. Where it cannot be written - a stream that is closed, a full disk, a
// terminal that is gone - it is not said, and the work goes on: nothing is lost for want of a listener.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace losange::base {

template <class... Args>
void say_aside(fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = fmt::format(format, std::forward<Args>(args)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace losange::base
