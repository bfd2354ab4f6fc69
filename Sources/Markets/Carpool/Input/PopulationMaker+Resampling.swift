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

/// A traveller read from a file with their user's number in the roll; nil if the file does not give it.
struct Known<Traveller> {
  var traveller: Traveller
  var user: Int?
  /// The price of a seat in the file, in the smallest currency unit.
  var price: Int64?

  init(_ traveller: Traveller, _ user: Int?, price: Int64? = nil) {
    self.traveller = traveller
    self.user = user
    self.price = price
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
  /// Returns the rows of a file as resampled in this replication.
  ///
  /// A row drawn by `bootstrap` or `smooth` gets the number of its draw, from 1, as its id, because it may be drawn
  /// several times. It keeps the traits of its row.
  ///
  /// - Parameter names: those of the file; the order of named rows is irrelevant.
  func resampled<Traveller: MovableTraveller>(
    _ rows: [Traveller], _ resampling: Scenario.Resampling, _ side: Side, _ names: Names
  ) -> [Traveller] {
    let rows = names.isNumbers ? rows : rows.sorted { $0.id < $1.id }
    return switch resampling.method {
    case nil, .jitter: rows
    case .smooth: smoothed(rows, resampling.factor, side)
    case .bootstrap:
      (0..<Int((resampling.factor * Double(rows.count)).rounded())).map { number in
        var traveller = rows[drawnRow(number, of: rows.count, side)]
        traveller.id = Int64(number) + 1
        return traveller
      }
    case .thin:
      rows.filter { row in
        var draws = stream(.resampling(side), names.key(of: row.id))
        return draws.uniform() < resampling.thinShare
      }
    }
  }

  /// Returns the notices for the user about the resampling of `field`.
  func notices(of resampling: Scenario.Resampling, _ field: String) -> [InputNotice] {
    resampling.method == .bootstrap ? [.copies(field: field)] : []
  }

  /// Shifts the times of `traveller`, whose own time is `time`, if the resampling includes jitter; times in the
  /// period stay in it.
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
