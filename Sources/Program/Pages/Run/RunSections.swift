import Quoting

/// The sections of a run's page that its scripts fill.
enum RunSections {
  /// The map with all that steers it.
  static var replay: HTML {
    """
    <section aria-labelledby="replay-title" id="replay" class="scripted">
    <h2 id="replay-title">Replay</h2>
    <div class="replay">
    <div class="stage">
    <div class="map" id="map">
    <canvas id="streets-canvas" aria-hidden="true"></canvas>
    <canvas id="map-canvas" tabindex="0" role="application" aria-label="The map: cars, and passengers who wait. Arrow keys move it, plus and minus zoom, 0 shows all."></canvas>
    <output id="clock" class="clock" aria-live="off">0:00:00</output>
    <p id="counts" class="counts" aria-live="off"></p>
    </div>
    <div class="controls" role="group" aria-label="Time">
    <button type="button" id="play">Play</button>
    <label>speed <select id="speed"><option value="1">1 ×</option><option value="10">10 ×</option><option value="30">30 ×</option><option value="60" selected>60 ×</option><option value="120">120 ×</option><option value="300">300 ×</option><option value="900">900 ×</option></select></label>
    <button type="button" id="earlier" title="back by a minute">−1 min</button>
    <button type="button" id="later" title="on by a minute">+1 min</button>
    <button type="button" id="whole" title="show the whole map">whole map</button>
    </div>
    <div class="timeline">
    <div id="timeline-chart" class="timeline-chart"></div>
    <input type="range" id="time" min="0" max="1" step="1" value="0" aria-label="time">
    </div>
    <fieldset class="controls layers"><legend>Layers</legend>
    <label><input type="checkbox" id="layer-cars" checked> cars by seats left</label>
    <label><input type="checkbox" id="layer-waiting" checked> passengers who wait</label>
    <label><input type="checkbox" id="layer-streets" checked> streets</label>
    <label><input type="checkbox" id="layer-circles" checked> circles of the passenger chosen</label>
    <label>unmet demand <select id="heat"><option value="">hidden</option><option value="*">all causes</option></select></label>
    </fieldset>
    <ul id="legend" class="legend" aria-label="Colours"></ul>
    </div>
    <div class="story" id="story">
    <div class="controls" role="group" aria-label="Who is looked at">
    <label>passenger <input id="passenger" inputmode="text" size="10" autocomplete="off"></label>
    <label>car <input id="car" inputmode="text" size="10" autocomplete="off"></label>
    <button type="button" id="previous" title="the passenger before">‹</button>
    <button type="button" id="next" title="the next passenger">›</button>
    </div>
    <div id="story-text"><p class="quiet">Choose a passenger or a car on the map, or give its number.</p></div>
    </div>
    </div>
    </section>
    """
  }

  /// The places of the charts.
  static var charts: HTML {
    """
    <section aria-labelledby="funnel-title" class="scripted">
    <h2 id="funnel-title">The funnel: which stage loses whom</h2>
    <div id="funnel"></div>
    </section>
    <section aria-labelledby="causes-title" class="scripted">
    <h2 id="causes-title">Why passengers were left standing</h2>
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
