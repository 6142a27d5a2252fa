#include "window/choices/actions.h"

#include <cassert>

namespace losange::window {

namespace {

constexpr KeyPress letter(char c) { return {Key::Letter, c, false, false}; }
constexpr KeyPress control(char c) { return {Key::Letter, c, true, false}; }
constexpr KeyPress control_shift(char c) { return {Key::Letter, c, true, true}; }
constexpr KeyPress plain(Key key) { return {key, 0, false, false}; }

}  // namespace

const std::vector<ActionInfo>& actions() {
  static const std::vector<ActionInfo> all{
      {Action::NewGame, Word::NewGame, control('n'), Icon::Plus},
      {Action::Restart, Word::Restart, control_shift('n'), Icon::Restart},
      {Action::Undo, Word::Undo, control('z'), Icon::Undo},
      {Action::Redo, Word::Redo, control('y'), Icon::Redo},
      {Action::Hint, Word::Hint, letter('h'), Icon::Bulb},
      {Action::Swap, Word::SwapSides, letter('x'), Icon::Swap},
      {Action::Resign, Word::Resign, control('r'), Icon::Flag},
      {Action::SwitchFirst, Word::SwitchFirst, letter('1'), Icon::Person},
      {Action::SwitchSecond, Word::SwitchSecond, letter('2'), Icon::Person},
      {Action::Pause, Word::Pause, plain(Key::Space), Icon::Pause},
      {Action::Back, Word::Back, plain(Key::Left), Icon::Back},
      {Action::Forward, Word::Forward, plain(Key::Right), Icon::Forward},
      {Action::First, Word::ToStart, plain(Key::Home), Icon::First},
      {Action::Last, Word::ToEnd, plain(Key::End), Icon::Last},
      {Action::VariationUp, Word::VariationUp, plain(Key::Up)},
      {Action::VariationDown, Word::VariationDown, plain(Key::Down)},
      {Action::Analyse, Word::Analysis, letter('a'), Icon::Chart},
      {Action::Graph, Word::WinGraph, letter('g'), Icon::Chart},
      {Action::Values, Word::ValuesOnBoard, letter('v'), Icon::Dot},
      {Action::Inferior, Word::InferiorCells, letter('i'), Icon::Close},
      {Action::Connections, Word::Connections, letter('c'), Icon::Link},
      {Action::Solve, Word::Solve, letter('y'), Icon::Check},
      {Action::SwapMap, Word::SwapMap, letter('o'), Icon::Swap},
      {Action::Sweep, Word::Sweep, letter('w'), Icon::Sweep},
      {Action::Deeper, Word::LookDeeper, letter('d'), Icon::Sweep},
      {Action::Learn, Word::LearnFromMistakes, letter('q'), Icon::Lesson},
      {Action::NextMistake, Word::NextMistake, letter('n')},
      {Action::PreviousMistake, Word::PreviousMistake, letter('p')},
      {Action::SetUp, Word::SetUp, letter('e'), Icon::Pencil},
      {Action::Comment, Word::Comment, letter('b'), Icon::Pencil},
      {Action::Marks, Word::Marks, letter('t'), Icon::Pencil},
      {Action::MoveList, Word::MovesAsText, letter('l'), Icon::Menu},
      {Action::PromoteVariation, Word::PromoteVariation, plain(Key::PageUp), Icon::Up},
      {Action::RemoveVariation, Word::RemoveVariation, plain(Key::Delete), Icon::Trash},
      {Action::Library, Word::Library, control('l'), Icon::Books},
      {Action::Open, Word::Open, control('o'), Icon::Folder},
      {Action::Save, Word::Save, control('s'), Icon::Save},
      {Action::CopyLink, Word::CopyLink, control('c'), Icon::Copy},
      {Action::CopyMoves, Word::CopyMoves, control_shift('c'), Icon::CopyText},
      {Action::Paste, Word::PasteGame, control('v'), Icon::Paste},
      {Action::ExportPicture, Word::ExportPicture, control('e'), Icon::Picture},
      {Action::ExportDrawing, Word::ExportDrawing, control_shift('e'), Icon::Picture},
      {Action::Turn, Word::TurnBoard, letter('r'), Icon::Rotate},
      {Action::Mirror, Word::MirrorBoard, letter('m'), Icon::Mirror},
      {Action::Names, Word::NamesInCells, letter('k')},
      {Action::Numbers, Word::MoveNumbers, letter('#'), Icon::Dot},
      {Action::Mute, Word::Mute, letter('s'), Icon::Speaker3},
      {Action::Settings, Word::Settings, letter(','), Icon::Sliders},
      {Action::FullScreen, Word::FullScreen, plain(Key::F11)},
      {Action::Help, Word::Help, letter('?'), Icon::Question},
      {Action::Menu, Word::Menu, plain(Key::Escape), Icon::Menu},
      {Action::Quit, Word::Quit, control('q')},
  };
  return all;
}

const ActionInfo& info(Action action) {
  for (const auto& entry : actions()) {
    if (entry.action == action) return entry;
  }
  assert(false);
  return actions().front();
}

std::optional<Action> action_for(const KeyPress& press) {
  KeyPress wanted = press;
  wanted.repeated = false;
  if (wanted.key == Key::F1) wanted = letter('?');
  // Shift is part of how a sign is typed, not of the shortcut.
  if (wanted.key == Key::Letter && !wanted.control) wanted.shift = false;
  if (wanted == control_shift('z')) wanted = control('y');
  for (const auto& entry : actions()) {
    if (entry.key == wanted) return entry.action;
  }
  return std::nullopt;
}

bool may_repeat(const KeyPress& press) {
  switch (press.key) {
    case Key::Enter:
    case Key::Escape:
    case Key::Space:
    case Key::F1:
    case Key::F11: return false;
    case Key::Letter: return !press.control || press.letter == 'z' || press.letter == 'y';
    default: return true;
  }
}

std::string key_text(const KeyPress& key, Language language) {
  std::string text;
  if (key.control) text += "Ctrl+";
  if (key.shift) text += language == Language::French ? "Maj+" : "Shift+";
  switch (key.key) {
    case Key::Letter:
      return text + static_cast<char>(key.letter >= 'a' && key.letter <= 'z' ? key.letter - 32
                                                                             : key.letter);
    case Key::Space: return text + word(language, Word::KeySpace);
    case Key::Left: return text + "←";
    case Key::Right: return text + "→";
    case Key::Up: return text + "↑";
    case Key::Down: return text + "↓";
    case Key::Home: return text + word(language, Word::KeyHome);
    case Key::End: return text + word(language, Word::KeyEnd);
    case Key::PageUp: return text + word(language, Word::KeyPageUp);
    case Key::Delete: return text + word(language, Word::KeyDelete);
    case Key::Escape: return text + word(language, Word::KeyEscape);
    case Key::F11: return text + "F11";
    default: return text;
  }
}

}  // namespace losange::window
