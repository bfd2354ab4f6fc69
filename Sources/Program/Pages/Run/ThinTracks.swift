import Quantities
import Run
import Statistics

/// The tracks of cars, simplified with a tolerance of a quarter of a metre; only those of a sample of the cars if
/// there are too many bends.
struct ThinTracks {
  /// The number of bends of each driver's track; 0 if the page does not show the track.
  private(set) var counts: [Int64] = []
  /// The times, in milliseconds.
  private(set) var times: [Int64] = []
  /// The x coordinates, in units of `scale`.
  private(set) var x: [Int64] = []
  private(set) var y: [Int64] = []
  /// The share of cars whose tracks are included.
  private(set) var share = 1.0

  /// Creates empty tracks for `count` drivers.
  init(count: Int) { counts = Array(repeating: 0, count: count) }

  /// Returns the number of page units per metre or per degree: a unit is a tenth of a metre, or a millionth of a
  /// degree.
  static func scale(_ geometry: Geometry) -> Int64 { geometry == .globe ? 1_000_000 : 10 }
  /// Returns the number of coordinate units in tables per unit on a page.
  private static func reduction(_ geometry: Geometry) -> Int64 { geometry == .globe ? 10 : 1 }

  /// Creates the tracks of `tables`; only for a seeded sample of the cars if they have more than `mostBends` bends.
  init(_ tables: PageTables, _ geometry: Geometry, mostBends: Int, random: RandomSource) {
    counts = Array(repeating: 0, count: tables.tracksOfDriver.count)
    guard let tracks = tables.tracks else { return }
    let (times, x, y) = (tracks.numbers("time_s"), tracks.numbers("x"), tracks.numbers("y"))
    let reduction = Self.reduction(geometry)
    let column = x.map { Self.rounded($0, reduction) }
    let row = y.map { Self.rounded($0, reduction) }
    let thinning = Thinning(times: times, x: column, y: row, geometry: geometry)
    var kept = tables.tracksOfDriver.map { thinning.kept(of: $0) }
    let all = kept.reduce(0) { $0 + $1.count }
    if all > mostBends {
      share = Double(mostBends) / Double(all)
      for driver in kept.indices {
        var draw = random.stream(.pageTracks, UInt64(driver))
        if draw.uniform() >= share { kept[driver] = [] }
      }
    }
    for driver in kept.indices {
      counts[driver] = Int64(kept[driver].count)
      for place in kept[driver] {
        self.times.append(times[place])
        self.x.append(column[place])
        self.y.append(row[place])
      }
    }
  }

  private static func rounded(_ value: Int64, _ reduction: Int64) -> Int64 {
    value >= 0 ? (value + reduction / 2) / reduction : -((-value + reduction / 2) / reduction)
  }
}

/// Drops bends that lie on a straight line at constant speed between others.
private struct Thinning {
  let times, x, y: [Int64]
  /// Metres per unit of x and of y.
  let across, along: Double
  /// Half the side of a torus, in units: a longer step crosses the edge.
  let edge: Int64
  /// The tolerance, in metres.
  private let tolerance = 0.25
  /// The maximum length of a stretch replaced by a straight line, in rows; limited because each extension examines
  /// the stretch again.
  private let longestRun = 32

  init(times: [Int64], x: [Int64], y: [Int64], geometry: Geometry) {
    self.times = times
    self.x = x
    self.y = y
    let unit = 1 / Double(ThinTracks.scale(geometry))
    if case .torus(let side) = geometry { edge = Int64(side / unit / 2) } else { edge = .max }
    if geometry == .globe {
      let degree = earthRadius * .pi / 180
      let middle = y.isEmpty ? 0 : Double(y[y.count / 2]) * unit
      (across, along) = (degree * unit * Rounded.cos(middle * .pi / 180), degree * unit)
    } else {
      (across, along) = (unit, unit)
    }
  }

  /// Returns the rows of `range` to be kept.
  func kept(of range: Range<Int>) -> [Int] {
    guard range.count > 2 else { return Array(range) }
    var kept = [range.lowerBound]
    var start = range.lowerBound
    for end in range.dropFirst(2) where !isStraight(start, end) {
      start = end - 1
      kept.append(start)
    }
    kept.append(range.upperBound - 1)
    return kept
  }

  private func isStraight(_ start: Int, _ end: Int) -> Bool {
    let span = Double(times[end] - times[start])
    guard span > 0, end - start <= longestRun else { return false }
    let (width, height) = (x[end] - x[start], y[end] - y[start])
    guard abs(width) < edge, abs(height) < edge else { return false }
    for place in start + 1..<end {
      let share = Double(times[place] - times[start]) / span
      let dx = (Double(x[place] - x[start]) - share * Double(width)) * across
      let dy = (Double(y[place] - y[start]) - share * Double(height)) * along
      if dx * dx + dy * dy > tolerance * tolerance { return false }
    }
    return true
  }
}
