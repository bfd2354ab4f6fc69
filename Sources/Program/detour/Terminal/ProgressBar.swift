import Foundation
import Ground
import JSON5
import Processes
import Quantities
import Quoting
import RoadNetwork
import Study
import Synchronization
import Tables

/// A line on the terminal that shows the progress of a run, its rate, and the time left.
///
/// The line is cut to the current width of the terminal, so that it never wraps. If standard error is not a
/// terminal, the line is not drawn: instead, a slow phase is announced, and the progress of a study is logged every
/// 30 seconds.
final class ProgressBar: @unchecked Sendable {
  let isShown: Bool
  /// The log of studies if no line can be drawn; nil if a log is not wanted either.
  private let log: ProgressLog?
  /// The announcer of slow phases if no line can be drawn; otherwise nil.
  private let slow: SlowPhase?
  /// Whether the progress of a study is shown at all.
  var tellsOfStudies: Bool { isShown || log != nil }
  /// The phase currently shown with its completed share, and when it began.
  private var phase: (name: String, start: ContinuousClock.Instant)?
  private var lastDrawn = ContinuousClock.now
  /// Whether a line is currently drawn.
  private var isDirty = false
  /// Whether output without escapes was requested with `NO_COLOR` (https://no-color.org).
  private let isPlain: Bool
  /// The number of characters drawn, which without escapes must be overwritten with spaces.
  private var written = 0
  private static let interval = Duration.milliseconds(100)

  /// Creates a bar that is drawn on a terminal unless `isQuiet`.
  init(isQuiet: Bool) {
    let environment = ProcessInfo.processInfo.environment
    let isDumb = environment["TERM"] == "dumb"
    isPlain = environment["NO_COLOR"]?.isEmpty == false
    isShown = !isQuiet && !isDumb && isatty(STDERR_FILENO) == 1
    log = isQuiet || isShown ? nil : ProgressLog()
    slow =
      isQuiet || isShown
      ? nil
      : SlowPhase(first: ProgressLog.seconds, later: 2 * ProgressLog.seconds) {
        Detour.complain("still \($0), \(ProgressLine.span($1)) so far")
      }
  }

  /// Shows that `share` (0 … 1) of the run is done, after `events` events.
  func update(share: Double, events: Int64) {
    guard let elapsed = secondsToShow(of: "running") else { return }
    let rate = "\(Words.short(Double(events) / elapsed)) events/s"
    draw(share, rate, left: Self.left(share, after: elapsed))
  }

  /// Shows the progress of a study, including runs of earlier calls; may be called from several threads, but
  /// one at a time.
  func update(_ study: StudyProgress) {
    // Reading is over once runs are in progress.
    slow?.end()
    log?.update(study)
    guard let elapsed = secondsToShow(of: "study") else { return }
    let most = study.tuning == nil ? "" : "at most "
    let text = "\(study.before + study.done) of \(most)\(study.total) runs"
    let left = Self.left(study.share, after: elapsed)
    draw(
      study.shareOfAll, text + (study.tuning.map { "  \($0.words)" } ?? ""),
      left: Interruption.isAsked
        ? "finishing the current runs; press again to stop at once" : left.isEmpty ? "" : most + left)
  }

  /// Shows that `share` (0 … 1) of the phase called `name` is done.
  func update(phase name: String, share: Double) {
    guard let elapsed = secondsToShow(of: name) else { return }
    draw(share, name, left: Self.left(share, after: elapsed))
  }

  /// Shows the progress of preparing a world.
  func update(_ world: Preparation) {
    switch world {
    case .network(let preparation): update(preparation)
    case .drawing(let travellers, let share): update(phase: "drawing \(travellers)", share: share)
    }
  }

  /// Shows the progress of preparing a network. A file that must be rebuilt is reported even if no bar is shown.
  func update(_ preparation: RoutingIndex.Preparation) {
    switch preparation {
    case .advanced(let phase, let share): update(phase: phase.rawValue, share: share)
    case .refused(let error):
      clear()
      Detour.complain("\(error.finding); it is recreated")
    }
  }

  /// Returns the seconds since the phase called `name` began, if its line is due. It is not due before an
  /// interval has passed, so that short phases are never drawn.
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

  private func draw(_ share: Double, _ text: String, left: String) {
    write(ProgressLine(share: share, text: text.visible, left: left).cut(to: TerminalWidth.ofErrors))
  }

  /// Returns the time left at the current rate; empty if it is too early to tell.
  static func left(_ share: Double, after elapsed: Double) -> String {
    guard share > 0.001, elapsed > 1 else { return "" }
    return ProgressLine.span(elapsed / share * (1 - share)) + " left"
  }

  /// Shows the name of a phase whose completed share is unknown.
  func announce(_ phase: String) {
    slow?.begin(phase)
    guard isShown else { return }
    write(String((phase.visible + " …").prefix(max(0, TerminalWidth.ofErrors - 1))))
  }

  /// Removes the line.
  func clear() {
    slow?.end()
    guard isDirty else { return }
    write("")
    isDirty = false
  }

  /// Replaces the line with `text`.
  private func write(_ text: String) {
    guard isPlain else {
      Outlet.errors.put("\r\(text)\u{1B}[K")
      isDirty = true
      return
    }
    let rest = max(0, written - text.count)
    Outlet.errors.put("\r\(text)" + String(repeating: " ", count: rest) + (text.isEmpty ? "\r" : ""))
    (isDirty, written) = (true, text.count)
  }
}

/// The line of a progress bar: the bar, the completed share, a label and the time left.
struct ProgressLine {
  let share: Double
  let text: String
  let left: String

  /// Returns the line in fewer than `columns` characters: the bar is shortened first, then the end is cut.
  func cut(to columns: Int) -> String {
    let percent = Int(share * 100)
    let words = ["\(percent < 10 ? "   " : percent < 100 ? "  " : " ")\(percent) %", text, left].filter {
      !$0.isEmpty
    }.joined(separator: "  ")
    let room = min(30, columns - 1 - words.count)
    guard room >= 5 else { return String(words.drop { $0 == " " }.prefix(max(0, columns - 1))) }
    let filled = Int((min(1, max(0, share)) * Double(room)).rounded(.down))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled) + words
  }

  /// Returns a duration such as `42 s`, `3 min 05 s` or `2 h 10 min`, rounded up.
  static func span(_ seconds: Double) -> String {
    Words.span(min(seconds, 1e9).rounded(.up)).replacingScalars(["\u{A0}": " "])
  }
}

/// The progress of a study as whole lines for a log: one every 30 seconds, or at the interval in seconds given by
/// `DETOUR_PROGRESS_S`; none for a study that ends before the first is due.
///
///     progress: 288 of at most 1,600 runs, 4.1 runs/s, at most 5 min 20 s left; 5 of 9 points undecided, ahead …
final class ProgressLog: Sendable {
  /// The times at which this process began the study, and at which the last line was written.
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

  /// Returns the line for `study`, `elapsed` seconds after this process began it.
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

/// The progress of a study for programs: a line of JSON on standard error whenever runs finish, and ten times a
/// second while runs are in progress.
///
///     {"progress":{"total":30,"before":10,"done":4,"share":0.52}}
///
/// For a search for the best settings, `total` is the budget, and `tuning` contains the number of undecided points
/// and the leading one. `before` is the number of runs that existed at the start, `done` the number finished since,
/// and `share` (0 … 1) the part of all runs that is complete, including the completed parts of runs in progress.
final class ProgressStream: @unchecked Sendable {
  private var lastWritten: (time: ContinuousClock.Instant, done: Int)?
  private static let interval = Duration.milliseconds(100)

  /// Writes the progress of the study if a line is due; may be called from several threads.
  func update(_ study: StudyProgress) {
    let now = ContinuousClock.now
    if let lastWritten, lastWritten.done == study.done, now - lastWritten.time < Self.interval { return }
    lastWritten = (now, study.done)
    let tuning = study.tuning.map { [JSON.Member("tuning", $0.json)] } ?? []
    let progress = JSON.object(
      [
        .init("total", .integer(study.total)), .init("before", .integer(study.before)),
        .init("done", .integer(study.done)),
        .init("share", .number((study.shareOfAll * 1e4).rounded() / 1e4)),
      ] + tuning)
    Outlet.errors.write(line: ["progress": progress])
  }
}
