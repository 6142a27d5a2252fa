#include "players/wrapped/search_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "players/kinds/player_wrapper.h"

namespace losange::players {

namespace {

constexpr std::size_t kFlushBytes = 1 << 20;

// Moves and names of games hold nothing that JSON would have to escape.
std::string quoted(const std::vector<std::string>& words) {
  std::vector<std::string> list;
  list.reserve(words.size());
  for (const auto& word : words) list.push_back('"' + word + '"');
  return fmt::format("[{}]", base::joined(list, ","));
}

std::string figures(const TextReport& r) {
  // A move that was drawn by chance is told without a line, and was not valued.
  const bool valued = !r.lines.empty() || r.proven;
  return fmt::format(
      R"("depth":{},"best":"{}","value":{},"score":{},"proven":{},"nodes":{},"seconds":{:.6g},"cut_offs":{},)"
      R"("first_cut_offs":{},"variation":{})",
      r.depth, r.best, valued ? fmt::format("{:.6g}", r.value) : "null", r.score, r.proven, r.nodes,
      r.seconds, r.cut_offs, r.first_cut_offs,
      quoted(r.lines.empty() ? std::vector<std::string>{} : r.lines.front().variation));
}

class Reporting : public PlayerWrapper {
 public:
  Reporting(std::unique_ptr<Player> engine, std::shared_ptr<SearchReport> report)
      : PlayerWrapper(std::move(engine)), report_(std::move(report)) {}

  Answer choose(const game::GameRecord& record, const search::Limits& limits,
                const Observer& observer, std::stop_token stop) override {
    report_->begin(record);
    const Observer telling = [&](const TextReport& running) {
      report_->depth(running);
      if (observer) observer(running);
    };
    Answer answer = inner().choose(record, limits, telling, std::move(stop));
    report_->end(answer.report);
    return answer;
  }

 private:
  std::shared_ptr<SearchReport> report_;
};

}  // namespace

std::vector<Parameter> report_parameters() {
  return {Parameter::text("report", "a file for reports of its searches (losange report reads it)",
                          "none"),
          Parameter::choice("report_lines",
                            "a line for each depth, or for each node too (alpha-beta only)",
                            {"depths", "nodes"}, "depths"),
          Parameter::integer("report_most", "lines after which nothing more is written", 100'000, 1,
                             1e9)};
}

std::shared_ptr<SearchReport> SearchReport::from(const Settings& settings) {
  if (settings.text("report") == "none") return nullptr;
  return std::shared_ptr<SearchReport>(
      new SearchReport(settings.text("report"), settings.text("report_lines") == "nodes",
                       static_cast<std::uint64_t>(settings.integer("report_most"))));
}

std::unique_ptr<Player> with_report(std::unique_ptr<Player> engine,
                                    std::shared_ptr<SearchReport> report) {
  if (report == nullptr) return engine;
  return std::make_unique<Reporting>(std::move(engine), std::move(report));
}

std::unique_ptr<Player> with_report(std::unique_ptr<Player> engine, const Settings& settings) {
  auto report = SearchReport::from(settings);
  if (report != nullptr && report->wants_nodes()) {
    throw base::UserError(
        "report.nodes",
        "report_lines=nodes is for negamax and hexproject, which look at nodes one by one: use "
        "report_lines=depths here");
  }
  return with_report(std::move(engine), std::move(report));
}

void SearchReport::begin(const game::GameRecord& record) {
  const std::lock_guard lock(mutex_);
  // Not by write_file(): games played side by side may begin the same file at the same time.
  if (!file_) file_ = std::make_unique<base::GrowingFile>(path_, base::GrowingFile::From::Nothing);
  add(fmt::format(R"({{"line":"search","game":"{}","size":{},"moves":{}}})", record.setup.game,
                  record.setup.size, quoted(record.moves())));
}

void SearchReport::depth(const TextReport& report) {
  const std::lock_guard lock(mutex_);
  if (lines_ < most_) add(fmt::format(R"({{"line":"depth",{}}})", figures(report)));
}

void SearchReport::node(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (lines_ < most_) add(line);
}

void SearchReport::end(const TextReport& report) {
  const std::lock_guard lock(mutex_);
  add(fmt::format(R"({{"line":"end",{}}})", figures(report)));
  flush();
}

void SearchReport::add(const std::string& line) {
  ++lines_;
  waiting_ += line;
  waiting_ += '\n';
  if (waiting_.size() > kFlushBytes) flush();
}

void SearchReport::flush() {
  file_->append(waiting_);
  waiting_.clear();
}

}  // namespace losange::players
