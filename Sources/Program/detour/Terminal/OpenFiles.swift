import Foundation
import Glibc

/// The number of files that the program may have open at a time.
enum OpenFiles {
  /// Fewer than that may be opened; the libraries under the program end it by a trap where they cannot.
  struct Shortage: Error, CustomStringConvertible {
    let needed: Int

    var description: String {
      "the system lets this program open fewer than \(needed) files at a time; raise the limit, as by `ulimit -n 256`"
    }
  }

  /// Checks that there is room for what any command opens, whatever it works on.
  ///
  /// - Throws: `Shortage`.
  static func check() throws(Shortage) {
    // A few for each thread, those that wait for one another, and some to spare.
    let needed = 16 + 4 * ProcessInfo.processInfo.activeProcessorCount
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw Shortage(needed: needed) }
      opened.append(descriptor)
    }
  }
}
