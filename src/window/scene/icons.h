// The window's icons, drawn as strokes so that they are sharp at any size.
#pragma once

#include "window/scene/shape.h"

namespace losange::window {

enum class Icon {
  None,
  Plus,
  Undo,
  Redo,
  Bulb,
  Chart,
  Flag,
  Pause,
  Play,
  Sliders,
  Question,
  Menu,
  Close,
  Speaker0,
  Speaker1,
  Speaker2,
  Speaker3,
  Save,
  Folder,
  Books,
  First,
  Back,
  Forward,
  Last,
  Person,
  Chip,
  Swap,
  Rotate,
  Mirror,
  Check,
  Pencil,
  Search,
  Trash,
  Up,
  Copy,
  CopyText,
  Paste,
  Picture,
  Lesson,
  Sweep,
  Restart,
  Dot,
  Link
};

// In a square of the given size around a point.
void add_icon(Scene& scene, Icon icon, Point center, double size, Color color);

}  // namespace losange::window
