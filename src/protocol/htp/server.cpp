#include "protocol/htp/server.h"

#include <fmt/format.h>

#include <ostream>

namespace losange::protocol {

namespace {

std::string line_of(const Command& command) {
  return fmt::format("{}{}{}{}{}", command.id, command.id.empty() ? "" : " ", command.name,
                     command.rest.empty() ? "" : " ", command.rest);
}

}  // namespace

void serve_htp(HtpEngine& engine, Inbox& inbox, std::ostream& out, const Transcript& keep) {
  engine.show_live([&out](const std::string& block) { out << block << std::flush; });
  while (!engine.done() && out) {
    const auto request = inbox.next();
    if (!request) break;
    const Reply reply =
        request->too_long
            ? Reply{false, fmt::format("the line is longer than {} characters", kLongestHtpLine)}
            : engine.execute(request->command, request->stop.get_token());
    const std::string framed = format_reply(request->command.id, reply);
    out << framed << std::flush;
    if (keep) keep(fmt::format("{}\n{}", line_of(request->command), framed));
  }
  engine.show_live({});
}

}  // namespace losange::protocol
