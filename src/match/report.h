// What a match says when it is over, or so far: tables for people and JSON for programs.
#pragma once

#include <string>

#include "match/settings.h"
#include "match/tally.h"

namespace losange::match {

// "+35", "-120"; a score of 0 or 1 has no Elo: "lost all", "won all".
std::string elo_text(double score);
// "+35 [+10, +61]"; an open end reads "more" or "less".
std::string elo_text(const Estimate& estimate);

// For the line of progress: how many games are being played, and for how long; empty when there is none.
std::string playing_text(std::size_t games, double longest_s);
// The score and Elo so far, and what is being played.
std::string progress_text(const MatchSettings& settings, const Tally& tally,
                          const std::string& playing);

// The result of a match of two, or of a tournament, as lines of text.
std::string report_text(const MatchSettings& settings, const Tally& tally, bool finished);
// The ratings of a tournament as an SVG picture, the best player first, each with its 95 % interval.
std::string ratings_svg(const MatchSettings& settings, const Tally& tally);
std::string report_json(const MatchSettings& settings, const Tally& tally, bool finished);

}  // namespace losange::match
