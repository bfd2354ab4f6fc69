import Foundation
import Quantities
import Run
import Statistics

/// The ways of cars with as few bends as show them to a quarter of a metre, and of a share of the cars where all are too many.
struct ThinTracks {
  /// For each driver, 0 where the page has no bends of the car.
  private(set) var counts: [Int64] = []
  /// Milliseconds.
  private(set) var times: [Int64] = []
  /// The x in the coordinates of `scale`.
  private(set) var x: [Int64] = []
  private(set) var y: [Int64] = []
  /// The share of the cars that have their bends here.
  private(set) var share = 1.0

  /// Coordinates on a page: tenths of a metre, millionths of a degree.
  static func scale(_ geometry: Geometry) -> Int64 { geometry == .globe ? 1_000_000 : 10 }
  /// The number of a table's units that are one of a page's.
  private static func reduction(_ geometry: Geometry) -> Int64 { geometry == .globe ? 10 : 1 }

  /// Takes the tracks of `tables`, of a seeded share of the cars where they have more than `mostBends`.
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

/// Leaves out bends between which a car is where a straight line at even speed has it.
private struct Thinning {
  let times, x, y: [Int64]
  /// Metres of a unit of x and of y.
  let across, along: Double
  /// Half the side of a torus, in units: a step beyond it goes over the edge.
  let edge: Int64
  /// Metres.
  private let tolerance = 0.25
  /// A run of bends is looked at again and again as it grows.
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
      (across, along) = (degree * unit * cos(middle * .pi / 180), degree * unit)
    } else {
      (across, along) = (unit, unit)
    }
  }

  /// The rows of `range` that are needed.
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
