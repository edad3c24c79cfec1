#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs this project's commands in a bare Debian root: a fresh debootstrap, Node and npm of this machine, and a clone of the
# last commit. Needs root on Debian, about 6 GB, and the right to mount.
#
#   bare-root.sh [--else-in-place] test [NAME…]   `npm start` until it answers, then `npm test` (or these suites)
#   bare-root.sh proof [NAME…]                    every npm command (or these), each one first after `npm start`
#   bare-root.sh run COMMAND                      a shell command after `npm start`
#
# The last line of output of the first two is `N passed, N failed`. Where no bare root can be made, the first line says
# why; the script then ends with status 75, or runs `npm test` in place.

set -uo pipefail
unset CDPATH GIT_DIR GIT_WORK_TREE
cd "$(dirname "$0")/../.." || exit 1
project=$PWD

KB_NEEDED=6000000
START_SECONDS=2400
PROOF=(build check scenario lesson shrink golden bench soak mutate test)
CA=/etc/machine-ca.crt

in_place=false
if [ "${1-}" = --else-in-place ]; then in_place=true; shift; fi
mode=${1-test}
[ $# -gt 0 ] && shift
case $mode in test | proof | run) ;; *) sed -n '4,13s/^# \{0,1\}//p' "$0" >&2; exit 2 ;; esac

work='' # everything below is made in here and deleted at the end
child=''

# Mounts exist only in the namespaces of the commands, so nothing outside the folder can be deleted with it.
clean_up() {
  [ -n "$child" ] && kill -KILL "$child" 2> /dev/null && wait "$child" 2> /dev/null
  [ -n "$work" ] || return
  if grep -qF " $work" /proc/self/mounts; then
    echo "$work has mounts in it and is kept" >&2
  else
    # A killed process may still be on its way out.
    rm -rf --one-file-system "$work" 2> /dev/null || { sleep 2; rm -rf --one-file-system "$work"; }
  fi
  work=''
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

cannot() {
  if [ "$in_place" = false ]; then echo "No bare Debian root here: $1."; exit 75; fi
  echo "In place, not in a bare Debian root: $1."
  clean_up
  trap - EXIT HUP INT TERM
  export CI=true
  exec npm test -- "${names[@]}"
}
names=("$@")

# ---- The root ----

# Waits for a background command in such a way that signals are heard.
follow() {
  child=$!
  wait "$child"
  local status=$?
  child=''
  return "$status"
}

quietly() {
  "$@" >> "$work/log" 2>&1 < /dev/null &
  follow
}

# The mirror that this machine takes Debian from.
mirror_of() {
  apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 2> /dev/null | sed -n "s/^$1 //p" | head -1
}

make_root() {
  local codename npm_dir
  [ "$(id -u)" -eq 0 ] || cannot 'this is not root'
  grep -qx 'ID=debian' /etc/os-release 2> /dev/null || cannot 'this is not Debian'
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
  command -v git > /dev/null || cannot 'git is missing'
  unshare --mount --pid --fork --mount-proc true 2> /dev/null || cannot 'mounting is not permitted'
  work=$(mktemp -d "${TMPDIR:-/tmp}/maplescope-root.XXXXXX") || cannot 'there is no folder for temporary files'
  [ "$(df --output=avail -k "$work" | tail -1)" -ge "$KB_NEEDED" ] || cannot "less than $((KB_NEEDED / 1000000)) GB are free in ${TMPDIR:-/tmp}"
  root=$work/root

  if [ -z "${http_proxy-}" ]; then
    local proxy=''
    eval "$(apt-config shell proxy Acquire::http::Proxy 2> /dev/null)"
    if [ -n "$proxy" ]; then export http_proxy=$proxy; fi
  fi
  if ! command -v debootstrap > /dev/null; then
    quietly apt-get update
    DEBIAN_FRONTEND=noninteractive quietly apt-get install -y --no-install-recommends debootstrap || cannot 'debootstrap cannot be installed'
  fi
  # In namespaces of its own: it mounts, and starts programs, that must not outlive it.
  quietly unshare --mount --pid --fork --kill-child --mount-proc debootstrap --variant=minbase "$codename" "$root" $(mirror_of "$codename") || cannot "debootstrap failed: $(tail -1 "$work/log")"
  chmod 755 "$root"
  # The root is thrown away, so no package waits until it is on the disk; descriptions in other languages are not fetched.
  echo 'force-unsafe-io' > "$root/etc/dpkg/dpkg.cfg.d/90thrown-away"
  echo 'Acquire::Languages "none";' > "$root/etc/apt/apt.conf.d/90thrown-away"

  npm_dir=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$root/usr/local/lib/node_modules"
  cp "$(node -p process.execPath)" "$root/usr/local/bin/node" && cp -r "$npm_dir" "$root/usr/local/lib/node_modules/npm" || cannot 'Node and npm cannot be copied'
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  carry_network
  quietly git -c safe.directory='*' clone --no-hardlinks "$project" "$root/root/maplescope" || cannot 'the project cannot be cloned'
  quietly git -C "$root/root/maplescope" checkout --detach "$(git -c safe.directory='*' rev-parse HEAD)" || cannot 'the last commit cannot be checked out'

  quietly in_root 'node --version && npm --version' || cannot "Node of this machine does not run there: $(tail -1 "$work/log")"
  quietly in_root 'apt-get update' || cannot "apt does not reach its mirror from there: $(tail -1 "$work/log")"
  quietly in_root 'npm view preact version' || cannot "npm does not reach its registry from there: $(tail -1 "$work/log")"
}

# Name resolution, certificates, proxies and registries are the machine's. Nothing secret is carried.
carry_network() {
  local bundle name
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  room=(HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 CI=true DEBIAN_FRONTEND=noninteractive)
  room+=("npm_config_registry=$(npm config get registry 2> /dev/null)")
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL PIP_EXTRA_INDEX_URL; do
    if [ -n "${!name-}" ]; then room+=("$name=${!name}"); fi
  done
  name=$(python3 -m pip config get global.index-url 2> /dev/null) && [ -z "${PIP_INDEX_URL-}" ] && room+=("PIP_INDEX_URL=$name")
  apt-config dump 2> /dev/null | grep -E '^Acquire::https?::Proxy' > "$root/etc/apt/apt.conf.d/90machine"
  for bundle in "${NODE_EXTRA_CA_CERTS-}" "${SSL_CERT_FILE-}" /etc/ssl/certs/ca-certificates.crt; do
    [ -f "$bundle" ] || continue
    # Not where Debian's own bundle lies: a package that comes later would write over it.
    cp -L "$bundle" "$root$CA"
    room+=("NODE_EXTRA_CA_CERTS=$CA" "SSL_CERT_FILE=$CA" "PIP_CERT=$CA")
    echo "Acquire::https::CaInfo \"$CA\";" >> "$root/etc/apt/apt.conf.d/90machine"
    break
  done
}

# Becomes a command in the root, in the clone, with mounts and processes of its own: both end with it. Called in the
# background only. bash stays the first process there, to collect the orphans.
in_root() {
  exec_in "$root" "$1"
}

exec_in() {
  exec unshare --mount --pid --fork --kill-child bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" || exit 70
    root=$1 command=$2
    shift 2
    exec chroot "$root" env -i "$@" bash -c "cd /root/maplescope && $command
exit \$?"' bash "$1" "$2" "${room[@]}" < /dev/null
}

# ---- The commands ----

# `npm start` until the page answers.
start_answers() {
  local log=$work/start.log begun=$SECONDS address=''
  in_root 'npm start' > "$log" 2>&1 &
  child=$!
  while kill -0 "$child" 2> /dev/null && [ $((SECONDS - begun)) -lt "$START_SECONDS" ]; do
    address=$(grep -oE 'http://localhost:[0-9]+/' "$log") && break
    sleep 1
  done
  [ -n "$address" ] && node --input-type=module -e '
    const answer = await fetch(process.argv[1]);
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes("<title>Maplescope")) throw new Error(`status ${answer.status}: ${text.slice(0, 200)}`);
  ' "$address" >> "$log" 2>&1
  local status=$?
  kill -KILL "$child" 2> /dev/null
  wait "$child" 2> /dev/null
  child=''
  if [ "$status" -eq 0 ]; then echo "npm start: answers after $((SECONDS - begun)) s"; return 0; fi
  tail -60 "$log"
  echo "npm start: no page after $((SECONDS - begun)) s"
  return 1
}

command_of() {
  case $1 in
    test) echo "npm test${names_of_suites:+ -- $names_of_suites}" ;;
    scenario) echo 'npm run --silent scenario -- web/app/examples/cat.maple' ;;
    lesson) echo 'npm run --silent lesson -- --quiet' ;;
    shrink) echo 'npm run --silent shrink -- tests/scenarios/errors/failed_expectations.maple' ;;
    bench) echo 'npm run bench -- --quick' ;;
    soak) echo 'npm run soak -- --ops 1000 --fuzz-minutes 0 --mm-worlds 20' ;;
    mutate) echo 'npm run mutate -- --sample 2' ;;
    *) echo "npm run $1" ;;
  esac
}

# Each command in a copy of the root as `npm start` left it.
prove() {
  local name log begun passed=0 failed=0
  mkdir -p "$project/build/bare-root"
  for name in "$@"; do
    log=$project/build/bare-root/$name.log
    begun=$SECONDS
    cp -a "$root" "$work/copy"
    exec_in "$work/copy" "$(command_of "$name")" > "$log" 2>&1 &
    if follow; then
      passed=$((passed + 1))
      echo "ok   $(command_of "$name")  ($((SECONDS - begun)) s)"
    else
      failed=$((failed + 1))
      tail -30 "$log"
      echo "FAIL $(command_of "$name")  ($((SECONDS - begun)) s); all of it: build/bare-root/$name.log"
    fi
    rm -rf --one-file-system "$work/copy"
  done
  echo "$((passed + 1)) passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# Read to its end before anything runs, so that the file may change meanwhile.
main() {
  local begun=$SECONDS status wanted
  room=()
  make_root
  echo "In a bare Debian root, made in $((SECONDS - begun)) s, on commit $(git -c safe.directory='*' rev-parse --short HEAD)."
  [ -z "$(git -c safe.directory='*' status --porcelain 2> /dev/null)" ] || echo 'What is not committed is not part of it.'
  if ! start_answers; then
    echo '0 passed, 1 failed'
    exit 1
  fi
  names_of_suites=''
  if [ "$mode" = proof ]; then
    if [ ${#names[@]} -eq 0 ]; then names=("${PROOF[@]}"); fi
    prove "${names[@]}"
    exit $?
  fi
  names_of_suites=${names[*]}
  wanted=$(command_of test)
  if [ "$mode" = run ]; then wanted=$names_of_suites; fi
  in_root "$wanted" &
  follow
  status=$?
  mkdir -p build && rm -rf build/test && cp -r "$root/root/maplescope/build/test" build/test 2> /dev/null
  exit "$status"
}

main; exit
