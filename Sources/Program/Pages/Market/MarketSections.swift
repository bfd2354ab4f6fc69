import Models
import Quoting

/// The sections of the page of any market that its scripts fill.
enum MarketSections {
  /// Returns the section in which what happened to a request is told, step by step.
  static func story(_ words: RequestWords) -> HTML {
    """
    <section aria-labelledby="story-title" class="scripted" id="story-section">
    <h2 id="story-title">Step by step</h2>
    \(panel(words))
    </section>
    """
  }

  /// The panel of the story itself; `more` stands among what chooses, and `hint` before anything is chosen.
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

  /// The places of the charts; `causes` is the heading of those of causes.
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
