public import Quantities

extension Scenario {
  /// The number of arrivals and their times: either `count` or `perHour` is set.
  public struct Arrivals: Equatable, Sendable {
    /// The exact number of arrivals over the duration.
    public var count: Int?
    /// The mean rate of a Poisson process per hour, over the duration or, with a weekly profile, over a week.
    public var perHour: Double?
    /// The variation of the rate over time; nil: constant.
    public var profile: Profile?
    /// The lowest id; the ids are consecutive.
    public var firstID: Int64 = 0

    /// Creates arrivals with neither a count nor a rate.
    public init() {}
  }

  /// The variation of an arrival rate over the duration.
  public enum Profile: Equatable, Sendable {
    /// Relative rates in equal parts of the duration.
    case equalParts([Double])
    /// Relative rates, each valid until a given time; no arrivals after the last of these times.
    case steps([Step])
    /// Relative rates by the day of the week.
    case week(Week)

    /// A relative rate, from the end of the previous step until the given time.
    public struct Step: Equatable, Sendable {
      public var until = Milliseconds.zero
      public var weight = 0.0

      /// Creates an empty step.
      public init() {}
    }

    /// Relative rates repeated every week.
    public struct Week: Equatable, Sendable {
      /// The rates in equal parts of each day, Monday first; nil for a day without arrivals.
      public var days = [[Double]?](repeating: nil, count: 7)

      /// Creates a week without arrivals.
      public init() {}

      /// The mean rate over the week.
      package var mean: Double {
        days.reduce(0) { $0 + ($1.map { $0.reduce(0, +) / Double($0.count) } ?? 0) } / 7
      }

      /// Returns the steps over `duration` of a run that begins `phase` after midnight on a Monday.
      package func steps(from phase: Milliseconds, over duration: Milliseconds) -> [Step] {
        var steps: [Step] = []
        var midnight = Milliseconds.zero - Milliseconds(phase.rawValue % Self.day)
        var day = Int(phase.rawValue / Self.day) % 7
        while midnight < duration {
          let rates = days[day] ?? [0]
          for (part, rate) in rates.enumerated() {
            var step = Step()
            step.until = midnight + Milliseconds(Self.day * Int64(part + 1) / Int64(rates.count))
            step.weight = rate
            if step.until > .zero { steps.append(step) }
          }
          midnight = midnight + Milliseconds(Self.day)
          day = (day + 1) % 7
        }
        return steps
      }

      private static let day: Int64 = 86_400_000
    }
  }
}

extension Scenario.Arrivals {
  /// Returns the expected number of arrivals at the rate `perHour` over the duration of a run in `time`; with a weekly
  /// profile, it depends on the part of the week that the run covers.
  package func mean(in time: Scenario.Time) -> Double {
    let whole = time.duration?.seconds ?? 0
    let mean = (perHour ?? 0) * whole / 3600
    guard case .week(let week) = profile, let duration = time.duration, whole > 0 else { return mean }
    var begin = Milliseconds.zero
    let mass = week.steps(from: time.sinceMonday, over: duration).reduce(0) { mass, step in
      let end = min(step.until, duration)
      defer { begin = end }
      return mass + step.weight * (end - begin).seconds
    }
    return mean * mass / (whole * week.mean)
  }
}
