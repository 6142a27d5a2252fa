#include "book/file.h"

#include <map>
#include <mutex>

#include "base/checksum.h"
#include "base/error.h"
#include "base/system/file.h"

namespace losange::book {

namespace {

constexpr std::string_view kMagic = "losange book";
constexpr char kVersion = 1;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kLeastNodeBytes = 4;
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

[[noreturn]] void fail(const base::Message& what) {
  throw base::UserError("book.not-whole", "this is not a whole book of losange: {}", what);
}

void put_varint(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

std::uint64_t zigzag(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
std::int64_t unzigzag(std::uint64_t code) {
  return static_cast<std::int64_t>(code >> 1) ^ -static_cast<std::int64_t>(code & 1);
}

// Sums of whole wins and losses, as learning makes them, are written in units of a win.
void put_score(std::string& out, std::int64_t score) {
  const bool whole = score % kWin == 0;
  put_varint(out, zigzag(whole ? score / kWin : score) << 1 | (whole ? 0 : 1));
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t left() const { return bytes_.size() - at_; }

  std::uint64_t varint(std::uint64_t most, const base::Sentence& what) {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      if (left() == 0) fail({"book.ends-inside", "it ends inside {}", what});
      const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
      if (shift == 63 && byte > 1) fail({"book.too-large", "{} is too large", what});
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    if (number > most) fail({"book.more-than", "{} is {}, more than {}", what, number, most});
    return number;
  }

  std::int64_t score(std::uint32_t visits) {
    const std::int64_t most = kWin * visits;
    const std::uint64_t code = varint(~std::uint64_t{0}, {"book.a-score", "a score"});
    const std::int64_t number = unzigzag(code >> 1);
    const std::int64_t unit = (code & 1) == 0 ? kWin : 1;
    if (number > most / unit || number < -(most / unit)) {
      fail({"book.score", "a score is larger than its visits allow"});
    }
    return number * unit;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

void put_tree(std::string& out, const Tree& tree) {
  put_varint(out, tree.size());
  for (NodeIndex i = 0; i < tree.size(); ++i) {
    const Node& node = tree.node(i);
    if (i != kRoot) {
      put_varint(out, i - node.parent);
      put_varint(out, node.cell);
    }
    put_varint(out, node.visits);
    put_score(out, node.score);
  }
}

Tree read_tree(Reader& in, int cells) {
  const std::uint64_t nodes = in.varint(kMaxNodes, {"book.nodes", "the number of nodes"});
  if (nodes == 0) fail({"book.no-root", "a tree has no root"});
  if (nodes - 1 > in.left() / kLeastNodeBytes)
    fail({"book.fewer", "it has fewer nodes than it says"});
  Tree tree;
  tree.reserve(nodes);
  for (NodeIndex i = 0; i < nodes; ++i) {
    if (i != kRoot) {
      const std::uint64_t back = in.varint(i, {"book.parent", "the way to a parent"});
      if (back == 0) fail({"book.own-parent", "a node is its own parent"});
      const auto parent = static_cast<NodeIndex>(i - back);
      const auto cell = static_cast<int>(
          in.varint(static_cast<std::uint64_t>(cells - 1), {"book.cell", "a cell"}));
      if (tree.on_the_way(parent, cell) || tree.child(parent, cell) != kNone) {
        fail({"book.twice", "a cell is played twice"});
      }
      tree.add_child(parent, cell);
    }
    const auto visits =
        static_cast<std::uint32_t>(in.varint(0xFFFFFFFFu, {"book.visits", "a number of visits"}));
    tree.add(i, in.score(visits), visits);
  }
  return tree;
}

}  // namespace

std::string write_book(const Book& book) {
  std::string out(kMagic);
  out += kVersion;
  put_varint(out, static_cast<std::uint64_t>(book.size));
  put_varint(out, book.seed);
  for (const Tree& tree : book.trees) put_tree(out, tree);
  const std::uint32_t sum = base::crc32(out);
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(sum >> shift & 0xFF);
  return out;
}

Book read_book(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    fail({"book.beginning",
          "it does not begin like one. Trees of the Petits Diables are read by losange book "
          "import"});
  }
  if (bytes.size() < kMagic.size() + 1 + kChecksumBytes) fail({"book.cut", "it is cut short"});
  if (bytes[kMagic.size()] != kVersion) {
    fail({"book.version", "its version is {}, this program reads {}",
          static_cast<int>(static_cast<std::uint8_t>(bytes[kMagic.size()])),
          static_cast<int>(kVersion)});
  }
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < kChecksumBytes; ++i) {
    sum |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[content.size() + i]))
           << 8 * i;
  }
  if (sum != base::crc32(content)) {
    fail({"book.checksum",
          "its checksum is wrong, it is damaged or cut short; copy it again from where it came"});
  }
  Reader in(content.substr(kMagic.size() + 1));
  Book book;
  book.size = static_cast<int>(in.varint(hex::kMaxSize, {"book.size", "the board size"}));
  if (book.size < hex::kMinSize) fail({"book.size-0", "the board size is 0"});
  book.seed = in.varint(~std::uint64_t{0}, {"book.seed", "the seed"});
  for (Tree& tree : book.trees) tree = read_tree(in, book.size * book.size);
  if (in.left() > 0) fail({"book.after-end", "{} bytes follow its end", in.left()});
  return book;
}

Book load_book(const std::filesystem::path& path) {
  const std::string bytes = base::read_file(path, kMaxFileBytes);
  try {
    return read_book(bytes);
  } catch (const base::UserError& error) {
    throw base::UserError("file.in", "{}: {}", path.string(), error.message());
  }
}

std::shared_ptr<const Book> shared_book(const std::filesystem::path& path) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::weak_ptr<const Book>> open;
  const std::lock_guard lock(mutex);
  auto& entry = open[std::filesystem::absolute(path)];
  if (auto there = entry.lock()) return there;
  auto loaded = std::make_shared<const Book>(load_book(path));
  entry = loaded;
  return loaded;
}

void save_book(const std::filesystem::path& path, const Book& book) {
  base::write_file(path, write_book(book));
}

}  // namespace losange::book
