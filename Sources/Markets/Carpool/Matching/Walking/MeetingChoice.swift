import Quantities

/// The places where a car may meet the passenger of a request, for bounds over all drivers.
enum MeetingChoice {
  /// At the ends of the trip, between which the car needs `direct`.
  case ends(direct: Milliseconds)
  /// At any pair of the table's points.
  case among(MeetingTable)

  /// The time from the pickup to the drop-off that no car beats.
  var direct: Milliseconds {
    switch self {
    case .ends(let direct): direct
    case .among(let table): table.leastDirect
    }
  }

  /// The points; nil where there are none but the ends.
  var table: MeetingTable? {
    if case .among(let table) = self { table } else { nil }
  }
}
