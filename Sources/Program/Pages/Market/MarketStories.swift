import JSON5
import Metrics
import Models
import Quantities
import Quoting
import Run
import Statistics

/// The stories of requests of any market, as in `detour explain`, in chunks unpacked one at a time by the page.
struct MarketStories {
  /// The rows of the requests with stories, ascending.
  private(set) var told: [Int] = []
  private(set) var chunks: [PackedBytes] = []
  /// A note on missing stories, with the reason.
  private(set) var note: String?

  /// Creates at most `most` stories of the requests with the file ids `ids`, by repeating `run`.
  init(of run: RecordedRun, _ ids: [String], most: Int) {
    guard most > 0, !ids.isEmpty else { return }
    let words = run.market.request
    let random = RandomSource(seed: run.identity.seed, replication: run.identity.replication)
    let places = Stories.chosen(ids.count, most, random)
    do {
      let accounts = try run.ready().explanations(
        ofRequests: places.map { ids[$0] }, showing: Stories.drivers)
      guard accounts.allSatisfy({ $0 != nil }) else {
        throw PageError.damaged(folder: run.folder, what: "its tables are not what the run gives")
      }
      chunks = Stories.chunks(of: accounts.compactMap { $0.map { .text($0.text) } })
      told = places
      guard told.count < ids.count else { return }
      let call: ShellCode = "detour explain \(run.folder.asOperand) ID"
      note =
        "What happened step by step is told for a seeded share of \(Words.grouped(told.count)) of"
        + " \(Words.plural(ids.count, words.one)); `--stories N` tells more, and `\(call.text)` any."
    } catch {
      note = "What happened step by step is not told, since the run cannot be done again: \(error)"
    }
  }
}
