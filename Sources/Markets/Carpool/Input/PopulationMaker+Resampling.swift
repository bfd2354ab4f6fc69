import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import Travellers

/// A driver or a request read from a file.
protocol RecordedTraveller {
  var id: Int64 { get set }
  /// Shifts all times by `span`.
  mutating func shift(by span: Milliseconds)
}

extension Driver: RecordedTraveller {
  mutating func shift(by span: Milliseconds) {
    depart += span
    announce = max(.zero, announce + span)
    if latestArrival != .never { latestArrival += span }
  }
}

extension Request: RecordedTraveller {
  mutating func shift(by span: Milliseconds) {
    submit += span
    // Zero means that there is none.
    if earliestPickup != .zero { earliestPickup += span }
    if latestPickup != .never { latestPickup += span }
    if latestDropoff != .never { latestDropoff += span }
    if earliestDropoff != .zero { earliestDropoff += span }
  }
}

/// A traveller read from a file, with the user's number in the roll; nil if the file does not identify the user.
struct Known<Traveller> {
  var traveller: Traveller
  var user: Int?
  /// The price of a seat in the file, in the smallest currency unit.
  var price: Int64?
  /// The alternative to a ride, as recorded in the file.
  var alternative: Alternative?

  init(_ traveller: Traveller, _ user: Int?, price: Int64? = nil, alternative: Alternative? = nil) {
    self.traveller = traveller
    self.user = user
    self.price = price
    self.alternative = alternative
  }
}

extension Known: RecordedTraveller where Traveller: RecordedTraveller {
  var id: Int64 {
    get { traveller.id }
    set { traveller.id = newValue }
  }

  mutating func shift(by span: Milliseconds) { traveller.shift(by: span) }
}

extension PopulationMaker {
  /// Returns the rows of a file, resampled for this replication.
  ///
  /// A row drawn by `bootstrap` or `smooth` gets the number of the draw, from 1, as its id, because the same row may be
  /// drawn several times. It keeps the traits of the original row.
  ///
  /// - Parameter names: the names in the file; the order of named rows is irrelevant.
  func resampled<Traveller: MovableTraveller>(
    _ rows: [Traveller], _ resampling: Scenario.Resampling, _ side: Side, _ names: Names
  ) -> (rows: [Traveller], names: Names) {
    let rows = names.isNumbers ? rows : rows.ordered { $0.id < $1.id }
    guard let method = resampling.method, method != .jitter else { return (rows, names) }
    if method == .thin {
      let taken = rows.filter { row in
        var draws = stream(.resampling(side), names.key(of: row.id))
        return draws.uniform() < resampling.thinShare
      }
      return (taken, names)
    }
    if method == .smooth && rows.isEmpty { return ([], .numbers) }
    let drawn = drawnRows(of: rows.map(\.id), resampling, side, names)
    var travellers = method == .smooth ? smoothed(rows, drawn, side) : drawn.map { rows[$0.row] }
    for place in travellers.indices { travellers[place].id = Int64(place) + 1 }
    return (travellers, names.isNumbers ? .numbers : Names(numbersWithKeys: drawn.map(\.key)))
  }

  /// Draws rows with replacement: a fixed number for `bootstrap`, a Poisson number for `smooth`.
  ///
  /// - Parameter ids: the ids of the rows.
  private func drawnRows(
    of ids: [Int64], _ resampling: Scenario.Resampling, _ side: Side, _ names: Names
  ) -> [DrawnRow] {
    let expected = resampling.factor * Double(ids.count)
    if resampling.method == .bootstrap {
      let count = Int(expected.rounded())
      return names.isNumbers
        ? (0..<count).map { DrawnRow(row: drawnRow($0, of: ids.count, side), key: UInt64($0)) }
        : copies(of: ids, names, .count(count), side)
    }
    guard names.isNumbers else { return copies(of: ids, names, .rate(resampling.factor), side) }
    var counts = stream(.count(side))
    return (0..<counts.poisson(mean: expected)).map {
      DrawnRow(row: drawnRow($0, of: ids.count, side), key: UInt64($0))
    }
  }

  /// Returns the notices for the user about the resampling of the side in `field`.
  func notices(of resampling: Scenario.Resampling, _ field: String) -> [InputNotice] {
    resampling.method == .bootstrap ? [.copies(field: field)] : []
  }

  /// Shifts the times of `traveller`, whose reference time is `time`, if the resampling is `jitter`; times within the
  /// simulated period stay within it.
  func jitter(
    _ traveller: inout some RecordedTraveller, at time: Milliseconds, _ resampling: Scenario.Resampling,
    _ side: Side, _ key: UInt64
  ) {
    let last = (scenario.time.duration ?? .never) - Milliseconds(1)
    guard resampling.method == .jitter, time >= .zero, time <= last else { return }
    var draws = stream(.resampling(side), key)
    let span = (2 * draws.uniform() - 1) * Double(resampling.jitter.rawValue)
    let shifted = min(max(.zero, time + Milliseconds(Int64(span.rounded()))), last)
    traveller.shift(by: shifted - time)
  }
}
