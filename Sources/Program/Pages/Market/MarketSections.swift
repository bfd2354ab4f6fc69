import JSON5
import Metrics
import Models
import Quantities
import Quoting
import Run
import Scenario
import Statistics

/// The sections common to runs of all markets: the head, and those filled by scripts.
enum MarketSections {
  /// Returns the header, with `sentences` and `notes`, and the figures.
  static func head(
    _ run: RecordedRun, _ summary: RunSummary, saying sentences: [String], notes: [String]
  ) -> HTML {
    """
    <header>
    <h1>\(run.scenario.name)</h1>
    \(sentences.map { "<p>\($0)</p>\n" as HTML })<p class="quiet">seed \(String(run.identity.seed)) · replication \(String(run.identity.replication)) · run <code>\(run.identity.runID)</code> · fingerprint <code>\(String(run.fingerprint.prefix(16)))…</code></p>
    \(notes.map { "<p class=\"note\">\($0)</p>\n" as HTML })</header>
    <section aria-labelledby="figures-title">
    <h2 id="figures-title">Figures</h2>
    \(summary.headline)
    <details id="all-figures"><summary>All figures of summary.csv</summary>
    \(summary.tables)</details>
    </section>
    """
  }

  /// Returns the section for choosing the requests, called `many`, that all later sections show.
  static func scope(_ many: String) -> HTML {
    """
    <section aria-labelledby="scope-title" class="scripted" id="scope">
    <h2 id="scope-title">Which \(many) are shown</h2>
    <div id="scope-chart"></div>
    <div class="controls ranges" role="group" aria-label="Window">
    <label>from <input type="range" id="window-from" step="1" aria-label="the window begins"> <output id="window-from-text" for="window-from"></output></label>
    <label>to <input type="range" id="window-to" step="1" aria-label="the window ends"> <output id="window-to-text" for="window-to"></output></label>
    <button type="button" id="window-whole">all of the run</button>
    </div>
    <div class="controls" id="scope-outcomes" role="group" aria-label="Outcomes"><span>outcome</span></div>
    <div class="controls" id="scope-causes" role="group" aria-label="Causes"><span>cause</span></div>
    <p id="scope-words" role="status"></p>
    </section>
    """
  }

  /// Returns the section with a request's story, step by step.
  static func story(_ words: RequestWords) -> HTML {
    """
    <section aria-labelledby="story-title" class="scripted" id="story-section">
    <h2 id="story-title">Step by step</h2>
    \(panel(words))
    </section>
    """
  }

  /// Returns the panel of the story; `more` is added to the controls, and `hint` is shown before a selection.
  static func panel(_ words: RequestWords, choosing more: HTML = "", hint: String? = nil) -> HTML {
    """
    <div class="story" id="story">
    <div class="controls" role="group" aria-label="Which is looked at">
    <label>\(words.one) <input id="request" inputmode="text" size="10" autocomplete="off"></label>
    \(more)<button type="button" id="previous" title="the \(words.one) before" aria-label="the \(words.one) before">‹</button>
    <button type="button" id="next" title="the next \(words.one)" aria-label="the next \(words.one)">›</button>
    </div>
    <div id="story-text"><p class="quiet">\(hint ?? "Give the id of one of the \(words.many), or step through them.")</p></div>
    </div>
    """
  }

  /// Returns the elements of the charts; `causes` is the heading of the charts of causes.
  static func charts(causes: String) -> HTML {
    """
    <section aria-labelledby="funnel-title" class="scripted">
    <h2 id="funnel-title">The funnel: which stage loses whom</h2>
    <div id="funnel"></div>
    </section>
    <section aria-labelledby="causes-title" class="scripted">
    <h2 id="causes-title">\(causes)</h2>
    <div class="columns"><div id="causes"></div><div id="causes-by-time"></div></div>
    </section>
    <section aria-labelledby="spread-title" class="scripted">
    <h2 id="spread-title">Distributions</h2>
    <div class="columns" id="spread"></div>
    </section>
    <section aria-labelledby="course-title" class="scripted">
    <h2 id="course-title">Over time</h2>
    <div class="columns" id="course"></div>
    </section>
    """
  }
}

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
        throw PageError.damaged(folder: run.folder, what: "its tables differ from those of the repeated run")
      }
      chunks = Stories.chunks(of: accounts.compactMap { $0.map { .text($0.text) } })
      told = places
      guard told.count < ids.count else { return }
      let call: ShellCode = "detour explain \(run.folder.asOperand) ID"
      note =
        "The steps are shown for a random sample of \(Words.grouped(told.count)) of"
        + " \(Words.plural(ids.count, words.one)); `--stories N` tells more, and `\(call.text)` any."
    } catch {
      note = "The steps are not shown, because the run cannot be repeated: \(error)"
    }
  }
}
