import Tables

/// The rules for cars on a GMNS network: which links they may use, and the default speeds.
///
/// The specification leaves both open; the description in docs/network-formats.md is generated from these tables.
enum GMNSProfile {
  /// The uses open to a car without passengers.
  static let carUses = [
    "all", "any", "auto", "autos", "automobile", "car", "cars", "motorcar", "motor vehicle", "motor vehicles",
    "motorized", "vehicle", "vehicles", "drive", "driving", "sov", "da", "general purpose",
  ]

  /// The uses closed to a car without passengers; `hov` lanes require a passenger on board.
  static let otherUses = [
    "walk", "walking", "ped", "pedestrian", "pedestrians", "foot", "bike", "bikes", "bicycle", "bicycles",
    "cycle",
    "cycling", "scooter", "bus", "buses", "brt", "transit", "rail", "railway", "train", "light rail", "tram",
    "streetcar", "subway", "metro", "ferry", "aeroway", "taxi", "truck", "trucks", "freight", "hov", "hov2",
    "hov2+",
    "hov3", "hov3+", "emergency", "shoulder", "parking", "twltl", "none", "no",
  ]

  /// The facility types closed to cars if `allowed_uses` is empty.
  static let otherFacilities = [
    "sidewalk", "crosswalk", "walkway", "footway", "footpath", "pedestrian", "steps", "stairs", "elevator",
    "escalator",
    "path", "trail", "bikeway", "bikepath", "bike path", "bike lane", "cycleway", "cycletrack", "cycle track",
    "shared use path", "multi use path", "offstreet path", "busway", "bus", "transit", "rail", "railway",
    "light rail",
    "tram", "subway", "metro", "ferry", "aeroway", "runway",
  ]

  /// The speeds of facility types if `free_speed` is empty, km/h; OpenStreetMap classes have their own speeds.
  static let facilitySpeeds: [(name: String, kmh: Double)] =
    [
      ("freeway", 110), ("interstate", 110), ("expressway", 90), ("highway", 90), ("ramp", 60),
      ("principal arterial", 65), ("major arterial", 65), ("arterial", 55), ("minor arterial", 55),
      ("collector", 45), ("major collector", 45), ("minor collector", 40), ("local", 30),
      ("local street", 30),
      ("alley", 15),
    ]

  private static let speeds = Dictionary(
    facilitySpeeds.map { ($0.name, $0.kmh) }
      + CarProfile.classes.map { (plain($0.name), $0.kmh) }, uniquingKeysWith: { first, _ in first })

  /// Returns the default speed of a link of `facility`, km/h.
  static func kmh(facility: String) -> Double { speeds[plain(facility)] ?? ImportOptions.usualSpeedKmh }

  /// Returns whether links of `facility` are closed to cars.
  static func isOther(facility: String) -> Bool { otherFacilities.contains(plain(facility)) }

  /// Returns `text` in lower case, with underscores, hyphens and runs of blanks replaced by single blanks.
  static func plain(_ text: String) -> String {
    text.lowercased().split { $0 == "_" || $0 == "-" || $0.isWhitespace }.joined(separator: " ")
  }

  /// The reason for leaving out a link.
  enum Exclusion: String, CaseIterable, Hashable, Sendable {
    case lanes, uses, facility

    /// The reason as worded in the report.
    var meaning: String {
      switch self {
      case .lanes: "without a lane for motor vehicles (lanes = 0)"
      case .uses: "closed to single-occupant cars (allowed_uses)"
      case .facility: "not for cars (facility_type)"
      }
    }
  }
}

/// The meaning of `allowed_uses` for cars, including the groups of `use_group.csv`.
struct GMNSUses {
  /// Whether a list of uses admits a car without passengers.
  enum Verdict: Hashable { case open, closed, unknown }

  private var groups: [String: String] = [:]
  private var known: [String: Verdict] = [:]

  /// Creates the uses without groups.
  init() {}

  /// Reads the groups in `rows`.
  ///
  /// - Throws: `TableError` if the file lacks a column.
  init(_ rows: consuming CSVReader) throws(TableError) {
    let name = rows.column("use_group")
    let uses = rows.column("uses")
    try rows.checkColumns()
    while rows.next() { groups[GMNSProfile.plain(rows.string(name))] = rows.string(uses) }
    try rows.finish()
  }

  /// Returns the verdict of `text`, a list of uses and groups separated by commas or semicolons.
  mutating func verdict(_ text: String) -> Verdict {
    if let verdict = known[text] { return verdict }
    let verdict = judged(text, depth: 0)
    known[text] = verdict
    return verdict
  }

  private func judged(_ text: String, depth: Int) -> Verdict {
    let parts = text.split { ",;|/".contains($0) }.map { GMNSProfile.plain(String($0)) }.filter {
      !$0.isEmpty
    }
    let verdicts = parts.map { use -> Verdict in
      let own = verdict(ofUse: use, depth)
      // "walk bike auto": several uses separated by blanks.
      guard own == .unknown, use.contains(" ") else { return own }
      return Self.joined(use.split(separator: " ").map { verdict(ofUse: String($0), depth) })
    }
    return Self.joined(verdicts)
  }

  private func verdict(ofUse use: String, _ depth: Int) -> Verdict {
    // Groups may contain groups; the depth limit ends cycles.
    if let uses = groups[use], depth < 8 { return judged(uses, depth: depth + 1) }
    if GMNSProfile.carUses.contains(use) { return .open }
    return GMNSProfile.otherUses.contains(use) ? .closed : .unknown
  }

  /// Combines verdicts: one open use suffices, and an unknown one may be open.
  private static func joined(_ verdicts: [Verdict]) -> Verdict {
    if verdicts.contains(.open) { return .open }
    return verdicts.contains(.unknown) || verdicts.isEmpty ? .unknown : .closed
  }
}
