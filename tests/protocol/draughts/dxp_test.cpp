// DXP: games by messages, and over a socket.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "dxp_game.h"
#include "error_of.h"
#include "players/game/any_position.h"
#include "players/registry.h"
#include "protocol/dxp/socket.h"
#include "scripted_player.h"

namespace losange::protocol {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing_errors::error_of;

DxpFollower follower(std::uint64_t nodes = 200) {
  search::Limits limits;
  limits.nodes = nodes;
  return DxpFollower(players::make_player("draughts:endings=0"), limits);
}

TEST(Dxp, AWholeGame) {
  auto ours = follower();
  base::Random random(4);
  auto answers = ours.handle(testing_formats::dxp_request('W'));
  ASSERT_EQ(answers.size(), 2u) << "accepted, and White moves at once";
  EXPECT_THAT(answers[0], StartsWith("ALosange"));
  EXPECT_EQ(answers[0].back(), '0');
  EXPECT_THAT(answers[1], StartsWith("M0000"));
  for (int i = 0; i < 300; ++i) {
    const auto move = testing_formats::dxp_random_move(ours, random);
    if (move.empty()) break;
    answers = ours.handle(move);
    ASSERT_EQ(answers.size(), 1u);
    ASSERT_THAT(answers[0], StartsWith("M")) << "only who is to move ends a game";
  }
  EXPECT_EQ(ours.handle("E10"), std::vector<std::string>{"E00"}) << "it beats random moves";
  EXPECT_EQ(ours.record().result.outcome, game::Outcome::FirstWins);
  EXPECT_TRUE(ours.handle("E11").empty()) << "the game was over already";
  EXPECT_TRUE(ours.over());
}

TEST(Dxp, WhoIsToMoveEndsTheGame) {
  std::string squares(50, 'e');
  squares[10] = 'w';  // 11
  squares[6] = 'z';   // 7: White must capture it
  auto ours = follower();
  auto answers = ours.handle(testing_formats::dxp_request('Z', "BW" + squares));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(ours.handle("M000111020107"), std::vector<std::string>{"E10"}) << "we have no move";
  EXPECT_TRUE(ours.handle("E00").empty()) << "confirmed";

  // King against king is drawn after five moves each; who does not know it plays on.
  squares[6] = squares[10] = 'e';
  squares[47] = 'W';
  squares[0] = 'Z';
  ours.handle(testing_formats::dxp_request('Z', "BW" + squares));
  base::Random random(1);
  std::string last;
  for (int i = 0; i < 40 && !last.starts_with('E'); ++i)
    last = ours.handle(testing_formats::dxp_random_move(ours, random)).at(0);
  EXPECT_EQ(last, "E20") << "told when it would be our turn";
}

TEST(Dxp, FromAPositionWithTakingBack) {
  auto ours = follower();
  std::string squares(50, 'e');
  squares[30] = 'w';
  squares[31] = 'w';
  squares[4] = 'z';
  auto answers = ours.handle(testing_formats::dxp_request('Z', "BW" + squares));
  ASSERT_EQ(answers.size(), 1u);
  answers = ours.handle("M0001312600");
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(ours.record().moves().size(), 2u);
  EXPECT_EQ(ours.handle("B001W").front(), "K0");
  EXPECT_TRUE(ours.record().moves().empty());
  EXPECT_EQ(ours.handle("B099W").front(), "K2");
}

TEST(Dxp, AResignationEndsTheGame) {
  auto ours = DxpFollower(
      testing_players::scripted([](auto&&...) { return testing_players::resignation(); }), {});
  const auto answers = ours.handle(testing_formats::dxp_request('W'));
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[1], "E10") << "I lose";
  EXPECT_EQ(ours.record().result, (game::Result{game::Outcome::SecondWins, "resign"}));
  EXPECT_TRUE(ours.handle("E00").empty()) << "confirmed";
}

TEST(Dxp, APlayerThatFailsMovesAllTheSame) {
  auto ours = DxpFollower(
      testing_players::scripted([](auto&&...) -> players::Answer { throw std::bad_alloc(); }), {});
  const auto answers = ours.handle(testing_formats::dxp_request('W'));
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_THAT(answers[1], StartsWith("Cthe search failed, 31-26 is any legal move: "));
  EXPECT_EQ(answers[2], "M0000312600");
}

TEST(Dxp, AStartThatIsNoneIsRefusedAsTheProtocolSays) {
  auto ours = follower();
  std::string squares(50, 'e');
  squares[0] = 'w';  // a man where it would be a king
  for (const std::string& start :
       {"BW" + squares, "BX" + std::string(50, 'e'), "BW" + std::string(50, '?'),
        std::string("BWe"), std::string("B"), std::string("X")}) {
    EXPECT_EQ(ours.handle(testing_formats::dxp_request('W', start)),
              std::vector<std::string>{fmt::format("A{:<32}2", "Losange")})
        << start;
  }
  EXPECT_EQ(ours.handle(testing_formats::dxp_request('W')).size(), 2u) << "the next one is played";
}

TEST(Dxp, RefusesWhatIsNoMessage) {
  auto ours = follower();
  for (const char* bad : {"", "X", "R0", "M0001322800", "R01short", "E"}) {
    EXPECT_THROW(ours.handle(bad), base::UserError) << bad;
  }
  ours.handle(testing_formats::dxp_request('Z'));
  EXPECT_THROW(ours.handle("M0001325000"), base::UserError) << "an illegal move";
  EXPECT_THROW(ours.handle("M0001xx2800"), base::UserError);
}

TEST(Dxp, RandomMessagesNeverBreakIt) {
  base::Random random(9);
  const std::string seeds[] = {testing_formats::dxp_request('Z'),
                               testing_formats::dxp_request('W'),
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
    ASSERT_EQ(testing_formats::dxp_problem(text, players::make_player("random")), "") << text;
  }
}

DxpLeader leader(int games, DxpRequest wished = {}) {
  search::Limits limits;
  limits.nodes = 100;
  return DxpLeader(players::make_player("draughts:endings=0"), limits, std::move(wished), games);
}

TEST(DxpLeader, AsksAndTellsWhyItIsRefused) {
  auto ours = leader(2, {.minutes = 5, .moves = 60});
  EXPECT_EQ(ours.begin(), std::vector<std::string>{fmt::format("R01{:<32}Z005060A", "Losange")});
  const auto refusal = [&](char code) {
    auto asking = leader(1);
    asking.begin();
    return error_of([&] { asking.handle(fmt::format("A{:<32}{}", "they", code)); });
  };
  EXPECT_THAT(refusal('1'), HasSubstr("version"));
  EXPECT_THAT(refusal('2'), HasSubstr("refuses this game"));
  EXPECT_THAT(refusal('3'), HasSubstr("no game"));
  EXPECT_THAT(error_of([&] { ours.handle(testing_formats::dxp_request('W')); }),
              HasSubstr("leads too"));
  EXPECT_THAT(ours.handle(fmt::format("A{:<32}0", "they")).at(0), StartsWith("M"));
  EXPECT_THAT(error_of([&] { ours.handle(fmt::format("A{:<32}0", "they")); }),
              HasSubstr("no request"));
}

TEST(DxpLeader, TheFollowerEndsTakesBackAndStops) {
  auto ours = leader(3);
  ours.begin();
  ours.handle(fmt::format("A{:<32}0", "they"));
  EXPECT_EQ(ours.handle("B001W").front(), "K0");
  const auto answers = ours.handle("E10");
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0], "E00");
  EXPECT_THAT(answers[1], HasSubstr("W000000A")) << "the follower has White now";
  const auto first = ours.take_ended();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->result, (game::Result{game::Outcome::FirstWins, "resign"}));
  EXPECT_EQ(first->players[1], "they");
  EXPECT_FALSE(ours.take_ended());
  EXPECT_FALSE(ours.over());
  ours.handle(fmt::format("A{:<32}0", "they"));
  EXPECT_EQ(ours.handle("E01"), std::vector<std::string>{"E00"});
  EXPECT_EQ(ours.take_ended()->result.outcome, game::Outcome::Ongoing) << "no reason told";
  EXPECT_TRUE(ours.over());
}

// Our own follower on a free port for `action(port)`, and until it has heard that no more games come.
void with_follower(DxpFollower& follower, const std::function<void(int)>& action,
                   const DxpEnded& ended = {}) {
  std::stop_source stop;
  std::promise<int> port;
  auto server = std::async(std::launch::async, [&] {
    serve_dxp(
        0, false, follower, [&](int got) { port.set_value(got); }, stop.get_token(), ended);
  });
  action(port.get_future().get());
  server.wait_for(std::chrono::seconds(10));
  stop.request_stop();
}

// One who asks and asks and reads no answer.
TEST(Dxp, ALeaderThatDoesNotReadBlocksNobody) {
  auto ours = follower();
  std::stop_source stop;
  std::promise<int> port;
  auto server = std::async(std::launch::async, [&] {
    serve_dxp(
        0, false, ours, [&](int got) { port.set_value(got); }, stop.get_token());
  });
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  const int little = 4096;
  ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port.get_future().get()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int begun = ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address);
  EXPECT_TRUE(begun == 0 || errno == EINPROGRESS);
  std::string requests;  // of another version: four bytes that ask for thirty-five
  for (int i = 0; i < 1000; ++i) requests += std::string("R02") + '\0';
  // It takes no more once its answers find no room.
  pollfd entry{socket, POLLOUT, 0};
  while (::poll(&entry, 1, 500) > 0 && (entry.revents & POLLOUT) != 0)
    ::send(socket, requests.data(), requests.size(), MSG_NOSIGNAL);
  stop.request_stop();
  EXPECT_EQ(server.wait_for(std::chrono::seconds(8)), std::future_status::ready)
      << "before it gives the leader up";
  ::close(socket);
}

TEST(DxpLeader, PlaysOurFollowerOverALoopbackSocket) {
  auto theirs = DxpFollower(players::make_player("random"), {});
  std::vector<game::GameRecord> followed;
  std::vector<game::Side> sides_followed;
  const auto play = [&](int port) {
    auto ours = leader(2);
    std::vector<game::GameRecord> games;
    std::vector<game::Side> sides;
    const auto ended = [&](const game::GameRecord& record, game::Side side) {
      games.push_back(record);
      sides.push_back(side);
    };
    lead_dxp({"127.0.0.1", port}, ours, std::chrono::seconds(20), ended, {});
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(sides, (std::vector{game::Side::First, game::Side::Second}));
    EXPECT_EQ(games[0].result.outcome, game::Outcome::FirstWins);
    EXPECT_EQ(games[1].result.outcome, game::Outcome::SecondWins);
    for (const auto& game : games) {
      EXPECT_EQ(players::replay(game)->outcome(), game.result.outcome);
      EXPECT_GT(game.moves().size(), 20u);
    }
  };
  with_follower(theirs, play, [&](const game::GameRecord& record, game::Side side) {
    followed.push_back(record);
    sides_followed.push_back(side);
  });
  EXPECT_TRUE(theirs.over()) << "the last end says that no more games come";
  ASSERT_EQ(followed.size(), 2u) << "the follower is told of each too";
  EXPECT_EQ(sides_followed, (std::vector{game::Side::Second, game::Side::First}));
  EXPECT_EQ(followed[0].result.outcome, game::Outcome::FirstWins);
  EXPECT_EQ(followed[1].result.outcome, game::Outcome::SecondWins);
}

// A socket that takes one connection and answers it with `bytes`, `times` times with pauses; then it closes it, or is
// silent.
class BadPeer {
 public:
  explicit BadPeer(std::string bytes, bool closes, int times = 1) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, generic, length) != 0 || ::listen(listener_, 1) != 0 ||
        ::getsockname(listener_, generic, &length) != 0) {
      throw std::runtime_error("no port");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::jthread([this, bytes = std::move(bytes), closes, times] {
      peer_ = ::accept(listener_, nullptr, nullptr);
      for (int left = times; left > 0; --left) {
        if (left < times) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ::send(peer_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      }
      if (closes) ::shutdown(peer_, SHUT_RDWR);
    });
  }
  ~BadPeer() {
    thread_.join();
    ::close(peer_);
    ::close(listener_);
  }

  std::string error(std::chrono::milliseconds patience = std::chrono::seconds(10)) const {
    auto ours = leader(1);
    return error_of([&] { lead_dxp({"localhost", port_}, ours, patience, [](auto&&...) {}, {}); });
  }

 private:
  int listener_ = -1, peer_ = -1, port_ = 0;
  std::jthread thread_;
};

TEST(DxpLeader, BadPeersGiveErrorsAndNoHang) {
  EXPECT_THAT(BadPeer("", true).error(), HasSubstr("left before"));
  const std::chrono::milliseconds short_while(300);
  EXPECT_THAT(BadPeer("", false).error(short_while), HasSubstr("silent for 0.3 s"));
  EXPECT_THAT(BadPeer("A", false).error(short_while), HasSubstr("silent")) << "half a message";
  EXPECT_THAT(BadPeer(std::string("Chello") + '\0', true, 50).error(short_while),
              HasSubstr("silent"))
      << "talk is no answer";
  EXPECT_THAT(BadPeer(std::string("hello") + '\0', false).error(), HasSubstr("no DXP message"));
  EXPECT_THAT(BadPeer(std::string(6000, 'x'), false).error(), HasSubstr("speaks no DXP"));
  const std::string accepted = fmt::format("A{:<32}0", "they") + '\0';
  EXPECT_THAT(BadPeer(accepted + "M0000015000" + '\0', false).error(), HasSubstr("50 is taken"));
  EXPECT_THAT(BadPeer(accepted, true).error(), HasSubstr("left before"));
}

TEST(DxpLeader, Addresses) {
  const auto read = [](const char* text) {
    const auto address = DxpAddress::parse(text);
    return fmt::format("{} {}", address.host, address.port);
  };
  EXPECT_EQ(read("localhost"), "localhost 27531");
  EXPECT_EQ(read("10.0.0.1:99"), "10.0.0.1 99");
  EXPECT_EQ(read("::1"), "::1 27531");
  EXPECT_EQ(read("[::1]:99"), "::1 99");
  for (const char* bad : {"", ":99", "host:", "host:x", "host:70000"})
    EXPECT_NE(error_of([&] { DxpAddress::parse(bad); }), "") << bad;
  auto ours = leader(1);
  EXPECT_THAT(error_of([&] {
                lead_dxp({"127.0.0.1", 1}, ours, std::chrono::seconds(1), [](auto&&...) {}, {});
              }),
              HasSubstr("start it first"));
}

TEST(DxpLeader, RandomMessagesNeverBreakIt) {
  base::Random random(5);
  const std::string seeds[] = {fmt::format("A{:<32}0", "they"), "M0001201500", "B001Z", "E10",
                               "K0"};
  for (int i = 0; i < 1500; ++i) {
    DxpLeader ours(players::make_player("random"), {}, {}, 2);
    ours.begin();
    for (int m = 0; m < 4; ++m) {
      std::string message = m == 0 ? seeds[0] : seeds[random.below(5)];
      if (random.below(2) == 0) {
        message[random.below(static_cast<std::uint32_t>(message.size()))] =
            static_cast<char>(' ' + random.below(90));
      }
      try {
        for (const auto& answer : ours.handle(message)) ASSERT_NO_THROW(parse_dxp(answer));
      } catch (const base::UserError&) {
      }
    }
  }
}

}  // namespace
}  // namespace losange::protocol
