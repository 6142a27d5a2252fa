// Work that must not be felt by those who wait for something else.
#pragma once

namespace losange::base {

// From now on the calling thread runs where others leave time; it cannot be undone. Where the system does not tell
// threads apart nothing changes.
void give_way();

}  // namespace losange::base
