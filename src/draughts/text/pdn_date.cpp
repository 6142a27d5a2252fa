#include "draughts/text/pdn_date.h"

#include <string>
#include <vector>

#include "base/text.h"

namespace losange::draughts {

namespace {

constexpr std::size_t kDigits[] = {4, 2, 2};  // of year, month and day

bool consists_of(std::string_view part, std::size_t count, std::string_view allowed) {
  return part.size() == count && part.find_first_not_of(allowed) == std::string_view::npos;
}

// How many parts are numbers, from the first on, where the others are unknown; -1: it is no such date.
int known_parts(const std::vector<std::string>& parts, bool may_be_unknown) {
  int known = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (known == static_cast<int>(i) && consists_of(parts[i], kDigits[i], "0123456789")) {
      ++known;
    } else if (!may_be_unknown || !consists_of(parts[i], kDigits[i], "?")) {
      return -1;
    }
  }
  return known;
}

}  // namespace

std::string date_of_record(std::string_view in_pdn) {
  auto parts = base::split(in_pdn, '.');
  const int known = parts.size() == 3 ? known_parts(parts, true) : -1;
  if (known < 0) return std::string(in_pdn);
  parts.resize(static_cast<std::size_t>(known));
  return base::joined(parts, "-");
}

std::string date_of_pdn(std::string_view in_record) {
  auto parts = base::split(in_record, '-');
  if (parts.size() > 3 || known_parts(parts, false) < 0) return std::string(in_record);
  while (parts.size() < 3) parts.emplace_back("??");
  return base::joined(parts, ".");
}

}  // namespace losange::draughts
