import Foundation

/// A line on the terminal that shows how far a run is, at what rate, and how long it will take.
///
/// Nothing of it is written where standard error is not a terminal, so that it never ends up in a log.
final class ProgressBar {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private static let interval = Duration.milliseconds(100)

  /// Creates a bar that is drawn on a terminal unless `isQuiet`.
  init(isQuiet: Bool) { isShown = !isQuiet && isatty(STDERR_FILENO) == 1 }

  /// Shows that `share` (0 … 1) is done, with `events` behind.
  func update(share: Double, events: Int64) {
    let now = ContinuousClock.now
    guard isShown, lastDrawn.map({ now - $0 >= Self.interval }) ?? true else { return }
    lastDrawn = now
    let elapsed = (now - start) / .seconds(1)
    let width = 30
    let filled = Int((share * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let rate = elapsed > 0 ? Double(events) / elapsed : 0
    let left = share > 0.01 ? "\(Int((elapsed / share * (1 - share)).rounded(.up))) s left" : ""
    write("\r\(bar) \(Int(share * 100)) %  \(Self.short(rate)) events/s  \(left)\u{1B}[K")
  }

  /// Shows the name of a phase that has no share.
  func announce(_ phase: String) {
    guard isShown else { return }
    write("\r\(phase) …\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  private static func short(_ rate: Double) -> String {
    if rate >= 1e6 { return "\((rate / 1e5).rounded() / 10) M" }
    if rate >= 1e3 { return "\(Int(rate / 1e3)) k" }
    return "\(Int(rate))"
  }
}
