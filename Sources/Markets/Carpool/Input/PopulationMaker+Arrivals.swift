import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics

extension PopulationMaker {
  /// Returns the arrival times of generated travellers, by number, for `supply` and `demand` alike.
  ///
  /// - Parameter matrix: the matrix from which their trips are drawn; nil if there is none.
  func times<Attributes>(
    _ synthetic: Scenario.SyntheticSide<Attributes>, _ side: Side, from matrix: MatrixSampler? = nil
  ) throws(SynthesisError) -> [Milliseconds] {
    guard let duration = scenario.time.duration else {
      preconditionFailure("a scenario with a synthetic side has a duration")
    }
    let arrivals = synthetic.arrivals
    let profile = arrivals.profile ?? matrix?.profile(over: duration)
    guard let times = ArrivalTimes(profile, duration: duration, phase: scenario.time.sinceMonday) else {
      throw SynthesisError(
        matrix.flatMap { arrivals.profile == nil ? .emptyMatrix(file: $0.file) : nil }
          ?? .emptyProfile(side: side.field))
    }
    var number = try count(arrivals, side)
    if let share = synthetic.matrixShare, let matrix {
      number = try poisson(mean: share * matrix.number(over: duration), "matrix_share", side)
      try checkMemory(of: number, side)
    }
    let drawn = (0..<number).map { index in
      var generator = stream(.arrival(side), UInt64(index))
      return times.draw(&generator)
    }
    if let matrix, case let hours = matrix.emptyHours(among: drawn), !hours.isEmpty {
      throw SynthesisError(.noTripsInHours(side: side.field, file: matrix.file, hours: hours))
    }
    return drawn
  }

  /// Returns the number of arrivals.
  func count(_ arrivals: Scenario.Arrivals, _ side: Side) throws(SynthesisError) -> Int {
    if let count = arrivals.count { return count }
    return try poisson(mean: arrivals.mean(in: scenario.time), "per_hour", side)
  }

  /// Draws a number of travellers with the given `mean`, from the field `name`.
  private func poisson(mean: Double, _ name: String, _ side: Side) throws(SynthesisError) -> Int {
    guard mean <= 50_000_000 else {
      throw SynthesisError(.tooMany(field: "\(side.field).\(name)", expected: mean))
    }
    var generator = stream(.count(side))
    return generator.poisson(mean: mean)
  }
}
