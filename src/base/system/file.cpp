#include "base/system/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace losange::base {

namespace {

// What to do about an error of the system.
Message way_out(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return {"file.make-room", ": make room there, or choose another place"};
    case EACCES:
    case EPERM:
    case EROFS: return {"file.other-place", ": choose a place where you may write"};
    case ENOENT:
    case ENOTDIR: return {"file.make-folder", ": make its folder first, or choose another"};
    case EISDIR: return {"file.in-folder", ": name a file in it"};
    default: return {};
  }
}

[[noreturn]] void fail_to_open(const std::filesystem::path& path, int error) {
  throw UserError("file.cannot-open", "cannot open {}: {}", path.string(), system_reason(error));
}

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int error) {
  throw UserError("file.cannot-read", "cannot read {}: {}", path.string(), system_reason(error));
}

[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error) {
  throw UserError("file.cannot-write", "cannot write {}: {}{}", path.string(), system_reason(error),
                  way_out(error));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  // Closing can report a delayed write error, so it is checked apart from the destructor.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

// 0 when everything was written, else the error number.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Where a path leads once links are followed.
struct Place {
  std::filesystem::path path;
  // A device, a pipe, an open file of a process: a file put in its place would destroy it.
  bool stream = false;
  int descriptor = -1;  // of this process, where the path names one (/dev/stdout)
  bool there = false;
  mode_t mode = 0;
};

// Descriptors of processes look like links to the files they have open.
void see_descriptor(Place& place, const std::filesystem::path& folder) {
  place.stream = folder.string().starts_with("/proc/");
  if (folder != fmt::format("/proc/{}/fd", ::getpid())) return;
  const auto number = parse_integer(place.path.filename().string());
  if (number && *number >= 0 && *number < (1 << 20)) place.descriptor = static_cast<int>(*number);
}

constexpr int kMostLinks = 40;

Place place_of(const std::filesystem::path& named) {
  Place place{named};
  for (int link = 0; link < kMostLinks; ++link) {
    std::error_code error;
    const auto folder = place.path.has_parent_path() ? place.path.parent_path() : ".";
    const auto real = std::filesystem::canonical(folder, error);
    if (error) fail_to_write(named, error.value());
    see_descriptor(place, real);
    if (place.stream || !std::filesystem::is_symlink(place.path, error)) break;
    const auto target = std::filesystem::read_symlink(place.path, error);
    if (error) fail_to_write(named, error.value());
    place.path = folder / target;
  }
  struct stat status {};
  place.there = ::stat(place.path.c_str(), &status) == 0;
  if (!place.there && errno != ENOENT) fail_to_write(named, errno);
  if (!place.there) return place;
  if (S_ISDIR(status.st_mode)) fail_to_write(named, EISDIR);
  if (::access(place.path.c_str(), W_OK) != 0) fail_to_write(named, errno);
  place.stream = place.stream || !S_ISREG(status.st_mode);
  place.mode = status.st_mode & 07777;
  return place;
}

// A name that no other thread or process has.
std::filesystem::path with_own_number(const std::filesystem::path& path, std::string_view ending) {
  static std::atomic<int> next{0};
  return path.string() + fmt::format(".{}-{}{}", ::getpid(), next++, ending);
}

std::filesystem::path beside(const Place& place) { return with_own_number(place.path, ".part"); }

// A pipe with nobody at its other end would be waited for without bound. One who is just coming is.
int open_stream(const std::filesystem::path& named, const std::filesystem::path& path) {
  constexpr std::chrono::seconds kPatience{5};
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0) {
      ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
      return file;
    }
    if (errno != ENXIO) return file;
    if (std::chrono::steady_clock::now() > deadline) {
      throw UserError("file.unread-pipe", "nobody reads from {}: start what reads it first",
                      named.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int open_new(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail_to_open(path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_to_read(path, errno);
  if (S_ISDIR(status.st_mode)) fail_to_read(path, EISDIR);

  std::string content;
  std::string buffer(1u << 16, '\0');
  while (true) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(path, errno);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > max_bytes) {
      throw UserError("file.larger",
                      "{} is larger than {} MiB: that is not a file this command reads",
                      path.string(), max_bytes >> 20);
    }
  }
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const Place place = place_of(path);
  if (place.stream) return append_file(path, content);
  const auto part = beside(place);
  Descriptor file(open_new(part));
  if (file.get() < 0) fail_to_write(path, errno);
  // Another's file keeps its owner's wishes where that is possible.
  if (place.there) std::ignore = ::fchmod(file.get(), place.mode);
  int error = write_all(file.get(), content);
  if (error == 0 && ::fsync(file.get()) != 0 && errno != EINVAL) error = errno;
  if (file.close() != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(part.c_str(), place.path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    fail_to_write(path, error);
  }
}

void check_writable(const std::filesystem::path& path) {
  const Place place = place_of(path);
  if (place.stream) return;
  const auto part = beside(place);
  const Descriptor file(open_new(part));
  if (file.get() < 0) fail_to_write(path, errno);
  ::unlink(part.c_str());
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    const bool file_there = error.value() == ENOTDIR || error.value() == EEXIST;
    throw UserError("file.cannot-make-folder", "cannot make the folder {}: {}{}", folder.string(),
                    system_reason(error.value()),
                    file_there ? Message("file.other-folder",
                                         ": a file is in its place, move it or choose another")
                               : way_out(error.value()));
  }
}

void check_different(const std::vector<std::filesystem::path>& files) {
  std::set<std::filesystem::path> seen;
  for (const auto& file : files) {
    std::error_code ignored;
    if (file.empty()) continue;
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
      continue;
    const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file), ignored);
    if (!seen.insert(whole).second)
      throw UserError("file.twice", "{} is named twice: name a file for each", file.string());
  }
}

std::optional<std::filesystem::path> keep_elsewhere(const std::filesystem::path& path,
                                                    std::string_view content) {
  std::error_code ignored;
  for (const auto& folder : {user_data_folder(), std::filesystem::temp_directory_path(ignored)}) {
    auto kept = with_own_number(folder / path.stem(), path.extension().string());
    const bool there = std::filesystem::exists(folder, ignored);
    try {
      make_folder(folder);
      write_file(kept, content);
      return kept;
    } catch (const UserError&) {
      // The next folder may be on another disk.
      if (!there) std::filesystem::remove(folder, ignored);
    }
  }
  return std::nullopt;
}

void append_file(const std::filesystem::path& path, std::string_view text) {
  GrowingFile file(path, GrowingFile::From::ItsEnd);
  file.append(text);
  file.close();
}

GrowingFile::GrowingFile(const std::filesystem::path& path, From from) : name_(path) {
  const Place place = place_of(path);
  path_ = place.path;
  made_here_ = !place.there;
  const bool anew = from == From::Nothing && !place.stream;
  // A descriptor is shared, so that its other writers go on after what is written here.
  file_ = place.descriptor >= 0 ? ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 0)
          : place.stream && place.there
              ? open_stream(name_, path_)
              : ::open(path_.c_str(),
                       O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (anew ? O_TRUNC : 0), 0666);
  if (file_ < 0) fail_to_write(name_, errno);
  undoable_ = !place.stream;
}

GrowingFile::~GrowingFile() {
  if (file_ >= 0) ::close(file_);
}

void GrowingFile::append(std::string_view text) {
  struct stat before {};
  if (::fstat(file_, &before) != 0) fail_to_write(name_, errno);
  const int error = write_all(file_, text);
  if (error == 0) return;
  if (undoable_) {
    // Undoing can fail too; the first error is the one to tell.
    std::ignore = ::ftruncate(file_, before.st_size);
    if (made_here_ && before.st_size == 0) ::unlink(path_.c_str());
  }
  fail_to_write(name_, error);
}

void GrowingFile::close() {
  const int file = std::exchange(file_, -1);
  if (file >= 0 && ::close(file) != 0) fail_to_write(name_, errno);
}

ScratchFile::ScratchFile(std::string_view ending)
    : path_(with_own_number(std::filesystem::temp_directory_path() / "losange", ending)) {}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::filesystem::path program_folder() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::current_path() : program.parent_path();
}

namespace {

// Empty where the user has none.
std::filesystem::path home_folder() {
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') return home;
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr && user->pw_dir != nullptr ? user->pw_dir : "";
}

// Where everybody may write, somebody else may have put a folder of any name before: only one's own is taken.
std::filesystem::path own_temporary_folder() {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("losange-{}", ::geteuid());
  ::mkdir(folder.c_str(), S_IRWXU);
  struct stat found {};
  const bool own = ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                   found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (own) return folder;
  throw UserError("file.no-home", "there is no home folder to keep games in: set HOME");
}

std::filesystem::path user_folder(const char* variable, const std::filesystem::path& below_home) {
  if (const char* xdg = std::getenv(variable); xdg != nullptr && *xdg == '/') {
    return std::filesystem::path(xdg) / "losange";
  }
  if (const auto home = home_folder(); !home.empty()) return home / below_home / "losange";
  return own_temporary_folder();
}

}  // namespace

std::vector<std::filesystem::path> shipped_file_places(const std::filesystem::path& name) {
  const auto folder = program_folder();
  const auto above = folder.parent_path();
  return {folder / name, above / name, above / "share" / "losange" / name,
          user_data_folder() / name};
}

std::filesystem::path user_data_folder() { return user_folder("XDG_DATA_HOME", ".local/share"); }

std::filesystem::path user_config_folder() { return user_folder("XDG_CONFIG_HOME", ".config"); }

}  // namespace losange::base
