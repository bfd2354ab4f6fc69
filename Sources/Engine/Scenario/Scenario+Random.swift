public import Statistics

extension Scenario {
  /// The random numbers of the scenario's seed and replication, keyed by purpose and entity.
  public var random: RandomSource { RandomSource(seed: seed, replication: replication) }
}
