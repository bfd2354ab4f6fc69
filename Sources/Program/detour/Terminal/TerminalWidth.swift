import Foundation

/// The number of characters that fit into a line of what is written.
enum TerminalWidth {
  /// The width of standard output: what the terminal says, or `COLUMNS` where it says nothing; 100 where it is no terminal,
  /// so that what files and programs get does not depend on a window.
  static var ofOutput: Int {
    guard isatty(STDOUT_FILENO) == 1 else { return 100 }
    return min(max(40, stated(STDOUT_FILENO) ?? 100), 400)
  }

  /// The width of standard error; 80 where neither the terminal nor `COLUMNS` says.
  static var ofErrors: Int { stated(STDERR_FILENO) ?? 80 }

  private static func stated(_ descriptor: Int32) -> Int? {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }
}
