import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables

/// The draws that undo the rounding of a register.
extension JourneyColumns {
  /// Returns a random time that rounds up to `time` if `time` is a multiple of ten minutes; other times are exact and
  /// returned unchanged.
  static func within(_ time: LocalDateTime, _ draws: inout KeyedGenerator?) -> Double {
    let seconds = Double(time.seconds)
    guard time.seconds % 600 == 0, let share = draws?.uniform() else { return seconds }
    return seconds - 600 * share
  }

  /// Returns trip end `index`, drawn from the cell of all points whose coordinates truncate to the given ones.
  func place(
    at index: Int, _ rows: inout CSVReader, _ draws: inout KeyedGenerator?
  ) -> (place: Place, cause: EndCause?) {
    let (x, y) = (longitudes[index], latitudes[index])
    guard !rows.isEmpty(x), !rows.isEmpty(y) else {
      return (Place(position: Position(x: 0, y: 0)), territory.isNetwork ? .offNetwork : .outsideSpace)
    }
    guard draws != nil else { return territory.end(longitude: x, latitude: y, &rows) }
    let decimals = max(2, Self.decimals(rows.string(x)), Self.decimals(rows.string(y)))
    var point = Coordinates(x: rows.double(x), y: rows.double(y))
    let cell = Self.powersOfTenth[min(decimals, Self.powersOfTenth.count - 1)]
    // What is cut off leaves a place nearer to zero.
    if let share = draws?.uniform() { point.x += (point.x < 0 ? -cell : cell) * share }
    if let share = draws?.uniform() { point.y += (point.y < 0 ? -cell : cell) * share }
    guard point.x.magnitude <= 180, point.y.magnitude <= 90 else {
      return territory.end(longitude: x, latitude: y, &rows)
    }
    return territory.end(at: territory.rounded(point))
  }

  private static let powersOfTenth = [1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7]

  /// Returns the number of decimal places in `text`.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
  }
}
