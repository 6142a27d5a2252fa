// Serves HTP: commands from a source, one framed reply each to a stream, until quit or the end.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "protocol/htp/engine.h"
#include "protocol/lines/input.h"

namespace losange::protocol {

// Gets every command as one line with its framed reply below.
using Transcript = std::function<void(const std::string&)>;

// Every reply is flushed. Ends at quit, at the end of the input, when `out` breaks, and when
// stopped.
void serve_htp(HtpEngine& engine, Inbox& inbox, std::ostream& out, const Transcript& keep = {});

}  // namespace losange::protocol
