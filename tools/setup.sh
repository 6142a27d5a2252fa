# Sourced by ./losange and ./test: installs what is missing, configures, builds. Quick when nothing
# changed. Everything it says goes to standard error, so that results alone are on standard output.

say() { printf 'losange: %s\n' "$*" >&2; }

# missing_packages NEED|WANT KIND...: those of tools/packages.txt that are not installed.
missing_packages() {
  local want=$1 kind how name
  shift
  while read -r kind how name; do
    [ "$how" = "$want" ] && [[ " $* " = *" $kind "* ]] || continue
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -q '^installed$' || echo "$name"
  done < tools/packages.txt | sort -u | tr '\n' ' '
}

# Runs a command as root, by sudo where we are not; fails where neither is possible.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    sudo "$@"
  else
    echo "neither root nor sudo" >&2
    return 1
  fi
}

# dpkg would wait for the disk after every file, which takes most of the time: here once, after the last. Who else
# installs at the moment (the system's own upgrades, another start of this) is waited for.
install_packages() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-unsafe-io -o DPkg::Lock::Timeout=600 "$@" >build/packages.log 2>&1 && sync
}

# ensure_packages KIND...: what these kinds need, and what they want where it can be had. Once for each list of packages:
# the stamps spare the look-up on every later start. What was configured before a stamp is configured again.
ensure_packages() {
  local kind need want name
  mkdir -p build
  for kind in "$@"; do
    cmp -s tools/packages.txt "build/packages-$kind.ready" || break
    [ "$kind" != "${!#}" ] || return 0
  done
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    say "this is not a Debian system: building with what is here (tools/packages.txt lists what is needed)"
  else
    need=$(missing_packages need "$@")
    want=$(missing_packages want "$@")
    [ -z "$need$want" ] || with_lock install_missing
  fi
  for kind in "$@"; do cp tools/packages.txt "build/packages-$kind.ready"; done
}

# All at once, which is quick; what is wanted one by one where that fails.
install_missing() {
  say "installing: $need$want"
  as_root apt-get update -qq >build/packages.log 2>&1 || true
  # shellcheck disable=SC2086
  if install_packages $need $want; then return 0; fi
  # shellcheck disable=SC2086
  if [ -n "$need" ] && ! install_packages $need; then
    say "cannot install packages here, which takes root or sudo, and the network. Please install them, then start again:"
    say "  apt-get install --no-install-recommends $need$want"
    tail -n 5 build/packages.log >&2
    exit 1
  fi
  for name in $want; do
    install_packages "$name" || say "without $name: what needs it is left out (if you install it: rm -r build, then start again)"
  done
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

# Whether a build was made where this folder stood before it was moved, renamed or copied: nothing of it can be used.
made_elsewhere() {
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2>/dev/null) || return 1
  [ -n "$home" ] && [ ! "$home" -ef . ]
}

# The first time, and when packages came since that CMake may have missed.
needs_configuring() {
  local stamp
  if made_elsewhere "$1"; then
    say "$1 was made where this folder stood before: it is made anew"
    rm -rf -- "$1"
  fi
  [ -f "$1/build.ninja" ] || { say "first build ($(basename "$1")): this takes some minutes"; return 0; }
  for stamp in build/packages-*.ready; do
    [ ! "$stamp" -nt "$1.configured" ] || return 0
  done
  return 1
}

# build_targets PRESET [TARGET...]: no target means all.
build_targets() {
  local preset=$1 target args=()
  shift
  for target in "$@"; do args+=(--target "$target"); done
  local log=build/$preset.log
  if needs_configuring "build/$preset"; then
    if ! cmake --preset "$preset" >"$log" 2>&1; then
      tail -n 30 "$log" >&2
      say "configuring failed (whole log: $log). Is a package of tools/packages.txt missing?"
      exit 1
    fi
    touch "build/$preset.configured"
  fi
  if ! (set -o pipefail; cmake --build --preset "$preset" "${args[@]}" 2>&1 | show_steps >"$log"); then
    grep -E -A 12 'error|FAILED|Error' "$log" | head -n 60 >&2 || tail -n 30 "$log" >&2
    say "the build failed (whole log: $log)"
    exit 1
  fi
}

# make_packages BUILD FOLDER: what docs/install.md installs, of a build that is whole. Names what it wrote.
make_packages() {
  local log=$here/build/packages-made.log kinds=DEB\;TXZ name
  command -v dpkg-deb >/dev/null 2>&1 || kinds=TXZ
  rm -rf "$1/packages"
  if ! (cd "$1" && cpack -G "$kinds") >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    say "the packages could not be made (whole log: $log)"
    exit 1
  fi
  mkdir -p -- "$2"
  for name in "$1"/packages/*.{deb,tar.xz}; do
    [ -f "$name" ] || continue
    cp -- "$name" "$2/" || exit 1
    printf '%s\n' "$2/$(basename "$name")"
  done
}

# One build or installation at a time in this folder, however many are started.
with_lock() {
  if command -v flock >/dev/null 2>&1; then
    exec 9>build/lock
    flock -n 9 || { say "another start builds or installs in this folder: waiting for it"; flock 9; }
    "$@"
    flock -u 9
    exec 9>&-
  else
    "$@"
  fi
}
