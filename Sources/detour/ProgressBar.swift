import Foundation
import Study

/// A line on the terminal that shows how far a run is, at what rate, and how long it will take.
///
/// Nothing of it is written where standard error is not a terminal, so that it never ends up in a log.
final class ProgressBar: @unchecked Sendable {
  let isShown: Bool
  /// The phase that is shown with a share, and when it began.
  private var phase: (name: String, start: ContinuousClock.Instant)?
  private var lastDrawn = ContinuousClock.now
  private static let interval = Duration.milliseconds(100)

  /// Creates a bar that is drawn on a terminal unless `isQuiet`.
  init(isQuiet: Bool) { isShown = !isQuiet && isatty(STDERR_FILENO) == 1 }

  /// Shows that `share` (0 … 1) of the run is done, with `events` behind.
  func update(share: Double, events: Int64) {
    guard let elapsed = secondsToShow(of: "running") else { return }
    draw(share, "\(Self.short(Double(events) / elapsed)) events/s", elapsed: elapsed)
  }

  /// Shows how far a study is; many threads may call it, one at a time.
  func update(_ study: StudyProgress) {
    guard let elapsed = secondsToShow(of: "study") else { return }
    draw(study.share, "\(study.before + study.done) of \(study.total) runs", elapsed: elapsed)
  }

  /// Shows that `share` (0 … 1) of the phase called `name` is done.
  func update(phase name: String, share: Double) {
    guard let elapsed = secondsToShow(of: name) else { return }
    draw(share, name, elapsed: elapsed)
  }

  /// The seconds since the phase called `name` began, where its line is due: not before an interval has passed,
  /// so that nothing is drawn of a phase that is over at once.
  private func secondsToShow(of name: String) -> Double? {
    guard isShown else { return nil }
    let now = ContinuousClock.now
    guard let phase, phase.name == name else {
      self.phase = (name, now)
      lastDrawn = now
      return nil
    }
    guard now - lastDrawn >= Self.interval else { return nil }
    lastDrawn = now
    return (now - phase.start) / .seconds(1)
  }

  private func draw(_ share: Double, _ text: String, elapsed: Double) {
    let width = 30
    let filled = Int((share * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let left = share > 0.01 ? "\(Int((elapsed / share * (1 - share)).rounded(.up))) s left" : ""
    write("\r\(bar) \(Int(share * 100)) %  \(text)  \(left)\u{1B}[K")
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
