import Quantities
import Spaces

/// What a car on a network will report, and when: worked out once a plan, so that a report is renewed without a look at the way.
struct ReportSchedule {
  struct Entry {
    /// In the coordinates of the index's frame, metres.
    private var x: Float
    private var y: Float
    private var z: Float
    /// The line of the sketch on which the report lies, or one before it.
    var line: Int32
    /// From the first millisecond on, since the sketch begins.
    var elapsed: Int32

    var position: SIMD3<Float> { SIMD3(x, y, z) }

    fileprivate init(_ position: SIMD3<Double>, line: Int, elapsed: Int32) {
      (x, y, z) = (Float(position.x), Float(position.y), Float(position.z))
      self.line = Int32(line)
      self.elapsed = elapsed
    }
  }

  private(set) var entries: [Entry] = []

  /// The schedule of no way.
  init() {}

  /// The schedule of what `track`, which `sketch` stands for, reports from `time` on.
  init(
    _ track: borrowing Track, _ sketch: borrowing RouteSketch, from time: Milliseconds, spacing: Metres,
    frame: IndexFrame
  ) {
    let geometry = frame.geometry
    let report = track.report(at: time, spacing: spacing, geometry: geometry)
    let passed = track.point(at: report.index).time
    entries.append(Entry(frame.local(report.position), line: sketch.line(at: passed), elapsed: .min))
    let begin = sketch.begin
    track.forEachReport(after: report, spacing: spacing, geometry: geometry) { time, position, passed in
      entries.append(
        Entry(
          frame.local(position), line: sketch.line(at: passed),
          elapsed: Int32(clamping: (time - begin).rawValue)))
    }
  }

  /// The number of the report of the moment, `elapsed` milliseconds since the sketch begins.
  func number(at elapsed: Int64) -> Int {
    var (low, high) = (0, entries.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int64(entries[middle].elapsed) <= elapsed { low = middle } else { high = middle }
    }
    return low
  }
}
