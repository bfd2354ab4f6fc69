import Quoting

/// The sections of a run's page filled by scripts.
enum RunSections {
  /// Returns the map with its controls.
  static func replay(withPairs hasPairs: Bool) -> HTML {
    MapSection(
      seen: "cars, and passengers who wait", speeds: [1, 10, 30, 60, 120, 300, 900], speed: 60,
      step: ("1 min", "by a minute"),
      layers: [
        ("cars", "cars by seats left"), ("waiting", "passengers who wait"),
      ] + (hasPairs ? [("pairs", "provisional pairs")] : []) + [
        ("streets", "streets"), ("circles", "circles of the passenger chosen"),
      ],
      story: """
        <div class="story" id="story">
        <div class="controls" role="group" aria-label="Who is looked at">
        <label>passenger <input id="passenger" inputmode="text" size="10" autocomplete="off"></label>
        <label>car <input id="car" inputmode="text" size="10" autocomplete="off"></label>
        <button type="button" id="previous" title="the passenger before">‹</button>
        <button type="button" id="next" title="the next passenger">›</button>
        </div>
        <div id="story-text"><p class="quiet">Choose a passenger or a car on the map, or give its number.</p></div>
        </div>
        """
    ).html
  }
}
