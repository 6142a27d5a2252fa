#include "base/memory.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

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

// The number after a name in a file of lines such as "MemTotal:  24000000 kB".
std::optional<std::size_t> number_after(const std::filesystem::path& file, std::string_view name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto words = split_words(line);
    if (words.size() < 2 || words[0] != name) continue;
    const auto number = parse_integer(words[1]);
    if (number && *number >= 0) return static_cast<std::size_t>(*number);
  }
  return std::nullopt;
}

std::size_t system_memory(const std::filesystem::path& proc, std::string_view name) {
  const auto kibibytes = number_after(proc / "meminfo", name);
  return kibibytes && *kibibytes > 0 ? *kibibytes * 1024 : kUnlimited;
}

// What a group uses, without the cached files that the system gives up when memory is short.
std::size_t used_by(const std::filesystem::path& group, const char* file, const char* cached) {
  const std::size_t used = number_in(group / file).value_or(0);
  return used - std::min(used, number_after(group / "memory.stat", cached).value_or(0));
}

// The least that the limits on the way from our group up allow: with `left`, that they leave free. Lines
// of /proc/self/cgroup: "0::/a/b" in the second version, "4:memory:/a/b" in the first. In a container
// the path may be one of the host, which cannot be seen here; the limits at the top hold then.
std::size_t group_memory(const std::filesystem::path& proc, const std::filesystem::path& groups,
                         bool left) {
  std::size_t least = kUnlimited;
  const auto look = [&](const std::filesystem::path& top, const std::string& below,
                        const char* limit_file, const char* used_file, const char* cached) {
    for (auto at = std::filesystem::path(below).relative_path();; at = at.parent_path()) {
      if (auto limit = number_in(top / at / limit_file)) {
        if (left) *limit -= std::min(*limit, used_by(top / at, used_file, cached));
        least = std::min(least, *limit);
      }
      if (at.empty()) return;
    }
  };
  std::ifstream in(proc / "self" / "cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    if (parts[1].empty()) look(groups, parts[2], "memory.max", "memory.current", "inactive_file");
    if (parts[1] == "memory") {
      look(groups / "memory", parts[2], "memory.limit_in_bytes", "memory.usage_in_bytes",
           "total_inactive_file");
    }
  }
  return least;
}

std::atomic<std::size_t> expected_trees{1};

}  // namespace

std::size_t machine_memory(const std::filesystem::path& proc, const std::filesystem::path& groups) {
  return std::min(system_memory(proc, "MemTotal:"), group_memory(proc, groups, false));
}

std::size_t free_memory(const std::filesystem::path& proc, const std::filesystem::path& groups) {
  const std::size_t free =
      std::min(system_memory(proc, "MemAvailable:"), group_memory(proc, groups, true));
  return free == kUnlimited ? 1024 * kMebibyte : free;
}

std::size_t default_tree_memory(std::size_t free, std::size_t trees) {
  const std::size_t share = free / 4 * 3 / std::max<std::size_t>(1, trees);
  return std::max(std::min(std::max(free / 4, 256 * kMebibyte), share), 64 * kMebibyte);
}
std::size_t default_tree_memory() { return default_tree_memory(free_memory(), expected_trees); }
void expect_trees(std::size_t trees) { expected_trees = trees; }

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
