// The syntax of SGF without any meaning: nodes, properties, values and where they stand in the text.
// Used by sgf_read.cpp and sgf_write.cpp only. Reading uses no recursion, so nesting costs no stack.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace losange::hex {

struct SgfValue {
  std::string raw;  // with its escapes
  std::size_t offset = 0;
};

struct SgfProperty {
  std::string name;  // capital letters and digits
  std::vector<SgfValue> values;
  std::size_t offset = 0;
};

struct SgfNode {
  std::size_t parent = 0;
  std::vector<SgfProperty> properties;
};

struct SgfTree {
  std::shared_ptr<const std::string> text;  // UTF-8, lines end in '\n'; offsets point into it
  std::vector<SgfNode> nodes;  // parents before children, siblings in order; never empty
  bool little_golem = false;   // the dialect: values hold no escapes, colours are inverted
};

// The first game tree of the text. Throws base::ParseError.
SgfTree parse_sgf(std::string_view text);
// All of them, at least one; likewise.
std::vector<SgfTree> parse_sgf_games(std::string_view text);

// Values as people wrote them: Text keeps its lines, SimpleText is one line.
std::string unescape_text(std::string_view raw);
std::string unescape_simple_text(std::string_view raw);
std::string escape(std::string_view text);
// A raw value that cannot break the file around it: itself when it came from parse_sgf.
std::string safe_raw(std::string_view raw);

}  // namespace losange::hex
