// Which command lines `losange` hands on when it has no LibTorch, and to whom: a script in the place of ./losange writes
// down how it was called.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/system/file.h"
#include "lone_program.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Twins : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    program("script");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void program(const std::string& name) {
    base::write_file(folder_ / name, "#!/bin/sh\necho " + name + ": $*\n");
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  testing_files::Ran run(const std::string& arguments, const std::string& before = "") {
    return testing_files::run_shell(folder_, before + lone_.path() + " " + arguments);
  }
  testing_files::Ran run_by_script(const std::string& arguments) {
    return run(arguments, "LOSANGE_SCRIPT=$PWD/script ");
  }

  fs::path folder_ = testing_files::temporary("twins");
  testing_places::LoneProgram lone_;
  std::string net_ = testing_places::source() + "/models/hex-mlp.safetensors";
};

TEST_F(Twins, WhatNeedsLibTorchComesBackToTheScript) {
  const std::string big = testing_places::source() + "/models/hex.safetensors";
  for (const std::string& line :
       {std::string("train --folder run --sizes 4 --blocks 1 --channels 4"),
        "net convert " + big + " out.pt", "net value " + net_ + " --torch-script out.pt",
        "net check " + big + " --device cuda",
        std::string("match mcts zero:runtime=libtorch --games 2"),
        std::string("play --player negamax-mlp:model=x.pt")}) {
    const auto ran = run_by_script(line);
    EXPECT_EQ(ran.out, "script: --with-libtorch " + line + "\n") << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.code, 0);
  }
}

TEST_F(Twins, WhatDoesWithoutStays) {
  for (const std::string& line :
       {std::string("version"), "net info " + net_, "net value " + net_ + " --sizes 3 --batch 1",
        std::string("train --help"), std::string("train --folder"),
        std::string("match mcts random --size 3 --games 2 --nodes 10")}) {
    EXPECT_THAT(run_by_script(line).out, Not(HasSubstr("script"))) << line;
  }
}

TEST_F(Twins, WithoutTheScriptItSaysWhereLibTorchIs) {
  const auto ran = run("train --folder run --sizes 4 --blocks 1 --channels 4");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("training a net needs LibTorch: start losange-torch instead"));
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(Twins, ATwinBesideItTakesOver) {
  program("losange-torch");
  fs::copy_file(lone_.path(), folder_ / "losange");
  const auto beside = [&](const std::string& line) {
    return testing_files::run_shell(folder_, "./losange " + line).out;
  };
  EXPECT_EQ(beside("gate --size 3"), "losange-torch: gate --size 3\n");
  EXPECT_EQ(beside("net bench"), "losange-torch: net bench\n");
  // Neither what needs no LibTorch nor a wrong command line waits for it.
  EXPECT_THAT(beside("net info " + net_), Not(HasSubstr("losange-torch")));
  EXPECT_THAT(beside("gate --sizee 3"), Not(HasSubstr("losange-torch")));
  EXPECT_THAT(beside("train --help"), Not(HasSubstr("losange-torch")));
  EXPECT_EQ(beside("play --player zero:runtime=libtorch"),
            "losange-torch: play --player zero:runtime=libtorch\n");
  EXPECT_THAT(beside("version"), HasSubstr("compiler"));
}

// As in a package for x86-64: what is compiled for newer CPUs is in libexec, and goes on with the others of bin.
TEST_F(Twins, AProgramForNewerCpusIsInLibexec) {
  fs::create_directories(folder_ / "bin");
  fs::create_directories(folder_ / "libexec");
  fs::copy_file(lone_.path(), folder_ / "bin/losange");
  program("libexec/losange-x86-64-v3");
  const auto version = [&](const std::string& before) {
    return testing_files::run_shell(folder_, before + " bin/losange version").out;
  };
  const std::string own = version("LOSANGE_CPU=baseline");
  EXPECT_THAT(own, HasSubstr("compiler"));
  const bool is_older = own.find(" x86-64") != own.npos && own.find(" x86-64-v3") == own.npos;
  const bool cpu_is_newer = own.find(" avx2 ") != own.npos;
  EXPECT_EQ(version("") == "libexec/losange-x86-64-v3: version\n", is_older && cpu_is_newer) << own;

  fs::copy_file(lone_.path(), folder_ / "libexec/newer");
  EXPECT_THAT(own, HasSubstr("\nlibtorch   not there"));
  program("bin/losange-torch");
  for (const std::string from : {"LOSANGE_CPU=baseline bin/losange", "libexec/newer"}) {
    EXPECT_THAT(testing_files::run_shell(folder_, from + " version").out,
                HasSubstr("\nlibtorch   in losange-torch\n"));
  }
  EXPECT_EQ(testing_files::run_shell(folder_, "libexec/newer net bench").out,
            "bin/losange-torch: net bench\n");
}

TEST_F(Twins, TheProgramOfTheWindowPlaysAndLeavesTheRestToLosange) {
  program("losange");
  fs::copy_file(testing_places::program() + "-window", folder_ / "losange-window");
  const auto beside = [&](const std::string& line) {
    return testing_files::run_shell(folder_, "DISPLAY= ./losange-window " + line + " < /dev/null");
  };
  EXPECT_EQ(beside("version --json").out, "losange: version --json\n");
  EXPECT_EQ(beside("--help").out, "losange: --help\n");
  EXPECT_THAT(beside("play --help").out, HasSubstr("in the terminal"));
  EXPECT_THAT(beside("web --help").out, HasSubstr("in a browser"));
  EXPECT_THAT(beside("play --black random --white random --size 3").out, HasSubstr("wins"));
  EXPECT_EQ(beside("window").code, 1);  // by itself: no display
  EXPECT_THAT(
      testing_files::run_shell(folder_, "DISPLAY= LOSANGE_CPU=nonsense ./losange-window window")
          .err,
      HasSubstr("LOSANGE_CPU is 'nonsense'"));
  fs::remove(folder_ / "losange");
  EXPECT_THAT(beside("bench").err, HasSubstr("no command 'bench'"));
}

}  // namespace
}  // namespace losange
