import Carpool
import Quantities
import Quoting
import Run

/// A repeated recorded run, for data not in its tables.
struct RunAgain {
  /// The world; nil if the run was not repeated.
  private(set) var world: CarpoolWorld?
  /// The stories of passengers with nearby drivers.
  private(set) var stories = Stories.none
  /// The permission required to repeat a run with an external policy.
  private(set) var needsPolicy: RecordedRunError?
  /// A note on missing stories, with the reason.
  private(set) var note: String?

  /// Repeats `recorded` as far as `limits` allow stories.
  init(
    _ recorded: RecordedRun, _ tables: PageTables, _ geometry: Geometry, _ limits: RunPage.Limits,
    allowsPolicy: Bool
  ) {
    guard limits.stories > 0 else { return }
    do {
      let again = try recorded.run(allowsPolicy: allowsPolicy)
      let most = limits.sparesTime ? min(limits.stories, tables.affordableStories) : limits.stories
      stories = try Stories(
        of: again, tables, folder: recorded.folder, most: most, scale: Double(ThinTracks.scale(geometry)))
      world = again
      guard stories.told.count < tables.requests.count else { return }
      let call: ShellCode = "detour explain \(recorded.folder.asOperand) ID"
      note =
        "Who came near is told for a seeded share of \(Words.grouped(stories.told.count)) of"
        + " \(Words.plural(tables.requests.count, "passenger")); `--stories N` tells more, and `\(call.text)` any."
    } catch {
      needsPolicy = (error as? RecordedRunError).flatMap { if case .needsPolicy = $0 { $0 } else { nil } }
      note = "Who came near a passenger is not told, since the run cannot be done again: \(error)"
    }
  }
}
