// Serves the page to a browser of this machine. Each answer is a file of the site or none; it carries what the page needs
// to have threads (isolation) and what keeps it to itself (its policy). Built with cpp-httplib where that is there.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "web/server/site.h"

namespace losange::web {

// The same one every time: what a browser keeps belongs to an address with its port.
inline constexpr int kUsualPort = 8611;

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = kUsualPort;  // 0: one that is free
  bool any_port = true;   // another will do where that one is taken
};

// Calls `ready` with the address for browsers once it answers; returns when it is asked to stop. Throws base::UserError
// where it cannot listen.
void serve(const Site& site, const ServerOptions& options,
           const std::function<void(const std::string& url, int port)>& ready,
           std::stop_token stop);

// What a browser of this machine is told: "http://127.0.0.1:8611/" for every way to listen that includes it.
std::string url_of(const std::string& address, int port);

// Whether nobody but this machine reaches what listens there.
bool is_of_this_machine(std::string_view address);

// Whether a browser that names this host may be answered: a page elsewhere that lets its own name point to this machine
// may not. `address` is what the server listens on.
bool host_is_ours(std::string_view host, std::string_view address);

// What every answer says.
const std::map<std::string, std::string>& site_headers();

}  // namespace losange::web
