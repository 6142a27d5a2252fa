// tools/setup.sh on a machine that is pretended: what ./losange and ./test install, and what they say
// where nothing can be installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "base/system/file.h"
#include "base/text.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// A folder with the real scripts, and with commands in front of the machine's own: dpkg-query knows the
// packages of `installed`, apt-get writes down what it is asked for and fails where there is a file `refuse`.
class PretendedMachine : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "tools");
    for (const char* name : {"tools/setup.sh", "tools/packages.txt", "losange", "test"}) {
      fs::copy_file(fs::path(testing_places::source()) / name, folder_ / name);
    }
    fs::create_directories(folder_ / "bin");
    command("dpkg-query", "grep -qx \"$3\" installed && echo installed");
    command("apt-get", "echo \"$*\" >> asked; [ \"$1\" = update ] || [ ! -e refuse ]");
    command("sudo", "[ \"$1\" = -n ] || \"$@\"");
    for (const char* name : {"cmake", "ctest"}) command(name, "echo \"$*\" >> asked; exit 1");
    base::write_file(folder_ / "installed", "");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void command(const std::string& name, const std::string& body) {
    const fs::path path = folder_ / "bin" / name;
    base::write_file(path, "#!/bin/sh\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
  }

  testing_files::Ran run(const std::string& line) {
    return testing_files::run_shell(folder_, "PATH=$PWD/bin:$PATH bash -c '" + line + "'");
  }
  std::string asked() const {
    return fs::exists(folder_ / "asked") ? base::read_file(folder_ / "asked") : "";
  }

  fs::path folder_ = testing_files::temporary("machine");
};

constexpr const char* kOrdinary = "set -eu; . tools/setup.sh; ensure_packages play test";

// Builds whatever is asked for at once: programs that say their name and what they are given.
constexpr const char* kQuickBuild = R"(echo "cmake $*" >> asked
mkdir -p build/release && touch build/release/build.ninja
for name in losange losange-window losange-torch; do
  printf '#!/bin/sh\necho %s: $*\n' $name > build/release/$name && chmod +x build/release/$name
done)";

TEST_F(PretendedMachine, WhoPlaysGetsWhatPlayingNeedsAndNothingElse) {
  command("cmake", kQuickBuild);
  const auto ran = run("./losange play --size 5");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "losange-window: play --size 5\n");
  EXPECT_THAT(ran.err, HasSubstr("installing: "));
  EXPECT_THAT(asked(), AllOf(HasSubstr(" cmake "), HasSubstr("libsfml-dev"),
                             HasSubstr("--target losange-window\n")));
  EXPECT_THAT(asked(), Not(AnyOf(HasSubstr("torch"), HasSubstr("gtest"), HasSubstr("benchmark"),
                                 HasSubstr("xvfb"), HasSubstr("clang"))));
}

TEST_F(PretendedMachine, TheWholeProgramIsBuiltWhenItIsAskedFor) {
  command("cmake", kQuickBuild);
  EXPECT_EQ(run("./losange").out, "losange-window:\n");
  EXPECT_EQ(run("./losange window game.sgf").out, "losange-window: window game.sgf\n");
  EXPECT_THAT(asked(), Not(HasSubstr("--target losange\n")));
  EXPECT_EQ(run("./losange htp").out, "losange: htp\n");
  EXPECT_THAT(asked(), HasSubstr("--target losange\n"));
}

TEST_F(PretendedMachine, PackagesGoToAFolder) {
  for (const char* line :
       {"./losange package --help", "./losange package here there", "./losange package \"\""}) {
    const auto ran = run(line);
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_THAT(ran.err, HasSubstr("./losange package FOLDER"));
  }
  EXPECT_EQ(asked(), "");
}

TEST_F(PretendedMachine, APackageThatCannotBeCopiedIsAnError) {
  command("cmake", "mkdir -p build/release build/portable build/newer");
  command("cpack", "mkdir -p packages; touch packages/losange.deb packages/losange.tar.xz");
  fs::create_directories(folder_ / "out/losange.deb/losange.deb");
  EXPECT_NE(run("./losange package out").code, 0);
  fs::remove_all(folder_ / "out");
  const auto ran = run("./losange package out");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "out/losange.deb\nout/losange.tar.xz\n");
}

TEST_F(PretendedMachine, PackagesForX8664HaveAProgramForNewerCpusToo) {
  command("cmake",
          R"(echo "cmake $*" >> asked; mkdir -p build/release build/portable build/newer)");
  command("cpack", R"(mkdir -p packages; pwd | sed "s|.*/|made in |" > packages/losange.tar.xz)");
  const auto builds = [&](const char* processor) {
    command("uname", std::string("echo ") + processor);
    fs::remove(folder_ / "asked");
    const auto ran = run("./losange package out");
    EXPECT_EQ(ran.out, "out/losange.tar.xz\n") << ran.err;
    return base::read_file(folder_ / "out/losange.tar.xz") + asked();
  };
  EXPECT_THAT(builds("aarch64"), AllOf(HasSubstr("made in release\n"), Not(HasSubstr("newer"))));
  EXPECT_THAT(builds("x86_64"), AllOf(HasSubstr("made in portable\n"),
                                      HasSubstr("--build --preset newer --target losange\n"),
                                      HasSubstr("--build --preset portable --target losange "),
                                      Not(HasSubstr("--build --preset release"))));
}

TEST_F(PretendedMachine, LibTorchComesWithTheFirstCommandThatNeedsIt) {
  command("cmake", kQuickBuild);
  run("./losange version");
  fs::remove(folder_ / "asked");
  fs::remove(folder_ / "build/release/losange-torch");
  const auto ran = run("./losange --with-libtorch train --folder x");
  EXPECT_EQ(ran.out, "losange-torch: train --folder x\n") << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("needs LibTorch, which is installed and built now"));
  EXPECT_THAT(asked(), AllOf(HasSubstr(" libtorch-dev "), HasSubstr("--target losange-torch\n"),
                             HasSubstr("cmake --preset release\n")));
  fs::remove(folder_ / "asked");
  const auto again = run("./losange --with-libtorch train --folder x");
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(asked(), "cmake --build --preset release --target losange-torch\n");
}

TEST_F(PretendedMachine, ThePageIsBuiltWhenItIsAskedFor) {
  command("cmake", kQuickBuild);
  EXPECT_EQ(run("./losange web --help").out, "losange-window: web --help\n");
  EXPECT_THAT(asked(), Not(HasSubstr("emscripten")));
  EXPECT_EQ(run("./losange web --port 80").out, "losange-window: web --port 80\n");
  EXPECT_THAT(asked(),
              AllOf(HasSubstr("emscripten"), HasSubstr("--preset web --target site\n"),
                    HasSubstr("--target losange-window\n"), Not(HasSubstr("--target losange\n"))));
}

TEST_F(PretendedMachine, ConfiguresAgainWhatPackagesCameAfter) {
  command("cmake", kQuickBuild);
  command("ctest", "echo tested");
  EXPECT_THAT(run("./losange version").err, HasSubstr("first build"));
  fs::remove(folder_ / "asked");
  run("./losange version");
  EXPECT_EQ(asked(), "cmake --build --preset release --target losange\n");
  const auto later = fs::file_time_type::clock::now() + std::chrono::seconds(2);
  EXPECT_EQ(run("./test").out, "tested\n");
  EXPECT_THAT(asked(), AllOf(HasSubstr("libgtest-dev"), HasSubstr("cmake --preset release\n")));
  fs::remove(folder_ / "asked");
  fs::last_write_time(folder_ / "build/release.configured", later);
  run("./test");
  EXPECT_EQ(asked(), "cmake --build --preset release\n");
}

// What CMake wrote names the folder it was written for.
TEST_F(PretendedMachine, AFolderThatWasMovedIsBuiltAnew) {
  command("cmake", kQuickBuild);
  run("./losange version");
  const auto cache = folder_ / "build/release/CMakeCache.txt";
  const auto starts_in = [&](const fs::path& home) {
    base::write_file(cache, "CMAKE_HOME_DIRECTORY:INTERNAL=" + home.string() + "\n");
    fs::remove(folder_ / "asked");
    const auto ran = run("./losange version");
    EXPECT_EQ(ran.out, "losange: version\n") << ran.err;
    return ran.err;
  };
  EXPECT_EQ(starts_in(folder_), "");
  EXPECT_EQ(starts_in(folder_ / "tools" / ".."), "");
  EXPECT_TRUE(fs::exists(cache));
  for (const fs::path& home : {folder_.parent_path(), folder_ / "gone"}) {
    EXPECT_THAT(starts_in(home),
                HasSubstr("build/release was made where this folder stood before"));
    EXPECT_FALSE(fs::exists(cache));
    EXPECT_THAT(asked(), HasSubstr("cmake --preset release\n"));
  }
}

TEST_F(PretendedMachine, ABuildWaitsForAnotherAndSaysSo) {
  command("cmake", kQuickBuild);
  EXPECT_THAT(run("./losange version").err, Not(HasSubstr("another start")));
  // Holds the lock until somebody says that they wait.
  command("hold",
          "touch held; for i in $(seq 400); do grep -q waiting told && break; sleep 0.05; done");
  const auto ran =
      run("touch told; flock build/lock hold & until [ -e held ]; do sleep 0.01; done; ./losange "
          "version 2> told; wait; cat told");
  EXPECT_EQ(ran.out,
            "losange: version\nlosange: another start builds or installs in this folder: waiting "
            "for it\n");
}

TEST_F(PretendedMachine, TellsAPersonWhoMayNotInstall) {
  command("id", "echo 1000");
  command("sudo", "exit 1");
  const auto ran = run("./losange version < /dev/null");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("takes root or sudo, and the network"),
                             HasSubstr("apt-get install --no-install-recommends "),
                             HasSubstr(" libfmt-dev ")));
  // What is there is enough: nothing is installed, and nobody need be asked.
  std::string all;
  for (const auto& line : base::split(base::read_file(folder_ / "tools/packages.txt"), '\n')) {
    if (line.starts_with("play need ")) all += line.substr(10) + "\n";
  }
  base::write_file(folder_ / "installed", all);
  command("cmake", kQuickBuild);
  const auto enough = run("./losange version < /dev/null");
  EXPECT_EQ(enough.out, "losange: version\n");
  EXPECT_THAT(enough.err, HasSubstr("without libsfml-dev: what needs it is left out"));
}

TEST_F(PretendedMachine, ACheckInstallsWhatItNeedsBesides) {
  run(kOrdinary);
  fs::remove(folder_ / "asked");
  EXPECT_THAT(run("./test --fuzz 10").err, HasSubstr("configuring failed"));
  EXPECT_THAT(asked(), AllOf(HasSubstr(" clang "), HasSubstr(" libclang-rt-dev")));
  fs::remove(folder_ / "asked");
  run("./test --tidy");
  EXPECT_THAT(asked(), HasSubstr(" clang-tidy"));
  fs::remove(folder_ / "asked");
  run("./test --preset clang");
  EXPECT_THAT(asked(), AllOf(HasSubstr(" clang "), Not(HasSubstr("clang-tidy"))));
}

TEST_F(PretendedMachine, WhatIsInstalledIsNotAskedForAgain) {
  EXPECT_EQ(run(kOrdinary).code, 0);
  fs::remove(folder_ / "asked");
  const auto again = run(kOrdinary);
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(asked(), "");
}

TEST_F(PretendedMachine, SaysWhatToInstallWhereItCannot) {
  base::write_file(folder_ / "refuse", "");
  const auto ran = run("./test --tidy");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("cannot install packages here"),
                             HasSubstr("apt-get install --no-install-recommends "),
                             HasSubstr(" clang-tidy ")));
}

// A build of four steps, of which the last one works or not.
constexpr const char* kBuild =
    "for i in 1 2 3 4; do echo \"[$i/4] Building $i\"; done; [ ! -e broken ] || { echo \"error: "
    "no\"; exit 1; }";

TEST_F(PretendedMachine, ShowsTheStepsOfABuildOnATerminal) {
  fs::create_directories(folder_ / "build");
  command("cmake", kBuild);
  command("go", "bash -c \"set -eu; . tools/setup.sh; build_targets release losange\"");
  EXPECT_THAT(run("go").err, Not(HasSubstr("step")));
  const auto seen = run("script -qec go /dev/null");
  EXPECT_EQ(seen.code, 0);
  EXPECT_THAT(seen.out,
              AllOf(HasSubstr("building, step 1 of 4"), HasSubstr("building, step 4 of 4")));
  EXPECT_THAT(base::read_file(folder_ / "build/release.log"), HasSubstr("[4/4] Building 4"));
}

TEST_F(PretendedMachine, ABuildThatFailsSaysWhy) {
  fs::create_directories(folder_ / "build/release");
  base::write_file(folder_ / "build/release/build.ninja", "");
  base::write_file(folder_ / "broken", "");
  command("cmake", kBuild);
  const auto ran = run("set -eu; . tools/setup.sh; build_targets release");
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("error: no"), HasSubstr("the build failed")));
}

// Elsewhere than on Debian nothing is installed.
TEST_F(PretendedMachine, FormattingIsNotCheckedWithoutTheProgramForIt) {
  for (const std::string name : {"bash", "dirname", "mkdir", "readlink", "cmp", "cp", "find",
                                 "sort", "xargs", "sed", "uniq"}) {
    const fs::path place = fs::exists("/usr/bin/" + name) ? "/usr/bin" : "/bin";
    fs::create_symlink(place / name, folder_ / "bin" / name);
  }
  fs::remove(folder_ / "bin/apt-get");
  fs::create_directories(folder_ / "src");
  const auto ran = testing_files::run_shell(folder_, "PATH=$PWD/bin ./test --format");
  EXPECT_NE(ran.code, 0);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("clang-format is missing"), Not(HasSubstr("formatted"))));
}

TEST_F(PretendedMachine, TheTestCommandExplainsWrongOptions) {
  const auto expect_usage = [&](const char* line, const char* way_out) {
    const auto ran = run(line);
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_THAT(ran.err, HasSubstr(way_out));
  };
  expect_usage("./test --preset fast", "name release, debug, tsan or clang");
  expect_usage("./test --preset", "name release, debug, tsan or clang");
  expect_usage("./test --fuzz", "./test --fuzz 60");
  expect_usage("./test --fuzz soon", "./test --fuzz 60");
  EXPECT_EQ(asked(), "");
}

}  // namespace
}  // namespace losange
