// Openings made by an OpeningMaker as a file: a heading that says how they were made and how far it is, then one
// opening a line with the chance the search gave it. Written after every round, so that a run can be stopped, or
// break off, and gone on with; the end is the same file.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "match/openings/opening_maker.h"

namespace losange::match {

struct OpeningListRun {
  std::shared_ptr<const net::Evaluator> evaluator;
  std::string net;  // what the net is told by: its hash
  int threads = 1;
  std::stop_token stop;
  bool show_progress = false;  // on stderr
};

// The first lines of the file, without how far it is. Two requests have the same exactly when their openings are.
std::string opening_heading(const OpeningRequest& request, const std::string& net);

// Makes what is missing in the file; one with fewer openings of the same kind grows, to what the request alone would have
// given. The openings in it at the end; fewer than asked for when `stop` came first or when
// there are no more. Throws base::UserError when the file holds anything else, which is left as it is, or cannot be
// written.
std::vector<JudgedOpening> write_openings(const std::filesystem::path& file,
                                          const OpeningRequest& request, const OpeningListRun& run);

}  // namespace losange::match
