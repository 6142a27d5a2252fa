#include "players/outside/program_link.h"

#include <fmt/format.h>

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
  if (running() && write("quit")) process_->ends_within(patience_.quit);
  kill();
}

void ProgramLink::start() {
  kill();
  if (!log_) {
    process_.emplace(command_line_);
    return;
  }
  log_->begin(command_line_);
  process_.emplace(command_line_,
                   [log = log_](std::string_view line) { log->error_line(line); });
}

void ProgramLink::kill() {
  if (!process_) return;
  if (log_) log_->remark(running() ? "ended by Losange" : process_->status().english);
  process_.reset();
}

bool ProgramLink::write(const std::string& line) {
  if (log_) log_->sent(line);
  return process_->write(line + "\n");
}

void ProgramLink::log_unread() const {
  if (log_ && !process_->unread().empty())
    log_->remark(fmt::format("a line without its end: {}", process_->unread()));
}

void ProgramLink::send(const std::string& line) {
  if (!write(line))
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
        if (log_) log_->received(line);
        if (line.ends_with('\r')) line.pop_back();
        return line;
      case Read::Ended:
        log_unread();
        gone(question.text, {"program.closed", "closed its output,"}, question.remark);
      case Read::TooLong:
        fail(Kind::Protocol, {"program.long-line", "sent a line that does not end"});
      case Read::TimedOut:
        log_unread();
        if (question.interrupted) stopped();
        fail(Kind::Hang,
             {"program.late", "did not answer '{}' within {}{}", question.text,
              base::format_duration(base::to_seconds(question.patience)), question.remark});
      case Read::Stopped:
        if (question.interrupt.empty() || !write(question.interrupt)) stopped();
        question.interrupted = true;
        question.deadline = std::min(question.deadline, base::Clock::now() + patience_.interrupt);
        question.stop = {};
    }
  }
}

void ProgramLink::fail(Kind kind, const base::Message& what) const {
  if (log_) log_->remark(what.english);
  throw PlayerFailure(kind, {"program.in", "the program '{}' {}", command_line_, what});
}

void ProgramLink::gone(const std::string& at, const base::Message& otherwise,
                       const base::Message& remark) {
  fail(Kind::Crash,
       {"program.at-command", "{} at '{}'{}", process_->parting(otherwise), at, remark});
}

void ProgramLink::stopped() const {
  if (log_) log_->remark("stopped");
  throw base::UserError("program.stopped", "the program '{}' was stopped", command_line_);
}

}  // namespace losange::players
