#include "window/dialogs/files_dialog.h"

#include <algorithm>
#include <array>
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

bool named_as_any_game(const std::filesystem::path& path) {
  constexpr std::array kEndings{".sgf", ".hsgf", ".txt", ".pdn", ".fen"};
  const std::string ending = base::lower(path.extension().string());
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
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
  renamed_.clear();
  remove_.forget();
  stand_somewhere();
  if (saving()) name_file();
  proposed_ = file_name_;
  list_folder();
}

void FilesDialog::wheel(double steps) { scroll_ = std::max(0, scroll_ - wheel_.take(steps * 3)); }

void FilesDialog::draw(Pen& pen) {
  const bool saving = this->saving();
  Rect rest = begin_dialog(pen, context_, 680, 580, saving ? Word::Save : Word::Open, 300);
  draw_head(pen, rest);

  Rect bottom = rest.take_bottom(pen.px(44));
  rest.take_bottom(pen.px(12));
  const Word done = !renamed_.empty() ? Word::Rename : saving ? Word::Save : Word::Open;
  pen.button("files.act", bottom.take_right(pen.px(pen.narrow() ? 120 : 150)), context_.tr(done),
             {.icon = !renamed_.empty() ? Icon::Pencil
                      : saving          ? Icon::Save
                                        : Icon::Folder,
              .primary = true},
             [this] { act(); });
  bottom.take_right(pen.px(10));
  pen.field("files.name", bottom, file_name_, context_.tr(Word::FileName),
            [this, saving] {
              typed_ = saving || !renamed_.empty() ? "" : file_name_;
              scroll_ = 0;
            },
            [this] { act(); });

  const double pitch = pen.px(pen.narrow() ? kFinger + 2 : 36);
  const int rows = room_ = std::max(1, static_cast<int>(rest.height / pitch));
  const auto entries = listed();
  const int count = static_cast<int>(entries.size());
  scroll_ = std::clamp(scroll_, 0, std::max(0, count - rows));
  if (entries.empty()) {
    pen.text(rest.center(),
             context_.tr(context_.services.has_folders ? Word::NoFiles : Word::NoFilesHere), 15,
             pen.theme().muted, Align::Center, Weight::Regular, rest.width);
  }
  for (int i = 0; i < std::min(rows, count - scroll_); ++i) {
    draw_entry(pen, {rest.x, rest.y + pitch * i, rest.width - pen.px(12), pitch - pen.px(2)},
               entries[static_cast<std::size_t>(scroll_ + i)]);
  }
  if (count > rows) {  // where the list stands
    const double share = static_cast<double>(rows) / count,
                 from = static_cast<double>(scroll_) / count;
    pen.fill(
        {rest.right() - pen.px(5), rest.y + rest.height * from, pen.px(5), rest.height * share},
        pen.theme().line, 2.5);
  }
}

void FilesDialog::draw_head(Pen& pen, Rect& rest) {
  Rect path = rest.take_top(pen.px(pen.narrow() ? kFinger : 38));
  const bool folders = context_.services.has_folders;
  if (folders) {
    pen.button("files.up", path.take_left(pen.px(44)), "",
               {.icon = Icon::Up, .tip = context_.tr(Word::ParentFolder)}, [this] {
                 folder_ = folder_.parent_path();
                 list_folder();
               });
    path.take_left(pen.px(12));
  }
  if (!saving() && context_.services.choose_file) {
    pen.button("files.device", path.take_right(pen.px(pen.narrow() ? 190 : 210)),
               context_.tr(Word::FromThisDevice), {.icon = Icon::Folder},
               [this] { context_.services.choose_file(); });
    path.take_right(pen.px(12));
  }
  const Point at{path.x, path.center().y};
  if (folders) {
    pen.text(at, end_of(pen, folder_.string(), 14, path.width), 14, pen.theme().muted, Align::Left,
             Weight::Regular, path.width);
  } else if (saving() || !pen.narrow()) {
    pen.label(at, context_.tr(Word::GamesOfBrowser), 14, pen.theme().muted, Align::Left,
              Weight::Regular, path.width);
  }
  rest.take_top(pen.px(10));
}

void FilesDialog::draw_entry(Pen& pen, Rect row, const Entry& entry) {
  if (!context_.services.has_folders) {
    const double side = row.height;
    const bool asked = remove_.asked(entry.name);
    const std::string sure = context_.tr(Word::RemoveForGood);
    const double width = asked ? pen.text_width(sure, 13, Weight::Bold) + pen.px(52) : side;
    pen.button("files.remove." + entry.name, row.take_right(width), asked ? sure : "",
               {.icon = Icon::Trash,
                .plain = !asked,
                .tip = context_.tr(Word::RemoveFile),
                .letters = 13},
               [this, name = entry.name] { remove(name); });
    if (!asked) {
      pen.button("files.rename." + entry.name, row.take_right(side), "",
                 {.icon = Icon::Pencil,
                  .selected = renamed_ == entry.name,
                  .plain = true,
                  .tip = context_.tr(Word::Rename)},
                 [this, name = entry.name] {
                   remove_.forget();
                   file_name_ = renamed_ = name;
                   context_.ask.focus("files.name");
                 });
    }
    row.take_right(pen.px(4));
  }
  pen.button("files.entry." + entry.name, row, entry.name,
             {.icon = entry.folder ? Icon::Folder : Icon::Dot,
              .selected = entry.name == file_name_,
              .plain = true,
              .align = Align::Left},
             [this, entry] {
               renamed_.clear();
               remove_.forget();
               if (entry.folder) {
                 enter(folder_ / entry.name);
               } else if (file_name_ == entry.name) {
                 act();
               } else {
                 file_name_ = entry.name;
                 context_.ask.focus("files.name");  // the caret was in another name
               }
             });
}

void FilesDialog::act() {
  std::string name(base::trim(file_name_));
  // As much of a name as tells it from the others is enough.
  if (const auto found = listed(); !saving() && !filter().empty() && found.size() == 1)
    name = found.front().name;
  if (name.empty()) return context_.ask.refuse(context_.tr(Word::NameAFile));
  const bool folders = context_.services.has_folders;
  if (!folders && name.find('/') != name.npos)
    return context_.ask.refuse(context_.tr(Word::NoFolderHere));
  if (!renamed_.empty()) return rename_saved(name);
  // An absolute name needs no folder.
  std::filesystem::path file = folder_ / (folders ? with_home(name) : std::filesystem::path(name));
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    if (folders) return enter(file);
    return context_.ask.refuse(context_.tr(Word::NameTaken, name));
  }
  // What is not named as a game would not be listed, and where there are no folders never be found.
  if (saving() && (!file.has_extension() || (!folders && !named_as_any_game(file))))
    file += ending();
  if (saving()) {
    save_path(file);
  } else {
    open_path(file);
  }
}

void FilesDialog::rename_saved(const std::string& name) {
  const std::filesystem::path from = folder_ / renamed_;
  std::filesystem::path to = folder_ / name;
  if (!named_as_any_game(to)) to += from.extension();
  if (to != from) {
    if (std::filesystem::exists(to))
      return context_.ask.refuse(context_.tr(Word::NameTaken, to.filename().string()));
    std::filesystem::rename(from, to);
    for (auto& [game, own] : files_) {
      if (own.path == from) own.path = to;
    }
  }
  renamed_.clear();
  list_folder();
  file_name_ = to.filename().string();
}

void FilesDialog::remove(const std::string& name) {
  renamed_.clear();
  if (!remove_.again(name, context_.now)) return;
  const std::filesystem::path path = folder_ / name;
  std::filesystem::remove(path);
  std::erase_if(files_, [&](const auto& own) { return own.second.path == path; });
  const int top = scroll_;
  list_folder();
  scroll_ = top;
  if (file_name_ == name) file_name_ = saving() ? proposed_ : "";
}

bool FilesDialog::key(const KeyPress& press) {
  const auto entries = listed();
  if (entries.empty()) return false;
  const int last = static_cast<int>(entries.size()) - 1;
  const auto named = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.name == file_name_; });
  int at = named == entries.end() ? -1 : static_cast<int>(named - entries.begin());
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
  renamed_.clear();
  remove_.forget();
  file_name_ = entries[static_cast<std::size_t>(at)].name;
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
  context_.ask.say(context_.services.has_folders
                       ? context_.tr(Word::SavedIn, path.string())
                       : context_.tr(Word::SavedAndDownloaded, path.filename().string()));
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

std::string FilesDialog::filter() const {
  const std::string typed = base::lower(base::trim(typed_));
  return typed.find_first_of("/~") == typed.npos ? typed : "";
}

std::vector<FilesDialog::Entry> FilesDialog::listed() const {
  const std::string wanted = filter();
  std::vector<Entry> found;
  for (const auto& entry : entries_) {
    if (base::lower(entry.name).find(wanted) != std::string::npos) found.push_back(entry);
  }
  return found;
}

void FilesDialog::list_folder() {
  namespace fs = std::filesystem;
  std::error_code error, unknown;
  entries_.clear();
  typed_.clear();
  scroll_ = 0;
  fs::directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool folder = entry->is_directory(unknown);
    if (name.starts_with('.')) continue;
    if (folder ? !context_.services.has_folders : !named_as_any_game(entry->path())) continue;
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
