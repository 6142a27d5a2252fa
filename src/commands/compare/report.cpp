// `losange report`: reports of searches, made by any engine with report=FILE, as tables, trees and a page.
#include <fmt/format.h>

#include "base/system/file.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "study/engine/search_report_view.h"

namespace losange::commands {

namespace {

struct ReportOptions {
  std::string file, html;
  int plies = 2;
  std::size_t lines = 60;
};

void run(const ReportOptions& options) {
  base::check_different({options.file, options.html});
  const auto searches = study::read_search_reports(options.file);
  if (!options.html.empty()) {
    base::write_file(options.html, study::to_html(searches));
    say_written(options.html);
    return;
  }
  for (const auto& search : searches) {
    fmt::print("{}", study::depth_table(search));
    if (!search.nodes.empty())
      fmt::print("\n{}", study::node_tree(search, options.plies, options.lines));
    fmt::print("\n");
  }
}

}  // namespace

void add_report(Command program) {
  auto options = std::make_shared<ReportOptions>();
  const auto command = program.add_subcommand(
      "report", "Show the searches that an engine reported with report=FILE");
  command.group(kCompare);
  command.add_option("report", options->file, "The report")
      .required()
      .type_name("FILE")
      .takes_standard_input();
  const auto html =
      command.add_option("--html", options->html, "Write a page whose nodes unfold instead")
          .type_name("PAGE");
  command.add_number("--plies", options->plies, "Plies of the tree that are shown", 1, 200)
      .capture_default_str()
      .excludes(html);
  command.add_number("--lines", options->lines, "Lines of the tree that are shown", 1, 1'000'000)
      .capture_default_str()
      .excludes(html);
  command.callback([options] { run(*options); });
}

}  // namespace losange::commands
