#include "train/value/begun.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "base/system/file.h"
#include "base/text.h"
#include "players/spec.h"

namespace losange::train {

namespace {

using Json = nlohmann::ordered_json;

// All that decides a game, by the names of its options; how many there are and who plays them does not.
Json settings_of(const GenerateRequest& request, const std::string& teacher) {
  Json json;
  json["--player"] = players::PlayerSpec::parse(request.player).text();
  json["--min-depth"] = request.min_depth;
  json["--max-depth"] = request.max_depth;
  json["--min-pairs"] = request.start.min_pairs;
  json["--max-pairs"] = request.start.max_pairs;
  json["--random-moves"] = request.start.random_moves;
  json["--random-share"] = request.random_share;
  json["--move-time"] =
      request.limits.time ? Json(base::to_seconds(*request.limits.time)) : Json(nullptr);
  json["--nodes"] = request.limits.nodes ? Json(*request.limits.nodes) : Json(nullptr);
  json["--seed"] = request.limits.seed;
  json["--teacher"] = teacher.empty() ? Json(nullptr) : Json(teacher);
  return json;
}

std::string text_of(const Json& settings, const std::string& name) {
  const auto found = settings.find(name);
  return found == settings.end() || found->is_null() ? "none" : found->dump();
}

bool holds_something(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) &&
         std::filesystem::file_size(file, ignored) > 0;
}

}  // namespace

std::filesystem::path begun_path(const std::filesystem::path& samples) {
  return samples.string() + ".settings";
}

bool goes_on(const std::filesystem::path& samples, const GenerateRequest& request,
             const std::string& teacher) {
  if (!holds_something(samples)) return false;
  const auto path = begun_path(samples);
  const Json was =
      holds_something(path) ? Json::parse(base::read_file(path), nullptr, false) : Json();
  if (!was.is_object()) {
    throw base::UserError(fmt::format(
        "{} is not a file to go on with: {}, which says how its games were made, is not there or "
        "damaged; name another --output",
        samples.string(), path.string()));
  }
  const Json now = settings_of(request, teacher);
  std::vector<std::string> differing;
  for (const auto& [name, value] : now.items()) {
    const auto before = text_of(was, name), after = text_of(now, name);
    if (before != after)
      differing.push_back(fmt::format("{}: was {}, now {}", name, before, after));
  }
  if (differing.empty()) return true;
  throw base::UserError(fmt::format(
      "{} was begun with other settings:\n  {}\nGive the same ones to go on with it, or "
      "name another --output",
      samples.string(), base::joined(differing, "\n  ")));
}

void write_begun(const std::filesystem::path& samples, const GenerateRequest& request,
                 const std::string& teacher) {
  base::write_file(begun_path(samples), settings_of(request, teacher).dump(2) + "\n");
}

}  // namespace losange::train
