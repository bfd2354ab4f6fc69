import Lifecycle
import Matching

/// One run of a carpool: drivers making their own trips, requests who ask for a seat, and the matcher between them.
///
///     var simulator = Simulator(setup)
///     try simulator.run()
///     let records = simulator.takeRecords()
///
/// A run is serial, and a function of its setup alone.
public struct Simulator: ~Copyable {
  private var lifecycle: Lifecycle<CarpoolMarket>
  /// In which requests and drivers stand; nil where that is the order of their ids.
  private let order: TimeOrder?

  /// Creates a run that has not begun.
  public init(_ setup: SimulationSetup) {
    self.init(setup, order: TimeOrder(of: setup))
  }

  init(_ setup: SimulationSetup, order: TimeOrder?) {
    self.order = order
    lifecycle = Lifecycle(
      CarpoolMarket(order?.applied(to: setup) ?? setup), rules: setup.rules,
      recordsEvents: setup.observation.recordsEvents)
    lifecycle.progress = setup.observation.progress
  }

  /// Runs until nothing is left to happen, or to the horizon.
  ///
  /// - Throws: `LostEvents` if an event was lost, which is a fault of the program; else what the policy throws.
  public mutating func run() throws { try lifecycle.run() }

  /// Ends the simulator and hands out what its run left behind, without a copy.
  public consuming func takeRecords() -> RunRecords {
    let order = order
    var records = RunRecords(lifecycle)
    order?.restore(&records)
    return records
  }
}

extension SimulationSetup {
  /// Simulates, and gives what the run left behind.
  ///
  /// - Throws: What `Simulator.run()` throws.
  public func records() throws -> RunRecords {
    var setup = self
    setup.policy = try policy.begin()
    var simulator = Simulator(setup)
    try simulator.run()
    try setup.policy.end()
    return simulator.takeRecords()
  }
}
