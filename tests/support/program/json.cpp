#include "json.h"

#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

namespace losange::testing_files {

struct Json::Value {
  nlohmann::ordered_json json;
};

Json::Json(std::string_view text) : Json(Value{nlohmann::ordered_json::parse(text)}) {}

Json::Json(Value value) : value_(std::make_shared<const Value>(std::move(value))) {}

Json Json::at(std::string_view key) const { return Json(Value{value_->json.at(std::string(key))}); }

Json Json::item(std::size_t place) const { return Json(Value{value_->json.at(place)}); }

bool Json::has(std::string_view key) const { return value_->json.contains(std::string(key)); }

std::vector<Json> Json::items() const {
  std::vector<Json> all;
  for (const auto& item : value_->json) all.push_back(Json(Value{item}));
  return all;
}

std::string Json::text() const {
  return value_->json.is_string() ? value_->json.get<std::string>() : written();
}

double Json::number() const { return value_->json.get<double>(); }

std::vector<double> Json::numbers() const {
  if (!value_->json.is_array()) return {number()};
  std::vector<double> all;
  for (const auto& item : items()) {
    for (const double number : item.numbers()) all.push_back(number);
  }
  return all;
}

Json Json::without(std::string_view key) const {
  Value changed = *value_;
  changed.json.erase(std::string(key));
  return Json(std::move(changed));
}

Json Json::with(std::string_view key, const Json& value) const {
  Value changed = *value_;
  changed.json[std::string(key)] = value.value_->json;
  return Json(std::move(changed));
}

std::string Json::written() const { return is_nothing() ? "nothing" : value_->json.dump(); }

std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.written(); }

}  // namespace losange::testing_files
