#include "base/memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace losange::base {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// The number a file holds; nothing where there is none, such as "max".
std::optional<std::size_t> number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string word;
  if (!(in >> word)) return std::nullopt;
  const auto number = parse_integer(word);
  if (!number || *number <= 0) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

// "MemTotal:  24000000 kB"
std::size_t physical_memory(const std::filesystem::path& proc) {
  std::ifstream in(proc / "meminfo");
  for (std::string line; std::getline(in, line);) {
    const auto words = split_words(line);
    if (words.size() < 2 || words[0] != "MemTotal:") continue;
    if (const auto kibibytes = parse_integer(words[1]); kibibytes && *kibibytes > 0)
      return static_cast<std::size_t>(*kibibytes) * 1024;
  }
  return kUnlimited;
}

// The least of the limits on the way from our group up. Lines of /proc/self/cgroup: "0::/a/b" in the second version,
// "4:memory:/a/b" in the first. In a container the path may be one of the host, which is not to be seen here; what
// holds is then at the top.
std::size_t group_memory(const std::filesystem::path& proc, const std::filesystem::path& groups) {
  std::size_t least = kUnlimited;
  const auto look = [&](const std::filesystem::path& top, const std::string& below,
                        const char* file) {
    for (auto at = std::filesystem::path(below).relative_path();; at = at.parent_path()) {
      least = std::min(least, number_in(top / at / file).value_or(kUnlimited));
      if (at.empty()) return;
    }
  };
  std::ifstream in(proc / "self" / "cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    if (parts[1].empty()) look(groups, parts[2], "memory.max");
    if (parts[1] == "memory") look(groups / "memory", parts[2], "memory.limit_in_bytes");
  }
  return least;
}

}  // namespace

std::size_t machine_memory(const std::filesystem::path& proc, const std::filesystem::path& groups) {
  return std::min(physical_memory(proc), group_memory(proc, groups));
}

std::size_t most_mebibytes() { return machine_memory() / 4 * 3 / kMebibyte; }

void check_memory(std::size_t mebibytes, const std::string& what) {
  const std::size_t most = most_mebibytes();
  if (mebibytes <= most) return;
  throw UserError("memory.too-much",
                  "{} MiB for {} is more than three quarters of the memory there is ({} MiB): "
                  "choose {} or less",
                  mebibytes, what, machine_memory() / kMebibyte, most);
}

void throw_no_memory(std::size_t bytes) {
  throw UserError(
      "memory.none",
      "there is no memory for {} MiB: choose a smaller table or cache, or end other programs",
      bytes / kMebibyte);
}

}  // namespace losange::base
