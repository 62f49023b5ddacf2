#!/bin/sh
# Starts Stockload with the caller's folder, arguments and JAVA_OPTS, in UTF-8 whatever the locale.
folder() {
  case $1 in
    */*) printf %s "${1%/*}" ;;
    *) printf . ;;
  esac
}
self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(folder "$self")/$link ;;
  esac
done
home=$(CDPATH='' cd -- "$(folder "$self")/.." && pwd -P)

# Asked, since a locale that is set need not be installed: ssh brings that of another machine along.
case $(locale charmap 2>/dev/null) in
  UTF-8) ;;
  *)
    LC_ALL=C.UTF-8
    export LC_ALL
    ;;
esac

java=java
if [ -x "$home/lib/runtime/bin/java" ]; then
  java=$home/lib/runtime/bin/java
elif [ -n "${JAVA_HOME:-}" ]; then
  java=$JAVA_HOME/bin/java
fi
if [ "$java" != java ] && [ ! -x "$java" ]; then
  echo "stockload: JAVA_HOME is '$JAVA_HOME', but there is no bin/java. Set it to a JDK 17 or newer, or unset it." >&2
  exit 2
fi
if ! command -v "$java" >/dev/null 2>&1; then
  echo "stockload: no Java was found. Install a JDK 17 or newer, or set JAVA_HOME to one." >&2
  exit 2
fi

# A command ends before the second compiler of the JVM pays for itself; a host that serves does not.
compiler=@OF_COMMANDS@
if [ "${1:-}" = serve ]; then
  compiler=
fi

set -- -cp "@CLASS_PATH@" @MAIN_CLASS@ "$@"
# The archive of loaded classes halves the start, in the folder where it was made; it names the one it stands on.
if [ -f "$home/lib/archived" ] && read -r made <"$home/lib/archived" && [ "$made" = "$home" ]; then
  set -- -XX:SharedArchiveFile="$home/lib/stockload.jsa" "$@"
fi
# shellcheck disable=SC2086 # JAVA_OPTS is a list of options
exec "$java" @JVM_OPTIONS@ $compiler ${JAVA_OPTS:-} "$@"
