#include "protocol/htp_server.h"

#include <fmt/format.h>

#include <ostream>

namespace losange::protocol {

void serve_htp(HtpEngine& engine, LineSource& source, std::ostream& out, std::stop_token stop) {
  Inbox inbox(source, stop);
  while (!engine.done() && out) {
    const auto request = inbox.next();
    if (!request) return;
    const Reply reply =
        request->too_long
            ? Reply{false, fmt::format("the line is longer than {} characters", kLongestHtpLine)}
            : engine.execute(request->command, request->stop.get_token());
    out << format_reply(request->command.id, reply) << std::flush;
  }
}

}  // namespace losange::protocol
