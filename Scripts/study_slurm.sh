#!/bin/sh
# A study as an array job for Slurm: each task carries out one shard, the last step makes one study of them.
#
#   sbatch --array=1-40 Scripts/study_slurm.sh Results/radius Scenarios/quickstart.json5 \
#     --vary matching.radius_m=250:2500:10 --replications 20
#
# When all tasks have ended (or with sbatch --dependency=afterok:JOB):
#
#   Scripts/study_slurm.sh merge Results/radius
#
# A task that was stopped goes on where it was when the same command is submitted again. DETOUR names the program.
#SBATCH --job-name=detour-study
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
set -eu

detour=${DETOUR:-.build/release/detour}

if [ "${1:-}" = merge ]; then
  [ $# -eq 2 ] || { echo "usage: $0 merge DIR" >&2; exit 64; }
  exec "$detour" merge "$2".shard-* --out "$2"
fi

[ $# -ge 2 ] || { echo "usage: sbatch --array=1-N $0 DIR FILE [OPTIONS of detour sweep]" >&2; exit 64; }
: "${SLURM_ARRAY_TASK_ID:?submit this as an array job: sbatch --array=1-40 $0 …}"
: "${SLURM_ARRAY_TASK_COUNT:?submit this as an array job: sbatch --array=1-40 $0 …}"
# Tasks of an array that does not begin with 1 are counted from its least one, and must follow each other.
number=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-1} + 1))
directory=$1
shift
exec "$detour" sweep "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" --quiet \
  --shard "$number/$SLURM_ARRAY_TASK_COUNT" --out "$directory.shard-$number"
