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
          "Which matcher decides: "
            + PolicyName.allCases.map { "`\($0.rawValue)`, \($0.meaning)" }.joined(separator: "; ")
            + "; or an object, for a policy outside the program, which chooses among the candidates."),
        Field(
          "radius_m", \.radius, .metres(),
          "r: how far a driver may be from the pickup, and pass from the destination."
        ).idle(Self.withoutCircles) { $0.looksEverywhere },
        Field(
          "spacing_m", \.spacing, .metres(),
          "d: the distance between route points; 0 means continuous, otherwise at least 1."
        ).idle(Self.withoutCircles) { $0.looksEverywhere }.idle(
          "the policy `insertion` goes by the true positions of drivers"
        ) { $0.policy == .shipped(.insertion) },
      ] + cycleFields + [
        Field(
          "weights", \.weights, .object(Terms.Weights.members),
          "The cost of a candidate: a weighted sum of times; the lowest wins."),
        Field(
          "limits", \.limits, .object(Scenario.Limits.members),
          "Limits on totals against the trip alone; each binds by itself."),
        Field(
          "insertion", \.insertion, .object(Terms.Insertion.members),
          "Fields of the `insertion` policy alone."),
        Field(
          "batch", \.batch, orAbsent: .object(BatchRules.members),
          "How the policies `batch` and `stable`, and those outside the program that decide windows, all of which require it,"
            + " decide requests together; with any policy, blocking pairs are counted."),
        Field(
          "transfer", \.transfer, orAbsent: .object(TransferRules.members),
          "How a passenger without a direct ride transfers, at most once, between two drivers; `null`: no transfers."
        ),
      ] + walkFields + stopFields,
      check: { checked, faults in
        checkWalking(checked, &faults)
        if checked.value.spacing > 0, checked.value.spacing < 1 {
          checked.conflict("route points closer than 1 m; give 0 or at least 1", ["spacing_m"], &faults)
        }
        if checked.value.policy.gathers, checked.value.batch == nil {
          checked.conflict(
            "the policy `\(checked.value.policy.name)` decides the requests of a window together; give `batch`, as {window_s: 10}",
            ["policy", "batch"], &faults)
        }
        if case .outside(let policy) = checked.value.policy, policy.decides == .windows,
          checked.value.batch?.window == .zero
        {
          checked.conflict(
            "the policy `\(policy.name)` decides windows, and each request is decided at once (`batch.window_s` is 0); give"
              + " windows a length, as 10, or leave out `policy.decides`",
            ["batch.window_s", "batch", "policy"], &faults)
        }
      })
  }

  /// The reason r and d have no effect.
  private static let withoutCircles =
    "the policy `insertion` looks at all drivers, as they are (`insertion.use_radius` is false)"

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
        Field("preference_s", \.preference, .seconds(), "The penalty when all wishes are unmet.")
          .idle { $0.preference == .zero ? nil : $1.carpool.withoutWishes },
      ])
  }
}

extension Scenario.Limits {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("max_detour_s", \.maxDetour, orNull: .seconds(), "The driver's total detour.")
          .idle { $1.carpool.withoutOwnTrips ?? $1.carpool.ownLimit("max_detour_s") { $0.maxDetour != nil } },
        Field(
          "max_detour_ratio", \.maxDetourRatio, orNull: .number(.from(0, to: 1e6)),
          "The driver's total detour ÷ solo time: 0.5 allows 1.5 times the own trip."
        ).idle {
          $1.carpool.withoutOwnTrips ?? $1.carpool.ownLimit("max_detour_ratio") { $0.maxDetourRatio != nil }
        },
        Field("max_wait_s", \.maxWait, orNull: .seconds(), "From submission to pickup."),
        Field(
          "max_delay_s", \.maxDelay, orNull: .seconds(),
          "Drop-off at the latest at submission + direct time + this: for wait and ride together."),
        Field("max_ride_s", \.maxRide, orNull: .seconds(), "From pickup to drop-off."),
        Field(
          "max_ride_ratio", \.maxRideRatio, orNull: .number(.from(1, to: 1e6)), "Ride time ÷ direct time."),
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
          "How long requests are gathered, to be decided together; 0: each at once, by the rule of two circles."
        ).idle { _, scenario in
          scenario.carpool.matching.policy.gathers ? nil : CarpoolFields.onlyGathering
        },
        Field(
          "objective", \.objective, .oneOf,
          "What `batch` decides by: `matches`, the most matches, and of those decisions the one of least cost; `cost`, the"
            + " least sum of costs; `saved_km`, the most kilometres saved: the direct trips of those who get a driver less"
            + " what their drivers drive more."
        ).idle { $1.carpool.withoutWindow(.batch) },
        Field(
          "unmatched_cost_s", \.unmatchedCost, .seconds(),
          "The cost of an unmatched request under `cost`: a dearer pair is not made."
        ).idle { rules, scenario in
          scenario.carpool.withoutWindow(.batch)
            ?? (rules.objective == .cost ? nil : "only the objective `cost` leaves out what is too dear")
        },
        Field(
          "proposing", \.proposing, .oneOf,
          "The proposing side under `stable`, which gets its best partner in any stable matching."
        ).idle { $1.carpool.withoutWindow(.stable) },
        Field(
          "commit", \.commit, .oneOf, unwrittenAt: .window,
          "When a decided pair binds, and is asked: at the end of the `window`; or at the `latest` end of a window at which it can"
            + " still be carried out, until when each window decides again over all requests and drivers who are not bound."
        ).idle { $1.carpool.withoutGathering },
        Field(
          "notice_s", \.notice, .seconds(), unwrittenAt: .zero,
          "How long before a pair could not be carried out any more it binds at the latest."
        ).idle("pairs bind at the end of their window (`commit` is `window`)") { $0.commit == .window },
        Field(
          "riders", \.riders, .oneOf, unwrittenAt: .several,
          "Whether a driver takes `one` request on the whole trip or `several`, with any policy."),
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
          "Whether the two circles bind it too: true position within r of the pickup, route within r of the destination."
        ).idle { $1.carpool.withoutInsertion },
        Field(
          "objective", \.objective, .oneOf,
          "What it minimises: the cost made of `weights`; the driving time added; or, with `earliest_arrival`, the time of the"
            + " drop-off, where nobody who was accepted before is picked up or dropped off later than planned."
        ).idle { _, scenario in
          // External policies receive its evaluation of each candidate.
          if case .outside = scenario.carpool.matching.policy { return nil }
          return scenario.carpool.withoutInsertion
        },
      ])
  }
}
