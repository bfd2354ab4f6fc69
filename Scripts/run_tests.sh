#!/bin/sh
# Runs the tests that have been built: run_tests.sh BUNDLE [OPTION …], where options are those of the test runner, such as
# `--filter RadiusTests`.
#
# Without options the tests that drive the program, which mostly wait for it, and those of the modules, which compute, run side by side
# in two processes, so that no processor is idle. What the former say is shown at once; of the latter the last line, or all where
# one fails.
set -eu
cd "$(dirname "$0")/.."
bundle=$1
shift
export NO_COLOR=1
[ $# -eq 0 ] || exec "$bundle" --testing-library swift-testing "$@"
log=.build/module-tests.log
"$bundle" --testing-library swift-testing --skip '^detourTests\.' >"$log" 2>&1 &
modules=$!
trap 'kill "$modules" 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM
answer=0
"$bundle" --testing-library swift-testing --filter '^detourTests\.' || answer=$?
trap - EXIT
if wait "$modules"; then
  tail -n 1 "$log"
else
  answer=1
  cat "$log"
fi
exit "$answer"
