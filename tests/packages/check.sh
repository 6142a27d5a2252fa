#!/usr/bin/env bash
# What people get is tried as they would: `check.sh KIND SOURCE BUILD`, where KIND is archive, debian or library. Everything
# is unpacked into an empty folder, with an empty home, and the repository is hidden behind an empty folder where the
# machine allows that (it takes a mount of one's own), so that nothing can come from there.
set -eu
kind=$1 source=$2 build=$3
here=$(cd -- "$(dirname -- "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir "$scratch/home" "$scratch/tried"
cd -- "$scratch/tried"

fail() { printf '%s: %s\n' "$kind" "$*" >&2; exit 1; }

# away COMMAND...: runs it where there is no repository, no home and no setting.
away() {
  # shellcheck disable=SC2016
  local hide='mount -t tmpfs none "$1" && [ -z "$(ls -A "$1")" ] && shift && exec "$@"'
  if unshare --mount --map-root-user true 2>/dev/null; then
    env -i HOME="$scratch/home" PATH=/usr/bin:/bin DISPLAY="${DISPLAY:-}" \
      unshare --mount --map-root-user sh -c "$hide" hide "$source" "$@"
  else
    echo "no mount of our own: the repository stays in sight" >&2
    env -i HOME="$scratch/home" PATH=/usr/bin:/bin DISPLAY="${DISPLAY:-}" "$@"
  fi
}

# A game over HTP by the engine with its net, to its end.
plays() {
  { echo "boardsize 4"; for _ in 1 2 3 4 5 6 7 8; do echo "genmove b"; echo "genmove w"; done; echo final_score; echo quit; } |
    away "$1" htp --player zero --nodes 20 >game.txt
  [ "$(grep -cE '^= [a-d][1-4]$' game.txt)" -ge 5 ] && grep -qE '^= [BW]\+' game.txt ||
    { cat game.txt; fail "$1 does not play a game"; }
}

knows_its_nets() {
  away "$1" net check >net.txt || fail "$1 net check"
  grep -qF "$scratch/tried" net.txt || { cat net.txt; fail "the net is not the one beside the program"; }
  away "$1" gate --visits 0 >gate.txt || fail "$1 gate"
  grep -q '^8x8  *64 ' gate.txt || { cat gate.txt; fail "the known openings are not beside the program"; }
  away "$1" players >/dev/null
}

refers_to_nothing() {
  ! grep -rqF -- "$source" "$@" || fail "the folder of the sources is named in $(grep -rlF -- "$source" "$@")"
}

# is_for_every_cpu ROOT: of a package for x86-64 by ./losange package, the program for newer CPUs is in force where it can be.
is_for_every_cpu() {
  refers_to_nothing "$1"/libexec/*
  LOSANGE_CPU=baseline "$1/bin/losange" version | grep -q 'cpu  *x86-64-v2,' || fail "not for every CPU"
  ! grep -q ' avx2 .*bmi2 ' /proc/cpuinfo || "$1/bin/losange" version | grep -q 'cpu  *x86-64-v3,' ||
    fail "the program for newer CPUs is not in force"
}

# Where there is an X server to start: the window comes up. The server must not begin anew whenever nobody asks it anything.
opens_its_window() {
  if ! command -v Xvfb >/dev/null || ! command -v xdotool >/dev/null; then return 0; fi
  local number window='' i
  Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset >/dev/null 2>xvfb.txt 3>number.txt &
  local server=$!
  for ((i = 0; i < 100; ++i)); do [ ! -s number.txt ] || break; sleep 0.1; done
  number=$(cat number.txt)
  DISPLAY=:$number away "$@" >window.txt 2>&1 &
  local program=$!
  for ((i = 0; i < 150; ++i)); do
    window=$(DISPLAY=:$number xdotool search --onlyvisible --name Losange 2>/dev/null | head -n 1) || true
    [ -z "$window" ] || break
    sleep 0.2
  done
  kill "$program" 2>/dev/null || true
  wait "$program" 2>/dev/null || true
  kill "$server"
  wait "$server" 2>/dev/null || true
  [ -n "$window" ] || { cat window.txt; fail "no window was opened by $*"; }
}

case "$kind" in
  archive)
    tar -xf "$build"/packages/losange-*.tar.xz
    root=$(echo "$PWD"/losange-*)
    refers_to_nothing "$root"/bin/*
    if [ -d "$root/libexec" ]; then is_for_every_cpu "$root"; fi
    # The libraries that come along are found there, and none of them in the machine.
    for name in libfmt libedit libsfml-graphics libfreetype; do
      found=$(LD_TRACE_LOADED_OBJECTS=1 "$root/bin/losange-window" | grep "$name\.so" || true)
      case "$found" in '' | *"$scratch"*) ;; *) fail "not its own: $found" ;; esac
    done
    plays "$root/bin/losange"
    knows_its_nets "$root/bin/losange"
    opens_its_window "$root/bin/losange" ;;
  debian)
    for package in "$build"/packages/*.deb; do dpkg-deb -x "$package" .; done
    refers_to_nothing usr/bin/*
    if [ -d usr/libexec ]; then is_for_every_cpu "$PWD/usr"; fi
    plays "$PWD/usr/bin/losange"
    knows_its_nets "$PWD/usr/bin/losange"
    opens_its_window "$PWD/usr/bin/losange" window --size 5
    if [ -x usr/bin/losange-torch ]; then
      away "$PWD/usr/bin/losange" train --folder "$scratch/run" --sizes 3 --blocks 1 --channels 4 --games 4 --steps 2 \
        --batch 4 --rounds 1 --device cpu --truth known >/dev/null || fail "losange-torch does not train"
    fi
    for file in share/applications/losange.desktop share/mime/packages/losange.xml share/man/man1/losange.1.gz \
      share/icons/hicolor/scalable/apps/losange.svg share/bash-completion/completions/losange \
      share/zsh/vendor-completions/_losange share/doc/losange/copyright share/doc/losange/docs/matches.md \
      share/doc/losange/docs/openings/hex-11.txt; do
      [ -s "usr/$file" ] || fail "$file is missing"
    done
    if command -v lintian >/dev/null; then
      lintian --no-cfg --fail-on error --tag-display-limit 0 "$build"/packages/*.deb || fail "lintian found errors"
    fi ;;
  library)
    cmake --install "$build" --prefix "$PWD" >/dev/null
    refers_to_nothing lib/cmake include
    cp -r "$source/docs/examples" example
    away cmake -S "$PWD/example" -B "$PWD/made" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$PWD" \
      -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror -O1" >made.txt || { cat made.txt; fail "the example is not configured"; }
    away cmake --build "$PWD/made" >made.txt || { cat made.txt; fail "the example is not built"; }
    away "$PWD/made/duel" "$PWD/share/losange/models/hex.safetensors" >duel.txt
    grep -qE '^([a-g][1-7] ){13,49}the net won$' duel.txt || { cat duel.txt; fail "the example does not play"; }
    away "$PWD/made/three" >three.txt
    grep -qE '^(a draw|X wins)$' three.txt || { cat three.txt; fail "the game of one's own is not played"; }
    sed -i 's/COMPONENTS rules/COMPONENTS solver rules/' example/CMakeLists.txt
    if away cmake -S "$PWD/example" -B "$PWD/unknown" -G Ninja -DCMAKE_PREFIX_PATH="$PWD" >unknown.txt 2>&1; then
      fail "find_package takes any component"
    fi
    tr -s ' \n' ' ' <unknown.txt | grep -q 'Losange has no component solver: choose from rules, searches and nets' ||
      { cat unknown.txt; fail "an unknown component is not named"; } ;;
  *) fail "what is to be checked? archive, debian or library" ;;
esac
