#!/usr/bin/env Rscript
# Recompute the main figures of a run from its rows with base R and compare them with summary.csv.
#
#     Rscript Examples/analysis.R Results/rush
#
# Prints every figure that it knows beside the one of summary.csv, and names the others; exit code 1 where they differ by
# more than the rounding of the files explains. A starting point for analyses of your own: each figure is a line or two.

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 1) {
    message("usage: Rscript Examples/analysis.R RESULT_FOLDER")
    quit(status = 64)
}
folder <- arguments[1]
if (!file.exists(file.path(folder, "manifest.json"))) {
    message(folder, ": not a result folder of one run (no manifest.json)")
    quit(status = 65)
}

read <- function(name) {
    read.csv(file.path(folder, paste0(name, ".csv")), colClasses = c(run_id = "character"))
}
requests <- read("requests")
attempts <- read("attempts")
drivers <- read("drivers")
stops <- read("stops")
summary_rows <- read("summary")

# A number of the scenario in the manifest, which has one member a line; Inf where it is null or absent.
manifest <- readLines(file.path(folder, "manifest.json"), encoding = "UTF-8")
number <- function(name) {
    line <- grep(paste0("^ +\"", name, "\": "), manifest, value = TRUE)
    value <- sub(",$", "", sub("^[^:]*: ", "", line))
    if (length(value) == 0 || value[1] == "null") Inf else as.numeric(value[1])
}

figures <- list()
put <- function(metric, statistic, value) {
    figures[[paste(metric, statistic)]] <<- as.numeric(value)
}
put_ratio <- function(metric, part, whole) if (whole > 0) put(metric, "value", part / whole)
put_distribution <- function(metric, values) {
    values <- values[!is.na(values)]
    put(metric, "count", length(values))
    if (length(values) == 0) return(invisible())
    put(metric, "mean", mean(values))
    put(metric, "min", min(values))
    put(metric, "max", max(values))
    if (length(values) > 1) put(metric, "sd", sd(values))
    shares <- c(p05 = 0.05, p25 = 0.25, median = 0.5, p75 = 0.75, p90 = 0.9, p95 = 0.95, p99 = 0.99)
    for (name in names(shares)) put(metric, name, quantile(values, shares[[name]], type = 7))
}

# Requests: those submitted between the warm-up's end and the horizon.
probe_outcomes <- c("probe_hit", "probe_miss")
settled_outcomes <- c("served", "unmatched", "cancelled_by_passenger", "cancelled_by_driver")
counted <- requests[requests$submit_s >= number("warm_up_s") & requests$submit_s <= number("horizon_s"), ]
probes <- counted[counted$outcome %in% probe_outcomes, ]
in_progress <- counted[counted$outcome == "in_progress" & !as.logical(counted$probe), ]
settled <- counted[counted$outcome %in% settled_outcomes, ]
calls <- attempts[attempts$request_id %in% c(settled$request_id, in_progress$request_id), ]
accepted <- calls[calls$outcome == "accepted", ]
matches <- nrow(accepted)

put("requests", "value", nrow(settled) + nrow(in_progress))
put("matches", "value", matches)
put_ratio("match_rate", sum(!is.na(settled$first_match_s)), nrow(settled))
put_ratio("service_rate", sum(settled$outcome == "served"), nrow(settled))
put_ratio("coverage", sum(probes$outcome == "probe_hit"), nrow(probes))
put_ratio("attempts_per_match", nrow(calls), matches)
put_distribution("time_to_match_s", settled$time_to_match_s)
put_distribution("wait_s", settled$wait_s)
# Who plans ahead waits from the time to leave on, as wait_s does, even if the match is earlier.
put_distribution("wait_after_match_s", pmin(settled$pickup_s - settled$match_s, settled$wait_s))
put_distribution("ride_s", settled$ride_s)
put_distribution("passenger_detour_factor", settled$passenger_detour_factor)
put_distribution("preference_agreement", settled$preference_agreement)
put_distribution("time_to_pickup_s", accepted$time_to_pickup_s[accepted$request_id %in% settled$request_id])

# Cars, over the whole run: only drivers that arrived count.
arrived <- drivers[drivers$outcome == "arrived", ]
sharing <- arrived[arrived$passengers_served > 0, ]
vehicle_m <- sum(arrived$driven_m)
solo_m <- sum(arrived$solo_m)

# Persons on board over the metres to the next stop of the same car; the rows stand by car, then by time.
legs <- stops[stops$driver_id %in% arrived$driver_id, ]
same_car <- head(legs$driver_id, -1) == tail(legs$driver_id, -1)
metres <- diff(legs$odometer_m)[same_car]
on_board <- head(legs$on_board_after, -1)[same_car]
leg_m <- sum(metres)
passenger_m <- sum(metres * on_board)

# One car per request: those served saved their direct trip; passengers of cars still under way are left out.
all_settled <- requests[requests$outcome %in% settled_outcomes, ]
is_served <- all_settled$outcome == "served"
served <- all_settled[is_served & all_settled$driver_id %in% arrived$driver_id, ]
unserved <- all_settled[!is_served, ]
saved_m <- solo_m + sum(served$direct_m) - vehicle_m

put("drivers", "value", sum(drivers$outcome != "refused_input"))
put("vehicle_km", "value", vehicle_m / 1000)
put("solo_km", "value", solo_m / 1000)
put_ratio("occupancy", leg_m + passenger_m, leg_m)
put_ratio("seat_utilisation", passenger_m, sum(arrived$seats * arrived$driven_m))
put("vkt_saved_km", "value", saved_m / 1000)
put("co2_saved_kg", "value", saved_m / 1000 * number("co2_kg_per_km"))
put_ratio("vkt_saved_ratio", saved_m, solo_m + sum(served$direct_m) + sum(unserved$direct_m))
put_ratio("drivers_sharing_ratio", nrow(sharing), nrow(arrived))
put_distribution("driver_detour_s", sharing$detour_s)
put_distribution("driver_detour_m", sharing$detour_m)
put_distribution("driver_detour_ratio", sharing$detour_ratio)

# Causes: of what was settled and not served, and of refused rows; what nobody had is a zero.
failed <- c(settled$cause[settled$outcome != "served"], requests$cause[requests$outcome == "refused_input"])
for (name in grep("^cause\\.", summary_rows$metric, value = TRUE)) {
    put(name, "value", sum(paste0("cause.", failed) == name))
}

broken <- calls$binding_limit[calls$cause == "limits"]
for (name in grep("^lost_to\\.", summary_rows$metric, value = TRUE)) {
    put(name, "value", sum(paste0("lost_to.", broken) == name))
}

known <- summary_rows$metric %in% sub(" .*", "", names(figures))
unknown <- unique(summary_rows$metric[!known])
summary_rows <- summary_rows[known, ]

# What the decimals of the files can hide; sums of rounded metres grow with their number.
hidden <- c(s = 0.002, m = 0.2, km = 0.002, kg = 0.002, ratio = 3e-6, count = 0)
sums <- c("vehicle_km", "solo_km", "vkt_saved_km", "co2_saved_kg")
keys <- paste(summary_rows$metric, summary_rows$statistic)
stated <- summary_rows$value
found <- vapply(keys, function(key) if (is.null(figures[[key]])) NA_real_ else figures[[key]], numeric(1))
bound <- hidden[summary_rows$unit] + ifelse(summary_rows$unit == "ratio", 1e-5 * abs(stated), 0) +
    ifelse(summary_rows$metric %in% sums, 5e-5 * (2 * nrow(drivers) + nrow(requests)), 0)
differs <- is.na(found) | abs(found - stated) > bound
cat(sprintf("%-28s%-10s%18s%18s\n", "metric", "statistic", "from the rows", "summary.csv"))
cat(sprintf(
    "%-28s%-10s%18.6f%18.6f%s\n", summary_rows$metric, summary_rows$statistic, found, stated,
    ifelse(differs, "   differs", "")
), sep = "")
missing <- setdiff(names(figures), keys)
if (length(unknown) > 0) cat("not recomputed here:", paste(unknown, collapse = ", "), "\n")
if (length(missing) > 0) cat("missing in summary.csv:", missing, sep = "\n")
differences <- sum(differs) + length(missing)
cat(nrow(summary_rows), "figures,", differences, "differences\n")
quit(status = if (differences > 0) 1 else 0)
