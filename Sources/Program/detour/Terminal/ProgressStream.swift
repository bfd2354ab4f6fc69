import JSON5
import Study

/// The progress of a study for programs: a line of JSON on standard error whenever runs are finished, and ten times a
/// second while some are in hand.
///
///     {"progress":{"total":30,"before":10,"done":4,"share":0.52}}
///
/// Of a search for the best settings `total` is the budget, and `tuning` says how many points are undecided and which is
/// ahead. `before` were there at the beginning, `done` were finished since, and `share` of all runs (0 … 1) is behind, what runs
/// in hand have done included.
final class ProgressStream: @unchecked Sendable {
  private var lastWritten: (time: ContinuousClock.Instant, done: Int)?
  private static let interval = Duration.milliseconds(100)

  /// Writes how far the study is, where it is due; many threads may call it, one at a time.
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
