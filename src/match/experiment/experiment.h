// Published experiments, played again: variants of one standard player against that player, one setting
// changed at a time, our results beside the published ones. Each row is a match in a folder of its own
// (folder.h), so an experiment can be stopped, gone on with and made longer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/cluster.h"
#include "match/settings.h"
#include "match/statistics/statistics.h"

namespace losange::match {

struct ExperimentRow {
  std::string setting;   // what differs from the standard: "uct=0.1"
  std::string label;     // the same on an axis: "0.1"
  double published = 0;  // games won against the standard, in percent
  double cost = 1;       // time of a move, in moves of the standard, roughly: for the estimate only
};

struct ExperimentTable {
  int number = 0;
  std::string title;
  std::vector<ExperimentRow> rows;
};

struct Experiment {
  std::string standard;  // the player that all rows play against
  game::GameSetup game;
  std::string opening;
  std::uint64_t published_games = 0;  // of each row
  std::vector<ExperimentTable> tables;
};

// Tables 2 to 6 of Cazenave and Saffidine 2009: 200 games a row on 11x11 from a3.
Experiment yopt_experiment();

struct ExperimentOptions {
  std::filesystem::path folder;  // a sub-folder a row
  std::uint64_t games = 200;     // of each row, even
  std::uint64_t seed = 1;
  int concurrency = 0;  // games at once; 0: every core thinks
  std::string program;  // this build, noted beside the games
  std::stop_token stop;
  bool show_progress = false;
  cluster::Cluster* cluster = nullptr;  // as in RunOptions
};

struct RowResult {
  std::uint64_t games = 0;      // 0: nothing is known, and the rest means nothing
  std::uint64_t different = 0;  // of these, not played before: what the estimate rests on
  Estimate estimate;            // of the row's player
  double seconds_a_move = 0;    // of the row's player
};

struct ExperimentResult {
  std::vector<std::vector<RowResult>> tables;  // as the tables and rows of the experiment
  bool finished = false;
};

// Plays what is missing. Throws base::UserError like run_match, before anything is played where a folder
// holds something else.
ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options);

// All tables as Markdown that reads well as plain text too.
std::string experiment_text(const Experiment& experiment, const ExperimentResult& result);
// One table as an SVG picture: our scores with their intervals, and the published ones.
std::string experiment_plot(const ExperimentTable& table, const std::vector<RowResult>& rows);
// Writes results.md, and table-N.svg for each table with a game, into the folder.
void write_experiment(const std::filesystem::path& folder, const Experiment& experiment,
                      const ExperimentResult& result);

}  // namespace losange::match
