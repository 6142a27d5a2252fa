#include <fmt/format.h>
#include <httplib.h>

#include "base/error.h"
#include "web/server/server.h"

namespace losange::web {

void serve(const Site& site, const ServerOptions& options,
           const std::function<void(const std::string& url, int port)>& ready,
           std::stop_token stop) {
  httplib::Server server;
  // A thread waits with each connection, and a browser opens six: a room full of them is served at once.
  server.new_task_queue = [] { return new httplib::ThreadPool(96); };
  server.set_keep_alive_timeout(1);  // s; what a page asks for comes at once
  server.set_keep_alive_max_count(100);
  server.set_tcp_nodelay(true);  // or each answer waits 40 ms for the browser's word on its head
  server.set_payload_max_length(0);
  // Without the library's own choice, by which two programs share a port and each gets some of the requests.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({site_headers().begin(), site_headers().end()});
  // All that is asked for comes here, before anything of the library looks at paths.
  server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& answer) {
    const auto refuse = [&](int status) {
      answer.status = status;
      answer.set_content("", "text/plain");
      return httplib::Server::HandlerResponse::Handled;
    };
    if (!host_is_ours(request.get_header_value("Host"), options.address)) return refuse(421);
    if (request.method != "GET" && request.method != "HEAD") return refuse(405);
    if (request.ranges.size() > 1) return refuse(416);  // a line could ask a thousand times
    const std::string name = request.path == "/" ? "index.html" : request.path.substr(1);
    const auto file = site.find(name);
    if (file == site.end()) return refuse(404);
    answer.set_content(file->second.content, file->second.type.c_str());
    return httplib::Server::HandlerResponse::Handled;
  });

  int port = options.port;
  if (port != 0 && !server.bind_to_port(options.address, port)) port = options.any_port ? 0 : -1;
  if (port == 0) port = server.bind_to_any_port(options.address);
  if (port < 0) {
    throw base::UserError(
        fmt::format("cannot listen on {}:{}: another program does, or the address is not this "
                    "machine's. Choose "
                    "another --port or --address",
                    options.address, options.port));
  }
  const std::stop_callback end(stop, [&] { server.stop(); });
  ready(url_of(options.address, port), port);
  // A stop that came before it listens would be missed.
  if (!stop.stop_requested()) server.listen_after_bind();
}

}  // namespace losange::web
