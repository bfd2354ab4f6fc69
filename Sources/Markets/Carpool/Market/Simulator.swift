import Lifecycle
import Matching

/// One run of a carpool: drivers making their own trips, requests for seats, and a matcher that brings them together.
///
///     var simulator = Simulator(setup)
///     try simulator.run()
///     let records = simulator.takeRecords()
///
/// A run is serial and depends only on its setup.
public struct Simulator: ~Copyable {
  private var lifecycle: Lifecycle<CarpoolMarket>
  /// The chronological order of requests and drivers; nil if they are in order of id.
  private let order: TimeOrder?

  /// Creates a run that has not started yet.
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

  /// Runs until no event is left, or until the horizon.
  ///
  /// - Throws: `LostEvents` if an event was lost, which indicates a bug; otherwise any error thrown by the policy.
  public mutating func run() throws { try lifecycle.run() }

  /// Consumes the simulator, and returns the records of its run without copying them.
  public consuming func takeRecords() -> RunRecords {
    let order = order
    var records = RunRecords(lifecycle)
    order?.restore(&records)
    return records
  }
}

extension SimulationSetup {
  /// Simulates the run, and returns its records.
  ///
  /// - Throws: any error thrown by `Simulator.run()`.
  public func records() throws -> RunRecords {
    var setup = self
    setup.policy = try policy.begin()
    var simulator = Simulator(setup)
    try simulator.run()
    try setup.policy.end()
    return simulator.takeRecords()
  }
}
