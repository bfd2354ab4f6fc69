import Quantities
import Spaces

/// A car's future reports and their times. Computed once per plan, so that neither reports nor checks of the second
/// circle need a route lookup.
struct ReportSchedule {
  struct Entry {
    /// The position in the frame of the index, in metres.
    private var x: Float
    private var y: Float
    private var z: Float
    /// The sketch line that contains the report, or an earlier one.
    var line: Int32
    /// The time at which the report becomes current, in milliseconds since the beginning of the sketch.
    var elapsed: Int32
    /// The leg and the node of the last vertex before the report; for a bend, the preceding node.
    var leg: Int32
    var node: Int32

    var position: SIMD3<Float> { SIMD3(x, y, z) }

    fileprivate init(
      _ position: SIMD3<Double>, line: Int, elapsed: Int32, behind vertex: (leg: Int32, node: Int32)
    ) {
      (x, y, z) = (Float(position.x), Float(position.y), Float(position.z))
      self.line = Int32(line)
      self.elapsed = elapsed
      (leg, node) = vertex
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of the first report, and the earliest time at which it is known to be current.
  private(set) var first = 0
  private(set) var since = Milliseconds.never

  /// Creates an empty schedule.
  init() {}

  /// Creates the schedule, from `time` on, of a car on `route`, whose sketch is `sketch`. The first report is `report`,
  /// after the vertex passed at `passed`.
  init(
    _ route: borrowing RouteList, _ sketch: borrowing RouteSketch, from time: Milliseconds,
    _ report: Report, passed: Milliseconds, spacing: Metres, frame: IndexFrame
  ) {
    let geometry = frame.geometry
    let begin = sketch.begin
    var line = sketch.line(at: passed)
    first = report.number
    since = time
    entries.append(
      Entry(
        frame.local(report.position), line: line, elapsed: .min,
        behind: (Int32(report.index.leg), Int32(report.index.node))))
    var number = report.number + 1
    let vertices = route.vertices
    for index in vertices.indices.dropFirst() where vertices[index].odometer >= Double(number) * spacing {
      let (from, to) = (vertices[index - 1], vertices[index])
      line = sketch.line(at: from.time, from: line)
      while to.odometer >= Double(number) * spacing {
        let position = Track.position(atOdometer: Double(number) * spacing, from, to, geometry)
        let time = Track.time(ofReport: number, spacing: spacing, from, to)
        entries.append(
          Entry(
            frame.local(position), line: line, elapsed: Int32(clamping: (time - begin).rawValue),
            behind: route.nodes[index - 1]))
        number += 1
      }
    }
  }

  /// Prefetches the reports of `schedule` from number `number` on; called shortly before their use.
  static func fetch(_ schedule: UnsafeMutablePointer<Self>, from number: Int) {
    Memory.fetch(unseen: &schedule.pointee.entries, at: number)
  }

  /// Returns the number of the report current at `elapsed` milliseconds after the beginning of the sketch; `hint` is
  /// that number or an earlier one.
  func number(at elapsed: Int64, from hint: Int) -> Int {
    var (low, high) = (Int64(entries[hint].elapsed) <= elapsed ? hint : 0, entries.count)
    // In a sequential pass it is the same one or the next.
    if low + 1 == high || Int64(entries[low + 1].elapsed) > elapsed { return low }
    low += 1
    if low + 1 == high || Int64(entries[low + 1].elapsed) > elapsed { return low }
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int64(entries[middle].elapsed) <= elapsed { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns whether a report after `number`, or the destination `end`, lies within `radius` of `target`.
  func passes(
    near target: SIMD3<Float>, radius: Float, tolerance: Float, after number: Int, end: SIMD3<Float>
  ) -> RouteSketch.Verdict {
    let (near, far) = (radius - tolerance, radius + tolerance)
    let away = end - target
    var least = (away * away).sum()
    entries.withUnsafeBufferPointer { entries in
      for index in (number + 1)..<max(number + 1, entries.count) {
        let away = entries[index].position - target
        least = min(least, (away * away).sum())
      }
    }
    if least > far * far { return .no }
    return near > 0 && least <= near * near ? .yes : .maybe
  }
}
