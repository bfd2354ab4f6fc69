import Ground
import Quantities
import Scenario
import Statistics

extension PopulationMaker {
  /// The times at which travellers arise, by their number; `supply` and `demand` alike.
  func times(_ arrivals: Scenario.Arrivals, _ side: Side) throws(SynthesisError) -> [Milliseconds] {
    guard let duration = scenario.time.duration else {
      preconditionFailure("a scenario with a synthetic side has a duration")
    }
    guard let times = ArrivalTimes(arrivals.profile, duration: duration) else {
      throw SynthesisError(.emptyProfile(side: side.field))
    }
    return try (0..<count(arrivals, duration, side)).map { index in
      var generator = stream(.arrival(side), UInt64(index))
      return times.draw(&generator)
    }
  }

  /// The number of travellers that arise.
  func count(
    _ arrivals: Scenario.Arrivals, _ duration: Milliseconds, _ side: Side
  ) throws(SynthesisError) -> Int {
    if let count = arrivals.count { return count }
    let mean = (arrivals.perHour ?? 0) * duration.seconds / 3600
    guard mean <= 50_000_000 else { throw SynthesisError(.tooMany(side: side.field, expected: mean)) }
    var generator = stream(.count(side))
    return generator.poisson(mean: mean)
  }
}
