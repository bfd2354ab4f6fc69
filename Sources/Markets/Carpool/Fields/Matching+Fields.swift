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
          "r: how far a driver may be from the pickup, and pass from the destination."),
        Field(
          "spacing_m", \.spacing, .metres(),
          "d: the distance between route points; 0 means continuous, otherwise at least 1."),
      ] + cycleFields + [
        Field(
          "weights", \.weights, .object(Terms.Weights.members),
          "What a candidate costs: a sum of times with these weights, the lowest wins."),
        Field(
          "limits", \.limits, .object(Scenario.Limits.members),
          "Limits on totals against the trip alone; each binds by itself."),
        Field(
          "insertion", \.insertion, .object(Terms.Insertion.members),
          "What only the `insertion` policy looks at."),
        Field(
          "batch", \.batch, orAbsent: .object(BatchRules.members),
          "How asks are decided together by the policies `batch` and `stable`, which need it; with any policy pairs are counted"
            + " that block what is decided."),
        Field(
          "transfer", \.transfer, orAbsent: .object(TransferRules.members),
          "How a passenger whom nobody takes all the way changes cars, at most once, where two drivers pass; `null`: nobody"
            + " changes."),
      ] + walkFields,
      check: { checked, faults in
        checkWalking(checked, &faults)
        if checked.value.spacing > 0, checked.value.spacing < 1 {
          checked.conflict("route points closer than 1 m; give 0 or at least 1", ["spacing_m"], &faults)
        }
        if case .shipped(let policy) = checked.value.policy, policy.gathers, checked.value.batch == nil {
          checked.conflict(
            "the policy `\(policy.rawValue)` decides the asks of a window together; give `batch`, as {window_s: 10}",
            ["policy", "batch"], &faults)
        }
      })
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
        Field("preference_s", \.preference, .seconds(), "The price of wishes that are all unmet."),
      ])
  }
}

extension Scenario.Limits {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("max_detour_s", \.maxDetour, orNull: .seconds(), "The driver's total detour."),
        Field(
          "max_detour_ratio", \.maxDetourRatio, orNull: .number(.from(0, to: 1e6)),
          "The driver's total detour ÷ solo time: 0.5 allows 1.5 times the own trip."),
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
          "How long asks are gathered, to be decided together; 0: each at once, by the rule of two circles."),
        Field(
          "objective", \.objective, .oneOf,
          "What `batch` decides by: `matches`, the most matches, and of those decisions the one of least cost; `cost`, the"
            + " least sum of costs."),
        Field(
          "unmatched_cost_s", \.unmatchedCost, .seconds(),
          "What an ask without a driver counts by `cost`: a dearer pair is not made."),
        Field(
          "proposing", \.proposing, .oneOf,
          "The side that proposes under `stable`, and gets the best that it has in any stable decision."),
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
        ),
        Field(
          "objective", \.objective, .oneOf,
          "What it minimises: the cost made of `weights`, or the driving time added."),
      ])
  }
}
