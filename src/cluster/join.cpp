#include "cluster/join.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/system/file.h"
#include "base/system/standard_streams.h"
#include "base/text.h"
#include "cluster/alone.h"
#include "cluster/mpi_module.h"

namespace losange::cluster {

namespace {

using namespace std::chrono_literals;

// Rank 0 that has the same error ends all in less.
constexpr auto kPatience = 3000ms, kPatienceARank = 100ms;
constexpr int kMostSteps = 30;
constexpr auto kJoinNap = 1ms;

Cluster* joined = nullptr;
int voice = STDERR_FILENO;  // where errors are said

std::optional<int> variable_number(const char* variable) {
  const char* text = std::getenv(variable);
  const auto number = text == nullptr ? std::nullopt : base::parse_integer(text);
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// Those that start ranks tell each which it is: Open MPI's mpirun, others by PMIx (srun --mpi=pmix too) or PMI (MPICH).
std::optional<int> rank_given() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (const auto rank = variable_number(variable)) return rank;
  }
  return std::nullopt;
}

std::optional<int> size_given() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"}) {
    if (const auto size = variable_number(variable)) return size;
  }
  return std::nullopt;
}

// Beside the program in a build, in lib/losange of an installation.
std::array<std::filesystem::path, 2> module_places() {
  const auto folder = base::program_folder();
  return {folder / "losange-mpi.so", folder.parent_path() / "lib/losange/losange-mpi.so"};
}

Cluster* open_mpi() {
  for (const auto& path : module_places()) {
    // Open MPI opens parts of its own, which look for its symbols among all.
    void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) continue;
    if (void* open = ::dlsym(module, "losange_open_mpi"); open != nullptr)
      return reinterpret_cast<Cluster* (*)()>(open)();
  }
  return nullptr;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "an unnamed machine";
}

// The host, then names and values in turn, each closed by a zero.
std::string packed(const std::vector<Trait>& traits) {
  std::string text = host_name() + '\0';
  for (const auto& [name, value] : traits)
    text.append(name).append(1, '\0').append(value).append(1, '\0');
  return text;
}

void check_alike(const Message& message, const std::vector<Trait>& traits) {
  const auto theirs = base::split(message.bytes, '\0');
  for (std::size_t i = 0; i < traits.size(); ++i) {
    const std::string value = 2 * i + 2 < theirs.size() ? theirs[2 * i + 2] : "none";
    if (value == traits[i].value) continue;
    throw base::UserError(fmt::format(
        "rank {} on {} has another {} than rank 0 on {}: {} and not {}. All ranks must be alike: "
        "results would depend on who did what",
        message.from, theirs.front(), traits[i].name, host_name(), base::printable(value),
        base::printable(traits[i].value)));
  }
}

// Rank 0 takes what comes for an answer, so nobody says anything else before it has all of them.
void compare(Cluster& cluster, const std::vector<Trait>& traits) {
  if (cluster.is_first()) {
    for (int waiting = cluster.size() - 1; waiting > 0;) {
      if (const auto message = cluster.receive()) {
        check_alike(*message, traits);
        --waiting;
      } else {
        std::this_thread::sleep_for(kJoinNap);
      }
    }
  } else {
    cluster.send(0, packed(traits));
  }
  cluster.highest(0);
}

}  // namespace

Cluster& join(const std::vector<Trait>& traits) {
  static Alone alone;
  if (joined != nullptr) return *joined;
  if (!rank_given()) return *(joined = &alone);
  joined = open_mpi();
  if (joined == nullptr) {
    if (size_given() == 1) return *(joined = &alone);
    throw base::UserError(
        "several processes were started together, but this build has no MPI: install "
        "libopenmpi-dev "
        "(or another MPI) and build again, or start one process without mpirun or srun");
  }
  if (!joined->is_first()) voice = base::silence_standard_outputs();
  compare(*joined, traits);
  return *joined;
}

bool has_mpi() {
  const auto places = module_places();
  return std::any_of(places.begin(), places.end(), [](const std::filesystem::path& path) {
    return ::access(path.c_str(), R_OK) == 0;
  });
}

int processes_of_first() { return rank_given() == 0 ? size_given().value_or(1) : 1; }

bool has_joined_others() { return joined != nullptr && joined->size() > 1; }

int end_with_error(const std::string& message, int code) {
  const int rank = joined != nullptr ? joined->rank() : rank_given().value_or(0);
  std::string text = message;
  if (rank > 0) {
    std::this_thread::sleep_for(kPatience + std::min(rank, kMostSteps) * kPatienceARank);
    text = fmt::format("rank {} on {}: {}", rank, host_name(), message);
  }
  std::fflush(stdout);
  ::dprintf(voice, "losange: %s\n", text.c_str());
  if (has_joined_others()) joined->abort(code);
  return code;
}

void leave() {
  if (joined != nullptr) joined->leave();
}

}  // namespace losange::cluster
