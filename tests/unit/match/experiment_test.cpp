// Experiments: the published numbers, a small one played whole, stopped and gone on with, and its picture.
#include "match/experiment/experiment.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <regex>

#include "base/error.h"
#include "base/plot.h"
#include "base/system/file.h"

namespace losange::match {
namespace {

class ExperimentRun : public testing::Test {
 protected:
  ExperimentRun()
      : folder_(std::filesystem::temp_directory_path() /
                ("losange_experiment_" + std::to_string(::getpid()))) {
    // Small enough to be played in a moment.
    experiment_ = yopt_experiment();
    experiment_.standard = "yopt:descents=20,memory=1";
    experiment_.game.size = 3;
    std::erase_if(experiment_.tables, [](const auto& t) { return t.number != 4 && t.number != 6; });
    options_.folder = folder_;
    options_.games = 4;
    options_.concurrency = 2;
    options_.program = "test";
  }
  ~ExperimentRun() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  Experiment experiment_;
  ExperimentOptions options_;
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Every tag is closed in turn, and nothing but tags holds a '<'.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  const std::regex tag(R"(<(/?)([a-z]+)((?: [A-Za-z0-9-]+='[^'<>]*')*)(/?)>)");
  std::size_t tags = 0;
  for (std::sregex_iterator i(xml.begin(), xml.end(), tag), end; i != end; ++i, ++tags) {
    const auto& match = *i;
    if (match[4].length() > 0) continue;
    if (match[1].length() == 0) {
      open.push_back(match[2]);
    } else if (open.empty() || open.back() != match[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty() && tags > 0 && tags == count(xml, "<");
}

TEST(YoptExperiment, HasThePublishedNumbers) {
  const std::vector<std::pair<int, std::vector<std::pair<std::string, double>>>> published{
      {2,
       {{"descents=1000", 6},
        {"descents=2000", 11.5},
        {"descents=4000", 20},
        {"descents=8000", 33},
        {"descents=32000", 61},
        {"descents=64000", 68.5}}},
      {3,
       {{"uct=-0.1", 38.5},
        {"uct=0", 61},
        {"uct=0.1", 60},
        {"uct=0.2", 55.5},
        {"uct=0.4", 42},
        {"uct=0.5", 41},
        {"uct=0.6", 35.5},
        {"uct=0.7", 32.5}}},
      {4,
       {{"rave=0", 20},
        {"rave=8000", 40.5},
        {"rave=32000", 53},
        {"rave=64000", 52.5},
        {"rave=inf", 34}}},
      {5, {{"playouts=2", 56}, {"playouts=4", 67.5}, {"playouts=8", 77.5}, {"playouts=16", 74.5}}},
      {6, {{"shapes=1", 22}, {"shapes=2", 42}, {"shapes=4", 71.5}}}};
  const auto experiment = yopt_experiment();
  EXPECT_EQ(experiment.game.size, 11);
  EXPECT_FALSE(experiment.game.swap);
  EXPECT_EQ(experiment.opening, "a3");
  EXPECT_EQ(experiment.published_games, 200u);
  ASSERT_EQ(experiment.tables.size(), published.size());
  for (std::size_t t = 0; t < published.size(); ++t) {
    const auto& table = experiment.tables[t];
    EXPECT_EQ(table.number, published[t].first);
    ASSERT_EQ(table.rows.size(), published[t].second.size());
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      EXPECT_EQ(table.rows[r].setting, published[t].second[r].first);
      EXPECT_EQ(table.rows[r].published, published[t].second[r].second);
    }
  }
}

TEST_F(ExperimentRun, PlaysEveryRowAndWritesTheResults) {
  const auto result = run_experiment(experiment_, options_);
  EXPECT_TRUE(result.finished);
  ASSERT_EQ(result.tables.size(), 2u);
  for (const auto& rows : result.tables) {
    for (const auto& row : rows) EXPECT_EQ(row.games, 4u);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "table-4" / "rave=inf" / "games.jsonl"));

  write_experiment(folder_, experiment_, result);
  const std::string text = base::read_file(folder_ / "results.md");
  EXPECT_EQ(text, experiment_text(experiment_, result));
  EXPECT_EQ(count(text, "\n| "), 2u + 5u + 3u);
  // The likelihood interval of 143 wins in 200 games, from its definition.
  EXPECT_NE(text.find("| 71.5 [65.0, 77.5]"), std::string::npos) << text;
  const std::string svg = base::read_file(folder_ / "table-4.svg");
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<circle"), 5u + 5u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "table-2.svg"));
}

TEST_F(ExperimentRun, GoesOnWhereItStopped) {
  const auto whole = run_experiment(experiment_, options_);
  const auto games = folder_ / "table-6" / "shapes=2" / "games.jsonl";
  const std::string lines = base::read_file(games);
  // The first game stays, the others of the row are played again; a stopped run plays nothing.
  base::write_file(games, lines.substr(0, lines.find('\n') + 1));
  std::stop_source stop;
  stop.request_stop();
  options_.stop = stop.get_token();
  const auto stopped = run_experiment(experiment_, options_);
  EXPECT_FALSE(stopped.finished);
  EXPECT_EQ(stopped.tables[1][1].games, 1u);
  EXPECT_EQ(stopped.tables[0][0].games, 4u);
  EXPECT_LE(stopped.tables[0][0].different, 4u);
  EXPECT_GT(stopped.tables[0][0].different, 0u);

  options_.stop = {};
  const auto resumed = run_experiment(experiment_, options_);
  EXPECT_TRUE(resumed.finished);
  EXPECT_EQ(resumed.tables[1][1].games, 4u);
  EXPECT_EQ(resumed.tables[1][1].estimate.score, whole.tables[1][1].estimate.score);

  options_.games = 6;
  EXPECT_EQ(run_experiment(experiment_, options_).tables[0][0].games, 6u);
  options_.seed = 2;
  EXPECT_THROW(run_experiment(experiment_, options_), base::UserError);
}

TEST_F(ExperimentRun, RowsWithoutGamesHaveNoPoint) {
  const auto& table = experiment_.tables.back();
  std::vector<RowResult> rows(table.rows.size());
  rows[0].games = 4;
  const std::string svg = experiment_plot(table, rows);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<circle"), 1u + 3u);
}

TEST_F(ExperimentRun, TablesWithoutGamesAreLeftOut) {
  ExperimentResult result;
  for (const auto& table : experiment_.tables) result.tables.emplace_back(table.rows.size());
  const std::string none = experiment_text(experiment_, result);
  EXPECT_EQ(count(none, "none yet"), 0u) << none;
  EXPECT_NE(none.find("\nWithout a game yet: tables 4, 6\n"), std::string::npos) << none;
  result.tables[1][0].games = 4;
  const std::string one = experiment_text(experiment_, result);
  EXPECT_NE(one.find("Table 6: "), std::string::npos) << one;
  EXPECT_EQ(count(one, "none yet"), 2u) << one;
  EXPECT_NE(one.find("\nWithout a game yet: table 4\n"), std::string::npos) << one;
}

TEST(Plot, EscapesText) {
  base::Plot plot{.x_label = "a < b & c"};
  plot.panels.push_back({.title = "<", .series = {{.name = "&", .points = {{.x = 0, .y = 1}}}}});
  const std::string svg = base::to_svg(plot);
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
}

TEST(Plot, WhatNeverChangesHasAScaleOfItsSize) {
  const auto labels_at = [](double y) {
    base::Plot plot{.x_label = "x"};
    plot.panels.push_back(
        {.title = "t", .series = {{.name = "s", .points = {{.x = 0, .y = y}, {.x = 1, .y = y}}}}});
    return base::to_svg(plot);
  };
  EXPECT_NE(labels_at(0).find(">1</text>"), std::string::npos);
  EXPECT_NE(labels_at(300).find(">400</text>"), std::string::npos);
  EXPECT_EQ(labels_at(0).find("e-10"), std::string::npos);
}

}  // namespace
}  // namespace losange::match
