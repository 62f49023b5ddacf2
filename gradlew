#!/bin/sh
# Runs Gradle, getting one first where there is none: the pinned distribution if it was unpacked before, else
# `gradle` on the PATH, else the pinned distribution from its makers, else Debian's package.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
properties=$here/gradle/wrapper/gradle-wrapper.properties
property() { sed -n "s/^$1=//p" "$properties" | sed 's/\\//g'; }
url=$(property distributionUrl)
sha256=$(property distributionSha256Sum)
name=$(basename "$url" -bin.zip)
store=${GRADLE_USER_HOME:-$HOME/.gradle}/stockload

if [ -z "${LC_ALL:-}" ]; then
  LC_ALL=C.UTF-8
  export LC_ALL
fi

java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
if ! command -v "$java" >/dev/null 2>&1; then
  echo "gradlew: no Java was found. Install a JDK 17, or set JAVA_HOME to one." >&2
  exit 1
fi

# The JDK is all we count on, so it also does the downloading, checking and unpacking.
fetch_pinned() {
  mkdir -p "$store"
  "$java" "$here/gradle/wrapper/Fetch.java" "$url" "$sha256" "$store" || return 1
  chmod +x "$store/$name/bin/gradle"
}

install_debian() {
  command -v apt-get >/dev/null 2>&1 || return 1
  as_root=
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || return 1
    as_root='sudo -n'
  fi
  echo "gradlew: installing Debian's Gradle package" >&2
  log=$(mktemp)
  # shellcheck disable=SC2086 # as_root is a command of several words, or none
  if $as_root apt-get update >"$log" 2>&1 &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gradle >>"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  tail -n 5 "$log" >&2
  rm -f "$log"
  return 1
}

# A folder may be named, as with any Gradle; it is this one otherwise, wherever the caller is.
run() {
  gradle=$(command -v "$1")
  home=$(dirname "$(dirname "$(readlink -f "$gradle")")")
  shift
  case " $* " in
    *' -p '* | *' --project-dir '*) ;;
    *) set -- -p "$here" "$@" ;;
  esac
  # Debian's start script prints the version of Java each time, so its launcher is started without it.
  if [ -f "$home/lib/gradle-launcher-4.4.1.jar" ]; then
    exec "$java" --add-opens java.base/java.lang=ALL-UNNAMED -Dorg.gradle.appname=gradlew \
      -classpath "$home/lib/gradle-launcher-4.4.1.jar" org.gradle.launcher.GradleMain -q "$@"
  fi
  exec "$gradle" "$@"
}

if [ -x "$store/$name/bin/gradle" ]; then
  run "$store/$name/bin/gradle" "$@"
elif command -v gradle >/dev/null 2>&1; then
  run gradle "$@"
elif fetch_pinned; then
  run "$store/$name/bin/gradle" "$@"
elif install_debian; then
  run gradle "$@"
fi
echo "gradlew: Gradle was neither found nor downloaded. Install Gradle 8 or 9 (or Debian's package 'gradle') and run this again." >&2
exit 1
