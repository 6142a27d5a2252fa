// DXP: games by messages, and over a socket.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "dxp_game.h"
#include "players/registry.h"

namespace losange::protocol {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

DxpFollower follower(std::uint64_t nodes = 200) {
  search::Limits limits;
  limits.nodes = nodes;
  return DxpFollower(players::make_player("draughts:endings=0"), limits);
}

TEST(Dxp, AWholeGame) {
  auto ours = follower();
  base::Random random(4);
  auto answers = ours.handle(testing::dxp_request('W'));
  ASSERT_EQ(answers.size(), 2u) << "accepted, and White moves at once";
  EXPECT_THAT(answers[0], StartsWith("ALosange"));
  EXPECT_EQ(answers[0].back(), '0');
  EXPECT_THAT(answers[1], StartsWith("M0000"));
  bool ended = false;
  for (int i = 0; i < 300 && !ended; ++i) {
    const auto move = testing::dxp_random_move(ours, random);
    ASSERT_FALSE(move.empty());
    answers = ours.handle(move);
    ASSERT_FALSE(answers.empty());
    ended = answers.back()[0] == 'E';
  }
  EXPECT_EQ(answers.back(), "E30") << "it beats random moves";
  EXPECT_TRUE(ours.handle("E11").empty()) << "the game was over already";
  EXPECT_TRUE(ours.over());
}

TEST(Dxp, FromAPositionWithTakingBack) {
  auto ours = follower();
  std::string squares(50, 'e');
  squares[30] = 'w';
  squares[31] = 'w';
  squares[4] = 'z';
  auto answers = ours.handle(testing::dxp_request('Z', "BW" + squares));
  ASSERT_EQ(answers.size(), 1u);
  answers = ours.handle("M0001312600");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(ours.record().moves().size(), 2u);
  EXPECT_EQ(ours.handle("B001W").front(), "K0");
  EXPECT_TRUE(ours.record().moves().empty());
  EXPECT_EQ(ours.handle("B099W").front(), "K1");
}

TEST(Dxp, RefusesWhatIsNoMessage) {
  auto ours = follower();
  for (const char* bad : {"", "X", "R0", "M0001322800", "R01short", "E"}) {
    EXPECT_THROW(ours.handle(bad), base::UserError) << bad;
  }
  ours.handle(testing::dxp_request('Z'));
  EXPECT_THROW(ours.handle("M0001325000"), base::UserError) << "an illegal move";
  EXPECT_THROW(ours.handle("M0001xx2800"), base::UserError);
}

TEST(Dxp, RandomMessagesNeverBreakIt) {
  base::Random random(9);
  const std::string seeds[] = {testing::dxp_request('Z'),
                               testing::dxp_request('W'),
                               "M0001322800",
                               "B001W",
                               "E00",
                               "Chello"};
  for (int i = 0; i < 1500; ++i) {
    std::string text;
    for (int m = 0; m < 4; ++m) {
      std::string message = seeds[random.below(6)];
      for (std::uint32_t n = random.below(3); n > 0 && !message.empty(); --n) {
        message[random.below(static_cast<std::uint32_t>(message.size()))] =
            static_cast<char>(' ' + random.below(90));
      }
      text += message + "|";
    }
    ASSERT_EQ(testing::dxp_problem(text, players::make_player("random")), "") << text;
  }
}

TEST(Dxp, OverALoopbackSocket) {
  constexpr int kPort = 27999;
  std::stop_source stop;
  auto ours = follower(50);
  std::jthread server([&] { serve_dxp(kPort, false, ours, stop.get_token()); });
  int client = -1;
  for (int i = 0; i < 100; ++i) {
    client = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(kPort);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) break;
    ::close(client);
    client = -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ASSERT_GE(client, 0);
  const std::string request = testing::dxp_request('W') + '\0';
  ASSERT_EQ(::send(client, request.data(), request.size(), 0),
            static_cast<ssize_t>(request.size()));
  std::string got;
  char bytes[256];
  while (std::count(got.begin(), got.end(), '\0') < 2) {
    const auto n = ::recv(client, bytes, sizeof bytes, 0);
    ASSERT_GT(n, 0);
    got.append(bytes, static_cast<std::size_t>(n));
  }
  EXPECT_THAT(got, HasSubstr("M0000"));
  const std::string end = std::string("E01") + '\0';
  ::send(client, end.data(), end.size(), 0);
  server.join();
  ::close(client);
  EXPECT_TRUE(ours.over());
}

}  // namespace
}  // namespace losange::protocol
