#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "base/error.h"

namespace losange::base {

namespace {

[[noreturn]] void fail(const char* doing, const std::filesystem::path& path, int error) {
  throw UserError(fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(error)));
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

// Where a link leads; the path itself when it is none, or leads nowhere.
std::filesystem::path behind_links(const std::filesystem::path& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("open", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path, errno);
  if (S_ISDIR(status.st_mode)) fail("read", path, EISDIR);

  std::string content;
  std::string buffer(1u << 16, '\0');
  while (true) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > max_bytes) {
      throw UserError(fmt::format("{} is larger than {} MiB: that is not a file this command reads",
                                  path.string(), max_bytes >> 20));
    }
  }
}

void write_file(const std::filesystem::path& named, std::string_view content) {
  const std::filesystem::path path = behind_links(named);
  std::error_code unknown;
  // A file put in the place of a device or a pipe would destroy it.
  if (std::filesystem::is_other(path, unknown)) {
    append_file(path, content);
    return;
  }
  const std::filesystem::path beside = path.string() + fmt::format(".{}.part", ::getpid());
  Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) fail("write", path, errno);
  int error = write_all(file.get(), content);
  if (error == 0 && ::fsync(file.get()) != 0 && errno != EINVAL) error = errno;
  if (file.close() != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(beside.c_str());
    fail("write", path, error);
  }
}

void append_file(const std::filesystem::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file.get() < 0) fail("write", path, errno);
  struct stat before {};
  if (::fstat(file.get(), &before) != 0) fail("write", path, errno);
  int error = write_all(file.get(), text);
  // Undoing can fail too, on a device say; the first error is the one to tell.
  if (error != 0) std::ignore = ::ftruncate(file.get(), before.st_size);
  if (file.close() != 0 && error == 0) error = errno;
  if (error != 0) fail("write", path, error);
}

std::filesystem::path program_folder() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::current_path() : program.parent_path();
}

namespace {

std::filesystem::path user_folder(const char* variable, const std::filesystem::path& below_home) {
  if (const char* xdg = std::getenv(variable); xdg != nullptr && *xdg == '/') {
    return std::filesystem::path(xdg) / "losange";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    return home / below_home / "losange";
  }
  return std::filesystem::temp_directory_path() / "losange";
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
