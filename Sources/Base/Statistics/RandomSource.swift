/// The master seed and the replication of a run, from which its random-number streams are created.
@frozen
public struct RandomSource: Hashable, Sendable {
  /// The master seed.
  public var seed: UInt64
  /// The replication, from 0.
  public var replication: UInt32

  /// Creates the source of replication `replication`, reduced to 32 bits, under the master seed `seed`.
  @inlinable
  public init(seed: UInt64, replication: some BinaryInteger) {
    self.seed = seed
    self.replication = UInt32(truncatingIfNeeded: replication)
  }

  /// Returns the stream for `purpose` and up to three entities.
  @inlinable
  public func stream(
    _ purpose: Purpose, _ entity: UInt64 = 0, _ second: UInt64 = 0, _ third: UInt64 = 0
  ) -> KeyedGenerator {
    KeyedGenerator(
      seed: seed, replication: replication, purpose: purpose, entity, second, third)
  }
}
