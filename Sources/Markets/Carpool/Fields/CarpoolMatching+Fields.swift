import Matching
import Quantities
package import Scenario

extension Scenario.Matching {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "policy", \.policy, .policy,
          "The matching policy: "
            + PolicyName.allCases.map { "`\($0.rawValue)`, \($0.meaning)" }.joined(separator: "; ")
            + "; or an object for an external policy, which chooses among the candidates."),
        Field(
          "radius_m", \.radius, .metres(),
          "r: the maximum distance from the driver to the pickup, and from the driver's route to the destination."
        ).idle(Self.withoutCircles) { $0.looksEverywhere },
        Field(
          "spacing_m", \.spacing, .metres(),
          "d: the spacing of route points; 0: continuous, otherwise at least 1."
        ).idle(Self.withoutCircles) { $0.looksEverywhere }.idle(
          "the policy `insertion` uses the true positions of drivers"
        ) { $0.policy == .shipped(.insertion) },
      ] + cycleFields + [
        Field(
          "weights", \.weights, .object(Terms.Weights.members),
          "The weights of the cost of a candidate, a weighted sum of times; the lowest cost is best."),
        Field(
          "limits", \.limits, .object(Scenario.Limits.members),
          "The limits on detours, waits and rides, each of which applies independently."),
        Field(
          "insertion", \.insertion, .object(Terms.Insertion.members),
          "The rules of the `insertion` policy."),
        Field(
          "batch", \.batch, orAbsent: .object(BatchRules.members),
          "Windows in which requests are decided together; required by the policies `batch` and `stable`, and by external policies "
            + "that decide windows. With any policy, blocking pairs are then counted."),
        Field(
          "transfer", \.transfer, orAbsent: .object(TransferRules.members),
          "Transfers between two drivers, at most one per passenger without a direct ride. `null`: no transfers."
        ),
      ] + walkFields + stopFields,
      check: { checked, faults in
        checkWalking(checked, &faults)
        if checked.value.spacing > 0, checked.value.spacing < 1 {
          checked.conflict("route points are closer than 1 m; give 0 or at least 1", ["spacing_m"], &faults)
        }
        if checked.value.policy.gathers, checked.value.batch == nil {
          checked.conflict(
            "the policy `\(checked.value.policy.name)` decides the requests of a window together; give `batch`, such as {window_s: 10}",
            ["policy", "batch"], &faults)
        }
        if case .outside(let policy) = checked.value.policy, policy.decides == .windows,
          checked.value.batch?.window == .zero
        {
          checked.conflict(
            "the policy `\(policy.name)` decides windows, but each request is decided at once (`batch.window_s` is 0); give "
              + "windows a length, such as 10, or leave out `policy.decides`",
            ["batch.window_s", "batch", "policy"], &faults)
        }
      })
  }

  /// The reason why r and d have no effect.
  private static let withoutCircles =
    "the policy `insertion` considers all drivers at their true positions (`insertion.use_radius` is false)"

  /// Whether the two circles do not apply.
  package var looksEverywhere: Bool {
    policy == .shipped(.insertion) && !insertion.usesRadius && transfer == nil && walking.reach == 0
  }
}

extension Terms.Weights {
  static var members: Members<Self> {
    let weight = Shape<Double>.number(.from(0, to: 1e6))
    return Members(
      Self(),
      [
        Field("time_to_pickup", \.timeToPickup, weight, "The weight of the time to pickup."),
        Field("detour", \.detour, weight, "The weight of the driver's added detour time."),
        Field(
          "preference_s", \.preference, .seconds(),
          "The cost if all wishes are unmet; it decreases in proportion to the share of wishes met."
        )
        .idle { $0.preference == .zero ? nil : $1.carpool.withoutWishes },
      ])
  }
}

extension Scenario.Limits {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("max_detour_s", \.maxDetour, orNull: .seconds(), "The maximum total detour of the driver.")
          .idle { $1.carpool.withoutOwnTrips ?? $1.carpool.ownLimit("max_detour_s") { $0.maxDetour != nil } },
        Field(
          "max_detour_ratio", \.maxDetourRatio, orNull: .number(.from(0, to: 1e6)),
          "The maximum ratio of the driver's total detour to the solo time; 0.5 allows 1.5 times the solo time."
        ).idle {
          $1.carpool.withoutOwnTrips ?? $1.carpool.ownLimit("max_detour_ratio") { $0.maxDetourRatio != nil }
        },
        Field("max_wait_s", \.maxWait, orNull: .seconds(), "The maximum time from submission to pickup."),
        Field(
          "max_delay_s", \.maxDelay, orNull: .seconds(),
          "The maximum delay of the drop-off after submission + direct time; it limits wait and ride together."
        ),
        Field("max_ride_s", \.maxRide, orNull: .seconds(), "The maximum time from pickup to drop-off."),
        Field(
          "max_ride_ratio", \.maxRideRatio, orNull: .number(.from(1, to: 1e6)),
          "The maximum ratio of ride time to direct time."),
      ])
  }
}

extension BatchRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "window_s", \.window, .seconds(),
          "The length of the window in which requests are collected and decided together; 0: each request is decided at once, by "
            + "the two-circle rule."
        ).idle { _, scenario in
          scenario.carpool.matching.policy.gathers ? nil : CarpoolFields.onlyGathering
        },
        Field(
          "objective", \.objective, .oneOf,
          "The objective of `batch`: `matches`, maximum matches, then minimum cost; `cost`, minimum total"
            + " cost; `saved_km`, maximum kilometres saved: the direct trips of matched passengers minus the added driving"
            + " of their drivers."
        ).idle { $1.carpool.withoutWindow(.batch) },
        Field(
          "unmatched_cost_s", \.unmatchedCost, .seconds(),
          "The cost of an unmatched request under `cost`; pairs that cost more are not matched."
        ).idle { rules, scenario in
          scenario.carpool.withoutWindow(.batch)
            ?? (rules.objective == .cost ? nil : "only the objective `cost` uses it")
        },
        Field(
          "proposing", \.proposing, .oneOf,
          "The proposing side under `stable`; each of its members gets the best partner possible in any stable matching."
        ).idle { $1.carpool.withoutWindow(.stable) },
        Field(
          "commit", \.commit, .oneOf, unwrittenAt: .window,
          "When a decided pair becomes binding and receives the offer: at the end of the `window`, or at the `latest` window end"
            + " at which it is still feasible; until then, each window reoptimises all requests and drivers not yet bound."
        ).idle { $1.carpool.withoutGathering },
        Field(
          "notice_s", \.notice, .seconds(), unwrittenAt: .zero,
          "The minimum time between the binding of a pair and the moment at which it becomes infeasible."
        ).idle("pairs bind at the end of their window (`commit` is `window`)") { $0.commit == .window },
        Field(
          "riders", \.riders, .oneOf, unwrittenAt: .several,
          "Whether a driver serves `one` request over the whole trip or `several`, with any policy."),
      ])
  }
}

extension Terms.Insertion {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "use_radius", \.usesRadius, .boolean,
          "Whether the two circles apply: true position within r of the pickup, route within r of the destination."
        ).idle { $1.carpool.withoutInsertion },
        Field(
          "objective", \.objective, .oneOf,
          "The objective to minimise: `cost`, the cost by `weights`; `added_driving`, the added driving time; or "
            + "`earliest_arrival`, the drop-off time, without delaying the planned pickup or drop-off of any passenger accepted "
            + "earlier."
        ).idle { _, scenario in
          // External policies receive its evaluation of each candidate.
          if case .outside = scenario.carpool.matching.policy { return nil }
          return scenario.carpool.withoutInsertion
        },
      ])
  }
}
