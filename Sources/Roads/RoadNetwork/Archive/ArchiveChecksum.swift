public import Tables

/// XXH64, Y. Collet's 64-bit hash with seed 0 (xxhash.com): detects damage, not forgery, at memory speed; SHA-256 would
/// take seven times as long.
///
/// A change within one aligned word of eight bytes is always detected, any other with probability 1 − 2⁻⁶⁴.
struct ArchiveChecksum {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// Returns the checksum of `bytes`, at about 11 GB/s.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let p = primes
    var offset = 0
    var sum = p.4
    if bytes.count >= 32, let base = bytes.baseAddress {
      var lanes = (p.0 &+ p.1, p.1, UInt64(0), 0 &- p.0)
      let end = bytes.count - 32
      while offset <= end {
        lanes.0 = round(lanes.0, word(base, offset))
        lanes.1 = round(lanes.1, word(base, offset &+ 8))
        lanes.2 = round(lanes.2, word(base, offset &+ 16))
        lanes.3 = round(lanes.3, word(base, offset &+ 24))
        offset &+= 32
      }
      sum = rotated(lanes.0, 1) &+ rotated(lanes.1, 7) &+ rotated(lanes.2, 12) &+ rotated(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = (sum ^ round(0, lane)) &* p.0 &+ p.3 }
    }
    sum &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count, let base = bytes.baseAddress {
      sum = rotated(sum ^ round(0, word(base, offset)), 27) &* p.0 &+ p.3
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      sum = rotated(sum ^ (half &* p.0), 23) &* p.1 &+ p.2
      offset += 4
    }
    for byte in bytes[offset...] { sum = rotated(sum ^ (UInt64(byte) &* p.4), 11) &* p.0 }
    sum = (sum ^ (sum >> 33)) &* p.1
    sum = (sum ^ (sum >> 29)) &* p.2
    return sum ^ (sum >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }

  @inline(__always)
  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

/// An error in a file of prepared data. None is fatal, because the data can be prepared again.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case file(TableError)
  /// The file is not an archive.
  case notAnArchive(file: String)
  /// The file has a different format version.
  case version(file: String, found: Int, expected: Int)
  /// The file contains another kind of data.
  case kind(file: String, found: String, expected: String)
  /// The file belongs to a network with other links or travel times.
  case otherNetwork(file: String)
  /// The file is truncated, or some of its bytes have changed.
  case damaged(file: String, reason: String)
}

extension ArchiveError: CustomStringConvertible {
  /// The message: file, fault and remedy.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive: finding + "; delete or rename it"
    case .kind: finding + "; check the path"
    case .version, .otherNetwork, .damaged: finding + "; delete it, and it will be recreated"
    }
  }

  /// The message without the remedy, for callers that rebuild the file themselves.
  public var finding: String {
    switch self {
    case .file(let error): error.description
    case .notAnArchive(let file): "\(file): this is not a file of preprocessed data"
    case .version(let file, let found, let expected):
      "\(file): format version \(found) instead of \(expected)"
    case .kind(let file, let found, let expected): "\(file): contains \(found) instead of \(expected)"
    case .otherNetwork(let file): "\(file): created for another network or other travel times"
    case .damaged(let file, let reason): "\(file): damaged (\(reason))"
    }
  }
}
