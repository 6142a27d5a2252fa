#include "protocol/htp_server.h"

#include <fmt/format.h>

#include <ostream>

namespace losange::protocol {

void serve_htp(HtpEngine& engine, Inbox& inbox, std::ostream& out) {
  engine.show_live([&out](const std::string& block) { out << block << std::flush; });
  while (!engine.done() && out) {
    const auto request = inbox.next();
    if (!request) break;
    const Reply reply =
        request->too_long
            ? Reply{false, fmt::format("the line is longer than {} characters", kLongestHtpLine)}
            : engine.execute(request->command, request->stop.get_token());
    out << format_reply(request->command.id, reply) << std::flush;
  }
  engine.show_live({});
}

}  // namespace losange::protocol
