import CarpoolScenario
import Ground
import Scenario
import Tables

extension PopulationMaker {
  /// The minimum memory of a driver and of a request during a run, including their records, bytes.
  private static let leastBytes: [Side: Int] = [.drivers: 600, .requests: 1000]

  /// Checks that the travellers fit in this machine's memory, before any of them is drawn.
  ///
  /// - Throws: `SynthesisError.Fault.tooMuchMemory`.
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

  /// Returns the expected number of drawn travellers.
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
