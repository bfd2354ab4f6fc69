import CarpoolScenario
import Foundation
import Markets
import Models
import Tables

/// The layout of a file of people or trips: the market, and the table to which the file corresponds.
struct InputLayout: Equatable {
  /// The role in which a scenario reads the file.
  enum Kind: Equatable {
    /// A market's table of recorded requests or suppliers, such as `requests` or `providers`.
    case table(String)
    /// Trips, some of drivers and the others of passengers.
    case trips(TripFormat)
    /// Trips between zones.
    case matrix
  }

  /// The name of the market.
  let market: String
  let kind: Kind
  /// The name in messages.
  let name: String
  /// The groups of required columns; one column of each group suffices, and case is ignored.
  let columns: [[String]]
  /// The names of the time columns; the first present in the file is used.
  let times: [String]
  /// The possible names of the columns of longitudes and latitudes, or of x and y.
  let places: [(x: [String], y: [String])]

  static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.market == b.market }

  /// Whether rows belong to the supply: drivers, providers, accounts, or the posts of a festival.
  var isSupply: Bool { ["drivers", "providers", "accounts", "programme"].contains(name) }

  /// The tables that a scenario reads as demand or supply.
  private static let tables = [
    "requests", "drivers", "jobs", "providers", "orders", "accounts", "volunteers", "programme",
  ]

  /// All layouts; a file has the first layout whose columns it contains.
  static let all: [InputLayout] =
    TripFormat.allCases.compactMap { format in format.columns.map { InputLayout(format, $0) } }
    + carpoolTables.filter { ["register", "matrix"].contains($0.name) }.map {
      InputLayout(Markets.all[0].name, $0)
    }
    + Markets.all.flatMap { market in
      market.inputTables.filter { tables.contains($0.name) }.map { InputLayout(market.name, $0) }
    }

  private static var carpoolTables: [InputTable] { Markets.all[0].inputTables }

  private init(_ format: TripFormat, _ columns: TripFormat.Columns) {
    market = Markets.all[0].name
    kind = .trips(format)
    name = format.rawValue
    let found: [TripFormat.Name]
    switch columns.times {
    case .pickup(let name): found = [name]
    case .window(let announcement, let earliest, let latest, _):
      found = [columns.id, announcement, earliest, latest]
    }
    self.columns = found.map(\.all) + (columns.longitudes + columns.latitudes).map(\.all)
    times = found[0].all
    places = zip(columns.longitudes, columns.latitudes).map { ($0.all, $1.all) }
  }

  private init(_ market: String, _ table: InputTable) {
    self.market = market
    let isRegister = table.name == "register"
    kind = isRegister ? .trips(.carpools) : table.name == "matrix" ? .matrix : .table(table.name)
    name = isRegister ? TripFormat.carpools.rawValue : table.name
    let required = table.columns.filter { $0.presence == .required }
    // The ends of trips are given by nodes or by coordinates.
    let ends = table.columns.filter { $0.name.hasSuffix("_node_id") && $0.presence != .optional }.map {
      String($0.name.dropLast("_node_id".count))
    }
    columns =
      required.map { column in
        column.name == "journey_start_datetime"
          ? [column.name, "journey_start_date"] : [column.name]
      } + ends.map { end in ["_node_id", "_lon", "_x"].map { end + $0 } }
    times =
      isRegister
      ? ["journey_start_datetime", "journey_start_date"] : ["submit_s", "depart_s", "sign_up_s", "begin_s"]
    places =
      isRegister
      ? ["start", "end"].map { (["journey_\($0)_lon"], ["journey_\($0)_lat"]) }
      : ends.map { (["\($0)_lon", "\($0)_x"], ["\($0)_lat", "\($0)_y"]) }
  }

  /// Returns the columns of the layout that `header` lacks.
  func missing(in header: [String]) -> [String] {
    let known = Set(header.map { $0.lowercased() })
    return columns.filter { names in !names.contains { known.contains($0.lowercased()) } }.map { $0[0] }
  }

  /// Returns the columns of `header` that may be missing columns of the layout under another name, each with the expected name:
  /// first similar names, then abbreviations.
  func hints(in header: [String]) -> [(found: String, meant: String)] {
    let similar = similar(in: header)
    let found = Set(similar.map(\.found))
    let present = (header + similar.map(\.meant)).map { $0.lowercased() }
    return similar + abbreviations(header.filter { !found.contains($0) }, Set(present))
  }

  /// Returns the columns of `header` whose names are similar to those of missing columns.
  private func similar(in header: [String]) -> [(found: String, meant: String)] {
    let known = Set(columns.joined().map { $0.lowercased() })
    var free = header.filter { !known.contains($0.lowercased()) }
    let present = Set(header.map { $0.lowercased() })
    var hints: [(found: String, meant: String)] = []
    for names in columns where !names.contains(where: { present.contains($0.lowercased()) }) {
      let pairs = names.lazy.compactMap { name in
        TableError.nearest(to: name, among: free).map { (found: $0, meant: name) }
      }
      guard let hint = pairs.first else { continue }
      hints.append(hint)
      free.removeAll { $0 == hint.found }
    }
    return hints
  }

  /// Returns the columns in `free` whose names may be short for a required column, each with that column's name.
  ///
  /// Only unambiguous abbreviations of columns missing from `present` count: `X` is ambiguous if `origin_x` and
  /// `destination_x` are missing.
  private func abbreviations(_ free: [String], _ present: Set<String>) -> [(found: String, meant: String)] {
    let known = Set(columns.joined().map { $0.lowercased() })
    var free = free.filter { !known.contains($0.lowercased()) }
    var missing = columns.filter { names in !names.contains { present.contains($0.lowercased()) } }
    var hints: [(found: String, meant: String)] = []
    /// Returns the missing column that `name` may abbreviate; nil if there is none or more than one.
    func meant(by name: String) -> (place: Int, name: String)? {
      let found = missing.enumerated().compactMap { place, names in
        names.first { TableError.isAbbreviation(name, of: $0) }.map { (place: place, name: $0) }
      }
      return found.count == 1 ? found[0] : nil
    }
    while let (name, column) = free.lazy.compactMap({ name in meant(by: name).map { (name, $0) } }).first {
      hints.append((name, column.name))
      missing.remove(at: column.place)
      free.removeAll { $0 == name }
    }
    return hints
  }

  /// Returns the layout of a file with the columns `header`.
  ///
  /// - Throws: `NewScenarioError` with the nearest layout and all others if none matches.
  static func recognised(_ header: [String], file: String) throws(NewScenarioError) -> InputLayout {
    if let found = all.first(where: { $0.missing(in: header).isEmpty }) { return found }
    func share(_ layout: InputLayout) -> Double {
      // A column with a similar name counts half.
      let missing = Double(layout.missing(in: header).count) - 0.5 * Double(layout.similar(in: header).count)
      return 1 - missing / Double(layout.columns.count)
    }
    let nearest = all.max { share($0) < share($1) }.flatMap { share($0) > 0 ? $0 : nil }
    throw .unknownLayout(
      file: file, found: header,
      nearest: nearest.map { ($0.name, $0.missing(in: header), $0.hints(in: header)) }, known: all.map(\.name)
    )
  }
}
