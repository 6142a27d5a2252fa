// The file dialog, and the page of help.
#include <fmt/format.h>

#include "base/text.h"
#include "players/files/write_game.h"
#include "window/ui/ui.h"

namespace losange::window {

void Ui::draw_files(Pen& pen, bool saving) {
  Rect rest = begin_dialog(pen, 680, 580, tr(saving ? Word::Save : Word::Open));
  Rect path = rest.take_top(pen.px(38));
  pen.button("files.up", path.take_left(pen.px(44)), "",
             {.icon = Icon::Up, .tip = tr(Word::ParentFolder)}, [this] {
               folder_ = folder_.parent_path();
               list_folder();
             });
  pen.text({path.x + pen.px(12), path.center().y}, folder_.string(), 14, pen.theme().muted,
           Align::Left, Weight::Regular, path.width - pen.px(12));
  rest.take_top(pen.px(10));

  Rect bottom = rest.take_bottom(pen.px(44));
  rest.take_bottom(pen.px(12));
  const auto act = [this, saving] {
    const std::string name(base::trim(file_name_));
    if (name.empty()) {
      refuse(tr(Word::NameAFile));
      return;
    }
    std::filesystem::path file = folder_ / name;  // an absolute name stands alone
    if (saving && !file.has_extension())
      file += "." + players::game_file_ending(table_.record().setup);
    if (saving) {
      save_path(file);
    } else {
      open_path(file);
    }
  };
  pen.button("files.act", bottom.take_right(pen.px(150)), tr(saving ? Word::Save : Word::Open),
             {.icon = saving ? Icon::Save : Icon::Folder, .primary = true}, act);
  bottom.take_right(pen.px(10));
  pen.field("files.name", bottom, file_name_, tr(Word::FileName), {}, act);

  const double pitch = pen.px(36);
  const int room = std::max(1, static_cast<int>(rest.height / pitch));
  const int count = static_cast<int>(entries_.size());
  list_scroll_ = std::clamp(list_scroll_, 0, std::max(0, count - room));
  if (entries_.empty())
    pen.text(rest.center(), tr(Word::NoFiles), 15, pen.theme().muted, Align::Center);
  for (int i = 0; i < std::min(room, count - list_scroll_); ++i) {
    const auto& entry = entries_[static_cast<std::size_t>(list_scroll_ + i)];
    const Rect row{rest.x, rest.y + pitch * i, rest.width - pen.px(12), pitch - pen.px(2)};
    pen.button(fmt::format("files.entry.{}", entry.name), row, entry.name,
               {.icon = entry.folder ? Icon::Folder : Icon::Dot,
                .selected = entry.name == file_name_,
                .plain = true,
                .align = Align::Left},
               [this, entry, act] {
                 if (entry.folder) {
                   folder_ /= entry.name;
                   list_folder();
                 } else if (file_name_ == entry.name) {
                   act();
                 } else {
                   file_name_ = entry.name;
                 }
               });
  }
  if (count > room) {  // where the list stands
    const double share = static_cast<double>(room) / count,
                 from = static_cast<double>(list_scroll_) / count;
    pen.fill(
        {rest.right() - pen.px(5), rest.y + rest.height * from, pen.px(5), rest.height * share},
        pen.theme().line, 2.5);
  }
}

void Ui::draw_help(Pen& pen) {
  Rect rest = begin_dialog(pen, 860, 680, tr(Word::Help));
  pen.choices(
      "help.page", rest.take_top(pen.px(38)), {tr(Word::PageKeys), tr(Word::PageRules)}, help_page_,
      [this](int page) { help_page_ = page; }, 15);
  rest.take_top(pen.px(16));
  if (help_page_ == 1) {
    Rect bottom = rest.take_bottom(pen.px(46));
    pen.button("help.lesson", bottom.take_left(pen.px(260)), tr(Word::LearnToPlay),
               {.icon = Icon::Lesson, .primary = true}, [this] {
                 lesson_.go_to(0);
                 show(Screen::Lesson);
                 seen_pieces_.clear();
               });
    pen.paragraph(rest,
                  tr(Word::Rules, side_text(game::Side::First), side_text(game::Side::Second)), 15,
                  pen.theme().ink);
    return;
  }
  const auto& list = actions();
  const std::size_t columns = 2, half = (list.size() + columns - 1) / columns;
  const double width = rest.width / columns, pitch = rest.height / static_cast<double>(half);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double x = rest.x + width * static_cast<double>(i / half),
                 y = rest.y + pitch * (static_cast<double>(i % half) + 0.5);
    const std::string key = key_text(list[i].key, settings_.language);
    const double plate = std::max(pen.px(30), pen.text_width(key, 12, Weight::Bold) + pen.px(14));
    pen.fill({x + pen.px(96) - plate, y - pitch * 0.4, plate, pitch * 0.8}, pen.theme().raised, 5);
    pen.text({x + pen.px(96) - plate / 2, y}, key, 12, pen.theme().ink, Align::Center,
             Weight::Bold);
    pen.text({x + pen.px(110), y}, tr(list[i].name), 14, pen.theme().ink, Align::Left,
             Weight::Regular, width - pen.px(124));
  }
}

bool Ui::scroll_key(const KeyPress& press) {
  if (dialog_ != Dialog::Open && dialog_ != Dialog::Save) return false;
  const int all = static_cast<int>(entries_.size());
  constexpr int kPage = 8;
  switch (press.key) {
    case Key::Up: list_scroll_ -= 1; break;
    case Key::Down: list_scroll_ += 1; break;
    case Key::PageUp: list_scroll_ -= kPage; break;
    case Key::PageDown: list_scroll_ += kPage; break;
    case Key::Home: list_scroll_ = 0; break;
    case Key::End: list_scroll_ = all; break;
    default: return false;
  }
  // Drawing ends it where the last file is in sight.
  list_scroll_ = std::clamp(list_scroll_, 0, all);
  touch();
  return true;
}

}  // namespace losange::window
