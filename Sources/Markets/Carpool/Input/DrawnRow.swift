import Foundation
import Quantities
import Statistics

/// A row of a file that was drawn with replacement, and the key of what is drawn for this copy.
struct DrawnRow {
  var row: Int
  var key: UInt64

  /// The number of copies that are drawn.
  enum Amount {
    /// A fixed number in all.
    case count(Int)
    /// A Poisson number of each row, of this mean.
    case rate(Double)
  }
}

extension PopulationMaker {
  /// The row that the draw of this number takes.
  func drawnRow(_ number: Int, of count: Int, _ side: Side) -> Int {
    var draws = stream(.resampling(side), UInt64(number))
    return min(count - 1, Int(draws.uniform() * Double(count)))
  }

  /// Draws copies of named rows with replacement, in the order of the rows, so that each depends on its name alone: another row takes the
  /// places of a few copies and leaves the others as they are.
  ///
  /// The copies of a row are the events of a Poisson process of rate 1, drawn for its name. Those of all rows before time r are a Poisson
  /// number of mean r of each; the first n of all are n draws with replacement, since each event falls to any row alike.
  ///
  /// - Complexity: O(m log m) for m copies and rows.
  func copies<Traveller: RecordedTraveller>(
    of rows: [Traveller], _ names: Names, _ amount: DrawnRow.Amount, _ side: Side
  ) -> [DrawnRow] {
    guard !rows.isEmpty else { return [] }
    switch amount {
    case .rate(let rate): return copies(of: rows, names, until: rate, side).map(\.drawn)
    case .count(let count):
      var span = Double(count) / Double(rows.count) + 1
      var found = copies(of: rows, names, until: span, side)
      while found.count < count {
        span *= 2
        found = copies(of: rows, names, until: span, side)
      }
      let places = found.indices.sorted { (found[$0].time, $0) < (found[$1].time, $1) }.prefix(count)
      return places.sorted().map { found[$0].drawn }
    }
  }

  private func copies<Traveller: RecordedTraveller>(
    of rows: [Traveller], _ names: Names, until end: Double, _ side: Side
  ) -> [(time: Double, drawn: DrawnRow)] {
    rows.enumerated().flatMap { place, row in
      let key = names.key(of: row.id)
      var draws = stream(.resampling(side), key)
      var found: [(time: Double, drawn: DrawnRow)] = []
      var time = draws.exponential(mean: 1)
      while time < end {
        // Copies are as far apart as names: each key is the hash of the name, a slash and the number of the copy.
        let text = "\(names.text(of: row.id))/\(found.count + 1)"
        found.append((time, DrawnRow(row: place, key: Names.key(of: text))))
        time += draws.exponential(mean: 1)
      }
      return found
    }
  }
}
