public import Statistics

extension Scenario {
  /// The random numbers of its seed and replication, keyed by purpose and entity.
  public var random: RandomSource { RandomSource(seed: seed, replication: replication) }
}
