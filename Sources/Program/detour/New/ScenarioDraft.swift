import CarpoolScenario
import Foundation
import JSON5
import Markets
import Models
import Quantities
import RoadNetwork
import Scenario
import Tables

/// A first scenario and study, derived from files of people or trips, and the assumptions made.
struct ScenarioDraft {
  /// The files from which it is derived.
  struct Sources {
    var network: NetworkSource?
    var requests: RecordedFile
    var drivers: RecordedFile?
    var zones: String?
    /// The name of the matrix to use in a file with several.
    var layer: String?
    /// The name of the list of zone names to use in a file with several.
    var lookup: String?
  }

  private let name: String
  private let sources: Sources
  private let market: String
  /// The lines of the scenario's fields.
  private var fields: [String] = []
  /// The assumptions that a user may want to change, one sentence each.
  private(set) var assumptions: [String] = []
  /// The field that the study varies, and its values.
  private var variation = (field: "matching.radius_m", values: ["500", "1000", "2000"])
  private let link: (String) -> String
  /// The period that contains the times of the files; nil for matrices and recorded trips.
  private var period: RecordedPeriod?
  /// The zones of a matrix; nil for other layouts.
  private var zones: ZoneFile?

  /// Creates the draft.
  ///
  /// - Parameters:
  ///   - name: the name of the scenario.
  ///   - link: returns the path by which the scenario names a file.
  /// - Throws: `NewScenarioError` if the files contain too little information.
  init(_ name: String, _ sources: Sources, link: @escaping (String) -> String) throws(NewScenarioError) {
    self.name = name
    self.sources = sources
    self.link = link
    market = sources.requests.layout.market
    if market != Markets.all[0].name { fields.append("market: \(quoted(market)),") }
    if sources.requests.layout.kind == .matrix {
      guard let path = sources.zones else {
        throw .lacking(
          "\(sources.requests.path): is a matrix of trips; name the file of its zones with --zones")
      }
      zones = ZoneFile(path)
    }
    addTime()
    try addSpace()
    try addPeople()
    addRules()
  }

  private func quoted(_ text: String) -> String { JSON.text(text).compact }

  private func file(_ path: String) -> String { quoted(link(path)) }

  private var isOfTrips: Bool { if case .trips = sources.requests.layout.kind { true } else { false } }

  // MARK: Time

  private mutating func addTime() {
    let files = [sources.requests, sources.drivers].compactMap(\.self)
    if sources.requests.layout.kind == .matrix {
      fields.append("time: { start: \"2026-05-18T00:00:00\", duration_s: 86400 }, // a Monday")
      assumptions.append(
        sources.requests.hasHours
          ? "the trips of the matrix are those of a Monday; time.start and time.duration_s set the hours"
          : "the trips of the matrix are spread evenly over a Monday, so that few of them meet; if they are those of a peak, set its"
            + " hours with time.start and time.duration_s"
      )
      return
    }
    if case .trips(let format) = sources.requests.layout.kind {
      guard format != .announcements, let day = sources.requests.busiestDay else {
        fields.append("time: { duration_s: 86400 }, // a day")
        return
      }
      let isRegister = format == .carpools
      fields.append(
        isRegister
          ? "time: { duration_s: 86400 }," : "time: { start: \"\(day.start)\", duration_s: 86400 },")
      if sources.requests.dayCount > 1 {
        assumptions.append(
          "of \(sources.requests.dayCount) days, the one with most rows is simulated, \(String("\(day.start)".prefix(10))); \(isRegister ? "trips.date" : "time.start") says which"
        )
      }
      return
    }
    addPeriod(RecordedPeriod(files, startsWithRows: market == Markets.all[0].name))
  }

  private mutating func addPeriod(_ period: RecordedPeriod) {
    var duration = period.duration
    if market == "shifts", let start = period.start, let first = sources.drivers?.dates?.lowerBound {
      // The assignment ends before the first slot begins.
      duration = first.midnight.seconds - start.seconds
    } else if market == "shifts", let first = sources.drivers?.seconds?.lowerBound {
      duration = Int64(min(1e12, first / 3600)) * 3600
    }
    let start = period.start.map { "start: \"\($0)\", " } ?? ""
    fields.append("time: { \(start)duration_s: \(max(3600, duration)) },")
    if let start = period.start, period.isDateAssumed {
      assumptions.append(
        "times of day are those of a Monday, \("\(start)".prefix(10))"
          + (period.startsWithRows
            ? ", and the run begins at \("\(start)".dropFirst(11).prefix(5)), the hour of the first row; time.start sets both"
            : "; time.start sets the date")
      )
    } else if let start = period.start, period.startsWithRows {
      assumptions.append(
        "the run begins at \("\(start)".prefix(10)) \("\(start)".dropFirst(11).prefix(5)), the hour of the first row; time.start sets this time"
      )
    }
    self.period = period
  }

  // MARK: Space

  private mutating func addSpace() throws(NewScenarioError) {
    guard ["carpool", "services"].contains(market) else {
      if let network = sources.network {
        throw .lacking(
          "--network \(network.path): a scenario of the market \(market) has no space; leave it out")
      }
      return
    }
    if let network = sources.network {
      fields.append("space: { kind: \"network\", file: \(file(network.path)) }, // \(network.format.name)")
      return
    }
    let files = [sources.requests, sources.drivers].compactMap(\.self).filter { $0.x != nil }
    if let zones, zones.x == nil { throw .lacking(zones.fault ?? Self.lacksCoordinates(zones)) }
    let xs = files.map(\.x) + [zones?.x]
    let ys = files.map(\.y) + [zones?.y]
    guard let west = xs.compactMap({ $0?.lowerBound }).min(),
      let east = xs.compactMap({ $0?.upperBound }).max(),
      let south = ys.compactMap({ $0?.lowerBound }).min(),
      let north = ys.compactMap({ $0?.upperBound }).max()
    else {
      throw .lacking(
        "\(sources.requests.path): has no coordinates from which to derive the space; name a road network with --network"
      )
    }
    // Trips also begin and end around the points of zones.
    let margin = zones == nil ? 0.01 : 0.02
    if files.allSatisfy(\.isInDegrees), zones?.isInDegrees ?? true {
      func degrees(_ value: Double, _ rule: FloatingPointRoundingRule) -> String {
        String(format: "%.2f", (100 * value).rounded(rule) / 100)
      }
      let sides = [
        "west: \(degrees(west - margin, .down))", "south: \(degrees(south - margin, .down))",
        "east: \(degrees(east + margin, .up))", "north: \(degrees(north + margin, .up))",
      ]
      fields.append(
        "space: { kind: \"geographic\", \(sides.joined(separator: ", ")), speed_kmh: 30 }, // no road network"
      )
      assumptions.append(
        "cars drive at 30 km/h over 1.3 times the straight-line distance, since no --network was given")
      if let zones, !zones.hasDegrees {
        assumptions.append(
          "the coordinates of \(zones.path), which lie within ±180 and ±90, are longitudes and latitudes")
      }
      let placeless = files.map(\.placeless).reduce(0, +)
      if placeless > 0 {
        assumptions.append(
          "coordinates of 0°, 0° are treated as missing: \(placeless == 1 ? "the row" : "the \(placeless) rows") with such a place lie outside the space"
        )
      }
      return
    }
    guard west >= 0, south >= 0 else {
      throw .lacking(
        "\(zones?.path ?? sources.requests.path): has places west or south of (0, 0); move them, or name a road network with --network"
      )
    }
    let spread = zones == nil ? 0.0 : Double(Self.spread)
    let sides = [("width_m", east + spread), ("height_m", north + spread)].map {
      "\($0): \(Int(max(1000, ($1 / 1000).rounded(.up) * 1000)))"
    }
    fields.append(
      "space: { kind: \"plane\", \(sides.joined(separator: ", ")), speed_kmh: 30 }, // no road network")
    assumptions.append("cars drive in straight lines at 30 km/h, since no --network was given")
  }

  /// Returns the sentence that says which coordinates `zones` lacks for a space.
  private static func lacksCoordinates(_ zones: ZoneFile) -> String {
    let hints = zones.hints.map { " (\($0))" } ?? ""
    return
      "\(zones.path): has no coordinates from which to derive the space; give zones with the columns x and y, or lon and lat,"
      + " or as GeoJSON\(hints), or name a road network with --network"
  }

  // MARK: People

  private mutating func addPeople() throws(NewScenarioError) {
    switch sources.requests.layout.kind {
    case .trips(let format): try addTrips(format)
    case .matrix: try addMatrix()
    case .table: try addTables()
    }
  }

  private mutating func addTrips(_ format: TripFormat) throws(NewScenarioError) {
    let path = sources.requests.path
    var members = ["file: \(file(path))", "format: \(quoted(format.rawValue))"]
    if format == .carpools, sources.requests.dayCount > 1, let day = sources.requests.busiestDay {
      members.append("date: \"\("\(day.start)".prefix(10))\"")
    }
    if let drivers = sources.drivers {
      guard format != .announcements, format != .carpools else {
        throw .lacking("\(path): already contains the drivers; leave out --drivers \(drivers.path)")
      }
      members.append("driver_share: 0")
      fields.append("trips: { \(members.joined(separator: ", ")) },")
      fields.append("supply: { kind: \"recorded\", file: \(file(drivers.path)) },")
    } else {
      fields.append("trips: { \(members.joined(separator: ", ")) },")
      fields.append("supply: { kind: \"trips\" },")
      if format != .announcements, format != .carpools {
        assumptions.append(
          "half of the trips become drivers, the others requests; trips.driver_share sets the share")
      }
    }
    fields.append("demand: { kind: \"trips\" },")
    if format == .carpools {
      fields.append("sample_share: 0.5, // passengers must find drivers other than their own")
      assumptions.append(
        "half of the people take part, so that passengers must find drivers other than their own; sample_share sets the share"
      )
    }
  }

  private mutating func addMatrix() throws(NewScenarioError) {
    let path = sources.requests.path
    guard let zones else { preconditionFailure("a matrix has zones") }
    guard sources.drivers == nil || sources.drivers?.layout.name == "drivers" else {
      throw .lacking("--drivers: give a file of drivers, or leave it out to draw them from the matrix")
    }
    var members = ["kind: \"matrix\"", "zones: \(file(zones.path))", "trips: \(file(path))"]
    if let key = zones.nameKey(for: sources.requests.zones, lookup: sources.lookup) {
      members.append("zone_name: \(quoted(key))")
      let kind = zones.path.lowercased().hasSuffix("json") ? "property" : "column"
      assumptions.append("zones are named by the \(kind) \(key.visible) of \(zones.path)")
    }
    if zones.hasPoints {
      members.append("spread_m: \(Self.spread)")
      assumptions.append(
        "trips begin and end within \(Self.spread) m of the point of their zone; spread_m sets this radius")
    }
    if let lookup = sources.lookup { members.append("lookup: \(quoted(lookup))") }
    if let layer = sources.layer { members.append("layers: [{ name: \(quoted(layer)) }]") }
    let od = "od: { \(members.joined(separator: ", ")) }"
    fields.append(
      sources.drivers.map { "supply: { kind: \"recorded\", file: \(file($0.path)) }," }
        ?? "supply: {\n    kind: \"synthetic\", matrix_share: 0.1,\n    \(od),\n  },")
    fields.append("demand: {\n    kind: \"synthetic\", matrix_share: 0.1,\n    \(od),\n  },")
    assumptions.append(
      "one in ten of the trips becomes a request\(sources.drivers == nil ? ", and as many become drivers" : ""); matrix_share sets the share"
    )
  }

  /// The radius around the point of a zone in which trips begin and end, in metres.
  private static let spread = 500

  private mutating func addTables() throws(NewScenarioError) {
    let requests = sources.requests
    let sides =
      ["shifts": ("programme", "volunteers"), "orders": ("accounts", "demand")][market] ?? (
        "supply", "demand"
      )
    if let drivers = sources.drivers {
      fields.append(
        "\(sides.0): { kind: \"recorded\", file: \(file(drivers.path)) }, // \(drivers.rows) rows")
    } else if market == Markets.all[0].name {
      let count = max(2, 2 * requests.rows)
      // Wishes about companions of whom nothing is known could not be met.
      let wishes = requests.hasTraits ? "" : ", wishes: null"
      let profile = period?.profile(of: requests.times)
      let members =
        "kind: \"synthetic\", count: \(count)" + (profile.map { ", profile: \($0.field)" } ?? "") + wishes
      // A network may reach far beyond the requests; any other space is made from them.
      let discs =
        sources.network == nil ? nil : RequestDiscs(requests.places, isInDegrees: requests.isInDegrees)
      fields.append(
        discs.map { "supply: {\n    \(members),\n    od: \($0.field),\n  }," } ?? "supply: { \(members) },")
      let area = discs.map { "\($0.words) (supply.od)" } ?? "uniformly over the space"
      assumptions.append(
        "\(count) drivers are drawn \(area), two per request, since no --drivers were given"
          + (profile.map {
            "; like the requests, they depart \($0.hours), which supply.profile sets"
          } ?? "")
      )
    } else {
      let layout = InputLayout.all.first { $0.market == market && $0.isSupply }?.name ?? ""
      throw .lacking(
        "the market \(market) also requires a file with the layout \(layout); give it with --drivers")
    }
    fields.append(
      "\(sides.1): { kind: \"recorded\", file: \(file(requests.path)) }, // \(requests.rows) rows")
  }

  // MARK: Rules

  private mutating func addRules() {
    switch market {
    case "services": variation = ("behaviour.decline_probability", ["0", "0.1", "0.2"])
    case "shifts": variation = ("behaviour.no_show_probability", ["0", "0.05", "0.1"])
    case "orders": variation = ("payment.decline_probability", ["0", "0.05", "0.1"])
    case _ where sources.requests.layout.kind == .trips(.announcements):
      fields += [
        "// Announced trips: windows of one minute, pairs that bind when the driver must leave, and latest arrivals as the only limits.",
        "matching: {",
        "  policy: \"batch\", radius_m: 3000, weights: { time_to_pickup: 0 },",
        "  limits: { max_detour_s: null, max_detour_ratio: null, max_wait_s: null },",
        "  batch: { window_s: 60, commit: \"latest\", riders: \"one\" },",
        "},",
        "behaviour: { patience_s: null },",
      ]
      variation.values = ["1500", "3000", "6000"]
      assumptions.append("announcements are matched in windows of a minute by matching.policy \"batch\"")
    default:
      fields.append(
        "matching: { radius_m: 1000 }, // how far a driver may be from pickup and drop-off; study.json5 varies it"
      )
      assumptions.append("drivers within 1,000 m are considered; matching.radius_m sets this radius")
    }
  }

  // MARK: Files

  /// The scenario.
  var scenario: String {
    """
    // Written by `detour new` from \(sources.requests.path.visible). What is not here has its default: docs/scenario.md lists all fields.
    {
      name: \(quoted(name)),
      seed: 1,
    \(fields.map { "  \($0)\n" }.joined())}

    """
  }

  /// The study.
  var study: String {
    """
    // Three values of \(variation.field), five replications each with the same people at every value.
    {
      scenario: "scenario.json5",
      vary: [{ field: "\(variation.field)", values: [\(variation.values.joined(separator: ", "))] }],
      replications: 5,
    }

    """
  }

  /// The next steps, in Markdown.
  var readMe: String {
    let assumed = assumptions.map { "* \($0.prefix(1).uppercased() + $0.dropFirst()).\n" }.joined()
    return """
      # \(name)

      In this folder:

      ```sh
      \(commands.joined(separator: "\n"))
      ```

      The first runs the scenario and prints a summary; the second makes a web page of the run; the third runs the study, after which
      `detour analyse` and `detour plot` take its folder.

      ## Assumptions

      \(assumed.isEmpty ? "None.\n" : assumed)
      `scenario.json5` says all of this; `detour validate scenario.json5` checks it after a change.

      """
  }

  /// The three commands to run next.
  var commands: [String] {
    [
      "detour run scenario.json5", "detour report Results/\(name)",
      "detour sweep study.json5 --out Results/\(name)-study",
    ]
  }
}
