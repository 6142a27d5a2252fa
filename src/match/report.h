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

// For the line of progress: the score and Elo so far.
std::string progress_text(const MatchSettings& settings, const Tally& tally);

// The result of a match of two, or of a tournament, as lines of text.
std::string report_text(const MatchSettings& settings, const Tally& tally, bool finished);
// The ratings of a tournament as an SVG picture, the best player first, each with its 95 % interval.
std::string ratings_svg(const MatchSettings& settings, const Tally& tally);
std::string report_json(const MatchSettings& settings, const Tally& tally, bool finished);

}  // namespace losange::match
