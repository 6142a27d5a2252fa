// Reports of searches made readable: a table of depths, a tree of nodes, a page that unfolds. Used by
// `losange report`; reads what search_report.h writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace losange::study {

struct ReportedDepth {
  int depth = 0;
  std::string best;
  std::optional<double> value;  // nothing where the move was not chosen by its value
  std::uint64_t nodes = 0, cut_offs = 0, first_cut_offs = 0;  // up to the end of this depth
  double seconds = 0;
  std::vector<std::string> variation;
};

struct ReportedNode {
  std::uint64_t id = 0, parent = 0;
  int ply = 0, depth = 0;
  std::string move, side, board, best;
  long alpha = 0, beta = 0, value = 0;
  double seconds = 0;
  int children = 0, searched = 0;
  bool cut = false;
  std::vector<std::size_t> below;  // indices of its children
};

struct ReportedSearch {
  std::string game;
  int size = 0;
  std::vector<std::string> moves;  // of the game so far
  std::vector<ReportedDepth> depths;
  ReportedDepth answer;             // where the search ended
  std::vector<ReportedNode> nodes;  // by id
  std::vector<std::size_t> roots;   // nodes right below the root
};

// Throws base::UserError that names the line.
std::vector<ReportedSearch> read_search_reports(const std::filesystem::path& path);

// Nodes of each depth, effective branching, cut-offs by the first move.
std::string depth_table(const ReportedSearch& search);
// Down to some plies, at most so many lines.
std::string node_tree(const ReportedSearch& search, int plies, std::size_t most_lines);
// All searches, one after the other; nodes unfold.
std::string to_html(const std::vector<ReportedSearch>& searches);

}  // namespace losange::study
