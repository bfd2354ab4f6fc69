import Quantities

/// Measures the phases of a program; measurements with the same name are added up.
///
///     var watch = Stopwatch()
///     let records = watch.measure(Performance.simulation) { simulator.run() }
///     let performance = Performance(of: run.effort, phases: watch.phases)
public struct Stopwatch: Sendable {
  /// The phases measured so far.
  public private(set) var phases: [Performance.Phase] = []
  private let processor: MachineClock

  /// Creates a stopwatch.
  ///
  /// - Parameter ofThread: whether to count the processor time of the calling thread alone, if other threads do
  ///   unrelated work, rather than the time of the whole process.
  public init(ofThread: Bool = false) { processor = ofThread ? .thread : .process }

  /// Runs `body` as the phase `name`; failed phases are measured too.
  public mutating func measure<Result: ~Copyable, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wall = MachineClock.wall.seconds
    let cpu = processor.seconds
    defer { add(name, MachineClock.wall.seconds - wall, processor.seconds - cpu) }
    return try body()
  }

  private mutating func add(_ name: String, _ wall: Double, _ cpu: Double) {
    let place = phases.firstIndex { $0.name == name } ?? phases.count
    if place == phases.count { phases.append(.init(name: name, wallSeconds: 0, cpuSeconds: 0)) }
    phases[place].wallSeconds += wall
    phases[place].cpuSeconds += cpu
  }
}
