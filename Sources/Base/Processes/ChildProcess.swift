import CSystem
import Glibc
public import Quantities
public import Tables

/// A child process that replies to each line on its standard input with one line on its standard output.
///
///     let child = try ChildProcess(["python3", "mine.py"], folder: "Scenarios")
///     let answer = try child.answer(to: Array("question\n".utf8), within: Milliseconds(10_000))
///     try child.finish(within: Milliseconds(10_000))
///
/// Output on its standard error is a failure, and so is an unsolicited line. Unless `finish` has been called, the child is
/// killed on deinitialisation. Its own children end with it, and the whole group ends with this program, even on a
/// crash: a guardian process ensures this. Not thread-safe: use it from one thread at a time.
public final class ChildProcess {
  private let process: pid_t
  /// The guardian process, which kills the child's group if this program cannot, and the pipe on which it waits; -1 if
  /// none could be started.
  private let guardian: (process: pid_t, hold: Int32)
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  /// The bytes read from the child's standard output, but not yet consumed.
  private var received: [UInt8] = []
  private var hasEnded = false
  private var errorsAreOpen = true
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  /// The length limit of a line, in bytes.
  static let longestLine = 1 << 20
  /// The maximum number of bytes stored of the child's standard error.
  static let mostErrors = 1 << 14

  /// Starts the program `words[0]`, found on the path as in a shell, with the other words as its arguments.
  ///
  /// - Parameter folder: the child's working folder, against which a relative program path is resolved; empty: the
  ///   current folder.
  /// - Throws: `SystemFault` if the system cannot start it.
  public init(_ words: [String], folder: String) throws(SystemFault) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    var streams: [Int32] = [0, 0, 0]
    errno = detour_start(&arguments, folder, &process, &streams)
    guard errno == 0 else { throw .last }
    self.process = process
    (input, output, errors) = (streams[0], streams[1], streams[2])
    var (guardian, hold): (pid_t, Int32) = (-1, -1)
    if detour_guard(process, &guardian, &hold) != 0 { (guardian, hold) = (-1, -1) }
    self.guardian = (guardian, hold)
  }

  deinit {
    end()
    if guardian.hold >= 0 { close(guardian.hold) }
    closeInput()
    close(output)
    close(errors)
  }

  /// Sends `line`, which ends with a line feed, and returns the reply without its line feed.
  ///
  /// - Parameter limit: the time limit for the reply.
  /// - Throws: `ChildFault`; the child has then been killed.
  public func answer(to line: [UInt8], within limit: Milliseconds) throws(ChildFault) -> [UInt8] {
    let deadline = ChildDeadline(limit)
    guard received.isEmpty, !isReadable(output) else {
      if isReadable(output) { _ = take(output) }
      throw received.isEmpty ? fault(.closed) : fault(.spoke(text(received)))
    }
    guard try send(line, until: deadline) else { throw fault(.closed) }
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = Array(received[..<end])
        received.removeSubrange(...end)
        return answer
      }
      guard received.count < Self.longestLine else { throw fault(.endless) }
      try wait(until: deadline, sending: false)
    }
  }

  /// Closes the child's standard input, and waits until it ends with exit code 0 and without further output.
  ///
  /// - Throws: `ChildFault`; the child has then been killed.
  public func finish(saying line: [UInt8] = [], within limit: Milliseconds) throws(ChildFault) {
    let deadline = ChildDeadline(limit)
    // A child that ended before the last line may have been satisfied; whether it read that line depends on
    // timing.
    _ = try send(line, until: deadline)
    closeInput()
    repeat {
      guard received.isEmpty else { throw fault(.spoke(text(received))) }
      guard isReadable(output, within: deadline.left) else { throw fault(.late(limit)) }
    } while take(output)
    let complaint = complaint(pauses: deadline.left, within: deadline.left)
    guard complaint.isEmpty else { throw fault(.complained, complaint) }
    while true {
      if let status = status(waits: false) {
        guard status == 0 else { throw fault(.ended(status)) }
        return
      }
      guard deadline.left > 0 else { throw fault(.late(limit)) }
      usleep(500)
    }
  }
}

// MARK: - Streams

extension ChildProcess {
  /// Sends `line`; returns false if the child no longer reads.
  private func send(_ line: [UInt8], until deadline: ChildDeadline) throws(ChildFault) -> Bool {
    var sent = 0
    while sent < line.count {
      let count = line.withUnsafeBytes { detour_send(input, $0.baseAddress! + sent, $0.count - sent) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(until: deadline, sending: true)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Waits until the child has written something, or, if `sending`, until it accepts more input.
  private func wait(until deadline: ChildDeadline, sending: Bool) throws(ChildFault) {
    // Standard error is checked first, so that a complaint followed by a reply is found.
    var questions = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorsAreOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
    ]
    let found = poll(&questions, sending ? 3 : 2, Int32(clamping: deadline.left))
    guard found != 0 else { throw fault(.late(deadline.limit)) }
    guard found > 0 else { return }
    if questions[1].revents & Int16(POLLIN) != 0 { throw fault(.complained) }
    if questions[1].revents != 0 { errorsAreOpen = false }
    if questions[0].revents != 0, !take(output) { throw fault(.closed) }
  }

  /// Reads the available output of `stream`, waiting until there is some; returns false at its end.
  private func take(_ stream: Int32) -> Bool {
    let count = room.withUnsafeMutableBytes { read(stream, $0.baseAddress, $0.count) }
    if count > 0 { received += room[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  private func isReadable(_ stream: Int32, within milliseconds: Int = 0) -> Bool {
    var question = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, Int32(clamping: milliseconds)) > 0
  }

  /// Reads the child's standard error until it ends or pauses for `pause` milliseconds, but for at most `limit`
  /// milliseconds, and returns it.
  private func complaint(pauses pause: Int, within limit: Int) -> [UInt8] {
    let deadline = ChildDeadline(Milliseconds(Int64(limit)))
    var text: [UInt8] = []
    while text.count < Self.mostErrors, isReadable(errors, within: min(pause, deadline.left)) {
      let count = room.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      text += room[..<count]
      // A child that keeps writing a little is not waited for.
      guard deadline.left > 0 else { break }
    }
    return text
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Its end

extension ChildProcess {
  /// Ends the child, and returns the failure `kind` with its standard error.
  private func fault(_ kind: ChildFault.Kind, _ known: [UInt8]? = nil) -> ChildFault {
    // A program that fails usually prints the reason last, which takes a moment.
    let words = known ?? complaint(pauses: 200, within: 1000)
    var kind = kind
    if kind == .closed || kind == .complained {
      for _ in 0..<(kind == .closed ? 200 : 20) where !hasEnded {
        if let status = status(waits: false) { kind = .ended(status) } else { usleep(1000) }
      }
    }
    end()
    return ChildFault(kind: kind, words: text(words))
  }

  /// Returns the exit code, or the negative number of the signal that ended the child; nil while it is running.
  private func status(waits: Bool) -> Int32? {
    guard !hasEnded else { return 0 }
    var status: Int32 = 0
    var found: pid_t
    repeat { found = waitpid(process, &status, waits ? 0 : WNOHANG) } while found < 0 && errno == EINTR
    guard found != 0 else { return nil }
    hasEnded = true
    endGroup()
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  private func end() {
    guard !hasEnded else { return }
    kill(-process, SIGKILL)
    _ = status(waits: true)
  }

  /// Kills the child's group and the guardian, which keeps the group's id valid until then.
  private func endGroup() {
    guard guardian.process > 0 else { return }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(guardian.process, &status, 0) < 0, errno == EINTR {}
  }
}

extension ChildProcess {
  /// The processor time of all ended children of this process, seconds.
  public static var endedProcessorSeconds: Double { detour_ended_processor_s() }
}

/// A deadline for operations on a child.
private struct ChildDeadline {
  let limit: Milliseconds
  private let end: UInt64

  init(_ limit: Milliseconds) {
    self.limit = limit
    end = MachineClock.wall.nanoseconds + UInt64(limit.rawValue) * 1_000_000
  }

  /// The remaining milliseconds, rounded up; 0 after the deadline.
  var left: Int {
    let now = MachineClock.wall.nanoseconds
    return now >= end ? 0 : Int((end - now + 999_999) / 1_000_000)
  }
}

/// The failure of a child process.
public struct ChildFault: Error, Hashable, Sendable {
  public let kind: Kind
  /// The text that the child wrote to its standard error.
  public let words: String

  /// Creates the failure `kind` of a child that wrote `words` to its standard error.
  public init(kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    /// The child ended: its exit code, or the negative number of the signal that ended it.
    case ended(Int32)
    /// The child closed its standard streams, but did not end.
    case closed
    /// The child exceeded its time limit.
    case late(Milliseconds)
    /// The child wrote to its standard error.
    case complained
    /// The child wrote an unsolicited line.
    case spoke(String)
    /// The child wrote a line that exceeds the length limit.
    case endless
  }
}

extension ChildFault.Kind {
  /// The failure and its remedy, worded as the end of a sentence.
  public var sentence: String {
    switch self {
    case .ended(let status) where status < 0:
      "it was terminated by signal \(-status); a policy must run until the `end` message"
    case .ended(let status):

      "it ended with exit code \(status); a policy must answer each message until the `end` message and then exit with 0"
    case .closed: "it closed its standard streams; they must stay open until the `end` message"
    case .late(let limit):
      "it took longer than \(limit.seconds) s; make it faster, or give a longer timeout_s"
    case .complained: "it wrote to its standard error, which must stay empty; write to a file instead"
    case .spoke(let text):
      "it wrote \(Self.quoted(text)) unrequested; its standard output must contain exactly one line per message"
    case .endless: "its line does not end; an answer must be one line of JSON below 1 MiB"
    }
  }

  /// Returns the beginning of `text` in backticks.
  package static func quoted(_ text: String) -> String {
    let line = text.prefix { $0 != "\n" }
    return "`\(line.count > 120 ? line.prefix(120) + "…" : line)`".visible
  }
}
