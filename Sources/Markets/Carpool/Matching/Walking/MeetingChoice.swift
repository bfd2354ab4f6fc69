import Quantities

/// The possible meeting points of a car and the passenger, for bounds over all drivers.
enum MeetingChoice {
  /// The ends of the trip, `direct` apart.
  case ends(direct: Milliseconds)
  /// Any pair of the table's points.
  case among(MeetingTable)

  /// A lower bound on the time from the pickup to the drop-off.
  var direct: Milliseconds {
    switch self {
    case .ends(let direct): direct
    case .among(let table): table.leastDirect
    }
  }

  /// The table of points; nil if there are only the ends.
  var table: MeetingTable? {
    if case .among(let table) = self { table } else { nil }
  }
}
