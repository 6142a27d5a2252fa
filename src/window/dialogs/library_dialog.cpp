#include "window/dialogs/library_dialog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "players/files/open_game.h"
#include "window/common/drawing.h"
#include "window/common/game_card.h"

namespace losange::window {

namespace {

// In small letters without accents, as people type: "Kovács" is found by "kovacs", "11×11" by "11x11".
std::string plain(std::string_view text) {
  constexpr unsigned kFirst = 0xC0;
  constexpr std::string_view kLetters =  // of the characters from U+00C0 to U+017F
      "aaaaaaaceeeeiiiidnoooooxouuuuyts"
      "aaaaaaaceeeeiiiidnooooo/ouuuuyty"
      "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
      "nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
  static_assert(kLetters.size() == 0x180 - kFirst);
  const std::string small = base::lower(text);
  std::string result;
  for (std::size_t i = 0; i < small.size(); ++i) {
    const auto lead = static_cast<unsigned char>(small[i]);
    const bool two_bytes = lead >= 0xC3 && lead <= 0xC5 && i + 1 < small.size();
    if (!two_bytes) {
      result += small[i];
      continue;
    }
    const unsigned code = (lead & 0x1Fu) << 6 | (static_cast<unsigned char>(small[++i]) & 0x3Fu);
    result += kLetters[code - kFirst];
  }
  return result;
}

}  // namespace

void LibraryDialog::come() {
  remove_.forget();
  text_.clear();
  games_ = library_.games();
  search();
}

void LibraryDialog::search() {
  const auto words = base::split_words(plain(text_));
  found_.clear();
  for (const auto& game : games_) {
    const GameTexts texts = texts_of(context_, game);
    // The size also as it is typed.
    const std::string all =
        plain(fmt::format("{} {} {} {} {}x{}", texts.players, base::joined(texts.details, " · "),
                          game.event, game.file, game.setup.size, game.setup.size));
    const bool fits = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return all.find(word) != all.npos;
    });
    if (fits) found_.push_back(game);
  }
  chosen_ = top_ = 0;
  remove_.forget();
}

void LibraryDialog::open(const LibraryGame& game) {
  context_.ask.replace_game(
      Word::Open, [this, record = players::open_game(Library::path_of(game).string(), {})] {
        context_.ask.load_game(record);
        context_.ask.say(context_.with_way_back(""));
      });
}

void LibraryDialog::remove(const LibraryGame& game) {
  if (!remove_.again(game.file, context_.now)) return;
  Library::remove(game);
  const auto is_it = [file = game.file](const LibraryGame& other) { return other.file == file; };
  std::erase_if(games_, is_it);
  std::erase_if(found_, is_it);
}

void LibraryDialog::draw(Pen& pen) {
  Rect rest = begin_dialog(pen, context_, 720, 640, Word::Library, 300);
  Rect head = rest.take_top(pen.px(44));
  const std::string count = context_.tr(Word::GamesCount, std::to_string(found_.size()));
  if (!pen.narrow()) {
    const Rect told = head.take_right(pen.text_width(count, 14) + pen.px(16));
    pen.text({told.right(), told.center().y}, count, 14, pen.theme().muted, Align::Right);
  }
  pen.field(
      "library.search", head, text_, context_.tr(Word::SearchGames), [this] { search(); },
      [this] {
        if (chosen_ < found_.size()) open(LibraryGame(found_[chosen_]));
      });
  rest.take_top(pen.px(10));
  if (found_.empty()) {
    pen.text({rest.center().x, rest.y + pen.px(60)},
             context_.tr(games_.empty() ? Word::LibraryEmpty : Word::NothingFound), 15,
             pen.theme().muted, Align::Center, Weight::Regular, rest.width);
    return;
  }
  const double pitch = pen.px(74);
  room_ = std::max<std::size_t>(1, static_cast<std::size_t>(rest.height / pitch));
  chosen_ = std::min(chosen_, found_.size() - 1);
  top_ = std::min(top_, found_.size() - std::min(room_, found_.size()));
  for (std::size_t i = top_; i < std::min(found_.size(), top_ + room_); ++i) {
    const Rect row{rest.x, rest.y + pitch * static_cast<double>(i - top_), rest.width - pen.px(12),
                   pitch - pen.px(4)};
    draw_game(pen, row, found_[i], i == chosen_);
  }
  if (found_.size() > room_) {  // where the list stands
    const auto all = static_cast<double>(found_.size());
    pen.fill({rest.right() - pen.px(5), rest.y + rest.height * static_cast<double>(top_) / all,
              pen.px(5), rest.height * static_cast<double>(room_) / all},
             pen.theme().line, 2.5);
  }
}

void LibraryDialog::draw_game(Pen& pen, Rect row, const LibraryGame& game, bool chosen) {
  if (chosen) pen.fill(row, mixed(pen.theme().panel, pen.theme().accent, 0.12), 8);
  const bool asked = remove_.asked(game.file);
  const std::string sure = context_.tr(Word::RemoveForGood);
  const double width =
      asked ? pen.text_width(sure, 13, Weight::Bold) + pen.px(52) : pen.px(kFinger);
  draw_game_card(pen, context_, "library.game." + game.file, row, game, width + pen.px(6),
                 [this, game] { open(game); });
  pen.button("library.remove." + game.file,
             {row.right() - width - pen.px(4), row.center().y - pen.px(kFinger / 2), width,
              pen.px(kFinger)},
             asked ? sure : "",
             {.icon = Icon::Trash,
              .plain = !asked,
              .tip = context_.tr(Word::RemoveFromLibrary),
              .letters = 13},
             [this, game] { remove(game); });
}

bool LibraryDialog::key(const KeyPress& press) {
  if (found_.empty()) return false;
  const auto last = static_cast<std::ptrdiff_t>(found_.size()) - 1;
  const auto page = static_cast<std::ptrdiff_t>(room_);
  auto at = static_cast<std::ptrdiff_t>(chosen_);
  switch (press.key) {
    case Key::Up: at -= 1; break;
    case Key::Down: at += 1; break;
    case Key::PageUp: at -= page; break;
    case Key::PageDown: at += page; break;
    case Key::Enter: open(LibraryGame(found_[chosen_])); return true;
    default: return false;
  }
  chosen_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last));
  if (chosen_ < top_) top_ = chosen_;
  if (chosen_ >= top_ + room_) top_ = chosen_ + 1 - room_;
  remove_.forget();
  return true;
}

void LibraryDialog::wheel(double steps) {
  const std::ptrdiff_t by = wheel_.take(steps);
  const auto most = static_cast<std::ptrdiff_t>(found_.size());
  top_ = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top_) - by, 0, most));
}

}  // namespace losange::window
