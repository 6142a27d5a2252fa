// The page's program. In a browser it only gets ready: the script opens the page when all files are there
// (program/exports.cpp). By node it measures: `node losange.js bench` does the work of `losange bench`, and
// `node losange.js net FILE` counts a net's evaluations.
#include <fmt/format.h>

#include <string_view>

#include "web/program/measure.h"

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "bench") losange::web::measure_work();
  if (command == "net" && argc > 2) losange::web::measure_net(argv[2]);
  return 0;
}
