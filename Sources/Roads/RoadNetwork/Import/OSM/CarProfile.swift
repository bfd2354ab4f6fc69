/// The rules for cars on OpenStreetMap ways: access, direction and speed.
///
/// The rules are tables, from which docs/osm-profile.md is generated.
enum CarProfile {
  /// A road class used by cars.
  struct RoadClass: Hashable, Sendable {
    /// The value of `highway`.
    var name: String
    /// The default speed, km/h.
    var kmh: Double
    /// Whether a way without a `oneway` tag is open in its own direction only.
    var isOneWay = false
  }

  /// The classes used by cars; the number of a class in `Network.roadClasses` is its position here, from 1.
  static let classes: [RoadClass] = [
    RoadClass(name: "motorway", kmh: 110, isOneWay: true),
    RoadClass(name: "motorway_link", kmh: 60, isOneWay: true),
    RoadClass(name: "trunk", kmh: 90), RoadClass(name: "trunk_link", kmh: 50),
    RoadClass(name: "primary", kmh: 65), RoadClass(name: "primary_link", kmh: 40),
    RoadClass(name: "secondary", kmh: 55), RoadClass(name: "secondary_link", kmh: 35),
    RoadClass(name: "tertiary", kmh: 45), RoadClass(name: "tertiary_link", kmh: 30),
    RoadClass(name: "unclassified", kmh: 40), RoadClass(name: "residential", kmh: 30),
    RoadClass(name: "living_street", kmh: 10), RoadClass(name: "service", kmh: 15),
  ]

  /// Values of `highway` for roads that do not exist yet; a `construction` tag beside another value of `highway` does
  /// not close the road.
  static let closedHighways = ["construction", "proposed"]

  /// Values of `service` for which a service road is excluded, because it carries no through traffic or is not really a
  /// road.
  static let excludedServices = ["driveway", "drive-through", "emergency_access", "parking_aisle"]

  /// The direction keys, the most specific first: the first one present decides.
  static let onewayKeys: [OSMTags.Key] = [.onewayMotorcar, .onewayMotorVehicle, .onewayVehicle, .oneway]

  /// Values of `oneway` by meaning.
  static let onewayForward = ["yes", "true", "1"]
  static let onewayBackward = ["-1", "reverse"]
  static let onewayReversible = ["reversible"]
  static let onewayNot = ["no", "false", "0", "alternating"]

  /// Values of `junction` that imply `oneway=yes`.
  static let onewayJunctions = ["roundabout", "circular"]

  /// The reason for leaving out a way.
  enum Exclusion: String, CaseIterable, Hashable, Sendable {
    case notForCars, construction, ferry, area, service, access, reversible, tooShort

    /// The reason as worded in the report.
    var meaning: String {
      switch self {
      case .notForCars: "not for cars (another value of highway or route)"
      case .construction:
        "under construction or proposed (highway = \(CarProfile.closedHighways.joined(separator: " or ")))"
      case .ferry: "ferries"
      case .area: "areas"
      case .service:
        "service roads not for through traffic (\(CarProfile.excludedServices.joined(separator: ", ")))"
      case .access: "closed to cars (access)"
      case .reversible: "reversible lanes"
      case .tooShort: "with fewer than two nodes in the file"
      }
    }
  }

  /// The usability of a way for cars.
  struct Usage: Hashable, Sendable {
    /// The index of its class in `classes`.
    var roadClass: Int
    /// The speed in the way's own direction, km/h; nil if that direction is closed.
    var forwardKmh: Double?
    /// The speed in the opposite direction, km/h; nil if that direction is closed.
    var backwardKmh: Double?
    /// Whether the way has an unreadable speed, so that the default of its class applies.
    var hasUnreadSpeed = false
    /// Whether the way has an unreadable direction, so that the default of its class applies.
    var hasUnreadDirection = false
  }

  /// Returns whether the `highway` value in `tags` is one of the classes used by cars.
  static func isForCars(_ tags: OSMTags) -> Bool { classes.contains { $0.name == tags[.highway] } }

  /// Returns whether access or direction depends on a condition, such as the time of day, which is ignored.
  static func isConditional(_ tags: OSMTags) -> Bool {
    tags[.onewayConditional] != nil || accessKeys.contains { tags[$0.conditional] != nil }
  }

  /// Returns the usability of a way with `tags`.
  static func usage(of tags: OSMTags) -> Result<Usage, Reason> {
    guard let highway = tags[.highway] else {
      return .failure(Reason(tags[.route] == "ferry" ? .ferry : .notForCars))
    }
    // `construction=minor` and similar values are works on an open road.
    if closedHighways.contains(highway) {
      return .failure(Reason(.construction))
    }
    guard let roadClass = classes.firstIndex(where: { $0.name == highway }) else {
      return .failure(Reason(.notForCars))
    }
    if tags[.route] == "ferry" { return .failure(Reason(.ferry)) }
    if tags[.area] == "yes" { return .failure(Reason(.area)) }
    if highway == "service", let service = tags[.service], excludedServices.contains(service) {
      return .failure(Reason(.service))
    }
    let (isClosedAhead, isClosedBack) = (isClosed(tags, \.forward), isClosed(tags, \.backward))
    if isClosedAhead, isClosedBack { return .failure(Reason(.access)) }
    return direction(tags, classes[roadClass]).flatMap { direction in
      let isOpenAhead = direction.isOpenAhead && !isClosedAhead
      let isOpenBack = direction.isOpenBack && !isClosedBack
      guard isOpenAhead || isOpenBack else { return .failure(Reason(.access)) }
      let both = speed(tags[.maxspeed], on: classes[roadClass])
      let ahead = tags[.maxspeedForward].map { speed($0, on: classes[roadClass]) } ?? both
      let back = tags[.maxspeedBackward].map { speed($0, on: classes[roadClass]) } ?? both
      let usual = classes[roadClass].kmh
      return .success(
        Usage(
          roadClass: roadClass, forwardKmh: isOpenAhead ? ahead.kmh ?? usual : nil,
          backwardKmh: isOpenBack ? back.kmh ?? usual : nil,
          hasUnreadSpeed: (isOpenAhead && ahead == .unread) || (isOpenBack && back == .unread),
          hasUnreadDirection: direction.isUnread))
    }
  }

  /// An exclusion as an error, as required by `Result`.
  struct Reason: Error, Hashable {
    var exclusion: Exclusion

    init(_ exclusion: Exclusion) { self.exclusion = exclusion }
  }

  private static func direction(
    _ tags: OSMTags, _ roadClass: RoadClass
  ) -> Result<(isOpenAhead: Bool, isOpenBack: Bool, isUnread: Bool), Reason> {
    let value = onewayKeys.lazy.compactMap { tags[$0] }.first
    if let value {
      if onewayReversible.contains(value) { return .failure(Reason(.reversible)) }
      if onewayBackward.contains(value) { return .success((false, true, false)) }
      if onewayForward.contains(value) { return .success((true, false, false)) }
      if onewayNot.contains(value) { return .success((true, true, false)) }
    }
    let isImplied = roadClass.isOneWay || tags[.junction].map(onewayJunctions.contains) == true
    return .success((true, !isImplied, value != nil))
  }
}

extension CarProfile {
  /// The meaning of a `maxspeed` value.
  enum Speed: Hashable, Sendable {
    /// There is no such tag, or the limit is variable.
    case unstated
    /// The value cannot be interpreted.
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

  /// The speeds of `COUNTRY:ZONE` values in countries that deviate from `zoneSpeeds`, km/h.
  static let nationalSpeeds: [(name: String, kmh: Double)] = [
    ("DE:rural", 100), ("DE:motorway", 130), ("GB:urban", 48.28032), ("GB:nsl_single", 96.56064),
    ("GB:nsl_dual", 112.65408), ("GB:motorway", 112.65408),
  ]

  /// The speeds of `COUNTRY:ZONE` values in all other countries, km/h.
  static let zoneSpeeds: [(name: String, kmh: Double)] = [
    ("walk", 7), ("living_street", 20), ("bicycle_road", 30), ("school", 30), ("urban", 50), ("rural", 90),
    ("trunk", 100), ("motorway", 120),
  ]

  /// The range of plausible speeds, km/h; others are treated as errors.
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

  /// Parses the value `text` of `maxspeed`; a list of values, such as `60;80` or `50|70`, is read as its first value.
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
