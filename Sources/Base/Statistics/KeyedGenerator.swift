/// Random numbers as a pure function of master seed, replication, purpose, entities and number of earlier
/// draws: streams share no state, and a longer stream does not shift the others.
///
///     var draws = KeyedGenerator(seed: 7, replication: 0, purpose: .response, driver, request, cycle)
///     let accepts = draws.uniform() < 0.8
///
/// The words enter `Philox` unmixed, so that different tuples never share a number:
///
/// | word | holds |
/// |---|---|
/// | key 0 | master seed |
/// | key 1 | replication in the high half, purpose in the low half |
/// | counter 0 | number of the block within the stream |
/// | counter 1, 2, 3 | up to three entities, such as driver, request and cycle |
///
/// Each block gives four draws.
@frozen
public struct KeyedGenerator: RandomNumberGenerator, Sendable {
  @usableFromInline let key: Philox.Key
  /// The counter of the next block.
  @usableFromInline var counter: Philox.Block
  @usableFromInline var block = Philox.Block(0, 0, 0, 0)
  /// The number of used words in `block`.
  @usableFromInline var used = 4

  /// Creates a stream at its first draw.
  @inlinable
  public init(
    seed: UInt64, replication: UInt32, purpose: Purpose, _ entity: UInt64 = 0, _ second: UInt64 = 0,
    _ third: UInt64 = 0
  ) {
    key = Philox.Key(seed, UInt64(replication) << 32 | UInt64(purpose.rawValue))
    counter = Philox.Block(0, entity, second, third)
  }

  /// Returns the next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    switch used {
    case 1:
      used = 2
      return block.w1
    case 2:
      used = 3
      return block.w2
    case 3:
      used = 4
      return block.w3
    default:
      block = Philox.block(counter, key: key)
      counter.w0 &+= 1
      used = 1
      return block.w0
    }
  }

  /// Restarts the stream at its first draw.
  @inlinable
  public mutating func restart() {
    counter.w0 = 0
    used = 4
  }
}

/// The part of the key common to a whole run; creates its streams.
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
