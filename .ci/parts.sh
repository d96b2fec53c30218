# What .ci/run and .ci/nightly share: a folder that goes at the end, laps, a command beside another, and what is installed for the drills, which
# only root can: a PostgreSQL with its tools, pgbouncer, Patroni with etcd and HAProxy, curl, promtool, Chromium; drills say what they miss.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

base=$(mktemp -d /tmp/folio-ci.XXXXXX)
chmod 755 "$base"
declare -A besides=()
installing=

stop() {
  local code=$?
  trap - EXIT INT TERM
  for one in "${besides[@]}"; do kill "$one" 2>/dev/null || true; done
  [ -z "$installing" ] || kill "$installing" 2>/dev/null || true
  rm -rf "$base"
  exit "$code"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

started=$SECONDS
lap() {
  printf '\n== %s: %d s\n' "$1" $((SECONDS - started))
  started=$SECONDS
}

# A PostgreSQL of the system, whose package would make a cluster of its own and start it.
install_postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null && return
  mkdir -p /etc/postgresql-common
  [ -f /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  install_package postgresql
}

install_package() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "$1" >"$base/apt.log" 2>&1 || {
    cat "$base/apt.log" >&2
    exit 1
  }
}

# Pages are driven in its shell, which draws no windows; where there is none to be had, in the whole browser.
install_browser() {
  [ -z "${CHROMIUM:-}" ] || return 0
  command -v chromium chromium-browser google-chrome >/dev/null || install_package chromium
  command -v chromium-headless-shell >/dev/null || (install_package chromium-headless-shell) || true
}

# All that comes from the distribution.
install_packages() {
  [ "$(id -u)" = 0 ] || return 0
  install_postgres
  for one in pgbouncer curl; do command -v "$one" >/dev/null || install_package "$one"; done
  command -v promtool >/dev/null || unpack_promtool
  install_browser
}

install_cluster() {
  [ "$(id -u)" = 0 ] || return 0
  for one in patroni etcd-server haproxy; do dpkg -s "$one" >/dev/null 2>&1 || install_package "$one"; done
}

# Bruno, Apollo Client and graphql-codegen are half as large as all our packages together; so they are none of them.
install_tools() {
  npm ci --prefix test/tools --ignore-scripts --no-audit --no-fund >"$base/tools.log" 2>&1 &
  installing=$!
}

build_and_install() {
  install_tools
  node bin/start.mjs site/build.ts &
  local site=$!
  node bin/start.mjs web/build.ts
  wait "$site"
  install_packages
  export PATH="$base/prometheus/usr/bin:$PATH"
  end_install_tools
}

end_install_tools() {
  wait "$installing" || failed+=('installation of test/tools')
  installing=
}

# The tool alone: the package would start a Prometheus as well.
unpack_promtool() {
  apt-get update -qq
  (cd "$base" && apt-get download -qq prometheus && dpkg-deb -x prometheus_*.deb prometheus) >"$base/apt.log" 2>&1 || {
    cat "$base/apt.log" >&2
    exit 1
  }
}

# A part that is shown as it goes and kept: what is on record of a run may be its end alone, where `end` says again what failed.
part() {
  local name=$1
  shift
  "$@" > >(tee -a "$base/printed.log") 2>&1 || failed+=("$name")
}

# Each often waits, so several keep two cores busy; what runs beside says what it has to say when it is waited for.
beside() {
  "$1" >"$base/$1.log" 2>&1 &
  besides[$1]=$!
}

end_beside() {
  wait "${besides[$1]}" || failed+=("$2")
  unset "besides[$1]"
  tee -a "$base/printed.log" <"$base/$1.log"
}

failed=()
end() {
  if [ ${#failed[@]} -gt 0 ]; then
    printf '\n== what failed, once more\n'
    awk '/^(── |ℹ |== |> |✔ |▶ )/ { telling = 0 } /^(✖|test at)/ { telling = 1; lines = 0 }
      telling && ++lines <= 20 && (told += length($0)) <= 12000 { print substr($0, 1, 300) }' "$base/printed.log"
    printf '\n✖ failed on: %s\n' "${failed[*]}"
    exit 1
  fi
  printf '\n✔ everything passed, in %d s\n' "$SECONDS"
}
