# Sourced by ./losange and ./test: installs what is missing, configures, builds. Quick when nothing
# changed. Everything it says goes to standard error, so that results alone are on standard output.

say() { printf 'losange: %s\n' "$*" >&2; }

# The packages of one kind (the first word of a line of the list) that are not installed.
missing_packages() {
  local kind name
  while read -r kind name; do
    [ "$kind" = "$1" ] || continue
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -q '^installed$' || echo "$name"
  done < tools/packages.txt
}

# Runs a command as root, by sudo where we are not; fails where neither is possible.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    sudo "$@"
  else
    return 1
  fi
}

install_packages() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >build/packages.log 2>&1
}

# ensure_packages [CHECK]: what every build needs, and what a check of ./test needs besides. Once for each
# list of packages; the stamp spares the look-up on every later start.
ensure_packages() {
  local check=${1:-need} need want
  local stamp=build/packages-$check.ready
  mkdir -p build
  if [ -f "$stamp" ] && cmp -s tools/packages.txt "$stamp"; then return 0; fi
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    say "this is not a Debian system: building with what is here (tools/packages.txt lists what is needed)"
    return 0
  fi
  need=$({ missing_packages need; missing_packages "$check"; } | sort -u | tr '\n' ' ')
  want=$(missing_packages want | tr '\n' ' ')
  if [ -n "$need$want" ]; then
    say "installing: $need$want"
    as_root apt-get update -qq >build/packages.log 2>&1 || true
    # shellcheck disable=SC2086
    if [ -n "$need" ] && ! install_packages $need; then
      say "cannot install packages here. Please install them, then start again:"
      say "  apt-get install --no-install-recommends $need$want"
      [ -s build/packages.log ] && tail -n 5 build/packages.log >&2
      exit 1
    fi
    for name in $want; do
      install_packages "$name" || say "without $name: what needs it is left out"
    done
  fi
  cp tools/packages.txt "$stamp"
}

# Passes on what ninja says; on a terminal its steps ("[57/230] Building ...") are shown as one line besides, with the
# time that is left.
show_steps() {
  local line step steps passed left
  local begin=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [ -t 2 ] && [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    step=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]} passed=$((SECONDS - begin)) left=
    if [ "$passed" -ge 5 ]; then left=", $((passed * (steps - step) / step / 60 + 1)) min left"; fi
    printf '\rlosange: building, step %s of %s%s\033[K' "$step" "$steps" "$left" >&2
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# build_targets PRESET [TARGET...]: no target means all.
build_targets() {
  local preset=$1 target args=()
  shift
  for target in "$@"; do args+=(--target "$target"); done
  local log=build/$preset.log
  if [ ! -f "build/$preset/build.ninja" ]; then
    say "first build ($preset): this takes some minutes"
    if ! cmake --preset "$preset" >"$log" 2>&1; then
      tail -n 30 "$log" >&2
      say "configuring failed (whole log: $log). Is a package of tools/packages.txt missing?"
      exit 1
    fi
  fi
  if ! (set -o pipefail; cmake --build --preset "$preset" "${args[@]}" 2>&1 | show_steps >"$log"); then
    grep -E -A 12 'error|FAILED|Error' "$log" | head -n 60 >&2 || tail -n 30 "$log" >&2
    say "the build failed (whole log: $log)"
    exit 1
  fi
}

# One build at a time in this folder, however many are started.
with_lock() {
  if command -v flock >/dev/null 2>&1; then
    exec 9>build/lock
    flock 9
    "$@"
    flock -u 9
    exec 9>&-
  else
    "$@"
  fi
}
