// What a person can do, with its name, its key and its icon: one list for keys, buttons, tooltips
// and the page that `?` shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/scene/icons.h"
#include "window/words/words.h"

namespace losange::window {

enum class Key {
  None,
  Letter,
  Enter,
  Escape,
  Tab,
  Space,
  Left,
  Right,
  Up,
  Down,
  Home,
  End,
  PageUp,
  PageDown,
  Backspace,
  Delete,
  F1,
  F11
};
struct KeyPress {
  Key key = Key::None;
  char letter = 0;  // lower case, for Key::Letter
  bool control = false, shift = false;
  bool repeated = false;  // the key is held down
  bool operator==(const KeyPress&) const = default;
};

enum class Action {
  NewGame,
  Restart,
  Library,
  Open,
  Save,
  CopyLink,
  CopyMoves,
  Paste,
  ExportPicture,
  ExportDrawing,
  Undo,
  Redo,
  Hint,
  Swap,
  Resign,
  SwitchFirst,
  SwitchSecond,
  Pause,
  Back,
  Forward,
  First,
  Last,
  VariationUp,
  VariationDown,
  Analyse,
  Graph,
  Values,
  Inferior,
  Connections,
  Solve,
  SwapMap,
  Sweep,
  Deeper,
  Learn,
  NextMistake,
  PreviousMistake,
  SetUp,
  Comment,
  Marks,
  MoveList,
  RemoveVariation,
  PromoteVariation,
  Turn,
  Mirror,
  Names,
  Numbers,
  Mute,
  Settings,
  FullScreen,
  Help,
  Menu,
  Quit
};

struct ActionInfo {
  Action action;
  Word name;
  KeyPress key;
  Icon icon = Icon::None;
};

const std::vector<ActionInfo>& actions();
const ActionInfo& info(Action action);
std::optional<Action> action_for(const KeyPress& press);
// What a key that is held down does again and again: it moves, erases, undoes. All else is wanted once.
bool may_repeat(const KeyPress& press);
// "Ctrl+Z", "H", "?": as it is written on keys.
std::string key_text(const KeyPress& key, Language language);

}  // namespace losange::window
