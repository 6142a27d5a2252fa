// What no training may do to its folder: take a run of another method for its own, save a net that is none, lose a
// log to a line that was cut off, or write two nets to one file.
#include "train/common/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "base/system/file.h"
#include "error_of.h"
#include "json.h"
#include "net/file/safetensors.h"
#include "net/file/weights.h"
#include "net/torch/torch.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"
#include "train/common/log.h"
#include "train/draughts/run.h"
#include "train/policy/run.h"
#include "train/value/run.h"

namespace losange::train {
namespace {

using testing_errors::error_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_files::Json;

class TrainingFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!net::has_libtorch()) GTEST_SKIP() << "this build has no LibTorch";
    net::set_net_threads(1);
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunRequest policy(const std::string& name) const {
    RunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    request.max_rounds = 1;
    auto& o = request.options;
    o.net = {.blocks = 1, .channels = 4, .pool_every = 1, .value_hidden = 4};
    o.sizes = "3";
    o.games = 8;
    o.steps = 4;
    o.batch = 8;
    return request;
  }
  ValueRunRequest reinforced(const std::string& name) const {
    ValueRunRequest request;
    request.folder = folder_ / name;
    request.device = "cpu";
    request.max_rounds = 1;
    auto& o = request.options;
    o.hidden = 4;
    o.sizes = "3";
    o.games = 40;
    o.round_games = 4;
    o.batch = 8;
    o.buffer = 50;
    o.random_moves = 1;
    return request;
  }
  ValueRunRequest fitted(const std::string& name) const {
    auto request = reinforced(name);
    request.options.method = "value-fit";
    base::write_file(folder_ / "data.jsonl",
                     "{\"N\":3,\"board\":[0,0,0,0,1,0,0,0,0],\"to_move\":2,\"result\":-1,"
                     "\"moves_to_end\":3,\"game\":0}\n");
    request.data = {folder_ / "data.jsonl"};
    return request;
  }
  DraughtsTraining draughts(const std::string& name) const {
    DraughtsTraining training;
    training.folder = folder_ / name;
    training.games_a_round = 2;
    training.games.nodes = 20;
    training.max_rounds = 1;
    return training;
  }

  // Every file of a folder with its content.
  std::map<std::string, std::string> content_of(const std::string& name) const {
    std::map<std::string, std::string> content;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / name)) {
      content[entry.path().filename().string()] = base::read_file(entry.path());
    }
    return content;
  }

  std::filesystem::path folder_ = testing_files::temporary("training_folder");
};

TEST_F(TrainingFolder, IsRefusedToEveryOtherMethodAndStaysAsItIs) {
  const std::map<std::string, std::function<void(const std::string&)>> methods{
      {kPolicyRun, [&](const auto& name) { run_training(policy(name), {}); }},
      {value_run_name("value-rl"),
       [&](const auto& name) { run_value_training(reinforced(name), {}); }},
      {value_run_name("value-fit"),
       [&](const auto& name) { run_value_training(fitted(name), {}); }},
      {kDraughtsRun, [&](const auto& name) { train_draughts(draughts(name), {}); }}};
  for (const auto& [method, start] : methods) {
    start(method);
    const auto before = content_of(method);
    EXPECT_GT(before.size(), 2u);
    for (const auto& [other, begin] : methods) {
      if (other == method) continue;
      EXPECT_THAT(error_of([&begin = begin, &method = method] { begin(method); }),
                  AllOf(HasSubstr("holds a run of " + method), HasSubstr("another --folder")))
          << other;
      EXPECT_EQ(content_of(method), before) << other;
    }
    start(method);  // which goes on with it
    EXPECT_NE(content_of(method), before) << method;
  }
}

TEST_F(TrainingFolder, WithAStrangersFileIsLeftAlone) {
  for (const char* name :
       {"log.jsonl", "net.safetensors", "weights", "notes.md", "state-of-the-art.pdf", "states"}) {
    const std::string folder = std::string("of ") + name;
    std::filesystem::create_directories(folder_ / folder);
    base::write_file(folder_ / folder / name, "precious");
    const auto before = content_of(folder);
    for (const auto& begin :
         std::vector<std::function<void()>>{[&] { run_training(policy(folder), {}); },
                                            [&] { run_value_training(reinforced(folder), {}); },
                                            [&] { train_draughts(draughts(folder), {}); }}) {
      EXPECT_THAT(error_of(begin), AllOf(HasSubstr(name), HasSubstr("no state of a run")));
      EXPECT_EQ(content_of(folder), before);
    }
  }
}

TEST_F(TrainingFolder, SaysWhatIsInAFolderOfOtherThings) {
  std::filesystem::create_directories(folder_ / "papers" / "drafts");
  for (const char* name : {"a.md", "b.md", "c.md", "d.md"})
    base::write_file(folder_ / "papers" / name, "precious");
  EXPECT_THAT(error_of([&] { run_training(policy("papers"), {}); }),
              AllOf(HasSubstr("holds a.md, b.md, c.md and 2 more"), HasSubstr("another --folder")));
  // What a power cut in the first save may leave is no other thing.
  std::filesystem::create_directories(folder_ / "cut");
  base::write_file(folder_ / "cut" / "state-000000-1-values.safetensors", "torn");
  base::write_file(folder_ / "cut" / "state.json.12.part", "{");
  run_training(policy("cut"), {});
}

// The defaults are for a GPU, and would keep a CPU for months.
TEST_F(TrainingFolder, IsNotMadeForARunWithoutEndOnACpu) {
  if (net::has_cuda()) GTEST_SKIP() << "this machine has a GPU";
  const auto run = [&](const std::string& options) {
    return testing_files::run_shell(folder_, testing_places::program() + " train " + options);
  };
  const auto refused = run("");
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("there is no GPU here"), HasSubstr("--positions")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "training"));
  const std::string small = "--sizes 3 --blocks 1 --channels 4 --games 4 --steps 2 --batch 4 ";
  EXPECT_EQ(run(small + "--folder bounded --positions 16").code, 0);
  EXPECT_EQ(run("--folder bounded --minutes 0.001").code, 0);  // it is there, and goes on
}

TEST_F(TrainingFolder, OfDraughtsGoesOnByItsRules) {
  const auto run = [&](const std::string& options) {
    return testing_files::run_shell(folder_, testing_places::program() +
                                                 " train --game draughts --folder d --rounds 1 "
                                                 "--round-games 2 --move-nodes 20 --threads 1 " +
                                                 options);
  };
  ASSERT_EQ(run("--variant english").code, 0);
  for (const char* same : {"", "--variant English"}) EXPECT_EQ(run(same).code, 0) << same;
  const auto other = run("--variant russian");
  EXPECT_EQ(other.code, 1);
  EXPECT_THAT(other.err, HasSubstr("was started with --variant english"));
}

TEST_F(TrainingFolder, HasANetWithTheLicenceOfItsParent) {
  run_training(policy("own"), {});
  const auto own = net::read_weights(folder_ / "own" / "net.safetensors");
  EXPECT_EQ(own.history.licence, "none");
  auto parent = own;
  parent.history.licence = "CC0";
  net::write_weights(folder_ / "parent.safetensors", parent);
  auto child = policy("child");
  child.start_from = folder_ / "parent.safetensors";
  run_training(child, {});
  run_training(child, {});  // goes on
  EXPECT_EQ(net::read_weights(folder_ / "child" / "net.safetensors").history.licence, "CC0");
}

TEST_F(TrainingFolder, IsNotMadeForARunThatCannotStart) {
  auto request = policy("new");
  request.options.lambda = 7;
  EXPECT_THAT(error_of([&] { run_training(request, {}); }), HasSubstr("--lambda"));
  request = policy("new");
  request.truth = folder_ / "missing.txt";
  EXPECT_NE(error_of([&] { run_training(request, {}); }), "");
  request = policy("new");
  request.device = "tpu";
  EXPECT_NE(error_of([&] { run_training(request, {}); }), "");
  auto values = fitted("new");
  values.data = {folder_ / "missing.jsonl"};
  EXPECT_NE(error_of([&] { run_value_training(values, {}); }), "");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

TEST_F(TrainingFolder, KeepsEveryNetUnderANameOfItsOwn) {
  auto request = policy("kept");
  request.max_rounds = 5;
  request.keep_every = 10;  // less than a round plays
  run_training(request, {});
  int kept = 0;
  for (const auto& [name, content] : content_of("kept")) kept += name.starts_with("net-") ? 1 : 0;
  EXPECT_EQ(kept, 5);
}

TEST_F(TrainingFolder, GoesOnAfterALineOfItsLogWasCutOff) {
  auto request = policy("run");
  request.max_rounds = 2;
  run_training(request, {});
  auto values = reinforced("values");
  values.max_rounds = 2;
  run_value_training(values, {});
  for (const auto& folder : {request.folder, values.folder}) {
    const auto path = folder / "log.jsonl";
    const auto go_on = [&] {
      folder == request.folder ? void(run_training(request, {}))
                               : void(run_value_training(values, {}));
    };
    const std::string whole = base::read_file(path);
    base::write_file(path, whole + "{\"round\":3,\"posit");
    EXPECT_EQ(read_log(path).size(), 2u) << "a picture can be drawn meanwhile";
    go_on();
    EXPECT_EQ(read_log(path).size(), 4u);
    EXPECT_TRUE(base::read_file(path).starts_with(whole));
    // The last line is whole but for its newline.
    const std::string four = base::read_file(path);
    base::write_file(path, std::string_view(four).substr(0, four.size() - 1));
    go_on();
    EXPECT_EQ(read_log(path).size(), 6u);
    base::write_file(path, "{\"round\":1,\"posit\n" + four);
    EXPECT_THAT(error_of(go_on), HasSubstr("line 1"));
  }
}

TEST_F(TrainingFolder, OfDraughtsHasWholeLinesAfterOneWasCutOff) {
  const auto training = draughts("run");
  train_draughts(training, {});
  const auto path = training.folder / "log.jsonl";
  const std::string whole = base::read_file(path);
  base::append_file(path, "{\"round\":2,\"ga");
  train_draughts(training, {});
  const std::string after = base::read_file(path);
  EXPECT_TRUE(after.starts_with(whole + "{\"round\":2,\"games\":4,"));
  EXPECT_EQ(std::count(after.begin(), after.end(), '\n'), 2);
}

// Numbers in a state that make learning go astray, as a far too high learning rate would.
TEST_F(TrainingFolder, KeepsItsGoodNetWhenLearningGoesAstray) {
  const auto request = policy("policy");
  run_training(request, {});
  const auto state = request.folder / "state.json";
  std::string text = base::read_file(state);
  const std::string weight = "\"value_weight\": 0.5";
  ASSERT_NE(text.find(weight), std::string::npos);
  text.replace(text.find(weight), weight.size(), "\"value_weight\": 1e39");
  base::write_file(state, text);
  auto before = content_of("policy");
  EXPECT_THAT(error_of([&] { run_training(request, {}); }),
              AllOf(HasSubstr("--learning-rate"), HasSubstr("net.safetensors")));
  EXPECT_EQ(content_of("policy"), before);

  const auto values = reinforced("values");
  run_value_training(values, {});
  const auto path = values.folder / "state.safetensors";
  auto file = net::read_tensors(path);
  const Json run(file.metadata.at("run"));
  const Json wild =
      run.at("options").with("weight_decay", Json("1e38")).with("learning_rate", Json("1"));
  file.metadata["run"] = run.with("options", wild).text();
  net::write_tensors(path, file);
  before = content_of("values");
  auto more = values;
  more.max_rounds = 20;
  EXPECT_THAT(error_of([&] { run_value_training(more, {}); }), HasSubstr("--learning-rate"));
  const auto after = content_of("values");
  EXPECT_EQ(after.at("net.safetensors"), before.at("net.safetensors"));
  EXPECT_EQ(after.at("state.safetensors"), before.at("state.safetensors"));
  EXPECT_EQ(after.at("net.pt"), before.at("net.pt"));
}

}  // namespace
}  // namespace losange::train
