public import Scenario
import Statistics

extension Scenario {
  /// The end of the departure window at which an unmatched driver leaves.
  public enum Leaving: String, CaseIterable, Sendable {
    case earliest
    case latest
  }
}

extension Scenario.DriverAttributes {
  /// Returns the fields of the departures of drivers at `place`.
  static func departureFields<Root>(_ place: WritableKeyPath<Root, Self>) -> [Field<Root>] {
    [
      Field(
        "flexibility_s", place.appending(path: \.flexibility), .law(), unwrittenAt: .fixed(0),
        "The driver may leave later than `depart_s`, and arrives at the latest this long after `depart_s` and the solo time:"
          + " detour and later departure together, in the place of the latest arrivals of `trips`; 0: the departure is fixed, or as"
          + " recorded."
      ).idle { $1.carpool.withoutOwnTrips },
      Field(
        "leaves", place.appending(path: \.leaves), orAbsent: .oneOf,
        "When a driver leaves who has nobody to wait for: at the `latest` time that still arrives by the latest arrival, or at"
          + " the `earliest`. `null`: `latest`, and drivers of a file that gives `latest_arrive_s` alone leave at `depart_s`."
      ).idle { root, scenario in
        let isInFile =
          switch scenario.carpool.supply {
          case .recorded: true
          case .trips: scenario.carpool.readsAnnouncements
          default: false
          }
        return root[keyPath: place].flexibility == .fixed(0) && !isInFile
          ? "every departure is fixed (`flexibility_s` is 0)" : nil
      },
    ]
  }
}

extension Scenario.RequestAttributes {
  /// Returns the fields of the departures and latest arrivals of requests at `place`.
  static func departureFields<Root>(_ place: WritableKeyPath<Root, Self>) -> [Field<Root>] {
    [
      Field(
        "lead_s", place.appending(path: \.lead), .law(), unwrittenAt: .fixed(0),
        "How long before it can leave a party asks; nobody picks it up earlier, and limits on its wait, and its patience, count"
          + " from then on. Rows that give `earliest_pickup_s` ask at their `submit_s`, and all counts from that earliest pickup; the"
          + " announcements of `trips` do so where it is 0."
      ),
      Field(
        "flexibility_s", place.appending(path: \.flexibility), .law(), unwrittenAt: .fixed(0),
        "A party has to be there this long after the time to leave and the direct time, boarding included; 0: only the other"
          + " limits bind. Rows that give `latest_dropoff_s` keep it; those of `trips` do so where it is 0."),
    ]
  }
}
