/// Philox4x64-10: four random 64-bit words as a function of a counter of four words and a key of two.
///
/// Ten rounds of two wide multiplications each; passes all of TestU01. Salmon, Moraes, Dror and Shaw,
/// "Parallel random numbers: as easy as 1, 2, 3", SC 2011, doi:10.1145/2063384.2063405.
public enum Philox {
  /// Four words: a counter, or the random block for it.
  @frozen
  public struct Block: Hashable, Sendable {
    public var w0: UInt64
    public var w1: UInt64
    public var w2: UInt64
    public var w3: UInt64

    /// Creates the block of four words.
    @inlinable
    public init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
      self.w0 = w0
      self.w1 = w1
      self.w2 = w2
      self.w3 = w3
    }
  }

  /// Two words.
  @frozen
  public struct Key: Hashable, Sendable {
    public var w0: UInt64
    public var w1: UInt64

    /// Creates the key of two words.
    @inlinable
    public init(_ w0: UInt64, _ w1: UInt64) {
      self.w0 = w0
      self.w1 = w1
    }
  }

  /// Returns the random block of `counter` under `key`.
  @inlinable
  public static func block(_ counter: Block, key: Key) -> Block {
    var words = counter
    var key = key
    for round in 0..<10 {
      if round > 0 {
        key.w0 &+= 0x9E37_79B9_7F4A_7C15
        key.w1 &+= 0xBB67_AE85_84CA_A73B
      }
      let a = words.w0.multipliedFullWidth(by: 0xD2E7_470E_E14C_6C93)
      let b = words.w2.multipliedFullWidth(by: 0xCA5A_8263_9512_1157)
      words = Block(b.high ^ words.w1 ^ key.w0, b.low, a.high ^ words.w3 ^ key.w1, a.low)
    }
    return words
  }
}
