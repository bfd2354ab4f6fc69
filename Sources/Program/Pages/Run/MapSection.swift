import Quantities
import Quoting

/// A layer of a map, switched by a check box.
struct MapLayer {
  let id, words: String
  /// Whether it is shown at first.
  var isShown = true
  /// The data that the layer requires and the run lacks; nil if it lacks none.
  var missing: String?
}

/// The section of a map over time, with its controls and the story of the selection.
struct MapSection {
  /// The description of the map's content, which completes the sentence `The map: …`.
  let seen: String
  /// The available speeds of the clock, the initial one first, as multiples of real time.
  let speeds: [Int]
  let speed: Int
  /// The labels of a step, such as `1 min` and `by a minute`.
  let step: (short: String, long: String)
  /// The layers that may be shown and hidden.
  let layers: [MapLayer]
  /// The story of the selection.
  let story: HTML
  /// Whether there are two maps with one clock.
  var isPair = false

  /// Returns a map of the run `label`, with elements whose ids end in `suffix`.
  private func map(_ suffix: String, _ label: String) -> HTML {
    """
    <div class="map" id="map\(suffix)">
    <canvas id="streets-canvas\(suffix)" aria-hidden="true"></canvas>
    <canvas id="map-canvas\(suffix)" tabindex="0" role="application" aria-label="The map\(label.isEmpty ? "" : " of \(label)"): \(seen). Arrow keys move it, plus and minus zoom, 0 shows all."></canvas>
    <output id="clock\(suffix)" class="clock" aria-live="off">0:00:00</output>
    <p id="counts\(suffix)" class="counts" aria-live="off"></p>
    <div class="map-marks">\(label.isEmpty ? "" : "<div class=\"map-label side-\(label.lowercased())\">\(label)</div>" as HTML)<div class="scale-bar" title="the scale"></div><div class="north" title="north is up">N</div></div>
    </div>

    """
  }

  var html: HTML {
    let options = speeds.map { factor -> HTML in
      let chosen: HTML = factor == speed ? " selected" : ""
      return "<option value=\"\(String(factor))\"\(chosen)>\(Words.grouped(factor)) ×</option>"
    }
    let boxes = layers.map { layer -> HTML in
      let state: HTML = layer.missing != nil ? " disabled" : layer.isShown ? " checked" : ""
      let missing = layer.missing.map { " (\($0))" } ?? ""
      return
        "<label><input type=\"checkbox\" id=\"layer-\(layer.id)\"\(state)> \(layer.words)\(missing)</label>\n"
    }
    return """
      <section aria-labelledby="replay-title" id="replay" class="scripted">
      <h2 id="replay-title">Replay</h2>
      <div class="replay\(isPair ? " pair" : "")">
      <div class="stage">
      \(isPair ? "<div class=\"maps\">\(map("", "A"))\(map("-b", "B"))</div>" : map("", ""))
      <div class="controls" role="group" aria-label="Time">
      <button type="button" id="play">Play</button>
      <label>speed <select id="speed">\(options)</select></label>
      <button type="button" id="earlier" title="back \(step.long)">−\(step.short)</button>
      <button type="button" id="later" title="on \(step.long)">+\(step.short)</button>
      <button type="button" id="whole" title="show the whole map">whole map</button>
      </div>
      <div class="timeline">
      <div id="timeline-chart" class="timeline-chart"></div>
      <input type="range" id="time" min="0" max="1" step="1" value="0" aria-label="time">
      </div>
      <fieldset class="controls layers"><legend>Layers</legend>
      \(boxes)<label>unmet demand <select id="heat"><option value="">hidden</option><option value="*">all causes</option></select></label>
      </fieldset>
      <ul id="legend" class="legend" aria-label="Colours"></ul>
      </div>
      \(story)
      </div>
      </section>
      """
  }
}
