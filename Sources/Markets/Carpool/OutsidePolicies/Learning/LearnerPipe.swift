import Glibc
import Tables

/// The pipes to and from a learner: a line and then messages of fixed length come in, lines and frames go out.
///
/// Not thread-safe: use it from one thread at a time.
final class LearnerPipe {
  private let input: Int32
  private let output: Int32
  /// The maximum length of a line, bytes.
  private static let longestLine = 1 << 20

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Reads the next line, without its line feed; nil if the learner has disconnected.
  ///
  /// Bytes after it are not read, because they are a message.
  func line() throws(LearnerError) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < Self.longestLine {
      let count = try withUnsafeMutableBytes(of: &byte) { room throws(LearnerError) in try take(into: room) }
      guard count > 0 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw .badAnswer(
      String(decoding: bytes.prefix(80), as: UTF8.self), "a line is too long; answer hello first")
  }

  /// Reads the next message; nil if the learner has disconnected.
  func message() throws(LearnerError) -> LearnerMessage? {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
    let taken = try withUnsafeMutableBytes(of: &words) { room throws(LearnerError) in
      var taken = 0
      while taken < room.count {
        let count = try take(into: UnsafeMutableRawBufferPointer(rebasing: room[taken...]))
        guard count > 0 else { return false }
        taken += count
      }
      return true
    }
    guard taken else { return nil }
    return try LearnerMessage(
      UInt64(littleEndian: words.0), [words.1, words.2, words.3, words.4].map { UInt64(littleEndian: $0) })
  }

  /// Sends all of `bytes`.
  func send(_ bytes: [UInt8]) throws(LearnerError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress! + sent, $0.count - sent) }
      if count >= 0 {
        sent += count
      } else if errno == EPIPE {
        throw .gone
      } else if errno != EINTR {
        throw .unreachable(SystemFault(number: errno))
      }
    }
  }

  /// Waits for data, reads it into `room`, and returns the number of bytes, 0 at the end.
  private func take(into room: UnsafeMutableRawBufferPointer) throws(LearnerError) -> Int {
    while true {
      let count = Glibc.read(input, room.baseAddress, room.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreachable(SystemFault(number: errno)) }
    }
  }
}

/// A message of a learner.
enum LearnerMessage {
  /// The start of an episode, which ends the current one.
  case begin(seed: UInt64, replication: UInt64)
  /// The index of the chosen candidate among those sent; nil for none.
  case choose(Int?)
  /// The bounds in the order of `ChoiceBounds.names`; infinite: no bound.
  case bound([Double])

  init(_ kind: UInt64, _ words: [UInt64]) throws(LearnerError) {
    switch kind {
    case 1: self = .begin(seed: words[0], replication: words[1])
    case 2:
      let place = Int64(bitPattern: words[0])
      self = .choose(place < 0 ? nil : Int(place))
    case 3: self = .bound(words.map { Double(bitPattern: $0) })
    default:
      throw .badAnswer(
        "\(kind)", "a message must begin with 1 (begin), 2 (choose) or 3 (bounds); see docs/policies.md")
    }
  }
}
