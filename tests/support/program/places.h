#pragma once
// Where the sources of this build lie and where its program is. One source (places.cpp) knows, so that the
// tests themselves compile alike in every folder.
#include <string>

namespace losange::testing_places {

std::string source();   // the folder of the repository, without a slash at its end
std::string program();  // the path of `losange`

}  // namespace losange::testing_places
