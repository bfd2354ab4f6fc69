public import Metrics

extension MarketWorld {
  /// Simulates, and takes the figures.
  ///
  /// - Parameter watch: has measured what there was before.
  /// - Throws: As `run`.
  public func results(
    _ observation: RunObservation = RunObservation(), _ watch: Stopwatch = Stopwatch()
  ) throws -> RunResults<Self> {
    var watch = watch
    let run: Run = try watch.measure(Performance.simulation) { try self.run(observation) }
    return RunResults(world: self, run: run, watch: watch)
  }
}
