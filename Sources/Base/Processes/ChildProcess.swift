import CSystem
import Glibc
public import Quantities
public import Tables

/// A program that was started to answer: lines go to its standard input, and for each a line comes from its standard output.
///
///     let child = try ChildProcess(["python3", "mine.py"], folder: "Scenarios")
///     let answer = try child.answer(to: Array("question\n".utf8), within: Milliseconds(10_000))
///     try child.finish(within: Milliseconds(10_000))
///
/// Whatever it writes to its standard error is a fault, and so is a line that nobody asked for. One that is let go without
/// `finish` is killed. What it started ends with it, and all of them with this program, however that ends: a guard waits for
/// that. It belongs to one thread at a time.
public final class ChildProcess {
  private let process: pid_t
  /// The process that kills its group where this program cannot, and what holds that back; -1 where none could be
  /// started.
  private let guardian: (process: pid_t, hold: Int32)
  private var input: Int32
  private let output: Int32
  private let errors: Int32
  /// The bytes from its standard output that were not taken yet.
  private var received: [UInt8] = []
  private var hasEnded = false
  private var errorsAreOpen = true
  private var room = [UInt8](repeating: 0, count: 1 << 16)

  /// The longest line that is taken, in bytes.
  static let longestLine = 1 << 20
  /// The most that is kept of what it writes to its standard error, in bytes.
  static let mostErrors = 1 << 14

  /// Starts the program that the first of the `words` names, looked for as a shell would, with the others as its arguments.
  ///
  /// - Parameter folder: where it works, and what a relative path of the program refers to; empty for the working folder.
  /// - Throws: Why the system cannot start it.
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

  /// Sends `line`, which ends with a line feed, and gives the line that answers it, without its own.
  ///
  /// - Parameter limit: how long that may take.
  /// - Throws: `ChildFault`; the program has been killed then.
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

  /// Ends its input, and waits until it has ended of itself, with the exit code 0 and without another word.
  ///
  /// - Throws: `ChildFault`; the program has been killed then.
  public func finish(saying line: [UInt8] = [], within limit: Milliseconds) throws(ChildFault) {
    let deadline = ChildDeadline(limit)
    // One that has ended before it was told so has heard what it wanted; whether it had can be known by chance alone.
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
  /// Sends `line`; false where nobody reads it any more.
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

  /// Waits for a word of the program, or until it takes more where we are `sending`.
  private func wait(until deadline: ChildDeadline, sending: Bool) throws(ChildFault) {
    // Who complains and then answers is found out: what was written later is looked at earlier.
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

  /// Takes what `stream` has to give, and waits where that is nothing; false at its end.
  private func take(_ stream: Int32) -> Bool {
    let count = room.withUnsafeMutableBytes { read(stream, $0.baseAddress, $0.count) }
    if count > 0 { received += room[..<count] }
    return count > 0 || (count < 0 && errno == EINTR)
  }

  private func isReadable(_ stream: Int32, within milliseconds: Int = 0) -> Bool {
    var question = pollfd(fd: stream, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, Int32(clamping: milliseconds)) > 0
  }

  /// The text that the program has written to its standard error: to the end, or until it pauses for `pause`
  /// milliseconds, but no longer than `limit`.
  private func complaint(pauses pause: Int, within limit: Int) -> [UInt8] {
    let deadline = ChildDeadline(Milliseconds(Int64(limit)))
    var text: [UInt8] = []
    while text.count < Self.mostErrors, isReadable(errors, within: min(pause, deadline.left)) {
      let count = room.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      text += room[..<count]
      // Who writes a little again and again is not waited for.
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
  /// The fault `kind`, with what the program has to say of it; it is ended with that.
  private func fault(_ kind: ChildFault.Kind, _ known: [UInt8]? = nil) -> ChildFault {
    // A program that ends of a fault says so with its last words, which take a moment.
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

  /// Its exit code, or the number of the signal that ended it, negative; nil while it runs.
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

  /// Ends what the program has started, and the guard, by whom the group lasts as long as we may kill it.
  private func endGroup() {
    guard guardian.process > 0 else { return }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(guardian.process, &status, 0) < 0, errno == EINTR {}
  }
}

extension ChildProcess {
  /// The processor time of the programs that this one has started and that have ended, seconds.
  public static var endedProcessorSeconds: Double { detour_ended_processor_s() }
}

/// The time until which something may take.
private struct ChildDeadline {
  let limit: Milliseconds
  private let end: UInt64

  init(_ limit: Milliseconds) {
    self.limit = limit
    end = MachineClock.wall.nanoseconds + UInt64(limit.rawValue) * 1_000_000
  }

  /// The milliseconds that are left, rounded up; 0 where none are.
  var left: Int {
    let now = MachineClock.wall.nanoseconds
    return now >= end ? 0 : Int((end - now + 999_999) / 1_000_000)
  }
}
