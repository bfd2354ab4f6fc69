import Carpool
import Quantities
import Quoting
import Run

/// A recorded run done again, for what only the run itself can tell.
struct RunAgain {
  /// The world; nil if it was not done again.
  private(set) var world: CarpoolWorld?
  /// The stories of who came near passengers.
  private(set) var stories = Stories.none
  /// The permission that it would take, where that needs a policy outside the program.
  private(set) var needsPolicy: RecordedRunError?
  /// A note on what is not told, and why.
  private(set) var note: String?

  /// Does `recorded` again as far as `limits` ask for stories.
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
