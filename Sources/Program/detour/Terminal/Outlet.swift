import Glibc
import JSON5
import Quoting
import Synchronization
import Tables

/// A standard stream of the program: the one way by which text leaves it.
///
/// Nothing that a terminal or the runner of a build server would obey gets through, whatever a name or a path holds: it is
/// written out. What could not be written is known at the end, when the program says so instead of success.
final class Outlet: Sendable {
  static let output = Outlet(STDOUT_FILENO)
  static let errors = Outlet(STDERR_FILENO)

  private let descriptor: Int32
  /// The number of the first fault; 0 for none. After it nothing more is written.
  private let fault = Mutex<Int32>(0)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes `text`, line breaks and tabs as they are.
  func write(_ text: String) { put(text.visible(keeping: ["\n", "\t"]).withoutRunnerCommands) }

  /// Writes `json`, in which the escapes of JSON stand for what a terminal would obey.
  func write(_ json: JSON) { put(Self.escaped(json.indented)) }

  /// Writes `json` as one line.
  func write(line json: JSON) { put(Self.escaped(json.compact + "\n")) }

  /// The text of a JSON value with the numbers of what stands in its texts and would be obeyed.
  private static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    // A runner takes `##[` for a command wherever it stands in a line.
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

  /// Writes `text`, which holds nothing but what the program itself made, for the terminal to obey.
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
          // Whoever shares the terminal or pipe has asked not to wait there.
          var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&question, 1, -1)
        } else if errno != EINTR {
          fault = errno
        }
      }
    }
  }

  /// Makes the streams ready: a closed one is not to be the next file that is opened, and a reader who leaves is not to
  /// end the program in the midst of a file.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // For the other direction, so that using it is a fault as before.
      _ = Glibc.open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A handler, unlike being ignored, is not handed on to programs that are started.
    let before = signal(SIGPIPE) { _ in }
    let ignores = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    isReaderMissed.withLock { $0 = !ignores }
  }

  /// True if the end of a reader ends the program as it ends others, with SIGPIPE.
  private static let isReaderMissed = Mutex(true)

  /// The exit code of a program that would end with `code`, by what could be written; a program whose reader has left
  /// ends of SIGPIPE here. A verdict that nobody could read is none.
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
    Detour.complain("standard output cannot be written (\(reason)): its content is incomplete")
    return ExitCode.failure
  }

  /// The exit codes behind which something was printed to be read.
  private static let verdicts = [ExitCode.success, ExitCode.failure, ExitCode.cannotTell]
}

/// Hides the function of the standard library, so that no text goes past the outlet.
@available(*, unavailable, message: "print one value, which goes through the outlet")
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

/// Writes `value` to standard output.
func print(_ value: some CustomStringConvertible, terminator: String = "\n") {
  Outlet.output.write(value.description + terminator)
}

/// Writes `json` to standard output.
func print(json: JSON) { Outlet.output.write(json) }
