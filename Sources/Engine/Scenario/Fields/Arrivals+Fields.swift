import JSON5
import Quantities

/// Returns the fields of the number and times of arrivals.
package func arrivalFields<Root>(_ arrivals: WritableKeyPath<Root, Scenario.Arrivals>) -> [Field<Root>] {
  [
    Field(
      "count", arrivals.appending(path: \.count), orNull: .integer(0, to: 50_000_000),
      "The exact number of arrivals within the duration; give either this or `per_hour`."),
    Field(
      "per_hour", arrivals.appending(path: \.perHour), orNull: .number(.from(0, to: 1e8), "1/h"),
      "The mean rate of Poisson arrivals, averaged over the duration or, with a weekly profile, over the week; give either this or"
        + " `count`."),
    Field(
      "profile", arrivals.appending(path: \.profile), orNull: Scenario.Profile.shapeOfArrivals,
      "The variation of the rate over time: a list of weights, for equal parts of the duration; steps; or, for a weekly profile,"
        + " `{mon: …, sun: …}` with a list of weights for each day (`detour profile` estimates them from recorded trips). `null`: a"
        + " constant rate."),
    Field(
      "first_id", arrivals.appending(path: \.firstID), .integer(0, to: 1 << 53),
      "The lowest id; ids are consecutive."),
  ]
}

/// Checks that either `count` or `per_hour` is given for the arrivals at `place`.
package func checkArrivals<Value>(
  _ checked: Checked<Value>, _ place: KeyPath<Value, Scenario.Arrivals>, _ faults: inout Faults
) {
  let arrivals = checked.value[keyPath: place]
  switch (arrivals.count, arrivals.perHour) {
  case (nil, nil):
    checked.conflict("neither `count` nor `per_hour` is given; give one", ["count", "per_hour"], &faults)
  case (_?, _?):
    checked.conflict("both `count` and `per_hour` are given; give one", ["count", "per_hour"], &faults)
  default: break
  }
}

extension Scenario.Profile {
  private static var stepsShape: Shape<[Step]> {
    Shape<Step>.object(
      Members(
        Step(),
        [
          Field(
            "until_s", \.until, .seconds(.from(0.001, to: 1e9)), isRequired: true, "The end of the step."),
          Field(
            "weight", \.weight, .number(.atLeast(0)), isRequired: true, "The relative rate during the step."),
        ])
    ).list().checked { steps in
      if zip(steps, steps.dropFirst()).contains(where: { $0.until >= $1.until }) {
        return "the steps are out of order; sort them by until_s"
      }
      return steps.contains { $0.weight > 0 } ? nil : "no weight is above 0; give at least one"
    }
  }

  /// The shape of the days of a weekly profile.
  private static var weekShape: Shape<Week> {
    let rates = Shape<Double>.number(.atLeast(0)).list(counts: 1...1_440)
    let fields = Scenario.Hours.dayNames.enumerated().map { index, name in
      Field<Week>(
        name, \.days[index], orAbsent: rates,
        "The relative rates in equal parts of the day. Omitted: no arrivals on that day.")
    }
    return Shape<Week>.object(Members(Week(), fields)).checked {
      $0.mean > 0 ? nil : "no weight is above 0; give at least one"
    }
  }

  /// The shape of an arrival profile, including weekly ones.
  static var shapeOfArrivals: Shape<Self> {
    let day = shape
    let week = weekShape
    return Shape(
      declaration: .either([day.declaration, week.declaration]),
      read: { node, path, faults in
        guard node.members != nil else { return day.read(node, path, &faults) }
        return week.read(node, path, &faults).map(Self.week)
      },
      write: { profile, purpose in
        if case .week(let value) = profile { week.write(value, purpose) } else { day.write(profile, purpose) }
      })
  }

  /// The shape of a profile of one period: weights of its equal parts, or steps.
  package static var shape: Shape<Self> {
    let weights = Shape<[Double]>.weights()
    let steps = stepsShape
    return Shape(
      declaration: .either([weights.declaration, steps.declaration]),
      read: { node, path, faults in
        if case .list(let items) = node.value, items.first?.members != nil {
          return steps.read(node, path, &faults).map(Self.steps)
        }
        return weights.read(node, path, &faults).map(Self.equalParts)
      },
      write: { profile, purpose in
        switch profile {
        case .equalParts(let values): weights.write(values, purpose)
        case .steps(let values): steps.write(values, purpose)
        case .week: preconditionFailure("a weekly profile is not a single period")
        }
      })
  }
}
