// Serves HTP: commands from a source, one framed reply each to a stream, until quit or the end.
#pragma once

#include <iosfwd>
#include <stop_token>

#include "protocol/htp_engine.h"
#include "protocol/htp_input.h"

namespace losange::protocol {

// Every reply is flushed. Ends at quit, at the end of the input, when `out` breaks, and when
// stopped.
void serve_htp(HtpEngine& engine, Inbox& inbox, std::ostream& out);

}  // namespace losange::protocol
