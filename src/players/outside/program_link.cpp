#include "players/outside/program_link.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace losange::players {

using Kind = PlayerFailure::Kind;

ProgramPatience ProgramPatience::of(base::Millis reply, base::Millis startup) {
  ProgramPatience patience;
  patience.unlimited = reply;
  patience.startup = startup;
  patience.command = std::min(patience.command, reply);
  return patience;
}

base::Millis ProgramPatience::for_move(const search::Limits& limits) const {
  if (limits.clock) return limits.clock->left + grace;
  return limits.time ? *limits.time + grace : unlimited;
}

ProgramLink::~ProgramLink() {
  if (running() && process_->write("quit\n")) process_->ends_within(patience_.quit);
}

void ProgramLink::send(const std::string& line) {
  if (!process_->write(line + "\n"))
    gone(line, {"program.not-reading", "no longer reads what it is sent,"});
}

ProgramLink::Question ProgramLink::ask(std::string text, base::Millis patience,
                                       std::stop_token stop, std::string interrupt) {
  const auto deadline = base::Clock::now() + patience;
  send(text);
  return {std::move(text), patience, deadline, std::move(stop), std::move(interrupt)};
}

std::string ProgramLink::next_line(Question& question) {
  using Read = base::Process::Read;
  std::string line;
  while (true) {
    switch (process_->read_line(line, question.deadline, question.stop)) {
      case Read::Line:
        if (line.ends_with('\r')) line.pop_back();
        return line;
      case Read::Ended:
        gone(question.text, {"program.closed", "closed its output,"}, question.remark);
      case Read::TooLong:
        fail(Kind::Protocol, {"program.long-line", "sent a line that does not end"});
      case Read::TimedOut:
        if (question.interrupted) stopped();
        fail(Kind::Hang,
             {"program.late", "did not answer '{}' within {}{}", question.text,
              base::format_duration(base::to_seconds(question.patience)), question.remark});
      case Read::Stopped:
        if (question.interrupt.empty() || !process_->write(question.interrupt + "\n")) stopped();
        question.interrupted = true;
        question.deadline = std::min(question.deadline, base::Clock::now() + patience_.interrupt);
        question.stop = {};
    }
  }
}

void ProgramLink::fail(Kind kind, const base::Message& what) const {
  throw PlayerFailure(kind, {"program.in", "the program '{}' {}", command_line_, what});
}

void ProgramLink::gone(const std::string& at, const base::Message& otherwise,
                       const base::Message& remark) {
  fail(Kind::Crash,
       {"program.at-command", "{} at '{}'{}", process_->parting(otherwise), at, remark});
}

void ProgramLink::stopped() const {
  throw base::UserError("program.stopped", "the program '{}' was stopped", command_line_);
}

}  // namespace losange::players
