// The solver against tests/truth/hex-openings.txt: every opening of 3x3 to 6x6, as `losange solve --all` prints them.
// docs/solver.md has the command for the larger boards.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "fake_evaluator.h"
#include "net/file/net_file.h"
#include "net/shared_nets.h"
#include "places.h"
#include "solver/map/opening_map.h"
#include "study/solving/solver_input.h"

namespace losange::solver {
namespace {

std::string truth_of(int size) {
  std::ifstream file(testing_places::source() + "/tests/truth/hex-openings.txt");
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first, map;
    if (words >> first >> map && first == std::to_string(size)) return map;
  }
  return "";
}

void check_openings(const std::shared_ptr<const net::Evaluator>& net, int largest = 6) {
  for (int size = 3; size <= largest; ++size) {
    const auto map = solve_openings({.size = size, .bytes = 64U << 20, .net = net});
    EXPECT_EQ(map.open(), 0);
    std::string found;
    for (int cell = 0; cell < size * size; ++cell) {
      if (cell > 0 && cell % size == 0) found += '/';
      found += static_cast<char>(map.results[static_cast<std::size_t>(cell)]);
    }
    EXPECT_EQ(found, truth_of(size));
  }
}

TEST(HexSolver, KnowsAllOpeningsUpTo6x6) { check_openings(study::solver_net()); }
TEST(HexSolver, KnowsThemWithoutANet) { check_openings(nullptr); }
TEST(HexSolver, KnowsThemWhateverANetSays) {
  const auto net = std::make_shared<testing_nets::LyingNet>();
  check_openings(net, 5);  // on 6x6 the lies cost it many minutes
  EXPECT_GT(net->asked, 500);
}
TEST(HexSolver, AsksTheSmallNet) {
  EXPECT_EQ(study::solver_net(),
            net::shared_evaluator(net::shipped_model("hex-small.safetensors")));
}

}  // namespace
}  // namespace losange::solver
