import Lifecycle
import Metrics
import Quantities
import Tables

/// The course of a run in intervals of equal length: flows within [from, to), states just before `to`. Refused sign-ups
/// are excluded; the warm-up is included.
struct ShiftsTimeSeries {
  /// The flows of one interval, and the states at its end.
  struct Interval {
    var from: Milliseconds
    var to: Milliseconds
    var submitted = 0
    var confirmed = 0
    var withdrawn = 0
    var moved = 0
    var waiting = 0
    var taken = 0
    /// The number of settled sign-ups submitted in the interval, and how many of them ever had a place.
    var settled = 0
    var everMatched = 0
    /// The total number of places.
    var places = 0
  }

  /// The intervals from time zero on; the last interval contains the end of the run.
  private(set) var intervals: [Interval]
  private let length: Int64

  init(of run: ShiftsRun) {
    let length = run.interval.rawValue
    self.length = length
    intervals = (0...max(0, run.records.lifecycle.end.rawValue / length)).map { index in
      Interval(from: Milliseconds(index * length), to: Milliseconds((index + 1) * length))
    }
    for (request, record) in run.records.lifecycle.requests.enumerated() where record.outcome != .refusedInput
    {
      guard let begin = index(of: run.signUp(of: SignUpIndex(request))) else { continue }
      intervals[begin].submitted += 1
      intervals[begin].waiting += 1
      // A sign-up that ever got a place waits until the first one; others until they are told or leave.
      if let end = record.firstMatch ?? record.ended, let finish = index(of: end) {
        intervals[finish].waiting -= 1
      }
      guard record.outcome != .inProgress else { continue }
      intervals[begin].settled += 1
      if record.firstMatch != nil { intervals[begin].everMatched += 1 }
    }
    for change in run.records.ledger {
      guard let index = index(of: change.time) else { continue }
      intervals[index].taken += change.taken
      switch change.kind {
      case .confirmed: intervals[index].confirmed += 1
      case .withdrawn: intervals[index].withdrawn += 1
      case .movedTo: intervals[index].moved += 1
      case .held, .released, .movedFrom, .changedFrom, .changedTo, .noShow, .steppedIn, .zoneFrom, .zoneTo,
        .rebookedFrom, .rebookedTo:
        break
      }
    }
    let places = run.festival.programme.places
    for index in intervals.indices {
      intervals[index].places = places
      guard index > 0 else { continue }
      intervals[index].waiting += intervals[index - 1].waiting
      intervals[index].taken += intervals[index - 1].taken
    }
  }

  private func index(of time: Milliseconds) -> Int? {
    let index = Int(max(0, time.rawValue) / length)
    return index < intervals.count ? index : nil
  }
}

extension ShiftsTable {
  /// A row per interval of simulated time.
  static let timeseries = Table<ShiftsTimeSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; excluding refused sign-ups.",
    key: ["from_s"], constant: .runID,
    columns: [
      .from { $0.from }, .to { $0.to },
      .count("signups_submitted", "Sign-ups submitted in the interval: a slot each.") { $0.submitted },
      .count("confirmed", "Places confirmed in the interval.") { $0.confirmed },
      .count("withdrawn", "Confirmed places withdrawn in the interval.") { $0.withdrawn },
      .count("moved", "Volunteers moved to another post in the interval.") { $0.moved },
      .count(
        "signups_waiting",
        "Sign-ups still without a place that were neither finally refused nor withdrawn."
      ) { $0.waiting },
      .count(
        "places_taken",
        "Places taken at the end of the interval; after the start of a slot, those taken when it began."
      ) {
        $0.taken
      },
      .ratio("fill_ratio", "The share of all places that is taken.", formula: "places_taken ÷ places") {
        $0.places > 0 ? Double($0.taken) / Double($0.places) : nil
      },
      .ratio(
        "match_rate",
        "The share of the sign-ups submitted in the interval that ever had a place, excluding those in progress.",
        formula: "ever confirmed ÷ submitted"
      ) { $0.settled > 0 ? Double($0.everMatched) / Double($0.settled) : nil },
    ])
}
