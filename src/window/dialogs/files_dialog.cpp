#include "window/dialogs/files_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "players/files/open_game.h"
#include "players/files/saved_game.h"
#include "players/files/write_game.h"
#include "window/common/drawing.h"
#include "window/kept/unused_file.h"
#include "window/words/sentences.h"

namespace losange::window {

namespace {

// Of a path that is too long, where it leads to.
std::string end_of(const Pen& pen, const std::string& path, double size, double room) {
  std::string shown = path;
  for (std::size_t from = 1; pen.text_width(shown, size) > room; ++from) {
    from = path.find('/', from);
    if (from == path.npos) break;
    shown = "…" + path.substr(from);
  }
  return shown;
}

// As shells have it.
std::filesystem::path with_home(const std::string& name) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || (name != "~" && !name.starts_with("~/"))) return name;
  return std::filesystem::path(home + name.substr(1));
}

}  // namespace

void FilesDialog::come() {
  replace_.forget();
  stand_somewhere();
  if (saving()) name_file();
  proposed_ = file_name_;
  list_folder();
}

void FilesDialog::wheel(double steps) { scroll_ = std::max(0, scroll_ - wheel_.take(steps * 3)); }

void FilesDialog::draw(Pen& pen) {
  const bool saving = this->saving();
  Rect rest = begin_dialog(pen, context_, 680, 580, saving ? Word::Save : Word::Open, 300);
  Rect path = rest.take_top(pen.px(pen.narrow() ? kFinger : 38));
  pen.button("files.up", path.take_left(pen.px(44)), "",
             {.icon = Icon::Up, .tip = context_.tr(Word::ParentFolder)}, [this] {
               folder_ = folder_.parent_path();
               list_folder();
             });
  if (!saving && context_.services.choose_file) {
    pen.button("files.device", path.take_right(pen.px(pen.narrow() ? 190 : 210)),
               context_.tr(Word::FromThisDevice), {.icon = Icon::Folder},
               [this] { context_.services.choose_file(); });
  }
  const double room = path.width - pen.px(12);
  pen.text({path.x + pen.px(12), path.center().y}, end_of(pen, folder_.string(), 14, room), 14,
           pen.theme().muted, Align::Left, Weight::Regular, room);
  rest.take_top(pen.px(10));

  Rect bottom = rest.take_bottom(pen.px(44));
  rest.take_bottom(pen.px(12));
  const auto act = [this, saving] {
    const std::string name(base::trim(file_name_));
    if (name.empty()) {
      context_.ask.refuse(context_.tr(Word::NameAFile));
      return;
    }
    std::filesystem::path file = folder_ / with_home(name);  // an absolute name stands alone
    std::error_code unknown;
    if (std::filesystem::is_directory(file, unknown)) {
      enter(file);
      return;
    }
    if (saving && !file.has_extension()) file += ending();
    if (saving) {
      save_path(file);
    } else {
      open_path(file);
    }
  };
  pen.button("files.act", bottom.take_right(pen.px(pen.narrow() ? 120 : 150)),
             context_.tr(saving ? Word::Save : Word::Open),
             {.icon = saving ? Icon::Save : Icon::Folder, .primary = true}, act);
  bottom.take_right(pen.px(10));
  pen.field("files.name", bottom, file_name_, context_.tr(Word::FileName), {}, act);

  const double pitch = pen.px(pen.narrow() ? kFinger + 2 : 36);
  const int rows = room_ = std::max(1, static_cast<int>(rest.height / pitch));
  const int count = static_cast<int>(entries_.size());
  scroll_ = std::clamp(scroll_, 0, std::max(0, count - rows));
  if (entries_.empty())
    pen.text(rest.center(), context_.tr(Word::NoFiles), 15, pen.theme().muted, Align::Center);
  for (int i = 0; i < std::min(rows, count - scroll_); ++i) {
    const auto& entry = entries_[static_cast<std::size_t>(scroll_ + i)];
    const Rect row{rest.x, rest.y + pitch * i, rest.width - pen.px(12), pitch - pen.px(2)};
    pen.button(fmt::format("files.entry.{}", entry.name), row, entry.name,
               {.icon = entry.folder ? Icon::Folder : Icon::Dot,
                .selected = entry.name == file_name_,
                .plain = true,
                .align = Align::Left},
               [this, entry, act] {
                 if (entry.folder) {
                   enter(folder_ / entry.name);
                 } else if (file_name_ == entry.name) {
                   act();
                 } else {
                   file_name_ = entry.name;
                 }
               });
  }
  if (count > rows) {  // where the list stands
    const double share = static_cast<double>(rows) / count,
                 from = static_cast<double>(scroll_) / count;
    pen.fill(
        {rest.right() - pen.px(5), rest.y + rest.height * from, pen.px(5), rest.height * share},
        pen.theme().line, 2.5);
  }
}

bool FilesDialog::key(const KeyPress& press) {
  if (entries_.empty()) return false;
  const int last = static_cast<int>(entries_.size()) - 1;
  const auto named = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == file_name_; });
  int at = named == entries_.end() ? -1 : static_cast<int>(named - entries_.begin());
  switch (press.key) {
    case Key::Up: at -= 1; break;
    case Key::Down: at += 1; break;
    case Key::PageUp: at -= room_; break;
    case Key::PageDown: at += room_; break;
    case Key::Home: at = 0; break;
    case Key::End: at = last; break;
    default: return false;
  }
  at = std::clamp(at, 0, last);
  file_name_ = entries_[static_cast<std::size_t>(at)].name;
  scroll_ = std::clamp(scroll_, std::max(0, at - room_ + 1), at);
  return true;
}

void FilesDialog::game_came_from(const std::filesystem::path& path, bool shared) {
  file_name_ = path.filename().string();
  files_[context_.table.game_number()] = {path, shared || !named_as_game(path)};
}

void FilesDialog::open_path(const std::filesystem::path& path) {
  context_.ask.replace_game(
      Word::Open, [this, path, opened = players::open_one_game(path.string(), {})] {
        context_.ask.load_game(opened.record);
        game_came_from(path, !opened.whole());
        context_.ask.say(
            context_.with_rest(context_.tr(Word::Opened, path.filename().string()), opened));
      });
}

void FilesDialog::save_path(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto own = files_.find(context_.table.game_number());
  const bool known = own != files_.end() && own->second.path == path && !own->second.has_more;
  replace_.pass_time(context_.now);
  const bool asked = replace_.asked(path.string());
  if (std::filesystem::exists(path, ignored) && !known &&
      !replace_.again(path.string(), context_.now)) {
    if (!asked) context_.ask.say(context_.tr(Word::SaveAgain, path.filename().string()));
    return;
  }
  const Table& table = context_.table;
  players::save_game(table.session(), path,
                     {.dated = true, .turn_spent = table.turn_spent(context_.now)});
  files_[context_.table.game_number()] = {path, false};
  context_.services.file_written(path);
  context_.close();
  context_.ask.say(context_.tr(Word::SavedIn, path.string()));
}

std::string FilesDialog::ending() const {
  return "." + players::game_file_ending(context_.table.record().setup);
}

bool FilesDialog::named_as_game(const std::filesystem::path& path) const {
  const std::string extension = base::lower(path.extension().string());
  return extension == ending() || (extension == ".hsgf" && ending() == ".sgf");
}

void FilesDialog::name_file() {
  const auto own = files_.find(context_.table.game_number());
  const bool came = own != files_.end();
  if (came) {
    folder_ = own->second.path.parent_path();
    file_name_ = own->second.path.filename().string();
    if (!own->second.has_more || named_as_game(own->second.path)) return;
  }
  std::filesystem::path name(file_name_.empty() ? "game" : file_name_);
  // The name of the last game is proposed again, with the ending of this one, and a number where it is taken.
  const std::string last = base::lower(name.extension().string());
  if (came || last.empty() || last == ".sgf" || last == ".pdn") name.replace_extension(ending());
  file_name_ = (name.parent_path() / unused_file(folder_ / name).filename()).string();
}

void FilesDialog::stand_somewhere() {
  std::error_code unknown;
  if (folder_.empty()) folder_ = std::filesystem::current_path(unknown);
  if (folder_.empty()) folder_ = "/";
}

void FilesDialog::enter(const std::filesystem::path& folder) {
  folder_ = folder;
  file_name_ = saving() ? proposed_ : "";
  list_folder();
}

void FilesDialog::list_folder() {
  namespace fs = std::filesystem;
  std::error_code error, unknown;
  entries_.clear();
  scroll_ = 0;
  fs::directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::string extension = base::lower(entry->path().extension().string());
    const bool folder = entry->is_directory(unknown);
    if (name.starts_with('.')) continue;
    constexpr std::array kEndings{".sgf", ".hsgf", ".txt", ".pdn", ".fen"};
    if (!folder && std::find(kEndings.begin(), kEndings.end(), extension) == kEndings.end())
      continue;
    entries_.push_back({name, folder});
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : base::lower(a.name) < base::lower(b.name);
  });
  if (error) {
    context_.ask.refuse(error_text(context_.settings.language,
                                   {"window.cannot-list", "cannot list the folder {}: {}",
                                    folder_.string(), base::system_reason(error.value())}));
  }
}

}  // namespace losange::window
