import CarpoolScenario
import Ground
import Quantities
import Scenario
import Statistics
import Travellers

/// A driver or a request of a file.
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
    // Zero says that there is none.
    if earliestPickup != .zero { earliestPickup += span }
    if latestPickup != .never { latestPickup += span }
    if latestDropoff != .never { latestDropoff += span }
    if earliestDropoff != .zero { earliestDropoff += span }
  }
}

/// A traveller of a file, and which user it is, by the number in the roll; nil where the file does not say it.
struct Known<Traveller> {
  var traveller: Traveller
  var user: Int?
  /// The price of a seat in the file, in the smallest unit of money.
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
  /// The rows of a file as this replication takes them.
  ///
  /// A row drawn by `bootstrap` or `smooth` gets the number of its draw, from 1, as its id: it may come several times. It keeps the
  /// traits of its row.
  ///
  /// - Parameter names: those of the file; the order of named rows does not matter.
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

  /// The notices for the user about the way in which what `field` names is resampled.
  func notices(of resampling: Scenario.Resampling, _ field: String) -> [InputNotice] {
    resampling.method == .bootstrap ? [.copies(field: field)] : []
  }

  /// Shifts the times of `traveller`, whose own time is `time`, where the resampling does so; what was in the period
  /// stays in it.
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
