# What the tests of the package share.

held=
# Begins a check, of a sentence that holds where the check goes through.
check() {
  test -z "$held" || echo "holds: $held"
  held=$1
}

# For trap … EXIT: says which check did not go through.
finish() {
  test "$1" = 0 && echo "holds: $held" || echo "$(basename "$0"): does not hold: $held" >&2
}

# The second text has a line like the first.
expect() {
  printf '%s\n' "$2" | grep -q -e "$1" || { echo "missing \"$1\" in: $2" >&2; exit 1; }
}

# A command goes through.
must() {
  "$@" || { echo "not so: $*" >&2; exit 1; }
}

# Waits for a command to go through.
await() {
  for _ in $(seq 300); do
    "$@" && return
    sleep 0.1
  done
  echo "not within 30 seconds: $*" >&2
  exit 1
}

# Prints the blocks of shell in a document that need something ("sh installed"), or one of them by its number.
blocks() {
  awk -v line="\`\`\`sh $2" -v number="${3:-0}" '
    /^```/ { inside = $0 == line && (++count == number || !number); next }
    inside' "$1"
}
