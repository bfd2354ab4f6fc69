import CarpoolScenario
import Ground
import JSON5
import Matching
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

/// Reads a file of meeting places.
struct MeetingPlaceReader {
  private(set) var places: [Place] = []
  private(set) var notices: [InputNotice] = []
  private let territory: Territory
  private let name: String

  /// The accepted names of a column: the standard one, and those of the French carpool-site data and of GTFS.
  private static let ids = ["id", "id_lieu", "stop_id"]
  private static let names = ["name", "nom_lieu", "stop_name"]
  private static let longitudes = ["lon", "Xlong", "stop_lon"]
  private static let latitudes = ["lat", "Ylat", "stop_lat"]
  private static let capacities = ["capacity", "nbre_pl"]

  /// Reads the meeting-place file at `path`, called `name` in the scenario.
  ///
  /// - Throws: `TableError` with all faults: no usable place, duplicate ids, places outside the space.
  init(_ name: String, path: String, in territory: Territory) throws(TableError) {
    self.territory = territory
    self.name = name
    var rows = try CSVReader(contentsOf: path, as: .meetingPlaces)
    let id = rows.column(rows.name(among: Self.ids))
    _ = rows.optionalColumn(rows.name(among: Self.names))
    let kind = rows.optionalColumn("location_type")
    let isGlobe = territory.space.geometry == .globe
    let isDegrees = isGlobe && !(rows.has("x") && rows.has("y"))
    let x = rows.column(isDegrees ? rows.name(among: Self.longitudes) : "x")
    let y = rows.column(isDegrees ? rows.name(among: Self.latitudes) : "y")
    let capacity = rows.name(among: Self.capacities)
    try rows.checkColumns()
    if rows.has(capacity) { notices.append(.unusedCapacity(file: name, column: capacity)) }
    var lines: [String: Int] = [:]
    while rows.next() {
      // Stations, entrances and nodes of GTFS are no stops.
      if let kind = rows.int64(kind, in: 0...4), kind != 0 { continue }
      let text = rows.string(id)
      if text.isEmpty {
        rows.recordValue(id, expected: .other("an id"))
      } else if let line = lines[text] {
        rows.recordValue(id, expected: .other("an id not used by the place in line \(line)"))
      } else {
        lines[text] = rows.countedLine()
      }
      let end =
        isGlobe
        ? territory.end(longitude: x, latitude: y, &rows)
        : territory.end(at: Coordinates(x: rows.double(x), y: rows.double(y)))
      switch end.cause {
      case nil: places.append(end.place)
      case .offNetwork:
        rows.recordValue(x, expected: .other("a place at most space.snap_m from a node of the network"))
      default: rows.recordValue(x, expected: .other("a place inside the space"))
      }
    }
    try rows.finish()
  }
}

extension CarpoolInput {
  /// Reads the meeting places of `scenario`, if it lists any.
  ///
  /// - Throws: `SynthesisError` with all faults of the file.
  static func meetingPlaces(
    of scenario: Scenario, in territory: Territory, folder: String
  ) throws(SynthesisError) -> (places: MeetingPlaces, input: InputFile, notices: [InputNotice])? {
    guard let file = scenario.matching.meetingFile else { return nil }
    let path = FilePath.path(of: file.file, in: folder)
    let (reader, digest): (MeetingPlaceReader, String)
    do throws(TableError) {
      reader = try MeetingPlaceReader(file.file, path: path, in: territory)
      digest = try Digest.ofFile(path)
    } catch { throw SynthesisError(faults: [.table(error)]) }
    if reader.places.isEmpty { throw SynthesisError(faults: [.noRows(file: path)]) }
    return (
      MeetingPlaces(reader.places, includesDoor: file.door, geometry: territory.space.geometry),
      InputFile(role: "meeting_places", path: file.file, sha256: digest), reader.notices
    )
  }

  /// Returns the fault that some requests of `population` have no usable pair of `places`; nil if all have one.
  static func unreachable(
    _ population: Population, _ places: MeetingPlaces, reach: Metres
  ) -> SynthesisError.Fault? {
    guard !places.includesDoor else { return nil }
    let lost = population.requests.filter { request in
      guard request.refusal == nil else { return false }
      let origins = places.around(request.origin, within: reach)
      let destinations = places.around(request.destination, within: reach)
      return !origins.contains { origin in destinations.contains { $0 != origin } }
    }
    return lost.first.map {
      .noMeetingPlace(
        count: lost.count, rows: population.requests.count,
        first: population.requestNames.text(of: $0.id), reach: JSON.number(reach).compact)
    }
  }
}
