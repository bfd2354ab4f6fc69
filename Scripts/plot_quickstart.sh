#!/bin/sh
# Draws docs/pictures/quickstart.svg: match rate and detour over the radius r, for three limits on the
# detour; five replications a point. Needs the built program and gnuplot (Debian: gnuplot-nox).
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for limit in 0.25 0.5 1; do
  for radius in 250 500 750 1000 1250 1500 1750 2000; do
    for replication in 0 1 2 3 4; do
      .build/release/detour run Scenarios/quickstart.json5 --quiet --force --out "$work/run" \
        --set "matching.radius_m=$radius" --set "matching.limits.max_detour_ratio=$limit" \
        --replication "$replication"
      # Columns 5 to 7 of summary.csv: metric, statistic, value.
      awk -F, -v radius="$radius" '
        $5 == "match_rate" { rate = $7 }
        $5 == "driver_detour_s" && $6 == "median" { detour = $7 }
        END { print radius, 100 * rate, detour / 60 }' "$work/run/summary.csv"
    done
  done >"$work/runs"

  # Per radius: mean and half the 95 % confidence interval (Student, 4 degrees of freedom) of both figures.
  awk '
    { n[$1]++; a[$1] += $2; aa[$1] += $2 * $2; b[$1] += $3; bb[$1] += $3 * $3 }
    function half(sum, squares, k) {
      variance = (squares - sum * sum / k) / (k - 1)
      return 2.776445 * sqrt((variance > 0 ? variance : 0) / k)
    }
    END { for (r in n) print r, a[r] / n[r], half(a[r], aa[r], n[r]), b[r] / n[r], half(b[r], bb[r], n[r]) }
  ' "$work/runs" | sort -n >"$work/limit-$limit"
  echo "limit $limit: radius, match rate (%) and half its interval, median detour (min) and half its interval"
  cat "$work/limit-$limit"
done

mkdir -p docs/pictures
gnuplot <<PLOT
set terminal svg size 860,380 font "Helvetica,14" background "#ffffff"
set output "docs/pictures/quickstart.svg"
set multiplot layout 1,2 margins 0.06,0.985,0.16,0.88 spacing 0.08
set border 3 lc rgb "#555555"
set tics nomirror textcolor rgb "#333333"
set grid ytics lc rgb "#e4e4e4" lt 1
set xlabel "radius r (m)" textcolor rgb "#333333"
set xrange [0:2100]
set xtics 0,500,2000
set yrange [0:100]
set key top left Left reverse samplen 2 textcolor rgb "#333333" title "limit on the detour" left
set title "Requests matched (%)" textcolor rgb "#222222"
plot "$work/limit-1" using 1:2:3 with yerrorlines lc rgb "#c8553d" lw 1.6 pt 7 ps 0.45 title "100 % of the solo trip", \
     "$work/limit-0.5" using 1:2:3 with yerrorlines lc rgb "#1f6f8b" lw 1.6 pt 7 ps 0.45 title "50 %", \
     "$work/limit-0.25" using 1:2:3 with yerrorlines lc rgb "#7a9e3a" lw 1.6 pt 7 ps 0.45 title "25 %"
set key off
set yrange [0:8]
set title "Median detour of the drivers who shared (min)" textcolor rgb "#222222"
plot "$work/limit-1" using 1:4:5 with yerrorlines lc rgb "#c8553d" lw 1.6 pt 7 ps 0.45 title "100 %", \
     "$work/limit-0.5" using 1:4:5 with yerrorlines lc rgb "#1f6f8b" lw 1.6 pt 7 ps 0.45 title "50 %", \
     "$work/limit-0.25" using 1:4:5 with yerrorlines lc rgb "#7a9e3a" lw 1.6 pt 7 ps 0.45 title "25 %"
unset multiplot
PLOT
