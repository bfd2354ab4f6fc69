import Foundation

/// The number of characters per line of output.
enum TerminalWidth {
  /// The width of standard output: the terminal's or, if unknown, `COLUMNS`; 100 if it is not a terminal, so that
  /// files and other programs get the same output whatever the size of the window.
  static var ofOutput: Int {
    guard isatty(STDOUT_FILENO) == 1 else { return 100 }
    return min(max(40, stated(STDOUT_FILENO) ?? 100), 400)
  }

  /// The width of standard error, from the terminal or `COLUMNS`; 80 if neither is known.
  static var ofErrors: Int { stated(STDERR_FILENO) ?? 80 }

  private static func stated(_ descriptor: Int32) -> Int? {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }
}
