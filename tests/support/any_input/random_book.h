// Random books, and what must hold for any bytes given to the readers of books: they are read or refused
// with a UserError, and what was read is written and read back equal. Used by the tests of books and by the
// libFuzzer targets.
#pragma once

#include <string>
#include <string_view>

#include "base/checksum.h"
#include "base/error.h"
#include "base/random.h"
#include "book/file.h"

namespace losange::testing_formats {

// A tree of any shape. Its scores are no sums of wins: every value between -1 and 1 occurs.
inline book::Tree random_tree(int size, std::size_t nodes, base::Random& random) {
  book::Tree tree;
  const auto cells = static_cast<std::uint32_t>(size * size);
  while (tree.size() < nodes) {
    const auto parent = random.below(static_cast<std::uint32_t>(tree.size()));
    const int cell = static_cast<int>(random.below(cells));
    if (tree.on_the_way(parent, cell) || tree.child(parent, cell) != book::kNone) continue;
    tree.add_child(parent, cell);
  }
  for (book::NodeIndex i = 0; i < nodes; ++i) {
    const std::uint32_t visits =
        1 + (random.below(4) == 0 ? random.below(1'000'000) : random.below(3));
    const auto code = random.below(2 * book::kWin + 1);
    tree.add(i, (static_cast<std::int64_t>(code) - book::kWin) * visits, visits);
  }
  return tree;
}

inline std::string with_checksum(std::string_view content) {
  std::string bytes(content);
  const std::uint32_t sum = base::crc32(content);
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(sum >> shift & 0xFF);
  return bytes;
}

inline std::string book_problem(std::string_view bytes) {
  book::Book read;
  try {
    read = book::read_book(bytes);
  } catch (const base::UserError&) {
    return "";
  }
  try {
    return book::read_book(book::write_book(read)) == read ? "" : "read back as another book";
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what();
  }
}

// Reads the bytes as they are, and with a right checksum, so that damage reaches the reader's inside.
inline std::string any_book_problem(std::string_view bytes) {
  const std::string problem = book_problem(bytes);
  return problem.empty() ? book_problem(with_checksum(bytes)) : problem;
}

inline std::string diables_problem(std::string_view bytes, bool partial) {
  const std::string pieces[]{std::string(bytes)};
  book::Tree read;
  try {
    read = book::read_diables(pieces, partial);
  } catch (const base::UserError&) {
    return "";
  }
  try {
    const std::string written[]{book::write_diables(read)};
    const book::Tree again = book::read_diables(written, false);
    if (!(again == read)) return "read back as another tree";
    return book::write_diables(again) == written[0] ? "" : "written again as other bytes";
  } catch (const base::UserError& error) {
    return std::string("what was read is refused: ") + error.what();
  }
}

inline std::string any_diables_problem(std::string_view bytes) {
  const std::string problem = diables_problem(bytes, false);
  return problem.empty() ? diables_problem(bytes, true) : problem;
}

}  // namespace losange::testing_formats
