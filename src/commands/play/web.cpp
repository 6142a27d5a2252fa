// `losange web`: the game in a browser. Serves the page on this machine, or writes it into a folder that any host can
// serve (docs/web.md).
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/aside.h"
#include "base/system/interrupt.h"
#include "commands/common/written.h"
#include "commands/line/command.h"
#include "web/server/server.h"

namespace losange::commands {

namespace {

struct WebArguments {
  web::ServerOptions server;
  std::string folder, site;
  bool port_given = false, quiet = false;
};

// By the desktop's own choice of a browser, without waiting for it and without what it says. It is no part of what Ctrl-C
// ends here.
void open_browser(const std::string& url) {
  constexpr const char* kOpen =
      "command -v xdg-open >/dev/null && xdg-open \"$0\" >/dev/null 2>&1 && exit; "
      "for browser in x-www-browser firefox chromium; do "
      "command -v $browser >/dev/null && exec $browser \"$0\" >/dev/null 2>&1; done; "
      "echo 'no browser was found here: open the address in one' >&2";
  if (::fork() != 0) return;
  ::setsid();
  ::execl("/bin/sh", "sh", "-c", kOpen, url.c_str(), nullptr);
  ::_exit(127);
}

bool has_display() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY");
}

void run_web(const WebArguments& arguments) {
  const auto site = web::read_site(web::site_folder(arguments.site));
  if (!arguments.folder.empty()) {
    web::export_site(site, arguments.folder);
    say_written(arguments.folder, "any host that serves these files by https shows the page");
    return;
  }
  const bool opens = !arguments.quiet && has_display();
  web::ServerOptions options = arguments.server;
  options.any_port = !arguments.port_given;
  web::serve(
      site, options,
      [&](const std::string& url, int port) {
        fmt::print("{}\n", url);
        std::fflush(stdout);
        if (!arguments.port_given && port != web::kUsualPort) {
          base::say_aside(
              "port {} is taken, by another losange web perhaps; what the browser keeps for "
              "it is not seen at this one\n",
              web::kUsualPort);
        }
        if (!web::is_of_this_machine(options.address)) {
          base::say_aside(
              "browsers of other machines play by https alone: put a server that has it before "
              "this one, or let them come by ssh -L {}:{}\n",
              port, std::string_view(url).substr(7, url.size() - 8));  // without http:// and /
        }
        base::say_aside("{}; Ctrl-C ends it\n",
                        opens ? "a browser opens there" : "open it in a browser");
        if (opens) open_browser(url);
      },
      base::stop_on_interrupt());
}

}  // namespace

void add_web(Command program) {
  auto arguments = std::make_shared<WebArguments>();
  const auto command = program.add_subcommand(
      "web", "Play and study in a browser: serve the page here, or write it for a host");
  command.group(kPlay);
  command.add_number(
      "--port", arguments->server.port, arguments->port_given,
      fmt::format("Where it answers, {} unless given; 0 takes a free one", web::kUsualPort), 0,
      65535);
  command
      .add_option("--address", arguments->server.address,
                  "Where it listens; others than this machine reach it only if you name another, "
                  "and play by https alone")
      .capture_default_str()
      .type_name("ADDRESS");
  command
      .add_option("--export", arguments->folder,
                  "Write the page into this folder, for any host of static files, and end")
      .type_name("FOLDER");
  command
      .add_option("--site", arguments->site,
                  "The page's folder; the one that ./losange web built unless given: packages have "
                  "none")
      .type_name("FOLDER");
  command.add_flag("--no-browser", arguments->quiet, "Open no browser");
  command.callback([arguments] { run_web(*arguments); });
}

}  // namespace losange::commands
