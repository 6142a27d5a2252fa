// Books as bytes. Our own format holds both trees of any size, compact and checksummed; that of the Petits
// Diables holds one tree for 11x11. docs/books.md draws both layouts. Whatever the bytes are, reading
// gives a tree that keeps its invariants or throws base::UserError that says what is wrong.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "book/tree.h"

namespace losange::book {

std::string write_book(const Book& book);
Book read_book(std::string_view bytes);
// The same from and to a file; errors name it.
Book load_book(const std::filesystem::path& path);
// Shared by all who play from the same file at a time.
std::shared_ptr<const Book> shared_book(const std::filesystem::path& path);
void save_book(const std::filesystem::path& path, const Book& book);

// The Petits Diables' trees are for this board only: a cell must stay below their separator.
inline constexpr int kDiablesSize = 11;

std::string write_diables(const Tree& tree);
// The pieces of one tree in order, each whole nodes. `partial`: later pieces are missing, children that
// stand in them are left out. The format has no visits: a node gets as many as nodes stand in its subtree,
// which is what it had when each scenario added one.
Tree read_diables(std::span<const std::string> pieces, bool partial);

}  // namespace losange::book
