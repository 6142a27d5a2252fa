// The file dialog, to open a game and to save the one on the table. A name belongs to a game: a file is replaced when
// it is the one the game on the table came from or was saved in, or when saving was asked for twice.
// Where there are no folders (Services::has_folders) it lists the saved games alone, which can be renamed and removed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "window/common/context.h"
#include "window/common/part.h"
#include "window/common/second_wish.h"
#include "window/common/wheel_steps.h"

namespace losange::window {

class FilesDialog final : public Part {
 public:
  explicit FilesDialog(const Context& context) : context_(context) {}

  void draw(Pen& pen) override;
  void come() override;
  std::string focus() const override { return "files.name"; }
  bool key(
      const KeyPress& press) override;  // goes through the list; Enter opens, or enters a folder
  void wheel(double steps) override;

  // The game on the table is this file's, or one of several in it. A file that is not named as games are saved may hold
  // anything beside it.
  void game_came_from(const std::filesystem::path& path, bool shared);

 private:
  struct Entry {
    std::string name;
    bool folder = false;
  };

  bool saving() const { return context_.shown.dialog == Dialog::Save; }
  void draw_head(Pen& pen, Rect& rest);
  void draw_entry(Pen& pen, Rect row, const Entry& entry);
  void act();  // what the button does, and Enter: opens, saves, renames
  void rename_saved(const std::string& name);
  void remove(const std::string& name);
  void stand_somewhere();  // in a folder, from the first time on
  void list_folder();
  void enter(const std::filesystem::path& folder);
  std::string ending() const;  // ".sgf", of the game on the table
  bool named_as_game(const std::filesystem::path& path) const;
  void name_file();  // what saving proposes
  void open_path(const std::filesystem::path& path);
  void save_path(const std::filesystem::path& path);

  const Context& context_;
  std::filesystem::path folder_;
  // What the names that are listed contain, in small letters. Empty for all of them; a path picks none out.
  std::string filter() const;
  // Those that are listed: to open one, what was typed picks them out.
  std::vector<Entry> listed() const;
  std::vector<Entry> entries_;
  std::string typed_;  // to open a file, and not chosen
  int scroll_ = 0;
  WheelSteps wheel_;
  int room_ = 8;                      // for so many entries, when it was drawn last
  std::string file_name_, proposed_;  // that is written, and that saving began with
  struct OwnFile {
    std::filesystem::path path;
    bool has_more = false;  // other games, or the text it was found in: it is asked before they go
  };
  std::map<std::uint64_t, OwnFile> files_;  // of the games on the table, by Table::game_number()
  SecondWish replace_;                      // of the file with this path
  std::string renamed_;                     // the file that gets another name; empty: none
  SecondWish remove_;                       // of the file with this name
};

}  // namespace losange::window
