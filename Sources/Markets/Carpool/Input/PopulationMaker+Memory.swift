import CarpoolScenario
import Ground
import Scenario
import Tables

extension PopulationMaker {
  /// The memory that a driver and a request take at the very least while a run goes on, with what is recorded of them,
  /// bytes.
  private static let leastBytes: [Side: Int] = [.drivers: 600, .requests: 1000]

  /// Checks that the travellers to be drawn fit into the memory of this machine, before one of them is.
  ///
  /// - Throws: `SynthesisError.Fault.tooMuchMemory`.
  func checkMemory() throws(SynthesisError) {
    var bytes = 0
    if let users = scenario.users {
      // The sides share the trips; each counts as the smaller of the two.
      let trips = Double(users.count) * Double(users.days) * users.travelShare * (users.returns ? 2 : 1)
      bytes += Int(trips) * (Self.leastBytes.values.min() ?? 0)
    }
    for side in Side.allCases { bytes += try expected(side) * (Self.leastBytes[side] ?? 0) }
    try checkMemory(bytes)
  }

  /// Checks likewise that `count` travellers of one side fit.
  func checkMemory(of count: Int, _ side: Side) throws(SynthesisError) {
    try checkMemory(count * (Self.leastBytes[side] ?? 0))
  }

  private func checkMemory(_ bytes: Int) throws(SynthesisError) {
    guard bytes > PhysicalMemory.bytes else { return }
    throw SynthesisError(.tooMuchMemory(needed: bytes, present: PhysicalMemory.bytes))
  }

  /// The number of travellers that will be drawn.
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
