#include "base/memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "error_of.h"
#include "players/registry.h"
#include "temporary.h"

// Where a sanitizer has no memory, its allocator says so as any other does and does not end the program.
#if defined(__SANITIZE_ADDRESS__)
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#elif defined(__SANITIZE_THREAD__)
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }
#endif

namespace losange::base {
namespace {

using testing_errors::error_of;

// A system that tells of its memory: files with their texts.
class FakeSystem {
 public:
  FakeSystem() { std::filesystem::remove_all(folder_); }
  ~FakeSystem() { std::filesystem::remove_all(folder_); }
  FakeSystem& with(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << text;
    return *this;
  }
  std::size_t memory() const { return machine_memory(folder_ / "proc", folder_ / "groups"); }
  std::size_t free() const { return free_memory(folder_ / "proc", folder_ / "groups"); }

 private:
  std::filesystem::path folder_ = testing_files::temporary("system");
};

constexpr const char* kFourGib = "MemTotal:        4194304 kB\nMemFree:           10000 kB\n";
constexpr std::size_t kGib = std::size_t{1} << 30;

TEST(MachineMemory, IsTheMachinesOrTheLimitOfAGroup) {
  EXPECT_EQ(FakeSystem().with("proc/meminfo", kFourGib).memory(), 4 * kGib);
  EXPECT_EQ(FakeSystem()
                .with("proc/meminfo", kFourGib)
                .with("proc/self/cgroup", "0::/user/ours\n")
                .with("groups/user/ours/memory.max", "max\n")
                .with("groups/user/memory.max", "1073741824\n")
                .memory(),
            kGib)
      << "a group above ours";
  EXPECT_EQ(FakeSystem()
                .with("proc/meminfo", kFourGib)
                .with("proc/self/cgroup", "3:cpu:/\n4:memory:/box\n0::/\n")
                .with("groups/memory/box/memory.limit_in_bytes", "2147483648\n")
                .memory(),
            2 * kGib)
      << "the first version of groups";
  EXPECT_EQ(FakeSystem()
                .with("proc/meminfo", kFourGib)
                .with("proc/self/cgroup", "4:memory:/box\n")
                .with("groups/memory/memory.limit_in_bytes", "9223372036854771712\n")
                .memory(),
            4 * kGib)
      << "no limit is written as a large one";
  EXPECT_GT(FakeSystem().memory(), std::size_t{1} << 50) << "a system that does not tell";
}

TEST(FreeMemory, IsWhatTheSystemAndTheGroupsLeave) {
  const std::string half = std::string(kFourGib) + "MemAvailable:    2097152 kB\n";
  EXPECT_EQ(FakeSystem().with("proc/meminfo", half).free(), 2 * kGib);
  EXPECT_EQ(FakeSystem()
                .with("proc/meminfo", half)
                .with("proc/self/cgroup", "0::/ours\n")
                .with("groups/ours/memory.max", "1610612736\n")
                .with("groups/ours/memory.current", "1073741824\n")
                .with("groups/ours/memory.stat", "anon 5\ninactive_file 536870912\n")
                .free(),
            kGib)
      << "cached files are given up when memory is short";
  EXPECT_EQ(FakeSystem().free(), kGib) << "a system that says nothing, such as a browser";
}

TEST(TreeMemory, IsAQuarterOfWhatIsFreeUnlessManySearchesShareIt) {
  EXPECT_EQ(default_tree_memory(16 * kGib, 1), 4 * kGib);
  EXPECT_EQ(default_tree_memory(kGib / 2, 1), kGib / 4) << "256 MiB where there is as much";
  EXPECT_EQ(default_tree_memory(16 * kGib, 12), kGib);
  EXPECT_EQ(default_tree_memory(0, 1), 64 * kMebibyte);
  EXPECT_EQ(default_tree_memory(16 * kGib, 0), 4 * kGib);
  EXPECT_GE(default_tree_memory(), 64 * kMebibyte);
}

TEST(MachineMemory, LeavesAQuarterToAllElse) {
  EXPECT_GT(most_mebibytes(), 0u);
  EXPECT_LE(most_mebibytes() * kMebibyte, machine_memory() / 4 * 3);
  EXPECT_NO_THROW(check_memory(most_mebibytes(), "table"));
  const std::string error = error_of([] { check_memory(most_mebibytes() + 1, "table=9"); });
  EXPECT_NE(error.find("MiB for table=9 is more"), std::string::npos) << error;
  EXPECT_NE(error.find("choose " + std::to_string(most_mebibytes()) + " or less"),
            std::string::npos)
      << error;
}

TEST(ZeroedArray, BeginsAsZeroAndSaysWhenThereIsNoMemory) {
  struct alignas(64) Line {
    std::uint64_t words[8];
  };
  ZeroedArray<Line> lines(1000);
  EXPECT_EQ(lines.size(), 1000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&lines[0]) % 64, 0u);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].words[i % 8], 0u);
  lines[999].words[7] = 5;
  EXPECT_EQ(lines[999].words[7], 5u);
  // Looked at: what nobody uses a compiler need not ask for.
  const auto error_of_many = [](std::size_t count) {
    return error_of([&] {
      ZeroedArray<Line> many(count);
      [[maybe_unused]] const volatile auto one = many[count / 2].words[0];
    });
  };
  EXPECT_NE(error_of_many(~std::size_t{0} / 2).find("no memory"), std::string::npos);
  EXPECT_NE(error_of_many(std::size_t{1} << 50).find("no memory"), std::string::npos);
}

// Every setting of every player that takes memory is held to what the machine has, and so is their sum.
TEST(PlayersMemory, IsCheckedWhenAPlayerIsMade) {
  const auto most = static_cast<long>(most_mebibytes());
  int settings = 0;
  for (const auto& strategy : players::strategies()) {
    for (const auto& parameter : strategy.parameters) {
      const bool speaks_of_memory = parameter.description.find("MiB") != std::string::npos;
      EXPECT_EQ(parameter.memory, speaks_of_memory) << strategy.name << " " << parameter.name;
      if (!parameter.memory || parameter.most <= static_cast<double>(most)) continue;
      ++settings;
      const std::string wish = parameter.name + "=" + std::to_string(most + 1);
      const std::string error = error_of([&] { players::make_player(strategy.name + ":" + wish); });
      EXPECT_NE(error.find("MiB for " + wish + " is more"), std::string::npos)
          << strategy.name << ": " << error;
    }
  }
  if (settings == 0) GTEST_SKIP() << "more memory than any setting can ask for";
  const std::string half = std::to_string(most / 2 + 1);
  const std::string error =
      error_of([&] { players::make_player("zero:cache=" + half + ",memory=" + half); });
  EXPECT_NE(error.find("cache=" + half + " and memory=" + half + " is more"), std::string::npos)
      << error;
}

}  // namespace
}  // namespace losange::base
