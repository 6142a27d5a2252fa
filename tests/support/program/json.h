// JSON that tests look into. The library is behind it, in json.cpp alone: its header takes seconds to compile in every source that sees it.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace losange::testing_files {

class Json {
 public:
  Json() = default;  // nothing: neither a value nor null
  explicit Json(
      std::string_view
          text);  // throws where that is no JSON, as everything here does where there is no such thing

  bool is_nothing() const { return value_ == nullptr; }
  Json at(std::string_view key) const;
  Json item(std::size_t place) const;
  bool has(std::string_view key) const;
  std::vector<Json> items() const;  // of a list, or the values of an object
  std::size_t size() const { return items().size(); }

  std::string text()
      const;  // of a string itself, of anything else as it is written, without spaces
  double number() const;
  std::vector<double> numbers() const;  // a list of them, or of lists of them

  Json without(std::string_view key) const;
  Json with(std::string_view key, const Json& value) const;

  friend bool operator==(const Json& a, const Json& b) { return a.written() == b.written(); }
  friend std::ostream& operator<<(std::ostream& out, const Json& json);

 private:
  struct Value;
  explicit Json(Value value);
  std::string written() const;

  std::shared_ptr<const Value> value_;
};

}  // namespace losange::testing_files
