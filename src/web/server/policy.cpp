#include <fmt/format.h>

#include "web/server/server.h"

namespace losange::web {

std::string url_of(const std::string& address, int port) {
  if (address == "0.0.0.0") return fmt::format("http://127.0.0.1:{}/", port);
  if (address == "::") return fmt::format("http://[::1]:{}/", port);
  const bool six = address.find(':') != address.npos;  // IPv6
  return fmt::format("http://{}:{}/", six ? '[' + address + ']' : address, port);
}

bool is_of_this_machine(std::string_view address) {
  return address == "127.0.0.1" || address == "localhost" || address == "::1";
}

bool host_is_ours(std::string_view host, std::string_view address) {
  if (const auto colon = host.rfind(':'); colon != host.npos && !host.ends_with(']'))
    host = host.substr(0, colon);
  if (host == "127.0.0.1" || host == "localhost" || host == "[::1]") return true;
  // Whoever opens it to others decides by which names they come.
  return !is_of_this_machine(address);
}

const std::map<std::string, std::string>& site_headers() {
  static const std::map<std::string, std::string> headers{
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src "
       "'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; manifest-src 'self'; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cache-Control", "no-cache"},
  };
  return headers;
}

}  // namespace losange::web
