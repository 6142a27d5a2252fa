// Which compilers take warnings for errors: those of CI alone, so that a newer one builds in spite of new warnings.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/system/file.h"
#include "places.h"
#include "shell.h"
#include "temporary.h"

namespace losange {
namespace {

class Warnings : public testing::Test {
 protected:
  Warnings() {
    std::filesystem::create_directories(folder_);
    base::write_file(folder_ / "CMakeLists.txt",
                     "cmake_minimum_required(VERSION 3.25)\nproject(warnings NONE)\n"
                     "set(CMAKE_CXX_COMPILER_ID ${ID})\nset(CMAKE_CXX_COMPILER_VERSION ${VERSION})\n"
                     "include(" + testing_places::source() + "/cmake/Compiler.cmake)\n"
                     "get_directory_property(options COMPILE_OPTIONS)\n"
                     "message(STATUS \"options ${options}\")\n");
  }
  ~Warnings() override { std::filesystem::remove_all(folder_); }

  bool are_errors(const std::string& compiler, const std::string& before = "env -u CI") const {
    const auto ran = testing_files::run_shell(
        folder_, "rm -rf build && " + before + " cmake -S . -B build " + compiler);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("options -Wall;-Wextra"), std::string::npos) << ran.out;
    return ran.out.find("-Werror") != std::string::npos;
  }

  std::filesystem::path folder_ = testing_files::temporary("warnings");
};

TEST_F(Warnings, AreErrorsWithTheCompilersOfCiAlone) {
  EXPECT_TRUE(are_errors("-DID=GNU -DVERSION=12.2.0"));
  EXPECT_TRUE(are_errors("-DID=Clang -DVERSION=14.0.6"));
  EXPECT_FALSE(are_errors("-DID=GNU -DVERSION=13.2.0"));
  EXPECT_FALSE(are_errors("-DID=GNU -DVERSION=14.1.0"));
  EXPECT_FALSE(are_errors("-DID=Clang -DVERSION=19.1.0"));
  EXPECT_FALSE(are_errors("-DID=GNU -DVERSION=12.2.0 -DLOSANGE_WERROR=OFF"));
  EXPECT_TRUE(are_errors("-DID=GNU -DVERSION=13.2.0", "env CI=true"));
}

}  // namespace
}  // namespace losange
