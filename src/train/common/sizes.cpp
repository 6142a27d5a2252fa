#include "train/common/sizes.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "hex/board/geometry.h"

namespace losange::train {

std::vector<SizeShare> parse_sizes(const std::string& text) {
  std::vector<SizeShare> sizes;
  for (const auto& part : base::split(text, ',')) {
    const auto pieces = base::split(part, ':');
    const auto size = base::parse_integer(pieces[0]);
    const auto share = pieces.size() == 2 ? base::parse_real(pieces[1]) : std::optional(1.0);
    // On smaller boards two random stones may end the game.
    if (pieces.size() > 2 || !size || *size < 3 || *size > hex::kMaxSize || !share || *share <= 0) {
      throw base::UserError(fmt::format(
          "'{}' is not a board size with its share: write SIZE:SHARE, sizes 3 to {}, for example "
          "11:60,7:40",
          base::printable(part), hex::kMaxSize));
    }
    for (const auto& other : sizes) {
      if (other.size == *size) {
        throw base::UserError(fmt::format("board size {} is named twice", *size));
      }
    }
    sizes.push_back({static_cast<int>(*size), *share});
  }
  return sizes;
}

}  // namespace losange::train
