// A book that was learnt for hours outlives a full disk. Used at the end of `losange book learn`; the file that was
// there stays whole until the new one is.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "book/tree.h"

namespace losange::book {

// Saves the book at its place. Where that cannot be, it is kept among the user's data or the temporary files, and the
// base::UserError thrown then says where. Where these refuse it too, it stays in memory and is tried again and again
// until it is saved or a stop is requested; `tell` says so once.
void keep_book(const std::filesystem::path& path, const Book& book, std::stop_token stop,
               const std::function<void(const std::string&)>& tell);

}  // namespace losange::book
