import Glibc
import Tables

/// The two ends of pipes to a learner: a line and then messages of one length come in, lines and frames go out.
///
/// It belongs to one thread at a time.
final class LearnerPipe {
  private let input: Int32
  private let output: Int32
  /// The longest line that is taken, bytes.
  private static let longestLine = 1 << 20

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// The line that comes next, without its line feed; nil where the learner has gone.
  ///
  /// Nothing behind it is read, for that is a message.
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

  /// The message that comes next; nil where the learner has gone.
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

  /// Reads into `room` what is there, and waits for it: how many bytes came, 0 at the end.
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
  /// The beginning of an episode; one that is under way ends.
  case begin(seed: UInt64, replication: UInt64)
  /// The place of a candidate among those told; nil for nobody.
  case choose(Int?)
  /// The bounds by `ChoiceBounds.names`, infinite for none.
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
        "\(kind)", "a message begins with 1 (begin), 2 (choose) or 3 (bounds), as docs/policies.md says")
    }
  }
}
