import JSON5
import Study

/// The progress of a study for programs: a line of JSON on standard error whenever runs finish, and ten times a
/// second while runs are in progress.
///
///     {"progress":{"total":30,"before":10,"done":4,"share":0.52}}
///
/// For a search for the best settings, `total` is the budget, and `tuning` says how many points are undecided and
/// which is ahead. `before` is the number of runs that existed at the start, `done` the number finished since, and
/// `share` (0 … 1) the part of all runs that is complete, including the completed parts of runs in progress.
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
