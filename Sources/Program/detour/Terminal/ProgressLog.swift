import Foundation
import Quantities
import Study
import Synchronization

/// The progress of a study as whole lines for a log: one every 30 seconds, or at the interval in seconds given by
/// `DETOUR_PROGRESS_S`; none for a study that ends before the first is due.
///
///     progress: 288 of at most 1,600 runs, 4.1 runs/s, at most 5 min 20 s left; 5 of 9 points undecided, ahead …
final class ProgressLog: Sendable {
  /// When the study began here, and when a line was last written.
  private let times: Mutex<(start: ContinuousClock.Instant, last: ContinuousClock.Instant)?> = Mutex(nil)
  private let interval: Duration

  init() { interval = .seconds(Self.seconds) }

  /// The seconds between two lines: `DETOUR_PROGRESS_S`, or half a minute.
  static var seconds: Double {
    let given = ProcessInfo.processInfo.environment["DETOUR_PROGRESS_S"].flatMap { Double($0) }
    return given.map { $0 > 0 && $0 < 1e9 ? $0 : 30 } ?? 30
  }

  /// Writes a line on the progress if one is due; may be called from several threads.
  func update(_ study: StudyProgress) {
    let now = ContinuousClock.now
    let elapsed = times.withLock { times -> Duration? in
      guard let known = times else {
        times = (now, now)
        return nil
      }
      guard now - known.last >= interval else { return nil }
      times = (known.start, now)
      return now - known.start
    }
    if let elapsed { Outlet.errors.write(Self.line(study, after: elapsed / .seconds(1)) + "\n") }
  }

  /// Returns the line for `study`, `elapsed` seconds after it began here.
  static func line(_ study: StudyProgress, after elapsed: Double) -> String {
    let most = study.tuning == nil ? "" : "at most "
    var parts = ["\(Words.grouped(study.before + study.done)) of \(most)\(Words.grouped(study.total)) runs"]
    if study.done > 0, elapsed > 0 {
      let pace = Double(study.done) / elapsed
      parts.append(
        pace >= 0.1
          ? "\(Words.fixed(pace, pace < 10 ? 1 : 0)) runs/s" : "\(Words.fixed(60 * pace, 2)) runs/min")
    }
    let left = ProgressBar.left(study.share, after: elapsed)
    if !left.isEmpty { parts.append(most + left) }
    return "progress: " + parts.joined(separator: ", ") + (study.tuning.map { "; \($0.words)" } ?? "")
  }
}
