#include "hex/files/slanted_board.h"

#include <fmt/format.h>

namespace losange::hex {

std::string slanted_board(int size, std::string_view signs) {
  std::string text = "  ";
  for (int column = 0; column < size; ++column)
    text += fmt::format(" {}", static_cast<char>('a' + column));
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size;
    if (cell % size == 0) text += fmt::format("\n{:>{}}{:>2}", "", row, row + 1);
    text += fmt::format(" {}", signs[static_cast<std::size_t>(cell)]);
  }
  return text + "\n";
}

}  // namespace losange::hex
