#!/bin/sh
# Runs the tests that have been built: run_tests.sh BUNDLE [OPTION …], where options are those of the test runner, such as
# `--filter RadiusTests`.
#
# Without options, the tests that wait for programs, with limits of time, and all others run side by side in two processes, so that no
# processor is idle. The latter only compute and have the lower priority. The output of the former is shown at once; that of the
# latter is reduced to its last line, unless a test fails.
set -eu
cd "$(dirname "$0")/.."
bundle=$1
shift
export NO_COLOR=1
[ $# -eq 0 ] || exec "$bundle" --testing-library swift-testing "$@"
log=.build/module-tests.log
waiting='^(detourTests|ProcessesTests)\.'
nice -n 10 "$bundle" --testing-library swift-testing --skip "$waiting" >"$log" 2>&1 &
modules=$!
trap 'kill "$modules" 2>/dev/null || :' EXIT
trap 'exit 130' INT TERM
answer=0
"$bundle" --testing-library swift-testing --filter "$waiting" || answer=$?
trap - EXIT
if wait "$modules"; then
  tail -n 1 "$log"
else
  answer=1
  cat "$log"
fi
exit "$answer"
