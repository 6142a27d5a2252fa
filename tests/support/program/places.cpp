#include "places.h"

namespace losange::testing_places {

std::string source() { return LOSANGE_SOURCE_DIR; }
std::string program() { return LOSANGE_PROGRAM; }

}  // namespace losange::testing_places
