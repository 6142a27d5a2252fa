// Lines typed with libedit. It gets its characters from a function of ours and installs no signal
// handlers, so that Ctrl-C and a falling flag end the reading like any other event and the terminal is
// always given back as it was.
#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cwchar>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/system/file.h"
#include "base/system/interrupt.h"
#include "terminal/input/line_input.h"

namespace losange::terminal {

namespace {

using base::Clock;

constexpr int kHistoryLines = 500;

// Set when the program goes on after having been suspended (Ctrl-Z).
std::atomic<bool> continued{false};

std::filesystem::path history_file() { return base::user_data_folder() / "history"; }

class EditedInput : public LineInput {
 public:
  explicit EditedInput(Completions completions)
      : completions_(std::move(completions)),
        history_(::history_init()),
        edit_(::el_init("losange", stdin, stdout, stderr)) {
    ::el_set(edit_, EL_CLIENTDATA, this);
    ::el_set(edit_, EL_PROMPT, &EditedInput::prompt_of);
    ::el_set(edit_, EL_EDITOR, "emacs");
    ::el_set(edit_, EL_SIGNAL, 0);
    ::el_set(edit_, EL_GETCFN, &EditedInput::next_character);
    // The wide call keeps the texts themselves; the other one keeps copies that nobody frees.
    ::el_wset(edit_, EL_ADDFN, L"losange-complete", L"Complete a command or a cell",
              &EditedInput::complete);
    ::el_set(edit_, EL_BIND, "^I", "losange-complete", nullptr);
    ::el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    std::signal(SIGCONT, [](int) { continued = true; });
    HistEvent event;
    ::history(history_, &event, H_SETSIZE, kHistoryLines);
    ::history(history_, &event, H_SETUNIQUE, 1);
    ::history(history_, &event, H_LOAD, history_file().c_str());
    ::el_set(edit_, EL_HIST, ::history, history_);
  }

  ~EditedInput() override {
    save_history();
    ::el_end(edit_);
    ::history_end(history_);
  }

  Read read(std::string& line, std::string_view prompt,
            std::optional<Clock::time_point> deadline) override {
    prompt_ = prompt;
    deadline_ = deadline;
    ended_by_ = Read::End;
    ::el_resize(edit_);
    int count = 0;
    const char* typed = ::el_gets(edit_, &count);
    if (typed == nullptr || count <= 0) {
      std::printf("\n");
      return ended_by_;
    }
    line.assign(typed, static_cast<std::size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    return Read::Line;
  }

  bool interactive() const override { return true; }

  bool pending() override {
    return !typed_ahead_.empty() ||
           wait_for_input(STDIN_FILENO, Clock::now() + base::Millis(1)) == Read::Line;
  }

  bool wait_for_enter(std::stop_token stop) override {
    return wait_for_enter_at(STDIN_FILENO, typed_ahead_, stop);
  }

  void remember(const std::string& line) override {
    HistEvent event;
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
  }

 private:
  static EditedInput& self(EditLine* edit) {
    void* data = nullptr;
    ::el_get(edit, EL_CLIENTDATA, &data);
    return *static_cast<EditedInput*>(data);
  }

  static char* prompt_of(EditLine* edit) { return self(edit).prompt_.data(); }

  // One wide character from the terminal: 1, or -1 when reading is over.
  static int next_character(EditLine* edit, wchar_t* character) {
    EditedInput& input = self(edit);
    std::mbstate_t state{};
    while (true) {
      char byte = 0;
      const bool ahead = !input.typed_ahead_.empty();
      if (ahead) {
        byte = input.typed_ahead_.front();
        input.typed_ahead_.erase(0, 1);
      }
      const Read ready = ahead ? Read::Line : input.wait_in_raw_mode();
      const ssize_t count = ahead ? 1 : ready == Read::Line ? ::read(STDIN_FILENO, &byte, 1) : -1;
      if (ready == Read::Line && count < 0 && errno == EINTR) continue;
      if (count != 1) {
        input.ended_by_ = ready == Read::Line ? Read::End : ready;
        errno = 0;
        return -1;
      }
      const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
      if (length == static_cast<std::size_t>(-2)) continue;  // inside a character
      if (length == static_cast<std::size_t>(-1)) {
        state = {};
        continue;  // not of this encoding: dropped
      }
      return 1;
    }
  }

  // The shell that gets the terminal while we are suspended leaves it in its own mode: put ours back
  // when we wake up.
  Read wait_in_raw_mode() {
    while (true) {
      const auto slice = Clock::now() + base::Millis(250);
      const bool last = deadline_ && *deadline_ <= slice;
      const Read ready = wait_for_input(STDIN_FILENO, last ? *deadline_ : slice);
      if (continued.exchange(false)) wake_up();
      if (ready != Read::TimedOut || last) return ready;
    }
  }

  void wake_up() {
    ::el_set(edit_, EL_PREP_TERM, 0);
    ::el_set(edit_, EL_PREP_TERM, 1);
    ::el_set(edit_, EL_REFRESH);
  }

  // Adds what all words that start like the typed one have in common.
  static unsigned char complete(EditLine* edit, int) {
    EditedInput& input = self(edit);
    const LineInfo* info = ::el_line(edit);
    const std::string typed(info->buffer, info->cursor);
    const std::size_t start = typed.find_last_of(' ') + 1;
    const std::string word = typed.substr(start);
    std::vector<std::string> fitting;
    for (auto& known : input.completions_()) {
      if (known.starts_with(word)) fitting.push_back(std::move(known));
    }
    if (word.empty() || fitting.empty()) return CC_REFRESH_BEEP;
    std::string common = fitting.front();
    for (const auto& other : fitting) {
      const auto split = std::mismatch(common.begin(), common.end(), other.begin(), other.end());
      common.erase(split.first, common.end());
    }
    if (fitting.size() == 1) common += ' ';
    if (common.size() <= word.size()) return CC_REFRESH_BEEP;
    ::el_insertstr(edit, common.c_str() + word.size());
    return CC_REFRESH;
  }

  // A history that cannot be kept is no reason to trouble a person who is leaving.
  void save_history() {
    try {
      base::make_folder(history_file().parent_path());
      const base::ScratchFile scratch(".history");
      HistEvent event;
      const int lines = ::history(history_, &event, H_SAVE, scratch.path().c_str());
      const std::string text = base::read_file(scratch.path());
      // One line is libedit's own; fewer than it counted are a disk that was full.
      if (std::count(text.begin(), text.end(), '\n') != lines + 1) return;
      base::write_file(history_file(), text);
    } catch (const base::UserError&) {
    }
  }

  Completions completions_;
  History* history_;
  EditLine* edit_;
  std::string prompt_;
  std::string typed_ahead_;  // while nobody read
  std::optional<Clock::time_point> deadline_;
  Read ended_by_ = Read::End;
};

}  // namespace

std::unique_ptr<LineInput> edited_input(Completions completions) {
  return std::make_unique<EditedInput>(std::move(completions));
}

}  // namespace losange::terminal
