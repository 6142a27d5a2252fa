#include "base/error.h"
#include "web/server/server.h"

namespace losange::web {

void serve(const Site&, const ServerOptions&, const std::function<void(const std::string&, int)>&,
           std::stop_token) {
  throw base::UserError(
      "this build cannot serve the page: install the package libcpp-httplib-dev and build again, "
      "or write the page with --export and serve that folder by another program");
}

}  // namespace losange::web
