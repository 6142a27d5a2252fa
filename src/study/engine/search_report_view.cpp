#include "study/engine/search_report_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"

namespace losange::study {

namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{1} << 30;

ReportedDepth read_depth(const json& line) {
  ReportedDepth depth;
  depth.depth = line.at("depth");
  depth.best = line.at("best");
  if (const auto value = line.at("value"); !value.is_null()) depth.value = value.get<double>();
  depth.nodes = line.at("nodes");
  depth.seconds = line.at("seconds");
  depth.cut_offs = line.at("cut_offs");
  depth.first_cut_offs = line.at("first_cut_offs");
  depth.variation = line.at("variation");
  return depth;
}

ReportedNode read_node(const json& line) {
  ReportedNode node;
  node.id = line.at("id");
  node.parent = line.at("parent");
  node.ply = line.at("ply");
  node.depth = line.at("depth");
  node.move = line.at("move");
  node.side = line.at("side");
  node.board = line.at("board");
  node.best = line.at("best");
  node.alpha = line.at("alpha");
  node.beta = line.at("beta");
  node.value = line.at("value");
  node.seconds = line.at("seconds");
  node.children = line.at("children");
  node.searched = line.at("searched");
  node.cut = line.at("cut");
  if (node.ply < 1) throw base::UserError("a node that is not below the root");
  return node;
}

void read_line(const json& line, std::vector<ReportedSearch>& searches) {
  const std::string kind = line.at("line");
  if (kind == "search") {
    auto& search = searches.emplace_back();
    search.game = line.at("game");
    search.size = line.at("size");
    search.moves = line.at("moves");
    return;
  }
  if (searches.empty()) throw base::UserError("the first line does not begin a search");
  auto& search = searches.back();
  if (kind == "depth") {
    search.depths.push_back(read_depth(line));
  } else if (kind == "end") {
    search.answer = read_depth(line);
  } else if (kind == "node") {
    search.nodes.push_back(read_node(line));
  } else {
    throw base::UserError("a line of an unknown kind");
  }
}

// Nodes are written when they are left; the tree wants them in the order of entering.
void build_tree(ReportedSearch& search) {
  auto& nodes = search.nodes;
  std::sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  std::unordered_map<std::uint64_t, std::size_t> index;
  for (std::size_t i = 0; i < nodes.size(); ++i) index.emplace(nodes[i].id, i);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto parent = index.find(nodes[i].parent);
    // A parent that was not left before the search ended has no line of its own.
    (parent == index.end() ? search.roots : nodes[parent->second].below).push_back(i);
  }
}

std::string score_text(long score) {
  constexpr long kOpen = 2'000'000;
  if (score >= kOpen) return "inf";
  return score <= -kOpen ? "-inf" : std::to_string(score);
}

std::string node_text(const ReportedNode& node) {
  std::string text = fmt::format("{} {} depth {} window {}..{}", node.move, node.value, node.depth,
                                 score_text(node.alpha), score_text(node.beta));
  if (node.children > 0) {
    text += fmt::format(", {} of {} moves, best {}{}", node.searched, node.children, node.best,
                        node.cut ? " cuts" : "");
  }
  return text;
}

std::string position_text(const ReportedSearch& search) {
  return search.moves.empty() ? "the start" : base::joined(search.moves, " ");
}

std::vector<std::string> table_row(const ReportedDepth& depth, const ReportedDepth& before) {
  const auto nodes = depth.nodes - std::min(depth.nodes, before.nodes);
  const auto cuts = depth.cut_offs - std::min(depth.cut_offs, before.cut_offs);
  const auto first = depth.first_cut_offs - std::min(depth.first_cut_offs, before.first_cut_offs);
  return {std::to_string(depth.depth),
          depth.best,
          depth.value ? fmt::format("{:+.3f}", *depth.value) : "-",
          std::to_string(nodes),
          before.nodes == 0 ? ""
                            : fmt::format("{:.1f}", static_cast<double>(depth.nodes) /
                                                        static_cast<double>(before.nodes)),
          cuts == 0 ? ""
                    : fmt::format("{:.1f} %",
                                  100.0 * static_cast<double>(first) / static_cast<double>(cuts)),
          fmt::format("{:.3f}", depth.seconds),
          base::joined(depth.variation, " ")};
}

const std::vector<std::string> kColumns{"depth",     "best",       "value",   "nodes",
                                        "branching", "first cuts", "seconds", "variation"};

std::vector<std::vector<std::string>> table_rows(const ReportedSearch& search) {
  std::vector<std::vector<std::string>> rows;
  ReportedDepth before;
  for (const auto& depth : search.depths) {
    rows.push_back(table_row(depth, before));
    before = depth;
  }
  // A tree of playouts or visits has no depths: what it knew in the end.
  if (rows.empty() && !search.answer.best.empty()) rows.push_back(table_row(search.answer, before));
  return rows;
}

// Text from a file stands in the page as text.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

void add_html_node(const ReportedSearch& search, const ReportedNode& node, std::string& page) {
  const std::string title = escaped(node_text(node));
  const std::string board =
      fmt::format("<pre>{} to move, {:.6f} s\n", escaped(node.side), node.seconds) +
      [&] {
        std::string rows;
        int row = 0;
        for (const auto& line : base::split(node.board, '/')) {
          rows += fmt::format("{:>{}}{}\n", "", row++, escaped(line));
        }
        return rows;
      }() +
      "</pre>";
  page += fmt::format("<details><summary{}>{}</summary>{}", node.cut ? " class=\"cut\"" : "", title,
                      board);
  for (const std::size_t below : node.below) add_html_node(search, search.nodes[below], page);
  page += "</details>\n";
}

constexpr const char* kPageHead =
    "<!doctype html><meta charset=\"utf-8\"><title>Searches</title>\n<style>body{font:15px "
    "sans-serif;margin:2em}"
    "table{border-collapse:collapse}td,th{padding:.1em "
    ".7em;text-align:right}td:last-child{text-align:left}"
    "details{margin-left:1.2em}pre{margin:.2em 1.2em}.cut{color:#a40}</style>\n";

}  // namespace

std::vector<ReportedSearch> read_search_reports(const std::filesystem::path& path) {
  const std::string text = base::read_file(path, kMostBytes);
  std::vector<ReportedSearch> searches;
  int number = 0;
  for (const auto& line : base::split(text, '\n')) {
    ++number;
    if (base::trim(line).empty()) continue;
    try {
      read_line(json::parse(line), searches);
    } catch (const json::exception&) {
      throw base::UserError(
          fmt::format("{}: line {} is not a line of a search report: give a file that an engine "
                      "wrote with report=FILE",
                      path.string(), number));
    } catch (const base::UserError& error) {
      throw base::UserError(fmt::format("{}: line {}: {}", path.string(), number, error.what()));
    }
  }
  if (searches.empty()) throw base::UserError(path.string() + " holds no search");
  for (auto& search : searches) build_tree(search);
  return searches;
}

std::string depth_table(const ReportedSearch& search) {
  auto rows = table_rows(search);
  rows.insert(rows.begin(), kColumns);
  std::vector<std::size_t> widths(kColumns.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text = fmt::format("{}x{}, {}: played {}\n", search.size, search.size,
                                 position_text(search), search.answer.best);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
      text += fmt::format("{:>{}}  ", row[i], widths[i]);
    text += row.back() + "\n";
  }
  return text;
}

std::string node_tree(const ReportedSearch& search, int plies, std::size_t most_lines) {
  std::string text;
  std::size_t lines = 0, hidden = 0;
  const auto show = [&](const auto& self, std::size_t index) -> void {
    const auto& node = search.nodes[index];
    if (node.ply > plies) return;
    if (lines == most_lines) {
      ++hidden;
      return;
    }
    ++lines;
    text += fmt::format("{:>{}}{}\n", "", 2 * (node.ply - 1), node_text(node));
    for (const std::size_t below : node.below) self(self, below);
  };
  for (const std::size_t root : search.roots) show(show, root);
  if (hidden > 0) text += fmt::format("and {} more: see --lines and --plies, or --html\n", hidden);
  return text;
}

std::string to_html(const std::vector<ReportedSearch>& searches) {
  std::string page = kPageHead;
  for (const auto& search : searches) {
    page += fmt::format("<h2>{}</h2><p>{}x{}, played {}</p><table><tr><th>{}</th></tr>\n",
                        escaped(position_text(search)), search.size, search.size,
                        escaped(search.answer.best), base::joined(kColumns, "</th><th>"));
    for (auto& row : table_rows(search)) {
      for (auto& cell : row) cell = escaped(cell);
      page += fmt::format("<tr><td>{}</td></tr>\n", base::joined(row, "</td><td>"));
    }
    page += "</table>\n";
    for (const std::size_t root : search.roots) add_html_node(search, search.nodes[root], page);
  }
  return page;
}

}  // namespace losange::study
