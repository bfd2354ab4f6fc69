import CarpoolScenario
import Ground
import Scenario
import Statistics
import Tables

extension Purpose {
  static func count(_ side: Side) -> Purpose { side == .drivers ? .driverCount : .requestCount }
  static func arrival(_ side: Side) -> Purpose { side == .drivers ? .driverArrival : .requestArrival }
  static func trip(_ side: Side) -> Purpose { side == .drivers ? .driverTrip : .requestTrip }
  static func traits(_ side: Side) -> Purpose { side == .drivers ? .driverTraits : .requestTraits }
  static func resampling(_ side: Side) -> Purpose { side == .drivers ? .driverRows : .requestRows }
  static func sample(_ side: Side) -> Purpose { side == .drivers ? .driverSample : .requestSample }
  static func smoothing(_ side: Side) -> Purpose { side == .drivers ? .driverMoves : .requestMoves }
}

extension PopulationMaker {
  /// Returns the stream for `purpose` and the traveller `entity`, and, where relevant, the day `second`.
  func stream(_ purpose: Purpose, _ entity: UInt64 = 0, _ second: UInt64 = 0) -> KeyedGenerator {
    scenario.random.stream(purpose, entity, second)
  }
}

extension PopulationMaker {
  /// The minimum memory that a driver or a request takes during a run, including records, in bytes.
  private static let leastBytes: [Side: Int] = [.drivers: 600, .requests: 1000]

  /// Checks, before drawing any traveller, that the travellers fit in this machine's memory.
  ///
  /// - Throws: `SynthesisError.Fault.tooMuchMemory` if they do not fit.
  func checkMemory() throws(SynthesisError) {
    var bytes = 0
    if let users = scenario.users {
      // Both sides share the trips; each trip counts with the smaller of the two sizes.
      let trips = Double(users.count) * Double(users.days) * users.travelShare * (users.returns ? 2 : 1)
      bytes += Int(trips) * (Self.leastBytes.values.min() ?? 0)
    }
    for side in Side.allCases { bytes += try expected(side) * (Self.leastBytes[side] ?? 0) }
    try checkMemory(bytes)
  }

  /// Checks that `count` travellers of one side fit in memory.
  func checkMemory(of count: Int, _ side: Side) throws(SynthesisError) {
    try checkMemory(count * (Self.leastBytes[side] ?? 0))
  }

  private func checkMemory(_ bytes: Int) throws(SynthesisError) {
    guard bytes > PhysicalMemory.bytes else { return }
    throw SynthesisError(.tooMuchMemory(needed: bytes, present: PhysicalMemory.bytes))
  }

  /// Returns the number of travellers to be drawn for a side, or its expectation.
  private func expected(_ side: Side) throws(SynthesisError) -> Int {
    switch side {
    case .drivers:
      guard case .synthetic(let synthetic) = scenario.supply else { return 0 }
      return try count(synthetic.arrivals, side)
    case .requests:
      guard case .synthetic(let synthetic) = scenario.demand else { return 0 }
      return try count(synthetic.arrivals, side)
    }
  }
}
