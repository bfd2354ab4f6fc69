public import Metrics

extension MarketWorld {
  /// Runs the simulation and computes the figures.
  ///
  /// - Parameter watch: the stopwatch with the earlier phases.
  /// - Throws: as `run`.
  public func results(
    _ observation: RunObservation = RunObservation(), _ watch: Stopwatch = Stopwatch()
  ) throws -> RunResults<Self> {
    var watch = watch
    let run: Run = try watch.measure(Performance.simulation) { try self.run(observation) }
    return RunResults(world: self, run: run, watch: watch)
  }
}
