import Glibc
import JSON5
import Quoting
import Synchronization
import Tables

/// A standard stream of the program, through which all text output goes.
///
/// Control sequences for terminals and commands for CI runners never get through from names or paths: they are
/// written out as visible text. Write errors are reported at the end, when the program fails because of them.
final class Outlet: Sendable {
  static let output = Outlet(STDOUT_FILENO)
  static let errors = Outlet(STDERR_FILENO)

  private let descriptor: Int32
  /// The `errno` of the first error; 0 for none. After an error, nothing more is written.
  private let fault = Mutex<Int32>(0)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes `text`, keeping line breaks and tabs as they are.
  func write(_ text: String) { put(text.visible(keeping: ["\n", "\t"]).withoutRunnerCommands) }

  /// Writes `json`, with JSON escapes in place of characters that a terminal would interpret.
  func write(_ json: JSON) { put(Self.escaped(json.indented)) }

  /// Writes `json` on one line.
  func write(line json: JSON) { put(Self.escaped(json.compact + "\n")) }

  /// Returns the text of a JSON value with everything that a terminal or CI runner would interpret escaped numerically.
  private static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    // A runner takes `##[` for a command anywhere in a line.
    let holdsMark = text.utf8.contains(UInt8(ascii: "#"))
    guard holdsMark || scalars.contains(where: { $0.isObeyed && $0 != "\n" }) else { return text }
    var escaped = ""
    for scalar in scalars {
      if scalar == "#" || scalar.isObeyed && scalar != "\n" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Writes `text`, which consists only of what the program itself produced, without escaping it.
  func put(_ text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  /// Writes the bytes of a file.
  func put(_ bytes: UnsafeRawBufferPointer) {
    fault.withLock { fault in
      var rest = bytes
      while fault == 0, !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          // The descriptor may be non-blocking because another process that shares it made it so.
          var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&question, 1, -1)
        } else if errno != EINTR {
          fault = errno
        }
      }
    }
  }

  /// Prepares the streams: makes sure that no file opened later gets the descriptor of a closed stream, and that a
  /// reader that goes away does not end the program while it is writing a file.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for the opposite direction, so that using it is an error as before.
      _ = Glibc.open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // Unlike ignoring the signal, a handler is not inherited by programs started from here.
    let before = signal(SIGPIPE) { _ in }
    let ignores = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    isReaderMissed.withLock { $0 = !ignores }
  }

  /// Whether the program ends with SIGPIPE if its reader has gone away, as other programs do.
  private static let isReaderMissed = Mutex(true)

  /// Returns the exit code of a program that would end with `code`: a failure if its output could not be written
  /// completely. A program whose reader has gone away ends here with SIGPIPE.
  static func close(_ code: Int32) -> Int32 {
    let isFlushed = fflush(nil) == 0
    let number = output.fault.withLock { $0 }
    guard number != 0 || !isFlushed, verdicts.contains(code) else { return code }
    if number == EPIPE, code == ExitCode.failure { return code }
    if number == EPIPE, isReaderMissed.withLock({ $0 }) {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let reason = number == 0 ? "the device is full or gone" : String(cString: strerror(number))
    Detour.complain("standard output cannot be written (\(reason)), so it is incomplete")
    return ExitCode.failure
  }

  /// The exit codes that become a failure if the output is incomplete.
  private static let verdicts = [ExitCode.success, ExitCode.failure, ExitCode.cannotTell]
}

/// Hides the function of the standard library, so that no text bypasses the outlet.
@available(*, unavailable, message: "print one value, which goes through the outlet")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

/// Writes `value` to standard output.
func print(_ value: some CustomStringConvertible, terminator: String = "\n") {
  Outlet.output.write(value.description + terminator)
}

/// Writes `json` to standard output.
func print(json: JSON) { Outlet.output.write(json) }
