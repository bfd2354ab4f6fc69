extension CarProfile {
  /// The meaning of a `maxspeed` value.
  enum Speed: Hashable, Sendable {
    /// There is no such tag, or the limit is variable.
    case unstated
    /// The value is unknown.
    case unread
    case stated(kmh: Double)

    /// The speed, km/h; nil if none is stated.
    var kmh: Double? { if case .stated(let kmh) = self { kmh } else { nil } }
  }

  /// Units of `maxspeed` in km/h; a bare number is km/h.
  static let speedUnits: [(name: String, kmh: Double)] = [
    ("km/h", 1), ("kmh", 1), ("kph", 1), ("mph", 1.609344), ("knots", 1.852),
  ]

  /// Speeds in words, km/h.
  static let namedSpeeds: [(name: String, kmh: Double)] = [("none", 130), ("walk", 7)]

  /// Words that do not state a speed: the default of the class applies.
  static let openSpeeds = ["signals", "variable"]

  /// Values of the form `COUNTRY:ZONE` that have a different speed in one country, km/h.
  static let nationalSpeeds: [(name: String, kmh: Double)] = [
    ("DE:rural", 100), ("DE:motorway", 130), ("GB:urban", 48.28032), ("GB:nsl_single", 96.56064),
    ("GB:nsl_dual", 112.65408), ("GB:motorway", 112.65408),
  ]

  /// Values of the form `COUNTRY:ZONE` in all other countries, km/h.
  static let zoneSpeeds: [(name: String, kmh: Double)] = [
    ("walk", 7), ("living_street", 20), ("bicycle_road", 30), ("school", 30), ("urban", 50), ("rural", 90),
    ("trunk", 100), ("motorway", 120),
  ]

  /// The range of plausible speeds, km/h; others are taken for errors.
  static let soundSpeeds = 1.0...200.0

  /// The classes on which `none` means no limit; on others it is a tagging error.
  static let unlimitedClasses = ["motorway", "motorway_link", "trunk", "trunk_link"]

  /// Returns the meaning of the `maxspeed` value `text` on a road of `roadClass`.
  static func speed(_ text: String?, on roadClass: RoadClass) -> Speed {
    if let text, firstValue(text).lowercased() == "none", !unlimitedClasses.contains(roadClass.name) {
      return .unread
    }
    return speed(text)
  }

  /// Parses the value `text` of `maxspeed`; a list of values, such as `60;80` or `50|70`, has the meaning of the
  /// first.
  static func speed(_ text: String?) -> Speed {
    guard let text else { return .unstated }
    let value = firstValue(text)
    if openSpeeds.contains(value) { return .unstated }
    let words = namedSpeeds + nationalSpeeds
    if let word = words.first(where: { $0.name.lowercased() == value.lowercased() }) {
      return .stated(kmh: word.kmh)
    }
    guard let kmh = zoneSpeed(value) ?? number(value), soundSpeeds.contains(kmh) else { return .unread }
    return .stated(kmh: kmh)
  }

  private static func firstValue(_ text: String) -> String { trimmed(text.prefix { $0 != ";" && $0 != "|" }) }

  /// Returns the speed of `COUNTRY:ZONE`, with a word or a number as the zone, as in `FR:30` or `DE:zone:30`.
  private static func zoneSpeed(_ value: String) -> Double? {
    guard let colon = value.firstIndex(of: ":") else { return nil }
    var zone = value[value.index(after: colon)...].lowercased()
    if let word = zoneSpeeds.first(where: { $0.name == zone }) { return word.kmh }
    if zone.hasPrefix("zone") { zone = String(zone.dropFirst(4).drop { $0 == ":" }) }
    return number(zone)
  }

  private static func number(_ value: String) -> Double? {
    let digits = value.prefix { $0.isNumber || $0 == "." }
    let unit = trimmed(value[digits.endIndex...]).lowercased()
    guard let number = Double(digits) else { return nil }
    if unit.isEmpty { return number }
    return speedUnits.first { $0.name == unit }.map { number * $0.kmh }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
